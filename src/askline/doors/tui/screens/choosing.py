"""A dialog that asks how far a person's word goes, and until when. Esc says nothing to anybody.

The narrowest is picked when it opens. What was typed ahead of the dialog does not count: see the guard.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from askline.core.lasting import Lasting
from askline.core.speaking import t
from askline.doors.tui.lines import KEY, MUTED, PLAIN, WARN, Line, line
from askline.doors.tui.standing import Choice
from askline.doors.tui.views.standing import choice_lines, lasting_line
from askline.doors.tui.widgets.paint import Brush
from askline.doors.tui.widgets.sheet import Sheet

WIDTH = 66
UNTIL = tuple(Lasting)


class Chosen(NamedTuple):
    row: int
    lasting: Lasting


class Choosing(ModalScreen[Chosen | None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back"),
        Binding("enter,ctrl+s", "choose"),
        Binding("up,k", "move(-1)"),
        Binding("down,j", "move(1)"),
        Binding("left,h", "last(-1)"),
        Binding("right,l", "last(1)"),
        Binding("pageup", "scroll(-8)"),
        Binding("pagedown", "scroll(8)"),
        *(Binding(str(digit), f"pick({digit - 1})") for digit in range(1, 10)),
    ]

    def __init__(
        self,
        brush: Brush,
        heading: list[Line],
        choices: Sequence[Choice],
        verb: str,
        *,
        allowed: Callable[[], bool],
    ) -> None:
        super().__init__()
        self._choices = choices
        self._verb = verb
        self._allowed = allowed
        self._row = 0
        self._lasting = Lasting.HOUR
        self._heading = Sheet(brush, id="heading")
        self._about = Sheet(brush, id="about")
        self._verbs = Sheet(brush, id="verbs")
        self._headed = heading

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog", classes="choosing"):
            yield self._heading
            yield self._about
            yield self._verbs
        self._heading.show(self._headed)
        self._show()

    def on_resize(self) -> None:
        self._show()

    def action_back(self) -> None:
        self.dismiss(None)

    def action_choose(self) -> None:
        if self._allowed():
            self.dismiss(Chosen(self._row, self._lasting))
        else:
            self._show(f" {t('· press Enter again')}")

    def action_move(self, by: int) -> None:
        self.action_pick(max(0, min(len(self._choices) - 1, self._row + by)))

    def action_pick(self, row: int) -> None:
        if row < len(self._choices):
            self._row = row
            self._show()

    def action_last(self, by: int) -> None:
        place = UNTIL.index(self._lasting) + by
        self._lasting = UNTIL[max(0, min(len(UNTIL) - 1, place))]
        self._show()

    def action_scroll(self, by: int) -> None:
        self._about.scroll_relative(y=by, animate=False)

    @on(Sheet.Clicked, "#about")
    def row_clicked(self, event: Sheet.Clicked) -> None:
        if event.line.target:
            self.action_pick(int(event.line.target))

    def _show(self, warning: str = "") -> None:
        width = self._about.content_size.width or WIDTH
        self._about.show(choice_lines(self._choices, self._row, width - 1), follow=True)
        back = (("   Esc", KEY), (f" {t('back, nothing is sent')}", MUTED), (warning, WARN))
        keys = line(("Enter", KEY), (f" {self._verb}", PLAIN), *back)
        self._verbs.show([line(), lasting_line(self._choices[self._row], self._lasting), keys])
