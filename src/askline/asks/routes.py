"""Where an ask goes while nobody takes it: who is asked next, who has it in hand, who agreed so far.

Values only, parts of an ask; how they move is in `routing`. A route is taken from a hub's rules when the
ask is asked and goes with it from then on, so that a rule changed meanwhile changes no ask that stands.
A local ask has none: there is one person, and nobody else to go to.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from askline.asks.answers import SettledBy
from askline.core.ids import AskId


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Who is asked too, if nobody settled or claimed it for so long."""

    to: tuple[str, ...]
    """Addresses: people, or teams."""
    named: tuple[str, ...]
    """The same for reading, as they were called then."""
    after: timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    rule: str
    """The name of the rule that chose it, for who wonders why it came to them."""
    steps: tuple[Step, ...] = ()
    """What is still to come."""
    remind: timedelta | None = None
    """How often those who have it are told again."""
    lapse: timedelta | None = None
    """How long a claim holds it back from going on."""
    quorum: int = 1
    """How many people must agree before an approval is given."""
    self_approval: bool = True
    """Whether the person on whose behalf it was asked may approve it."""
    tell_after: timedelta | None = None
    """How long an ask may stay unseen before its people are told elsewhere; None: nobody is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Somebody has it in hand. It holds others back from nothing; it only keeps the ask from going on."""

    id: str
    who: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Snooze:
    """Somebody does not want to be reminded before then. It is theirs alone: time goes on for the ask."""

    id: str
    until: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """One of the several who must agree."""

    by: SettledBy
    receipt: str
    reach: tuple[str, ...] = ()
    """Those of its recipients then for whom they may approve: while that is so, it counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What somebody said beforehand to whatever is asked while they are away, see `away`."""

    id: str
    who: str
    words: str


class Why(StrEnum):
    """Why somebody is told."""

    ASKED = "asked"
    REMINDED = "reminded"
    ESCALATED = "escalated"
    PASSED_ON = "passed_on"


@dataclass(frozen=True, slots=True, kw_only=True)
class Summons:
    """Somebody is to be told of an ask, if it still waits then. Kept with the move that causes it."""

    ask_id: AskId
    tenant: str
    number: int
    """Counts the tellings of an ask: nobody is told twice for one."""
    recipient: str
    why: Why
    at: datetime
