"""Arguments as models send them, made into what was meant where there is no doubt.

Models send lists and objects as JSON in a string, one object where a list is expected, numbers and
booleans where a text is. What is still wrong after that is an error that names the field.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, cast

Mend = Callable[[Any], Any]


def mended(said: Mapping[str, Any], mends: Mapping[str, Mend]) -> dict[str, Any]:
    return {name: mends.get(name, _as_it_is)(value) for name, value in said.items()}


def a_text(value: Any) -> Any:
    """Numbers and booleans become their JSON."""
    return json.dumps(value) if isinstance(value, bool | int | float) else value


def a_flag(value: Any) -> Any:
    named = {"true": True, "false": False}
    return named.get(value.strip().casefold(), value) if isinstance(value, str) else value


def a_number(value: Any) -> Any:
    parsed = _parsed(value)
    return parsed if isinstance(parsed, int | float) and not isinstance(parsed, bool) else value


def a_list(each: Mend) -> Mend:
    """One thing alone becomes a list of it."""

    def mend(value: Any) -> Any:
        parsed = _parsed(value)
        if isinstance(parsed, list):
            return [each(item) for item in cast("list[Any]", parsed)]
        if isinstance(parsed, dict):
            return [each(parsed)]
        return [each(value)] if isinstance(value, str) else value

    return mend


def an_object(mends: Mapping[str, Mend]) -> Mend:
    def mend(value: Any) -> Any:
        parsed = _parsed(value)
        return mended(cast("dict[str, Any]", parsed), mends) if isinstance(parsed, dict) else value

    return mend


def a_text_or(other: Mend) -> Mend:
    """A text, unless it is an object; numbers and booleans become text."""

    def mend(value: Any) -> Any:
        return other(value) if isinstance(value, dict) else a_text(value)

    return mend


def _parsed(value: Any) -> Any:
    """What a string holds as JSON; the value itself if it holds none."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def _as_it_is(value: Any) -> Any:
    return value
