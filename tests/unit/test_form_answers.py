"""What clients send back becomes answers, however they spell it."""

from typing import Any

import pytest

from askline.asks.answers import Given
from askline.asks.checking import check
from askline.asks.form_answers import given_of, single_given
from askline.asks.forms import Revision
from askline.asks.limits import Limits
from askline.asks.model import Option, Question, QuestionKind
from askline.core.errors import InvalidAnswer, MissingRequired, TooLarge, UnknownOption
from tests.builders import a_select, a_text

OPTIONS = tuple(Option(label=label) for label in ("Linux", "macOS", "Windows"))
TARGETS = Question(
    id="targets", text="Which targets?", kind=QuestionKind.MULTI_SELECT, options=OPTIONS
)
GO = Question(id="go", text="Shall it run?", kind=QuestionKind.CONFIRM)

NOTHING: list[Any] = [None, "", " \n", "\x00", [], {}, {"answer": "yes"}, [["yes"]], float("nan")]


def read(question: Question, *, at: Revision = Revision.JULY_2026, **content: object) -> Given:
    return given_of([question], at, content).get(question.id, Given())


@pytest.mark.parametrize("raw", NOTHING, ids=repr)
@pytest.mark.parametrize("question", [a_text(), a_select(), TARGETS, GO], ids=lambda it: it.kind)
@pytest.mark.parametrize("revision", Revision)
def test_what_says_nothing_is_no_answer(
    question: Question, revision: Revision, raw: object
) -> None:
    names = [f"q1_{question.id}{tail}" for tail in ("", "_other", "_1", "_2", "_3")]

    given = given_of([question], revision, {**dict.fromkeys(names, raw), "z_note": raw})

    assert given == {}


def test_unknown_properties_are_ignored() -> None:
    assert given_of([GO], Revision.JULY_2026, {"q2_go": True, "go": True, "q1_go_other": "x"}) == {}


def test_a_text_is_kept_as_typed() -> None:
    assert read(a_text(), q1_name="  a\r\nb ") == Given(values=("  a\nb ",))


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        pytest.param(3, "3", id="whole"),
        pytest.param(3.0, "3", id="whole, spelled as a fraction"),
        pytest.param(0.5, "0.5", id="fraction"),
        pytest.param(-7, "-7", id="negative"),
    ],
)
def test_a_number_is_a_text(raw: float, text: str) -> None:
    assert read(a_text(), q1_name=raw) == Given(values=(text,))


@pytest.mark.parametrize("raw", [True, pytest.param(10**5_000, id="endless")])
def test_a_text_is_no_boolean_and_no_endless_number(raw: object) -> None:
    assert read(a_text(), q1_name=raw) == Given()


@pytest.mark.parametrize("raw", [True, "true", "TRUE", " yes ", "Y", 1, "1", ["yes"]], ids=repr)
def test_a_confirm_is_yes(raw: object) -> None:
    assert read(GO, q1_go=raw) == Given(values=("yes",))


@pytest.mark.parametrize("raw", [False, "false", "No", "n", 0, 0.0, "0"], ids=repr)
def test_a_confirm_is_no(raw: object) -> None:
    assert read(GO, q1_go=raw) == Given(values=("no",))


def test_any_other_word_is_no_consent() -> None:
    given = given_of([GO], Revision.JULY_2026, {"q1_go": "sure, why not"})

    with pytest.raises(UnknownOption):
        check((GO,), given, Limits())


@pytest.mark.parametrize("raw", ["SQLite", " SQLite\n", ["SQLite"], ["SQLite", "SQLite"]])
def test_a_label_is_picked(raw: object) -> None:
    assert read(a_select(), q1_db=raw) == Given(values=("SQLite",))


def test_a_label_that_was_not_offered_is_taken_as_other() -> None:
    assert read(a_select(), q1_db="MySQL") == Given(custom_text="MySQL")


def test_a_label_that_was_not_offered_is_refused_where_other_is_not_allowed() -> None:
    question = a_select(allow_other=False)
    given = given_of([question], Revision.JULY_2026, {"q1_db": "SQLit", "q1_db_other": "MySQL"})

    with pytest.raises(UnknownOption, match="SQLit") as refusal:
        check((question,), given, Limits())

    assert refusal.value.hint == "Did you mean 'SQLite'?"


