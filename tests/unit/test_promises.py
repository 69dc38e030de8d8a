"""Every promise and every invariant has a test that carries its id, and every id means something."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.invariants import CONTROLS, INVARIANTS, control, invariant
from tests.promises import PROMISES, WAITING_FOR, promise

TESTS = Path(__file__).parents[1]
ROOMS = TESTS.parent / "src" / "askline"


def promised(source: str, word: str = "promise") -> Iterator[str]:
    """The ids that stand on the tests of one file."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == word:
                    yield from (ast.literal_eval(each) for each in decorator.args)


def carried(word: str) -> set[str]:
    files = sorted(TESTS.rglob("test_*.py"))
    return {each for file in files for each in promised(file.read_text(), word)}


PROVED = carried("promise")


def test_every_invariant_is_proved_and_nothing_else_is_called_one() -> None:
    assert carried("invariant") == INVARIANTS.keys()


def test_every_broken_line_is_seen_to_fail() -> None:
    assert carried("control") == CONTROLS.keys()


def test_no_promise_goes_without_a_test_unless_it_waits_for_a_room() -> None:
    assert sorted(PROMISES.keys() - PROVED - WAITING_FOR.keys()) == []


def test_no_test_carries_an_id_that_is_no_promise() -> None:
    assert sorted(PROVED - PROMISES.keys()) == []


def test_only_promises_wait_and_none_that_is_proved() -> None:
    assert sorted(WAITING_FOR.keys() - PROMISES.keys()) == []
    assert sorted(WAITING_FOR.keys() & PROVED) == []


def test_no_promise_waits_for_a_room_that_stands() -> None:
    standing = {each for each, room in WAITING_FOR.items() if (ROOMS / room).exists()}

    assert not standing, "prove them and let them wait no longer"


def test_ids_are_read_off_the_tests_and_nothing_else() -> None:
    source = """
@other("audit")
@promise("truth")
async def test_one(): ...

@promise("whole")
@pytest.mark.parametrize("x", [1])
def test_two(): ...

@fixture
def three():
    promise("person")
"""

    assert sorted(promised(source)) == ["truth", "whole"]


def test_an_unknown_id_cannot_be_carried() -> None:
    for decorator in (promise, invariant, control):
        with pytest.raises(AssertionError):
            decorator("no such promise")
