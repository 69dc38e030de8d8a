"""Which asks the list shows and in what order. Pure.

What needs this person first, then what others have, then what was snoozed; in each the soonest deadline
first, then the oldest. While one is open it keeps its place: what stood above it stays
above, and what comes in goes below it, so that nothing moves under somebody's hands.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import IntEnum, StrEnum

from askline.core.speaking import mark
from askline.doors.tui.model import Ask
from askline.doors.tui.routed import Me, others_have, snoozed_until

SOON = timedelta(minutes=2)
MYSELF = Me()


class Section(IntEnum):
    """Where an ask stands in the list."""

    NEEDS_YOU = 0
    OTHERS = 1
    SNOOZED = 2


class Only(StrEnum):
    """What a filter leaves, besides a project."""

    ALL = "all"
    SOON = mark("ending soon")


@dataclass(frozen=True, slots=True)
class Sieve:
    """What the human wants to see of the inbox."""

    words: str = ""
    project: str = ""
    only: Only = Only.ALL

    def keeps(self, ask: Ask, now: datetime) -> bool:
        if self.project and ask.project != self.project:
            return False
        if self.only is Only.SOON and not ending_soon(ask, now):
            return False
        return all(word in ask.said for word in self.words.casefold().split())

    @property
    def open(self) -> bool:
        return self == Sieve()


@dataclass(frozen=True, slots=True)
class Board:
    """The pending asks that this terminal knows, and the order in which it last showed them."""

    asks: dict[str, Ask] = field(default_factory=dict[str, Ask])
    shown: tuple[str, ...] = ()

    def fresh(self, asks: Iterable[Ask]) -> "Board":
        """All of them anew."""
        return Board({ask.id: ask for ask in asks if ask.pending}, self.shown)

    def told(self, ask: Ask) -> "Board":
        """One of them as it stands now; what is settled waits no more."""
        others = {known: each for known, each in self.asks.items() if known != ask.id}
        return Board({**others, ask.id: ask} if ask.pending else others, self.shown)

    def arranged(
        self, sieve: Sieve, now: datetime, open_id: str | None = None, me: Me = MYSELF
    ) -> "Board":
        def place(ask: Ask) -> tuple[Section, bool, datetime, datetime, str]:
            return (section(ask, me, now), *urgency(ask))

        kept = [ask for ask in self.asks.values() if sieve.keeps(ask, now) or ask.id == open_id]
        wanted = [ask.id for ask in sorted(kept, key=place)]
        return Board(self.asks, tuple(pinned(wanted, self.shown, open_id)))


def section(ask: Ask, me: Me, now: datetime) -> Section:
    if snoozed_until(ask.snoozes, me, now):
        return Section.SNOOZED
    return Section.OTHERS if others_have(ask.routing, me) else Section.NEEDS_YOU


def next_return(asks: Iterable[Ask], me: Me, now: datetime) -> datetime | None:
    """When the first snoozed one comes back."""
    ends = (snoozed_until(ask.snoozes, me, now) for ask in asks)
    return min((end for end in ends if end is not None), default=None)


def urgency(ask: Ask) -> tuple[bool, datetime, datetime, str]:
    return (ask.deadline is None, ask.deadline or ask.asked_at, ask.asked_at, ask.id)


def pinned(wanted: Sequence[str], before: Sequence[str], open_id: str | None) -> list[str]:
    """The wanted order, except that the open one stays where it was."""
    if open_id is None or open_id not in wanted or open_id not in before:
        return list(wanted)
    known = set(wanted)
    above = [each for each in before[: before.index(open_id)] if each in known]
    rest = {*above, open_id}
    return [*above, open_id, *(each for each in wanted if each not in rest)]


def ending_soon(ask: Ask, now: datetime) -> bool:
    return ask.deadline is not None and ask.deadline - now < SOON


def projects(asks: Iterable[Ask]) -> list[str]:
    return sorted({ask.project for ask in asks}, key=str.casefold)


def next_sieve(sieve: Sieve, asks: Iterable[Ask]) -> Sieve:
    """Everything, what ends soon, then project by project, and round again."""
    names = projects(asks)
    rounds = [
        Sieve(sieve.words),
        Sieve(sieve.words, only=Only.SOON),
        *(Sieve(sieve.words, project=name) for name in (names if len(names) > 1 else ())),
    ]
    here = rounds.index(sieve) if sieve in rounds else -1
    return rounds[(here + 1) % len(rounds)]


def neighbour(shown: Sequence[str], lost: int) -> str | None:
    """Where the cursor goes when the row at `lost` is gone."""
    return shown[min(lost, len(shown) - 1)] if shown else None
