"""How an ask finds somebody, as the terminal shows it: read from the API's JSON, and in words. Pure.

Names pass the sanitizer here, on their way in. Where there is one person an ask has no routing.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from askline.core.people import LOCAL_PERSON
from askline.core.speaking import t
from askline.core.text import clean

Shape = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Me:
    """Who sits at this terminal."""

    id: str = LOCAL_PERSON
    addresses: frozenset[str] = frozenset()
    """What is put to them; empty where nobody said."""


@dataclass(frozen=True, slots=True)
class Claim:
    id: str
    who: str


@dataclass(frozen=True, slots=True)
class Routing:
    rule: str
    recipients: frozenset[str]
    claim: Claim | None
    quorum: int
    agreed: tuple[Claim, ...]
    self_approval: bool
    next_at: datetime | None
    next_to: str

    @property
    def lacking(self) -> int:
        """How many people must agree yet."""
        return max(1, self.quorum - len(self.agreed))


Snoozes = tuple[tuple[str, datetime], ...]
"""Whose, and until when."""


def read_routing(shape: Shape | None) -> Routing | None:
    if shape is None:
        return None
    return Routing(
        rule=_line(shape["rule"]),
        recipients=frozenset(shape["recipients"]),
        claim=_who(shape["claim"]) if shape["claim"] else None,
        quorum=shape["quorum"],
        agreed=tuple(_who(each) for each in shape["agreed"]),
        self_approval=shape["self_approval"],
        next_at=datetime.fromisoformat(shape["next_at"]) if shape["next_at"] else None,
        next_to=", ".join(_line(each) for each in shape["next_to"]),
    )


def read_snoozes(shapes: list[Shape]) -> Snoozes:
    return tuple((each["id"], datetime.fromisoformat(each["until"])) for each in shapes)


def read_me(shape: Shape) -> Me:
    return Me(shape["id"], frozenset(shape["addresses"]))


def has_agreed(routing: Routing, me: Me) -> bool:
    return any(each.id == me.id for each in routing.agreed)


def others_have(routing: Routing | None, me: Me) -> bool:
    """Whether nobody waits for this person: another has it in hand, it is not put to them, or they have
    agreed already."""
    if routing is None or (routing.claim is not None and routing.claim.id == me.id):
        return False
    apart = bool(me.addresses) and me.addresses.isdisjoint(routing.recipients)
    return routing.claim is not None or apart or has_agreed(routing, me)


def snoozed_until(snoozes: Snoozes, me: Me, now: datetime) -> datetime | None:
    return next((until for who, until in snoozes if who == me.id and until > now), None)


def clock(at: datetime, now: datetime) -> str:
    """The time of day, with the day where it is another."""
    here, today = at.astimezone(), now.astimezone()
    same = here.date() == today.date()
    return here.strftime("%H:%M") if same else t("{0:%d %b %H:%M}", here)


def _who(shape: Shape) -> Claim:
    return Claim(shape["id"], _line(shape["who"]))


def _line(text: str) -> str:
    return clean(text, multiline=False)
