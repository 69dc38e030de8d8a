"""Random ways of an approval with a route: any verbs, by anyone, in any order, at times that only go on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from hypothesis import strategies as st

from askline.asks import changes, lifecycle, routing
from askline.asks.changes import Change
from askline.asks.model import Ask
from askline.asks.routes import Summons
from askline.asks.trail import Event
from askline.core.errors import AsklineError
from askline.core.people import Actor
from tests.builders import ADA, AGENT, BOB, CLIENT, LATER, NOON, RULE, an_approval, an_ask, answers
from tests.routed import ROUTE, opened
from tests.routed import to as addressee

DAY = timedelta(days=1)
FOR_TWO = replace(ROUTE, quorum=2)


@dataclass(frozen=True)
class Step:
    verb: str
    by: Actor
    receipt: str
    holder: str
    minutes: int
    """How much time passes before it."""


def moved(ask: Ask, step: Step, at: datetime) -> Change:
    by, receipt, holder = step.by, step.receipt, step.holder
    return VERBS[step.verb](ask, by, at, receipt, holder)


VERBS: dict[str, Callable[[Ask, Actor, datetime, str, str], Change]] = {
    "answer": lambda a, by, at, r, _: lifecycle.answer(a, answers(), by=by, at=at, receipt=r),
    "reject": lambda a, by, at, r, _: lifecycle.reject(a, None, by=by, at=at, receipt=r),
    "ask_back": lambda a, by, at, r, _: lifecycle.ask_back(a, "Why?", by=by, at=at, receipt=r),
    "cancel": lambda a, by, at, r, _: lifecycle.cancel(a, "moot", by=by, at=at, receipt=r),
    "supersede": lambda a, by, at, r, _: lifecycle.supersede(a, by=by, at=at, receipt=r),
    "correct": lambda a, by, at, r, _: lifecycle.correct(
        a, answers(), None, by=by, at=at, receipt=r
    ),
    "expire": lambda a, _by, at, _r, _: lifecycle.expire(a, at),
    "extend": lambda a, by, at, _r, _: lifecycle.extend(a, at + DAY, by=by, at=at),
    "see": lambda a, by, at, _r, _: lifecycle.see(a, by=by, at=at),
    "attach": lambda a, by, at, _r, holder: lifecycle.attach(a, holder, by=by, at=at),
    "detach": lambda a, by, at, _r, holder: lifecycle.detach(a, holder, by=by, at=at, grace=DAY),
    "agree": lambda a, by, at, r, _: lifecycle.answer(
        a, answers(approve="yes"), by=by, at=at, receipt=r
    ),
    "claim": lambda a, by, at, _r, _: routing.claim(a, by=by, at=at),
    "release": lambda a, by, at, _r, _: routing.release(a, by=by, at=at),
    "pass_on": lambda a, by, at, _r, to: routing.pass_on(a, addressee(to), by=by, at=at),
    "snooze": lambda a, by, at, r, _: routing.snooze(
        a, at + DAY if r == "r1" else None, by=by, at=at
    ),
    "hasten": lambda a, by, at, r, _: routing.hasten(a, r, by=by, at=at),
    "deliver": lambda a, by, at, _r, _: lifecycle.deliver(a, by=by, at=at),
}

PATHS = st.lists(
    st.builds(
        Step,
        verb=st.sampled_from(sorted(VERBS)),
        by=st.sampled_from([ADA, BOB, RULE, CLIENT, AGENT]),
        receipt=st.sampled_from(["r1", "r2", "r3"]),
        holder=st.sampled_from(["line-1", "line-2"]),
        minutes=st.integers(0, 30),
    ),
    max_size=30,
)


@dataclass
class Walk:
    ask: Ask
    events: list[Event]
    stations: list[Ask]
    """The ask after each step, also after one that was refused."""
    summons: list[Summons]


def walked(path: Sequence[Step]) -> Walk:
    ask = an_ask(matter=an_approval(), deadline=LATER, holder="line-1", same_key="same-1")
    opening = opened(routing.set_out(ask, FOR_TWO))
    walk = Walk(opening.after, [*opening.events], [opening.after], [*opening.summons])
    at = NOON
    for step in path:
        at += timedelta(minutes=step.minutes)
        try:
            change = moved(walk.ask, step, at)
        except AsklineError:
            change = changes.unchanged(walk.ask)
        walk.ask = change.after
        walk.events.extend(change.events)
        walk.summons.extend(change.summons)
        walk.stations.append(walk.ask)
    return walk
