"""Asking over HTTP: the same input as the tool's, stored once, its outcome waited for."""

from typing import Any

import anyio
import pytest

from askline.core.background import background
from tests.builders import ADA, given
from tests.doors.http_house import House, Json, a_scope

QUESTION: Json = {"question": "Which database?", "options": ["PostgreSQL", "SQLite"]}


async def test_an_ask_comes_back_whole_and_stands_in_the_inbox() -> None:
    house = House()

    made = await house.post(
        "/asks",
        201,
        questions=[QUESTION],
        title="Storage",
        context="# Why",
        timeout=20_000,
        sensitive=True,
        human_only=True,
        agent={"name": "deploy.sh", "version": "2", "label": "nightly", "conversation": "c1"},
        project={"name": "shop", "path": "/home/ada/shop", "branch": "main"},
    )

    assert await house.get("/asks") == [made]
    assert made == {
        "id": made["id"],
        "short_id": made["short_id"],
        "kind": "question",
        "state": "pending",
        "title": "Storage",
        "context": "# Why",
        "asked_at": "2026-11-14T12:00:00.000Z",
        "deadline": "2026-11-14T12:00:20.000Z",
        "detached": False,
        "human_only": True,
        "sensitive": True,
        "extendable": True,
        "follows": None,
        "agent": {"name": "deploy.sh", "version": "2", "label": "nightly", "conversation": "c1"},
        "project": {"name": "shop", "path": "/home/ada/shop", "branch": "main"},
        "questions": [
            {
                "id": "q1",
                "header": None,
                "question": "Which database?",
                "type": "select",
                "options": [
                    {"label": label, "description": None, "preview": None, "recommended": False}
                    for label in ("PostgreSQL", "SQLite")
                ],
                "allow_other": True,
                "required": True,
                "placeholder": None,
                "min_picks": None,
                "max_picks": None,
            }
        ],
        "command": None,
        "seen": [],
        "handed": None,
        "routing": None,
        "snoozes": [],
        "outcome": None,
        "recalled": None,
    }


async def test_without_a_word_about_the_asker_the_door_and_the_place_give_names() -> None:
    house = House()

    made = await house.post("/asks", 201, question="Go on?", project={"path": "/home/ada/shop/"})

    assert made["agent"]["name"] == "api"
    assert made["project"]["name"] == "shop"
    assert (made["deadline"], made["outcome"]) == (None, None)


async def test_a_request_that_is_sent_again_finds_the_ask_it_made() -> None:
    house = House()
    body = {"questions": [QUESTION]}
    headers = {"Idempotency-Key": "one"}
    first = (await house.http.post("/asks", json=body, headers=headers)).json()
    await house.post(f"/asks/{first['id']}/reject")
    await house.post(f"/asks/{first['id']}/delivered")

    again = (await house.http.post("/asks", json=body, headers=headers)).json()
    new = (await house.http.post("/asks", json=body, headers={"Idempotency-Key": "two"})).json()

    assert again["id"] == first["id"]
    assert new["id"] != first["id"]


async def test_the_same_ask_is_a_new_one_only_after_its_outcome_was_delivered() -> None:
    house = House()
    first = await house.post("/asks", 201, questions=[QUESTION])
    await house.post(f"/asks/{first['id']}/reject", reason="Not now.")

    repeated = await house.post("/asks", 201, questions=[QUESTION])
    await house.post(f"/asks/{first['id']}/delivered", amendments=0)
    anew = await house.post("/asks", 201, questions=[QUESTION])

    assert repeated["id"] == first["id"]
    assert repeated["outcome"]["reason"] == "Not now."
    assert anew["id"] != first["id"]


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        pytest.param({"questions": []}, ["questions"], id="no question"),
        pytest.param(
            {"questions": [{"questionText": "?"}], "titles": "T", "timeout": 5},
            ["titles", "questions.q1.questionText", "questions.q1.question", "timeout"],
            id="all at once",
        ),
        pytest.param(
            {"question": "?", "agent": {"names": "x"}, "project": []},
            ["project", "agent.names"],
            id="who asks",
        ),
    ],
)
async def test_what_does_not_fit_is_named_and_nothing_is_asked(
    body: Json, fields: list[str]
) -> None:
    house = House()

    refused = await house.post("/asks", 422, **body)

    assert refused["code"] == "invalid_arguments"
    assert sorted(error["field"] for error in refused["errors"]) == sorted(fields)
    assert await house.get("/asks") == []


async def test_an_outcome_that_is_not_there_is_pending() -> None:
    house = House()
    ask = await house.asked()

    at_once = await house.get(f"/asks/{ask.short_id}/outcome")
    after_a_while = await house.get(f"/asks/{ask.id}/outcome", wait=0.001)

    assert at_once == after_a_while
    assert at_once["state"] == "pending"
    assert [at_once[name] for name in ("answered", "cancelled", "timedOut")] == [False] * 3


async def test_an_outcome_that_stands_is_there_at_once() -> None:
    house = House()
    ask = await house.asked()
    await house.desk.answering.answer(ADA, ask.id, given(), receipt="r1")

    outcome = await house.get(f"/asks/{ask.id}/outcome", wait=600)

    assert outcome["answers"] == [{"questionId": "db", "state": "answered", "values": ["SQLite"]}]


async def test_a_long_poll_whose_caller_went_away_waits_no_longer() -> None:
    house = House()
    ask = await house.asked()
    gone = anyio.Event()
    said: list[Any] = [{"type": "http.request", "body": b"", "more_body": False}]
    sent: list[Any] = []

    async def receive() -> Any:
        if said:
            return said.pop()
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    async def poll() -> None:
        scope = a_scope(f"/asks/{ask.id}/outcome", [])
        await house.app({**scope, "query_string": b"wait=600"}, receive, send)

    async with background(poll):
        await anyio.wait_all_tasks_blocked()
        waiting = len(house.desk.waiting)
        gone.set()
        await anyio.wait_all_tasks_blocked()

    assert (waiting, len(house.desk.waiting)) == (1, 0)
    assert sent[0]["status"] == 200
