"""Whether a trail holds, and that what an ask says is what was hashed."""

from dataclasses import replace

import pytest

from askline.asks import lifecycle
from askline.asks.answers import Outcome
from askline.asks.auditing import flaw_of
from askline.asks.changes import Change
from askline.asks.routes import Route
from askline.asks.trail import Event
from tests.builders import (
    ADA,
    AGENT,
    LATER,
    NOON,
    a_desk,
    a_matter,
    a_new_ask,
    an_approval,
    an_ask,
    an_opening,
    answered,
    answers,
    given,
    outcome_of,
)
from tests.promises import promise


def lived() -> tuple[Change, list[Event]]:
    """An ask that was seen, answered, corrected and delivered."""
    opening = an_opening()
    seen = lifecycle.see(opening.after, by=ADA, at=NOON)
    said = answered(seen.after)
    other = answers(db="PostgreSQL")
    corrected = lifecycle.correct(said.after, other, None, by=ADA, at=LATER, receipt="r2")
    last = lifecycle.deliver(corrected.after, 1, by=AGENT, at=LATER)
    return last, [e for change in (opening, seen, said, corrected, last) for e in change.events]


@promise("audit")
def test_a_trail_that_nobody_touched_holds() -> None:
    change, events = lived()

    assert flaw_of(change.after, events) is None


@promise("audit")
def test_other_words_than_those_that_were_hashed_are_found() -> None:
    change, events = lived()
    ask = change.after
    (amendment,) = ask.amendments

    forged = {
        1: replace(ask, matter=a_matter(title="Other")),
        3: replace(ask, outcome=replace(outcome_of(ask), answers=answers(db="PostgreSQL"))),
        4: replace(ask, amendments=(replace(amendment, reason="other"),)),
    }
    for number, other in forged.items():
        flaw = flaw_of(other, events)
        assert flaw is not None
        assert (flaw.number, flaw.problem) == (number, f"event {number} is about other words")
    assert flaw_of(replace(ask, outcome=None), events)
    assert flaw_of(replace(ask, amendments=()), events)
    missing = flaw_of(ask, events[:-1])
    assert missing is not None
    assert missing.problem == "the trail ends too early"


@pytest.mark.parametrize("touched", [False, True])
def test_an_import_is_one_event_about_all_of_it(touched: bool) -> None:
    outcome: Outcome = outcome_of(answered(an_ask()).after)
    change = lifecycle.imported(an_ask(), outcome, ADA, at=LATER, origin="auq: 1")
    ask = replace(change.after, outcome=None) if touched else change.after

    assert (flaw_of(ask, change.events) is not None) is touched


async def test_a_page_of_asks_is_looked_at_and_the_broken_ones_are_named() -> None:
    desk = a_desk()
    asks = [await desk.asking.ask(AGENT, a_new_ask()) for _ in range(3)]
    await desk.answering.answer(ADA, asks[0].id, given(), receipt="r1")

    looked, broken = await desk.auditing.page(ADA, limit=2)
    rest, _ = await desk.auditing.page(ADA, limit=2, before=looked[-1].id)

    assert [ask.id for ask in (*looked, *rest)] == [ask.id for ask in reversed(asks)]
    assert broken == []
    assert await desk.auditing.flaw(ADA, replace(asks[1], head="00"))


@promise("audit")
def test_an_approval_that_two_agreed_to_holds_too() -> None:
    route = Route(rule="two", quorum=2)
    opening = lifecycle.opened(an_ask(matter=an_approval(), route=route), AGENT)
    yes = answers(approve="yes")
    first = lifecycle.answer(opening.after, yes, by=ADA, at=NOON, receipt="r1")
    other = replace(ADA, id="bo", name="bo")
    second = lifecycle.answer(first.after, yes, by=other, at=NOON, receipt="r2")
    events = [event for change in (opening, first, second) for event in change.events]

    assert [event.kind for event in events] == ["asked", "agreed", "answered"]
    assert flaw_of(second.after, events) is None
