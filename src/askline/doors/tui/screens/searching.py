"""The words to search for, typed over the inbox, which narrows with every letter."""

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Input

from askline.core.speaking import t


class Search(ModalScreen[str | None]):
    """Gives back the words to stay with; Esc those from before."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back"), Binding("down", "stay")]

    def __init__(self, words: str, narrowed: Callable[[str], None]) -> None:
        super().__init__()
        self._before = words
        self._narrowed = narrowed
        self._field = Input(
            words, placeholder=t("Search questions, agents, projects"), compact=True
        )

    def compose(self) -> ComposeResult:
        yield self._field

    @on(Input.Changed)
    def typed(self, event: Input.Changed) -> None:
        self._narrowed(event.value)

    @on(Input.Submitted)
    def action_stay(self) -> None:
        self.dismiss(self._field.value)

    def action_back(self) -> None:
        self.dismiss(self._before)
