"""Asking: stored before anybody learns of it, and once however often it is said."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import anyio
import pytest

from askline.asks import lifecycle
from askline.asks.asking import NewAsk
from askline.asks.changes import Change
from askline.asks.model import Ask
from askline.asks.ports import Added, Addition, Hint, News
from askline.asks.state import State
from askline.core.errors import DeadlinePast, InvalidArguments, NotAllowed, StoreUnavailable
from askline.core.people import Project
from askline.stores.ephemeral import EphemeralAsks
from tests.builders import (
    ADA,
    AGENT,
    CODER,
    LATER,
    NOON,
    SHOP,
    NamedMint,
    a_desk,
    a_matter,
    a_new_ask,
    an_id,
    answered,
    given,
)
from tests.promises import promise
from tests.unit.troubles import AwayAsks, Rung, SlowAsks

HOUR = timedelta(hours=1)
TOKYO = timezone(timedelta(hours=9))


def in_chat(conversation: str | None, **changes: object) -> NewAsk:
    """The same question every time, in one of several conversations."""
    agent = replace(CODER, conversation=conversation)
    return NewAsk(**{"matter": a_matter(), "agent": agent, "project": SHOP, **changes})  # pyright: ignore[reportArgumentType] - a test names only what matters


async def test_an_ask_is_kept_with_all_that_its_agent_said() -> None:
    desk = a_desk(mint=NamedMint(ask_id := an_id(7)))
    new = a_new_ask(deadline=LATER, holder="line-1", recipients=("ada", "team:ops"), project=SHOP)

    ask = await desk.asking.ask(AGENT, new)

    assert await desk.reading.read(ADA, ask.id) == ask
    assert (ask.id, ask.tenant, ask.principal) == (ask_id, "local", "me")
    assert (ask.matter, ask.agent, ask.project) == (new.matter, CODER, SHOP)
    assert (ask.recipients, ask.holder) == (("ada", "team:ops"), "line-1")
    assert (ask.state, ask.asked_at, ask.deadline) == (State.PENDING, NOON, LATER)


async def test_what_an_agent_wrote_is_cleaned_before_it_is_kept() -> None:
    desk = a_desk()
    new = a_new_ask(
        matter=a_matter(title="\x1b[31mStorage"),
        agent=replace(CODER, label="left\x07"),
        project=Project(name="sh\u202eop"),
    )

    ask = await desk.asking.ask(AGENT, new)

    assert (ask.matter.title, ask.agent.label, ask.project.name) == ("Storage", "left", "shop")


@promise("stored-first")
async def test_whoever_hears_of_an_ask_finds_it_in_the_store() -> None:
    store, bell = EphemeralAsks(), Rung()
    desk = a_desk(store, bell)

    async with bell.listen() as rings:
        ask = await desk.asking.ask(AGENT, a_new_ask())
        with anyio.fail_after(5):
            (hint,) = (await anext(rings)).hints

    assert hint == Hint(News.ASKED, ask.id, "local")
    assert await store.get(hint.ask_id) == ask


@promise("stored-first")
async def test_nothing_is_told_to_anyone_before_the_commit() -> None:
    store, bell = SlowAsks(), Rung()
    told: list[Ask] = []

    async def ask() -> None:
        told.append(await a_desk(store, bell).asking.ask(AGENT, a_new_ask()))

    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(ask)
            await anyio.wait_all_tasks_blocked()
            before = (list(told), list(bell.hints))
            store.commit.set()

    assert before == ([], [])
    assert [hint.ask_id for hint in bell.hints] == [told[0].id]


@promise("stored-first")
async def test_an_ask_that_cannot_be_stored_is_told_to_nobody() -> None:
    store, bell = AwayAsks(), Rung()
    store.away = True

    with pytest.raises(StoreUnavailable):
        await a_desk(store, bell).asking.ask(AGENT, a_new_ask())

    assert bell.hints == []


async def test_an_ask_that_is_refused_leaves_no_trace() -> None:
    bell = Rung()
    desk = a_desk(bell=bell)

    with pytest.raises(InvalidArguments):
        await desk.asking.ask(AGENT, a_new_ask(matter=replace(a_matter(), questions=())))
    with pytest.raises(NotAllowed):
        await desk.asking.ask(replace(AGENT, rights=frozenset()), a_new_ask())

    assert await desk.reading.history(ADA) == []
    assert bell.hints == []


@promise("deadline-utc")
@pytest.mark.parametrize(
    "deadline",
    [
        pytest.param(NOON - HOUR, id="an hour ago"),
        pytest.param(NOON, id="exactly now"),
        pytest.param(NOON + timedelta(microseconds=999), id="in less than a millisecond"),
        pytest.param(datetime(2026, 11, 14, 20, tzinfo=TOKYO), id="later on the wall, in Tokyo"),
    ],
)
async def test_a_deadline_in_the_past_is_refused(deadline: datetime) -> None:
    desk = a_desk()

    with pytest.raises(DeadlinePast):
        await desk.asking.ask(AGENT, a_new_ask(deadline=deadline))

    assert await desk.reading.history(ADA) == []


@promise("deadline-utc")
async def test_a_deadline_said_anywhere_is_kept_in_utc() -> None:
    tokyo = datetime(2026, 11, 14, 22, 0, 0, 1_999, tzinfo=TOKYO)

    ask = await a_desk().asking.ask(AGENT, a_new_ask(deadline=tokyo))

    assert ask.deadline is not None
    assert ask.deadline == LATER + timedelta(milliseconds=1)
    assert ask.deadline.tzinfo is UTC


@promise("deadline-utc")
async def test_without_a_word_about_it_an_ask_waits_forever() -> None:
    ask = await a_desk().asking.ask(AGENT, a_new_ask())

    assert ask.due_at is None


async def test_two_asks_never_share_a_short_id_while_both_are_pending() -> None:
    first, twin, third = an_id(7), an_id(7 + (1 << 40)), an_id(8)
    desk = a_desk(mint=NamedMint(first, twin, third))

    asks = [await desk.asking.ask(AGENT, a_new_ask()) for _ in range(2)]

    assert [ask.id for ask in asks] == [first, third]


@promise("ask-once")
@pytest.mark.parametrize("name", ["key", "request"])
async def test_a_key_and_a_sent_request_lead_to_their_ask_even_after_delivery(name: str) -> None:
    bell = Rung()
    desk = a_desk(bell=bell)
    first = await desk.asking.ask(AGENT, a_new_ask(**{name: "7"}))
    await desk.answering.answer(ADA, first.id, given(), receipt="r1")
    delivered = await desk.asking.delivered(AGENT, first.id)

    again = await desk.asking.ask(AGENT, a_new_ask(**{name: "7"}))
    other = await desk.asking.ask(AGENT, a_new_ask(**{name: "8"}))

    assert again == delivered
    assert other.id != first.id
    assert [hint.ask_id for hint in bell.hints if hint.news is News.ASKED] == [first.id, other.id]


@promise("ask-once")
async def test_an_identical_ask_attaches_and_nobody_is_told_twice() -> None:
    bell = Rung()
    desk = a_desk(bell=bell)
    first = await desk.asking.ask(AGENT, in_chat(None, holder="line-1"))

    again = await desk.asking.ask(AGENT, in_chat(None, holder="line-2"))
    without_waiting = await desk.asking.ask(AGENT, in_chat(None))

    assert (again.id, again.holder) == (first.id, "line-2")
    assert without_waiting == again
    assert [hint.news for hint in bell.hints] == [News.ASKED, News.MARKED]
    assert await desk.reading.inbox(ADA) == [again]


@promise("ask-once")
@promise("never-lost")
async def test_an_outcome_not_yet_delivered_is_handed_to_the_one_who_asks_again() -> None:
    desk = a_desk()
    first = await desk.asking.ask(AGENT, in_chat(None))
    settled = await desk.answering.answer(ADA, first.id, given(), receipt="r1")

    assert await desk.asking.ask(AGENT, in_chat(None, holder="line-2")) == settled


@promise("ask-once")
@pytest.mark.parametrize("conversation", [None, "chat-1"])
async def test_a_repeat_after_delivery_is_a_new_ask(conversation: str | None) -> None:
    desk = a_desk()
    first = await desk.asking.ask(AGENT, in_chat(conversation))
    await desk.answering.answer(ADA, first.id, given(), receipt="r1")
    await desk.asking.delivered(AGENT, first.id)

    again = await desk.asking.ask(AGENT, in_chat(conversation))

    assert again.id != first.id
    assert again.state is State.PENDING
    assert (await desk.asking.ask(AGENT, in_chat(conversation))).id == again.id


@promise("ask-once")
async def test_conversations_that_differ_have_an_ask_each_and_repeat_only_their_own() -> None:
    desk = a_desk()
    chats = ["chat-1", "chat-2", "chat-3"]

    first = [(await desk.asking.ask(AGENT, in_chat(chat))).id for chat in chats]
    again = [(await desk.asking.ask(AGENT, in_chat(chat))).id for chat in chats]

    assert len(set(first)) == 3
    assert again == first


@promise("ask-once")
async def test_a_conversation_keeps_its_ask_when_the_twin_of_another_was_delivered() -> None:
    desk = a_desk()
    theirs = await desk.asking.ask(AGENT, in_chat("chat-1"))
    ours = await desk.asking.ask(AGENT, in_chat("chat-2"))
    await desk.answering.answer(ADA, theirs.id, given(), receipt="r1")
    await desk.asking.delivered(AGENT, theirs.id)

    again = await desk.asking.ask(AGENT, in_chat("chat-2"))

    assert again.id == ours.id


@promise("ask-once")
@pytest.mark.parametrize(("first", "second"), [(None, "chat-1"), ("chat-1", None)])
async def test_who_names_no_conversation_shares_an_identical_ask(
    first: str | None, second: str | None
) -> None:
    desk = a_desk()
    asked = await desk.asking.ask(AGENT, in_chat(first))

    assert (await desk.asking.ask(AGENT, in_chat(second))).id == asked.id


@promise("ask-once")
async def test_a_resent_request_is_the_same_ask_in_any_conversation() -> None:
    desk = a_desk()
    asked = await desk.asking.ask(AGENT, in_chat("chat-1", request="line-1:7"))

    again = await desk.asking.ask(AGENT, in_chat("chat-2", request="line-1:7"))

    assert again.id == asked.id


class DeliveredMeanwhile(EphemeralAsks):
    """The ask that stands is answered and delivered just after a repeat was pointed to it."""

    async def add(self, change: Change, keys: object) -> Addition:
        addition = await super().add(change, keys)  # pyright: ignore[reportArgumentType] - passed on
        standing = await self.get(addition.standing) if addition.standing else None
        if standing and addition.what is Added.STANDING and not standing.state.settled:
            settled = answered(standing)
            assert await self.swap(settled)
            assert await self.swap(lifecycle.deliver(settled.after, by=AGENT, at=NOON))
        return addition


@promise("ask-once")
async def test_no_conversation_gets_the_outcome_of_another_however_close_the_race() -> None:
    desk = a_desk(DeliveredMeanwhile())
    theirs = await desk.asking.ask(AGENT, in_chat("chat-1"))

    ours = await desk.asking.ask(AGENT, in_chat("chat-2"))

    assert ours.id != theirs.id
    assert ours.state is State.PENDING


@promise("ask-once")
async def test_of_many_identical_asks_at_once_one_is_kept_and_told() -> None:
    bell = Rung()
    desk = a_desk(bell=bell)
    got: list[Ask] = []

    async def ask(number: int) -> None:
        got.append(await desk.asking.ask(AGENT, in_chat(None, holder=f"line-{number}")))

    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            for number in range(20):
                tasks.start_soon(ask, number)

    assert len({ask.id for ask in got}) == 1
    assert [hint.news for hint in bell.hints].count(News.ASKED) == 1


@promise("ask-once")
async def test_an_ask_of_another_principal_is_another_ask() -> None:
    desk = a_desk()
    mine = await desk.asking.ask(AGENT, in_chat(None, key="deploy"))

    theirs = await desk.asking.ask(replace(AGENT, id="bob"), in_chat(None, key="deploy"))

    assert theirs.id != mine.id
