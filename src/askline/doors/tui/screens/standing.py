"""A list over the inbox: what stands, approvals and rules, each with a key that revokes it.

To revoke is only to be asked again, so one key does it; but never to what came under it just now.
"""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from askline.core.speaking import mark, t
from askline.doors.tui.guard import Guard
from askline.doors.tui.letting import Letting
from askline.doors.tui.lines import KEY, MUTED, WARN, line
from askline.doors.tui.screens.panes import Moment
from askline.doors.tui.standing import Held
from askline.doors.tui.views.standing import held_lines
from askline.doors.tui.widgets.paint import Brush
from askline.doors.tui.widgets.sheet import Sheet

AGAIN = mark("Not revoked: this came into view just now. Press again.")


class Standing(ModalScreen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,S", "back"),
        Binding("up,k", "move(-1)"),
        Binding("down,j", "move(1)"),
        Binding("x", "revoke"),
    ]

    def __init__(self, brush: Brush, letting: Letting, moment: Moment) -> None:
        super().__init__()
        self._letting = letting
        self._moment = moment
        self._held: list[Held] | None = None
        """None until they came."""
        self._row = 0
        self._guard = Guard()
        self._about, self._verbs = Sheet(brush, id="about"), Sheet(brush, id="verbs")

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog", classes="wide"):
            yield self._about
            yield self._verbs
        self._about.show([line((t("Looking…"), MUTED))])
        self._letting.held(self._came)

    def on_resize(self) -> None:
        self._show()

    def action_back(self) -> None:
        self.dismiss(None)

    def action_move(self, by: int) -> None:
        self._row += by
        self._show()

    def action_revoke(self) -> None:
        if self._held and self._guard.lets(self._moment()):
            self._guard = self._guard.moved((), self._moment())
            self._letting.revoke(self._held[self._row], self._came)
        elif self._held:
            self._show(t(AGAIN))

    @on(Sheet.Clicked, "#about")
    def row_clicked(self, event: Sheet.Clicked) -> None:
        if event.line.target:
            self._row = int(event.line.target)
            self._show()

    def _came(self, held: list[Held]) -> None:
        self._held = held
        self._show()

    def _show(self, warning: str = "") -> None:
        if self._held is None:
            return
        self._row = max(0, min(len(self._held) - 1, self._row))
        over = self._held[self._row].id if self._held else ""
        self._guard = self._guard.moved((over,), self._moment())
        width = max(20, self._about.content_size.width - 1)
        self._about.show(held_lines(self._held, self._row, width), follow=True)
        revoke = (("x", KEY), (f" {t('revoke')}   ", MUTED)) if self._held else ()
        self._verbs.show(
            [line(), line(*revoke, ("Esc", KEY), (f" {t('back')}  ", MUTED), (warning, WARN))]
        )
