"""How an ask finds somebody: taken in hand, passed on, put off, and moved on by time. Pure.

    claim / release   somebody has it in hand: it does not go on meanwhile, unless the claim lapses
    pass_on           another person or team has it in place of those who had it
    snooze            one person is not reminded before then; for the ask nothing changes
    agree             one of the several who must approve it
    advance           what time does: a claim lapses, the next are asked too, those who have it are reminded

Whoever was asked once may still answer when more are asked. Who may do what is said in `rights`, how an
ask ends in `lifecycle`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from askline.asks.addressing import Addressee
from askline.asks.answer_shapes import answer_shape
from askline.asks.answers import Answer, settled_by
from askline.asks.changes import Change, moved, must_be_pending, unchanged
from askline.asks.model import Ask, AskKind
from askline.asks.routes import Agreement, Claim, Route, Snooze, Standing, Summons, Why
from askline.asks.spelling import text_of, time_text
from askline.asks.trail import EventKind
from askline.core.errors import DeadlinePast, NotAllowed
from askline.core.people import Actor, timekeeper

YES = ("yes",)
MOST_TOLD = 20
"""So often people are told of one ask; whoever ignored so many needs no more."""


def set_out(ask: Ask, route: Route | None, word: Standing | None = None) -> Ask:
    """A new ask on its way; `word` is said to it in place of people who are all away.

    No word speaks where a person must, nor to what is sensitive: then it waits for who comes back.
    """
    said = None if ask.human_only or ask.matter.sensitive else word
    return replace(ask, route=route, word=said, **_timers(route, ask.asked_at))


def opened_for(ask: Ask) -> tuple[Summons, ...]:
    """Who is told that it was asked."""
    if ask.word is not None or ask.state.settled:
        return ()
    return _summons(ask, ask.recipients, Why.ASKED, ask.asked_at, patient=True)


def claim(ask: Ask, *, by: Actor, at: datetime) -> Change:
    """The newest claim counts: who says last that they have it, has it."""
    _must_be_routed(ask)
    if ask.claim is not None and ask.claim.id == by.id:
        return unchanged(ask)
    taken = Claim(id=by.id, who=by.name, at=at)
    return moved(ask, EventKind.CLAIMED, by=by, at=at, claim=taken)


def release(ask: Ask, *, by: Actor, at: datetime) -> Change:
    """It goes on as if just asked of those who have it."""
    route = _must_be_routed(ask)
    if ask.claim is None or ask.claim.id != by.id:
        return unchanged(ask)
    return moved(ask, EventKind.RELEASED, by=by, at=at, claim=None, **_timers(route, at))


def pass_on(ask: Ask, to: Addressee, *, by: Actor, at: datetime) -> Change:
    """Those who had it have it no more, and what was still to come of its route comes after `to`."""
    route, address = _must_be_routed(ask), to.address
    if ask.recipients == (address,):
        return unchanged(ask)
    if ask.matter.kind is AskKind.APPROVAL:
        _must_be_able_to_approve(ask, route, to)
    changes: dict[str, Any] = {"recipients": (address,), "claim": None, **_timers(route, at)}
    change = moved(ask, EventKind.PASSED_ON, by=by, at=at, detail=address, **changes)
    return _telling(change, (address,), Why.PASSED_ON, at)


def _must_be_able_to_approve(ask: Ask, route: Route, to: Addressee) -> None:
    if to.address == ask.principal and not route.self_approval:
        raise NotAllowed(
            f"Ask {ask.short_id} was asked on behalf of whom you would pass it on to.",
            hint="Pass it on to another approver: nobody may approve their own here.",
        )
    if not to.several and len({to.address, *(each.by.id for each in ask.agreed)}) < route.quorum:
        raise NotAllowed(
            f"Ask {ask.short_id} needs the yes of {route.quorum} people, and {to.name} is one.",
            hint="Pass it on to a team, as team:name: alone they could never settle it.",
        )


def snooze(ask: Ask, until: datetime | None, *, by: Actor, at: datetime) -> Change:
    """`until` none: not any longer."""
    must_be_pending(ask)
    if until is not None and until <= at:
        raise DeadlinePast(
            f"{until.isoformat()} has passed.", hint="Snooze until a later time, in UTC."
        )
    others = tuple(each for each in ask.snoozes if each.id != by.id)
    own = () if until is None else (Snooze(id=by.id, until=until),)
    if (*others, *own) == ask.snoozes:
        return unchanged(ask)
    detail = time_text(until) or ""
    return moved(ask, EventKind.SNOOZED, by=by, at=at, detail=detail, snoozes=(*others, *own))


def without(ask: Ask, approving: Mapping[str, frozenset[str]]) -> Ask:
    """The ask without the yes of who may approve it no more; `approving` says what each may now."""
    agreed = tuple(
        each
        for each in ask.agreed
        if not approving.get(each.by.id, frozenset()).isdisjoint(each.reach or ask.recipients)
    )
    return replace(ask, agreed=agreed)


def lacks_others(ask: Ask, answers: tuple[Answer, ...], by: Actor) -> bool:
    """Whether this yes is one of several that an approval needs, and not the last."""
    if ask.route is None or ask.matter.kind is not AskKind.APPROVAL or ask.state.settled:
        return False
    if any(answer.values != YES for answer in answers):
        return False
    return len({by.id, *(each.by.id for each in ask.agreed)}) < ask.route.quorum


def agree(
    ask: Ask, answers: tuple[Answer, ...], *, by: Actor, at: datetime, receipt: str
) -> Change:
    if any(each.by.id == by.id for each in ask.agreed):
        return unchanged(ask)
    reach = [each for each in ask.recipients if by.approves is None or each in by.approves]
    agreement = Agreement(by=settled_by(by, at), receipt=receipt, reach=tuple(reach))
    content = text_of([answer_shape(answer) for answer in answers])
    agreed = (*ask.agreed, agreement)
    return moved(ask, EventKind.AGREED, by=by, at=at, content=content, agreed=agreed)


def hasten(ask: Ask, reason: str, *, by: Actor, at: datetime, told: int | None = None) -> Change:
    """The next are asked now, because those who have it could not be told.

    `told` is which telling failed: where people were told anew since then, nothing is hastened, so that
    several who could not be told, or one who says so twice, make one step.
    """
    route = ask.route
    if route is None or not route.steps or ask.claim is not None or ask.state.settled:
        return unchanged(ask)
    if told is not None and told != ask.summoned:
        return unchanged(ask)
    return _escalated(ask, route, by=by, at=at, reason=reason)


def advance(ask: Ask, now: datetime) -> Change:
    """What time does to it, one step at a time; nothing where nothing is due.

    The next step waits its whole time from now: who comes back after long finds the same order, and
    each who is asked has the time that was meant for them.
    """
    route = ask.route
    if route is None:
        return unchanged(ask)
    if ask.claim is not None:
        lapses = ask.lapse_at is not None and ask.lapse_at <= now
        return _lapsed(ask, ask.claim, route, now) if lapses else unchanged(ask)
    if ask.next_at is not None and ask.next_at <= now:
        return _escalated(ask, route, by=timekeeper(ask.tenant), at=now)
    if ask.remind_at is not None and ask.remind_at <= now:
        return _reminded(ask, route, now)
    return unchanged(ask)


def _lapsed(ask: Ask, held: Claim, route: Route, now: datetime) -> Change:
    timers, by = _timers(route, now), timekeeper(ask.tenant)
    change = moved(ask, EventKind.LAPSED, by=by, at=now, detail=held.who, claim=None, **timers)
    return _telling(change, ask.recipients, Why.REMINDED, now)


def _escalated(ask: Ask, route: Route, *, by: Actor, at: datetime, reason: str = "") -> Change:
    step, rest = route.steps[0], replace(route, steps=route.steps[1:])
    fresh = tuple(each for each in dict.fromkeys(step.to) if each not in ask.recipients)
    changes: dict[str, Any] = {"route": rest, "recipients": (*ask.recipients, *fresh)}
    detail = ", ".join(step.to) + (f": {reason}" if reason else "")
    timers = _timers(rest, at)
    change = moved(ask, EventKind.ESCALATED, by=by, at=at, detail=detail, **changes, **timers)
    return _telling(change, step.to, Why.ESCALATED, at)


def _reminded(ask: Ask, route: Route, now: datetime) -> Change:
    enough = ask.summoned + 1 >= MOST_TOLD
    again = None if enough else _timers(route, now)["remind_at"]
    by = timekeeper(ask.tenant)
    change = moved(ask, EventKind.REMINDED, by=by, at=now, remind_at=again)
    return _telling(change, ask.recipients, Why.REMINDED, now)


def _telling(change: Change, recipients: Iterable[str], why: Why, at: datetime) -> Change:
    after = replace(change.after, summoned=change.after.summoned + 1)
    return replace(change, after=after, summons=_summons(after, recipients, why, at))


def _summons(
    ask: Ask, recipients: Iterable[str], why: Why, at: datetime, *, patient: bool = False
) -> tuple[Summons, ...]:
    wait = ask.route.tell_after if ask.route else None
    if wait is None:
        return ()
    moment = at + wait if patient else at
    return tuple(
        Summons(
            ask_id=ask.id,
            tenant=ask.tenant,
            number=ask.summoned,
            recipient=recipient,
            why=why,
            at=moment,
        )
        for recipient in dict.fromkeys(recipients)
    )


def _timers(route: Route | None, now: datetime) -> dict[str, Any]:
    """From when on it goes on, and people are reminded."""
    steps = route.steps if route else ()
    remind = route.remind if route else None
    return {
        "next_at": now + steps[0].after if steps else None,
        "remind_at": None if remind is None else now + remind,
    }


def _must_be_routed(ask: Ask) -> Route:
    must_be_pending(ask)
    if ask.route is None:
        raise NotAllowed(
            f"Ask {ask.short_id} is yours alone.",
            hint="Claiming and passing on are for a hub, where several people could answer.",
        )
    return ask.route
