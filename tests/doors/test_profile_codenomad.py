"""The profile `codenomad`: questions as CodeNomad's agents send them, one JSON object back."""

import json
from typing import Any

import pytest

from askline.asks.answers import Given
from askline.asks.state import State
from askline.core.errors import Internal
from askline.doors.mcp.contracts.codenomad import told
from tests.builders import ADA, CLIENT, a_desk
from tests.doors.asks import the_ask
from tests.doors.lines import REVISIONS, Json
from tests.doors.profiles import AT_ONCE, an_agent, trouble, words
from tests.promises import promise

TOOL = "ask_user"
TEXT: Json = {"question": "What shall it be called?", "placeholder": "e.g. shop"}
SELECT: Json = {"id": "style", "question": "Style?", "type": "select", "options": ["A", "B"]}
SEVERAL: Json = {"question": "Features?", "type": "multi-select", "options": ["A", "B", "C"]}
NO_OPTIONS: list[str] = []
CONFIRM: Json = {"question": "Delete 15 files?", "type": "confirm"}


def facts(result: Json) -> Json:
    assert len(result["content"]) == 1
    assert "structuredContent" not in result
    return json.loads(words(result))


@pytest.mark.parametrize("revision", REVISIONS)
async def test_every_type_of_question_has_its_values(revision: str) -> None:
    given = [Given(values=(text,)) for text in ("shop", "A")]
    given += [Given(values=("A", "C"), custom_text="D"), Given(values=("no",))]
    async with an_agent("codenomad", revision=revision) as scene:
        asked: Json = {"questions": [TEXT, SELECT, SEVERAL, CONFIRM], "title": "Component"}
        result = await scene.answered(TOOL, asked, *given)
        [ask] = await scene.desk.reading.history(ADA)

    assert facts(result) == {
        "answered": True,
        "cancelled": False,
        "timedOut": False,
        "answers": [
            {"questionId": "q1", "values": ["shop"]},
            {"questionId": "style", "values": ["A"]},
            {"questionId": "q3", "values": ["A", "C"], "customText": "D"},
            {"questionId": "q4", "values": ["no"]},
        ],
    }
    assert ask.matter.title == "Component"
    assert ask.questions[0].placeholder == "e.g. shop"


async def test_a_question_that_need_not_be_answered_may_be_skipped() -> None:
    async with an_agent("codenomad") as scene:
        skipped = Given(skipped=True, note="later")
        result = await scene.answered(TOOL, {"questions": [{**TEXT, "required": False}]}, skipped)

    assert facts(result)["answers"] == [{"questionId": "q1", "values": [], "note": "later"}]


async def test_without_a_type_it_is_a_text_and_what_it_does_not_know_does_no_harm() -> None:
    async with an_agent("codenomad") as scene:
        asked = {**TEXT, "options": ["A"], "colour": "red", "allow_other": False}
        await scene.call(TOOL, {"questions": [asked], "urgent": True})
        [question] = (await the_ask(scene.desk)).questions

    assert (question.kind, question.options, question.allow_other) == ("text", (), True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"questions": []}, "questions array must have at least 1 item"),
        ({}, "questions array must have at least 1 item"),
        ({"questions": [TEXT] * 11}, "questions array exceeds maximum of 10"),
        ({"questions": [{"question": ""}]}, "question text is required"),
        ({"questions": [5]}, "question text is required"),
        (
            {"questions": [{"question": "?", "type": "select"}]},
            "Options required for select/multi-select types",
        ),
        (
            {"questions": [{**SEVERAL, "options": NO_OPTIONS}]},
            "Options required for select/multi-select types",
        ),
        (
            {"questions": [TEXT], "timeout": 1800001},
            "timeout: expected a whole number from 10000 to 1800000, got 1800001",
        ),
        (
            {"questions": [TEXT], "timeout": 9999},
            "timeout: expected a whole number from 10000 to 1800000, got 9999",
        ),
        (
            {"questions": [{"question": "x" * 1001}]},
            "questions.q1.question: expected at most 1000 characters, got 1001",
        ),
    ],
)
async def test_a_validation_error_is_said_in_the_contracts_words(
    arguments: Json, said: str
) -> None:
    async with an_agent("codenomad") as scene:
        result = await scene.used(TOOL, arguments)

    assert trouble(result) == f"Validation error: {said}"


def test_other_errors_are_no_validation_errors() -> None:
    [block] = told(Internal("It broke.", hint="Try again.")).content

    assert getattr(block, "text", "") == "It broke. [internal]\nTry again."


@pytest.mark.parametrize(("said", "after_s"), [(None, 300), (10_000, 10), (1_800_000, 1800)])
async def test_a_time_out_is_no_error(said: int | None, after_s: float) -> None:
    async with an_agent("codenomad") as scene:
        result = await scene.overdue(TOOL, {"questions": [TEXT], "timeout": said}, after_s=after_s)
        [ask] = await scene.desk.reading.history(ADA)

    nothing: Json = {"answered": False, "cancelled": False, "timedOut": True, "answers": []}
    assert (facts(result), ask.state) == (nothing, State.TIMED_OUT)


@pytest.mark.parametrize(("reason", "more"), [(None, {}), ("too early", {"reason": "too early"})])
async def test_a_rejection_is_cancelled_with_the_reason_if_there_is_one(
    reason: str | None, more: Json
) -> None:
    async with an_agent("codenomad") as scene:
        call = await scene.call(TOOL, {"questions": [TEXT]})
        ask = await the_ask(scene.desk)
        await scene.desk.answering.reject(ADA, ask.id, reason=reason, receipt="r1")
        result = facts(await scene.line.result_of(call))

    nothing: Json = {"answered": False, "cancelled": True, "timedOut": False, "answers": []}
    assert result == nothing | more


async def test_a_question_back_is_none_of_the_three() -> None:
    async with an_agent("codenomad") as scene:
        call = await scene.call(TOOL, {"questions": [TEXT]})
        ask = await the_ask(scene.desk)
        await scene.desk.answering.ask_back(ADA, ask.id, "Why?", receipt="r1")
        result = facts(await scene.line.result_of(call))

    assert not any(result[name] for name in ("answered", "cancelled", "timedOut"))
    assert result["askBack"] == "Why?"


@promise("ask-once")
async def test_a_call_that_ends_before_the_answer_goes_on_with_the_same_arguments() -> None:
    asked: Json = {"questions": [TEXT], "timeout": 10_000}
    async with an_agent("codenomad", cap_s=AT_ONCE) as scene:
        first = facts(await scene.used(TOOL, asked))
        ask = await the_ask(scene.desk)
        await scene.desk.answering.answer(ADA, ask.id, {"q1": Given(values=("x",))}, receipt="r1")
        second = facts(await scene.used(TOOL, asked))

    assert (first["answered"], first["pending"]) == (False, True)
    assert "call ask_user again with exactly the same arguments" in first["next"]
    assert (second["answered"], "pending" in second) == (True, False)


@promise("truth")
async def test_an_answer_that_no_person_gave_says_who_did() -> None:
    async with an_agent("codenomad", desk=a_desk()) as scene:
        given = Given(values=("shop",))
        result: Any = facts(await scene.answered(TOOL, {"questions": [TEXT]}, given, by=CLIENT))

    assert (result["settledBy"]["kind"], result["settledBy"]["who"]) == ("client", "claude-code")
