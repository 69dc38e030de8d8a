"""A dialog for what one key must not do: the person types a name to say that they mean it.

Esc does nothing. What was typed ahead of the dialog does not count: see the guard.
"""

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from askline.core.speaking import t
from askline.doors.tui.lines import DANGER, KEY, MUTED, PLAIN, STRONG, TITLE, WARN, Line, line
from askline.doors.tui.views.wording import RISK
from askline.doors.tui.widgets.paint import Brush
from askline.doors.tui.widgets.sheet import Sheet


class Meaning(ModalScreen[bool]):
    """Whether the name was typed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back"),
        Binding("pageup", "scroll(-8)"),
        Binding("pagedown", "scroll(8)"),
    ]

    def __init__(
        self, brush: Brush, about: list[Line], name: str, *, allowed: Callable[[], bool]
    ) -> None:
        """`about` is what they would let happen, whole."""
        super().__init__()
        self._name = name
        self._allowed = allowed
        self._about = Sheet(brush, id="about")
        self._asked = Sheet(brush, id="heading")
        self._word = Sheet(brush, id="verbs")
        self._field = Input(placeholder=name, compact=True)
        self._lines = about

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog", classes="danger meaning"):
            yield self._about
            yield self._asked
            yield self._field
            yield self._word
        self._about.show([line((f"{RISK} {t('Run this?')}", TITLE)), line(), *self._lines])
        asked = line(
            (f"{t('Type')} ", PLAIN), (self._name, STRONG), (f" {t('and Enter to run it.')}", PLAIN)
        )
        self._asked.show([line(), asked])
        self._say(t("nothing runs"), MUTED)

    def on_mount(self) -> None:
        self._field.focus()

    def action_back(self) -> None:
        self.dismiss(False)

    def action_scroll(self, by: int) -> None:
        self._about.scroll_relative(y=by, animate=False)

    @on(Input.Submitted)
    def typed(self, event: Input.Submitted) -> None:
        if event.value.strip() != self._name:
            self._say(t("nothing runs · that was not {0}", self._name), DANGER)
        elif self._allowed():
            self.dismiss(True)
        else:
            self._say(t("nothing runs · press Enter again"), WARN)

    def _say(self, word: str, role: str) -> None:
        self._word.show([line(("Esc", KEY), (f" {word}", role))])
