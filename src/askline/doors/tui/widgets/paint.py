"""Lines with roles become strips of cells. The only place where roles meet colours."""

from rich.segment import Segment
from textual.strip import Strip

from askline.doors.tui.lines import PLAIN, Line
from askline.doors.tui.themes import Palette, palette


class Brush:
    """The styles of one theme."""

    def __init__(self, name: str) -> None:
        self._ground: Palette = palette(name)
        self._lit: Palette = palette(name, lit=True)

    def strip(self, line: Line, width: int) -> Strip:
        styles = self._lit if line.lit else self._ground
        made = Strip([Segment(text, styles[role]) for text, role in line.parts])
        return made.adjust_cell_length(width, styles[PLAIN])
