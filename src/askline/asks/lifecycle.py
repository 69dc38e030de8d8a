"""The only place where an ask changes.

                    ┌── answer ──────▶ answered
                    ├── reject ──────▶ rejected
 pending ───────────┼── ask_back ────▶ asked_back
                    ├── cancel ──────▶ cancelled
                    ├── expire ──────▶ timed_out     (or cancelled, when a detach grace ended)
                    └── supersede ───▶ superseded

Settled states never change. What comes later is an amendment beside the outcome. Every function is
pure: it takes an ask and returns the change that a store commits by compare-and-set, or a change
without events where there is nothing to do (a retry with the winning receipt, a repeated mark).
Who may do it is not decided here, see `rights`; whether an answer fits, see `checking`.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from askline.asks import repeats, trail
from askline.asks.answer_shapes import amendment_shape, outcome_text
from askline.asks.answers import Amendment, AmendmentKind, Answer, Outcome, settled_by
from askline.asks.model import Ask, Seen
from askline.asks.shapes import matter_text
from askline.asks.spelling import text_of
from askline.asks.state import State
from askline.asks.trail import Event, EventKind
from askline.core.errors import AlreadySettled, DeadlinePast, InvalidArguments, NotAllowed
from askline.core.people import Actor, timekeeper

NONE = ""
"""Time's receipt: nobody can repeat it, and an empty one repeats nothing."""

ANSWERABLE = frozenset({State.PENDING, State.TIMED_OUT})
CORRECTABLE = frozenset({State.ANSWERED, State.TIMED_OUT})


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One step: what stood, what shall stand, and the events that say so."""

    before: Ask
    after: Ask
    events: tuple[Event, ...] = ()
    release: tuple[str, ...] = ()
    """Keys that no longer lead to this ask."""


def opened(ask: Ask, by: Actor) -> Change:
    """The first change: `ask` as it was built, with the event of its asking."""
    return _moved(ask, EventKind.ASKED, by=by, at=ask.asked_at, content=matter_text(ask.matter))


def answer(
    ask: Ask, answers: tuple[Answer, ...], *, by: Actor, at: datetime, receipt: str
) -> Change:
    """Settle with answers; after a time-out the same words are kept as a late amendment."""
    if _repeats(ask, receipt):
        return unchanged(ask)
    if ask.state is State.TIMED_OUT:
        return _amended(ask, AmendmentKind.LATE, answers, by=by, at=at, receipt=receipt)
    return _settled(ask, State.ANSWERED, by=by, at=at, receipt=receipt, answers=answers)


def reject(ask: Ask, reason: str | None, *, by: Actor, at: datetime, receipt: str) -> Change:
    return _settled(ask, State.REJECTED, by=by, at=at, receipt=receipt, reason=reason)


def ask_back(ask: Ask, words: str, *, by: Actor, at: datetime, receipt: str) -> Change:
    return _settled(ask, State.ASKED_BACK, by=by, at=at, receipt=receipt, ask_back=words)


def cancel(ask: Ask, reason: str | None, *, by: Actor, at: datetime, receipt: str) -> Change:
    return _settled(ask, State.CANCELLED, by=by, at=at, receipt=receipt, reason=reason)


def supersede(ask: Ask, *, by: Actor, at: datetime, receipt: str) -> Change:
    reason = "A newer question of the same stream took its place."
    return _settled(ask, State.SUPERSEDED, by=by, at=at, receipt=receipt, reason=reason)


def is_due(ask: Ask, now: datetime) -> bool:
    return ask.due_at is not None and ask.due_at <= now


def expire(ask: Ask, now: datetime) -> Change:
    """Let time settle what is due: its own deadline first, else the grace of a gone agent."""
    if not is_due(ask, now):
        return unchanged(ask)
    by = timekeeper(ask.tenant)
    if ask.deadline is not None and ask.deadline <= now:
        return _settled(ask, State.TIMED_OUT, by=by, at=now, receipt=NONE)
    reason = "The agent went away and did not come back."
    return _settled(ask, State.CANCELLED, by=by, at=now, receipt=NONE, reason=reason)


def correct(
    ask: Ask,
    answers: tuple[Answer, ...],
    reason: str | None,
    *,
    by: Actor,
    at: datetime,
    receipt: str,
) -> Change:
    """Another word after the answer. The agent gets it at its next contact."""
    if _repeats(ask, receipt):
        return unchanged(ask)
    if ask.state is State.PENDING:
        raise InvalidArguments(
            f"Ask {ask.short_id} has no answer yet.", hint="Answer it; there is nothing to correct."
        )
    if ask.state not in CORRECTABLE:
        raise already_settled(ask)
    return _amended(
        ask, AmendmentKind.CORRECTION, answers, by=by, at=at, receipt=receipt, reason=reason
    )


def extend(ask: Ask, deadline: datetime, *, by: Actor, at: datetime) -> Change:
    _must_be_pending(ask)
    if not ask.matter.extendable:
        raise NotAllowed(
            f"The deadline of ask {ask.short_id} is fixed.",
            hint="Answer it before its deadline, or answer late: late answers are kept.",
        )
    if ask.deadline is None:
        raise InvalidArguments(
            f"Ask {ask.short_id} has no deadline.",
            hint="It waits until somebody answers; there is nothing to extend.",
        )
    if deadline <= at or deadline < ask.deadline:
        raise DeadlinePast(
            f"A deadline can only be moved later; {deadline.isoformat()} is not later.",
            hint="Give a time after the present deadline, in UTC.",
        )
    if deadline == ask.deadline:
        return unchanged(ask)
    moment = deadline.isoformat()
    return _moved(ask, EventKind.EXTENDED, by=by, at=at, detail=moment, deadline=deadline)


def see(ask: Ask, *, by: Actor, at: datetime) -> Change:
    if any(seen.door == by.door and seen.who == by.name for seen in ask.seen):
        return unchanged(ask)
    seen = Seen(door=by.door, who=by.name, at=at)
    return _moved(ask, EventKind.SEEN, by=by, at=at, seen=(*ask.seen, seen))


def attach(ask: Ask, holder: str, *, by: Actor, at: datetime) -> Change:
    """`holder` waits now. The newest holder counts: an older connection's end detaches nothing."""
    if ask.holder == holder:
        return unchanged(ask)
    changes: dict[str, Any] = {"holder": holder, "detached": False, "leave_at": None}
    return _moved(ask, EventKind.ATTACHED, by=by, at=at, detail=holder, **changes)


