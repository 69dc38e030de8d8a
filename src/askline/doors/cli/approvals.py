"""Standing approvals on the command line: `tools approvals`, and what may stand beside an approval."""

from collections.abc import Iterator
from typing import Any

from askline.core.errors import NotFound
from askline.core.speaking import mark, t
from askline.doors.cli import problems
from askline.doors.cli.declared import Declared
from askline.doors.cli.here import Here
from askline.doors.cli.showing import exactly, exactly_as, one_line
from askline.doors.cli.words import parser, write, write_json

Shape = dict[str, Any]

NOTHING = mark("Nothing stands approved here: you are asked every time.")


def approvals(words: list[str], here: Here) -> int:
    """Raises: PersonRequired, NotFound."""
    options = parser("tools approvals")
    options.add_argument("--revoke", metavar="ID", help=t("let it stand no longer"))
    options.add_argument("--all", action="store_true", help=t("of every project"))
    said = options.parse_args(words)
    if said.revoke:
        here.through(lambda client: client.revoke_approval(said.revoke))
        write([t("Revoked: you are asked again.")])
        return problems.DONE
    project = None if said.all else Declared.at(here).project
    found: Shape = here.through(lambda client: client.approvals(project=project))
    if said.json:
        write_json(found["approvals"])
    else:
        write(line for each in found["approvals"] for line in _lines(each))
        write([] if found["approvals"] else [t(NOTHING)])
    return problems.DONE


def offered(ask: Shape, here: Here) -> Iterator[str]:
    """What may stand beside the yes, with how many earlier operations it would have let run."""
    try:
        found: Shape = here.through(lambda client: client.standing_offers(ask["id"]))
    except NotFound:  # it is no operation of ours, or just settled
        return
    if found["offers"]:
        yield ""
        yield t(
            "It may stand: `askline answer {0} yes --standing SCOPE --pattern P`.", ask["short_id"]
        )
    for offer in found["offers"]:
        earlier = t("{0} earlier would have matched", offer["further_count"])
        yield f"  {offer['scope']:12}  {offer['pattern']:5}  {exactly_as(offer['shown'])} ({earlier})"


def _lines(standing: Shape) -> Iterator[str]:
    until = t("until {0}", standing["until"]) if standing["until"] else t("until revoked")
    yield f"{standing['id']}  {one_line(standing['tool'])}: {exactly_as(standing['shown'])}"
    where = t("one conversation") if standing["scope"] == "conversation" else t("the project")
    yield f"        {t('in {0} ({1}), {2}', where, exactly(standing['project']), until)}"
    yield f"        {t('by {0} at {1}', one_line(standing['made_by']), standing['at'])}"
