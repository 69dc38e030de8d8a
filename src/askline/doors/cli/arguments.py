"""From the words `--arg name=value` to the arguments of a tool. Pure.

Only spelling: a word is read as its option's type where it can be, and stays a text where it cannot.
Whether it fits is said where every call is checked.
"""

import json
from collections.abc import Iterable
from typing import Any

from askline.commands.declared import Option
from askline.commands.tools import Tool
from askline.core.errors import InvalidArguments
from askline.core.speaking import t

YES_OR_NO = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def arguments(tool: Tool, words: Iterable[str]) -> dict[str, Any]:
    """A name without a value is a yes; an array takes its name as often as it has items.

    Raises: InvalidArguments, where a word names nothing.
    """
    known = {option.name: option for option in tool.arguments}
    given: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not name:
            raise InvalidArguments(
                t("{0!r} names no argument.", word), hint=t("Give --arg NAME=VALUE.")
            )
        option = known.get(name)
        if option is not None and option.type == "array":
            given.setdefault(name, []).append(_read(_items(option), text))
        else:
            given[name] = _read(option.type if option else "string", text if equals else "true")
    return given


def _items(option: Option) -> str:
    return option.items.type if option.items else "string"


def _read(kind: str, text: str) -> Any:
    match kind:
        case "boolean":
            return YES_OR_NO.get(text.lower(), text)
        case "string":
            return text
        case _:
            return _json(text)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text
