"""Lines of a screen before they are painted: texts with roles, wrapped by the cells they take. Pure.

A role says what a text is, not which colour it has: that is the theme's. Widths are counted in
cells, where a Chinese character takes two.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.cells import cell_len, chop_cells, set_cell_size

Part = tuple[str, str]
"""A text and its role."""

PLAIN, TITLE, MUTED, ACCENT, AGENT = "plain", "title", "muted", "accent", "agent"
GOOD, WARN, DANGER, KEY, HERE = "good", "warn", "danger", "key", "here"
CODE, STRONG, EMPHASIS, BUTTON, BORDER, PICKED = (
    *("code", "strong", "emphasis", "button", "border", "picked"),
)
ROLES = (
    *(PLAIN, TITLE, MUTED, ACCENT, AGENT, GOOD, WARN, DANGER, KEY, HERE),
    *(CODE, STRONG, EMPHASIS, BUTTON, BORDER, PICKED),
)


class Line(NamedTuple):
    parts: tuple[Part, ...] = ()
    target: str = ""
    """What a click on it means, or what the cursor stands on."""
    lit: bool = False
    """Whether it lies on the cursor's ground."""

    @property
    def text(self) -> str:
        return "".join(text for text, _ in self.parts)


def line(*parts: Part | str, target: str = "", lit: bool = False) -> Line:
    made = tuple((part, PLAIN) if isinstance(part, str) else part for part in parts)
    return Line(made, target, lit)


def width_of(parts: Iterable[Part]) -> int:
    return sum(cell_len(text) for text, _ in parts)


def cut(text: str, width: int) -> str:
    """The text in so many cells, with a sign where something is left away."""
    if width <= 0:
        return ""
    return text if cell_len(text) <= width else set_cell_size(text, width - 1).rstrip() + "…"


def spread(left: Sequence[Part], right: Sequence[Part], width: int) -> tuple[Part, ...]:
    """Two ends of a line, and room between them."""
    gap = max(1, width - width_of(left) - width_of(right))
    return (*left, (" " * gap, PLAIN), *right)


def wrapped(parts: Iterable[Part], width: int, indent: str = "") -> list[tuple[Part, ...]]:
    """Broken between words, and within a word only where it is longer than the line."""
    room = max(4, width - cell_len(indent))
    rows: list[list[Part]] = [[]]
    used = 0
    for word, role in _words(parts):
        if word == "\n":
            rows.append([])
            used = 0
            continue
        if used + cell_len(word.rstrip()) > room and used:
            rows.append([])
            used = 0
        pieces = [word] if cell_len(word.rstrip()) <= room else chop_cells(word, room)
        for number, piece in enumerate(pieces):
            if number:
                rows.append([])
                used = 0
            rows[-1].append((piece, role))
            used += cell_len(piece)
    return [_joined(indent, row) for row in rows]


def _words(parts: Iterable[Part]) -> Iterable[Part]:
    """Word by word, each with the blanks behind it; a line's end is a word of its own."""
    for text, role in parts:
        for number, row in enumerate(text.replace("\t", "    ").split("\n")):
            if number:
                yield "\n", role
            start = 0
            while start < len(row):
                end = row.find(" ", start)
                while 0 <= end < len(row) and row[end] == " ":
                    end += 1
                end = len(row) if end < 0 else end
                yield row[start:end], role
                start = end


def _joined(indent: str, row: list[Part]) -> tuple[Part, ...]:
    made: list[Part] = [(indent, PLAIN)] if indent else []
    for text, role in row:
        if made and made[-1][1] == role:
            made[-1] = (made[-1][0] + text, role)
        else:
            made.append((text, role))
    return tuple(made)
