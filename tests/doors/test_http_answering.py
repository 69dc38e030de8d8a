"""Answering over HTTP: one outcome, told to the first and to the second."""

import json
from dataclasses import replace
from typing import Any

import pytest

from askline.core.people import Door
from tests.builders import ADA, LATER, NOON, a_confirm, a_new_ask, a_select, a_text, an_approval
from tests.doors.http_house import House, Json

SQLITE: Json = {"db": {"values": ["SQLite"]}}


async def test_an_answer_replies_with_the_outcome() -> None:
    house = House()
    ask = await house.asked()

    outcome = await house.post(f"/asks/{ask.short_id}/answer", answers=SQLITE, receipt="r1")

    assert outcome == {
        "askId": str(ask.id),
        "state": "answered",
        "answered": True,
        "cancelled": False,
        "timedOut": False,
        "answers": [{"questionId": "db", "state": "answered", "values": ["SQLite"]}],
        "reason": None,
        "askBack": None,
        "settledBy": {
            "kind": "human",
            "id": "me",
            "who": "me",
            "door": "api",
            "at": "2026-11-14T12:00:00.000Z",
        },
        "amendments": [],
    }


@pytest.mark.parametrize(
    ("verb", "body", "state", "field", "words"),
    [
        ("reject", {"reason": "Not now."}, "rejected", "reason", "Not now."),
        ("reject", {}, "rejected", "reason", None),
        ("ask-back", {"words": "Why?"}, "asked_back", "askBack", "Why?"),
        ("cancel", {"reason": "Too late."}, "cancelled", "reason", "Too late."),
    ],
)
async def test_every_other_end_replies_with_the_outcome(
    verb: str, body: Json, state: str, field: str, words: str | None
) -> None:
    house = House()
    ask = await house.asked()

    outcome = await house.post(f"/asks/{ask.id}/{verb}", **body)

    assert (outcome["state"], outcome[field], outcome["answers"]) == (state, words, [])


@pytest.mark.parametrize(
    ("verb", "body"),
    [
        ("answer", {"answers": SQLITE}),
        ("reject", {}),
        ("ask-back", {"words": "Why?"}),
        ("cancel", {}),
        ("extend", {"deadline": "2026-11-14T15:00:00Z"}),
    ],
)
async def test_who_comes_second_is_told_with_the_outcome_that_stands(verb: str, body: Json) -> None:
    house = House()
    ask = await house.asked(deadline=LATER)
    outcome = await house.post(f"/asks/{ask.id}/answer", answers=SQLITE, receipt="r1")

    refused = await house.post(f"/asks/{ask.id}/{verb}", 409, **body)

    assert refused["code"] == "already_settled"
    assert refused["outcome"] == outcome


async def test_a_correction_where_there_is_no_answer_is_told_the_outcome_that_stands() -> None:
    house = House()
    ask = await house.asked()
    outcome = await house.post(f"/asks/{ask.id}/reject")

    refused = await house.post(f"/asks/{ask.id}/correct", 409, answers=SQLITE)

    assert refused["outcome"] == outcome


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        pytest.param({"receipt": "r1"}, {}, id="in the body"),
        pytest.param({}, {"Idempotency-Key": "r1"}, id="as a header"),
        pytest.param({}, {"Idempotency-Key": '"r1"'}, id="as a quoted header"),
    ],
)
async def test_a_retry_is_the_same_success(body: Json, headers: dict[str, str]) -> None:
    house = House()
    ask = await house.asked()
    first = await house.post(f"/asks/{ask.id}/answer", answers=SQLITE, receipt="r1")

    again = await house.http.post(
        f"/asks/{ask.id}/answer", json={"answers": SQLITE, **body}, headers=headers
    )

    assert (again.status_code, again.json()) == (200, first)


@pytest.mark.parametrize("receipt", ["", "x" * 201, "na\u00efve", "two\nlines"])
async def test_a_receipt_that_cannot_be_kept_is_refused(receipt: str) -> None:
    house = House()
    ask = await house.asked()

    refused = await house.post(f"/asks/{ask.id}/reject", 422, receipt=receipt)

    assert [error["field"] for error in refused["errors"]] == ["receipt"]


