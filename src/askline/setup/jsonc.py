"""Where things stand in a JSON text with comments and trailing commas, as editors and agents keep it.

Says where every value begins and ends, and changes nothing: that is `json_text`. Strings, numbers and
words are read by the standard library's decoder, so what they mean is never in doubt.
"""

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from json.decoder import JSONDecodeError
from typing import Any, Final, cast

DEEPEST: Final = 200
"""Nobody nests settings deeper; a text that does would only exhaust the stack."""

BLANK: Final = re.compile(r"[ \t\r\n\ufeff]*")

_scan = json.JSONDecoder().raw_decode


class NoJson(ValueError):
    """The text is none of this; the message says where it stops to be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A value, where it stands."""

    start: int
    end: int
    value: Any = None
    """What it is, where it has no members."""
    members: "tuple[Member, ...]" = ()
    opens: str = ""
    """`{` of an object, `[` of a list."""
    last: int = 0
    """The end of the last thing inside that is not blank: a member, its comma, a comment."""

    @property
    def plain(self) -> Any:
        """As Python has it. Of two equal names the last counts, as with every other reader."""
        if self.opens == "{":
            return {member.name: member.node.plain for member in self.members}
        if self.opens == "[":
            return [member.node.plain for member in self.members]
        return self.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One of an object or a list."""

    name: str | None
    before: int
    """The end of what stands before it and is not blank."""
    start: int
    node: Node
    comma: int | None = None
    """Where the comma behind it stands."""
    after_line: bool = False
    """Whether that before it is a comment up to the end of its line."""


@lru_cache(maxsize=2)
def parse(text: str) -> Node:
    """Raises: NoJson. The last texts are remembered: one change looks at a file several times."""
    reader = _Reader(text)
    reader.skip(0)
    node = reader.value(0)
    reader.skip(0)
    if reader.at < len(text):
        raise reader.wrong("the end of the text")
    return node


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._line = -1
        self.at = 0

    def wrong(self, expected: str) -> NoJson:
        line = self._text.count("\n", 0, self.at) + 1
        column = self.at - self._text.rfind("\n", 0, self.at)
        return NoJson(f"line {line}, column {column}: expected {expected}")

    def skip(self, last: int) -> int:
        """Over blanks and comments; the end of the last comment, or `last` where there is none."""
        while True:
            self.at = cast("re.Match[str]", BLANK.match(self._text, self.at)).end()
            if self._stands("//"):
                end = self._until("\n", len(self._text))
                self.at = last = self._line = end - self._text.endswith("\r", 0, end)
            elif self._stands("/*"):
                end = self._until("*/", -1, after=2)
                if end < 0:
                    raise self.wrong("an end of this comment")
                self.at = last = end + 2
            else:
                return last

    def value(self, depth: int) -> Node:
        if depth > DEEPEST:
            raise self.wrong(f"at most {DEEPEST} values inside each other")
        if self._stands("{") or self._stands("["):
            return self._members(depth)
        start, value = self.at, self._scanned("a value")
        return Node(start=start, end=self.at, value=value)

    def _members(self, depth: int) -> Node:
        start, opens = self.at, self._text[self.at]
        closes = "}" if opens == "{" else "]"
        self.at += 1
        last, members = self.at, list[Member]()
        while (last := self.skip(last)) and not self._stands(closes):
            if members and members[-1].comma is None:
                raise self.wrong(f"a comma or {closes}")
            members.append(member := self._member(last, opens, depth))
            last = member.node.end if member.comma is None else member.comma + 1
        self.at += 1
        return Node(start=start, end=self.at, members=tuple(members), opens=opens, last=last)

    def _member(self, before: int, opens: str, depth: int) -> Member:
        start, after_line = self.at, before == self._line
        name = self._name() if opens == "{" else None
        node = self.value(depth + 1)
        back = self.at
        self.skip(0)
        comma = self.at if self._stands(",") else None
        # What stands between a last member and the end belongs to nobody, and is looked at again.
        self.at = back if comma is None else comma + 1
        return Member(
            name=name, before=before, start=start, node=node, comma=comma, after_line=after_line
        )

    def _name(self) -> str:
        if not self._stands('"'):
            raise self.wrong("a name between double quotes")
        name = self._scanned("an end of this name")
        self.skip(0)
        if not self._stands(":"):
            raise self.wrong("a colon")
        self.at += 1
        self.skip(0)
        return name

    def _scanned(self, expected: str) -> Any:
        """A text, a number or a word."""
        try:
            value, self.at = _scan(self._text, self.at)
        except JSONDecodeError:
            raise self.wrong(expected) from None
        return value

    def _stands(self, mark: str) -> bool:
        return self._text.startswith(mark, self.at)

    def _until(self, mark: str, otherwise: int, *, after: int = 0) -> int:
        found = self._text.find(mark, self.at + after)
        return otherwise if found < 0 else found
