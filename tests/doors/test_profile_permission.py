"""The profile `permission`: what Claude Code may do is a person's to say."""

import json
from typing import Any

import pytest

from askline.asks.answers import Given
from tests.builders import ADA
from tests.doors.asks import the_ask
from tests.doors.lines import Json
from tests.doors.profiles import AT_ONCE, an_agent
from tests.promises import promise

RUN: Json = {"tool_name": "Bash", "input": {"command": "make"}, "tool_use_id": "toolu_1"}


def said(result: Json) -> Any:
    [content] = result["content"]
    assert not result.get("isError")
    return json.loads(content["text"])


@promise("person")
async def test_a_persons_grant_runs_exactly_what_was_shown() -> None:
    async with an_agent("permission") as scene:
        call = await scene.call("approve", RUN)
        ask = await the_ask(scene.desk)
        assert ask.matter.human_only
        assert "make" in (ask.matter.context or "")
        await scene.desk.answering.answer(
            ADA, ask.id, {"allow": Given(values=("yes",))}, receipt="r1"
        )
        result = await scene.line.result_of(call)

    assert said(result) == {"behavior": "allow", "updatedInput": {"command": "make"}}


async def test_a_refusal_goes_to_the_model_with_its_reason() -> None:
    async with an_agent("permission") as scene:
        call = await scene.call("approve", RUN)
        ask = await the_ask(scene.desk)
        await scene.desk.answering.reject(ADA, ask.id, reason="not on Friday", receipt="r1")
        result = await scene.line.result_of(call)

    assert said(result) == {"behavior": "deny", "message": "not on Friday"}


@promise("truth")
async def test_nobody_has_decided_is_no_grant() -> None:
    async with an_agent("permission", cap_s=AT_ONCE) as scene:
        first = said(await scene.used("approve", RUN))
        again = said(await scene.used("approve", RUN))
        await the_ask(scene.desk)

    assert first == again
    assert first["behavior"] == "deny"
    assert "has not decided yet" in first["message"]


@pytest.mark.parametrize(
    ("tool", "given", "behavior"),
    [
        ("mcp__askline__ask_user", {"question": "?"}, "allow"),
        ("Write", {"content": "x" * 70_000}, "deny"),
    ],
)
async def test_what_needs_no_person_or_cannot_be_shown_is_not_asked(
    tool: str, given: Json, behavior: str
) -> None:
    async with an_agent("permission") as scene:
        result = await scene.used("approve", {"tool_name": tool, "input": given})
        assert await scene.desk.reading.inbox(ADA) == []

    assert said(result)["behavior"] == behavior


async def test_arguments_of_another_shape_are_an_error() -> None:
    async with an_agent("permission") as scene:
        result = await scene.used("approve", {"tool_name": "Bash", "input": "make"})

    assert result["isError"]
    assert "input: expected an object" in result["content"][0]["text"]
