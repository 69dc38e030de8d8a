"""A command as the terminal shows it, read from the API's JSON: so that nothing in it can hide. Pure.

Nothing is cleaned away and nothing left out, since that would show another command than the one
that runs: what cannot be seen is spelled out instead. A blank within a word is drawn as a sign, so
that the blanks that are left stand between words only.
"""

import re
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from askline.core.text import clean

Shape = dict[str, Any]

BLANK = "␣"
ANY_NAME = "run"
"""What is typed for a program whose own name nobody can type."""

_PLAIN_WORD = re.compile(r"[\w@%+=:,./-]+", re.ASCII)
_TYPED = re.compile(r"[\w+.-]{1,32}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Command:
    words: tuple[str, ...]
    cwd: str
    env: tuple[str, ...]
    sandbox: str
    sha256: str
    name: str = ANY_NAME
    """Of the program: typed by who means it, where one key is not enough."""
    dangerous: bool = False
    why: str = ""
    """What the policy says about it, in the declaration's words."""
    foreign: tuple[str, ...] = ()
    """Words with letters that may look like others, each spelled without them."""

    @property
    def argv(self) -> str:
        return " ".join(self.words)


def read_command(shape: Shape) -> Command:
    argv: list[str] = shape["argv"]
    return Command(
        words=tuple(exactly(word) for word in argv),
        cwd=exactly(shape["cwd"]),
        env=tuple(exactly(name) for name in shape["env"]),
        sandbox=legible(shape["sandbox"]),
        sha256=exactly(shape["sha256"]),
        name=_name(argv),
        dangerous=shape.get("dangerous", False),
        why=clean(shape.get("why") or "").strip(),
        foreign=tuple(ascii(word) for word in argv if _foreign(word)),
    )


def exactly(word: str) -> str:
    """A word of a command: bare where every letter of it is plain, else quoted."""
    if _PLAIN_WORD.fullmatch(word):
        return word
    return repr(word).replace(BLANK, "\\u2423").replace(" ", BLANK)


def legible(text: str) -> str:
    """Words of our own that may have a path in them."""
    return text if text.isprintable() and clean(text) == text else repr(text)


def _foreign(word: str) -> bool:
    """Whether it is shown with letters beyond those of every keyboard."""
    return not exactly(word).replace(BLANK, " ").isascii()


def _name(argv: list[str]) -> str:
    name = PurePosixPath(argv[0]).name if argv else ""
    return name if _TYPED.fullmatch(name) else ANY_NAME
