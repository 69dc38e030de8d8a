"""Deadlines at the desk: what is late is late, and kept."""

from datetime import datetime, timedelta, timezone

import pytest

from askline.asks.answers import AmendmentKind
from askline.asks.ports import News
from askline.asks.state import State
from askline.core.errors import (
    AlreadySettled,
    DeadlinePast,
    InvalidAnswer,
    InvalidArguments,
    NotAllowed,
)
from askline.core.people import ActorKind
from tests.builders import (
    ADA,
    AGENT,
    BOB,
    LATER,
    StoppedClock,
    a_desk,
    a_matter,
    a_new_ask,
    given,
    outcome_of,
)
from tests.promises import promise
from tests.unit.troubles import Rung, glimpse

HOUR = timedelta(hours=1)
MOMENT = timedelta(milliseconds=1)
TOKYO = timezone(timedelta(hours=9))


@promise("deadline-utc")
@pytest.mark.parametrize(
    ("at", "state"),
    [
        pytest.param(LATER - MOMENT, State.ANSWERED, id="a moment before"),
        pytest.param(LATER, State.TIMED_OUT, id="exactly on time is late"),
        pytest.param(LATER + HOUR, State.TIMED_OUT, id="an hour after"),
    ],
)
async def test_an_answer_is_in_time_or_late_even_if_no_sweep_has_been_by(
    at: datetime, state: State
) -> None:
    clock = StoppedClock()
    desk = a_desk(clock=clock)
    ask = await desk.asking.ask(AGENT, a_new_ask(deadline=LATER))

    clock.time = at
    settled = await desk.answering.answer(ADA, ask.id, given(), receipt="r1")

    assert settled.state is state


@promise("late-kept")
async def test_a_late_answer_is_kept_beside_the_time_out_and_told() -> None:
    clock, bell = StoppedClock(), Rung()
    desk = a_desk(bell=bell, clock=clock)
    ask = await desk.asking.ask(AGENT, a_new_ask(deadline=LATER))

    clock.time = LATER + HOUR
    late = await desk.answering.answer(ADA, ask.id, given(), receipt="r1")

    (amendment,) = late.amendments
    assert outcome_of(late).settled_by.kind is ActorKind.TIME
    assert (amendment.kind, amendment.by.who, amendment.by.at) == (
        AmendmentKind.LATE,
        "me",
        LATER + HOUR,
    )
    assert [hint.news for hint in bell.hints] == [News.ASKED, News.SETTLED, News.MARKED]


@promise("late-kept")
async def test_a_late_answer_reaches_the_agent_even_if_the_time_out_was_delivered() -> None:
    clock = StoppedClock()
    desk = a_desk(clock=clock)
    ask = await desk.asking.ask(AGENT, a_new_ask(deadline=LATER))
    clock.time = LATER
    await desk.sweeping.sweep()
    await desk.asking.delivered(AGENT, ask.id)

    late = await desk.answering.answer(ADA, ask.id, given(), receipt="r1")

    assert late.delivered_at is None
    handed_over = await glimpse(desk, ask.id)
    assert handed_over.amendments == late.amendments
    told = await desk.asking.delivered(AGENT, ask.id, amendments=1)
    assert told.delivered_at == LATER


@promise("late-kept")
async def test_a_late_answer_that_does_not_fit_is_refused_like_any_other() -> None:
    clock = StoppedClock()
    desk = a_desk(clock=clock)
    ask = await desk.asking.ask(AGENT, a_new_ask(deadline=LATER))
    clock.time = LATER

    with pytest.raises(InvalidAnswer):
        await desk.answering.answer(ADA, ask.id, given(db="Oracle"), receipt="r1")

    assert (await desk.reading.read(ADA, ask.id)).amendments == ()


@promise("deadline-utc")
async def test_after_the_deadline_nothing_but_a_late_answer_is_taken() -> None:
    clock = StoppedClock()
    desk = a_desk(clock=clock)
    ask = await desk.asking.ask(AGENT, a_new_ask(deadline=LATER))
    clock.time = LATER

    for late in (
        lambda: desk.answering.reject(ADA, ask.id, receipt="r1"),
        lambda: desk.answering.ask_back(ADA, ask.id, "Why?", receipt="r2"),
        lambda: desk.answering.extend(ADA, ask.id, LATER + HOUR),
        lambda: desk.asking.cancel(AGENT, ask.id, receipt="r3"),
    ):
        with pytest.raises(AlreadySettled, match="already timed out by time at 2026-11-14T13:00"):
            await late()


@promise("deadline-utc")
async def test_any_touch_after_the_deadline_settles_in_the_name_of_time() -> None:
    clock, bell = StoppedClock(), Rung()
    desk = a_desk(bell=bell, clock=clock)
    ask = await desk.asking.ask(AGENT, a_new_ask(deadline=LATER))
    clock.time = LATER

    seen = await desk.answering.seen(BOB, ask.id)

    assert (seen.state, len(seen.seen)) == (State.TIMED_OUT, 1)
    assert [hint.news for hint in bell.hints] == [News.ASKED, News.SETTLED, News.MARKED]


@promise("deadline-utc")
async def test_a_deadline_moved_later_counts_from_then_on() -> None:
    clock = StoppedClock()
    desk = a_desk(clock=clock)
    ask = await desk.asking.ask(AGENT, a_new_ask(deadline=LATER))

    tokyo = (LATER + HOUR).astimezone(TOKYO)
    extended = await desk.answering.extend(ADA, ask.id, tokyo + timedelta(microseconds=999))
    clock.time = LATER
    swept = await desk.sweeping.sweep()

    assert extended.deadline == LATER + HOUR
    assert swept == 0
    answered = await desk.answering.answer(ADA, ask.id, given(), receipt="r1")
    assert answered.state is State.ANSWERED


@promise("deadline-utc")
async def test_a_deadline_is_not_moved_earlier_nor_where_it_is_fixed() -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask(deadline=LATER))
    fixed = await desk.asking.ask(
        AGENT, a_new_ask(matter=a_matter(extendable=False), deadline=LATER)
    )

    with pytest.raises(DeadlinePast):
        await desk.answering.extend(ADA, ask.id, LATER - MOMENT)
    with pytest.raises(NotAllowed, match="is fixed"):
        await desk.answering.extend(ADA, fixed.id, LATER + HOUR)

    assert await desk.reading.read(ADA, ask.id) == ask


async def test_only_who_may_answer_may_extend() -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask(deadline=LATER))

    with pytest.raises(NotAllowed):
        await desk.answering.extend(AGENT, ask.id, LATER + HOUR)


@promise("deadline-utc")
async def test_a_deadline_without_a_time_zone_is_refused() -> None:
    desk = a_desk()

    with pytest.raises(InvalidArguments, match="no time zone"):
        await desk.asking.ask(AGENT, a_new_ask(deadline=LATER.replace(tzinfo=None)))