@pytest.mark.parametrize("picked", ["SQLite", "MySQL", None])
def test_in_a_select_a_filled_other_wins(picked: str | None) -> None:
    assert read(a_select(), q1_db=picked, q1_db_other="MariaDB") == Given(custom_text="MariaDB")


def test_an_empty_other_leaves_the_label() -> None:
    assert read(a_select(), q1_db="SQLite", q1_db_other=" \x07") == Given(values=("SQLite",))


def test_several_labels_for_a_select_are_left_to_the_check() -> None:
    given = given_of([a_select()], Revision.JULY_2026, {"q1_db": ["SQLite", "PostgreSQL"]})

    with pytest.raises(InvalidAnswer, match="one value"):
        check((a_select(),), given, Limits())


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param({"q1_targets": "Linux"}, Given(values=("Linux",)), id="one for a list"),
        pytest.param(
            {"q1_targets": ["macOS", "Linux", "macOS"]},
            Given(values=("macOS", "Linux")),
            id="each once",
        ),
        pytest.param(
            {"q1_targets": ["Linux", "Haiku", 9]},
            Given(values=("Linux",), custom_text="Haiku, 9"),
            id="labels not offered are Other",
        ),
        pytest.param(
            {"q1_targets": ["Linux"], "q1_targets_other": "Haiku"},
            Given(values=("Linux",), custom_text="Haiku"),
            id="Other beside labels",
        ),
        pytest.param(
            {"q1_targets": ["Plan 9", "Haiku"], "q1_targets_other": "Haiku"},
            Given(custom_text="Plan 9, Haiku"),
            id="no word is lost or said twice",
        ),
    ],
)
def test_a_multi_select_takes_labels_and_other(content: dict[str, Any], expected: Given) -> None:
    assert read(TARGETS, **content) == expected


def test_ticks_are_the_options_they_stand_for() -> None:
    given = read(
        TARGETS,
        at=Revision.JUNE_2025,
        q1_targets_1=True,
        q1_targets_2="no",
        q1_targets_3="true",
        q1_targets_other="Haiku",
        q1_targets=["macOS"],
    )

    assert given == Given(values=("Linux", "Windows"), custom_text="Haiku")


def test_from_ten_on_numbers_have_two_digits() -> None:
    many = tuple(Option(label=f"option {number}") for number in range(1, 11))
    question = Question(id="it", text="?", kind=QuestionKind.MULTI_SELECT, options=many)
    questions = [*(a_text(f"t{number}") for number in range(9)), question]
    content = {"q10_it_02": True, "q10_it_10": True, "q10_it_1": True, "q01_t0": "x", "q1_t0": "y"}

    given = given_of(questions, Revision.JUNE_2025, content)

    assert given == {
        "t0": Given(values=("x",)),
        "it": Given(values=("option 2", "option 10")),
    }


def test_the_note_goes_with_the_first_question_that_has_an_answer() -> None:
    given = given_of([a_text(), GO], Revision.JULY_2026, {"q2_go": False, "z_note": "not today"})

    assert given == {"go": Given(values=("no",), note="not today")}


def test_a_note_alone_is_kept_and_answers_nothing() -> None:
    content = {"z_note": "ask Bob"}

    given = given_of([GO], Revision.JULY_2026, content)

    assert given == {"go": Given(note="ask Bob")}
    with pytest.raises(MissingRequired):
        check((GO,), given, Limits())


def test_what_is_too_long_is_left_to_the_check() -> None:
    given = given_of([a_text()], Revision.JULY_2026, {"q1_name": "x" * 300_000})

    with pytest.raises(TooLarge):
        check((a_text(),), given, Limits())


def test_the_single_answer_of_question_ask_is_read() -> None:
    assert single_given("q1", {"answer": "PostgreSQL"}) == {"q1": Given(values=("PostgreSQL",))}


@pytest.mark.parametrize("content", [{}, *({"answer": raw} for raw in NOTHING)], ids=repr)
def test_a_missing_single_answer_is_none(content: dict[str, object]) -> None:
    assert single_given("q1", content) == {}
