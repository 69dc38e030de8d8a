"""What an agent asks, from JSON: what is taken, what is refused, and how it is named."""

from contextlib import suppress
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askline.asks.asked import read_asked, read_matter, read_questions
from askline.asks.intake import admit
from askline.asks.limits import Limits
from askline.asks.model import Matter, Option, Question, QuestionKind
from askline.asks.shapes import question_shape
from askline.core.errors import FieldProblem, Invalid, InvalidArguments
from tests.builders import a_confirm, a_multi_select, a_select, a_text

EARLIER = "01a1d9ed-c200-7000-9935-44ebffea2a97"


def refused(said: Any, **also: str) -> tuple[FieldProblem, ...]:
    with pytest.raises(InvalidArguments) as refusal:
        read_asked(said, **also)
    return refusal.value.fields


def test_a_whole_ask_is_taken_as_it_is_said() -> None:
    asked = read_asked(
        {
            "questions": [{"question": "Which?"}],
            "title": "T",
            "context": "C",
            "timeout": 10_000,
            "key": "k",
            "follows": EARLIER,
            "sensitive": True,
            "human_only": True,
        }
    )

    assert asked.matter == Matter(
        questions=(Question(id="q1", text="Which?"),),
        title="T",
        context="C",
        follows=UUID(EARLIER),  # pyright: ignore[reportArgumentType] - an id is a UUID
        sensitive=True,
        human_only=True,
    )
    assert (asked.timeout, asked.key) == (timedelta(seconds=10), "k")


def test_a_null_is_as_good_as_absent() -> None:
    said = {"questions": [{"question": "Which?", "id": None, "options": None, "nonsense": None}]}

    plain = read_asked({**said, "timeout": None, "key": None, "title": None, "follows": None})

    assert plain == read_asked({"questions": [{"question": "Which?"}]})
    assert (plain.timeout, plain.key) == (None, None)


@pytest.mark.parametrize(
    "question",
    [
        a_select(header="DB"),
        a_text(placeholder="a name"),
        a_confirm(required=False),
        a_multi_select(min_picks=1, max_picks=2, allow_other=False),
    ],
)
def test_a_question_as_it_is_shown_can_be_asked(question: Question) -> None:
    assert read_questions([question_shape(question)]) == (question,)


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ({}, QuestionKind.TEXT),
        ({"options": []}, QuestionKind.TEXT),
        ({"options": ["a"]}, QuestionKind.SELECT),
        ({"options": ["a"], "type": "multi-select"}, QuestionKind.MULTI_SELECT),
        ({"type": "confirm"}, QuestionKind.CONFIRM),
    ],
)
def test_the_type_follows_from_the_options_unless_it_is_said(said: Any, kind: QuestionKind) -> None:
    (question,) = read_questions([{"question": "Which?", **said}])

    assert question.kind is kind


def test_options_are_texts_or_objects() -> None:
    full = {"label": "b", "description": "d", "preview": "p", "recommended": True}

    (question,) = read_questions([{"question": "Which?", "options": ["a", full]}])

    assert question.options == (
        Option(label="a"),
        Option(label="b", description="d", preview="p", recommended=True),
    )


def test_a_question_without_an_id_gets_one_by_its_place_that_nobody_has() -> None:
    plain = {"question": "Which?"}
    said = [{**plain, "id": "q2"}, plain, plain, {**plain, "id": "db"}, plain]

    assert [question.id for question in read_questions(said)] == ["q2", "q3", "q4", "db", "q5"]


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ({}, QuestionKind.TEXT),
        ({"options": ["a"]}, QuestionKind.SELECT),
        ({"options": ["a"], "multiSelect": False}, QuestionKind.SELECT),
        ({"options": ["a"], "multiSelect": True}, QuestionKind.MULTI_SELECT),
    ],
)
def test_one_question_may_be_asked_in_short(said: Any, kind: QuestionKind) -> None:
    matter = read_matter({"question": "Which?", **said})

    options = tuple(Option(label=label) for label in said.get("options", ()))
    assert matter.questions == (Question(id="q1", text="Which?", kind=kind, options=options),)


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        (
            {},
            FieldProblem("questions", "questions array must have at least 1 item", "nothing"),
        ),
        ({"questions": "Which?"}, FieldProblem("questions", "a list", "'Which?'")),
        (
            {"questions": [{"question": "?"}], "question": "?"},
            FieldProblem("question", "either `questions` or the short form", "both"),
        ),
        (
            {"options": ["a"]},
            FieldProblem("question", "question text is required", "nothing"),
        ),
        (
            {"question": " "},
            FieldProblem("question", "question text is required", "' '"),
        ),
        ({"question": "?", "multiSelect": 1}, FieldProblem("multiSelect", "true or false", "1")),
        ({"question": "?", "title": ["T"]}, FieldProblem("title", "a text", "a list")),
        ({"question": "?", "sensitive": "no"}, FieldProblem("sensitive", "true or false", "'no'")),
        ({"question": "?", "key": " "}, FieldProblem("key", "a name for this ask", "' '")),
        (
            {"question": "?", "follows": "k7m2qd"},
            FieldProblem("follows", "the whole id of an earlier ask", "'k7m2qd'"),
        ),
        (
            {"question": "?", "options": ["a", 2]},
            FieldProblem("options.2", "a text, or an object with `label`", "2"),
        ),
    ],
)
def test_an_ask_out_of_form_is_refused_with_its_field_named(
    said: Any, problem: FieldProblem
) -> None:
    assert refused(said) == (problem,)


