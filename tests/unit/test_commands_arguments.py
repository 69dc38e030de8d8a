"""Arguments fit their declaration, or every misfit is named."""

from typing import Any

import pytest

from askline.commands.arguments import fitted
from askline.core.errors import InvalidArguments
from tests.unit.declarations import Json, a_tool, option


def misfits(declared: Json, value: Any) -> list[tuple[str, str, str]]:
    with pytest.raises(InvalidArguments) as caught:
        fitted(a_tool(declared), {declared["name"]: value})
    return [(each.field, each.expected, each.actual) for each in caught.value.fields]


def test_what_was_left_out_has_its_default_and_order_is_that_of_the_declaration() -> None:
    tool = a_tool(option("a", default="x"), option("b", "integer"), option("c", "boolean"))

    assert [*fitted(tool, {"c": True}).items()] == [("a", "x"), ("c", True)]
    assert fitted(tool, {"a": None, "b": None}) == {"a": "x"}


def test_an_unknown_argument_is_named_with_the_nearest() -> None:
    tool = a_tool(option("file"))

    with pytest.raises(InvalidArguments) as caught:
        fitted(tool, {"files": "x", "zzz": 1})

    assert "files: expected one of file" in caught.value.message
    assert caught.value.hint == "Did you mean 'file'?"
    assert caught.value.fields[1].hint == "Leave it out."
    with pytest.raises(InvalidArguments, match="no arguments"):
        fitted(a_tool(), {"x": 1})


def test_a_missing_argument_is_named() -> None:
    with pytest.raises(InvalidArguments) as caught:
        fitted(a_tool(option("a", required=True, description="The file")), {})

    assert caught.value.fields[0].expected == "The file"
    assert caught.value.hint == "Give 'a'."


@pytest.mark.parametrize(
    ("declared", "value", "found"),
    [
        (option("a"), 1, [("a", "a string", "integer 1")]),
        (option("a", "integer"), True, [("a", "a whole number", "boolean true")]),
        (option("a", "number"), "1", [("a", "a number", 'string "1"')]),
        (option("a", "boolean"), 1, [("a", "true or false", "integer 1")]),
        (option("a", "array"), {}, [("a", "an array", "object")]),
        (option("a", "object"), [], [("a", "an object", "array")]),
        (option("a", enum=["x", "y"]), "z", [("a", "one of x, y", 'string "z"')]),
        (option("a", pattern="^x"), "yx", [("a", "a match of ^x", 'string "yx"')]),
        (option("a", min_length=2), "x", [("a", "at least 2 characters", "1")]),
        (option("a", max_length=2), "xyz", [("a", "at most 2 characters", "3")]),
        (option("a", "integer", minimum=2), 1, [("a", "at least 2", "1")]),
        (option("a", "number", maximum=2.5), 3, [("a", "at most 2.5", "3")]),
        (option("a", "number"), float("nan"), [("a", "a finite number", "nan")]),
        (option("a", "number"), float("inf"), [("a", "a finite number", "inf")]),
        (option("a", "array", min_items=1), [], [("a", "at least 1 items", "0")]),
        (option("a", "array", max_items=1), ["x", "y"], [("a", "at most 1 items", "2")]),
        (
            option("a", "array", items={"type": "integer", "enum": [1]}),
            ["x", 2],
            [("a[0]", "a whole number", 'string "x"'), ("a[1]", "one of 1", "integer 2")],
        ),
        (option("a"), "x\0", [("a", "text that can be an argument", "a NUL or half a character")]),
        (
            option("a"),
            "\ud800",
            [("a", "text that can be an argument", "a NUL or half a character")],
        ),
    ],
)
def test_each_misfit_says_what_was_expected(
    declared: Json, value: Any, found: list[tuple[str, str, str]]
) -> None:
    assert misfits(declared, value) == found


def test_a_value_near_an_offered_one_is_told_which() -> None:
    with pytest.raises(InvalidArguments) as caught:
        fitted(a_tool(option("a", enum=["release", "debug"])), {"a": "releases"})

    assert caught.value.hint == "Did you mean 'release'?"


def test_values_within_all_bounds_fit() -> None:
    tool = a_tool(
        option("a", min_length=1, max_length=3, pattern="x", enum=["x"]),
        option("b", "number", minimum=0, maximum=1),
        option("c", "array", min_items=1, max_items=2, items={"type": "string", "pattern": "^y"}),
        option("d", "object"),
    )

    given = {"a": "x", "b": 0.5, "c": ["y"], "d": {"k": 1}}

    assert fitted(tool, given) == given


def test_no_pattern_can_be_made_to_search_forever() -> None:
    tool = a_tool(option("a", pattern="^(a+)+$"))

    with pytest.raises(InvalidArguments, match="a match of"):
        fitted(tool, {"a": "a" * 5_000 + "!"})


def test_a_word_of_any_length_is_no_slip_of_the_fingers() -> None:
    with pytest.raises(InvalidArguments) as caught:
        fitted(a_tool(option("a")), {"a" * 101: 1})

    assert caught.value.hint == "Leave it out."
