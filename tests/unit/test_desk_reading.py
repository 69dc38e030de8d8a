"""Looking at asks: each sees what concerns them, and finds it by its short id."""

from dataclasses import replace
from datetime import timedelta

import pytest

from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.asks.state import State
from askline.core.errors import AmbiguousId, InvalidArguments, NotAllowed, NotFound
from askline.core.ids import AskId, short_id
from askline.core.people import Actor, Project, Right
from tests.builders import (
    ADA,
    AGENT,
    LATER,
    NOON,
    SHOP,
    STRANGER,
    NamedMint,
    a_desk,
    a_new_ask,
    an_id,
    given,
    minted,
)

SAME_SHORT = [an_id(7), an_id(7 + (1 << 40)), an_id(7 + (1 << 41))]


def recipient(*addresses: str) -> Actor:
    return replace(
        ADA, id=addresses[0], rights=frozenset({Right.ANSWER}), addresses=frozenset(addresses)
    )


async def answered(desk: Desk, ask_id: AskId) -> Ask:
    return await desk.answering.answer(ADA, ask_id, given(), receipt="r1")


async def some_that_share_a_short_id(*recipients: str) -> tuple[Desk, list[Ask]]:
    """Only settled ones can: each is answered before the next is asked."""
    desk = a_desk(mint=NamedMint(*SAME_SHORT))
    asks: list[Ask] = []
    for each in recipients:
        asked = await desk.asking.ask(AGENT, a_new_ask(recipients=(each, "me")))
        asks.append(await answered(desk, asked.id))
    return desk, asks


async def test_each_sees_what_was_put_to_them_and_an_operator_everything() -> None:
    desk = a_desk()
    mine = await desk.asking.ask(AGENT, a_new_ask(recipients=("ada",)))
    ours = await desk.asking.ask(AGENT, a_new_ask(recipients=("bob", "team:ops")))

    assert await desk.reading.inbox(recipient("ada")) == [mine]
    assert await desk.reading.inbox(recipient("eve", "team:ops")) == [ours]
    assert await desk.reading.inbox(ADA) == [mine, ours]
    assert await desk.reading.inbox(STRANGER) == []
    assert await desk.reading.inbox(AGENT) == []


async def test_the_inbox_comes_in_pages_with_the_soonest_deadline_first() -> None:
    desk = a_desk()
    whenever = await desk.asking.ask(AGENT, a_new_ask())
    late = await desk.asking.ask(AGENT, a_new_ask(deadline=LATER))
    soon = await desk.asking.ask(AGENT, a_new_ask(deadline=LATER - timedelta(minutes=1)))

    first = await desk.reading.inbox(ADA, limit=2)
    rest = await desk.reading.inbox(ADA, after=first[-1])

    assert [*first, *rest] == [soon, late, whenever]


async def test_history_has_every_state_newest_first() -> None:
    desk = a_desk()
    first = await desk.asking.ask(AGENT, a_new_ask(recipients=("ada", "me")))
    second = await desk.asking.ask(AGENT, a_new_ask())
    settled = await answered(desk, first.id)

    assert await desk.reading.history(ADA) == [second, settled]
    assert await desk.reading.history(ADA, limit=1) == [second]
    assert await desk.reading.history(ADA, before=second.id) == [settled]
    assert await desk.reading.history(ADA, states=frozenset({State.PENDING})) == [second]
    assert await desk.reading.history(recipient("ada")) == [settled]
    assert await desk.reading.history(STRANGER) == []


async def test_an_ask_is_found_by_its_whole_id_and_by_any_length_of_the_short_one() -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask())

    for said in (str(ask.id), ask.short_id, short_id(ask.id, 12), ask.short_id.upper()):
        assert await desk.reading.find(ADA, said) == ask


async def test_an_asker_reads_and_finds_its_own_ask() -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask(recipients=("bob",)))

    assert await desk.reading.read(AGENT, ask.id) == ask
    assert await desk.reading.find(AGENT, ask.short_id) == ask


async def test_a_short_id_means_the_pending_ask_before_any_old_one() -> None:
    desk, (_, _) = await some_that_share_a_short_id("me", "me")
    pending = await desk.asking.ask(AGENT, a_new_ask())

    assert pending.id == SAME_SHORT[2]
    assert await desk.reading.find(ADA, pending.short_id) == pending


async def test_a_short_id_that_old_asks_share_is_ambiguous_until_it_is_longer() -> None:
    desk, (old, newer) = await some_that_share_a_short_id("me", "me")

    with pytest.raises(AmbiguousId) as refused:
        await desk.reading.find(ADA, old.short_id)

    assert refused.value.message == f"{old.short_id} could be any of {old.id}, {newer.id}."
    assert await desk.reading.find(ADA, short_id(newer.id, 12)) == newer


async def test_what_somebody_may_not_see_makes_nothing_ambiguous_for_them() -> None:
    desk, (_, mine) = await some_that_share_a_short_id("bob", "ada")

    assert await desk.reading.find(recipient("ada"), mine.short_id) == mine


async def test_a_pending_ask_of_others_hides_nothing_of_ones_own() -> None:
    desk, (mine,) = await some_that_share_a_short_id("ada")
    await desk.asking.ask(AGENT, a_new_ask(recipients=("bob",)))

    assert await desk.reading.find(recipient("ada"), mine.short_id) == mine


@pytest.mark.parametrize("actor", [recipient("eve"), STRANGER], ids=["bystander", "stranger"])
async def test_an_ask_of_others_looks_like_one_that_never_was(actor: Actor) -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask())

    with pytest.raises(NotFound) as short:
        await desk.reading.find(actor, ask.short_id)
    with pytest.raises(NotFound) as whole:
        await desk.reading.find(actor, str(ask.id))

    assert short.value.message == f"There is no ask {ask.short_id}."
    assert whole.value.message == f"There is no ask {ask.id}."


async def test_what_is_no_id_or_no_ask_is_refused() -> None:
    desk = a_desk()

    with pytest.raises(NotFound):
        await desk.reading.find(ADA, "k7m2qd")
    with pytest.raises(NotFound):
        await desk.reading.read(ADA, minted.ask_id(NOON))
    with pytest.raises(InvalidArguments):
        await desk.reading.find(ADA, "the one about tables")


async def test_an_agent_sees_what_it_asked_until_it_is_settled() -> None:
    desk = a_desk()
    pending, settled = [await desk.asking.ask(AGENT, a_new_ask()) for _ in range(2)]
    await answered(desk, settled.id)
    await desk.asking.ask(replace(AGENT, id="bob"), a_new_ask())

    assert await desk.reading.asked(AGENT, limit=10) == [pending]
    assert await desk.reading.asked(AGENT, limit=10, after=pending) == []
    with pytest.raises(NotAllowed):
        await desk.reading.asked(recipient("me"), limit=10)


async def test_an_agent_of_one_project_sees_what_it_asked_there_page_by_page() -> None:
    desk = a_desk()
    bank = Project(name="bank", path="/home/ada/bank")
    mine, other = [
        [await desk.asking.ask(AGENT, a_new_ask(project=where)) for _ in range(2)]
        for where in (bank, SHOP)
    ]

    bound = replace(AGENT, project="bank")
    assert await desk.reading.asked(bound, limit=1) == mine[:1]
    assert await desk.reading.asked(bound, limit=1, after=mine[0]) == mine[1:]
    assert await desk.reading.asked(replace(AGENT, project="shop"), limit=1) == other[:1]
    paces = await desk.reading.paces(replace(ADA, project="bank"), NOON)
    assert [pace.project for pace in paces] == ["bank", "bank"]
