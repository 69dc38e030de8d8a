"""JSON with comments, changed in place.

A new member goes to the end, in the layout of those that are there; taking one away takes its comma
with it and no comment. Undoing one by the other gives the same text again.
"""

import json
from typing import Any, NamedTuple

from askline.setup.documents import DoesNotFit, Path
from askline.setup.jsonc import Member, Node, NoJson, parse

UNIT = "  "


class Cut(NamedTuple):
    start: int
    end: int
    instead: str = ""


class JsonText:
    def load(self, text: str) -> Any:
        return _root(text).plain

    def put(self, text: str, path: Path, value: Any) -> str:
        text = _begun(text)
        node = _root(text)
        for depth, name in enumerate(path):
            if node.opens != "{":
                raise DoesNotFit(path[:depth], "an object")
            member = _named(node, name)
            if member is None:
                return _added(text, node, _nested(path[depth + 1 :], value), name)
            node = member.node
        return _cut(text, Cut(node.start, node.end, _spelled(text, value, node.start)))

    def drop(self, text: str, path: Path) -> str:
        node = _at(_root(text), path[:-1])
        for index, member in enumerate(node.members):
            if member.name == path[-1]:
                return _without(text, node, index)
        return text

    def append(self, text: str, path: Path, value: Any) -> str:
        return _added(text, _at(_root(text), path), value)

    def remove(self, text: str, path: Path, index: int) -> str:
        return _without(text, _at(_root(text), path), index)


def _root(text: str) -> Node:
    try:
        root = parse(_begun(text))
    except NoJson as no:
        raise DoesNotFit((), "JSON", str(no)) from None
    if root.opens != "{":
        raise DoesNotFit((), "an object")
    return root


def _begun(text: str) -> str:
    """An empty file is an empty object that nobody has written yet."""
    return text if text.strip("\ufeff \t\r\n") else text + "{}\n"


def _named(node: Node, name: str) -> Member | None:
    return next((member for member in reversed(node.members) if member.name == name), None)


def _at(node: Node, path: Path) -> Node:
    for depth, name in enumerate(path):
        member = _named(node, name)
        if member is None:
            raise DoesNotFit(path[: depth + 1], "a value")
        node = member.node
    return node


def _nested(path: Path, value: Any) -> Any:
    for name in reversed(path):
        value = {name: value}
    return value


def _added(text: str, node: Node, value: Any, name: str | None = None) -> str:
    """With one more member, behind everything that stands in the object or list."""
    inline = bool(node.members) and "\n" not in text[node.start : node.end]
    line = _newline(text) + _inner(text, node)
    before = " " if inline else line
    spelled = json.dumps(value, ensure_ascii=False) if inline else _block(text, value, line)
    new = before + (f"{json.dumps(name, ensure_ascii=False)}: " if name is not None else "")
    if not node.members:
        closed = _newline(text) in text[node.last : node.end]
        after = "" if closed else _newline(text) + _indent(text, node.start)
        return _cut(text, Cut(node.last, node.last, new + spelled + after))
    last = node.members[-1]
    if last.comma is not None:
        return _cut(text, Cut(node.last, node.last, f"{new}{spelled},"))
    comma = Cut(last.node.end, last.node.end, ",")
    return _cut(text, comma, Cut(node.last, node.last, new + spelled))


def _without(text: str, node: Node, index: int) -> str:
    member = node.members[index]
    if len(node.members) == 1 and member.before == node.start + 1 and node.last <= _end(member):
        return _cut(text, Cut(node.start + 1, node.end - 1))
    # A comment up to the end of its line must not get what follows into it.
    ends = text[_end(member) : node.end - 1].lstrip(" \t\r").startswith("\n")
    keeps = member.after_line and not ends
    cut = Cut(member.start if keeps else member.before, _end(member))
    before = node.members[index - 1] if index else None
    # The comma before the last one goes with it, unless a comma at the end is the custom here.
    if member.comma is None and before is not None and before.comma is not None:
        return _cut(text, Cut(before.comma, before.comma + 1), cut)
    return _cut(text, cut)


def _end(member: Member) -> int:
    return member.node.end if member.comma is None else member.comma + 1


def _cut(text: str, *cuts: Cut) -> str:
    """The text after these, which are given in its order."""
    for cut in reversed(cuts):
        text = text[: cut.start] + cut.instead + text[cut.end :]
    return text


def _spelled(text: str, value: Any, at: int) -> str:
    """A value in the place of another one."""
    return _block(text, value, _newline(text) + _indent(text, at))


def _block(text: str, value: Any, line: str) -> str:
    """Over several lines, each beginning as `line` does."""
    return json.dumps(value, indent=_unit(text), ensure_ascii=False).replace("\n", line)


def _inner(text: str, node: Node) -> str:
    """How far the members of an object are set in."""
    for member in node.members:
        begin = text.rfind("\n", 0, member.start) + 1
        if node.start < begin and not text[begin : member.start].strip():
            return text[begin : member.start]
    return _indent(text, node.start) + _unit(text)


def _indent(text: str, at: int) -> str:
    """How far the line is set in on which something stands."""
    line = text[text.rfind("\n", 0, at) + 1 : at].lstrip("\ufeff")
    return line[: len(line) - len(line.lstrip(" \t"))]


def _unit(text: str) -> str:
    """By how much this text sets in: as its first member does."""
    for member in parse(_begun(text)).members:
        begin = text.rfind("\n", 0, member.start) + 1
        if begin and begin < member.start and not text[begin : member.start].strip():
            return text[begin : member.start]
    return UNIT


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"
