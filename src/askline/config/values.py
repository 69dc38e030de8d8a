"""One value of one setting: is it what the key takes, and what does it mean?

Pure. A value comes from a file with its own type, or as text from the environment and the command
line; the same rule reads both.
"""

import re
from typing import Any, cast

from askline.config.keys import LISTS, Key, Kind
from askline.core.errors import FieldProblem

_PART = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)\s*")
_UNITS = {"ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86400}
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_FLAGS = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}
_LAST_PORT = 65535
_HOURS = re.compile(r"((?:[01]\d|2[0-3]):[0-5]\d)\s*-\s*((?:[01]\d|2[0-3]):[0-5]\d)")
_ADDRESS = re.compile(r"https?://[^\s/?#]+([/?][^\s#]*)?")
_PLACE = re.compile(r"[a-z][a-z0-9+.-]*://\S+", re.IGNORECASE)
_ORIGIN = re.compile(r"https?://([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?")

HIDDEN = "hidden"


class Wrong(Exception):
    """A value that its key does not take."""

    def __init__(self, problem: FieldProblem) -> None:
        super().__init__(f"{problem.field}: expected {problem.expected}, got {problem.actual}")
        self.problem = problem


def read(key: Key, name: str, value: Any) -> Any:
    """What `value` means for this key.

    Raises: Wrong.
    """
    if key.unset is not None and value == key.unset:
        return None
    try:
        return _READERS[key.kind](key, value)
    except ValueError:
        found = "something else" if key.secret else described(value)
        raise Wrong(FieldProblem(name, key.takes, found)) from None


def read_text(key: Key, name: str, text: str) -> Any:
    """The same for what was typed, where everything is text."""
    value: Any = text
    if key.kind is Kind.FLAG:
        value = _FLAGS.get(text.strip().lower(), text)
    elif key.kind in (Kind.PORT, Kind.COUNT) and text.strip().isdecimal():
        value = int(text)
    elif key.kind in LISTS:
        value = [part.strip() for part in text.split(",") if part.strip()]
    return read(key, name, value)


def spelled(key: Key, value: Any) -> str:
    """A value as a person would write it down."""
    if value is None:
        return key.unset or ""
    if key.kind is Kind.SECONDS:
        return f"{value:g}"
    if key.kind is Kind.FLAG:
        return "true" if value else "false"
    return ", ".join(value) if key.kind in LISTS else str(value)


def guarded(key: Key, value: Any) -> Any:
    """The value as everybody may see it: of a secret only that there is one."""
    return HIDDEN if key.secret and value else value


def described(value: Any) -> str:
    """What was found where something else was expected."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f"the text {value!r}"
        case int() | float():
            return f"the number {value}"
        case dict():
            return "a table"
        case list():
            return "a list"
        case _:
            return f"{value}"


def _text(_: Key, value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError
    return value


def _choice(key: Key, value: Any) -> str:
    if value not in key.choices:
        raise ValueError
    return cast("str", value)


def _flag(_: Key, value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError  # noqa: TRY004 - one way out of every reader
    return value


def _port(_: Key, value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _LAST_PORT:
        raise ValueError
    return value


def _count(_: Key, value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value < _FOREVER:
        raise ValueError
    return value


def _seconds(_: Key, value: Any) -> float:
    if isinstance(value, str):
        return duration(value)
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < _FOREVER:
        raise ValueError
    return float(value)


_FOREVER = 10_000_000_000
"""Seconds, some three hundred years: past it a deadline cannot be written down any more."""


def duration(text: str) -> float:
    """Seconds, from a number of them or from parts like "1h 30m".

    Raises: ValueError.
    """
    said = text.strip().lower()
    if _NUMBER.fullmatch(said):
        return _seconds_below(float(said))
    parts = _PART.findall(said)
    if not parts or _PART.sub("", said):
        raise ValueError
    return _seconds_below(sum(float(number) * _UNITS[unit] for number, unit in parts))


def _seconds_below(seconds: float) -> float:
    if seconds >= _FOREVER:
        raise ValueError
    return seconds


def _paths(_: Key, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ValueError  # noqa: TRY004 - one way out of every reader
    paths = cast("list[Any]", value)
    if not all(isinstance(path, str) and path for path in paths):
        raise ValueError
    return tuple(paths)


def read_origin(said: str) -> str:
    """As browsers spell it: in small letters, without a path. Raises: ValueError."""
    origin = said.lower()
    if not _ORIGIN.fullmatch(origin):
        raise ValueError
    return origin


def _origins(_: Key, value: Any) -> tuple[str, ...]:
    return tuple(map(read_origin, _paths(_, value)))


def _origin(_: Key, value: Any) -> str:
    return _origins(_, [value])[0]


def _addresses(_: Key, value: Any) -> tuple[str, ...]:
    """Of what kind, and whether they are whole, only the program knows that is told them."""
    addresses = _paths(_, value)
    if not all(_PLACE.fullmatch(address) for address in addresses):
        raise ValueError
    return addresses


def _address(_: Key, value: Any) -> str:
    if not isinstance(value, str) or not _ADDRESS.fullmatch(value):
        raise ValueError
    return value


def _hours(_: Key, value: Any) -> str:
    found = _HOURS.fullmatch(value.strip()) if isinstance(value, str) else None
    if found is None or found[1] == found[2]:
        raise ValueError
    return f"{found[1]}-{found[2]}"


_READERS = {
    Kind.TEXT: _text,
    Kind.CHOICE: _choice,
    Kind.FLAG: _flag,
    Kind.PORT: _port,
    Kind.COUNT: _count,
    Kind.SECONDS: _seconds,
    Kind.PATHS: _paths,
    Kind.ORIGINS: _origins,
    Kind.NAMES: _paths,
    Kind.TEXTS: _paths,
    Kind.ADDRESSES: _addresses,
    Kind.ADDRESS: _address,
    Kind.ORIGIN: _origin,
    Kind.HOURS: _hours,
}
