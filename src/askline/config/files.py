"""The files that hold settings, read into flat names with their problems beside them.

Nothing is raised for a wrong key here: whose file it is decides what a problem means.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from askline.config import keys, values
from askline.config.keys import ANY_NAME, KEYS, Key
from askline.config.values import Wrong, described
from askline.core.errors import FieldProblem
from askline.core.nearest import did_you_mean
from askline.core.projects import content


@dataclass(frozen=True, slots=True)
class Found:
    """What one source sets, by name, and what is wrong with it."""

    settings: dict[str, Any] = field(default_factory=dict[str, Any])
    problems: list[FieldProblem] = field(default_factory=list[FieldProblem])


def read(path: Path) -> Found:
    """The settings of a file; of none, if there is none."""
    try:
        text = content(str(path)).decode()
    except (FileNotFoundError, NotADirectoryError):
        return Found()
    except (OSError, ValueError) as trouble:
        return _broken(path, "a file that can be read", str(trouble))
    try:
        return settled(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError) as trouble:
        return _broken(path, "TOML", str(trouble))


def settled(table: dict[str, Any]) -> Found:
    """The keys of a parsed file, each checked."""
    found = Found()
    for name, key, value in _flat(table, ""):
        try:
            if key is None:
                raise Wrong(_unknown(name, value))  # noqa: TRY301 - all problems meet below
            found.settings[name] = values.read(key, name, value)
        except Wrong as wrong:
            found.problems.append(wrong.problem)
    return found


def nearest(name: str) -> str:
    """The known key that somebody may have meant, as a hint."""
    return did_you_mean(name, [key.name for key in KEYS], "See the reference of settings.")


def _flat(table: dict[str, Any], before: str) -> Iterator[tuple[str, Key | None, Any]]:
    sections = {*keys.sections()}
    for word, value in table.items():
        name = before + word
        if not (name in sections or f"{before}{ANY_NAME}" in sections):
            yield name, keys.find(name), value
        elif isinstance(value, dict):
            yield from _flat(cast("dict[str, Any]", value), name + ".")
        else:
            yield name, None, value


def _unknown(name: str, value: Any) -> FieldProblem:
    if name in {*keys.sections()}:
        return FieldProblem(name, "a table", described(value))
    return FieldProblem(name, "a known setting", "an unknown one", nearest(name))


def _broken(path: Path, expected: str, actual: str) -> Found:
    return Found(problems=[FieldProblem(str(path), expected, actual)])
