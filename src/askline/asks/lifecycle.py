"""The only place where an ask ends.

                    ┌── answer ──────▶ answered
                    ├── reject ──────▶ rejected
 pending ───────────┼── ask_back ────▶ asked_back
                    ├── cancel ──────▶ cancelled
                    ├── expire ──────▶ timed_out     (or cancelled, when a detach grace ended)
                    └── supersede ───▶ superseded

How it finds somebody before that is said in `routing`. Where a hub decides in place of this house, `hand_over` says so and `bring_home` brings what it decided.
Settled states never change. What comes later is an amendment beside the outcome. Every function is
pure: it takes an ask and returns the change that a store commits by compare-and-set, or a change
without events where there is nothing to do (a retry with the winning receipt, a repeated mark).
Who may do it is not decided here, see `rights`; whether an answer fits, see `checking`.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from askline.asks import repeats, routing
from askline.asks.answer_shapes import amendment_shape, outcome_text
from askline.asks.answers import Amendment, AmendmentKind, Answer, Outcome, SettledBy, settled_by
from askline.asks.changes import Change, already_settled, moved, must_be_pending, unchanged
from askline.asks.handing import Decided
from askline.asks.model import Ask, Seen
from askline.asks.routes import Standing
from askline.asks.shapes import matter_text
from askline.asks.spelling import text_of
from askline.asks.state import State
from askline.asks.trail import EventKind
from askline.core.errors import DeadlinePast, InvalidArguments, NotAllowed
from askline.core.people import PERSONS, Actor, ActorKind, timekeeper

NONE = ""
"""Time's receipt: nobody can repeat it, and an empty one repeats nothing."""

ANSWERABLE = frozenset({State.PENDING, State.TIMED_OUT})
CORRECTABLE = frozenset({State.ANSWERED, State.TIMED_OUT})


def opened(ask: Ask, by: Actor) -> Change:
    """The first change: `ask` as it was built, with the event of its asking."""
    change = moved(ask, EventKind.ASKED, by=by, at=ask.asked_at, content=matter_text(ask.matter))
    return replace(change, summons=routing.opened_for(ask))


def imported(ask: Ask, outcome: Outcome, by: Actor, *, at: datetime, origin: str) -> Change:
    """The only change of an ask that was settled elsewhere: it comes in as it ended there."""
    return moved(
        ask,
        EventKind.IMPORTED,
        by=by,
        at=at,
        content=matter_text(ask.matter) + outcome_text(outcome),
        detail=origin,
        state=outcome.state,
        outcome=outcome,
    )


def answer(
    ask: Ask, answers: tuple[Answer, ...], *, by: Actor, at: datetime, receipt: str
) -> Change:
    """Settle with answers, or agree where more people must; after a time-out it is a late amendment."""
    if _repeats(ask, receipt):
        return unchanged(ask)
    if ask.state is State.TIMED_OUT:
        return _amended(ask, AmendmentKind.LATE, answers, by=by, at=at, receipt=receipt)
    if routing.lacks_others(ask, answers, by):
        return routing.agree(ask, answers, by=by, at=at, receipt=receipt)
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
    """Let time do what is due: a standing word, its own deadline, the grace of a gone agent, its route."""
    if not is_due(ask, now):
        return unchanged(ask)
    by = timekeeper(ask.tenant)
    if ask.word is not None:
        speaker = _speaker(ask.tenant, ask.word)
        words = ask.word.words
        return _settled(ask, State.REJECTED, by=speaker, at=now, receipt=NONE, reason=words)
    if ask.deadline is not None and ask.deadline <= now:
        return _settled(ask, State.TIMED_OUT, by=by, at=now, receipt=NONE)
    if ask.leave_at is not None and ask.leave_at <= now:
        reason = "The agent went away and did not come back."
        return _settled(ask, State.CANCELLED, by=by, at=now, receipt=NONE, reason=reason)
    return routing.advance(ask, now)


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
    must_be_pending(ask)
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
    return moved(ask, EventKind.EXTENDED, by=by, at=at, detail=moment, deadline=deadline)


def see(ask: Ask, *, by: Actor, at: datetime) -> Change:
    who = by.id if by.kind in PERSONS else None
    same = (by.door, who, None if who else by.name)
    if any((seen.door, seen.id, None if seen.id else seen.who) == same for seen in ask.seen):
        return unchanged(ask)
    seen = Seen(door=by.door, who=by.name, at=at, id=who)
    return moved(ask, EventKind.SEEN, by=by, at=at, seen=(*ask.seen, seen))


