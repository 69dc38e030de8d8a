"""Following asks: told what stands, once for each change, through deaf bells and absent stores."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial

import anyio
import pytest

from askline.asks import waiting
from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.asks.ports import Hint, News
from askline.core.people import Actor
from askline.stores.ears import Ears
from askline.stores.ephemeral import EphemeralAsks
from tests.builders import ADA, AGENT, STRANGER, a_desk, a_new_ask, given
from tests.promises import promise
from tests.unit.troubles import LostBell, running


@dataclass
class Follower:
    """Somebody who writes down what it is told."""

    told: list[Ask] = field(default_factory=list[Ask])
    heard: anyio.Event = field(default_factory=anyio.Event)

    async def tell(self, ask: Ask) -> None:
        self.told.append(ask)
        self.heard.set()


@asynccontextmanager
async def followed(desk: Desk, *asks: Ask, by: Actor = AGENT) -> AsyncGenerator[list[Ask]]:
    follower = Follower()
    ids = [ask.id for ask in asks]
    async with running(desk.waiting.run, partial(desk.following.follow, by, ids, follower.tell)):
        await anyio.wait_all_tasks_blocked()
        yield follower.told


async def asked(desk: Desk) -> Ask:
    return await desk.asking.ask(AGENT, a_new_ask())


async def settled(desk: Desk, ask: Ask) -> Ask:
    done = await desk.answering.answer(ADA, ask.id, given(), receipt="r1")
    await anyio.wait_all_tasks_blocked()
    return done


@promise("one-truth-everywhere")
async def test_a_follower_is_told_of_each_ask_when_it_settles_and_of_a_correction() -> None:
    desk = a_desk()
    first, second, other = [await asked(desk) for _ in range(3)]
    async with followed(desk, first, second) as told:
        one = await settled(desk, first)
        await settled(desk, other)
        two = await settled(desk, second)
        three = await desk.answering.correct(ADA, first.id, given(), receipt="r2")
        await anyio.wait_all_tasks_blocked()

    assert told == [one, two, three]


async def test_what_was_settled_before_is_told_at_once() -> None:
    desk = a_desk()
    ask = await asked(desk)
    done = await settled(desk, ask)
    async with followed(desk, ask) as told:
        pass

    assert told == [done]


async def test_marks_and_drafts_and_other_news_of_the_same_are_not_told() -> None:
    bell = Ears()
    desk = a_desk(bell=bell)
    ask = await asked(desk)
    async with followed(desk, ask) as told:
        await desk.answering.seen(ADA, ask.id)
        await desk.answering.draft(ADA, ask.id, given())
        done = await settled(desk, ask)
        for news in News:
            bell.ring(Hint(news, ask.id, ask.tenant))
            await anyio.wait_all_tasks_blocked()

    assert told == [done]


async def test_nobody_is_told_of_what_it_may_not_see() -> None:
    desk = a_desk()
    ask = await asked(desk)
    async with followed(desk, ask, by=STRANGER) as told:
        await settled(desk, ask)

    assert told == []


async def test_a_lost_ring_is_made_up_for_by_looking_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(waiting, "LOOK_AGAIN_S", 0.037)
    desk = a_desk(bell=LostBell())
    ask = await asked(desk)
    follower = Follower()
    follow = partial(desk.following.follow, AGENT, [ask.id], follower.tell)
    async with running(desk.waiting.run, follow):
        await settled(desk, ask)
        await follower.heard.wait()

    assert [each.id for each in follower.told] == [ask.id]


async def test_a_deaf_bell_makes_every_follower_look() -> None:
    store, bell = EphemeralAsks(), Ears()
    desk, elsewhere = a_desk(store, bell), a_desk(store)
    ask = await asked(desk)
    async with followed(desk, ask) as told:
        done = await settled(elsewhere, ask)
        bell.miss()
        await anyio.wait_all_tasks_blocked()

    assert told == [done]


async def test_two_followers_of_one_ask_share_one_ear() -> None:
    bell = Ears()
    desk = a_desk(bell=bell)
    ask = await asked(desk)
    async with followed(desk, ask) as first:
        follower = Follower()
        async with running(partial(desk.following.follow, AGENT, [ask.id], follower.tell)):
            await anyio.wait_all_tasks_blocked()
            ears = len(bell._ears)
            await settled(desk, ask)

    assert ears == 1
    assert first == follower.told
