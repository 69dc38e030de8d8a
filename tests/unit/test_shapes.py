"""The public JSON shapes, word for word, and that nothing is lost on the way there and back."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given

from askline.asks import answer_shapes, lifecycle, shapes
from askline.asks.answers import Amendment, Answer, AnswerState, Attachment, Given, Outcome
from askline.asks.model import Ask, CommandShown, Matter, Option, Question, QuestionKind, Seen
from askline.asks.spelling import text_of
from askline.asks.state import State
from askline.core.ids import AskId
from askline.core.people import Door
from tests.builders import (
    ADA,
    AGENT,
    LATER,
    NOON,
    a_confirm,
    a_matter,
    a_select,
    a_text,
    an_approval,
    an_ask,
    answered,
    answers,
)
from tests.promises import promise
from tests.unit import values

ASK_ID = AskId(UUID("019a8252-3c00-7000-8000-0000000afbcd"))
EARLIER = AskId(UUID("019a8252-0000-7000-8000-000000000001"))
FILE = Attachment(sha256="ab12", name="plan.png", media_type="image/png", size=3)

PLAIN_RESULT: dict[str, Any] = {
    "askId": "019a8252-3c00-7000-8000-0000000afbcd",
    "state": "pending",
    "answered": False,
    "cancelled": False,
    "timedOut": False,
    "answers": [],
    "reason": None,
    "askBack": None,
    "settledBy": None,
    "amendments": [],
}
BY_ADA = {
    "kind": "human",
    "id": "me",
    "who": "me",
    "door": "tui",
    "at": "2026-11-14T12:00:00.000Z",
}
SQLITE = {"questionId": "db", "state": "answered", "values": ["SQLite"]}


def as_json(shape: Mapping[str, Any]) -> dict[str, Any]:
    """What another program reads: plain JSON, nothing of ours."""
    return json.loads(text_of(shape))


def pending(**changes: Any) -> Ask:
    return an_ask(id=ASK_ID, **changes)


def test_an_ask_is_shown_in_the_pinned_shape() -> None:
    option = Option(label="SQLite", description="one file", preview="a.db", recommended=True)
    question = a_select(header="DB", options=(option,), placeholder="pick")
    matter = a_matter(question, context="**why**", follows=EARLIER, sensitive=True)
    ask = pending(
        matter=matter,
        deadline=LATER,
        holder="line-1",
        seen=(Seen(door=Door.WEB, who="bob", at=NOON), Seen(door=None, who="eve", at=LATER)),
    )

    assert as_json(shapes.ask_shape(ask)) == {
        "id": "019a8252-3c00-7000-8000-0000000afbcd",
        "short_id": "00nyyd",
        "kind": "question",
        "state": "pending",
        "title": "Storage",
        "context": "**why**",
        "asked_at": "2026-11-14T12:00:00.000Z",
        "deadline": "2026-11-14T13:00:00.000Z",
        "detached": False,
        "human_only": False,
        "sensitive": True,
        "extendable": True,
        "follows": "019a8252-0000-7000-8000-000000000001",
        "agent": {"name": "claude-code", "version": "2.1", "label": None, "conversation": None},
        "project": {"name": "shop", "path": "/home/ada/shop", "branch": "main"},
        "questions": [
            {
                "id": "db",
                "header": "DB",
                "question": "Which database?",
                "type": "select",
                "options": [
                    {
                        "label": "SQLite",
                        "description": "one file",
                        "preview": "a.db",
                        "recommended": True,
                    }
                ],
                "allow_other": True,
                "required": True,
                "placeholder": "pick",
                "min_picks": None,
                "max_picks": None,
            }
        ],
        "command": None,
        "seen": [
            {"door": "web", "who": "bob", "at": "2026-11-14T12:00:00.000Z"},
            {"door": None, "who": "eve", "at": "2026-11-14T13:00:00.000Z"},
        ],
        "routing": None,
        "snoozes": [],
        "handed": None,
        "outcome": None,
    }


def test_what_is_absent_is_null_and_an_ask_nobody_waited_for_is_not_detached() -> None:
    shape = as_json(shapes.ask_shape(pending(matter=a_matter(title=None))))

    absent = ("title", "context", "deadline", "follows", "command", "outcome")
    assert [shape[name] for name in absent] == [None] * 6
    assert shape["detached"] is False
    assert shape["seen"] == []


def test_an_approval_shows_the_command_and_is_for_a_person() -> None:
    shape = as_json(shapes.ask_shape(pending(matter=an_approval())))

    assert (shape["kind"], shape["human_only"]) == ("approval", True)
    assert [(q["id"], q["type"], q["options"]) for q in shape["questions"]] == [
        ("approve", "confirm", [])
    ]
    assert shape["command"] == {
        "argv": ["git", "push"],
        "cwd": "/home/ada/shop",
        "env": ["PATH"],
        "sandbox": "project",
        "sha256": "ab12",
        "dangerous": False,
        "why": None,
    }


def test_a_command_kept_before_it_could_be_called_dangerous_is_not() -> None:
    kept = {"argv": ["git", "push"], "cwd": "/", "env": [], "sandbox": "off", "sha256": "ab12"}

    command = shapes.read_command(kept)

    assert (command.dangerous, command.why) == (False, None)


def test_the_outcome_of_an_ask_is_its_result() -> None:
    ask = answered(pending()).after

    assert shapes.ask_shape(ask)["outcome"] == shapes.result_shape(ask)


def test_a_pending_result_says_so_in_three_ways() -> None:
    assert as_json(shapes.result_shape(pending())) == PLAIN_RESULT


@promise("whole")
@promise("truth")
def test_an_answered_result_names_every_question_and_who_answered() -> None:
    matter = a_matter(a_select(), a_text(required=False), a_confirm(required=False))
    given = (
        Answer(
            question_id="db",
            state=AnswerState.ANSWERED,
            custom_text="DuckDB",
            note="for now",
            attachments=(FILE,),
        ),
        Answer(question_id="name", state=AnswerState.SKIPPED),
        Answer(question_id="go", state=AnswerState.UNANSWERED),
    )
    change = lifecycle.answer(pending(matter=matter), given, by=ADA, at=NOON, receipt="r1")

    assert as_json(shapes.result_shape(change.after)) == PLAIN_RESULT | {
        "state": "answered",
        "answered": True,
        "answers": [
            {
                "questionId": "db",
                "state": "answered",
                "values": [],
                "customText": "DuckDB",
                "note": "for now",
                "attachments": [
                    {"sha256": "ab12", "name": "plan.png", "media_type": "image/png", "size": 3}
                ],
            },
            {"questionId": "name", "state": "skipped", "values": []},
            {"questionId": "go", "state": "unanswered", "values": []},
        ],
        "settledBy": BY_ADA,
    }


BY_AGENT = {**BY_ADA, "kind": "agent", "who": "claude-code", "door": "mcp"}
BY_TIME = {**BY_ADA, "kind": "time", "id": "time", "who": "time", "door": None}
SUPERSEDED = "A newer question of the same stream took its place."


@promise("truth")
@pytest.mark.parametrize(
    ("ask", "expected"),
    [
        pytest.param(
            lifecycle.reject(pending(), "no", by=ADA, at=NOON, receipt="r").after,
            {"state": "rejected", "cancelled": True, "reason": "no", "settledBy": BY_ADA},
            id="rejected",
        ),
        pytest.param(
            lifecycle.ask_back(pending(), "Why?", by=ADA, at=NOON, receipt="r").after,
            {"state": "asked_back", "askBack": "Why?", "settledBy": BY_ADA},
            id="asked back: none of the three",
        ),
        pytest.param(
            lifecycle.cancel(pending(), None, by=AGENT, at=NOON, receipt="r").after,
            {"state": "cancelled", "cancelled": True, "settledBy": BY_AGENT},
            id="cancelled",
        ),
        pytest.param(
            lifecycle.supersede(pending(), by=AGENT, at=NOON, receipt="r").after,
            {
                "state": "superseded",
                "cancelled": True,
                "reason": SUPERSEDED,
                "settledBy": BY_AGENT,
            },
            id="superseded",
        ),
        pytest.param(
            lifecycle.expire(pending(deadline=NOON), NOON).after,
            {"state": "timed_out", "timedOut": True, "settledBy": BY_TIME},
            id="timed out",
        ),
    ],
)
def test_every_other_result_has_no_answers_and_says_how_it_ended(
    ask: Ask, expected: dict[str, Any]
) -> None:
    assert as_json(shapes.result_shape(ask)) == PLAIN_RESULT | expected


@promise("late-kept")
def test_a_late_answer_stands_in_the_amendments_not_in_the_answers() -> None:
    timed_out = lifecycle.expire(pending(deadline=NOON), NOON).after
    late = lifecycle.answer(timed_out, answers(), by=ADA, at=NOON, receipt="r2").after

    result = as_json(shapes.result_shape(late))

    assert (result["timedOut"], result["answered"], result["answers"]) == (True, False, [])
    assert result["amendments"] == [
        {"kind": "late", "by": BY_ADA, "receipt": "r2", "answers": [SQLITE], "reason": None}
    ]


def test_every_state_has_its_flags() -> None:
    flags = {
        state: [
            name
            for name in ("answered", "cancelled", "timedOut")
            if shapes.result_shape(replace(pending(), state=state))[name]
        ]
        for state in State
    }

    assert flags == {
        State.PENDING: [],
        State.ANSWERED: ["answered"],
        State.REJECTED: ["cancelled"],
        State.ASKED_BACK: [],
        State.CANCELLED: ["cancelled"],
        State.TIMED_OUT: ["timedOut"],
        State.SUPERSEDED: ["cancelled"],
    }


def test_an_answer_is_read_as_a_door_brings_it_in() -> None:
    shape = {"values": ["SQLite"], "customText": "x", "note": "y", "skipped": True}

    assert answer_shapes.read_given(shape) == Given(
        values=("SQLite",), custom_text="x", note="y", skipped=True
    )
    assert answer_shapes.read_given({}) == Given()


def test_a_question_says_which_values_may_be_picked() -> None:
    assert a_confirm().labels == ("yes", "no")
    assert a_select().labels == ("PostgreSQL", "SQLite")
    assert a_text().labels == ()
    assert [kind for kind in QuestionKind if kind.offers_options] == ["select", "multi-select"]


@given(values.matters)
def test_a_matter_comes_back_whole(matter: Matter) -> None:
    assert shapes.read_matter(as_json(shapes.matter_shape(matter))) == matter


@given(values.questions)
def test_a_question_comes_back_whole(question: Question) -> None:
    assert shapes.read_question(as_json(shapes.question_shape(question))) == question


@given(values.commands)
def test_a_command_comes_back_whole(command: CommandShown) -> None:
    assert shapes.read_command(as_json(shapes.command_shape(command))) == command


@given(values.looks)
def test_a_look_comes_back_whole(seen: Seen) -> None:
    assert shapes.read_seen(as_json(shapes.seen_shape(seen))) == seen


@given(values.outcomes)
def test_an_outcome_comes_back_whole(outcome: Outcome) -> None:
    shape = as_json(answer_shapes.outcome_shape(outcome))

    assert answer_shapes.read_outcome(shape) == outcome


@given(values.amendments)
def test_an_amendment_comes_back_whole(amendment: Amendment) -> None:
    shape = as_json(answer_shapes.amendment_shape(amendment))

    assert answer_shapes.read_amendment(shape) == amendment


@given(values.givens)
def test_an_answer_in_the_making_comes_back_whole(answer: Given) -> None:
    assert answer_shapes.read_given(as_json(answer_shapes.given_shape(answer))) == answer


@given(values.asks)
def test_whatever_an_ask_holds_it_can_be_shown(ask: Ask) -> None:
    shape = as_json(shapes.ask_shape(ask))

    assert shape["state"] == ask.state
    assert [question["id"] for question in shape["questions"]] == [q.id for q in ask.questions]
