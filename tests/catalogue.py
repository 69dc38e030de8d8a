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
from askline.setup.client import INSTRUCTION

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


ROOMS = (
    *("alerts", "asks", "channels", "client", "commands", "config", "core", "doors/http", "memory"),
    *("people", "runner", "service", "setup", "stores"),
)
"""Whose errors a person at a terminal meets."""
FINDINGS = tuple(
    f"commands/{room}.py"
    for room in ("arguments", "explaining", "loading", "reading", "sense", "sequences")
)
"""Where `askline tools check` has its words from."""
NOT_SAID = frozenset({"replace", "removeprefix", "get", "split", "cast"})
"""What is done with a text, and does not say it."""
SENTENCE = re.compile(r"[A-Z].* .*\.")
WORDS = re.compile(r"(?=.*[a-z]{2}).* ")


def raised() -> frozenset[str]:
    """What errors of these rooms say: messages and hints, with `{0}` for what is filled in."""
    files = (file for room in ROOMS for file in (SOURCE / room).rglob("*.py"))
    calls = (each for file in files for each in ast.walk(_tree(file)))
    texts = (text for call in calls if isinstance(call, ast.Call) for text in _told(call))
    return frozenset((*filter(WORDS.search, map(_spelled, texts)), *_findings(), *_notes()))


def _findings() -> Iterator[str]:
    """Everything in those files that reads like words."""
    for file in FINDINGS:
        yield from filter(WORDS.search, _texts(_tree(SOURCE / file)))


def _notes() -> Iterator[str]:
    """What setup leaves to the person, of each client."""
    for file in (SOURCE / "setup/client.py", *(SOURCE / "setup/clients").glob("*.py")):
        sentences = filter(SENTENCE.fullmatch, _texts(_tree(file)))
        yield from (text for text in sentences if text != INSTRUCTION)


def _told(call: ast.Call) -> list[ast.expr]:
    hints = [each.value for each in call.keywords if each.arg == "hint"]
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    if name == "FieldProblem":
        return call.args[1:]
    return [*call.args[:1], *hints] if hints or name == "ChannelFailed" else []


def _texts(node: ast.AST) -> Iterator[str]:
    """Without what only explains the code, and what is compared or cut away."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.Constant | ast.JoinedStr):
            yield _spelled(each)
        elif not _is_apart(each):
            yield from _texts(each)


def _is_apart(node: ast.AST) -> bool:
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Call):
        return getattr(node.func, "attr", getattr(node.func, "id", "")) in NOT_SAID
    return isinstance(node, ast.Compare)


def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def _spelled(text: ast.expr) -> str:
    if isinstance(text, ast.JoinedStr):
        pieces = [each.value if isinstance(each, ast.Constant) else None for each in text.values]
        numbers = iter(range(10))
        return "".join(f"{{{next(numbers)}}}" if each is None else str(each) for each in pieces)
    return str(text.value) if isinstance(text, ast.Constant) else ""
