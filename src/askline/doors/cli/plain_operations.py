"""Operations without a screen: a part of `askline --plain`, line by line, as the inbox is.

Follows nothing: who wants that has `askline ops output --follow`.
"""

from collections.abc import Callable
from typing import Any

from askline.core.clock import SystemClock
from askline.core.errors import AsklineError
from askline.core.speaking import mark, t
from askline.core.text import as_typed
from askline.doors.cli import problems, reporting, showing
from askline.doors.cli.here import Here
from askline.doors.cli.words import is_yes, write

Shape = dict[str, Any]
Read = Callable[[str], str]

MENU = mark("Number of an operation, Enter to go back")
DEEDS = mark("x to cancel it, Enter to go back")
RECENT = 20


def inbox(here: Here, read: Read) -> None:
    """Once through: list, and one of them if the person names it."""
    page: Shape = here.through(lambda client: client.operations(limit=RECENT))
    operations: list[Shape] = sorted(
        page["operations"], key=lambda each: each["status"] in reporting.ENDED
    )
    _list(operations)
    word = read(f"{t(MENU)}: ").strip() if operations else ""
    if not word:
        return
    if not word.isdecimal() or not 1 <= int(word) <= len(operations):
        write([t("There is no operation {0!r}.", showing.one_line(word))])
        return
    try:
        _one(operations[int(word) - 1]["operation_id"], here, read)
    except AsklineError as error:
        problems.told(error)


def _list(operations: list[Shape]) -> None:
    now = SystemClock().now()
    write(
        [
            "",
            t("Operations, those that have not ended first:") if operations else t("Nothing runs."),
        ]
    )
    for number, operation in enumerate(operations, start=1):
        first, second = reporting.listed(operation, now)
        write([f"{number}. {first.partition('  ')[2]}", f"   {second.strip()}"])


def _one(operation_id: str, here: Here, read: Read) -> None:
    operation: Shape = here.through(lambda client: client.operation(operation_id))
    write(["", *reporting.shown(operation, SystemClock().now())])
    if operation["status"] in reporting.ENDED or read(f"{t(DEEDS)}: ").strip().lower() != "x":
        return
    reason = as_typed(read(f"{t('A reason, or Enter for none:')} ")).strip() or None
    if not is_yes(read(f"{t('Cancel it?')} {t('[y/N]')} ")):
        write([t("Nothing was cancelled.")])
        return
    after: Shape = here.through(lambda client: client.cancel_operation(operation_id, reason=reason))
    write([t("Operation {0}: {1}", after["short_id"], reporting.stands(after))])
