"""The form inside a task: one more door, and a client that answers by itself is not a person."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial

import pytest

from askline.asks.changes import Change
from askline.stores.ephemeral import EphemeralAsks
from tests.builders import ADA, StoppedClock, a_desk, given
from tests.doors.asks import the_ask
from tests.doors.lines import Json
from tests.doors.task_client import FORMS, a_task_client
from tests.promises import promise

PICKED: Json = {"action": "accept", "content": {"q1_db": "SQLite"}}
DECLINED: Json = {"action": "decline"}
A_MOMENT = timedelta(milliseconds=999)
A_WHILE = timedelta(seconds=1)


@pytest.mark.parametrize("elicitation", [FORMS, {}, {"form": {}, "url": {}}])
async def test_a_client_that_draws_forms_is_given_the_asks_form(elicitation: Json) -> None:
    desk = a_desk()
    async with a_task_client(desk, elicitation=elicitation) as client:
        handle = await client.ask(title="Storage")
        task = await client.get(handle)
        [seen] = (await the_ask(desk)).seen

    assert handle["status"] == "working"
    assert task["status"] == "input_required"
    wanted = task["inputRequests"]["answer"]
    assert wanted["method"] == "elicitation/create"
    assert (wanted["params"]["mode"], wanted["params"]["message"]) == ("form", "Storage")
    assert "q1_db" in wanted["params"]["requestedSchema"]["properties"]
    assert (seen.door, seen.who) == ("task", "somebody")


@pytest.mark.parametrize("private", ["sensitive", "human_only"])
async def test_what_is_private_or_for_a_person_alone_is_in_no_form(private: str) -> None:
    desk = a_desk()
    async with a_task_client(desk, elicitation=FORMS) as client:
        task = await client.ask(**{private: True})
        standing = await client.get(task)
        said = await client.fill(task, PICKED)
        ask = await the_ask(desk)

    assert standing["status"] == "working"
    assert "error" not in said
    assert ask.state == "pending"


@pytest.mark.parametrize("elicitation", [None, {"url": {}}])
async def test_a_client_that_draws_no_forms_is_given_none(elicitation: Json | None) -> None:
    async with a_task_client(a_desk(), elicitation=elicitation) as client:
        standing = await client.get(await client.ask())

    assert standing["status"] == "working"


async def test_an_answer_in_the_form_is_the_humans_once_there_was_time_for_one() -> None:
    clock = StoppedClock()
    desk = a_desk(clock=clock)
    async with a_task_client(desk, clock=clock, elicitation=FORMS) as client:
        task = await client.ask()
        await client.get(task)
        clock.time += A_WHILE
        await client.get(task)
        await client.fill(task, PICKED)
        done = await client.get(task)

    facts = done["result"]["structuredContent"]
    assert facts["answers"][0]["values"] == ["SQLite"]
    assert (facts["settledBy"]["kind"], facts["settledBy"]["door"]) == ("human", "task")


async def test_an_answer_within_a_second_is_the_clients_own() -> None:
    clock = StoppedClock()
    desk = a_desk(clock=clock)
    async with a_task_client(desk, clock=clock, elicitation=FORMS) as client:
        task = await client.ask()
        clock.time += A_WHILE
        await client.get(task)
        clock.time += A_MOMENT
        await client.fill(task, PICKED)
        done = await client.get(task)

    settled_by = done["result"]["structuredContent"]["settledBy"]
    assert (settled_by["kind"], settled_by["who"]) == ("client", "somebody")


@promise("truth")
@pytest.mark.parametrize("wait", [timedelta(), A_MOMENT])
async def test_a_decline_within_a_second_leaves_the_ask_to_its_human(wait: timedelta) -> None:
    clock = StoppedClock()
    desk = a_desk(clock=clock)
    async with a_task_client(desk, clock=clock, elicitation=FORMS) as client:
        task = await client.ask()
        await client.get(task)
        clock.time += wait
        await client.fill(task, DECLINED)

        assert (await the_ask(desk)).state == "pending"


async def test_a_later_decline_rejects() -> None:
    clock = StoppedClock()
    desk = a_desk(clock=clock)
    async with a_task_client(desk, clock=clock, elicitation=FORMS) as client:
        task = await client.ask()
        await client.get(task)
        clock.time += A_WHILE
        await client.fill(task, DECLINED)
        done = await client.get(task)

    assert done["result"]["structuredContent"]["state"] == "rejected"


@pytest.mark.parametrize(
    ("response", "name"),
    [
        ({"action": "cancel"}, "answer"),
        ("nonsense", "answer"),
        (PICKED, "something else"),
        ({}, "answer"),
    ],
)
async def test_what_is_no_answer_settles_nothing(response: object, name: str) -> None:
    clock = StoppedClock()
    desk = a_desk(clock=clock)
    async with a_task_client(desk, clock=clock, elicitation=FORMS) as client:
        task = await client.ask()
        await client.get(task)
        clock.time += A_WHILE
        said = await client.fill(task, response, name)

        assert "error" not in said
        assert (await the_ask(desk)).state == "pending"


async def test_an_answer_that_does_not_fit_is_refused_with_the_reason() -> None:
    clock = StoppedClock()
    desk = a_desk(clock=clock)
    async with a_task_client(desk, clock=clock, elicitation=FORMS) as client:
        task = await client.ask()
        await client.get(task)
        clock.time += A_WHILE
        refused = await client.fill(task, {"action": "accept", "content": None})
        standing = await client.get(task)

    assert refused["error"]["code"] == -32602
    assert refused["error"]["data"]["code"] == "missing_required"
    assert standing["status"] == "input_required"


@promise("answer-once")
async def test_a_form_that_comes_after_another_doors_answer_is_taken_without_a_word() -> None:
    desk = a_desk()
    async with a_task_client(desk, elicitation=FORMS) as client:
        task = await client.ask()
        await client.get(task)
        ask = await the_ask(desk)
        await desk.answering.answer(ADA, ask.id, given(db="PostgreSQL"), receipt="r1")
        said = await client.fill(task, PICKED)
        done = await client.get(task)

    assert "error" not in said
    assert "inputRequests" not in done
    assert done["result"]["structuredContent"]["answers"][0]["values"] == ["PostgreSQL"]


class RivalAsks(EphemeralAsks):
    """Somebody else is a little faster, once."""

    faster: Callable[[], Awaitable[object]] | None = None

    async def swap(self, change: Change) -> bool:
        faster, self.faster = self.faster, None
        if faster:
            await faster()
        return await super().swap(change)


@promise("answer-once")
@pytest.mark.parametrize("response", [PICKED, DECLINED])
async def test_a_form_that_loses_the_race_is_taken_without_a_word(response: Json) -> None:
    store, clock = RivalAsks(), StoppedClock()
    desk = a_desk(store, clock=clock)
    async with a_task_client(desk, clock=clock, elicitation=FORMS) as client:
        task = await client.ask()
        await client.get(task)
        clock.time += A_WHILE
        ask = await the_ask(desk)
        chosen = given(db="PostgreSQL")
        store.faster = partial(desk.answering.answer, ADA, ask.id, chosen, receipt="r1")
        said = await client.fill(task, response)
        done = await client.get(task)

    assert "error" not in said
    assert done["result"]["structuredContent"]["answers"][0]["values"] == ["PostgreSQL"]
