"""The event stream of people between whom asks move: what comes to them, and what leaves them."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta

import anyio
import pytest
from starlette.requests import Request

from askline.asks.ports import Hint, News
from askline.core.people import Actor, Right
from tests.builders import ADA as LOCAL
from tests.builders import AGENT, a_new_ask
from tests.doors.http_house import House, Listener
from tests.promises import promise
from tests.routed import ADA, BEA, CAL, ToRouted, a_routed_desk

ASKER = replace(ADA, id=AGENT.id, rights=ADA.rights | {Right.ASK})
"""On whose behalf it is asked, and to whom it is put: one who sees it for good."""


class RoutedHouse(House):
    def __post_init__(self) -> None:
        self.at_the_door: Actor = ADA
        self.who = self.whoever
        super().__post_init__()
        self.routed = a_routed_desk(self.store, self.bell, self.clock, ToRouted())

    def whoever(self, request: Request) -> Actor:
        """Whom the test let come, where a browser would show its session."""
        del request
        return self.at_the_door

    @asynccontextmanager
    async def watched_by(self, who: Actor, last_id: str | None = None) -> AsyncGenerator[Listener]:
        self.at_the_door = who
        async with self.listening(last_id) as stream:
            assert (await stream.message())["status"] == 200
            yield stream


@pytest.fixture
def house() -> RoutedHouse:
    return RoutedHouse()


@promise("one-truth-everywhere")
async def test_what_is_passed_on_leaves_one_stream_and_comes_to_another(
    house: RoutedHouse,
) -> None:
    async with house.open(), house.watched_by(ADA) as ada, house.watched_by(BEA) as bea:
        empty = [await ada.next(), await bea.next()]
        ask = await house.routed.asking.ask(AGENT, a_new_ask())
        asked = await ada.next()
        await house.routed.dealing.pass_on(ADA, ask.id, "bea")
        left, came = await ada.next(), await bea.next()

    assert [event.data["asks"] for event in empty] == [[], []]
    assert (asked.name, asked.ask["id"]) == ("asked", str(ask.id))
    assert (left.name, left.data["asks"]) == ("snapshot", [])
    assert (came.name, came.ask["id"]) == ("asked", str(ask.id))
    assert came.ask["routing"]["recipients"] == ["bea"]


@promise("one-truth-everywhere")
async def test_what_goes_on_by_time_comes_to_the_next_and_stays_with_the_first(
    house: RoutedHouse,
) -> None:
    async with house.open(), house.watched_by(ADA) as ada, house.watched_by(BEA) as bea:
        await ada.next()
        await bea.next()
        ask = await house.routed.asking.ask(AGENT, a_new_ask())
        await ada.next()
        house.clock.time += timedelta(minutes=10)
        await house.routed.sweeping.sweep()
        marked, came = await ada.next(), await bea.next()

    assert (marked.name, marked.ask["id"]) == ("marked", str(ask.id))
    assert (came.name, came.ask["id"]) == ("asked", str(ask.id))


async def test_one_ask_is_asked_once_though_its_coming_is_heard_after_other_news(
    house: RoutedHouse,
) -> None:
    async with house.open(), house.watched_by(ADA) as ada:
        await ada.next()
        ask = await house.routed.asking.ask(AGENT, a_new_ask())
        names = [(await ada.next()).name]
        house.bell.ring(Hint(News.ASKED, ask.id, ask.tenant))
        names.append((await ada.next()).name)

    assert names == ["asked", "marked"]


async def test_what_comes_back_is_asked_again(house: RoutedHouse) -> None:
    async with house.open(), house.watched_by(ADA) as ada:
        await ada.next()
        ask = await house.routed.asking.ask(AGENT, a_new_ask())
        names = [(await ada.next()).name]
        await house.routed.dealing.pass_on(ADA, ask.id, "bea")
        names.append((await ada.next()).name)
        await house.routed.dealing.pass_on(BEA, ask.id, "ada")
        names.append((await ada.next()).name)

    assert names == ["asked", "snapshot", "asked"]


async def test_who_keeps_order_sees_it_go_round_and_loses_nothing(house: RoutedHouse) -> None:
    async with house.open(), house.watched_by(LOCAL) as op:
        await op.next()
        ask = await house.routed.asking.ask(AGENT, a_new_ask())
        await op.next()
        await house.routed.dealing.pass_on(ADA, ask.id, "bea")
        marked = await op.next()

    assert (marked.name, marked.ask["routing"]["recipients"]) == ("marked", ["bea"])


async def test_who_asked_and_lost_it_hears_of_it_again_when_it_is_settled(
    house: RoutedHouse,
) -> None:
    async with house.open(), house.watched_by(ASKER) as asker:
        await asker.next()
        ask = await house.routed.asking.ask(AGENT, a_new_ask())
        await asker.next()
        await house.routed.dealing.pass_on(ADA, ask.id, "bea")
        left = await asker.next()
        await house.routed.dealing.claim(BEA, ask.id)
        await anyio.wait_all_tasks_blocked()
        await house.routed.answering.reject(BEA, ask.id, receipt="r1")
        settled = await asker.next()

    assert (left.name, left.data["asks"]) == ("snapshot", [])
    assert (settled.name, settled.ask["state"]) == ("settled", "rejected")


@promise("one-truth-everywhere")
async def test_what_left_while_somebody_was_away_is_not_shown_when_they_return(
    house: RoutedHouse,
) -> None:
    async with house.open(), house.watched_by(CAL) as _:
        async with house.watched_by(ADA) as ada:
            await ada.next()
            ask = await house.routed.asking.ask(AGENT, a_new_ask())
            other = await house.routed.asking.ask(AGENT, a_new_ask())
            last = [await ada.next() for _ in range(2)][-1]
        await house.routed.dealing.claim(ADA, other.id)
        await house.routed.dealing.pass_on(ADA, ask.id, "bea")
        await anyio.wait_all_tasks_blocked()
        async with house.watched_by(ADA, last.id) as ada:
            marked, again = await ada.next(), await ada.next()

    assert (marked.name, marked.ask["id"]) == ("marked", str(other.id))
    assert again.name == "snapshot"
    assert [each["id"] for each in again.data["asks"]] == [str(other.id)]


async def test_who_returns_hears_nothing_of_what_others_are_asked(house: RoutedHouse) -> None:
    async with house.open(), house.watched_by(CAL) as cal:
        first = await cal.next()
        await house.routed.asking.ask(AGENT, a_new_ask())
        await anyio.wait_all_tasks_blocked()
        async with house.watched_by(CAL, first.id) as again:
            mine = await house.routed.asking.ask(AGENT, a_new_ask(recipients=("cal",)))
            heard = await again.next()

    assert (heard.name, heard.ask["id"]) == ("asked", str(mine.id))


async def test_what_was_never_theirs_is_no_loss(house: RoutedHouse) -> None:
    async with house.open(), house.watched_by(CAL) as cal:
        await cal.next()
        ask = await house.routed.asking.ask(AGENT, a_new_ask())
        await house.routed.dealing.pass_on(ADA, ask.id, "bea")
        mine = await house.routed.asking.ask(AGENT, a_new_ask(recipients=("cal",)))
        heard = await cal.next()

    assert (heard.name, heard.ask["id"]) == ("asked", str(mine.id))
