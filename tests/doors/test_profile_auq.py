"""The profile `auq`: what AUQ's agents send, and to the letter what they get."""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import pytest

from askline.asks import lifecycle
from askline.asks.answers import Answer, AnswerState, Attachment, Given
from askline.asks.changes import Change
from askline.asks.model import Ask
from askline.asks.state import State
from askline.core.errors import StoreUnavailable
from askline.core.ids import short_id
from askline.doors.mcp.contracts.auq_words import asked, fetched
from askline.doors.mcp.settings import McpSettings
from askline.stores.ephemeral import EphemeralAsks
from tests.builders import (
    ADA,
    AGENT,
    CLIENT,
    LATER,
    NOON,
    a_desk,
    a_matter,
    a_select,
    an_ask,
    answers,
)
from tests.doors.asks import the_ask
from tests.doors.lines import REVISIONS, Json
from tests.doors.profiles import AT_ONCE, an_agent, trouble, words
from tests.promises import promise

TOOL, FETCH = "ask_user_questions", "get_answered_questions"
QUESTION: Json = {
    "prompt": "Which database?",
    "title": "Database",
    "options": [{"label": "SQLite", "description": "Zero ops"}, {"label": "PostgreSQL"}],
    "multiSelect": False,
}
MANY: Json = {**QUESTION, "prompt": "Which tests?", "multiSelect": True}
NOTHING: Json = {}
ONE: Json = {"questions": [QUESTION]}


class NeverSwept(EphemeralAsks):
    async def sweep(
        self, now: datetime, limit: int, decide: Callable[[Ask], Change]
    ) -> list[Change]:
        raise StoreUnavailable(f"away with {limit} at {now} for {decide}", hint="wait")


def facts(records: Sequence[logging.LogRecord], message: str) -> list[Json]:
    return [getattr(each, "facts", {}) for each in records if each.getMessage() == message]


@pytest.mark.parametrize("revision", REVISIONS)
async def test_answers_come_back_numbered_with_their_descriptions(revision: str) -> None:
    async with an_agent("auq", revision=revision) as scene:
        picked = Given(values=("SQLite",))
        several = Given(values=("SQLite", "PostgreSQL"), custom_text="it's Oracle", note="soon")
        call = scene.answered(TOOL, {"questions": [QUESTION, MANY]}, picked, several)
        result = await call
        [ask] = await scene.desk.reading.history(ADA)

    assert "structuredContent" not in result
    assert words(result) == (
        f"[Session: {short_id(ask.id, 8)} | Questions: 2]\n\nHere are the user's answers:\n\n"
        "1. Which database?\n→ SQLite — Zero ops\n\n"
        "2. Which tests?\n→ SQLite — Zero ops\n→ PostgreSQL\n"
        "→ Other: 'it\\'s Oracle'\n→ Note: 'soon'"
    )


async def test_the_questions_reach_the_inbox_as_they_were_meant() -> None:
    long = {**MANY, "title": "A title that is no chip at all"}
    long["options"] = [{"label": "A (Recommended)"}, {"label": "B"}]
    async with an_agent("auq") as scene:
        await scene.call(TOOL, {"questions": [QUESTION, long]})
        first, second = (await the_ask(scene.desk)).questions

    assert (first.id, first.kind, first.header) == ("q1", "select", "Database")
    assert (second.id, second.kind) == ("q2", "multi-select")
    assert second.header == "A title that is no chip…"
    assert [option.recommended for option in second.options] == [True, False]
    assert first.allow_other
    assert first.required


@pytest.mark.parametrize("arguments", [{"questions": []}, {}, {"questions": None}])
async def test_no_question_is_an_error_in_these_very_words(arguments: Json) -> None:
    async with an_agent("auq") as scene:
        result = await scene.used(TOOL, arguments)

    assert trouble(result) == "At least one question is required"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"prompt": ""}, "- questions.1.prompt: expected the complete question, got ''"),
        ({"title": None}, "- questions.1.title: expected a short label, got nothing"),
        ({"multiSelect": None}, "- questions.1.multiSelect: expected true or false, got nothing"),
        ({"options": [{"label": "A"}]}, "- questions.1.options: expected 2 to 5 options, got 1"),
        ({"options": [NOTHING, 5]}, "- questions.1.options.1.label: expected a label, got nothing"),
        ({"options": [NOTHING, 5]}, "- questions.1.options.2: expected an object, got 5"),
        ({"question": "?"}, "- questions.1.question: expected one of prompt, title, options"),
    ],
)
async def test_what_does_not_fit_is_named_field_by_field(change: Json, problem: str) -> None:
    async with an_agent("auq") as scene:
        result = await scene.used(TOOL, {"questions": [{**QUESTION, **change}]})

        assert problem in trouble(result)
        assert await scene.desk.reading.inbox(ADA) == []


@pytest.mark.parametrize("count", [1, 5])
async def test_one_to_five_questions_are_taken(count: int) -> None:
    async with an_agent("auq") as scene:
        await scene.call(TOOL, {"questions": [QUESTION] * count})

        assert len((await the_ask(scene.desk)).questions) == count


