"""The load and the judge of the fault tests can say no: what goes wrong is told by its name."""

from collections.abc import Callable

import asyncpg
import httpx
import pytest

from askline.asks.model import Ask
from askline.stores.postgres.opening import open_postgres
from tests.builders import ADA, AGENT, NOON, a_desk, a_new_ask, a_select, given, minted
from tests.journeys.hub_faults import Caller, Said
from tests.journeys.hub_judge import judged
from tests.places import PostgresPlace


def lost_answer(said: Said, ask: Ask) -> None:
    said.won[ask.id] = {"another": 0.0}


def double_winner(said: Said, ask: Ask) -> None:
    said.won[ask.id]["another"] = 0.0


def undelivered(said: Said, ask: Ask) -> None:
    del said.received[ask.id]


def wrongly_delivered(said: Said, ask: Ask) -> None:
    said.received[ask.id] = "another"


WRONGS: dict[str, Callable[[Said, Ask], None]] = {
    "double_winners": double_winner,
    "lost_answers": lost_answer,
    "undelivered": undelivered,
    "wrongly_delivered": wrongly_delivered,
}


async def one_answered(dsn: str, times: int = 1) -> tuple[Said, Ask]:
    """What a load is told where all is well."""
    said = Said()
    await PostgresPlace(dsn).empty()
    async with open_postgres(dsn) as keeping:
        desk = a_desk(keeping.asks, keeping.bell)
        for key in range(times):
            new = a_new_ask(a_select(text="Which database?"), key=str(key))
            ask = await desk.asking.ask(AGENT, new)
            await desk.answering.answer(ADA, ask.id, given(db="SQLite"), receipt="r")
            said.asked.add(ask.id)
            said.won[ask.id] = {"r": 0.0}
            said.received[ask.id] = "r"
    return said, ask


@pytest.mark.parametrize("name", WRONGS)
async def test_what_went_wrong_is_named(postgres: str, name: str) -> None:
    said, ask = await one_answered(postgres)
    assert (await judged(said, postgres)).wrong == {}

    WRONGS[name](said, ask)

    assert (await judged(said, postgres)).wrong == {name: 1}


async def test_an_ask_that_is_not_there_is_lost(postgres: str) -> None:
    said, _ = await one_answered(postgres)
    said.asked.add(minted.ask_id(NOON))

    assert (await judged(said, postgres)).wrong == {"lost_asks": 1, "undelivered": 1}


async def test_one_question_in_two_asks_is_asked_twice(postgres: str) -> None:
    said, _ = await one_answered(postgres, times=2)

    assert (await judged(said, postgres)).wrong == {"asked_twice": 1}


async def test_a_trail_that_was_changed_is_broken(postgres: str) -> None:
    said, _ = await one_answered(postgres)
    db = await asyncpg.connect(postgres)
    await db.execute("UPDATE ask_events SET actor_name = 'eve' WHERE number = 2")
    await db.close()

    assert (await judged(said, postgres)).wrong == {"broken_trails": 1}


async def test_who_is_turned_away_asks_the_next_replica_until_one_replies() -> None:
    called: list[str] = []

    def reply(request: httpx.Request) -> httpx.Response:
        called.append(request.url.host)
        if len(called) == 1:
            raise httpx.ConnectError("nobody there")
        return httpx.Response(503 if len(called) == 2 else 201)

    said, urls = Said(), ["http://one", "http://two", "http://three"]
    caller = Caller(urls, said, 0, transport=httpx.MockTransport(reply))

    assert (await caller.say("POST", "/asks")).status_code == 201
    assert (called, said.turned_away) == (["one", "two", "three"], 2)


async def test_a_reply_that_no_fault_explains_fails_the_load() -> None:
    transport = httpx.MockTransport(lambda _: httpx.Response(500, text="a defect"))

    with pytest.raises(AssertionError, match="a defect"):
        await Caller(["http://one"], Said(), 0, transport=transport).say("GET", "/asks")
