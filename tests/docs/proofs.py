"""The page of proofs: which tests carry the id of which promise. `scripts/write-reference` writes it."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.docs.pages import DOCS, ROOT
from tests.promises import PROMISES

PAGE = DOCS / "concepts/proofs.md"

HEAD = """# Proofs

Every [promise](durability.md) with the tests that carry its id, by file under `tests`. Made from the tests by `scripts/write-reference`; a test fails when it is not what they say. A test that runs over several stores, or with many cases, stands here once.
"""


@cache
def carried() -> dict[str, dict[str, list[str]]]:
    """By promise and by file, the names of tests."""
    found: dict[str, dict[str, list[str]]] = {promise: {} for promise in PROMISES}
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        if "@promise(" in (source := file.read_text()):
            for promise, name in proofs(source):
                where = str(file.relative_to(ROOT / "tests"))
                found[promise].setdefault(where, []).append(name)
    return found


def proofs(source: str) -> Iterator[tuple[str, str]]:
    """The ids that stand on the tests of one file, each with its test."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "promise":
                    yield ast.literal_eval(mark.args[0]), node.name


def page() -> str:
    return HEAD + "".join(_section(each, files) for each, files in carried().items())


def _section(promise: str, files: dict[str, list[str]]) -> str:
    rows = "".join(
        f"| `{file}` | {', '.join(f'`{name}`' for name in names)} |\n"
        for file, names in files.items()
    )
    return f"\n## `{promise}`\n\n{PROMISES[promise]}\n\n| file | tests |\n|---|---|\n{rows}"


def write(page_of_proofs: Path = PAGE) -> None:
    page_of_proofs.write_text(page())
