"""Every error of a file at once: place, field, what was expected, what is there, and how to mend it.

pydantic finds them; what it says is put into words for someone who has the file open.
"""

import re
from collections.abc import Iterator
from typing import Any, Final, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from askline.commands.declared import VERSION, Command
from askline.commands.nearest import nearest
from askline.commands.positions import Places
from askline.commands.problems import Path, Problem, described, spelled
from askline.commands.reading import Unreadable, read

TYPES: Final = {
    "string_type": "a string",
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "tuple_type": "an array",
    "dict_type": "an object",
    "model_type": "an object",
}

MOST: Final = 100
"""Problems of one file that are told; who has more begins with these."""

QUOTED: Final = {"true": "true", "yes": "true", "on": "true", "false": "false", "no": "false"}


def explained(file: str, text: str, kind: str) -> tuple[Command | None, list[Problem]]:
    """The command of a file, or everything that is wrong with it."""
    try:
        found = read(text, kind)
    except Unreadable as wrong:
        return None, [_unreadable(file, text, wrong)]
    problems: list[Problem] = []
    if found.repeated:
        places = Places(text, kind)
        problems = [_repeated(file, text, places, path) for path in places.repeated[:MOST]]
    try:
        command = Command.model_validate(found.data)
    except ValidationError as error:
        places = Places(text, kind)
        details = error.errors(include_url=False)[:MOST]
        problems += [_explained(file, text, places, each, found.data) for each in details]
        problems.sort(key=lambda each: (each.line, each.column))
        return None, problems
    return (None if problems else command), problems


def problem_at(file: str, text: str, spot: tuple[int, int], **said: Any) -> Problem:
    line, column = spot
    lines = text.split("\n")
    excerpt = lines[line - 1] if line <= len(lines) else ""
    return Problem(file=file, line=line, column=column, excerpt=excerpt.rstrip("\r"), **said)


def _unreadable(file: str, text: str, wrong: Unreadable) -> Problem:
    return problem_at(
        file,
        text,
        (wrong.line, wrong.column),
        kind="syntax",
        field="(the whole file)",
        message=wrong.message,
        expected="a file that parses",
        actual=wrong.message,
        fix=wrong.fix,
    )


def _repeated(file: str, text: str, places: Places, path: Path) -> Problem:
    return problem_at(
        file,
        text,
        places.key(path),
        kind="repeated_field",
        field=spelled(path),
        message=f'"{path[-1]}" stands here twice',
        expected="each field once",
        actual="the same field again",
        fix="remove one of the two",
    )


def _explained(file: str, text: str, places: Places, error: ErrorDetails, data: Any) -> Problem:
    path = _in_data(tuple(error["loc"]), data, missing=error["type"] == "missing")
    by_key = error["type"] == "extra_forbidden" or path[-1:] == ("[key]",)
    path = path[:-1] if path[-1:] == ("[key]",) else path
    spot = places.key(path) if by_key else places.value(path)
    if error["type"] == "missing":
        spot = places.value(path[:-1])
    return problem_at(file, text, spot, field=spelled(path), **_words(path, error))


def _in_data(loc: Path, data: Any, *, missing: bool) -> Path:
    """The path as it is in the file; a short spelling has no fields below it."""
    here: Any = data
    for depth, part in enumerate(loc):
        if missing and depth == len(loc) - 1:
            break
        try:
            here = here[part]
        except (KeyError, IndexError, TypeError):
            return loc if part == "[key]" else loc[:depth]
    return loc


def _words(path: Path, error: ErrorDetails) -> dict[str, str]:
    match error["type"]:
        case "extra_forbidden":
            return _unknown(path)
        case "missing":
            return _missing(path)
        case "literal_error":
            return _not_offered(path, error)
        case kind if kind in TYPES:
            return _wrong_type(kind, error["input"])
        case _:
            return _out_of_bounds(path, error)


def _unknown(path: Path) -> dict[str, str]:
    known = fields_at(path[:-1])
    meant = nearest(str(path[-1]), known)
    return {
        "kind": "unknown_field",
        "message": f'unknown field "{path[-1]}"',
        "expected": f"one of: {', '.join(known)}",
        "actual": f'"{path[-1]}"',
        "fix": f'did you mean "{meant}"?' if meant else "remove it",
    }


def _missing(path: Path) -> dict[str, str]:
    return {
        "kind": "missing_field",
        "message": f'required field "{path[-1]}" is missing',
        "expected": f'"{path[-1]}"',
        "actual": "absent",
        "fix": f'add "{path[-1]}"',
    }


def _not_offered(path: Path, error: ErrorDetails) -> dict[str, str]:
    expected = str(error.get("ctx", {}).get("expected", ""))
    offered = [part or '""' for part in re.findall(r"'([^']*)'", expected)]
    value = error["input"]
    meant = nearest(value, offered) if isinstance(value, str) else None
    fix = f'use "{meant}"' if meant else f"use one of: {', '.join(offered) or expected}"
    if path == ("version",):
        fix = f"this Askline reads version {VERSION}; a newer file needs a newer Askline"
    return {
        "kind": "not_offered",
        "message": f"{described(value)} is not allowed here",
        "expected": f"one of: {', '.join(offered) or expected}",
        "actual": described(value),
        "fix": fix,
    }


def _wrong_type(kind: str, value: Any) -> dict[str, str]:
    expected = TYPES[kind]
    return {
        "kind": "wrong_type",
        "message": f"expected {expected}, got {described(value)}",
        "expected": expected,
        "actual": described(value),
        "fix": _converted(kind, value),
    }


def _converted(kind: str, value: Any) -> str:
    """How the same would be written in the right type, where there is such a way."""
    if kind == "string_type" and isinstance(value, int | float):
        spelled_out = str(value).lower() if isinstance(value, bool) else str(value)
        return f'put it in quotes: "{spelled_out}"'
    if kind == "tuple_type":
        return "put it in brackets: [ … ]"
    if isinstance(value, str):
        word = value.strip().lower()
        if kind == "bool_type" and word in QUOTED:
            return f"write {QUOTED[word]}, without quotes"
        if kind in ("int_type", "float_type") and re.fullmatch(r"-?\d+(\.\d+)?", word):
            return f"remove the quotes: {word}"
    return f"write {TYPES[kind]}"


def _out_of_bounds(path: Path, error: ErrorDetails) -> dict[str, str]:
    """A pattern, a bound, a length: pydantic's own words, and an example for a name."""
    said = error["msg"][:1].lower() + error["msg"][1:]
    value = error["input"]
    fix = ""
    if error["type"] == "string_pattern_mismatch" and isinstance(value, str):
        plain = re.sub(r"[^a-z0-9_-]+", "_", value.lower()).strip("_-")
        fix = f'for example "{plain}"' if plain[:1].isalpha() else "begin with a letter"
    return {
        "kind": "out_of_bounds",
        "message": f"{described(value)}: {said}",
        "expected": said.removeprefix("input should be ").removeprefix("string should "),
        "actual": described(value),
        "fix": fix or f"change {spelled(path[-1:])}",
    }


def fields_at(path: Path) -> list[str]:
    """The fields that an object at this path may have."""
    model: type[BaseModel] = Command
    for part in path:
        if isinstance(part, str) and (inner := _inner(model, part)):
            model = inner
    return [field.alias or name for name, field in model.model_fields.items()]


def _inner(model: type[BaseModel], name: str) -> type[BaseModel] | None:
    field = model.model_fields.get(name)
    return next(_models(field.annotation), None) if field else None


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _models(argument)
