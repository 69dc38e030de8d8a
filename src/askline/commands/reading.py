"""The text of a file as data: JSON, YAML or TOML by the name's ending, each by a kept parser.

Aliases of YAML are refused: a few lines of them can stand for more values than memory holds. What a
key says twice is refused as well, because a reader would see the one and the program take the other.
"""

import json
import tomllib
from dataclasses import dataclass
from typing import Any, Final, cast

JSON: Final = "json"
YAML: Final = "yaml"
TOML: Final = "toml"

ENDINGS: Final = {".json": JSON, ".yaml": YAML, ".yml": YAML, ".toml": TOML}


class Unreadable(Exception):
    """The text is not in its language, at a place; the places count from 1."""

    def __init__(self, message: str, line: int = 1, column: int = 1, fix: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column
        self.fix = fix


@dataclass(frozen=True, slots=True)
class Read:
    data: Any
    repeated: bool = False
    """A key stands twice in one object."""


def format_of(name: str) -> str | None:
    return next((kind for ending, kind in ENDINGS.items() if name.endswith(ending)), None)


def read(text: str, kind: str) -> Read:
    """Raises: Unreadable."""
    try:
        if kind == JSON:
            return _json(text)
        return Read(_toml(text)) if kind == TOML else _yaml(text)
    except RecursionError:
        raise Unreadable("nested too deeply") from None


def _json(text: str) -> Read:
    repeated: list[str] = []

    def paired(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            repeated.append("")
        return made

    try:
        data = json.loads(text, object_pairs_hook=paired, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        # A comma before a closing bracket is the commonest slip of all.
        before = text[: error.pos].rstrip()
        fix = "remove the comma before it" if before.endswith(",") else ""
        raise Unreadable(f"not JSON: {error.msg}", error.lineno, error.colno, fix) from None
    except ValueError as error:
        raise Unreadable(f"not JSON: {error}") from None
    return Read(data, bool(repeated))


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is no number of JSON")


def _toml(text: str) -> Any:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line, column = _place_in(str(error), text)
        raise Unreadable(f"not TOML: {error}", line, column) from None


def _place_in(message: str, text: str) -> tuple[int, int]:
    """The parser says the place in words alone."""
    words = message.replace(",", " ").replace(")", " ").split()
    numbers = [int(word) for word in words if word.isdecimal()]
    if "(at line" in message and len(numbers) >= 2:  # noqa: PLR2004 - line and column
        return numbers[-2], numbers[-1]
    return max(1, len(text.splitlines())), 1


def _yaml(text: str) -> Read:
    from ruamel import yaml  # noqa: PLC0415 - loads a whole parser, for few files
    from ruamel.yaml.error import MarkedYAMLError, YAMLError  # noqa: PLC0415
    from ruamel.yaml.events import AliasEvent  # noqa: PLC0415

    parser: Any = yaml.YAML(typ="safe", pure=True)  # untyped inside
    parser.allow_duplicate_keys = True
    try:
        for event in parser.parse(text):
            if isinstance(event, AliasEvent):
                fix = "write it out in full"
                raise _at(cast("Any", event).start_mark, "aliases are not read", fix)
        return Read(parser.load(text), repeated=True)
    except MarkedYAMLError as error:
        said: Any = error
        message = f"not YAML: {said.problem}"
        raise _at(said.problem_mark or said.context_mark, message) from None
    except (YAMLError, ValueError) as error:
        first = str(error).partition("\n")[0]
        raise Unreadable(f"not YAML: {first}") from None


def _at(mark: Any, message: str, fix: str = "") -> Unreadable:
    return Unreadable(message, mark.line + 1, mark.column + 1, fix)
