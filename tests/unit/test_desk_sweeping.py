"""Time's side of the desk: what is due is settled, by whoever sweeps first."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

import anyio
import pytest

from askline.asks import sweeping
from askline.asks.changes import Change
from askline.asks.model import Ask
from askline.asks.ports import Hint, News
from askline.asks.state import State
from askline.core.errors import StoreUnavailable
from askline.core.people import ActorKind
from askline.stores.ears import Ears
from askline.stores.ephemeral import EphemeralAsks
from tests.builders import (
    ADA,
    AGENT,
    LATER,
    NOON,
    StoppedClock,
    a_desk,
    a_new_ask,
    given,
    outcome_of,
)
from tests.promises import promise
from tests.unit.troubles import AwayAsks, Rung, running

HOUR = timedelta(hours=1)


class UntendedAsks(EphemeralAsks):
    async def tend(self, now: datetime) -> None:
        raise StoreUnavailable(f"No day of {now:%Y} can be made.", hint="Let it make tables.")


class TendedAsks(EphemeralAsks):
    """Remembers when it was tended, and how many asks each sweep might take."""

    def __init__(self) -> None:
        super().__init__()
        self.tended: list[datetime] = []
        self.swept: list[int] = []

    async def tend(self, now: datetime) -> None:
        self.tended.append(now)

    async def sweep(
        self, now: datetime, limit: int, decide: Callable[[Ask], Change]
    ) -> list[Change]:
        changes = await super().sweep(now, limit, decide)
        self.swept.append(len(changes))
        return changes


@promise("deadline-utc")
@promise("truth")
async def test_what_is_due_is_settled_in_the_name_of_time_and_told() -> None:
    clock, bell = StoppedClock(), Rung()
    desk = a_desk(bell=bell, clock=clock)
    due = await desk.asking.ask(AGENT, a_new_ask(deadline=LATER))
    await desk.asking.ask(AGENT, a_new_ask(deadline=LATER + HOUR))
    await desk.asking.ask(AGENT, a_new_ask())

    clock.time = LATER
    swept = await desk.sweeping.sweep()

    ended = await desk.reading.read(ADA, due.id)
    assert (swept, ended.state) == (1, State.TIMED_OUT)
    assert outcome_of(ended).settled_by.kind is ActorKind.TIME
    assert bell.hints[3:] == [Hint(News.SETTLED, due.id, "local")]
    assert await desk.sweeping.sweep() == 0


@promise("truth")
async def test_a_sweep_wakes_who_waits_with_the_truth_that_nobody_answered() -> None:
    clock = StoppedClock()
    desk = a_desk(clock=clock)
    ask = await desk.asking.ask(AGENT, a_new_ask(deadline=LATER))
    heard: list[State] = []

    async def agent() -> None:
        heard.append((await desk.asking.outcome(AGENT, ask.id)).state)

    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(agent)
            await anyio.wait_all_tasks_blocked()
            clock.time = LATER
            await desk.sweeping.sweep()

    assert heard == [State.TIMED_OUT]


async def test_a_sweep_goes_on_until_nothing_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "AT_ONCE", 2)
    clock, store = StoppedClock(), TendedAsks()
    desk = a_desk(store, clock=clock)
    for _ in range(5):
        await desk.asking.ask(AGENT, a_new_ask(deadline=LATER))
    clock.time = LATER

    assert await desk.sweeping.sweep() == 5
    assert store.swept == [2, 2, 1, 0]


async def test_of_two_sweepers_each_due_ask_has_one() -> None:
    clock, store = StoppedClock(), EphemeralAsks()
    desks = [a_desk(store, clock=clock) for _ in range(2)]
    for _ in range(5):
        await desks[0].asking.ask(AGENT, a_new_ask(deadline=LATER))
    clock.time = LATER

    assert sum([await desk.sweeping.sweep() for desk in desks]) == 5


async def test_the_store_is_tended_at_first_and_then_once_an_hour() -> None:
    clock, store = StoppedClock(), TendedAsks()
    desk = a_desk(store, clock=clock)

    for minutes in (0, 1, 59, 60, 61, 119, 120):
        clock.time = NOON + timedelta(minutes=minutes)
        await desk.sweeping.sweep()

    assert store.tended == [NOON, LATER, LATER + HOUR]


async def test_the_store_is_tended_also_after_the_clock_was_set_back() -> None:
    clock, store = StoppedClock(), TendedAsks()
    desk = a_desk(store, clock=clock)

    for time in (LATER, NOON):
        clock.time = time
        await desk.sweeping.sweep()

    assert store.tended == [LATER, NOON]


@promise("deadline-utc")
async def test_a_store_that_cannot_be_tended_stops_no_deadline() -> None:
    clock, store = StoppedClock(), UntendedAsks()
    desk = a_desk(store, clock=clock)
    ask = await desk.asking.ask(AGENT, a_new_ask(deadline=LATER))
    clock.time = LATER

    assert await desk.sweeping.sweep() == 1
    assert (await desk.reading.read(AGENT, ask.id)).state is State.TIMED_OUT


async def test_a_store_that_was_away_is_swept_when_it_is_back(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sweeping, "SWEEP_EVERY_S", 0.001)
    clock, store = StoppedClock(), AwayAsks()
    desk = a_desk(store, clock=clock)
    ask = await desk.asking.ask(AGENT, a_new_ask(deadline=LATER))
    clock.time, store.away = LATER, True

    with caplog.at_level(logging.WARNING):
        async with running(desk.sweeping.run):
            await store.missed.wait()
            store.away = False
            ended = await desk.asking.outcome(AGENT, ask.id)

    assert ended.state is State.TIMED_OUT
    assert caplog.messages[0] == "nothing swept: The store is away."


async def test_a_running_desk_keeps_time_and_wakes_who_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sweeping, "SWEEP_EVERY_S", 0.001)
    clock, store, bell = StoppedClock(), EphemeralAsks(), Ears()
    here, there = a_desk(store, bell, clock), a_desk(store, bell, clock)
    due = await here.asking.ask(AGENT, a_new_ask(deadline=LATER))
    put = await here.asking.ask(AGENT, a_new_ask())
    heard: list[State] = []

    async def agent(ask: Ask) -> None:
        heard.append((await here.asking.outcome(AGENT, ask.id)).state)

    async with running(here.run), anyio.create_task_group() as agents:
        agents.start_soon(agent, due)
        agents.start_soon(agent, put)
        clock.time = LATER
        await there.answering.answer(ADA, put.id, given(), receipt="r1")

    assert sorted(heard) == [State.ANSWERED, State.TIMED_OUT]
