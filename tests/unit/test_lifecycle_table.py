"""The whole table: state x verb x receipt, on the pure rules."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from itertools import product

import pytest

from askline.asks import changes, lifecycle, routing
from askline.asks.changes import Change
from askline.asks.model import Ask
from askline.asks.state import State
from askline.core.errors import AlreadySettled, InvalidArguments
from tests.builders import ADA, AGENT, BOB, LATER, NOON, an_opening, answered, answers
from tests.promises import promise
from tests.unit.table import FRESH, RECEIPTS, TABLE, VERBS, WINNING, Cell

WON = "won"
EVEN_LATER = LATER + timedelta(hours=1)


def ask_in(state: State) -> Ask:
    pending = an_opening(deadline=LATER, holder="line-1", same_key="same-1").after
    settling: dict[State, Callable[[], Change]] = {
        State.PENDING: lambda: changes.unchanged(pending),
        State.ANSWERED: lambda: answered(pending, receipt=WON),
        State.REJECTED: lambda: lifecycle.reject(pending, "no", by=ADA, at=NOON, receipt=WON),
        State.ASKED_BACK: lambda: lifecycle.ask_back(pending, "Why?", by=ADA, at=NOON, receipt=WON),
        State.CANCELLED: lambda: lifecycle.cancel(pending, None, by=AGENT, at=NOON, receipt=WON),
        State.TIMED_OUT: lambda: lifecycle.expire(pending, LATER),
        State.SUPERSEDED: lambda: lifecycle.supersede(pending, by=AGENT, at=NOON, receipt=WON),
    }
    return settling[state]().after


def done(ask: Ask, verb: str, receipt: str) -> Change:
    verbs: dict[str, Callable[[], Change]] = {
        "answer": lambda: lifecycle.answer(ask, answers(), by=BOB, at=NOON, receipt=receipt),
        "reject": lambda: lifecycle.reject(ask, None, by=BOB, at=NOON, receipt=receipt),
        "ask_back": lambda: lifecycle.ask_back(ask, "What?", by=BOB, at=NOON, receipt=receipt),
        "cancel": lambda: lifecycle.cancel(ask, "moot", by=AGENT, at=NOON, receipt=receipt),
        "supersede": lambda: lifecycle.supersede(ask, by=AGENT, at=NOON, receipt=receipt),
        "expire_due": lambda: lifecycle.expire(ask, LATER),
        "expire_early": lambda: lifecycle.expire(ask, LATER - timedelta(milliseconds=1)),
        "correct": lambda: lifecycle.correct(
            ask, answers(), None, by=BOB, at=NOON, receipt=receipt
        ),
        "extend": lambda: lifecycle.extend(ask, EVEN_LATER, by=BOB, at=NOON),
        "snooze": lambda: routing.snooze(ask, EVEN_LATER, by=BOB, at=NOON),
        "see": lambda: lifecycle.see(ask, by=BOB, at=NOON),
        "attach": lambda: lifecycle.attach(ask, "line-2", by=AGENT, at=NOON),
        "detach": lambda: lifecycle.detach(ask, "line-1", by=AGENT, at=NOON),
        "deliver": lambda: lifecycle.deliver(ask, by=AGENT, at=NOON),
    }
    return verbs[verb]()


def what_happens(ask: Ask, verb: str, receipt: str) -> str:
    try:
        change = done(ask, verb, receipt)
    except AlreadySettled:
        return "already"
    except InvalidArguments:
        return "nothing"
    if not change.events:
        assert change == changes.unchanged(ask)
        return "same"
    return what_changed(change)


def what_changed(change: Change) -> str:
    before, after = change.before, change.after
    (event,) = change.events
    assert (after.revision, after.head) == (before.revision + 1, event.hash)
    if after.state is not before.state:
        assert after.outcome is not None
        assert after.outcome.state is after.state
        return after.state
    assert after.outcome == before.outcome
    return "marked" if after.amendments == before.amendments else "amended"


@promise("answer-once")
@promise("audit")
@pytest.mark.parametrize("cell", TABLE, ids=str)
def test_every_verb_does_in_every_state_what_the_table_says(cell: Cell) -> None:
    ask = ask_in(cell.state)
    won = ask.outcome.receipt if ask.outcome else ""
    receipt = {FRESH: "r-9", WINNING: won}[cell.receipt]

    assert what_happens(ask, cell.verb, receipt) == cell.expected


def test_the_table_leaves_nothing_out() -> None:
    nobody_won_yet = {(State.PENDING, verb, WINNING) for verb in VERBS}
    everything = set(product(State, VERBS, RECEIPTS)) - nobody_won_yet

    cells = [(cell.state, cell.verb, cell.receipt) for cell in TABLE]

    assert sorted(cells) == sorted(everything)


def test_a_grace_that_ended_cancels_what_the_table_calls_due() -> None:
    gone = replace(ask_in(State.PENDING), holder=None, leave_at=NOON, deadline=None)

    assert what_happens(gone, "expire_due", "") == State.CANCELLED
