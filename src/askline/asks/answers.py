"""What comes back: answers, the outcome that holds them, and what is added later.

A `Given` is what a door brings in and nobody has checked; an `Answer` fits its question.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from askline.asks.state import State
from askline.core.people import Actor, ActorKind, Door

SHA256 = re.compile(r"[0-9a-f]{64}")
"""How a hash is written, by which a file or a command is named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """A file that a human added to an answer; its bytes lie under their hash."""

    sha256: str
    name: str
    media_type: str
    size: int


class AnswerState(StrEnum):
    ANSWERED = "answered"
    SKIPPED = "skipped"
    """The human passed over it on purpose."""
    UNANSWERED = "unanswered"


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    values: tuple[str, ...] = ()
    custom_text: str | None = None
    note: str | None = None
    skipped: bool = False
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    question_id: str
    state: AnswerState
    values: tuple[str, ...] = ()
    custom_text: str | None = None
    note: str | None = None
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledBy:
    """Who or what settled it, by which door: the promise `truth`."""

    kind: ActorKind
    id: str
    who: str
    door: Door | None
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    state: State
    settled_by: SettledBy
    receipt: str
    """Made by the answering side; a retry repeats it, a second opinion does not."""
    answers: tuple[Answer, ...] = ()
    """Every question of the ask when answered, otherwise none."""
    reason: str | None = None
    ask_back: str | None = None


class AmendmentKind(StrEnum):
    LATE = "late"
    CORRECTION = "correction"


@dataclass(frozen=True, slots=True, kw_only=True)
class Amendment:
    """What came after the outcome. It stands beside it and never changes it."""

    kind: AmendmentKind
    by: SettledBy
    receipt: str
    answers: tuple[Answer, ...]
    reason: str | None = None


def settled_by(actor: Actor, at: datetime) -> SettledBy:
    return SettledBy(kind=actor.kind, id=actor.id, who=actor.name, door=actor.door, at=at)
