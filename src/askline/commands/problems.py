"""One thing that is wrong with a file: where, what was expected, what is there, and how to mend it."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, cast

from askline.core.errors import DeclarationInvalid, FieldProblem
from askline.core.speaking import known, t
from askline.core.text import clean

Path = tuple[str | int, ...]

Kind = Literal[
    "syntax",
    "unreadable",
    "unknown_field",
    "missing_field",
    "repeated_field",
    "wrong_type",
    "not_offered",
    "out_of_bounds",
    "unfit",
    "wrong_pattern",
    "wrong_test",
    "broken_example",
    "wrong_command",
    "wrong_order",
    "repeated_name",
    "repeated_tool",
    "reserved",
    "long_name",
    "unknown_tool",
    "wrong_argument",
    "circle",
    "not_used",
]
"""What is wrong, in a word for programs; added to, never renamed."""

LONGEST_SHOWN = 60
WIDEST_EXCERPT = 160


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    file: str
    line: int
    column: int
    kind: Kind
    field: str
    message: str
    expected: str
    actual: str
    fix: str = ""
    warning: bool = False
    excerpt: str = ""
    """The line itself."""

    @property
    def at(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


def told(problem: Problem) -> list[str]:
    """For a terminal. A file comes with somebody's repository: what it holds is made harmless."""
    message = known(problem.message)
    said = t("warning: {0}", message) if problem.warning else message
    parts = {
        t("field"): problem.field,
        t("expected"): problem.expected,
        t("actual"): problem.actual,
        t("fix"): problem.fix,
    }
    return [
        clean(f"{problem.at}: {said}", multiline=False),
        *(
            f"  {name:8}  {clean(known(said), multiline=False)}"
            for name, said in parts.items()
            if said
        ),
        *_excerpt(problem),
    ]


def _excerpt(problem: Problem) -> list[str]:
    """The line with a mark below the place; of a very long one, what is around it."""
    if not problem.excerpt.strip():
        return []
    cut = max(0, problem.column - 1 - WIDEST_EXCERPT // 2)
    # Tabs are as wide as the terminal likes: the mark can only count characters.
    line = clean(problem.excerpt[cut : cut + WIDEST_EXCERPT].replace("\t", " "))
    return [f"{problem.line:>5} | {line}", f"{'':5} | {' ' * (problem.column - 1 - cut)}^"]


def shape(problem: Problem) -> dict[str, Any]:
    names = ("file", "line", "column", "kind", "field", "message", "expected", "actual", "fix")
    severity = "warning" if problem.warning else "error"
    return {**{name: getattr(problem, name) for name in names}, "severity": severity}


def refusal(problems: Iterable[Problem]) -> DeclarationInvalid:
    """All of them as one error, for those who load nothing unless everything is right."""
    found = tuple(problems)
    return DeclarationInvalid(
        f"{len(found)} problem(s) in declared commands, the first at {found[0].at}: {found[0].message}.",
        hint="Run `askline tools check`, which shows each with its place and its fix.",
        fields=[FieldProblem(f"{p.at} {p.field}", p.expected, p.actual, p.fix) for p in found],
    )


def spelled(path: Path) -> str:
    """A field's path as people read it: `subcommand[0].options[1].type`."""
    parts = [f"[{part}]" if isinstance(part, int) else f".{part}" for part in path]
    return "".join(parts).removeprefix(".") or "(the whole file)"


def described(value: Any) -> str:
    """A value with its type, cut to what fits a line."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = str(value)
    kinds: dict[type[object], str] = {
        bool: "boolean",
        int: "integer",
        float: "number",
        str: "string",
    }
    kind = kinds.get(cast("type[object]", type(value))) or _container(value)
    if kind in ("array", "object") or value is None:
        return kind
    return f"{kind} {text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + '…'}"


def _container(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, dict):
        return "object"
    return "array" if isinstance(value, list | tuple) else type(value).__name__