def detach(
    ask: Ask, holder: str, *, by: Actor, at: datetime, grace: timedelta | None = None
) -> Change:
    """`holder` is gone; the ask stays pending, forever unless a grace is set."""
    if ask.holder != holder:
        return unchanged(ask)
    leave_at = at + grace if grace is not None and not ask.state.settled else None
    changes: dict[str, Any] = {"holder": None, "detached": True, "leave_at": leave_at}
    return _moved(ask, EventKind.DETACHED, by=by, at=at, detail=holder, **changes)


def deliver(ask: Ask, amendments: int = 0, *, by: Actor, at: datetime) -> Change:
    """An agent received the outcome whole; an identical ask is a new one from now on.

    `amendments` is how many it received with it: one that was added meanwhile is still to deliver.
    """
    known = ask.delivered_at is not None or amendments < len(ask.amendments)
    if not ask.state.settled or known:
        return unchanged(ask)
    change = _moved(ask, EventKind.DELIVERED, by=by, at=at, delivered_at=at, same_key=None)
    return replace(change, release=repeats.passing_keys(ask))


def unchanged(ask: Ask) -> Change:
    return Change(before=ask, after=ask)


def already_settled(ask: Ask) -> AlreadySettled:
    """Tells the one who came second who was first."""
    outcome = ask.outcome
    assert outcome is not None  # noqa: S101 - a settled ask has an outcome, by `_settled`
    by = outcome.settled_by
    where = f" by {by.who}" + (f" ({by.door})" if by.door else "")
    when = by.at.isoformat(timespec="seconds")
    return AlreadySettled(
        f"Ask {ask.short_id} is already {ask.state.replace('_', ' ')}{where} at {when}.",
        hint="Read its outcome; a correction can be added beside an answer.",
    )


def _settled(
    ask: Ask,
    state: State,
    *,
    by: Actor,
    at: datetime,
    receipt: str,
    answers: tuple[Answer, ...] = (),
    reason: str | None = None,
    ask_back: str | None = None,
) -> Change:
    if _repeats(ask, receipt):
        return unchanged(ask)
    _must_be_pending(ask)
    outcome = Outcome(
        state=state,
        settled_by=settled_by(by, at),
        receipt=receipt,
        answers=answers,
        reason=reason,
        ask_back=ask_back,
    )
    return _moved(
        ask,
        EventKind(state),
        by=by,
        at=at,
        content=outcome_text(outcome),
        state=state,
        outcome=outcome,
        leave_at=None,
    )


def _amended(
    ask: Ask,
    kind: AmendmentKind,
    answers: tuple[Answer, ...],
    *,
    by: Actor,
    at: datetime,
    receipt: str,
    reason: str | None = None,
) -> Change:
    amendment = Amendment(
        kind=kind, by=settled_by(by, at), receipt=receipt, answers=answers, reason=reason
    )
    content = text_of(amendment_shape(amendment))
    return _moved(
        ask,
        EventKind.LATE_ANSWER if kind is AmendmentKind.LATE else EventKind.CORRECTED,
        by=by,
        at=at,
        content=content,
        amendments=(*ask.amendments, amendment),
        delivered_at=None,  # what was added must reach the agent too
    )


def _moved(
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


def _repeats(ask: Ask, receipt: str) -> bool:
    """Whether this very act was done before: a retry is a success, not a conflict."""
    if receipt == NONE:
        return False
    if ask.outcome is not None and ask.outcome.receipt == receipt:
        return True
    return any(amendment.receipt == receipt for amendment in ask.amendments)


def _must_be_pending(ask: Ask) -> None:
    if ask.state.settled:
        raise already_settled(ask)
