"""What the code says to people, found in its source: the keys that a language's catalogue must have."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from askline.asks.state import State
from askline.asks.trail import EventKind
from askline.core.lasting import Lasting
from askline.core.snoozing import Snoozing
from askline.doors.cli import findings
from askline.doors.cli.commands import COMMANDS
from askline.doors.tui import keys

SOURCE = Path(__file__).parents[1] / "src/askline"
SPEAKS = "from askline.core.speaking import"
CHECKS = (
    *("service", "version", "store", "hub", "journal", "disk", "sandbox", "declarations"),
    *("operations", "settings", "alerts", "connected", "away", "client", "clients"),
)
SOURCES = ("default", "user", "project", "environment", "flag")
ANSWERS = ("answered", "skipped")
RULES = ("standing", "revoked", "expired")
GAP = re.compile(r"\{(\d)")


class Keys(NamedTuple):
    plain: frozenset[str]
    counted: frozenset[str]
    """With a form for each number; that for one is the key."""


def said() -> Keys:
    """Every sentence that passes `t`, `many` or `mark`, and those that stand in tables."""
    plain, counted = {*tables()}, set[str]()
    for text in (file.read_text(encoding="utf-8") for file in SOURCE.rglob("*.py")):
        for call in ast.walk(ast.parse(text)) if SPEAKS in text else ():
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
                words = [each.value for each in call.args if isinstance(each, ast.Constant)]
                texts = [word for word in words if isinstance(word, str)]
                if call.func.id in ("t", "mark"):
                    plain.update(texts[:1])
                elif call.func.id == "many":
                    counted.add(texts[0])
    return Keys(frozenset(plain), frozenset(counted))


def tables() -> Iterator[str]:
    """Sentences of tables that other things are made from too."""
    yield from (command.about for command in COMMANDS)
    yield from (key.about for key in (*keys.KEYS, *keys.OPERATION_KEYS))
    yield from (str(each) for each in (*Lasting, *Snoozing, *findings.State))
    yield from (each.replace("_", " ") for each in (*State, *EventKind, *ANSWERS, *RULES))
    yield from (*CHECKS, *SOURCES)


def gaps(text: str) -> frozenset[str]:
    return frozenset(GAP.findall(text))


ROOMS = ("asks", "client", "config", "core", "memory", "setup")
"""Whose errors a person at a terminal meets."""


def raised() -> frozenset[str]:
    """What errors of these rooms say: messages and hints, with `{0}` for what is filled in."""
    files = (file for room in ROOMS for file in (SOURCE / room).rglob("*.py"))
    calls = (each for file in files for each in ast.walk(ast.parse(file.read_text("utf-8"))))
    hinted = (each for each in calls if isinstance(each, ast.Call) and _hint(each))
    texts = (text for call in hinted for text in (*call.args[:1], *_hint(call)))
    return frozenset(filter(re.compile("[a-z]{2} ").search, map(_spelled, texts)))


def _hint(call: ast.Call) -> list[ast.expr]:
    return [each.value for each in call.keywords if each.arg == "hint"]


def _spelled(text: ast.expr) -> str:
    if isinstance(text, ast.JoinedStr):
        pieces = [each.value if isinstance(each, ast.Constant) else None for each in text.values]
        numbers = iter(range(10))
        return "".join(f"{{{next(numbers)}}}" if each is None else str(each) for each in pieces)
    return str(text.value) if isinstance(text, ast.Constant) else ""
