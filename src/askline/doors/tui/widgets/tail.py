"""A sheet whose end is followed while it is in view. Who reads further up is left there."""

from askline.doors.tui.lines import Line
from askline.doors.tui.widgets.paint import Brush
from askline.doors.tui.widgets.sheet import Sheet


class Tail(Sheet):
    def __init__(self, brush: Brush, *, id: str) -> None:  # noqa: A002 - the toolkit's name
        super().__init__(brush, id=id)
        self.follows = True

    def show(self, lines: list[Line], *, follow: bool = False) -> None:
        follows = self.follows or follow
        super().show(lines)
        if follows:
            self.scroll_end(animate=False)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        self.follows = new_value >= self.max_scroll_y
