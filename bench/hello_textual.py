"""The smallest program of the toolkit: what every terminal inbox made with it has to pay."""

from textual.app import App, ComposeResult
from textual.widgets import Static


class Hello(App[None]):
    def compose(self) -> ComposeResult:
        yield Static("Hello")


if __name__ == "__main__":
    Hello().run()
