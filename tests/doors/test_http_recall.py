"""Recall and rules over HTTP: an offer beside the ask, taken by one word; rules that only a person makes."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import anyio

from askline.asks.model import Ask
from askline.core.background import background
from askline.core.ids import AskId
from askline.core.people import Agent
from askline.stores.ephemeral import EphemeralAsks
from tests.doors.http_house import AWAY, House, Json

QUESTION: Json = {"id": "css", "question": "Which CSS framework?", "options": ["Tailwind", "Bulma"]}
AT_A_TERMINAL = {"Askline-Door": "cli", "Askline-Present": "1"}


@asynccontextmanager
async def a_house() -> AsyncGenerator[House]:
    house = House()
    with anyio.fail_after(10):
        async with background(house.recall.run):
            await anyio.wait_all_tasks_blocked()
            yield house


async def asked(house: House, **more: Any) -> Json:
    agent = {"name": "coder", "conversation": Agent(name=f"{anyio.current_time()}").name}
    ask = await house.post("/asks", 201, questions=[{**QUESTION, **more}], agent=agent)
    await anyio.wait_all_tasks_blocked()
    return ask


async def answered(house: House) -> Json:
    ask = await asked(house)
    await house.post(f"/asks/{ask['id']}/answer", answers={"css": {"values": ["Tailwind"]}})
    await anyio.wait_all_tasks_blocked()
    return ask


async def ruled(house: House, ask: Json, status: int = 201, **said: Any) -> Json:
    body = {"ask": ask["id"], **said}
    reply = await house.http.post("/memory/rules", json=body, headers=AT_A_TERMINAL)
    assert reply.status_code == status, reply.text
    return reply.json()


async def test_every_view_of_a_pending_ask_offers_the_earlier_answer() -> None:
    async with a_house() as house, house.open():
        first = await answered(house)
        again = await asked(house)
        alone = await house.get(f"/asks/{again['id']}")
        (listed,) = await house.get("/asks")
        async with house.listening() as events:
            snapshot = await events.next()
            told = await events.next()
            newer = await asked(house)
            at_once, soon = [await events.next() for _ in range(2)]
            events.leave()
        seen = await house.post(f"/asks/{again['id']}/seen")

    offer = alone["recalled"]
    assert (offer["askId"], offer["how"], offer["question"]) == (
        *(first["id"], "same"),
        QUESTION["question"],
    )
    assert offer["answers"] == {"css": {"values": ["Tailwind"]}}
    for view in (listed, snapshot.data["asks"][0], told.ask, seen, soon.ask):
        assert view["recalled"] == offer
    assert again["recalled"] is None
    assert (at_once.name, at_once.ask["id"], at_once.ask["recalled"]) == (
        "asked",
        newer["id"],
        None,
    )
    assert (soon.name, soon.ask["id"]) == ("marked", newer["id"])


async def test_again_answers_as_the_human_with_a_note_and_a_retry_counts_once() -> None:
    async with a_house() as house:
        first = await answered(house)
        again = await asked(house)
        results = [
            await house.post(f"/asks/{again['id']}/answer", again=True, note="yes", receipt="r")
            for _ in range(2)
        ]

    assert results[0] == results[1]
    assert results[0]["settledBy"]["kind"] == "human"
    (answer,) = results[0]["answers"]
    assert answer["values"] == ["Tailwind"]
    assert f"Recalled from ask {first['short_id']}, answered on" in answer["note"]
    assert answer["note"].endswith("\nyes")


async def test_again_with_answers_takes_only_what_is_recalled_now() -> None:
    async with a_house() as house:
        await answered(house)
        again = await asked(house)
        path = f"/asks/{again['id']}/answer"
        stale = await house.post(path, 422, again=True, answers={"css": {"values": ["Bulma"]}})
        await house.post(path, again=True, answers={"css": {"values": ["Tailwind"]}})

    assert stale["code"] == "invalid_answer"


async def test_again_where_nothing_is_recalled_is_refused_and_the_ask_stays() -> None:
    async with a_house() as house:
        ask = await asked(house)
        refused = await house.post(f"/asks/{ask['id']}/answer", 422, again=True)

        assert (await house.get(f"/asks/{ask['id']}"))["state"] == "pending"
    assert refused["code"] == "invalid_answer"


async def test_a_rule_is_made_listed_answers_and_is_revoked() -> None:
    async with a_house() as house:
        rule = await ruled(house, await answered(house), scope="project", until="2099-01-31")
        by_rule = await house.get(f"/asks/{(await asked(house))['id']}")
        listed = await house.get("/memory/rules")
        revoked = await house.post(f"/memory/rules/{rule['short_id']}/revoke")
        waiting = await house.get(f"/asks/{(await asked(house))['id']}")

    assert listed == [rule]
    assert (rule["state"], rule["until"]) == ("standing", "2099-01-31T23:59:59.999Z")
    assert by_rule["outcome"]["settledBy"]["kind"] == "rule"
    assert by_rule["outcome"]["settledBy"]["id"] == rule["id"]
    assert (revoked["state"], waiting["state"]) == ("revoked", "pending")


async def test_nobody_makes_a_rule_without_being_there() -> None:
    async with a_house() as house:
        ask = await answered(house)
        refused = await house.post("/memory/rules", 403, ask=ask["id"])

    assert refused["code"] == "person_required"


async def test_what_a_rule_cannot_be_made_of_is_named() -> None:
    async with a_house() as house:
        ask = await answered(house)
        scope = await ruled(house, ask, 422, scope="world")
        until = await ruled(house, ask, 422, until="soon")
        past = await ruled(house, ask, 422, until="2020-01-01T00:00:00+02:00")

    assert (scope["errors"][0]["field"], until["errors"][0]["field"]) == ("scope", "until")
    assert past["code"] == "deadline_past"


class Forgetful(EphemeralAsks):
    """Lists its asks, and cannot read one of them alone."""

    async def get(self, ask_id: AskId) -> Ask | None:
        del ask_id
        raise AWAY


async def test_a_stream_that_cannot_look_anything_up_goes_on() -> None:
    house = House(store=Forgetful(), ping_s=0.01)
    await asked(house)
    with anyio.fail_after(10):
        async with house.open(), house.listening() as events:
            names = [(await events.next()).name for _ in range(2)]
            events.leave()

    assert names == ["snapshot", "ping"]
