"""The agent's other verbs: come back, go away, take delivery, withdraw."""

from dataclasses import replace
from datetime import timedelta

import anyio
import pytest

from askline.asks.ports import Hint, News
from askline.asks.state import State
from askline.core.errors import AlreadySettled, NotAllowed, NotFound
from askline.core.people import ActorKind, Right
from tests.builders import (
    ADA,
    AGENT,
    BOB,
    LATER,
    NOON,
    STRANGER,
    StoppedClock,
    a_desk,
    a_new_ask,
    given,
    minted,
    outcome_of,
)
from tests.promises import promise
from tests.unit.troubles import AwayAsks, Rung, glimpse

HOUR = timedelta(hours=1)


@promise("detach-not-cancel")
async def test_an_agent_that_goes_away_leaves_its_ask_in_the_inbox() -> None:
    clock = StoppedClock()
    desk = a_desk(clock=clock)
    ask = await desk.asking.ask(AGENT, a_new_ask(holder="line-1"))

    gone = await desk.asking.detach(AGENT, ask.id, "line-1")
    clock.time += timedelta(days=365)
    await desk.sweeping.sweep()

    assert (gone.state, gone.detached) == (State.PENDING, True)
    assert await desk.reading.inbox(ADA) == [gone]


@promise("detach-not-cancel")
async def test_the_end_of_an_older_connection_detaches_nothing() -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask(holder="line-1"))
    await desk.asking.attach(AGENT, ask.id, "line-2")

    still_held = await desk.asking.detach(AGENT, ask.id, "line-1")

    assert still_held.holder == "line-2"


async def test_who_comes_back_waits_also_where_it_cannot_be_noted() -> None:
    store = AwayAsks()
    desk = a_desk(store)
    ask = await desk.asking.ask(AGENT, a_new_ask(holder="line-1"))
    store.away = True

    found = await desk.asking.attach(AGENT, ask.id, "line-2")

    assert found == ask


@promise("detach-not-cancel")
async def test_when_the_grace_ends_with_no_agent_back_time_cancels() -> None:
    clock = StoppedClock()
    desk = a_desk(clock=clock, detach_grace=HOUR)
    ask = await desk.asking.ask(AGENT, a_new_ask(holder="line-1"))
    await desk.asking.detach(AGENT, ask.id, "line-1")

    clock.time = LATER
    swept = await desk.sweeping.sweep()

    ended = await desk.reading.read(ADA, ask.id)
    assert (swept, ended.state) == (1, State.CANCELLED)
    assert outcome_of(ended).settled_by.kind is ActorKind.TIME
    assert outcome_of(ended).reason == "The agent went away and did not come back."


@promise("detach-not-cancel")
async def test_an_agent_that_comes_back_in_its_grace_keeps_its_ask() -> None:
    clock = StoppedClock()
    desk = a_desk(clock=clock, detach_grace=HOUR)
    ask = await desk.asking.ask(AGENT, a_new_ask(holder="line-1"))
    await desk.asking.detach(AGENT, ask.id, "line-1")
    back = await desk.asking.attach(AGENT, ask.id, "line-2")

    clock.time = LATER + HOUR
    swept = await desk.sweeping.sweep()

    assert (swept, back.leave_at) == (0, None)
    assert await desk.reading.read(ADA, ask.id) == back


async def test_what_is_settled_is_not_held_any_more() -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask())
    settled = await desk.answering.answer(ADA, ask.id, given(), receipt="r1")

    assert await desk.asking.attach(AGENT, ask.id, "line-2") == settled


async def test_delivery_is_noted_once_and_only_of_an_outcome() -> None:
    clock = StoppedClock()
    desk = a_desk(clock=clock)
    ask = await desk.asking.ask(AGENT, a_new_ask())
    too_early = await desk.asking.delivered(AGENT, ask.id)
    await desk.answering.answer(ADA, ask.id, given(), receipt="r1")

    first = await desk.asking.delivered(AGENT, ask.id)
    clock.time = LATER
    again = await desk.asking.delivered(AGENT, ask.id)

    assert too_early == ask
    assert first.delivered_at == NOON
    assert again == first


@promise("truth")
async def test_the_agent_withdraws_its_ask_and_the_outcome_says_so() -> None:
    bell = Rung()
    desk = a_desk(bell=bell)
    ask = await desk.asking.ask(AGENT, a_new_ask())

    ended = await desk.asking.cancel(AGENT, ask.id, receipt="c1", reason="\x1b[2Jfound\nit")

    outcome = outcome_of(ended)
    assert (ended.state, outcome.reason) == (State.CANCELLED, "found\nit")
    assert (outcome.settled_by.kind, outcome.settled_by.who) == (ActorKind.AGENT, "claude-code")
    assert bell.hints[-1] == Hint(News.SETTLED, ask.id, "local")


async def test_a_cancel_without_a_reason_and_its_retry() -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask())

    ended = await desk.asking.cancel(AGENT, ask.id, receipt="c1")

    assert outcome_of(ended).reason is None
    assert await desk.asking.cancel(AGENT, ask.id, receipt="c1") == ended
    with pytest.raises(AlreadySettled, match=r"already cancelled by claude-code \(mcp\)"):
        await desk.asking.cancel(ADA, ask.id, receipt="c2")


async def test_a_recipient_rejects_but_only_the_asking_side_or_an_operator_cancels() -> None:
    desk = a_desk()
    recipient = replace(BOB, rights=frozenset({Right.ANSWER}))
    ask = await desk.asking.ask(AGENT, a_new_ask())

    with pytest.raises(NotAllowed, match="bob may not cancel"):
        await desk.asking.cancel(recipient, ask.id, receipt="c1")

    assert (await desk.asking.cancel(ADA, ask.id, receipt="c2")).state is State.CANCELLED


async def test_a_newer_question_of_a_stream_takes_the_place_of_the_older() -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask())

    ended = await desk.asking.supersede(AGENT, ask.id, receipt="s1")

    assert ended.state is State.SUPERSEDED
    with pytest.raises(AlreadySettled):
        await desk.answering.answer(ADA, ask.id, given(), receipt="r1")


@promise("never-lost")
async def test_an_answer_given_before_anyone_waits_is_there_at_once() -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask())
    settled = await desk.answering.answer(ADA, ask.id, given(), receipt="r1")

    with anyio.fail_after(5):
        assert await desk.asking.outcome(AGENT, ask.id) == settled
        assert await desk.asking.outcome(AGENT, ask.id, wait=5) == settled


async def test_a_wait_that_ends_settles_nothing() -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask(holder="line-1"))

    after = await glimpse(desk, ask.id)

    assert after == ask
    assert len(desk.waiting) == 0


async def test_another_tenants_ask_does_not_exist_for_an_agent_either() -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask(holder="line-1"))
    stranger = replace(AGENT, tenant="elsewhere")

    with anyio.fail_after(5):
        for verb in (
            lambda: desk.asking.attach(stranger, ask.id, "line-2"),
            lambda: desk.asking.detach(stranger, ask.id, "line-1"),
            lambda: desk.asking.delivered(stranger, ask.id),
            lambda: desk.asking.cancel(stranger, ask.id, receipt="c1"),
            lambda: desk.asking.supersede(stranger, ask.id, receipt="s1"),
            lambda: desk.asking.outcome(stranger, ask.id),
            lambda: desk.asking.outcome(STRANGER, ask.id, wait=5),
            lambda: desk.asking.outcome(AGENT, minted.ask_id(NOON)),
        ):
            with pytest.raises(NotFound):
                await verb()

    assert await desk.reading.read(ADA, ask.id) == ask
    assert len(desk.waiting) == 0
