"""How much one agent may ask: repeats are free, a minute is a minute, and nobody pays for another."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import anyio
import pytest

from askline.asks import pacing
from askline.asks.asking import NewAsk
from askline.asks.desk import Desk
from askline.asks.limits import Limits
from askline.core.errors import RateLimited, StoreUnavailable
from askline.core.people import Agent, Project
from askline.stores.ephemeral import EphemeralAsks
from tests.builders import ADA, AGENT, CODER, StoppedClock, a_desk, a_new_ask, given
from tests.promises import promise
from tests.unit.troubles import AwayAsks

THREE = Limits(asks_per_minute=3)
TWO_PENDING = Limits(pending_asks=2)


async def ask(desk: Desk, count: int = 1, **changes: Any) -> list[NewAsk]:
    """So many different asks of one agent."""
    asks = [a_new_ask(**changes) for _ in range(count)]
    for each in asks:
        await desk.asking.ask(AGENT, each)
    return asks


async def refused(desk: Desk, **changes: Any) -> RateLimited:
    with pytest.raises(RateLimited) as refusal:
        await ask(desk, **changes)
    return refusal.value


async def test_twenty_asks_a_minute_are_let_in_and_the_next_is_told_to_put_them_together() -> None:
    desk = a_desk()
    await ask(desk, 20)

    refusal = await refused(desk)

    assert "20 times within a minute" in refusal.message
    assert "several questions into one ask" in refusal.hint
    assert len(await desk.reading.inbox(ADA)) == 20


async def test_after_a_minute_it_may_go_on() -> None:
    clock = StoppedClock()
    desk = a_desk(clock=clock, limits=THREE)
    await ask(desk, 2)
    clock.time += timedelta(seconds=30)
    await ask(desk)
    await refused(desk)

    clock.time += timedelta(seconds=30)

    await ask(desk, 2)
    await refused(desk)


async def test_a_clock_that_is_set_back_locks_nobody_out() -> None:
    clock = StoppedClock()
    desk = a_desk(clock=clock, limits=THREE)
    await ask(desk, 3)

    clock.time -= timedelta(hours=1)

    await ask(desk, 3)


async def test_of_many_asks_at_once_no_more_are_let_in() -> None:
    desk = a_desk(limits=THREE)
    refusals: list[RateLimited] = []

    async def one() -> None:
        try:
            await ask(desk)
        except RateLimited as refusal:
            refusals.append(refusal)

    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            for _ in range(10):
                tasks.start_soon(one)

    assert (len(await desk.reading.inbox(ADA)), len(refusals)) == (3, 7)


@promise("ask-once")
async def test_a_repeat_counts_for_nothing_and_finds_its_ask_even_beyond_the_limit() -> None:
    desk = a_desk(limits=THREE)
    again = replace(a_new_ask(), request="line/1")
    first = await desk.asking.ask(AGENT, again)
    for _ in range(5):
        assert await desk.asking.ask(AGENT, again) == first
    await ask(desk, 2)
    await refused(desk)

    held = await desk.asking.ask(AGENT, replace(again, holder="line+1"))

    assert (held.id, held.holder) == (first.id, "line+1")


async def test_the_twin_of_another_conversation_is_no_repeat() -> None:
    desk = a_desk(limits=THREE)
    twin = a_new_ask(agent=replace(CODER, conversation="chat-1"))
    await desk.asking.ask(AGENT, twin)
    await ask(desk, 3, agent=replace(CODER, conversation="chat-2"))

    with pytest.raises(RateLimited):
        await desk.asking.ask(AGENT, replace(twin, agent=replace(CODER, conversation="chat-2")))


@pytest.mark.parametrize(
    "other",
    [
        pytest.param({"connection": "line-2"}, id="another connection"),
        pytest.param({"agent": replace(CODER, conversation="chat-1")}, id="in a conversation"),
        pytest.param({"agent": Agent(name="codex")}, id="another client"),
        pytest.param({"project": Project(name="bank")}, id="another project"),
    ],
)
async def test_no_agent_pays_for_another(other: dict[str, Any]) -> None:
    desk = a_desk(limits=THREE)
    await ask(desk, 3, connection="line-1")
    await refused(desk, connection="line-1")

    await ask(desk, 3, **other)


async def test_a_conversation_is_one_agent_over_all_its_connections() -> None:
    desk = a_desk(limits=THREE)
    talking = replace(CODER, conversation="chat-1")
    await ask(desk, 3, agent=talking, connection="line-1")

    await refused(desk, agent=talking, connection="line-2")


async def test_too_many_pending_asks_are_refused_until_one_is_settled() -> None:
    desk = a_desk(limits=TWO_PENDING)
    await ask(desk, 2)

    refusal = await refused(desk)

    assert "2 asks pending" in refusal.message
    assert "`ask_await`" in refusal.hint
    first, _ = await desk.reading.inbox(ADA)
    question = first.questions[0].id
    await desk.answering.answer(ADA, first.id, given(**{question: "SQLite"}), receipt="r1")
    await ask(desk)


async def test_what_another_process_let_in_counts_within_a_minute() -> None:
    store, clock = EphemeralAsks(), StoppedClock()
    here, there = (a_desk(store, clock=clock, limits=TWO_PENDING) for _ in range(2))
    await ask(here)
    await ask(there)
    await ask(here)

    clock.time += timedelta(minutes=1)

    await refused(here)


async def test_what_could_not_be_kept_is_not_counted() -> None:
    store = AwayAsks()
    desk = a_desk(store, limits=THREE)
    await ask(desk)
    store.away = True
    for _ in range(5):
        with pytest.raises(StoreUnavailable):
            await ask(desk)

    store.away = False

    await ask(desk, 2)
    await refused(desk)


async def test_agents_of_long_ago_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pacing, "AT_MOST", 2)
    desk = a_desk(limits=THREE)
    await ask(desk, 3, connection="line-1")

    await ask(desk, connection="line-2")
    await ask(desk, connection="line-3")

    await ask(desk, connection="line-1")
