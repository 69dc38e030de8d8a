"""Screens of a terminal as one SVG that moves: no script, no font, no address in it.

Every row that was ever seen is drawn once; a frame says which rows it has, and the frames lie side by
side on a strip that is pulled along. Whoever wants no motion sees one frame.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import groupby

from rich.color import Color
from rich.color_triplet import ColorTriplet
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from rich.text import Text

CELL, ROW, SIZE, PAD = 8.4, 19, 14, 14
FONT = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"
DARK = TerminalTheme(
    (15, 19, 27),
    (216, 219, 226),
    [
        *((60, 64, 72), (240, 113, 120), (126, 200, 130), (230, 190, 110)),
        *((120, 170, 250), (198, 146, 233), (110, 200, 210), (216, 219, 226)),
    ],
)
LIGHT = TerminalTheme(
    (251, 251, 253),
    (36, 40, 48),
    [
        *((36, 40, 48), (190, 40, 50), (30, 120, 50), (140, 95, 0)),
        *((30, 90, 200), (125, 60, 170), (0, 115, 130), (90, 95, 105)),
    ],
)


@dataclass(frozen=True)
class Frame:
    rows: tuple[str, ...]
    """With the escapes of the terminal in them."""
    seconds: float


@dataclass
class Film:
    """One look: `name` goes before its ids and classes."""

    name: str
    theme: TerminalTheme
    columns: int
    rows: dict[str, str] = field(default_factory=dict[str, str])
    inks: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def width(self) -> float:
        return self.columns * CELL + 2 * PAD

    def strip(self, frames: Sequence[Frame]) -> str:
        placed = (self._frame(at, frame) for at, frame in enumerate(frames))
        return f'<g class="{self.name} film">{"".join(placed)}</g>'

    def _frame(self, at: int, frame: Frame) -> str:
        uses = "".join(
            f'<use href="#{self._row(row)}" y="{number * ROW}"/>'
            for number, row in enumerate(frame.rows)
            if row.strip()
        )
        return f'<g transform="translate({at * self.width:g})">{uses}</g>'

    def _row(self, row: str) -> str:
        if row not in self.rows:
            self.rows[row] = f"{self.name}{len(self.rows)}"
        return self.rows[row]

    def drawn(self) -> str:
        return "".join(f'<g id="{name}">{self._draw(row)}</g>' for row, name in self.rows.items())

    def _draw(self, row: str) -> str:
        text = Text.from_ansi(row)
        styles = [Style()] * len(text.plain)
        for span in text.spans:
            for at in range(span.start, span.end):
                styles[at] = styles[at] + Style.parse(str(span.style))
        runs, at = "", 0
        for style, cells in groupby(zip(text.plain, styles, strict=True), key=lambda cell: cell[1]):
            words = "".join(character for character, _ in cells)
            runs += self._run(words, style, PAD + at * CELL)
            at += len(words)
        return runs

    def _run(self, words: str, style: Style, x: float) -> str:
        fore, back = self._colours(style)
        width = len(words) * CELL
        ground = f'<rect x="{x:.4g}" width="{width:.4g}" height="{ROW}" {self._ink(back)}/>'
        drawn = ground if back else ""
        if not words.strip():
            return drawn
        left = len(words) - len(words.lstrip())
        shown = words.strip()
        length = f'textLength="{len(shown) * CELL:.4g}"' if len(shown) > 1 else ""
        bold = " b" if style.bold else ""
        begins = x + left * CELL
        return (
            f'{drawn}<text x="{begins:.4g}" y="{SIZE}" {length} {self._ink(fore, bold)}>'
            f"{escape(shown, quote=False)}</text>"
        )

    def _colours(self, style: Style) -> tuple[str, str]:
        fore = self._hex(style.color, self.theme.foreground_color)
        back = self._hex(style.bgcolor, None)
        if style.reverse:
            ground = "#{:02x}{:02x}{:02x}".format(*self.theme.background_color)
            return back or ground, fore
        return fore, back

    def _hex(self, colour: Color | None, usual: ColorTriplet | None) -> str:
        if colour is None or colour.is_default:
            return usual.hex if usual else ""
        return colour.get_truecolor(self.theme).hex

    def _ink(self, colour: str, more: str = "") -> str:
        if colour not in self.inks:
            self.inks[colour] = f"{self.name}c{len(self.inks)}"
        return f'class="{self.inks[colour]}{more}"'

    def style(self, frames: Sequence[Frame], still: int) -> str:
        whole = sum(frame.seconds for frame in frames)
        steps, passed = "", 0.0
        for at, frame in enumerate(frames):
            steps += f"{passed / whole * 100:.2f}%{{transform:translateX({-at * self.width:g}px)}}"
            passed += frame.seconds
        inks = "".join(f".{name}{{fill:{colour}}}" for colour, name in self.inks.items())
        stays = f"transform:translateX({-still * self.width:g}px)"
        return (
            f"{inks}@keyframes {self.name}{{{steps}}}"
            f".{self.name}.film{{animation:{self.name} {whole:.1f}s step-end infinite}}"
            f"@media(prefers-reduced-motion:reduce){{.{self.name}.film{{animation:none;{stays}}}}}"
        )


def svg(looks: dict[str, Sequence[Frame]], columns: int, still: int, told: str) -> str:
    """Dark for whoever prefers it, else light. `told` is what it shows, in words."""
    films = {
        name: Film(name[0], theme, columns) for name, theme in (("light", LIGHT), ("dark", DARK))
    }
    strips = "".join(films[name].strip(looks[name]) for name in films)
    rows = "".join(film.drawn() for film in films.values())
    styles = "".join(
        film.style(looks[name], min(still, len(looks[name]) - 1)) for name, film in films.items()
    )
    width = films["light"].width
    height = max(len(frame.rows) for frame in looks["light"]) * ROW + 2 * PAD
    grounds = {
        name: "#{:02x}{:02x}{:02x}".format(*film.theme.background_color)
        for name, film in films.items()
    }
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img"'
        f' aria-label="{escape(told)}"><title>{escape(told)}</title><style>'
        f"text{{font:{SIZE}px {FONT};white-space:pre}}.b{{font-weight:700}}"
        f".ground{{fill:{grounds['light']};stroke:#c8ccd4}}.d{{display:none}}{styles}"
        f"@media(prefers-color-scheme:dark){{.ground{{fill:{grounds['dark']};stroke:#3a3f4a}}"
        ".l{display:none}.d{display:inline}}"
        f"</style><defs>{rows}<clipPath id='screen'><rect width='{width:g}' height='{height:g}' rx='8'/>"
        f"</clipPath></defs><rect class='ground' x='.5' y='.5' width='{width - 1:g}'"
        f" height='{height - 1:g}' rx='8'/><g clip-path='url(#screen)'>"
        f"<g transform='translate(0 {PAD})'>{strips}</g></g></svg>\n"
    )
