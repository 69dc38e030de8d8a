"""The profile `feedback`: a summary is shown, and whatever the human says to it comes back."""

import pytest

from askline.asks.answers import Given
from askline.doors.mcp.contracts.feedback import FEEDBACK, NOTHING, SUMMARY
from tests.builders import ADA, CLIENT
from tests.doors.asks import the_ask
from tests.doors.lines import REVISIONS, Json
from tests.doors.profiles import AT_ONCE, an_agent, trouble, words
from tests.promises import promise

TOOL = "interactive_feedback"
DONE: Json = {"project_directory": "/home/ada/shop", "summary": "The shop is open.", "timeout": 90}


@pytest.mark.parametrize("revision", REVISIONS)
async def test_what_the_human_says_comes_back_under_its_heading(revision: str) -> None:
    async with an_agent("feedback", revision=revision) as scene:
        result = await scene.answered(TOOL, DONE, Given(values=("More red.",), note="Thanks"))

    assert words(result) == f"{FEEDBACK}\nMore red.\nThanks"


async def test_the_summary_and_the_directory_are_what_is_shown() -> None:
    async with an_agent("feedback") as scene:
        await scene.call(TOOL, DONE)
        ask = await the_ask(scene.desk)

    assert ask.matter.context == "The shop is open.\n\n/home/ada/shop"


async def test_everything_has_a_default_and_strangers_do_no_harm() -> None:
    async with an_agent("feedback") as scene:
        await scene.call(TOOL, {"colour": "red"})
        ask = await the_ask(scene.desk)
        assert ask.deadline is not None
        seconds = (ask.deadline - scene.clock.time).total_seconds()

    assert (ask.matter.context, seconds) == (SUMMARY, 600)


@pytest.mark.parametrize(("said", "meant"), [(1, 60), (90, 90), (10**6, 86_400)])
async def test_a_time_that_nobody_could_answer_in_is_made_one(said: int, meant: float) -> None:
    async with an_agent("feedback") as scene:
        result = await scene.overdue(TOOL, {**DONE, "timeout": said}, after_s=meant)

    assert "nobody answered in time. Stop here" in trouble(result)


async def test_what_is_no_time_is_an_error() -> None:
    async with an_agent("feedback") as scene:
        result = await scene.used(TOOL, {"timeout": "soon"})

    assert "timeout: expected a whole number" in trouble(result)


async def test_nothing_to_say_is_said() -> None:
    async with an_agent("feedback") as scene:
        assert words(await scene.answered(TOOL, DONE, Given(skipped=True))) == NOTHING


@pytest.mark.parametrize(("reason", "more"), [(None, ""), ("enough", " enough")])
async def test_a_rejection_is_a_cancellation(reason: str | None, more: str) -> None:
    async with an_agent("feedback") as scene:
        call = await scene.call(TOOL, DONE)
        ask = await the_ask(scene.desk)
        await scene.desk.answering.reject(ADA, ask.id, reason=reason, receipt="r1")

        assert words(await scene.line.result_of(call)) == f"用戶取消了回饋。{more}"


async def test_a_question_back_is_feedback() -> None:
    async with an_agent("feedback") as scene:
        call = await scene.call(TOOL, DONE)
        ask = await the_ask(scene.desk)
        await scene.desk.answering.ask_back(ADA, ask.id, "Why red?", receipt="r1")

        assert words(await scene.line.result_of(call)) == f"{FEEDBACK}\nWhy red?"


async def test_a_call_that_ends_before_the_answer_goes_on_with_the_same_arguments() -> None:
    async with an_agent("feedback", cap_s=AT_ONCE) as scene:
        assert "call interactive_feedback again" in words(await scene.used(TOOL, DONE))


@promise("truth")
async def test_feedback_that_no_person_gave_says_who_did() -> None:
    async with an_agent("feedback") as scene:
        result = await scene.answered(TOOL, DONE, Given(values=("ok",)), by=CLIENT)

    assert "claude-code by itself, without a person" in words(result)
