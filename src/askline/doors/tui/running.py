"""What a person does to operations from an open terminal: look at them, read what they wrote, end one.

Translates to calls of the client and takes what comes back into the state. Output is read a bounded
part at a time, and never while an earlier part of it is still on its way.
"""

from collections.abc import Callable
from typing import Any

from askline.client.local import Client
from askline.core.errors import AsklineError
from askline.core.speaking import known, t
from askline.core.text import clean
from askline.doors.tui.hand import Hand
from askline.doors.tui.operation import Operation, read_operation
from askline.doors.tui.operations import LATEST, Operations
from askline.doors.tui.output import (
    FARTHEST,
    KEEP,
    NOTHING,
    PAGE,
    Output,
    Page,
    from_line_start,
    read_page,
)

Shape = dict[str, Any]
Changed = Callable[[str], None]


class Running:
    def __init__(self, state: Operations, hand: Hand, changed: Changed) -> None:
        self._state = state
        self._hand = hand
        self._changed = changed

    def load(self) -> None:
        """The latest, ended or not."""
        self._hand.do(lambda client: client.operations(limit=LATEST), self._loaded, self._failed)

    def newest(self, operation: Operation) -> None:
        """The end of what it wrote, however much that is."""

        def read(client: Client) -> Page:
            end: Shape = client.operation_output(operation.id, offset=FARTHEST, limit=1)
            begin = max(0, end["next_offset"] - KEEP)
            return from_line_start(_read(client, operation, begin, KEEP + PAGE))

        self._state.tailing = True
        self._part(operation, read)

    def read_on(self, operation: Operation) -> None:
        """What it wrote since."""
        output = self._state.output
        if output is None or not output.eof:
            self.newest(operation)
            return
        begin, limit = output.resumes, output.next - output.resumes + PAGE
        self._part(operation, lambda client: _read(client, operation, begin, limit), joins=True)

    def earlier(self, operation: Operation) -> None:
        if (output := self._state.output) is not None and output.start:
            begin = max(0, output.start - KEEP)
            limit = output.start - begin
            self._state.tailing = False
            self._part(
                operation, lambda client: from_line_start(_read(client, operation, begin, limit))
            )

    def later(self, operation: Operation) -> None:
        if (output := self._state.output) is not None and not output.eof:
            begin = output.next
            self._part(operation, lambda client: _read(client, operation, begin, KEEP))

    def cancel(self, operation: Operation, reason: str) -> None:
        said = clean(reason).strip() or None
        self._hand.do(
            lambda client: client.cancel_operation(operation.id, reason=said),
            self._cancelled,
            self._failed,
        )

    def approval(self, ask_id: str, then: Callable[[Shape], None]) -> None:
        self._hand.do(lambda client: client.read(ask_id), then, self._failed)

    def _part(
        self, operation: Operation, read: Callable[[Client], Page], *, joins: bool = False
    ) -> None:
        state = self._state
        if state.reading:
            return
        state.reading = True

        def took(page: Page) -> None:
            state.reading = False
            if state.current_id == operation.id:
                before = state.output if joins else None
                state.output = before.joined(page) if before else Output((page,))
                state.tailing = state.tailing or page.eof
            self._changed("")

        def failed(error: AsklineError) -> None:
            state.reading = False
            state.output = state.output or NOTHING  # who paints would ask for it again at once
            self._failed(error)

        self._hand.do(read, took, failed)

    def _loaded(self, page: Shape) -> None:
        self._state.told(read_operation(each) for each in page["operations"])
        self._changed("")

    def _cancelled(self, shape: Shape) -> None:
        after = read_operation(shape)
        self._state.told([after])
        done = after.status == "cancelled"
        self._changed(t("Cancelled.") if done else t("It is being ended."))

    def _failed(self, error: AsklineError) -> None:
        self._changed(clean(f"{known(error.message)} {known(error.hint)}", multiline=False))


def _read(client: Client, operation: Operation, offset: int, limit: int) -> Page:
    return read_page(offset, client.operation_output(operation.id, offset=offset, limit=limit))
