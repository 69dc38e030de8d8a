"""What one open terminal knows and where its person stands: the only state of this door.

Plain state and its changes, without a screen and without a service: screens paint it, and what
comes from the service is told to it. The cursor follows the ask, never the row.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from askline.doors.tui.drafting import Draft, first_row, question_at, read_word
from askline.doors.tui.guard import Guard
from askline.doors.tui.model import Ask
from askline.doors.tui.operations import Operations
from askline.doors.tui.order import Board, Sieve, neighbour, next_return
from askline.doors.tui.routed import Me


class View(StrEnum):
    INBOX = "inbox"
    HISTORY = "history"


class Zone(StrEnum):
    """Where the keys go. Kept here because a toolkit's focus comes later than the next key."""

    LIST = "list"
    PAGE = "page"
    TEXT = "text"


@dataclass
class Past:
    """The pages of History that were read so far."""

    asks: dict[str, Ask] = field(default_factory=dict[str, Ask])
    next: str | None = None
    words: str = ""
    wanted: str = ""
    """Typed last; it is looked for as soon as the look before has come back."""
    loading: bool = False


@dataclass
class Session:
    board: Board = field(default_factory=Board)
    past: Past = field(default_factory=Past)
    sieve: Sieve = field(default_factory=Sieve)
    view: View = View.INBOX
    zone: Zone = Zone.LIST
    current_id: str | None = None
    adrift: int | None = None
    """Where the list's cursor stood when news took its ask away: nothing is under the keys until the
    person moves."""
    cursor: int = 0
    drafts: dict[str, Draft] = field(default_factory=dict[str, Draft])
    amending: str | None = None
    """The settled ask that is being corrected, or answered late."""
    lingering: dict[str, Ask] = field(default_factory=dict[str, Ask])
    """Settled while somebody looked at it: it stays in view until they leave it."""
    mine: set[str] = field(default_factory=set[str])
    """Settled by this terminal."""
    sending: set[str] = field(default_factory=set[str])
    last_answered: Ask | None = None
    """By this terminal, as it stood then."""
    whole: bool = False
    """Whether all that is pending has been told; the first rows come before."""
    offline: bool = False
    guard: Guard = field(default_factory=Guard)
    operations: Operations = field(default_factory=Operations)
    me: Me = field(default_factory=Me)
    returns: datetime | None = None
    """When the next snoozed ask comes back."""

    @property
    def shown(self) -> tuple[str, ...]:
        return self.board.shown if self.view is View.INBOX else tuple(self.past.asks)

    def ask(self, ask_id: str | None) -> Ask | None:
        for known in (self.board.asks, self.past.asks, self.lingering):
            if ask_id is not None and ask_id in known:
                return known[ask_id]
        return None

    @property
    def current(self) -> Ask | None:
        return self.ask(self.current_id)

    @property
    def answerable(self) -> bool:
        """Whether the page of the current ask takes jots and text."""
        ask = self.current
        return ask is not None and (ask.pending or self.amending == ask.id)

    @property
    def draft(self) -> Draft:
        return self.drafts.get(self.current_id or "", Draft())

    def keep(self, draft: Draft) -> None:
        if self.current_id is not None:
            self.drafts[self.current_id] = draft

    def arrange(self, now: datetime, *, news: bool = False) -> None:
        """Put the list in order. Where the current one left it by the person's own deed, the cursor takes
        its neighbour; where news took it, the keys were meant for it and for no other."""
        before = self.board.shown
        pinned = self.current_id if self.zone is not Zone.LIST else None
        self.board = self.board.arranged(self.sieve, now, pinned, self.me)
        self.returns = next_return(self.board.asks.values(), self.me, now)
        if self.view is View.INBOX and self.current_id not in self.board.shown:
            if self.current_id in self.lingering and self.zone is not Zone.LIST:
                return
            lost = before.index(self.current_id) if self.current_id in before else 0
            adrift = self.adrift if self.current_id is None else lost
            adrift = adrift if news and self.board.shown else None
            self.select(neighbour(self.board.shown, lost) if adrift is None else None)
            self.adrift = adrift

    def select(self, ask_id: str | None) -> None:
        if ask_id != self.current_id:
            self.lingering.pop(self.current_id or "", None)
            self.amending = self.adrift = None
            self.current_id = ask_id
            if self.zone is Zone.TEXT:
                self.zone = Zone.PAGE
            if ask_id is None:
                self.zone = Zone.LIST
            self.settle_cursor()

    def settle_cursor(self) -> None:
        """To what is picked already, when another question comes into view."""
        ask, draft = self.current, self.draft
        question = question_at(ask, draft) if ask else None
        self.cursor = first_row(question, draft.jot(question)) if question else 0

    def move(self, by: int) -> None:
        """The list's cursor, without falling off an end."""
        shown = self.shown
        if not shown:
            return
        here = shown.index(self.current_id) if self.current_id in shown else self._between(by)
        self.select(shown[max(0, min(len(shown) - 1, here + by))])

    def _between(self, by: int) -> int:
        """From where to move if no row has the cursor: from the gap that the last one left."""
        gap = self.adrift or 0
        return gap - 1 if by > 0 else gap

    def snapshot(self, asks: Iterable[Ask], now: datetime) -> None:
        held = self.current
        self.board = self.board.fresh(asks)
        if held is not None and self.zone is not Zone.LIST:
            self.lingering.setdefault(held.id, held)
        self.arrange(now, news=True)

    @property
    def stray(self) -> Ask | None:
        """In view as if it waited, but no longer in the inbox: how it stands must be read."""
        ask = self.current
        astray = ask is not None and ask.pending and ask.id not in self.board.asks
        return ask if astray else None

    def gone(self, ask: Ask, now: datetime) -> None:
        """It is not here any more, or not this person's."""
        self.told(replace(ask, state="gone"), now)

    def told(self, ask: Ask, now: datetime, *, own: bool = False) -> None:
        """One ask as it stands now; `own`: by what was done here."""
        if not ask.pending and ask.id == self.current_id and self.zone is not Zone.LIST:
            self.lingering[ask.id] = ask
        if ask.id in self.past.asks:
            self.past.asks[ask.id] = ask
        if self.last_answered is not None and ask.id == self.last_answered.id:
            self.last_answered = ask
        self.board = self.board.told(ask)
        self.arrange(now, news=not own)

    def settled(self, ask: Ask, now: datetime) -> None:
        """This terminal settled it: its draft is spent, and the next one comes under the cursor."""
        self.mine.add(ask.id)
        self.sending.discard(ask.id)
        self.drafts.pop(ask.id, None)
        self.lingering.pop(ask.id, None)
        if self.amending == ask.id:
            self.amending = None
        if self.current_id == ask.id:
            self.zone = Zone.LIST
        self.told(ask, now, own=True)

    def agreed(self, ask: Ask, now: datetime) -> None:
        """This terminal gave one of the several answers that are needed: it waits for the others."""
        self.sending.discard(ask.id)
        self.drafts.pop(ask.id, None)
        if self.current_id == ask.id:
            self.zone = Zone.LIST
        self.told(ask, now, own=True)

    def correct(self, ask: Ask) -> None:
        """Begin a correction with what was answered, and a late answer with what was begun."""
        latest = ask.amendments[-1] if ask.amendments else ask.outcome
        self.amending, self.zone = ask.id, Zone.PAGE
        if latest is not None and latest.answers:
            self.drafts[ask.id] = read_word(ask, latest)

    def recall(self, ask: Ask) -> None:
        """Bring back what was answered before, to correct it."""
        self.select(ask.id)
        self.lingering[ask.id] = ask
        self.correct(ask)

    def visit(self, ask: Ask, now: datetime) -> None:
        """Open this one, wherever it stands; Esc leads to the inbox."""
        self.turn(View.INBOX, now)
        self.sieve = Sieve()
        self.told(ask, now)
        self.select(ask.id)
        if not ask.pending:
            self.lingering[ask.id] = ask
        self.zone = Zone.PAGE

    def turn(self, view: View, now: datetime) -> None:
        self.view, self.zone, self.amending = view, Zone.LIST, None
        self.lingering.clear()
        self.current_id = None
        self.arrange(now)
        self.select(self.shown[0] if self.shown else None)

    def look_back(self) -> None:
        """Pages of History came: the newest comes under the cursor, unless it has a place there."""
        if self.view is View.HISTORY and self.current_id not in self.past.asks:
            self.select(next(iter(self.past.asks), None))

    def over(self, dialog: str = "") -> tuple[str, ...]:
        """What a settling key would be about."""
        opened = "" if self.zone is Zone.LIST else "open"
        step = f"{self.draft.step}{'/amending' if self.amending else ''}"
        return (self.view, opened, self.current_id or "", step, dialog)
