"""A place to write several lines. Imported only when somebody is to write: it takes long to load."""

from textual.widgets import TextArea


class Field(TextArea):
    def __init__(self, *, id: str | None = None, placeholder: str = "", text: str = "") -> None:  # noqa: A002 - the toolkit's name
        super().__init__(
            text, id=id, placeholder=placeholder, compact=True, highlight_cursor_line=False
        )
        self.cursor_blink = False  # a screen at rest draws nothing

    def turn(self, text: str, placeholder: str) -> None:
        """To another question, with what was typed there before."""
        self.placeholder = placeholder
        self.text = text
        self.move_cursor(self.document.end)