async def test_every_part_of_an_answer_is_taken() -> None:
    house = House()
    questions = (a_select(), a_text(), a_confirm(required=False))
    ask = await house.desk.asking.ask(ADA, a_new_ask(*questions))

    outcome = await house.post(
        f"/asks/{ask.id}/answer",
        answers={
            "db": {"values": [], "customText": "DuckDB", "note": "It is new."},
            "name": {"values": ["shop"], "customText": None},
            "go": {"skipped": True},
        },
        note="Ask again next week.",
    )

    assert outcome["answers"] == [
        {
            "questionId": "db",
            "state": "answered",
            "values": [],
            "customText": "DuckDB",
            "note": "It is new.\nAsk again next week.",
        },
        {"questionId": "name", "state": "answered", "values": ["shop"]},
        {"questionId": "go", "state": "skipped", "values": []},
    ]


async def test_a_note_alone_stands_with_the_first_question() -> None:
    house = House()
    ask = await house.desk.asking.ask(ADA, a_new_ask(a_text(required=False)))

    outcome = await house.post(f"/asks/{ask.id}/answer", note="I do not mind.")

    assert outcome["answers"] == [
        {"questionId": "name", "state": "unanswered", "values": [], "note": "I do not mind."}
    ]


@pytest.mark.parametrize(
    ("answers", "code", "field"),
    [
        ({"db": {"values": ["Oracle"]}}, "unknown_option", "db"),
        ({}, "missing_required", "db"),
        ({**SQLITE, "dbs": {"values": ["x"]}}, "invalid_answer", "dbs"),
        ({"db": {"values": ["x" * 262_145]}}, "invalid_answer", "db"),
        ({"db": {"value": "SQLite"}}, "invalid_arguments", "answers.db.value"),
        ({"db": {"values": [1]}}, "invalid_arguments", "answers.db.values"),
        ({"db": {"values": "SQLite"}}, "invalid_arguments", "answers.db.values"),
        ({"db": "SQLite"}, "invalid_arguments", "answers.db"),
        ({"d b": {}}, "invalid_arguments", "answers.d b"),
        (["SQLite"], "invalid_arguments", "answers"),
    ],
)
async def test_an_answer_that_does_not_fit_is_refused_and_the_ask_stays_pending(
    answers: Any, code: str, field: str
) -> None:
    house = House()
    ask = await house.asked()

    refused = await house.post(f"/asks/{ask.id}/answer", 422, answers=answers)

    assert refused["code"] == code
    assert refused["errors"][0]["field"] == field
    assert (await house.get(f"/asks/{ask.id}"))["state"] == "pending"


@pytest.mark.parametrize(
    ("verb", "body", "field", "hint"),
    [
        ("reject", {"reasons": "x"}, "reasons", "Did you mean 'reason'?"),
        ("reject", {"answers": SQLITE}, "answers", ""),
        ("ask-back", {}, "words", ""),
        ("ask-back", {"words": "  "}, "words", ""),
        ("cancel", {"reason": 1}, "reason", ""),
        ("extend", {}, "deadline", ""),
        ("extend", {"deadline": "tomorrow"}, "deadline", ""),
        ("extend", {"deadline": "0001-01-01T00:00:00+14:00"}, "deadline", ""),
        ("delivered", {"amendments": -1}, "amendments", ""),
        ("correct", {"words": "x"}, "words", ""),
    ],
)
async def test_a_body_that_does_not_fit_its_verb_is_refused(
    verb: str, body: Json, field: str, hint: str
) -> None:
    house = House()
    ask = await house.asked()

    refused = await house.post(f"/asks/{ask.id}/{verb}", 422, **body)

    assert [(error["field"], error["hint"]) for error in refused["errors"]] == [(field, hint)]


async def test_a_late_answer_and_a_correction_stand_beside_the_outcome() -> None:
    house = House()
    ask = await house.asked(deadline=LATER)
    house.clock.time = LATER

    late = await house.post(f"/asks/{ask.id}/answer", answers=SQLITE)
    corrected = await house.post(
        f"/asks/{ask.id}/correct",
        answers={"db": {"values": ["PostgreSQL"]}},
        reason="I slept over it.",
        note="Really.",
    )

    assert (late["state"], late["timedOut"], late["answers"]) == ("timed_out", True, [])
    assert [each["kind"] for each in corrected["amendments"]] == ["late", "correction"]
    assert corrected["amendments"][1]["reason"] == "I slept over it."
    assert corrected["amendments"][1]["answers"][0]["note"] == "Really."


