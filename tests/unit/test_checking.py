"""Which answers fit their questions, and how the human is told which do not."""

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from askline.asks.answers import Answer, AnswerState, Attachment, Given
from askline.asks.checking import check
from askline.asks.limits import Limits
from askline.asks.model import Question
from askline.core.errors import (
    FieldProblem,
    Invalid,
    InvalidAnswer,
    MissingRequired,
    TooLarge,
    UnknownOption,
)
from tests.builders import a_confirm, a_multi_select, a_select, a_text
from tests.promises import promise

FILE = Attachment(sha256="ab", name="plan.png", media_type="image/png", size=3)
TIGHT = Limits(answer_text=10, attachments=1, attachment_bytes=5)
SHELVED = {"ab": 3, "cd": 6}


def checked(question: Question, given: Given | None, limits: Limits = TIGHT) -> Answer:
    said = {} if given is None else {question.id: given}
    (answer,) = check((question,), said, limits, SHELVED)
    return answer


def refused(question: Question, given: Given | None, limits: Limits = TIGHT) -> Invalid:
    with pytest.raises(Invalid) as refusal:
        checked(question, given, limits)
    return refusal.value


@pytest.mark.parametrize(
    ("question", "given"),
    [
        pytest.param(a_text(), Given(values=("UserCard",)), id="text"),
        pytest.param(a_text(), Given(values=("two\nlines\t",)), id="text of lines, as typed"),
        pytest.param(a_select(), Given(values=("SQLite",)), id="a label"),
        pytest.param(a_select(), Given(values=("SQLite",), note="for now"), id="with a note"),
        pytest.param(a_select(), Given(custom_text="DuckDB"), id="Other"),
        pytest.param(a_confirm(), Given(values=("yes",)), id="yes"),
        pytest.param(a_confirm(), Given(values=("no",)), id="no"),
        pytest.param(a_multi_select(), Given(values=("journeys", "unit")), id="some, in any order"),
        pytest.param(a_multi_select(), Given(values=("unit",), custom_text="fuzz"), id="and Other"),
        pytest.param(a_multi_select(), Given(custom_text="fuzz"), id="Other alone"),
        pytest.param(a_multi_select(), Given(attachments=(FILE,)), id="a file alone"),
        pytest.param(
            a_text(), Given(values=("see it",), attachments=(FILE,)), id="text with a file"
        ),
        pytest.param(
            a_multi_select(min_picks=2, max_picks=2),
            Given(values=("unit",), custom_text="fuzz"),
            id="Other counts as a pick",
        ),
    ],
)
def test_what_fits_is_kept_as_it_was_given(question: Question, given: Given) -> None:
    assert checked(question, given) == Answer(
        question_id=question.id,
        state=AnswerState.ANSWERED,
        values=given.values,
        custom_text=given.custom_text,
        note=given.note,
        attachments=given.attachments,
    )


