"""YAML, changed as text at the places that ruamel's parser names.

ruamel's own writer would lay the rest of the file out anew, and move a comment to the key before it.
Only mappings that are written in lines are changed; what stands between braces is left alone, unless
it is empty.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from askline.setup.documents import DoesNotFit, Path, found
from askline.setup.yaml_places import Place, read

UNIT = "  "


class YamlText:
    def load(self, text: str) -> Any:
        _root(text)
        yaml: Any = YAML(typ="safe", pure=True)
        return yaml.load(text) or {}

    def put(self, text: str, path: Path, value: Any) -> str:
        node = _root(text)
        if node is None:
            return _inserted(text, len(text), _lines("", path[0], _nested(path[1:], value)))
        for depth, name in enumerate(path[:-1]):
            pair, rest = _pair(node, name), path[depth + 1 :]
            if pair is None:
                return _added(text, node, name, _nested(rest, value))
            key, below = pair
            if below.empty:
                inner = _lines(_indent(key) + UNIT, rest[0], _nested(rest[1:], value))
                return _opened(text, key, below, inner)
            node = _mapping(key, below, path[: depth + 1])
        pair = _pair(node, path[-1])
        if pair is None:
            return _added(text, node, path[-1], value)
        return _replaced(text, *pair, _lines(_indent(pair[0]), path[-1], value))

    def drop(self, text: str, path: Path) -> str:
        root = _root(text)
        around, node = None, root
        for depth, name in enumerate(path[:-1]):
            around = node and _pair(node, name)
            node = around and _mapping(*around, path[: depth + 1])
        pair = node and _pair(node, path[-1])
        if not node or not pair:
            return text
        if around and len(node.pairs) == 1:
            key, below = around
            colon = text.index(":", key.end) + 1
            line = text[colon : _line_end(text, colon)]
            return f"{text[:colon]} {{}}{line}{text[_line_end(text, below.written) :]}"
        return _replaced(text, *pair, ())

    def append(self, text: str, path: Path, value: Any) -> str:
        return self.put(text, path, [*found(self.load(text), path), value])

    def remove(self, text: str, path: Path, index: int) -> str:
        left = [*found(self.load(text), path)]
        del left[index]
        return self.put(text, path, left)


def _root(text: str) -> Place | None:
    """None where nothing is written yet."""
    yaml: Any = YAML()
    try:
        root = yaml.compose(text)
        place = None if root is None else read(root)
    except (YAMLError, RecursionError) as no:
        raise DoesNotFit((), "YAML", " ".join(str(no).split())) from None
    if place is not None and not place.in_lines:
        raise DoesNotFit((), "a mapping in lines")
    return place


def _pair(node: Place, name: str) -> tuple[Place, Place] | None:
    return next((pair for pair in node.pairs if pair[0].text == name), None)


def _mapping(key: Place, below: Place, path: Path) -> Place:
    # What an alias stands for is written elsewhere, for others too.
    if not below.in_lines or below.start < key.start:
        raise DoesNotFit(path, "a mapping in lines")
    return below


def _nested(path: Path, value: Any) -> Any:
    for name in reversed(path):
        value = {name: value}
    return value


def _lines(indent: str, name: str, value: Any) -> Iterator[str]:
    """Every value in JSON, which is YAML too; only mappings stand in lines."""
    spelled = name if name.replace("-", "_").isidentifier() else json.dumps(name)
    if isinstance(value, Mapping) and value:
        yield f"{indent}{spelled}:"
        for inner, each in cast("Mapping[str, Any]", value).items():
            yield from _lines(indent + UNIT, inner, each)
    else:
        yield f"{indent}{spelled}: {json.dumps(value, ensure_ascii=False)}"


def _added(text: str, node: Place, name: str, value: Any) -> str:
    indent = _indent(node.pairs[0][0])
    return _inserted(text, _line_end(text, node.written), _lines(indent, name, value))


def _opened(text: str, key: Place, empty: Place, lines: Iterator[str]) -> str:
    """A mapping in lines in the place of an empty one; the comment behind it stays."""
    end = _line_end(text, empty.end)
    behind = text[empty.end : end]
    opened = text[: key.end] + ":" + behind
    return _inserted(opened + text[end:], len(opened), lines)


def _replaced(text: str, key: Place, below: Place, lines: Iterable[str]) -> str:
    begin = text.rfind("\n", 0, key.start) + 1
    end = _line_end(text, below.written)
    new = _newline(text).join(lines)
    return text[:begin] + (new + text[end:] if new else text[end:].removeprefix(_newline(text)))


def _inserted(text: str, at: int, lines: Iterator[str]) -> str:
    """Lines of their own behind the line that ends at `at`."""
    new = _newline(text).join(lines)
    if not text[:at] or text[:at].endswith("\n"):
        return text[:at] + new + _newline(text) + text[at:]
    return text[:at] + _newline(text) + new + (text[at:] or _newline(text))


def _indent(key: Place) -> str:
    return " " * key.column


def _line_end(text: str, at: int) -> int:
    """The end of the line on which something ends, before its line break."""
    if text[at - 1 : at] == "\n":
        at -= 1
    found = text.find("\n", at)
    end = len(text) if found < 0 else found
    return end - (text[end - 1 : end] == "\r")


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"