async def test_a_deadline_moves_later() -> None:
    house = House()
    ask = await house.asked(deadline=LATER)

    moved = await house.post(f"/asks/{ask.id}/extend", deadline="2026-11-14T16:00:00+01:00")
    refused = await house.post(f"/asks/{ask.id}/extend", 422, deadline=NOON.isoformat())
    zoneless = await house.post(f"/asks/{ask.id}/extend", 422, deadline="2026-11-15")

    assert moved["deadline"] == "2026-11-14T15:00:00.000Z"
    assert refused["code"] == "deadline_past"
    assert zoneless["code"] == "invalid_arguments"


async def test_who_looked_is_noted_with_the_door() -> None:
    house = House(who=lambda _: replace(ADA, door=Door.WEB))
    ask = await house.asked()

    seen = await house.post(f"/asks/{ask.id}/seen")

    assert seen["seen"] == [{"door": "web", "who": "me", "at": "2026-11-14T12:00:00.000Z"}]


async def test_a_draft_is_kept_for_every_door_until_it_is_emptied() -> None:
    house = House()
    ask = await house.asked()
    path = f"/asks/{ask.short_id}"

    put = await house.http.put(f"{path}/draft", json={"answers": {"db": {"customText": "Duck"}}})
    kept = await house.get(f"{path}/drafts")
    await house.http.put(f"{path}/draft", json={})

    assert (put.status_code, put.content) == (204, b"")
    assert kept == [
        {
            "ask_id": str(ask.id),
            "person": "me",
            "at": "2026-11-14T12:00:00.000Z",
            "answers": {
                "db": {
                    "values": [],
                    "customText": "Duck",
                    "note": None,
                    "skipped": False,
                    "attachments": [],
                }
            },
        }
    ]
    assert await house.get(f"{path}/drafts") == []


async def test_a_draft_of_no_form_is_refused() -> None:
    house = House()
    ask = await house.asked()

    refused = await house.http.put(f"/asks/{ask.id}/draft", json={"answers": {"db": 1}})

    assert refused.status_code == 422


async def test_a_draft_names_files_by_their_hashes_alone() -> None:
    house = House()
    ask = await house.asked()
    half = json.dumps({"answers": {"db": {"attachments": [{"sha256": "\ud800"}]}}})

    refused = await house.http.put(
        f"/asks/{ask.id}/draft", content=half, headers={"Content-Type": "application/json"}
    )

    assert refused.status_code == 422
    assert [each["field"] for each in refused.json()["errors"]] == [
        "answers.db.attachments.0.sha256"
    ]


@pytest.mark.parametrize(
    ("headers", "status", "door"),
    [
        pytest.param({}, 403, None, id="nobody says so"),
        pytest.param({"Askline-Door": "cli"}, 403, None, id="a script"),
        pytest.param({"Askline-Present": "1"}, 403, None, id="a program has no terminal"),
        pytest.param({"Askline-Door": "cli", "Askline-Present": "1"}, 200, "cli", id="a shell"),
        pytest.param({"Askline-Door": "tui", "Askline-Present": "1"}, 200, "tui", id="the inbox"),
        pytest.param({"Askline-Door": "web", "Askline-Present": "1"}, 422, None, id="no such door"),
    ],
)
async def test_what_needs_a_person_is_settled_only_where_one_is_present(
    headers: dict[str, str], status: int, door: str | None
) -> None:
    house = House()
    ask = await house.asked(matter=an_approval())

    reply = await house.http.post(
        f"/asks/{ask.id}/answer",
        json={"answers": {"approve": {"values": ["yes"]}}},
        headers=headers,
    )

    assert reply.status_code == status
    settled = (await house.get(f"/asks/{ask.id}"))["outcome"]
    assert (settled and settled["settledBy"]["door"]) == door
