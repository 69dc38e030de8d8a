"""Links that decide: made for one answer to one ask, used once, for a short time.

The address holds a random word; only its hash is kept, so who reads the store can use none. Opening
a link shows what it would decide and changes nothing, because scanners of mail and chat open all of
them; only pressing the button there decides. A link is a person's key, not the person: what needs a
person at a door has none.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from askline.asks.answers import Given
from askline.asks.model import Ask, Question, QuestionKind
from askline.core.ids import AskId
from askline.core.speaking import t

MOST_CHOICES = 3
"""So many buttons a notice on a phone can have."""
LONGEST_LIFE = timedelta(hours=24)
YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    sha256: str
    tenant: str
    ask_id: AskId
    answers: dict[str, Given] = field(repr=False)
    expires_at: datetime
    by: str = ""
    """Whose key it is: the address of its contact's owner; none where there is one person."""
    contact: str = ""
    """The contact that it went to; it ends with that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One thing that can be said to an ask in one word."""

    label: str
    answers: dict[str, Given]


def choices_of(ask: Ask) -> tuple[Choice, ...]:
    """What a link may decide: of one plain question, all of its few answers; otherwise nothing."""
    if len(ask.questions) != 1 or ask.human_only or ask.matter.sensitive:
        return ()
    (question,) = ask.questions
    said = _said(question)
    if not 0 < len(said) <= MOST_CHOICES:
        return ()
    return tuple(
        Choice(label=label, answers={question.id: Given(values=(value,))}) for label, value in said
    )


def new_link(
    ask: Ask, choice: Choice, now: datetime, *, by: str = "", contact: str = ""
) -> tuple[str, Link]:
    """The word for its address, and what is kept of it."""
    word = secrets.token_urlsafe(32)
    expires_at = min(ask.deadline or now + LONGEST_LIFE, now + LONGEST_LIFE)
    link = Link(
        sha256=hash_of(word),
        tenant=ask.tenant,
        ask_id=ask.id,
        answers=choice.answers,
        expires_at=expires_at,
        by=by,
        contact=contact,
    )
    return word, link


def press(word: str) -> str:
    """What the form of a link's page holds, new with each opening, and its button brings back: who
    posts to an address without having read the page does not have it."""
    fresh = secrets.token_urlsafe(9)
    return f"{fresh}.{_stamp(word, fresh)}"


def pressed(word: str, said: str) -> bool:
    fresh, _, stamp = said.partition(".")
    return hmac.compare_digest(_stamp(word, fresh).encode(), stamp.encode())


def _stamp(word: str, fresh: str) -> str:
    return hmac.digest(word.encode(), f"press {fresh}".encode(), "sha256").hex()


def hash_of(word: str) -> str:
    return hashlib.sha256(word.encode()).hexdigest()


def _said(question: Question) -> list[tuple[str, str]]:
    match question.kind:
        case QuestionKind.CONFIRM:
            return [(t("Yes"), YES), (t("No"), NO)]
        case QuestionKind.SELECT:
            return [(option.label, option.label) for option in question.options]
        case _:
            return []
