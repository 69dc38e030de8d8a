"""The words behind a command, read; and what it has to say, written."""

import json
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, cast

from askline.core.clock import SystemClock
from askline.core.errors import InvalidArguments
from askline.core.speaking import t
from askline.core.text import as_typed
from askline.doors.cli.commands import COMMANDS
from askline.doors.cli.parsing import Parser


def parser(name: str, *, reads: bool = True) -> ArgumentParser:
    """A parser for one command; `reads` gives it `--json`.

    Parse with `parse_intermixed_args`, so that options may stand anywhere between the words.
    """
    command = next(known for known in COMMANDS if known.name == name)
    made = Parser(
        prog=f"askline {name}",
        usage=f"askline {name} {command.usage}".rstrip(),
        description=t(command.about),
    )
    if reads:
        made.add_argument("--json", action="store_true", help=t("JSON instead of words"))
    return made


def seconds(text: str) -> float:
    """A length of time: a number of seconds, or with a unit."""
    from askline.config.values import duration  # noqa: PLC0415 - few commands need it

    try:
        return duration(text)
    except ValueError:
        raise ArgumentTypeError(
            t("{0!r} is no number of seconds and nothing like 30m", text)
        ) from None


def moment(text: str) -> datetime:
    """A time, or how long from now."""
    try:
        return SystemClock().now() + timedelta(seconds=seconds(text))
    except ArgumentTypeError:
        pass
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(t("{0!r} is no time and nothing like 2h", text)) from None
    return at.astimezone(UTC)


def several(text: str) -> int:
    """How many: at least one."""
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(t("{0!r} is no number from 1 on", text))
    return int(text)


def count(text: str) -> int:
    """How many: none or more."""
    if not text.isdecimal():
        raise ArgumentTypeError(t("{0!r} is no number from 0 on", text))
    return int(text)


def is_yes(text: str) -> bool:
    """Whether it is a yes; whatever is not is a no."""
    return text.strip().lower() in {"y", "yes", t("y"), t("yes")}


def typed(text: str) -> str:
    """What a human typed, as it can be sent: without bytes that are no characters."""
    return as_typed(text)


def object_in(text: str, option: str) -> dict[str, Any]:
    found = _json(text, option)
    if not isinstance(found, dict):
        raise _no_json(option, t("an object"), text)
    return cast("dict[str, Any]", found)


def list_in(text: str, option: str) -> list[Any]:
    found = _json(text, option)
    if not isinstance(found, list):
        raise _no_json(option, t("a list"), text)
    return cast("list[Any]", found)


def write(lines: Iterable[str]) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)


def write_json(shape: Any) -> None:
    """In ASCII, which every terminal and every locale takes as it is; spread out for people alone,
    because that takes longer than all the rest of a long list."""
    sys.stdout.write(json.dumps(shape, indent=2 if sys.stdout.isatty() else None) + "\n")


def _json(text: str, option: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise _no_json(option, "JSON", text) from None


def _no_json(option: str, expected: str, text: str) -> InvalidArguments:
    return InvalidArguments(
        t("{0}: expected {1}, got {2!r}.", option, expected, text[:80]),
        hint=t("Put it between single quotes, so that your shell leaves it as it is."),
    )
