"""A dialog that lets one of several be picked, and narrows with every letter. Esc changes nothing.

What was typed ahead of the dialog does not count: see the guard.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from askline.core.speaking import t
from askline.doors.tui.lines import ACCENT, KEY, MUTED, PLAIN, TITLE, WARN, Line, cut, line
from askline.doors.tui.widgets.paint import Brush
from askline.doors.tui.widgets.sheet import Sheet

WIDTH = 66


class Row(NamedTuple):
    value: object
    shown: str


Rows = Callable[[str], Sequence[Row]]
"""What is left to pick from for these words."""


class Picking(ModalScreen[Row | None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back"),
        Binding("up", "move(-1)"),
        Binding("down", "move(1)"),
    ]

    def __init__(
        self, brush: Brush, title: str, about: str, rows: Rows, *, allowed: Callable[[], bool]
    ) -> None:
        super().__init__()
        self._title = title
        self._rows = rows
        self._allowed = allowed
        self._words = ""
        self._row = 0
        self._heading = Sheet(brush, id="heading")
        self._list = Sheet(brush, id="about")
        self._verbs = Sheet(brush, id="verbs")
        self._field = Input(placeholder=about, compact=True)

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog", classes="choosing"):
            yield self._heading
            yield self._field
            yield self._list
            yield self._verbs
        self._heading.show([line((self._title, TITLE)), line()])
        self._show()

    def on_mount(self) -> None:
        self._field.focus()

    @on(Input.Changed)
    def typed(self, event: Input.Changed) -> None:
        self._words, self._row = event.value, 0
        self._show()

    @on(Input.Submitted)
    def chosen(self) -> None:
        rows = self._rows(self._words)
        if not rows:
            self._show(f" {t('· nothing is picked')}")
        elif self._allowed():
            self.dismiss(rows[self._row])
        else:
            self._show(f" {t('· press Enter again')}")

    @on(Sheet.Clicked, "#about")
    def row_clicked(self, event: Sheet.Clicked) -> None:
        if event.line.target:
            self._row = int(event.line.target)
            self._show()

    def action_back(self) -> None:
        self.dismiss(None)

    def action_move(self, by: int) -> None:
        self._row = max(0, min(len(self._rows(self._words)) - 1, self._row + by))
        self._show()

    def _show(self, warning: str = "") -> None:
        self._list.show(
            [_line(number, each, here=number == self._row) for number, each in self._numbered]
            or [line((t("Nothing matches."), MUTED))],
            follow=True,
        )
        back = (("   Esc", KEY), (f" {t('back, nothing is changed')}", MUTED), (warning, WARN))
        self._verbs.show([line(), line(("Enter", KEY), (f" {t('pick')}", PLAIN), *back)])

    @property
    def _numbered(self) -> list[tuple[int, Row]]:
        return [*enumerate(self._rows(self._words))]


def _line(number: int, row: Row, *, here: bool) -> Line:
    """The cursor is a sign, not only a ground: some terminals have no colours."""
    lead = ("› " if here else "  ", ACCENT)
    return line(lead, (cut(row.shown, WIDTH - 2), PLAIN), target=str(number), lit=here)


def matching(rows: Sequence[Row], words: str) -> list[Row]:
    """Those in which every word stands."""
    wanted = words.casefold().split()
    return [row for row in rows if all(word in row.shown.casefold() for word in wanted)]
