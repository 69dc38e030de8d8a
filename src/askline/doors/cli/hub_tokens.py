"""`hub token`: make, list, rotate and revoke tokens where a hub's database is, as one of its people.

For who operates the hub and may do anything to its database anyway; people make their own in the
browser. What it does is the hub's own, which this door does not import.
"""

from argparse import Namespace

from askline.core.errors import InvalidArguments
from askline.doors.cli.here import Here
from askline.doors.cli.hub import operate
from askline.doors.cli.words import parser, several

SCOPES = ("answer", "ask", "operate")
OF_ONE = ("rotate", "revoke")


def token(words: list[str], here: Here) -> int:
    options = parser("hub token", reads=False)
    options.add_argument("action", choices=("make", "list", *OF_ONE), help="what to do")
    options.add_argument("tenant", help="its short name")
    options.add_argument("login", help="as whom")
    options.add_argument("id", nargs="?", help="which token")
    options.add_argument("--name", default="agent", help="what it is for")
    options.add_argument("--scope", action="append", choices=SCOPES, help="ask, if none is said")
    options.add_argument("--service", default="", help="of this service, not of the person")
    options.add_argument("--project", default="", help="bound to this one")
    options.add_argument("--days", type=several, default=90, help="how long it lives")
    said = options.parse_intermixed_args(words)
    return operate(here, "token", said.action, said.tenant, said.login, *_rest(said))


def _rest(said: Namespace) -> list[str]:
    if (said.action in OF_ONE) != (said.id is not None):
        raise InvalidArguments(
            "Which token is not clear.",
            hint=f"Name its id after {' or '.join(OF_ONE)}, and with nothing else; `list` shows ids.",
        )
    if said.action == "make":
        scopes = ",".join(said.scope or ["ask"])
        return [said.name, scopes, said.service, said.project, str(said.days)]
    return [said.id] if said.id else []
