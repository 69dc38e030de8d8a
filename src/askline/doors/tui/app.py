"""The terminal inbox as a program: puts the session, its threads and its screen together.

Threads tell what they have by messages, which alone may cross into the toolkit's loop.
"""

from collections.abc import Callable, Mapping
from functools import partial
from time import monotonic
from typing import ClassVar

from textual.app import App
from textual.message import Message

from askline.alerts.rules import Rules
from askline.alerts.terminal import calling
from askline.core.clock import Clock, SystemClock
from askline.core.speaking import t
from askline.doors.tui.calling import Calling, words
from askline.doors.tui.deeds import Deeds
from askline.doors.tui.ear import Ear, News
from askline.doors.tui.hand import Hand, Way
from askline.doors.tui.model import Ask
from askline.doors.tui.screens.inbox import InboxScreen
from askline.doors.tui.screens.panes import Moment
from askline.doors.tui.session import Session
from askline.doors.tui.themes import NAMES, next_name, textual_theme
from askline.doors.tui.widgets.paint import Brush

First = Callable[[], list[Ask] | None]
"""The first asks, if they are there by now."""

FIRST = 40
"""More than fit on a screen; the rest comes after the first painting."""


class Back(Message):
    """Something for the screen to do, from another thread."""

    def __init__(self, then: Callable[[], None]) -> None:
        super().__init__()
        self.then = then


class Inbox(App[None]):
    CSS_PATH: ClassVar[str] = "askline.tcss"  # pyright: ignore[reportIncompatibleVariableOverride]
    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False
    TITLE: str | None = "askline"

    def __init__(
        self,
        way: Way,
        *,
        theme: str = "dark",
        environ: Mapping[str, str],
        first: First = lambda: None,
        clock: Clock | None = None,
        moment: Moment = monotonic,
        rules: Callable[[], Rules] = Rules,
    ) -> None:
        super().__init__(ansi_color=theme == "terminal")
        self.animation_level = "none"
        self._named = theme
        for name in NAMES:
            self.register_theme(textual_theme(name))
        self.theme = f"askline-{theme}"
        self.session = Session()
        self.clock = clock or SystemClock()
        self._first = first
        self._moment = moment
        self._environ = environ
        self.hand = Hand(way, self.tell)
        self.ear = Ear(way, lambda news: self.tell(partial(self._heard, news)))
        self._calling = Calling(rules)

    def get_default_screen(self) -> InboxScreen:
        deeds = Deeds(self.session, self.hand, self.clock, self._changed)
        self.inbox = InboxScreen(
            self.session,
            deeds,
            clock=self.clock,
            moment=self._moment,
            brush=Brush(self._named),
            environ=self._environ,
        )
        if (asks := self._first()) is not None:
            self.session.snapshot(asks, self.clock.now())
            self.session.whole = len(asks) < FIRST
        return self.inbox

    def _heard(self, news: News) -> None:
        local = self.clock.now().astimezone().time()
        if self._is_new(news) and self._calling.wanted(news.asks, self._moment(), local):
            self.call(calling(*words(news.asks[0]), self._environ).decode())
        self.inbox.heard(news)

    def _is_new(self, news: News) -> bool:
        """Also what was asked of others and came to this person just now."""
        known = self.session.board.asks
        came = any(ask.routing and ask.id not in known for ask in news.asks)
        return news.name == "asked" or (news.name == "marked" and came)

    def call(self, sequence: str, /) -> None:
        """Past the painting, but through the toolkit's writer: two would mix their bytes."""
        if self._driver is not None:  # pragma: no branch - there is one while anybody hears
            self._driver.write(sequence)

    def on_app_focus(self) -> None:
        self._calling.looking = True

    def on_app_blur(self) -> None:
        self._calling.looking = False

    async def action_quit(self) -> None:
        """Also from a dialog: the toolkit's own key would take what was typed with it."""
        self.inbox.action_leave()

    def _changed(self, word: str) -> None:
        self.inbox.changed(word)

    def on_ready(self) -> None:
        self.ear.begin()

    def on_unmount(self) -> None:
        self.ear.end()
        self.hand.end()

    def tell(self, then: Callable[[], None]) -> None:
        self.post_message(Back(then))

    def on_back(self, message: Back) -> None:
        message.then()

    def action_next_theme(self) -> None:
        self._named = next_name(self._named)
        self.ansi_color = self._named == "terminal"
        self.theme = f"askline-{self._named}"
        self.inbox.repaint(Brush(self._named))
        keep = t("`askline config set tui.theme {0}` keeps it.", self._named)
        self.inbox.say(t("Theme: {0}. {1}", self._named, keep))
