"""The parts of the screen of operations, and how their state is painted onto them.

Shares the inbox's state and hand. It reads on only while the person is at the end of the output, and
looks at the clock only while something runs: at rest nothing is fetched and nothing painted.
"""

from datetime import datetime
from typing import Any, cast

from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.timer import Timer

from askline.core.clock import Clock
from askline.core.speaking import t
from askline.doors.tui.hand import Hand
from askline.doors.tui.lines import GOOD, WARN, Line, line
from askline.doors.tui.model import Ask
from askline.doors.tui.running import Running
from askline.doors.tui.screens.panes import SAY_S, WIDE, Moment, room_of
from askline.doors.tui.session import Session
from askline.doors.tui.views import operations as views
from askline.doors.tui.views.wording import OFFLINE
from askline.doors.tui.widgets.paint import Brush
from askline.doors.tui.widgets.pane import Pane
from askline.doors.tui.widgets.rows import Rows
from askline.doors.tui.widgets.sheet import Sheet
from askline.doors.tui.widgets.tail import Tail

TICK_S = 1.0


class WatchingScreen(Screen[Ask | None]):
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - as the toolkit declares it
        (0, "-narrow"),
        (WIDE, "-wide"),
    ]

    def __init__(
        self, session: Session, hand: Hand, *, clock: Clock, moment: Moment, brush: Brush
    ) -> None:
        super().__init__()
        self.session = session
        self.state = session.operations
        self.clock = clock
        self.moment = moment
        self.brush = brush
        self.dialog = ""
        self.running = Running(self.state, hand, self.changed)
        self._top, self._toast, self._keys = (
            Sheet(brush, id=name) for name in ("top", "toast", "keys")
        )
        self._head, self._about = Sheet(brush, id="head"), Sheet(brush, id="about")
        self.output = Tail(brush, id="output")
        self.rows = Rows(brush, self._row, id="list")
        self.right = Pane(self._head, self._about, self.output, sized=self.paint, id="right")
        self.ticking = False
        self._ticks: Timer | None = None
        self._said: Timer | None = None

    def compose(self) -> ComposeResult:
        yield self._top
        with Horizontal(id="main"):
            yield Vertical(self.rows, id="left")
            yield self.right
        yield self._toast
        yield self._keys

    def on_mount(self) -> None:
        self._ticks = self.set_interval(TICK_S, self.tick, pause=True)
        self.running.load()

    def on_resize(self) -> None:
        self.paint()

    @property
    def program(self) -> App[Any]:
        return cast("App[Any]", self.app)

    @property
    def room(self) -> int:
        return room_of(self.right)

    def heard(self, *, lost: bool) -> None:
        """Something moved; `lost`: something ended while nobody listened."""
        if lost:
            self.running.load()
        self.tick()

    def changed(self, word: str) -> None:
        """Something came back from the service."""
        if word:
            self.say(word)
        self.paint()

    def tick(self) -> None:
        """What time changes, and what was written meanwhile."""
        state, operation = self.state, self.state.current
        if operation is not None and state.tailing and self.output.follows:
            self.running.read_on(operation)
        self.paint()

    def paint(self) -> None:
        """Show the state as it is; what is on the screen already is not painted again."""
        state, now, width = self.state, self.clock.now(), self.size.width - 4
        self.set_class(state.opened, "-open")
        over = ("operations", state.current_id or "", self.dialog)
        state.guard = state.guard.moved(over, self.moment())
        self._top.show([views.top(state, width, offline=t(OFFLINE) * self.session.offline)])
        self.rows.show(state.shown, state.current_id)
        self._paint_current(now)
        self._keys.show([views.key_line(state, width)])
        self._tick_while(running=state.ticking)

    def _tick_while(self, *, running: bool) -> None:
        if self._ticks is not None and running is not self.ticking:
            self.ticking = running
            (self._ticks.resume if running else self._ticks.pause)()

    def say(self, word: str, *, warn: bool = False) -> None:
        """A word for the person, for a while."""
        if self._said is not None:
            self._said.stop()
        self._toast.show([line((word, WARN if warn else GOOD))])
        self._said = self.set_timer(SAY_S, lambda: self._toast.show([]))

    def _paint_current(self, now: datetime) -> None:
        operation, room = self.state.current, self.room
        if operation is None:
            self._head.show([])
            self._about.show(views.nothing(room))
            self.output.show([])
            return
        if operation.started_at and self.state.output is None:
            self.running.newest(operation)
        self._head.show(views.head(operation, now, room))
        self._about.show(views.about(operation, room))
        self.output.show(views.written(operation, self.state.output, room))

    def _row(self, operation_id: str, width: int) -> tuple[Line, ...]:
        operation = self.state.known.get(operation_id)
        if operation is None:
            return ()
        here, focus = operation_id == self.state.current_id, not self.state.opened
        return views.row(operation, self.clock.now(), width, here=here, focus=focus)
