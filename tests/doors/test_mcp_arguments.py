"""What models send: mended where there is no doubt, refused in words they can act on where there is."""

from typing import Any

import pytest

from askline.asks.model import Question
from askline.doors.mcp.server import build_server
from tests.builders import StoppedClock, a_desk
from tests.doors.asks import ASK, the_ask
from tests.doors.lines import Json, a_line

OPTIONS = ["PostgreSQL", "SQLite"]


async def asked(arguments: Json) -> Question:
    """The one question that came to the inbox."""
    desk = a_desk()
    async with a_line(build_server(desk, StoppedClock())) as line:
        result = await line.result_of(await line.use("ask_user", {**arguments, "blocking": False}))
        assert result["isError"] is False, result["content"][0]["text"]
        ask = await the_ask(desk)
    [question] = ask.questions
    return question


async def refused(tool: str, arguments: Json) -> str:
    desk = a_desk()
    async with a_line(build_server(desk, StoppedClock())) as line:
        result = await line.result_of(await line.use(tool, arguments))
    assert result["isError"] is True
    assert "structuredContent" not in result
    return result["content"][0]["text"]


@pytest.mark.parametrize(
    "arguments",
    [
        {"questions": [{"question": "Which?", "options": OPTIONS}]},
        {"questions": {"question": "Which?", "options": OPTIONS}},
        {"questions": '[{"question": "Which?", "options": ["PostgreSQL", "SQLite"]}]'},
        {"questions": '{"question": "Which?", "options": "[\\"PostgreSQL\\", \\"SQLite\\"]"}'},
        {"questions": ['{"question": "Which?", "options": ["PostgreSQL", "SQLite"]}']},
        {"question": "Which?", "options": OPTIONS},
        {"question": "Which?", "options": [{"label": "PostgreSQL"}, "SQLite"]},
        {"question": "Which?", "options": OPTIONS, "multiSelect": "false", "title": None},
        {"questions": [{"question": "Which?", "options": OPTIONS, "multiSelect": False}]},
        {"questions": [{"question": "Which?", "options": OPTIONS, "type": "Select"}]},
    ],
)
async def test_many_ways_to_ask_the_same(arguments: Json) -> None:
    question = await asked(arguments)

    assert (question.id, question.text, question.kind) == ("q1", "Which?", "select")
    assert list(question.labels) == OPTIONS


@pytest.mark.parametrize(
    "arguments",
    [
        {"question": "Which?", "options": OPTIONS, "multiSelect": True},
        {"questions": [{"question": "Which?", "options": OPTIONS, "multiSelect": "true"}]},
        {"questions": [{"question": "Which?", "options": OPTIONS, "type": "multi_select"}]},
        {"questions": [{"question": "Which?", "options": OPTIONS, "type": "multiSelect"}]},
    ],
)
async def test_many_ways_to_let_several_be_picked(arguments: Json) -> None:
    assert (await asked(arguments)).kind == "multi-select"


async def test_numbers_and_booleans_are_texts_where_texts_are_meant() -> None:
    question = await asked({"questions": [{"id": 7, "question": 42, "options": [1, 2.5, True]}]})

    assert (question.id, question.text) == ("7", "42")
    assert question.labels == ("1", "2.5", "true")


async def test_a_text_in_place_of_options_is_one_option() -> None:
    assert (await asked({"question": "Which?", "options": "yes, no"})).labels == ("yes, no",)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"questions": []}, "questions array must have at least 1 item"),
        ({}, "questions array must have at least 1 item"),
        ({"question_s": [{"question": "Which?"}]}, "Did you mean 'questions'?"),
        ({"questions": [{"question": "Which?", "option": ["a"]}]}, "Did you mean 'options'?"),
        ({"questions": "Which?"}, "questions.1: expected a question"),
        ({"questions": 5}, "questions: expected a list, got 5"),
        ({"questions": [{"question": "Which?", "multiSelect": 3}]}, "questions.q1.multiSelect"),
        ({"question": "Which?", "type": 3}, "type: expected one of"),
        ({**ASK, "timeout": 5}, "timeout: expected a whole number from 10000 to 86400000, got 5"),
        ({**ASK, "timeout": "soon"}, "timeout: expected a whole number"),
        ({**ASK, "timeout": "true"}, "timeout: expected a whole number"),
        ({**ASK, "blocking": "perhaps"}, "blocking: expected true or false, got 'perhaps'"),
        ({**ASK, "follows": "k7m2qd"}, "follows: expected the whole id of an earlier ask"),
        ({**ASK, "questions": [{"question": "x" * 1001}]}, "at most 1000 characters, got 1001"),
        ({"question": ["Which?"]}, "question: expected a text, got a list"),
    ],
)
async def test_what_does_not_fit_is_named_with_field_and_expectation(
    arguments: Json, said: str
) -> None:
    assert said in await refused("ask_user", arguments)


async def test_every_problem_is_named_at_once() -> None:
    text = await refused("ask_user", {**ASK, "timeout": 1, "titles": "x", "sensitive": 3})

    assert text.startswith("The arguments do not fit. [invalid_arguments]\n")
    assert [line.split(":")[0] for line in text.splitlines()[1:4]] == [
        "- titles",
        "- sensitive",
        "- timeout",
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({}, "ids: expected 1 to 100 ids of asks, got 0 items"),
        ({"ids": [None]}, "ids: expected 1 to 100 ids of asks"),
        ({"ids": ["nonsense!"]}, "'nonsense!' is no id of an ask. [invalid_arguments]"),
        ({"ids": "k7m2qd"}, "There is no ask k7m2qd. [not_found]"),
        ({"ids": "k7m2qd", "mode": "some"}, "mode: expected any or all, got 'some'"),
        ({"ids": "k7m2qd", "wait": -1}, "wait: expected seconds, 0 or more, got -1"),
        ({"ids": "k7m2qd", "wait": "long"}, "wait: expected seconds, 0 or more, got 'long'"),
        ({"ids": "k7m2qd", "wait": True}, "wait: expected seconds, 0 or more, got true"),
        ({"ids": "k7m2qd", "waits": 1}, "Did you mean 'wait'?"),
    ],
)
async def test_waiting_for_what_is_not_there_is_refused(arguments: Json, said: str) -> None:
    assert said in await refused("ask_await", arguments)


@pytest.mark.parametrize("arguments", [None, []])
async def test_no_arguments_at_all(arguments: Any) -> None:
    async with a_line(build_server(a_desk(), StoppedClock())) as line:
        call = {"name": "ask_user"} | ({} if arguments is None else {"arguments": arguments})
        answer = await line.call("tools/call", call)

    assert "error" in answer or answer["result"]["isError"]
