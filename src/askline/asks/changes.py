"""One step of an ask: what stood, what shall stand, the events that say so and who is to be told.

What every rule of moving is made of, see `lifecycle` and `routing`. Decides nothing itself.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from askline.asks import trail
from askline.asks.model import Ask
from askline.asks.routes import Summons
from askline.asks.trail import Event, EventKind
from askline.core.errors import AlreadySettled
from askline.core.people import Actor


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    before: Ask
    after: Ask
    events: tuple[Event, ...] = ()
    release: tuple[str, ...] = ()
    """Keys that no longer lead to this ask."""
    summons: tuple[Summons, ...] = ()
    """Kept with the rest or not at all, so that nobody who should be told is forgotten."""


def unchanged(ask: Ask) -> Change:
    return Change(before=ask, after=ask)


def moved(
    before: Ask,
    kind: EventKind,
    *,
    by: Actor,
    at: datetime,
    content: str | None = None,
    detail: str = "",
    **changes: Any,
) -> Change:
    event = trail.event(
        kind,
        ask_id=before.id,
        after=before.revision,
        head=before.head,
        by=by,
        at=at,
        content_sha256="" if content is None else trail.sha256_of(content),
        detail=detail,
    )
    after = replace(before, revision=event.number, head=event.hash, **changes)
    return Change(before=before, after=after, events=(event,))


def must_be_pending(ask: Ask) -> None:
    if ask.state.settled:
        raise already_settled(ask)


def already_settled(ask: Ask) -> AlreadySettled:
    """Tells the one who came second who was first."""
    outcome = ask.outcome
    assert outcome is not None  # noqa: S101 - a settled ask has an outcome, by `lifecycle`
    by = outcome.settled_by
    where = f" by {by.who}" + (f" ({by.door})" if by.door else "")
    when = by.at.isoformat(timespec="seconds")
    return AlreadySettled(
        f"Ask {ask.short_id} is already {ask.state.replace('_', ' ')}{where} at {when}.",
        hint="Read its outcome; a correction can be added beside an answer.",
    )
