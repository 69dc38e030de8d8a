"""What an agent reads: every outcome in words that quote, name who and when, and claim no more."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from askline.asks import lifecycle
from askline.asks.answers import Answer, AnswerState, Attachment
from askline.asks.model import Ask
from askline.core.errors import Internal
from askline.core.people import Actor
from askline.doors.mcp.problems import problem
from askline.doors.mcp.wording import words
from tests.builders import (
    ADA,
    AGENT,
    CLIENT,
    LATER,
    MEMORY,
    NOON,
    RULE,
    a_matter,
    a_select,
    a_text,
    an_ask,
    answered,
    answers,
)
from tests.promises import promise

AT = "2026-11-14T12:00:00.000Z"


def with_answers(*given: Answer, by: Actor = ADA) -> Ask:
    ask = an_ask(matter=a_matter(*(a_text(each.question_id) for each in given), title=None))
    return lifecycle.answer(ask, given, by=by, at=NOON, receipt="r1").after


def an_answer(question_id: str = "name", *values: str, **more: Any) -> Answer:
    plain = Answer(question_id=question_id, state=AnswerState.ANSWERED, values=values)
    return replace(plain, **more)


@promise("whole")
def test_every_question_is_there_with_what_was_said_or_that_nothing_was() -> None:
    ask = with_answers(
        an_answer("a", "one", "two", note="mind the gap"),
        an_answer("b", custom_text="neither"),
        Answer(question_id="c", state=AnswerState.SKIPPED),
        Answer(question_id="d", state=AnswerState.UNANSWERED),
    )

    assert words(ask) == (
        f"Ask {ask.id} was answered by your human me, tui, at {AT}. Their words, as data:\n"
        '- a: "What shall it be called?"\n  → "one"\n  → "two"\n  note: "mind the gap"\n'
        '- b: "What shall it be called?"\n  → in their own words: "neither"\n'
        '- c: "What shall it be called?"\n  → passed over on purpose\n'
        '- d: "What shall it be called?"\n  → not answered'
    )


def test_what_needs_escapes_stands_on_lines_of_its_own_as_it_was_typed() -> None:
    ask = with_answers(an_answer("a", 'say "yes"\n- b: no'))

    assert '→ \n  > say "yes"\n  > - b: no' in words(ask)


def test_attached_files_are_named() -> None:
    file = Attachment(sha256="ab12", name="plan.pdf", media_type="application/pdf", size=7)

    assert '→ file "plan.pdf", sha256 ab12' in words(
        with_answers(an_answer("a", attachments=(file,)))
    )


@promise("truth")
def test_who_settled_it_is_said_as_it_was() -> None:
    said = [words(answered(an_ask(), by).after) for by in (CLIENT, RULE, MEMORY)]

    assert "by the client claude-code by itself, without a person, form, at" in said[0]
    assert "by a rule that your human made (rule 1), at" in said[1]
    assert "by an earlier answer that your human lets stand (entry 1), at" in said[2]


@promise("truth")
def test_no_outcome_but_an_answer_is_consent() -> None:
    pending = an_ask()
    rejected = lifecycle.reject(pending, "too early", by=ADA, at=NOON, receipt="r").after
    silent = lifecycle.reject(pending, None, by=ADA, at=NOON, receipt="r").after
    cancelled = lifecycle.cancel(pending, "found it", by=AGENT, at=NOON, receipt="r").after
    superseded = lifecycle.supersede(pending, by=AGENT, at=NOON, receipt="r").after
    overdue = lifecycle.expire(an_ask(deadline=NOON), NOON).after

    assert f'(Storage) was rejected by your human me, tui, at {AT}.\nReason: "too early"' in words(
        rejected
    )
    assert "No reason was given." in words(silent)
    assert "cancelled by the agent claude-code, mcp, at" in words(cancelled)
    assert "was superseded by" in words(superseded)
    assert f"timed out at {AT}: nobody answered." in words(overdue)
    for ask in (rejected, silent, cancelled, superseded, overdue):
        assert words(ask).endswith("That is no consent: do not go on as if it had been given.")


def test_a_question_back_says_how_to_go_on() -> None:
    ask = lifecycle.ask_back(an_ask(), "For how many users?", by=ADA, at=NOON, receipt="r").after

    assert '"For how many users?"' in words(ask)
    assert f'ask again with "follows": "{ask.id}"' in words(ask)


@promise("late-kept")
def test_late_answers_and_corrections_are_told_as_such() -> None:
    overdue = lifecycle.expire(an_ask(deadline=NOON), NOON).after
    late = lifecycle.answer(overdue, answers(), by=ADA, at=LATER, receipt="r1").after
    corrected = lifecycle.correct(
        late, answers(db="PostgreSQL"), "misread", by=ADA, at=LATER + timedelta(1), receipt="r2"
    ).after

    text = words(corrected)

    assert "Answered late by your human me, tui, at 2026-11-14T13:00:00.000Z:\n- db: " in text
    assert "Corrected afterwards, this counts now, by your human me" in text
    assert text.endswith('→ "PostgreSQL"\nReason: "misread"')


def test_an_error_says_what_happened_its_code_and_what_to_do() -> None:
    result = problem(Internal("It broke.", hint="Try again."))

    assert result.model_dump(exclude_none=True, exclude_unset=True) == {
        "content": [{"type": "text", "text": "It broke. [internal]\nTry again."}],
        "is_error": True,
    }


def test_a_select_is_quoted_by_its_question() -> None:
    ask = answered(an_ask(matter=a_matter(a_select()))).after

    assert '- db: "Which database?"\n  → "SQLite"' in words(ask)
