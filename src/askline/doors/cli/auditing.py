"""`audit verify`: do the trails hold? Says where one breaks; the exit code says whether any does."""

from typing import Any

from askline.core.speaking import t
from askline.doors.cli import problems
from askline.doors.cli.here import Here
from askline.doors.cli.showing import one_line
from askline.doors.cli.words import parser, write, write_json

Shape = dict[str, Any]


def verify(words: list[str], here: Here) -> int:
    options = parser("audit verify")
    options.add_argument("id", nargs="?")
    said = options.parse_intermixed_args(words)
    found = _looked(here, said.id)
    if said.json:
        write_json(found)
    else:
        write(f"{flaw['ask_id']}: {one_line(flaw['problem'])}" for flaw in found["flaws"])
        write(
            t(
                "{0}: pruned at {1}; its {2} events ended in {3}",
                each["ask_id"],
                each["at"],
                each["events"],
                each["head"],
            )
            for each in found["pruned"]
        )
        broken = len(found["flaws"])
        write([t("Checked {0}, {1} broken.", found["checked"], broken or t("none"))])
    return problems.INTERNAL if found["flaws"] else problems.DONE


def _looked(here: Here, ask_id: str | None) -> Shape:
    found: Shape = {"checked": 0, "flaws": [], "pruned": []}
    before: str | None = None
    while True:
        page: Shape = here.through(
            lambda client, before=before: client.audit(ask=ask_id, before=before)
        )
        found = {name: before_ + page[name] for name, before_ in found.items()}
        before = page["next"]
        if before is None:
            return found
