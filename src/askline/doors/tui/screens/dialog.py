"""A dialog that asks for words: a reason, a question to the agent, a note. Esc sends nothing."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from askline.core.speaking import t
from askline.doors.tui.keys import key_name
from askline.doors.tui.lines import KEY, MUTED, PLAIN, TITLE, Line, line, wrapped
from askline.doors.tui.widgets.field import Field
from askline.doors.tui.widgets.paint import Brush
from askline.doors.tui.widgets.sheet import Sheet

WIDTH = 66


class Words(ModalScreen[str | None]):
    """Gives back what was written, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back"),
        Binding("ctrl+s", "send"),
    ]

    def __init__(
        self,
        brush: Brush,
        title: str,
        about: str,
        verb: str,
        *,
        placeholder: str,
        allowed: Callable[[], bool],
        danger: bool = False,
        text: str = "",
        empty: bool = True,
        typed: Callable[[str], None] = lambda _: None,
    ) -> None:
        """`allowed`: whether a key may settle something now; `empty`: whether nothing is enough;
        `typed` keeps the words for who comes back."""
        super().__init__()
        self._brush = brush
        self._heading = [line((title, TITLE))]
        self._heading += [Line(parts) for parts in wrapped([(about, MUTED)], WIDTH)]
        self._verb = verb
        self._field = Field(placeholder=placeholder, text=text)
        self._allowed = allowed
        self._danger = danger
        self._empty = empty
        self._typed = typed

    def compose(self) -> ComposeResult:
        heading, keys = Sheet(self._brush, id="heading"), Sheet(self._brush, id="verbs")
        with Vertical(id="dialog", classes="danger" if self._danger else ""):
            yield heading
            yield self._field
            yield keys
        heading.show(self._heading)
        back: tuple[tuple[str, str], ...] = (
            ("   Esc", KEY),
            (f" {t('back, nothing is sent')}", MUTED),
        )
        keys.show([line(), line((key_name("Ctrl+S"), KEY), (f" {self._verb}", PLAIN), *back)])

    def on_mount(self) -> None:
        self._field.focus()

    def on_text_area_changed(self) -> None:
        self._typed(self._field.text)

    def action_back(self) -> None:
        self.dismiss(None)

    def action_send(self) -> None:
        if self._allowed() and (self._empty or self._field.text.strip()):
            self.dismiss(self._field.text)
