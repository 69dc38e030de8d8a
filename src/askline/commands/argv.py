"""Typed arguments → the words of a command line, so that no value is ever taken for an option.

One word per valued option (`--name=value`), `--` before positional values, and a value that begins
with a dash is refused unless its declaration allows it. There is no shell, so nothing is quoted.
Pure but for `real`, which the caller gives: where a path really leads is for the disk to say.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from posixpath import isabs, join, normpath
from typing import Any, Final, cast

from askline.commands.arguments import fitted
from askline.commands.declared import Option
from askline.commands.tools import WORKING_DIRECTORY, Tool
from askline.core.errors import FieldProblem, InvalidArguments

FILE: Final = "{file}"
"""The word that stands for the path of a file the runner makes of a value."""


@dataclass(frozen=True, slots=True)
class FileArgument:
    """A value that is handed over in a file: which word is its path, and what is in it."""

    index: int
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    argv: tuple[str, ...]
    cwd: str
    files: tuple[FileArgument, ...] = ()


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    content: str | None = None


def line_of(
    tool: Tool, given: Mapping[str, Any], *, project: str, real: Callable[[str], str]
) -> Line:
    """What will run for these arguments, and where.

    Raises: InvalidArguments, with a field for each misfit.
    """
    values = fitted(tool, given)
    directory = str(values.pop(WORKING_DIRECTORY, tool.cwd))
    # Where it leads is what is shown and bound: a link may lead elsewhere by the time it runs.
    cwd = real(normpath(join(project, directory)))

    def inside(path: str) -> bool:
        return leads_inside(join(cwd, path), project, real)

    problems = [] if inside("") else [_outside(WORKING_DIRECTORY, directory)]
    for option in tool.arguments:
        if option.name in values:
            problems += _hazards(tool, option, values[option.name], inside)
    if problems:
        said = "; ".join(f"{p.field}: expected {p.expected}, got {p.actual}" for p in problems)
        raise InvalidArguments(f"{tool.name}: {said}.", hint=problems[0].hint, fields=problems)
    words = [*map(_Word, tool.words), *_laid_out(tool, values)]
    files = [FileArgument(i, w.content) for i, w in enumerate(words) if w.content is not None]
    return Line(tuple(word.text for word in words), cwd, tuple(files))


def _laid_out(tool: Tool, values: Mapping[str, Any]) -> Iterator[_Word]:
    """Positional values first if they are declared so; a separator would swallow what follows."""
    options = [word for each in tool.options for word in _of_option(each, values.get(each.name))]
    positionals = [
        _Word(text) for each in tool.positionals for text in _texts(values.get(each.name))
    ]
    if tool.positionals_first:
        yield from positionals
        yield from options
    else:
        yield from options
        if positionals and tool.separator:
            yield _Word(tool.separator)
        yield from positionals


def _of_option(option: Option, value: Any) -> Iterator[_Word]:
    flag = _flag(option)
    if value is None or value is False:
        return
    if value is True:
        yield _Word(f"-{option.alias}" if option.alias and not option.flag else flag)
    elif option.file_arg:
        yield _Word(option.file_flag or flag)
        yield _Word(FILE, _text(value))
    else:
        for text in _texts(value):
            yield from map(_Word, (f"{flag}={text}",) if _joins(option) else (flag, text))


def _flag(option: Option) -> str:
    """A name that begins with a dash is the flag itself, as `find` has them."""
    if option.flag:
        return option.flag
    return option.name if option.name.startswith("-") else f"--{option.name}"


def _joins(option: Option) -> bool:
    """Whether the value stands in one word with its flag; short flags know no `=`."""
    return _flag(option).startswith("--")


def _texts(value: Any) -> list[str]:
    if value is None:
        return []
    if isinstance(value, list):
        return [_text(each) for each in cast("list[Any]", value)]
    return [_text(value)]


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def _hazards(
    tool: Tool, option: Option, value: Any, inside: Callable[[str], bool]
) -> Iterator[FieldProblem]:
    path = option.format == "path" or (option.items is not None and option.items.format == "path")
    alone = option in tool.positionals or not _joins(option)
    for text in _texts(value) if option.type != "boolean" and not option.file_arg else ():
        dashed = text.startswith("-") and not option.allow_dash
        # A negative number in one word with its flag cannot be taken for anything else.
        if dashed and (alone or option.type not in ("integer", "number")):
            hint = f"Write ./{text}." if path else "Give a value that does not begin with a dash."
            yield FieldProblem(option.name, "a value that begins with no dash", repr(text), hint)
        if path and not inside(text):
            yield _outside(option.name, text)


def _outside(name: str, path: str) -> FieldProblem:
    return FieldProblem(
        name, "a path inside the project", repr(path), "Name a file of this project."
    )


def leads_inside(path: str, project: str, real: Callable[[str], str]) -> bool:
    """Also where links lead out. A courtesy, said early: the sandbox is the guard."""
    root = PurePosixPath(real(project))
    return isabs(path) and PurePosixPath(real(path)).is_relative_to(root)
