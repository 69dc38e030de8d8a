"""The parts of the inbox on the screen, and how a session is painted onto them.

No keys and no decisions: those are the screens' that build on these panes.
"""

from collections.abc import Callable
from typing import cast

from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen, Screen
from textual.timer import Timer

from askline.core.clock import Clock
from askline.doors.tui.lines import GOOD, WARN, Line, line
from askline.doors.tui.session import Session, Zone
from askline.doors.tui.views import whole
from askline.doors.tui.widgets.paint import Brush
from askline.doors.tui.widgets.pane import Pane
from askline.doors.tui.widgets.rows import Rows
from askline.doors.tui.widgets.sheet import Sheet

WIDE = 100
SAY_S = 6.0
SCROLL_BAR = 1
NARROW_SIDES = 2
"""Cells beside a page that has the whole screen."""
SHEETS = ("top", "head", "tabs", "page", "toast", "keys")

Moment = Callable[[], float]
"""Seconds that only go forward, for the guard."""


def room_of(pane: Vertical) -> int:
    return max(20, pane.content_size.width - SCROLL_BAR)


class Panes(Screen[None]):
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - as the toolkit declares it
        (0, "-narrow"),
        (WIDE, "-wide"),
    ]

    def __init__(self, session: Session, clock: Clock, moment: Moment, brush: Brush) -> None:
        super().__init__()
        self.session = session
        self.clock = clock
        self.moment = moment
        self.brush = brush
        self.dialog = ""
        """Which one lies over the panes."""
        self._toast: Timer | None = None
        # Held here and not looked up: news may still come while the screen is taken down.
        self._sheets = {name: Sheet(brush, id=name) for name in SHEETS}
        self.rows = Rows(brush, self._row, id="list")
        self.right = Pane(
            *(self._sheets[name] for name in SHEETS[1:4]),
            sized=lambda: self.paint(follow=True),
            id="right",
        )

    def compose(self) -> ComposeResult:
        yield self.sheet("top")
        with Horizontal(id="main"):
            yield Vertical(self.rows, id="left")
            yield self.right
        yield self.sheet("toast")
        yield self.sheet("keys")

    def on_mount(self) -> None:
        self.set_interval(1, self.tick)

    def on_resize(self) -> None:
        self.paint()

    @property
    def program(self) -> App[None]:
        return cast("App[None]", self.app)

    def lay(self, screen: ModalScreen[None]) -> None:
        """Something to read, over everything."""
        self.program.push_screen(screen)

    def sheet(self, name: str) -> Sheet:
        return self._sheets[name]

    @property
    def wide(self) -> bool:
        return self.size.width >= WIDE

    @property
    def room(self) -> int:
        """How wide a line of the page may be; a narrow screen's pane has no size until it is open."""
        if self.wide:
            return room_of(self.right)
        return max(20, self.size.width - NARROW_SIDES - SCROLL_BAR)

    def paint(self, *, follow: bool = False) -> None:
        """Show the session as it is; what is on the screen already is not painted again."""
        session = self.session
        self.set_class(session.zone is not Zone.LIST, "-open")
        self.note_change()
        self.rows.show(session.shown, session.current_id)
        self.tick()
        tabs = whole.tab_lines(session, self.room)
        self.sheet("tabs").display = bool(tabs)
        self.sheet("tabs").show(tabs)
        self.show_field()
        self._bound_page()
        lines = whole.page_lines(session, self.clock.now(), self.room)
        self.sheet("page").show(lines, follow=follow)
        self.sheet("keys").show([whole.key_line(session, self.size.width - 4)])

    def _bound_page(self) -> None:
        """What lies above and below the page in its pane leaves so much for it."""
        others = [each for each in self.right.children if each.id != "page" and each.display]
        taken = sum(each.outer_size.height for each in others)
        self.sheet("page").styles.max_height = max(3, self.right.content_size.height - taken)

    def tick(self) -> None:
        """What time alone changes."""
        now, session = self.clock.now(), self.session
        if session.returns is not None and session.returns <= now:
            session.arrange(now)
            self.rows.show(session.shown, session.current_id)
        self.sheet("top").show(whole.top_lines(self.session, now, self.size.width - 4))
        self.sheet("head").show(whole.head_lines(self.session, now, self.room))
        self.rows.freshen()

    def show_field(self) -> None:
        """A place to write, where the question wants one."""

    def note_change(self) -> None:
        """Tell the guard what is under the keys now."""
        over = self.session.over(self.dialog)
        self.session.guard = self.session.guard.moved(over, self.moment())

    def say(self, word: str, *, warn: bool = False) -> None:
        """A word for the person, for a while."""
        if self._toast is not None:
            self._toast.stop()
        self.sheet("toast").show([line((word, WARN if warn else GOOD))])
        self._toast = self.set_timer(SAY_S, lambda: self.sheet("toast").show([]))

    def changed(self, word: str) -> None:
        """Something came back from the service."""
        if word:
            self.say(word)
        self.paint()

    def repaint(self, brush: Brush) -> None:
        self.brush = brush
        for sheet in self._sheets.values():
            sheet.repaint(brush)
        self.rows.repaint(brush)

    def _row(self, ask_id: str, width: int) -> tuple[Line, ...]:
        return whole.row_lines(self.session, ask_id, self.clock.now(), width)
