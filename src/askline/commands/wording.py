"""What people read when they are asked for an approval: our words, made from what will run.

A word of a command that a terminal or a page would show as something else is spelled out.
"""

import json
import shlex
from typing import Final

from askline.asks.model import CommandShown
from askline.commands.operation import Operation
from askline.core.text import clean

LONGEST_TITLE: Final = 100


def approval_title(operation: Operation) -> str:
    count = len(operation.commands)
    what = f"{count} steps of {operation.tool}" if count > 1 else operation.tool
    return f"Run {what}?"[:LONGEST_TITLE]


def approval_question(operation: Operation) -> str:
    count = len(operation.commands)
    return f"May all {count} steps run?" if count > 1 else "May this command run?"


def approval_context(operation: Operation) -> str | None:
    """Every step where there are several, as text that no word breaks out of."""
    steps = operation.commands
    if len(steps) == 1:
        return None
    head = "These run one after the other; the first that fails ends them:"
    return "\n\n".join([head, *(_step(number, each) for number, each in enumerate(steps, 1))])


def _step(number: int, step: CommandShown) -> str:
    lines = [
        f"{number}. {command_line(step.argv)}",
        f"   in {_legible(step.cwd)}",
        f"   sandbox: {_legible(step.sandbox)}",
        *([f"   variables: {', '.join(step.env)}"] if step.env else []),
    ]
    # Four spaces make it a block of code, which needs no fence that a word could close.
    return "\n".join(f"    {line}" for line in lines)


def command_line(argv: tuple[str, ...]) -> str:
    """One line that a person reads, and could type."""
    return " ".join(map(_word, argv))


def _word(word: str) -> str:
    legible = _legible(word)
    return shlex.quote(word) if legible == word else legible


def _legible(text: str) -> str:
    plain = clean(text, multiline=False) == text and text.isprintable()
    return text if plain else json.dumps(text)
