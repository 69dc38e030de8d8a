"""Reading what strangers wrote: short words for long mistakes."""

import pytest

from askline.asks.fields import Fields, refuse, spelled, stop_at
from askline.core.errors import FieldProblem, InvalidArguments


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "null"),
        (True, "true"),
        (False, "false"),
        ("x" * 200, repr("x" * 80)),
        ([1], "a list"),
        ({"a": 1}, "an object"),
        (1.5, "1.5"),
        (7, "7"),
        pytest.param(10**5000, "a number", id="endless"),
    ],
)
def test_a_wrong_value_is_shown_short_and_in_words_of_json(value: object, shown: str) -> None:
    assert spelled(value) == shown


@pytest.mark.parametrize(("said", "number"), [(3, 3), (3.0, 3), (0, 0), (None, None)])
def test_whole_numbers_are_whole_however_they_are_spelled(said: object, number: int | None) -> None:
    problems: list[FieldProblem] = []

    assert Fields({"n": said}, problems, known="n").number("n") == number
    assert problems == []


def test_an_object_inside_shares_the_list_of_problems() -> None:
    problems: list[FieldProblem] = []
    outer = Fields({"agent": {"names": "x"}, "project": 7}, problems, known="agent project")

    agent = outer.part("agent", known="name version")
    project = outer.part("project", known="name")

    assert (agent.text("name"), project.text("name")) == (None, None)
    assert problems == [
        FieldProblem("agent.names", "one of name, version", "unknown", "Did you mean 'name'?"),
        FieldProblem("project", "an object", "7"),
    ]


def test_a_long_name_is_shown_short() -> None:
    problems: list[FieldProblem] = []

    Fields({"x" * 500: 1}, problems, known="title")

    assert problems[0].field == "x" * 80


def test_nothing_stops_where_there_is_no_problem() -> None:
    stop_at([])


def test_the_first_problem_is_the_message_and_gives_the_hint() -> None:
    plain, helpful = FieldProblem("a", "b", "c"), FieldProblem("a", "b", "c", "Try d.")

    with pytest.raises(InvalidArguments, match=r"a: expected b, got c\.") as first:
        stop_at([plain, helpful])
    with pytest.raises(InvalidArguments) as second:
        refuse([helpful])
    with pytest.raises(InvalidArguments) as third:
        refuse([plain], "Ask again.")

    hints = [each.value.hint for each in (first, second, third)]
    assert hints == ["Mend the named fields and try again.", "Try d.", "Ask again."]
    assert first.value.fields == (plain, helpful)