async def test_six_questions_are_too_many() -> None:
    async with an_agent("auq") as scene:
        result = await scene.used(TOOL, {"questions": [QUESTION] * 6})

    assert "questions: expected at most 5 questions, got 6" in trouble(result)


@pytest.mark.parametrize(
    ("reason", "said"),
    [("too early", 'Rejection reason: "too early"'), (None, "No reason provided.")],
)
async def test_a_rejection_is_a_message_with_its_reason(reason: str | None, said: str) -> None:
    async with an_agent("auq") as scene:
        call = await scene.call(TOOL, ONE)
        ask = await the_ask(scene.desk)
        await scene.desk.answering.reject(ADA, ask.id, reason=reason, receipt="r1")
        text = words(await scene.line.result_of(call))

    assert text.endswith(f"\n\nUser rejected this question set.\n\n{said}")


async def test_a_question_back_is_a_request_to_elaborate() -> None:
    async with an_agent("auq") as scene:
        call = await scene.call(TOOL, ONE)
        ask = await the_ask(scene.desk)
        await scene.desk.answering.ask_back(ADA, ask.id, "How many users?", receipt="r1")
        text = words(await scene.line.result_of(call))

    assert "[ELABORATE_REQUEST] This means the user may have additional info" in text
    assert text.endswith('\nUser guidance: "How many users?"')


