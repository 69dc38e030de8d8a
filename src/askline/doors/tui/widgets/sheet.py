"""A sheet of lines that scrolls. Shown new lines, it repaints only those that differ."""

from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from askline.doors.tui.lines import Line
from askline.doors.tui.widgets.paint import Brush


class Sheet(ScrollView):
    """Has no focus of its own: keys belong to the screen."""

    can_focus = False
    ALLOW_SELECT = False

    class Clicked(Message):
        def __init__(self, sheet: "Sheet", line: Line, column: int) -> None:
            super().__init__()
            self.sheet = sheet
            self.line = line
            self.column = column

        @property
        def control(self) -> "Sheet":
            return self.sheet

    def __init__(self, brush: Brush, *, id: str) -> None:  # noqa: A002 - the toolkit's name
        super().__init__(id=id)
        self.brush = brush
        self.lines: list[Line] = []
        self._following = False

    def show(self, lines: list[Line], *, follow: bool = False) -> None:
        """These lines from now on; with `follow` the lit ones are scrolled into view."""
        before, self.lines = self.lines, lines
        if len(before) != len(lines):
            self.virtual_size = Size(self.virtual_size.width, len(lines))
            self.refresh(layout=True)
        else:
            for number, (old, new) in enumerate(zip(before, lines, strict=True)):
                if old != new:
                    self.refresh_line(number)
        self._following = follow
        if follow:
            self._follow()

    def on_resize(self) -> None:
        """What was to be in view is looked for again: a sheet may have been hidden until now."""
        if self._following:
            self._follow()

    def repaint(self, brush: Brush) -> None:
        self.brush = brush
        self.refresh()

    def render_line(self, y: int) -> Strip:
        number = y + self.scroll_offset.y
        line = self.lines[number] if number < len(self.lines) else Line()
        return self.brush.strip(line, self.size.width)

    def line_at(self, y: int) -> Line:
        number = y + self.scroll_offset.y
        return self.lines[number] if 0 <= number < len(self.lines) else Line()

    def on_click(self, event: events.Click) -> None:
        self.post_message(self.Clicked(self, self.line_at(event.y), event.x))

    def _follow(self) -> None:
        lit = [number for number, line in enumerate(self.lines) if line.lit]
        if lit:
            whole = Region(0, lit[0], max(1, self.size.width), lit[-1] - lit[0] + 1)
            self.scroll_to_region(whole, animate=False, force=True)
