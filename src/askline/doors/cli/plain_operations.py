"""Operations without a screen: a part of `askline --plain`, line by line, as the inbox is.

Follows nothing: who wants that has `askline ops output --follow`.
"""

from collections.abc import Callable
from typing import Any

from askline.core.clock import SystemClock
from askline.core.errors import AsklineError
from askline.core.text import as_typed
from askline.doors.cli import problems, reporting, showing
from askline.doors.cli.here import Here
from askline.doors.cli.words import write

Shape = dict[str, Any]
Read = Callable[[str], str]

MENU = "Number of an operation, Enter to go back: "
DEEDS = "x to cancel it, Enter to go back: "
RECENT = 20


def inbox(here: Here, read: Read) -> None:
    """Once through: list, and one of them if the person names it."""
    page: Shape = here.through(lambda client: client.operations(limit=RECENT))
    operations: list[Shape] = sorted(
        page["operations"], key=lambda each: each["status"] in reporting.ENDED
    )
    _list(operations)
    word = read(MENU).strip() if operations else ""
    if not word:
        return
    if not word.isdecimal() or not 1 <= int(word) <= len(operations):
        write([f"There is no operation {showing.one_line(word)!r}."])
        return
    try:
        _one(operations[int(word) - 1]["operation_id"], here, read)
    except AsklineError as error:
        problems.told(error)


def _list(operations: list[Shape]) -> None:
    now = SystemClock().now()
    write(["", "Operations, those that have not ended first:" if operations else "Nothing runs."])
    for number, operation in enumerate(operations, start=1):
        first, second = reporting.listed(operation, now)
        write([f"{number}. {first.partition('  ')[2]}", f"   {second.strip()}"])


def _one(operation_id: str, here: Here, read: Read) -> None:
    operation: Shape = here.through(lambda client: client.operation(operation_id))
    write(["", *reporting.shown(operation, SystemClock().now())])
    if operation["status"] in reporting.ENDED or read(DEEDS).strip().lower() != "x":
        return
    reason = as_typed(read("A reason, or Enter for none: ")).strip() or None
    if read("Cancel it? [y/N] ").strip().lower() not in ("y", "yes"):
        write(["Nothing was cancelled."])
        return
    after: Shape = here.through(lambda client: client.cancel_operation(operation_id, reason=reason))
    write([f"Operation {after['short_id']}: {reporting.stands(after)}"])
