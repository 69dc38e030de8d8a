"""An agent's Markdown as lines with roles. Pure.

Takes text that was cleaned before. A text without any sign of Markdown never loads the parser: most
questions are one plain sentence, and the first screen is waited for. Links show where they lead and
open nothing; images are their description; HTML is text. A long text is read as Markdown up to a
limit and stands as it was typed from there on.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from askline.core.speaking import t
from askline.doors.tui.lines import (
    ACCENT,
    BORDER,
    CODE,
    EMPHASIS,
    MUTED,
    PLAIN,
    STRONG,
    TITLE,
    Line,
    Part,
    line,
    width_of,
    wrapped,
)

if TYPE_CHECKING:
    from markdown_it.token import Token

READ = 16_384
FENCE_LINES = 24
MARKS = re.compile(r"[*_`#>\[\]|~\\]|^\s*(?:[-+]|\d+[.)])\s|^(?:    |\t)|\n[-=]{2,}", re.MULTILINE)


@lru_cache(maxsize=64)
def _read(text: str) -> "tuple[Token, ...]":
    from markdown_it import MarkdownIt  # noqa: PLC0415 - see above

    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": 12})
    return tuple(parser.enable(["table", "strikethrough"]).parse(text))


def prose(text: str, width: int, *, role: str = PLAIN) -> list[Line]:
    """The text in lines; `role` is that of its plain words."""
    if not MARKS.search(text):
        return [Line(parts) for parts in wrapped([(text, role)], width)]
    blocks = _Blocks(width, role)
    made = [made for token in _read(text[:READ]) for made in blocks.read(token)]
    if rest := text[READ:]:
        made += [Line(parts) for parts in wrapped([(rest, role)], width)]
    while made and not made[-1].parts:
        made.pop()
    return made


class _Blocks:
    """Reads block by block, and remembers inside of what it stands."""

    def __init__(self, width: int, role: str) -> None:
        self._width = width
        self._role = role
        self._lead: list[str] = []
        """What stands before each line: quotes and the room of bullets."""
        self._bullet = ""
        self._numbers: list[int | None] = []
        self._heading = False

    def read(self, token: "Token") -> Iterable[Line]:
        match token.type:
            case "inline":
                return self._text(token)
            case "fence" | "code_block":
                return self._code(token.content)
            case "hr":
                return [line(("─" * min(self._width, 40), BORDER)), line()]
            case kind if kind.startswith("heading"):
                self._heading = token.nesting > 0
                return () if self._heading else [line()]
            case "paragraph_close" if not self._numbers:
                return [line()]
            case _:
                return self._nested(token)

    def _nested(self, token: "Token") -> Iterable[Line]:
        match token.type:
            case "blockquote_open":
                self._lead.append("│ ")
            case "bullet_list_open":
                self._numbers.append(None)
            case "ordered_list_open":
                self._numbers.append(int(token.attrs.get("start", 1)))
            case "list_item_open":
                self._item()
            case "blockquote_close" | "list_item_close":
                self._lead.pop()
            case "bullet_list_close" | "ordered_list_close":
                self._numbers.pop()
                return () if self._numbers else [line()]
            case _:
                pass
        return ()

    def _item(self) -> None:
        number = self._numbers[-1]
        self._bullet = "• " if number is None else f"{number}. "
        self._numbers[-1] = None if number is None else number + 1
        self._lead.append(" " * len(self._bullet))

    def _text(self, token: "Token") -> Iterator[Line]:
        parts = _inline(token.children or (), TITLE if self._heading else self._role)
        before, bullet = "".join(self._lead), self._bullet
        self._bullet = ""
        for number, row in enumerate(wrapped(parts, self._width - len(before))):
            front = before if number else before[: len(before) - len(bullet)] + bullet
            yield Line(((front, ACCENT), *row) if front else row)

    def _code(self, content: str) -> Iterator[Line]:
        rows = content.rstrip("\n").split("\n")
        front = "".join(self._lead)
        room = max(4, self._width - len(front))
        for row in rows[:FENCE_LINES]:
            for parts in wrapped([(f" {row}", CODE)], room):
                blank = " " * (room - width_of(parts))
                yield line((front, ACCENT), *parts, (blank, CODE))
        if len(rows) > FENCE_LINES:
            yield line((t("{0} … {1} more lines", front, len(rows) - FENCE_LINES), MUTED))
        yield line()


def _inline(tokens: "Iterable[Token]", role: str) -> list[Part]:
    parts: list[Part] = []
    roles = [role]
    links: list[str] = []
    for token in tokens:
        if token.nesting > 0:
            roles.append(INNER.get(token.type, role))
            links.append(str(token.attrs.get("href", "")))
        elif token.nesting < 0:
            roles.pop()
            parts += _where(links.pop(), parts)
        else:
            parts.append(_leaf(token, roles[-1]))
    return parts


INNER = {"strong_open": STRONG, "em_open": EMPHASIS, "s_open": EMPHASIS, "link_open": ACCENT}


def _leaf(token: "Token", role: str) -> Part:
    match token.type:
        case "code_inline":
            return (token.content, CODE)
        case "softbreak":
            return (" ", role)
        case "hardbreak":
            return ("\n", role)
        case "image":
            return (t("[image: {0}]", token.content), MUTED)
        case _:
            return (token.content, role)


def _where(href: str, said: list[Part]) -> list[Part]:
    """Where a link leads, unless it says so itself."""
    return [] if not href or (said and said[-1][0] == href) else [(f" ({href})", MUTED)]