@pytest.mark.parametrize(
    "timeout", [9_999, 86_400_001, "10000", 10_000.5, True, pytest.param(10**5000, id="endless")]
)
def test_a_timeout_out_of_bounds_is_refused(timeout: Any) -> None:
    (problem,) = refused({"question": "?", "timeout": timeout})

    assert problem.expected == "a whole number from 10000 to 86400000"


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        (
            "Which?",
            FieldProblem(
                "questions.1", "a question: an object with `question`, the text", "'Which?'"
            ),
        ),
        (
            {"question": "?", "id": 1},
            FieldProblem("questions.q1.id", "a text", "1"),
        ),
        (
            {"question": "?", "id": ["a"]},
            FieldProblem("questions.q1.id", "a text", "a list"),
        ),
        (
            {"id": "db"},
            FieldProblem("questions.db.question", "question text is required", "nothing"),
        ),
        (
            {"question": "?", "type": "number"},
            FieldProblem(
                "questions.q1.type", "one of text, select, multi-select, confirm", "'number'"
            ),
        ),
        (
            {"question": "?", "min_picks": -1},
            FieldProblem("questions.q1.min_picks", "a whole number from 0", "-1"),
        ),
        (
            {"question": "?", "options": [{"value": "a", "label": "a"}]},
            FieldProblem(
                "questions.q1.options.1.value",
                "one of label, description, preview, recommended",
                "unknown",
            ),
        ),
        (
            {"question": "?", "options": [{"description": "a"}]},
            FieldProblem("questions.q1.options.1.label", "a label", "nothing"),
        ),
    ],
)
def test_a_question_out_of_form_is_refused_with_its_field_named(
    said: Any, problem: FieldProblem
) -> None:
    assert refused({"questions": [said]}) == (problem,)


def test_every_problem_is_named_at_once() -> None:
    said = {"questions": [{"id": "a"}, 7, {"question": "?", "header": 1}], "timeout": 1, "key": 2}

    fields = [problem.field for problem in refused(said)]

    assert fields == [
        "questions.a.question",
        "questions.2",
        "questions.q3.header",
        "timeout",
        "key",
    ]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("titles", "Did you mean 'title'?"),
        ("humanOnly", "Did you mean 'human_only'?"),
        ("multiselect", "Did you mean 'multiSelect'?"),
        ("agents", "Did you mean 'agent'?"),
        ("nonsense", ""),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest(name: str, hint: str) -> None:
    (problem,) = refused({"question": "?", name: 1}, also="agent project")

    assert (problem.field, problem.actual, problem.hint) == (name, "unknown", hint)


def test_what_a_door_reads_itself_is_no_stranger() -> None:
    assert read_asked({"question": "?", "blocking": False}, also="blocking").key is None


def test_questions_and_matters_alone_are_refused_alike() -> None:
    with pytest.raises(InvalidArguments, match="question text is required"):
        read_questions([{}])
    with pytest.raises(InvalidArguments) as refusal:
        read_matter({"question": "?", "timeout": 10_000})

    assert [problem.field for problem in refusal.value.fields] == ["timeout"]
    assert refusal.value.hint == "Mend the named fields and ask again."


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "question", "options", "type", "label", "header", "x"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["questions", "question", "options", "timeout"]), JSON))
def test_whatever_is_said_is_taken_or_refused(said: Any) -> None:
    with suppress(Invalid):
        admit(read_asked(said).matter, Limits())
