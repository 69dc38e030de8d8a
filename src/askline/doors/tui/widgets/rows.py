"""The list of asks. Virtual: a row is made when it is painted, and repainted only when it changed.

A thousand asks cost as much as the dozen in view.
"""

from collections.abc import Callable, Sequence

from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from askline.doors.tui.lines import Line
from askline.doors.tui.views.rows import HEIGHT
from askline.doors.tui.widgets.paint import Brush

Made = Callable[[str, int], Sequence[Line]]
"""The lines of one ask's row, in so many cells."""


class Rows(ScrollView):
    can_focus = False
    ALLOW_SELECT = False

    class Picked(Message):
        def __init__(self, ask_id: str) -> None:
            super().__init__()
            self.ask_id = ask_id

    def __init__(self, brush: Brush, made: Made, *, id: str) -> None:  # noqa: A002 - the toolkit's
        super().__init__(id=id)
        self.brush = brush
        self._made = made
        self._ids: tuple[str, ...] = ()
        self._painted: dict[int, Sequence[Line]] = {}

    def show(self, ids: tuple[str, ...], here: str | None) -> None:
        """These asks from now on, the one called `here` in view."""
        if len(ids) != len(self._ids):
            self.virtual_size = Size(self.virtual_size.width, len(ids) * HEIGHT)
        self._ids = ids
        if here in ids:
            self._follow(ids.index(here))
        self.freshen()

    def freshen(self) -> None:
        """Repaint those rows in view that are not as they were painted."""
        first = self.scroll_offset.y // HEIGHT
        for number in range(first, first + self.size.height // HEIGHT + 2):
            lines = self._lines(number)
            if self._painted.get(number, ()) != lines:
                self._painted[number] = lines
                self.refresh_lines(number * HEIGHT, HEIGHT)

    def repaint(self, brush: Brush) -> None:
        self.brush = brush
        self.refresh()

    def render_line(self, y: int) -> Strip:
        number, part = divmod(y + self.scroll_offset.y, HEIGHT)
        lines = self._painted[number] = self._lines(number)
        return self.brush.strip(lines[part] if lines else Line(), self.size.width)

    def on_click(self, event: events.Click) -> None:
        number = (event.y + self.scroll_offset.y) // HEIGHT
        if number < len(self._ids):
            self.post_message(self.Picked(self._ids[number]))

    def _lines(self, number: int) -> Sequence[Line]:
        if number >= len(self._ids):
            return ()
        return self._made(self._ids[number], self.size.width)

    def _follow(self, number: int) -> None:
        region = Region(0, number * HEIGHT, max(1, self.size.width), HEIGHT)
        self.scroll_to_region(region, animate=False, force=True)
