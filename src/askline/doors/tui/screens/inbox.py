"""The screen of the inbox: every key, and the way between list, page, History and dialogs.

Translates keys, clicks and news to the session. How it is painted is `panes`', how it is answered
`answering`'s.
"""

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.timer import Timer

from askline.core.speaking import t
from askline.doors.tui.drafting import read_word
from askline.doors.tui.ear import News
from askline.doors.tui.model import Ask
from askline.doors.tui.order import Sieve, next_sieve
from askline.doors.tui.screens.answering import ENDED
from askline.doors.tui.screens.dealing import DealingScreen
from askline.doors.tui.session import View, Zone
from askline.doors.tui.views.ended import CORRECTABLE
from askline.doors.tui.widgets.rows import Rows

if TYPE_CHECKING:
    from askline.doors.tui.screens.operations import OperationsScreen

LOOK_S = 0.1
FAR = 1_000_000
NEAR_END = 10


class InboxScreen(DealingScreen):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)"),
        Binding("down,j", "move(1)"),
        Binding("pageup", "move(-8)"),
        Binding("pagedown", "move(8)"),
        Binding("home", f"move(-{FAR})"),
        Binding("end", f"move({FAR})"),
        Binding("enter", "enter"),
        Binding("space", "pick"),
        *(Binding(str(digit), f"digit({digit})") for digit in range(1, 10)),
        Binding("o", "other"),
        Binding("right,l", "step(1)"),
        Binding("left,h", "step(-1)"),
        # The toolkit moves its own focus with Tab, which here only text fields have.
        Binding("tab", "step(1)", priority=True),
        Binding("shift+tab", "step(-1)", priority=True),
        Binding("r", "recommended"),
        Binding("R", "all_recommended"),
        Binding("y", "again"),
        Binding("ctrl+s", "send"),
        Binding("s", "stand"),
        Binding("x", "reject"),
        Binding("a", "ask_back"),
        Binding("n", "note"),
        Binding("m", "more_time"),
        Binding("z", "snooze"),
        Binding("g", "hand"),
        Binding("p", "pass_on"),
        Binding("ctrl+g", "editor"),
        Binding("left_square_bracket", "sibling(-1)"),
        Binding("right_square_bracket", "sibling(1)"),
        Binding("H", "history"),
        Binding("O", "operations"),
        Binding("S", "standing"),
        Binding("slash", "search"),
        Binding("f", "filter"),
        Binding("c", "correct"),
        Binding("u", "undo"),
        Binding("w", "rule"),
        Binding("t", "trail"),
        Binding("ctrl+t", "app.next_theme"),
        Binding("escape", "back"),
        Binding("question_mark", "help"),
        Binding("q,ctrl+q", "leave"),
    ]
    _look: Timer | None = None
    _warned = ""
    """What would be lost, as it was said when somebody wanted to leave."""
    watching: "OperationsScreen | None" = None
    """The screen of operations, while it lies over this one."""

    def heard(self, news: News) -> None:
        """News from the service."""
        session, now = self.session, self.clock.now()
        name, asks, operations = news
        moved, session.offline = session.offline is not (name == "lost"), name == "lost"
        if name == "snapshot":
            session.whole, moved = True, True
            session.snapshot(asks, now)
            self._catch_up()
        for ask in asks if name != "snapshot" else ():
            if ask.id not in session.sending:
                session.told(ask, now)
            if name == "draft":
                self.deeds.drafted(ask)
            if name == "settled" and ask.id == session.current_id and session.zone is Zone.TEXT:
                self.say(t(ENDED), warn=True)
        self.know(asks)
        lost = name == "snapshot" and session.operations.snapshot(operations)
        session.operations.told(operations)
        if asks or moved or operations:
            self.paint()
        if self.watching is not None:
            self.watching.heard(lost=lost)

    def _catch_up(self) -> None:
        """With what could not be sent or read while nobody was there."""
        session = self.session
        self.deeds.save()
        if (ask := session.stray) is not None:
            self.deeds.refetch(ask)
        if session.view is View.HISTORY and not session.past.asks:
            self.deeds.history(session.past.wanted)

    def paint(self, *, follow: bool = False) -> None:
        super().paint(follow=follow)
        if self._look is not None:
            self._look.stop()
        if (ask := self.session.current) is not None:
            self._look = self.set_timer(LOOK_S, lambda: self.deeds.look(ask))

    def action_move(self, by: int) -> None:
        session, question = self.session, self.question
        if session.zone is Zone.LIST:
            session.move(by)
            self._read_on()
        elif question is not None and question.rows and not self._reads(by):
            session.cursor = max(0, min(question.rows - 1, session.cursor + by))
        else:
            self.sheet("page").scroll_relative(y=by, animate=False)
            self.paint()
            return
        self.paint(follow=True)

    def _reads(self, by: int) -> bool:
        """Whether the long moves go through the page: a command may be longer than the screen."""
        ask = self.session.current
        return ask is not None and ask.command is not None and abs(by) > 1

    def action_sibling(self, by: int) -> None:
        self.session.move(by)
        self.paint(follow=True)

    def action_back(self) -> None:
        """One step out; what was begun stays."""
        session = self.session
        if session.zone is Zone.TEXT:
            session.zone = Zone.PAGE
        elif session.zone is not Zone.LIST:
            session.zone = Zone.LIST
            session.amending = None
            session.arrange(self.clock.now())
        elif not session.sieve.open:
            session.sieve = Sieve()
            session.arrange(self.clock.now())
            self._look_for("")
        elif session.view is View.HISTORY:
            session.turn(View.INBOX, self.clock.now())
        self.paint()

    def action_history(self) -> None:
        session = self.session
        past = session.view is View.HISTORY
        session.sieve = Sieve()
        session.turn(View.INBOX if past else View.HISTORY, self.clock.now())
        if not past:
            self.deeds.history("")
        self.paint()

    def action_operations(self) -> None:
        from askline.doors.tui.screens.operations import OperationsScreen  # noqa: PLC0415 - later

        def left(ask: Ask | None) -> None:
            self.watching = None
            if ask is not None:
                self.session.visit(ask, self.clock.now())
            self.paint(follow=True)

        self.watching = OperationsScreen(
            self.session, self.deeds.hand, clock=self.clock, moment=self.moment, brush=self.brush
        )
        self.program.push_screen(self.watching, left)

    def action_filter(self) -> None:
        session = self.session
        session.sieve = next_sieve(session.sieve, session.board.asks.values())
        session.arrange(self.clock.now())
        self.paint()

    def action_search(self) -> None:
        from askline.doors.tui.screens.searching import Search  # noqa: PLC0415 - loads a field

        def found(words: str | None) -> None:
            self._look_for(words or "")

        self.program.push_screen(Search(self.session.sieve.words, self._look_for), found)

    def action_correct(self) -> None:
        ask = self.session.current
        if ask is not None and ask.state in CORRECTABLE:
            self.session.correct(ask)
            self.go(0)

    def action_undo(self) -> None:
        """A delivered answer cannot be taken back, but corrected."""
        if (ask := self.session.last_answered) is not None:
            self.session.recall(ask)
            self.go(0)
        else:
            self.say(
                t("There is no answer of yours to correct here; History has them all."), warn=True
            )

    def action_more_time(self) -> None:
        ask = self.session.current
        if ask is not None and ask.pending and ask.deadline is not None:
            self.deeds.more_time(ask)
        else:
            self.say(t("There is no deadline to move here."), warn=True)

    def action_trail(self) -> None:
        from askline.doors.tui.screens.reading import Reading, trail_lines  # noqa: PLC0415

        if (ask := self.session.current) is not None:
            self.deeds.trail(ask, lambda trail: self.lay(Reading(self.brush, trail_lines(trail))))

    def action_help(self) -> None:
        from askline.doors.tui.screens.reading import Reading, help_lines  # noqa: PLC0415

        self.lay(Reading(self.brush, help_lines(self.size.width - 10)))

    def action_leave(self) -> None:
        """Not without a word where words would be lost."""
        lost = self._unkept()
        if lost and lost != self._warned:
            self._warned = lost
            self.say(
                t("Not sent yet, and kept nowhere: {0}. Leave again to lose it.", lost), warn=True
            )
        else:
            self.deeds.leave(self.program.exit)

    def _unkept(self) -> str:
        """What would go with this terminal, in words."""
        session = self.session
        ask = session.ask(session.amending)
        latest = [word for word in (ask.outcome, *ask.amendments) if word] if ask else []
        if ask is not None and session.draft.jots != read_word(ask, latest[-1]).jots:
            return t("the correction of “{0}”", ask.title)
        for (ask_id, verb), words in self.begun.items():
            about = session.ask(ask_id)
            if words.strip() and about is not None and about.pending:
                return t("what you wrote to {0}: “{1}”", verb, about.title)
        return t("what you typed while the service is away") if self._away else ""

    @property
    def _away(self) -> bool:
        return self.session.offline and self.deeds.unsaved

    @on(Rows.Picked)
    def row_clicked(self, event: Rows.Picked) -> None:
        again = event.ask_id == self.session.current_id
        self.session.zone = Zone.LIST
        self.session.select(event.ask_id)
        if again or not self.wide:
            self.open()
        self.paint()

    def _look_for(self, words: str) -> None:
        session = self.session
        if session.view is View.HISTORY:
            session.sieve = Sieve(words)
            self.deeds.history(words)
        else:
            session.sieve = Sieve(words, session.sieve.project, session.sieve.only)
            session.arrange(self.clock.now())
        self.paint()

    def _read_on(self) -> None:
        """The next page of History, before the cursor is at the end of this one."""
        session = self.session
        if session.view is View.HISTORY and session.current_id in session.shown[-NEAR_END:]:
            self.deeds.history(session.past.words, more=True)
