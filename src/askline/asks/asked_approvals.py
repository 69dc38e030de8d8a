"""An approval that a user's service brings to a hub, from JSON: what would run there is decided here.

    {"kind": "approval", "command": {"argv", "cwd", "env", "sandbox", "sha256", "dangerous", "why"}}

beside what every ask says. Nothing of it runs here; who brought it runs exactly that, or nothing.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from askline.asks.answers import SHA256
from askline.asks.asked import AGAIN
from askline.asks.fields import Fields, spelled, stop_at
from askline.asks.model import AskKind, CommandShown, Matter
from askline.core.errors import FieldProblem
from askline.core.text import clean

APPROVAL = "kind command"
COMMAND = "argv cwd env sandbox sha256 dangerous why"
LONGEST_COMMAND = 64 * 1024
"""Characters of all its words: what nobody reads, nobody approves."""


def as_approval(matter: Matter, said: Mapping[str, Any]) -> Matter:
    """The matter as the approval that it is said to be; as it is where nothing is said of one.

    Raises: InvalidArguments, with every problem named.
    """
    problems: list[FieldProblem] = []
    own = {name: said[name] for name in APPROVAL.split() if name in said}
    fields = Fields(own, problems, known=APPROVAL)
    kind = fields.text("kind") or AskKind.QUESTION
    if kind not in set(AskKind):
        fields.wrong("kind", f"one of {', '.join(AskKind)}", spelled(kind))
    if kind != AskKind.APPROVAL and "command" in fields:
        fields.wrong("command", "no command, for this is no approval", "an object")
    command = _command(fields.part("command", known=COMMAND)) if kind == AskKind.APPROVAL else None
    stop_at(problems, AGAIN)
    if command is None:
        return matter
    return replace(matter, kind=AskKind.APPROVAL, command=command, human_only=True)


def _command(fields: Fields) -> CommandShown:
    argv, env = _words(fields, "argv"), _words(fields, "env")
    if not argv:
        fields.wrong("argv", "the words of the command", "nothing")
    if sum(map(len, argv)) > LONGEST_COMMAND:
        fields.wrong("argv", f"at most {LONGEST_COMMAND} characters", f"{sum(map(len, argv))}")
    sha256 = fields.text("sha256", needed="the SHA-256 of what will run") or ""
    if sha256 and not SHA256.fullmatch(sha256):
        fields.wrong("sha256", "64 hexadecimal digits", spelled(sha256))
    why = fields.text("why")
    return CommandShown(
        argv=argv,
        cwd=_legible(fields.text("cwd", needed="where it will run") or ""),
        env=env,
        sandbox=_legible(fields.text("sandbox", needed="the sandbox it will run in") or ""),
        sha256=sha256,
        dangerous=fields.flag("dangerous", default=False),
        why=None if why is None else clean(why),
    )


def _words(fields: Fields, name: str) -> tuple[str, ...]:
    said = fields.items(name) or []
    for each in said:
        if not isinstance(each, str):
            fields.wrong(name, "a list of texts", spelled(each))
    return tuple(_legible(each) for each in said if isinstance(each, str))


def _legible(word: str) -> str:
    """As it is; or spelled out, where a door would show it as something else."""
    return word if clean(word) == word else json.dumps(word)