async def test_a_configured_time_out_is_an_error_and_the_ask_is_timed_out(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with an_agent("auq", settings=McpSettings(auq_timeout_s=90)) as scene:
        result = await scene.overdue(TOOL, ONE, after_s=90)
        [ask] = await scene.desk.reading.history(ADA)

    said = f"Error in session: Session {ask.id} timed out waiting for user response"
    assert (trouble(result), ask.state) == (said, State.TIMED_OUT)
    [failed] = facts(caplog.records, "Session failed")
    assert (failed["sessionId"], failed["error"]) == (str(ask.id), "timed_out")


async def test_by_default_nothing_times_out() -> None:
    async with an_agent("auq") as scene:
        await scene.call(TOOL, ONE)

        assert (await the_ask(scene.desk)).deadline is None


@promise("ask-once")
async def test_an_identical_call_leads_to_the_same_ask_until_it_was_answered() -> None:
    async with an_agent("auq", cap_s=AT_ONCE) as scene:
        first, second = await scene.used(TOOL, ONE), await scene.used(TOOL, ONE)

    assert words(first) == words(second)


async def test_a_call_that_ends_before_the_answer_names_the_tool_that_waits_on() -> None:
    async with an_agent("auq", cap_s=AT_ONCE) as scene:
        text = words(await scene.used(TOOL, ONE))
        session = short_id((await the_ask(scene.desk)).id, 8)
        waited = words(await scene.used(FETCH, {"session_id": session, "blocking": True}))

    assert text.startswith(f"[Session: {session} | Questions: 1 | Status: pending]\n\nNo answers")
    assert waited.startswith(f"[Session: {session} | Status: pending]\n\nNo answers yet. ")
    for said in (text, waited):
        assert f'get_answered_questions(session_id="{session}", blocking=true)' in said


async def test_a_call_that_does_not_wait_is_told_where_to_come_back() -> None:
    async with an_agent("auq") as scene:
        text = words(await scene.used(TOOL, {**ONE, "nonBlocking": True}))
        session = short_id((await the_ask(scene.desk)).id, 8)

    assert text == (
        f"[Session: {session} | Questions: 1 | Status: pending]\n\n"
        "Questions submitted successfully.\n"
        f'Use get_answered_questions(session_id="{session}") or `askline show {session}`'
        " to retrieve answers."
    )


@pytest.mark.parametrize("whole", [True, False])
async def test_answers_are_fetched_by_either_id_once_they_are_there(*, whole: bool) -> None:
    async with an_agent("auq") as scene:
        await scene.used(TOOL, {**ONE, "nonBlocking": True})
        ask = await the_ask(scene.desk)
        session = str(ask.id) if whole else short_id(ask.id, 8)
        before = words(await scene.used(FETCH, {"session_id": session}))
        call = await scene.call(FETCH, {"session_id": session, "blocking": True})
        given = {"q1": Given(values=("PostgreSQL",))}
        await scene.desk.answering.answer(ADA, ask.id, given, receipt="r1")
        waited = words(await scene.line.result_of(call))
        after = words(await scene.used(FETCH, {"session_id": session}))

    assert before == f"[Session: {short_id(ask.id, 8)} | Status: pending]\n\nNo answers yet."
    assert waited == after
    assert after.endswith("Here are the user's answers:\n\n1. Which database?\n→ PostgreSQL")


async def test_a_repeat_that_does_not_wait_brings_an_answer_that_was_given_meanwhile() -> None:
    async with an_agent("auq") as scene:
        await scene.used(TOOL, {**ONE, "nonBlocking": True})
        ask = await the_ask(scene.desk)
        given = {"q1": Given(values=("SQLite",))}
        await scene.desk.answering.answer(ADA, ask.id, given, receipt="r1")

        assert "→ SQLite" in words(await scene.used(TOOL, {**ONE, "nonBlocking": True}))


@pytest.mark.parametrize("session", ["zzzzzz", "?"])
async def test_an_unknown_session_is_an_error(session: str) -> None:
    async with an_agent("auq") as scene:
        result = await scene.used(FETCH, {"session_id": session})

    assert trouble(result) == f"Error fetching answers: Session not found: {session}"


async def test_an_error_repeats_no_escape_sequences() -> None:
    async with an_agent("auq") as scene:
        result = await scene.used(FETCH, {"session_id": "\x1b[31mred"})

    assert trouble(result) == "Error fetching answers: Session not found: red"


async def test_fetching_without_a_session_is_an_error_that_names_it() -> None:
    async with an_agent("auq") as scene:
        result = await scene.used(FETCH, {})

    assert "session_id: expected the ID of a session, got nothing" in trouble(result)


def test_what_became_of_a_session_is_said_for_every_outcome() -> None:
    pending = an_ask()
    rejected = lifecycle.reject(pending, "no", by=ADA, at=NOON, receipt="r").after
    silent = lifecycle.reject(pending, None, by=ADA, at=NOON, receipt="r").after
    cancelled = lifecycle.cancel(pending, None, by=AGENT, at=NOON, receipt="r").after

    assert fetched(rejected).endswith('rejected]\n\nUser rejected this question set. Reason: "no"')
    assert fetched(silent).endswith("rejected]\n\nUser rejected this question set.")
    for text in (fetched(cancelled), asked(cancelled)):
        assert text.endswith("| Status: cancelled]\n\nSession is no longer active.")


@promise("late-kept")
def test_a_late_answer_and_a_correction_are_told_as_such() -> None:
    overdue = lifecycle.expire(an_ask(deadline=NOON), NOON).after
    late = lifecycle.answer(overdue, answers(), by=ADA, at=LATER, receipt="r1").after
    again = lifecycle.correct(
        late, answers(db="PostgreSQL"), None, by=ADA, at=LATER + timedelta(1), receipt="r2"
    ).after

    for text in (fetched(again), asked(again)):
        assert "Answered late, after the time-out:\n\n1. Which database?\n→ SQLite" in text
        assert text.endswith("this counts now:\n\n1. Which database?\n→ PostgreSQL")


@promise("truth")
def test_an_answer_that_no_person_gave_is_not_passed_off_as_one() -> None:
    ask = lifecycle.answer(an_ask(), answers(), by=CLIENT, at=NOON, receipt="r").after

    assert "settled by the client claude-code by itself, without a person" in fetched(ask)


def test_files_are_named() -> None:
    file = Attachment(sha256="ab", name="plan.pdf", media_type="application/pdf", size=7)
    answer = Answer(question_id="db", state=AnswerState.ANSWERED, attachments=(file,))
    plain = an_ask(matter=a_matter(a_select()))
    ask = lifecycle.answer(plain, (answer,), by=ADA, at=NOON, receipt="r").after

    assert fetched(ask).endswith("→ File: 'plan.pdf'")


async def test_a_session_that_went_well_is_logged_with_its_ids(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    async with an_agent("auq") as scene:
        await scene.answered(TOOL, ONE, Given(values=("SQLite",)))
        [ask] = await scene.desk.reading.history(ADA)

    [logged] = facts(caplog.records, "Session completed successfully")
    assert logged["sessionId"] == str(ask.id)
    assert len(logged["callId"]) == 36


async def test_a_session_that_failed_is_logged_with_why(caplog: pytest.LogCaptureFixture) -> None:
    async with an_agent("auq") as scene:
        await scene.used(TOOL, {"questions": []})

    assert facts(caplog.records, "Session failed") == [{"error": "invalid_arguments"}]


async def test_a_call_settles_what_is_overdue_and_logs_how_many(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    async with an_agent("auq", settings=McpSettings(auq_timeout_s=90), cap_s=AT_ONCE) as scene:
        await scene.used(TOOL, ONE)
        first = await the_ask(scene.desk)
        scene.clock.time += timedelta(seconds=91)
        await scene.call(TOOL, {"questions": [MANY]})
        overdue = await scene.gone(first)

    assert overdue.state is State.TIMED_OUT
    assert "Cleaned up 1 expired session(s)" in caplog.messages


async def test_a_clean_up_that_fails_is_a_warning_and_the_call_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with an_agent("auq", desk=a_desk(NeverSwept())) as scene:
        result = await scene.answered(TOOL, ONE, Given(values=("SQLite",)))

    assert "→ SQLite" in words(result)
    assert facts(caplog.records, "Cleanup failed:") == [{"error": "StoreUnavailable"}]
