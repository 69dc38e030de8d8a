"""Every requirement of the contracts has a row, and every test that a row names exists."""

import ast
import re
from pathlib import Path

import pytest

from tests.docs.test_reference import rows

TESTS = Path(__file__).parents[1]

REQUIREMENTS = [
    *(f"S0.{number}" for number in range(1, 18)),
    *(f"S1.{number}" for number in range(1, 34)),
    *(f"S2.{number}" for number in range(1, 37)),
    *(f"S3.{number}" for number in range(1, 20)),
    *(f"S4.{number}" for number in range(1, 43)),
]

COMPATIBILITY = rows("reference/compatibility.md")

NAMED = re.compile(r"`(\w+)::(\w+)`")


def functions_of(module: str) -> set[str]:
    [path] = TESTS.rglob(f"{module}.py")
    tree = ast.parse(path.read_text())
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name for node in tree.body if isinstance(node, functions)}


def test_every_requirement_has_one_row() -> None:
    assert [row[0] for row in COMPATIBILITY] == REQUIREMENTS


@pytest.mark.parametrize("row", COMPATIBILITY, ids=REQUIREMENTS)
def test_a_row_says_what_where_and_by_which_test_or_why_not(row: list[str]) -> None:
    _, requirement, where, proof = row

    assert requirement
    assert where
    assert NAMED.search(proof) or proof.startswith("no test: ")


@pytest.mark.parametrize("row", COMPATIBILITY, ids=REQUIREMENTS)
def test_the_tests_that_a_row_names_exist(row: list[str]) -> None:
    for module, name in NAMED.findall(row[3]):
        assert name in functions_of(module)
