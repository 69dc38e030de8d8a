"""Clocks that are wrong: the database's decides, and what a wrong one can do is no more than its error."""

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from functools import partial

import anyio
import asyncpg
import pytest
from anyio.lowlevel import checkpoint

from askline.asks.desk import Desk
from askline.asks.state import State
from askline.core.background import background
from askline.core.errors import AlreadySettled
from askline.core.ids import EPOCH
from askline.stores.postgres.clock import NOW, PostgresClock, open_clock
from askline.stores.postgres.opening import open_postgres
from tests.builders import ADA, AGENT, NOON, StoppedClock, a_desk, a_new_ask, given
from tests.places import PostgresPlace
from tests.promises import promise

HOUR = timedelta(hours=1)
CLOSE = timedelta(seconds=5)


class Ticks:
    """A machine's count of seconds, which the test sets."""

    def __init__(self) -> None:
        self.count = 1_000.0

    def __call__(self) -> float:
        return self.count


@asynccontextmanager
async def two_desks(dsn: str, error: timedelta) -> AsyncGenerator[tuple[Desk, Desk]]:
    """Two processes, the second with a clock that is wrong by so much."""
    await PostgresPlace(dsn).empty()
    async with open_postgres(dsn) as here, open_postgres(dsn) as there:
        wrong = StoppedClock(NOON + error)
        yield (
            a_desk(here.asks, here.bell, StoppedClock()),
            a_desk(there.asks, there.bell, wrong),
        )


async def its_time(dsn: str) -> datetime:
    db = await asyncpg.connect(dsn)
    try:
        return await db.fetchval(NOW)
    finally:
        await db.close()


@promise("deadline-utc")
async def test_a_replica_tells_the_time_of_its_database(postgres: str) -> None:
    async with open_clock(postgres) as clock:
        before = await its_time(postgres)
        told = clock.now()

    assert abs(told - before) < CLOSE
    assert told.utcoffset() == timedelta(0)
    assert told.microsecond % 1_000 == 0


async def test_a_count_that_jumped_is_right_again_with_the_next_look(postgres: str) -> None:
    ticks = Ticks()
    clock = PostgresClock(postgres, ticks=ticks)
    await clock.look()
    ticks.count -= 3_600
    assert abs(clock.now() + HOUR - await its_time(postgres)) < CLOSE

    with anyio.fail_after(20):
        async with background(partial(clock.run, 0)):
            while abs(clock.now() - await its_time(postgres)) > CLOSE:
                await checkpoint()


async def test_while_the_database_is_away_the_time_is_counted_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    ticks = Ticks()
    clock = PostgresClock("postgresql://postgres@127.0.0.1:1/postgres", ticks=ticks)

    with anyio.fail_after(20), caplog.at_level(logging.WARNING):
        async with background(partial(clock.run, 0)):
            while not caplog.records:
                await checkpoint()
    ticks.count += 60

    assert clock.now() == EPOCH + timedelta(seconds=1_060)
    assert "counted on" in caplog.text


@promise("deadline-utc")
async def test_a_clock_ahead_settles_early_by_no_more_than_its_error(postgres: str) -> None:
    async with two_desks(postgres, HOUR) as (right, ahead):
        soon = await right.asking.ask(AGENT, a_new_ask(deadline=NOON + HOUR))
        later = await right.asking.ask(
            AGENT, a_new_ask(deadline=NOON + HOUR + timedelta(seconds=1), key="2")
        )

        assert await ahead.sweeping.sweep() == 1

        assert (await right.reading.read(ADA, soon.id)).state is State.TIMED_OUT
        assert (await right.reading.read(ADA, later.id)).state is State.PENDING


@promise("deadline-utc")
async def test_a_clock_behind_keeps_no_other_from_settling_in_time(postgres: str) -> None:
    async with two_desks(postgres, -HOUR) as (right, behind):
        ask = await behind.asking.ask(AGENT, a_new_ask(deadline=NOON))

        assert await behind.sweeping.sweep() == 0
        assert await right.sweeping.sweep() == 1

        late = await behind.answering.answer(ADA, ask.id, given(db="SQLite"), receipt="late")
        assert (late.state, len(late.amendments)) == (State.TIMED_OUT, 1)


@promise("answer-once")
@promise("audit")
@pytest.mark.parametrize("error", [-365 * 24 * HOUR, 365 * 24 * HOUR], ids=["behind", "ahead"])
async def test_at_clocks_a_year_apart_one_answer_wins_and_the_trail_holds(
    postgres: str, error: timedelta
) -> None:
    async with two_desks(postgres, error) as (right, wrong):
        for asker, first, second in ((right, wrong, right), (wrong, right, wrong)):
            ask = await asker.asking.ask(AGENT, a_new_ask(key=str(asker is right)))
            await first.answering.answer(ADA, ask.id, given(db="SQLite"), receipt="one")
            with pytest.raises(AlreadySettled):
                await second.answering.answer(ADA, ask.id, given(db="PostgreSQL"), receipt="two")
            await second.asking.delivered(AGENT, ask.id)

            kept = await right.reading.read(ADA, ask.id)
            assert await right.auditing.flaw(ADA, kept) is None
            assert kept.outcome
            assert kept.outcome.receipt == "one"
