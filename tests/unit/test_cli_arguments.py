"""Arguments of a tool from the words of a command line."""

import pytest

from askline.core.errors import InvalidArguments
from askline.doors.cli.arguments import arguments
from tests.unit.declarations import a_tool, option

TOOL = a_tool(
    option("name"),
    option("fast", "boolean"),
    option("jobs", "integer"),
    option("files", "array"),
    option("ports", "array", items={"type": "integer"}),
)


def test_every_word_is_read_as_its_options_type() -> None:
    words = ["name=a=b", "fast", "jobs=4", "files=x", "files=", "ports=1", "ports=2"]

    assert arguments(TOOL, words) == {
        "name": "a=b",
        "fast": True,
        "jobs": 4,
        "files": ["x", ""],
        "ports": [1, 2],
    }


def test_what_cannot_be_read_stays_a_text_for_the_check_to_name() -> None:
    words = ["jobs=many", "fast=maybe", "other=1", "fast2=no"]

    assert arguments(TOOL, words) == {"jobs": "many", "fast": "maybe", "other": "1", "fast2": "no"}
    assert arguments(TOOL, ["fast=No"]) == {"fast": False}


def test_a_word_that_names_nothing_is_refused() -> None:
    with pytest.raises(InvalidArguments):
        arguments(TOOL, ["=1"])
