"""`hub token`: make, list, rotate and revoke tokens where a hub's database is, as one of its people.

For who operates the hub and may do anything to its database anyway; people make their own in the
browser. What it does is the hub's own, which this door does not import.
"""

from argparse import Namespace

from askline.core.errors import InvalidArguments
from askline.core.speaking import t
from askline.doors.cli.here import Here
from askline.doors.cli.hub import operate
from askline.doors.cli.words import parser, several

SCOPES = ("answer", "ask", "operate")
OF_ONE = ("rotate", "revoke")


def token(words: list[str], here: Here) -> int:
    options = parser("hub token")
    options.add_argument("action", choices=("make", "list", *OF_ONE), help=t("what to do"))
    options.add_argument("tenant", help=t("its short name"))
    options.add_argument("login", help=t("as whom"))
    options.add_argument("id", nargs="?", help=t("which token"))
    options.add_argument("--name", default="agent", help=t("what it is for"))
    options.add_argument("--scope", action="append", choices=SCOPES, help=t("ask, if none is said"))
    options.add_argument("--service", default="", help=t("of this service, not of the person"))
    options.add_argument("--project", default="", help=t("bound to this one"))
    options.add_argument("--days", type=several, default=90, help=t("how long it lives"))
    said = options.parse_intermixed_args(words)
    how = ["--json"] if said.json else []
    return operate(here, "token", *how, said.action, said.tenant, said.login, *_rest(said))


def _rest(said: Namespace) -> list[str]:
    if (said.action in OF_ONE) != (said.id is not None):
        raise InvalidArguments(
            t("Which token is not clear."),
            hint=t(
                "Name its id after {0}, and with nothing else; `list` shows ids.",
                " or ".join(OF_ONE),
            ),
        )
    if said.action == "make":
        scopes = ",".join(said.scope or ["ask"])
        return [said.name, scopes, said.service, said.project, str(said.days)]
    return [said.id] if said.id else []
