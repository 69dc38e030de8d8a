"""The profile `promptmanager`: one question, one sentence back, one question at a time."""

import anyio
import pytest

from askline.asks.answers import Given
from askline.asks.state import State
from askline.doors.mcp.settings import ConnectionSettings
from tests.builders import ADA, CLIENT
from tests.doors.asks import the_ask
from tests.doors.lines import REVISIONS, Json
from tests.doors.profiles import AT_ONCE, an_agent, trouble, words
from tests.promises import promise

TOOL = "ask_user"
OPTIONS: Json = {"question": "Which?", "options": [{"label": "Option A"}, {"label": "Option B"}]}
MANY: Json = {**OPTIONS, "multiSelect": True}
FREE: Json = {"question": "What shall it be called?"}
SORRY = "User did not respond within the timeout period. Proceeding with your best judgment."


@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize(
    ("asked", "given", "said"),
    [
        (OPTIONS, Given(values=("Option A",)), "User selected: Option A"),
        (OPTIONS, Given(custom_text="neither"), "User answered: neither"),
        (MANY, Given(values=("Option A", "Option B")), "User selected: Option A, Option B"),
        (
            MANY,
            Given(values=("Option B",), custom_text="and C"),
            "User selected: Option B\nUser answered: and C",
        ),
        (FREE, Given(values=("shop",)), "User answered: shop"),
        (FREE, Given(values=("shop",), note="soon"), "User answered: shop\nUser noted: soon"),
    ],
)
async def test_an_answer_is_one_sentence(
    revision: str, asked: Json, given: Given, said: str
) -> None:
    async with an_agent("promptmanager", revision=revision) as scene:
        result = await scene.answered(TOOL, asked, given)

    assert "structuredContent" not in result
    assert words(result) == said


@pytest.mark.parametrize("more", [{"options": []}, {"multiSelect": True}, {"colour": "red"}])
async def test_without_options_the_answer_is_free(more: Json) -> None:
    async with an_agent("promptmanager") as scene:
        await scene.call(TOOL, {**FREE, **more})
        [question] = (await the_ask(scene.desk)).questions

    assert (question.kind, question.options) == ("text", ())


@pytest.mark.parametrize("arguments", [{}, {"question": " "}, {"options": [{"label": "A"}]}])
async def test_without_a_question_it_is_an_error_that_says_so(arguments: Json) -> None:
    async with an_agent("promptmanager") as scene:
        result = await scene.used(TOOL, arguments)

    assert "question: expected question text is required" in trouble(result)


@pytest.mark.parametrize("after_s", [300, 45])
async def test_a_time_out_is_an_error_in_these_very_words(after_s: float) -> None:
    settings = ConnectionSettings(promptmanager_timeout_s=after_s)
    async with an_agent("promptmanager", connection=settings) as scene:
        result = await scene.overdue(TOOL, OPTIONS, after_s=after_s)
        [ask] = await scene.desk.reading.history(ADA)

    assert (trouble(result), ask.state) == (SORRY, State.TIMED_OUT)


async def test_three_hundred_seconds_are_the_default_and_zero_is_no_end() -> None:
    async with an_agent("promptmanager") as scene:
        await scene.call(TOOL, OPTIONS)
        deadline = (await the_ask(scene.desk)).deadline
        assert deadline is not None
        assert (deadline - scene.clock.time).total_seconds() == 300
    endless = ConnectionSettings(promptmanager_timeout_s=0)
    async with an_agent("promptmanager", connection=endless) as scene:
        await scene.call(TOOL, OPTIONS)
        assert (await the_ask(scene.desk)).deadline is None


@promise("late-kept")
async def test_an_answer_that_came_late_is_what_the_same_call_gets() -> None:
    async with an_agent("promptmanager", cap_s=AT_ONCE) as scene:
        await scene.used(TOOL, OPTIONS)
        ask = await the_ask(scene.desk)
        assert ask.deadline is not None
        scene.clock.time = ask.deadline
        await scene.desk.sweeping.sweep()
        given = {"q1": Given(values=("Option B",))}
        await scene.desk.answering.answer(ADA, ask.id, given, receipt="r1")

        assert words(await scene.used(TOOL, OPTIONS)) == "User selected: Option B"