def attach(ask: Ask, holder: str, *, by: Actor, at: datetime) -> Change:
    """`holder` waits now. The newest holder counts: an older connection's end detaches nothing."""
    if ask.holder == holder:
        return unchanged(ask)
    changes: dict[str, Any] = {"holder": holder, "detached": False, "leave_at": None}
    return moved(ask, EventKind.ATTACHED, by=by, at=at, detail=holder, **changes)


def detach(
    ask: Ask, holder: str, *, by: Actor, at: datetime, grace: timedelta | None = None
) -> Change:
    """`holder` is gone; the ask stays pending, forever unless a grace is set."""
    if ask.holder != holder:
        return unchanged(ask)
    leave_at = at + grace if grace is not None and not ask.state.settled else None
    changes: dict[str, Any] = {"holder": None, "detached": True, "leave_at": leave_at}
    return moved(ask, EventKind.DETACHED, by=by, at=at, detail=holder, **changes)


def deliver(ask: Ask, amendments: int = 0, *, by: Actor, at: datetime) -> Change:
    """An agent received the outcome whole; an identical ask is a new one from now on.

    `amendments` is how many it received with it: one that was added meanwhile is still to deliver.
    """
    known = ask.delivered_at is not None or amendments < len(ask.amendments)
    if not ask.state.settled or known:
        return unchanged(ask)
    change = moved(ask, EventKind.DELIVERED, by=by, at=at, delivered_at=at, same_key=None)
    return replace(change, release=repeats.passing_keys(ask))


def hand_over(ask: Ask, hub: str, *, by: Actor, at: datetime) -> Change:
    """From here on the hub decides: nobody settles it here, and no time."""
    must_be_pending(ask)
    if ask.handed is not None:
        return unchanged(ask)
    return moved(ask, EventKind.HANDED, by=by, at=at, detail=hub, handed=hub, leave_at=None)


def take_back(ask: Ask, *, by: Actor, at: datetime) -> Change:
    """The hub never had it, and would not have it."""
    if ask.handed is None or ask.state.settled:
        return unchanged(ask)
    return moved(ask, EventKind.TAKEN_BACK, by=by, at=at, detail=ask.handed, handed=None)


def bring_home(ask: Ask, decided: Decided, *, at: datetime) -> Change:
    """What the hub decided, or the next thing that was added there: a step at a time."""
    outcome = decided.outcome
    if ask.handed is None or outcome is None:
        return unchanged(ask)
    if not ask.state.settled:
        return moved(
            ask,
            EventKind(outcome.state),
            by=_author(ask, outcome.settled_by),
            at=at,
            content=outcome_text(outcome),
            detail=ask.handed,
            state=outcome.state,
            outcome=outcome,
            leave_at=None,
        )
    for amendment in decided.amendments:
        if not _repeats(ask, amendment.receipt):
            by = _author(ask, amendment.by)
            return _added(ask, amendment, by=by, at=at, detail=ask.handed)
    return unchanged(ask)


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
    must_be_pending(ask)
    outcome = Outcome(
        state=state,
        settled_by=settled_by(by, at),
        receipt=receipt,
        answers=answers,
        reason=reason,
        ask_back=ask_back,
    )
    return moved(
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
    return _added(ask, amendment, by=by, at=at)


def _added(ask: Ask, amendment: Amendment, *, by: Actor, at: datetime, detail: str = "") -> Change:
    late = amendment.kind is AmendmentKind.LATE
    return moved(
        ask,
        EventKind.LATE_ANSWER if late else EventKind.CORRECTED,
        by=by,
        at=at,
        content=text_of(amendment_shape(amendment)),
        detail=detail,
        amendments=(*ask.amendments, amendment),
        delivered_at=None,  # what was added must reach the agent too
    )


def _speaker(tenant: str, word: Standing) -> Actor:
    """Their own word, given before; nobody is said to have seen the ask."""
    return Actor(tenant=tenant, kind=ActorKind.RULE, id=f"away/{word.id}", name=f"{word.who}, away")


def _author(ask: Ask, by: SettledBy) -> Actor:
    """Who settled it at the hub, as this house's trail names them."""
    return Actor(tenant=ask.tenant, kind=by.kind, id=by.id, name=by.who, door=by.door)


def _repeats(ask: Ask, receipt: str) -> bool:
    """Whether this very act was done before: a retry is a success, not a conflict."""
    if receipt == NONE:
        return False
    if ask.outcome is not None and ask.outcome.receipt == receipt:
        return True
    later = (*ask.amendments, *ask.agreed)
    return any(each.receipt == receipt for each in later)
