"""The audit trail: one event per move of an ask, each bound to the one before by its hash.

An event names who, where, when and which content (by its hash), never the content itself: a
copy of a trail gives nothing away and still verifies after its ask was pruned, by the hash that
stays. What an ask says is in its row, and `content_sha256` proves it.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from askline.asks.spelling import text_of, time_text
from askline.core.ids import AskId
from askline.core.people import Actor, ActorKind, Door


class EventKind(StrEnum):
    ASKED = "asked"
    SEEN = "seen"
    ATTACHED = "attached"
    DETACHED = "detached"
    DELIVERED = "delivered"
    EXTENDED = "extended"
    ANSWERED = "answered"
    REJECTED = "rejected"
    ASKED_BACK = "asked_back"
    CANCELLED = "cancelled"
    TIMED_OUT = "timed_out"
    SUPERSEDED = "superseded"
    LATE_ANSWER = "late_answer"
    CORRECTED = "corrected"
    IMPORTED = "imported"
    HANDED = "handed"
    """A hub decides it from here on."""
    TAKEN_BACK = "taken_back"
    """The hub would not have it."""
    CLAIMED = "claimed"
    RELEASED = "released"
    LAPSED = "lapsed"
    """A claim held it back long enough."""
    PASSED_ON = "passed_on"
    SNOOZED = "snoozed"
    AGREED = "agreed"
    """One of the several who must approve it."""
    ESCALATED = "escalated"
    REMINDED = "reminded"

    @classmethod
    def _missing_(cls, value: object) -> "EventKind | None":
        """What a newer version wrote is read as it stands: its trail verifies here too."""
        if not isinstance(value, str):
            return None
        unknown = str.__new__(cls, value)
        unknown._name_, unknown._value_ = "UNKNOWN", value
        return unknown


@dataclass(frozen=True, slots=True)
class Event:
    ask_id: AskId
    tenant: str
    number: int
    """1 for the asking, then without a gap; the ask's revision is the number of its last event."""
    kind: EventKind
    actor_kind: ActorKind
    actor_id: str
    actor_name: str
    door: Door | None
    at: datetime
    content_sha256: str = ""
    """SHA-256 of the content this event is about; empty where it has none."""
    detail: str = ""
    """A short fact that is no content, such as the new deadline."""
    hash: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pruned:
    """What stays of an ask that was pruned: enough to verify a copy of its trail."""

    ask_id: AskId
    events: int
    head: str
    at: datetime
    """When it was pruned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flaw:
    """The first place where a trail does not hold."""

    number: int
    problem: str


def event(
    kind: EventKind,
    *,
    ask_id: AskId,
    after: int,
    head: str,
    by: Actor,
    at: datetime,
    content_sha256: str = "",
    detail: str = "",
) -> Event:
    """The event that follows number `after`, whose hash is `head`."""
    facts = (
        *(ask_id, by.tenant, after + 1, kind),
        *(by.kind, by.id, by.name, by.door),
        *(at, content_sha256, detail),
    )
    return Event(*facts, _hash(head, *facts))


def flaw(events: Iterable[Event], head: str) -> Flaw | None:
    """What is wrong with a trail that should end in `head`, or nothing."""
    previous = ""
    number = 0
    for number, each in enumerate(events, start=1):
        if each.number != number:
            return Flaw(number=number, problem=f"event {number} is missing")
        if each.hash != _hash(previous, *astuple(each)[:-1]):
            return Flaw(number=number, problem=f"event {number} is not what was written")
        previous = each.hash
    if previous != head:
        return Flaw(number=number + 1, problem="the trail ends too early")
    return None


def sha256_of(content: str) -> str:
    return hashlib.sha256(content.encode()).hexdigest()


def _hash(previous: str, ask_id: AskId, *facts: Any) -> str:
    """Of a list in JSON, which is unmistakable: no two different events share a text."""
    *names, at, content_sha256, detail = facts
    return sha256_of(
        text_of((previous, str(ask_id), *names, time_text(at), content_sha256, detail))
    )
