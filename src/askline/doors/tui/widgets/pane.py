"""A pane that says when it has a size: on a narrow screen it has none until it is open."""

from collections.abc import Callable

from textual.containers import Vertical
from textual.widget import Widget


class Pane(Vertical):
    def __init__(self, *parts: Widget, sized: Callable[[], None], id: str) -> None:  # noqa: A002 - the toolkit's name
        super().__init__(*parts, id=id)
        self._sized = sized

    def on_resize(self) -> None:
        self._sized()