async def test_a_newer_question_takes_the_place_of_the_earlier_whose_call_is_told() -> None:
    async with an_agent("promptmanager") as scene:
        first = await scene.call(TOOL, OPTIONS)
        earlier = await the_ask(scene.desk)
        second = await scene.call(TOOL, FREE)
        result = await scene.line.result_of(first)
        [later] = await scene.desk.reading.inbox(ADA)
        await scene.desk.answering.answer(ADA, later.id, {"q1": Given(values=("x",))}, receipt="r")
        answer = await scene.line.result_of(second)

        assert (await scene.gone(earlier)).state is State.SUPERSEDED
    assert "A newer question took the place of this one" in trouble(result)
    assert words(answer) == "User answered: x"


async def test_a_question_that_was_answered_meanwhile_stays_answered() -> None:
    async with an_agent("promptmanager", cap_s=AT_ONCE) as scene:
        await scene.used(TOOL, OPTIONS)
        earlier = await the_ask(scene.desk)
        given = {"q1": Given(values=("Option A",))}
        await scene.desk.answering.answer(ADA, earlier.id, given, receipt="r1")
        await scene.used(TOOL, FREE)

        assert words(await scene.used(TOOL, OPTIONS)) == "User selected: Option A"


async def test_the_question_of_another_stream_is_left_alone() -> None:
    async with an_agent("promptmanager") as one:
        await one.call(TOOL, OPTIONS)
        await the_ask(one.desk)
        async with an_agent("promptmanager", desk=one.desk) as another:
            await another.call(TOOL, FREE)
            with anyio.fail_after(5):
                while len(await one.desk.reading.inbox(ADA)) < 2:
                    await anyio.wait_all_tasks_blocked()


async def test_a_call_that_ends_before_the_answer_goes_on_with_the_same_arguments() -> None:
    async with an_agent("promptmanager", cap_s=AT_ONCE) as scene:
        text = words(await scene.used(TOOL, OPTIONS))

    assert "Nobody has answered yet" in text
    assert "call ask_user again with exactly the same arguments" in text


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        (None, "User rejected the question."),
        ("too early", "User rejected the question. Reason: too early"),
    ],
)
async def test_a_rejection_says_so_with_its_reason(reason: str | None, said: str) -> None:
    async with an_agent("promptmanager") as scene:
        call = await scene.call(TOOL, OPTIONS)
        ask = await the_ask(scene.desk)
        await scene.desk.answering.reject(ADA, ask.id, reason=reason, receipt="r1")

        assert words(await scene.line.result_of(call)) == said


async def test_a_question_back_and_a_withdrawal_are_said() -> None:
    async with an_agent("promptmanager") as scene:
        call = await scene.call(TOOL, OPTIONS)
        ask = await the_ask(scene.desk)
        await scene.desk.answering.ask_back(ADA, ask.id, "Why?", receipt="r1")
        assert words(await scene.line.result_of(call)) == "User asks back: Why?"

        call = await scene.call(TOOL, FREE)
        ask = await the_ask(scene.desk)
        await scene.desk.asking.cancel(ADA, ask.id, receipt="r1", reason="found it")
        said = "The question was cancelled. Reason: found it"
        assert words(await scene.line.result_of(call)) == said


@promise("truth")
async def test_an_answer_that_no_person_gave_says_who_did() -> None:
    async with an_agent("promptmanager") as scene:
        result = await scene.answered(TOOL, OPTIONS, Given(values=("Option A",)), by=CLIENT)

    first, second = words(result).splitlines()
    assert first == "User selected: Option A"
    assert second.startswith("This was settled by the client claude-code by itself, without a")
