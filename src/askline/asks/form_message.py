"""The plain text that a client shows above a form: what it is about, before the questions.

Agent-written text was cleaned when it came in. A command is the exception: it is shown exactly,
because an approval is bound to it, with every character that a reader could not see spelled out.
"""

import json
import re

from askline.asks.model import Ask, CommandShown

CONTEXT_LENGTH = 2_000
CUT = "… [Cut here; the inbox shows all of it.]"

PLAIN_WORD = re.compile(r"[A-Za-z0-9_@%+=:,./-]+")


def message_of(ask: Ask) -> str:
    """A single question stands in the form itself, and here only if nothing else does."""
    matter = ask.matter
    parts = [matter.title] if matter.title else []
    if matter.command:
        parts.append(_command(matter.command))
    if matter.context:
        parts.append(_cut(matter.context))
    if len(matter.questions) > 1:
        parts.append(
            "\n".join(
                f"{number}. {question.text}"
                for number, question in enumerate(matter.questions, start=1)
            )
        )
    return "\n\n".join(parts or [question.text for question in matter.questions])


def _command(command: CommandShown) -> str:
    """Never cut, and before the agent's context, which could only pretend to be it."""
    lines = [
        "If you approve, exactly this runs:",
        "  " + " ".join(_exactly(word) for word in command.argv),
        f"  in {_exactly(command.cwd)}, sandbox {_exactly(command.sandbox)}",
    ]
    if command.env:
        lines.append(f"  with {', '.join(_exactly(name) for name in command.env)} set")
    return "\n".join(lines)


def _exactly(word: str) -> str:
    """Bare where that can be misread by nobody, otherwise a JSON string."""
    if PLAIN_WORD.fullmatch(word):
        return word
    return "".join(
        letter if letter.isprintable() else json.dumps(letter)[1:-1]
        for letter in json.dumps(word, ensure_ascii=False)
    )


def _cut(text: str) -> str:
    return text if len(text) <= CONTEXT_LENGTH else text[:CONTEXT_LENGTH].rstrip() + CUT
