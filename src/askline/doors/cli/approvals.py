"""Standing approvals on the command line: `tools approvals`, and what may stand beside an approval."""

from collections.abc import Iterator
from typing import Any

from askline.core.errors import NotFound
from askline.doors.cli import problems
from askline.doors.cli.declared import Declared
from askline.doors.cli.here import Here
from askline.doors.cli.showing import exactly, exactly_as, one_line
from askline.doors.cli.words import parser, write, write_json

Shape = dict[str, Any]

NOTHING = "Nothing stands approved here: you are asked every time."


def approvals(words: list[str], here: Here) -> int:
    """Raises: PersonRequired, NotFound."""
    options = parser("tools approvals")
    options.add_argument("--revoke", metavar="ID", help="let it stand no longer")
    options.add_argument("--all", action="store_true", help="of every project")
    said = options.parse_args(words)
    if said.revoke:
        here.through(lambda client: client.revoke_approval(said.revoke))
        write(["Revoked: you are asked again."])
        return problems.DONE
    project = None if said.all else Declared.at(here).project
    found: Shape = here.through(lambda client: client.approvals(project=project))
    if said.json:
        write_json(found["approvals"])
    else:
        write(line for each in found["approvals"] for line in _lines(each))
        write([] if found["approvals"] else [NOTHING])
    return problems.DONE


def offered(ask: Shape, here: Here) -> Iterator[str]:
    """What may stand beside the yes, with how many earlier operations it would have let run."""
    try:
        found: Shape = here.through(lambda client: client.standing_offers(ask["id"]))
    except NotFound:  # it is no operation of ours, or just settled
        return
    if found["offers"]:
        yield ""
        yield f"It may stand: `askline answer {ask['short_id']} yes --standing SCOPE --pattern P`."
    for offer in found["offers"]:
        earlier = f"{offer['further_count']} earlier would have matched"
        yield f"  {offer['scope']:12}  {offer['pattern']:5}  {exactly_as(offer['shown'])} ({earlier})"


def _lines(standing: Shape) -> Iterator[str]:
    until = f"until {standing['until']}" if standing["until"] else "until revoked"
    yield f"{standing['id']}  {one_line(standing['tool'])}: {exactly_as(standing['shown'])}"
    where = "one conversation" if standing["scope"] == "conversation" else "the project"
    yield f"        in {where} ({exactly(standing['project'])}), {until}"
    yield f"        by {one_line(standing['made_by'])} at {standing['at']}"