@promise("checked-inside")
@pytest.mark.parametrize(
    ("question", "given", "expected", "actual"),
    [
        pytest.param(
            a_text(), Given(custom_text="x"), "one text in `values`", "[] and the text 'x'",
            id="text as Other",
        ),
        pytest.param(
            a_text(), Given(values=("a", "b")), "one text in `values`", "['a', 'b']", id="two texts"
        ),
        pytest.param(
            a_select(), Given(values=("SQLite", "PostgreSQL")), "one value",
            "['SQLite', 'PostgreSQL']", id="two labels",
        ),
        pytest.param(a_select(), Given(attachments=(FILE,)), "one value", "[]", id="a file alone"),
        pytest.param(
            a_select(), Given(values=("SQLite",), custom_text="DuckDB"),
            "either one label or `customText`", "['SQLite'] and the text 'DuckDB'",
            id="a label and Other",
        ),
        pytest.param(
            a_select(allow_other=False), Given(custom_text="DuckDB"),
            "one of 'PostgreSQL', 'SQLite'", "[] and the text 'DuckDB'", id="Other not allowed",
        ),
        pytest.param(
            a_confirm(), Given(custom_text="maybe"), "one of 'yes', 'no'",
            "[] and the text 'maybe'", id="no Other for yes or no",
        ),
        pytest.param(
            a_multi_select(), Given(values=("unit", "unit")), "each label once",
            "['unit', 'unit']", id="a label twice",
        ),
        pytest.param(
            a_multi_select(allow_other=False), Given(custom_text="fuzz"),
            "some of 'unit', 'contract', 'journeys'", "[] and the text 'fuzz'",
            id="Other not allowed among several",
        ),
        pytest.param(
            a_multi_select(min_picks=2), Given(values=("unit",)), "at least 2 picks", "1",
            id="too few",
        ),
        pytest.param(
            a_multi_select(max_picks=1), Given(values=("unit",), custom_text="fuzz"),
            "at most 1 picks", "2", id="too many",
        ),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_with_the_question_named(
    question: Question, given: Given, expected: str, actual: str
) -> None:
    error = refused(question, given)

    assert type(error) is InvalidAnswer
    assert error.fields == (FieldProblem(question.id, expected, actual, code="invalid_answer"),)
    assert (
        error.message
        == f"The answer does not fit: {question.id}: expected {expected}, got {actual}."
    )
    assert error.hint == "Mend the named questions and send it again; nothing was settled."


@promise("checked-inside")
@pytest.mark.parametrize(
    ("question", "label", "hint"),
    [
        pytest.param(a_select(), "sqlite", "Did you mean 'SQLite'?", id="another case"),
        pytest.param(a_select(), "DuckDB", "", id="nothing near"),
        pytest.param(a_multi_select(), "units", "Did you mean 'unit'?", id="one of several"),
        pytest.param(a_confirm(), "Yes", "Did you mean 'yes'?", id="yes and no are small"),
    ],
)
def test_an_unknown_label_is_refused_and_the_nearest_named(
    question: Question, label: str, hint: str
) -> None:
    error = refused(question, Given(values=(label,)))

    (problem,) = error.fields
    assert type(error) is UnknownOption
    assert (problem.field, problem.actual, problem.hint) == (question.id, repr(label), hint)
    assert error.hint == (
        hint or "Mend the named questions and send it again; nothing was settled."
    )


@promise("checked-inside")
@pytest.mark.parametrize(
    "given",
    [
        pytest.param(None, id="not named"),
        pytest.param(Given(), id="empty"),
        pytest.param(Given(values=("",)), id="an empty text"),
        pytest.param(Given(values=(" \n",)), id="blanks"),
        pytest.param(Given(custom_text=" "), id="a blank Other"),
        pytest.param(Given(note="later"), id="only a note"),
        pytest.param(Given(skipped=True), id="skipped"),
    ],
)
@pytest.mark.parametrize("question", [a_text(), a_select(), a_multi_select(), a_confirm()])
def test_a_required_question_must_be_answered(question: Question, given: Given | None) -> None:
    error = refused(question, given)

    assert type(error) is MissingRequired
    assert error.fields == (
        FieldProblem(
            question.id,
            "an answer, it is required",
            "none",
            f"Answer '{question.id}', or reject the ask and say why.",
            "missing_required",
        ),
    )


@promise("whole")
@pytest.mark.parametrize(
    ("given", "state", "note"),
    [
        pytest.param(None, AnswerState.UNANSWERED, None, id="not named"),
        pytest.param(Given(values=("",)), AnswerState.UNANSWERED, None, id="blank"),
        pytest.param(Given(note="ask Bob"), AnswerState.UNANSWERED, "ask Bob", id="only a note"),
        pytest.param(Given(skipped=True), AnswerState.SKIPPED, None, id="skipped"),
        pytest.param(
            Given(skipped=True, note="n/a"), AnswerState.SKIPPED, "n/a", id="skipped with a note"
        ),
    ],
)
def test_an_optional_question_without_an_answer_is_still_in_the_result(
    given: Given | None, state: AnswerState, note: str | None
) -> None:
    question = a_select(required=False)

    assert checked(question, given) == Answer(question_id="db", state=state, note=note)


@promise("whole")
def test_there_is_one_answer_for_every_question_in_their_order() -> None:
    questions = (a_select(), a_text(required=False), a_confirm(required=False))
    given = {"go": Given(skipped=True), "db": Given(values=("SQLite",))}

    answers = check(questions, given, TIGHT)

    assert [(answer.question_id, answer.state) for answer in answers] == [
        ("db", AnswerState.ANSWERED),
        ("name", AnswerState.UNANSWERED),
        ("go", AnswerState.SKIPPED),
    ]


@promise("checked-inside")
@pytest.mark.parametrize(
    ("given", "hint"),
    [
        pytest.param("names", "Did you mean 'name'?", id="nearly one that was asked"),
        pytest.param("zzz", "", id="like none"),
    ],
)
def test_an_answer_to_a_question_that_was_not_asked_is_refused(given: str, hint: str) -> None:
    with pytest.raises(InvalidAnswer) as refusal:
        check((a_text(required=False),), {given: Given(values=("x",))}, TIGHT)

    (problem,) = refusal.value.fields
    assert problem == FieldProblem(
        given, "one of name", "a question that was not asked", hint, "invalid_answer"
    )


@promise("checked-inside")
def test_every_problem_is_named_at_once() -> None:
    given = {"db": Given(values=("Oracle",)), "tests": Given(values=("unit", "unit"))}

    with pytest.raises(InvalidAnswer) as refusal:
        check((a_select(), a_multi_select(), a_text()), given, TIGHT)

    assert type(refusal.value) is InvalidAnswer
    assert [(problem.field, problem.code) for problem in refusal.value.fields] == [
        ("db", "unknown_option"),
        ("tests", "invalid_answer"),
        ("name", "missing_required"),
    ]


@pytest.mark.parametrize(
    "given",
    [
        pytest.param(Given(values=("x" * 11,)), id="text"),
        pytest.param(Given(values=("x",), note="x" * 11), id="note"),
        pytest.param(Given(note="x" * 11), id="note without an answer"),
        pytest.param(Given(skipped=True, note="x" * 11), id="note on what is skipped"),
    ],
)
def test_text_beyond_its_limit_is_refused(given: Given) -> None:
    error = refused(a_text(required=False), given)

    assert type(error) is TooLarge
    assert error.fields == (FieldProblem("name", "at most 10 characters", "11", code="too_large"),)


def test_an_other_beyond_its_limit_is_refused() -> None:
    assert type(refused(a_select(), Given(custom_text="x" * 11))) is TooLarge


def test_text_of_exactly_its_limit_fits() -> None:
    assert checked(a_text(), Given(values=("x" * 10,))).values == ("x" * 10,)


@promise("checked-inside")
@pytest.mark.parametrize(
    ("file", "code", "expected", "actual"),
    [
        pytest.param(
            replace(FILE, sha256="ef"),
            "invalid_answer",
            "a file that was uploaded",
            "'ef', which is not there",
            id="not on the shelf",
        ),
        pytest.param(
            replace(FILE, sha256="cd", size=3), "too_large", "at most 5 bytes", "6", id="too large"
        ),
        pytest.param(
            replace(FILE, size=4), "invalid_answer", "its size, 3", "4", id="another size"
        ),
    ],
)
def test_a_file_that_is_not_there_as_it_is_named_is_refused(
    file: Attachment, code: str, expected: str, actual: str
) -> None:
    error = refused(a_text(), Given(values=("see",), attachments=(file,)))

    [field] = error.fields
    assert error.code == code
    assert (field.field, field.expected, field.actual) == (
        "name.attachments.0",
        expected,
        actual,
    )


def test_more_attachments_than_allowed_are_refused() -> None:
    error = refused(a_text(), Given(values=("see",), attachments=(FILE, FILE)))

    assert type(error) is TooLarge
    assert error.fields == (FieldProblem("name", "at most 1 attachments", "2", code="too_large"),)


def test_what_no_keyboard_means_is_left_out() -> None:
    given = Given(values=("a\x00b\r\nc",), note="\x1b[31mred\ud800")

    assert checked(a_text(), given, Limits()) == Answer(
        question_id="name", state=AnswerState.ANSWERED, values=("ab\nc",), note="[31mred"
    )


GIVEN = st.builds(
    Given,
    values=st.lists(st.sampled_from(["PostgreSQL", "SQLite", "unit", "yes", "", "x"])).map(tuple),
    custom_text=st.none() | st.text(max_size=12),
    note=st.none() | st.text(max_size=12),
    skipped=st.booleans(),
)


@promise("whole")
@given(
    st.lists(st.booleans(), min_size=4, max_size=4),
    st.dictionaries(st.sampled_from(["db", "tests", "go", "name"]), GIVEN),
)
@example([True] * 4, {})
@example([False] * 4, {})
def test_whatever_is_given_every_question_is_in_the_answers_or_all_is_refused(
    required: list[bool], answers: dict[str, Given]
) -> None:
    kinds = (a_select, a_multi_select, a_confirm, a_text)
    questions = tuple(kind(required=must) for kind, must in zip(kinds, required, strict=True))

    try:
        answered = check(questions, answers, TIGHT)
    except Invalid as refusal:
        named = {problem.field for problem in refusal.fields}
    else:
        named = {question.id for question in questions}
        for question, answer in zip(questions, answered, strict=True):
            assert answer.question_id == question.id
            assert answer.state is AnswerState.ANSWERED or not question.required

    assert named
    assert named <= {question.id for question in questions}
