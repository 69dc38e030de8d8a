"""Opens the terminal inbox.

The first asks are fetched while the toolkit loads: both take a while, and a person waits for them.
"""

from collections.abc import Mapping
from threading import Thread
from typing import Any

from askline.core.errors import AsklineError
from askline.doors.tui.hand import Way
from askline.doors.tui.model import Ask, read_ask

FIRST = 40
PATIENCE_S = 0.2
"""So long the first painting waits for the first asks; they may come later."""


class First(Thread):
    """Fetches the first asks beside whatever else is done."""

    def __init__(self, way: Way) -> None:
        super().__init__(name="first", daemon=True)
        self._way = way
        self._asks: list[Ask] | None = None

    def run(self) -> None:
        try:
            shapes: list[dict[str, Any]] = self._way.through(
                lambda client: client.inbox(limit=FIRST)
            )
        except AsklineError:
            return  # the listener meets the same trouble, and says so
        self._asks = [read_ask(shape) for shape in shapes]

    def asks(self) -> list[Ask] | None:
        self.join(PATIENCE_S)
        return self._asks


def run(way: Way, theme: str, environ: Mapping[str, str]) -> int:
    first = First(way)
    first.start()
    from askline.doors.tui.app import Inbox  # noqa: PLC0415 - loads while the asks are fetched
    from askline.doors.tui.peace import rules_of  # noqa: PLC0415
    from askline.doors.tui.themes import chosen  # noqa: PLC0415

    Inbox(
        way,
        theme=chosen(theme, environ),
        environ=environ,
        first=first.asks,
        rules=lambda: rules_of(environ),
    ).run()
    return 0
