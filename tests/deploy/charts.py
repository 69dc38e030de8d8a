"""Renders the chart as Helm would, as far as the chart goes: it uses few of the template language's words.

Stricter than Helm, which writes nothing for a value that is not there; here that is an error, as is every
word that is not known.
"""

import io
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from ruamel.yaml import YAML

CHART = Path("deploy/helm/askline")
ACTION = re.compile(r"(\s*\{\{-|\{\{)\s*(.*?)\s*(-\}\}\s*|\}\})", re.DOTALL)
WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s|]+|\|')
Json = dict[str, Any]


def read_yaml(text: str) -> Any:
    return YAML(typ="safe").load(text)  # pyright: ignore[reportUnknownMemberType] - it has no types


def to_yaml(value: object) -> str:
    out = io.StringIO()
    writer = YAML(typ="safe")
    writer.default_flow_style = False
    writer.dump(value, out)  # pyright: ignore[reportUnknownMemberType] - it has no types
    return out.getvalue().strip()


def _add(one: int, other: int) -> int:
    return one + other


def _and(one: object, other: object) -> object:
    return one and other


def _dict(*each: str) -> dict[str, str]:
    return dict(zip(each[::2], each[1::2], strict=True))


def _eq(one: object, other: object) -> bool:
    return one == other


def _join(between: str, each: Sequence[str]) -> str:
    return between.join(each)


def _nindent(by: int, text: str) -> str:
    return "\n" + "\n".join(" " * by + line for line in text.splitlines())


def _not(value: object) -> bool:
    return not value


def _quote(value: object) -> str:
    return json.dumps(str(value))


def _trim_prefix(prefix: str, text: str) -> str:
    return text.removeprefix(prefix)


FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "add": _add,
    "and": _and,
    "dict": _dict,
    "eq": _eq,
    "join": _join,
    "nindent": _nindent,
    "not": _not,
    "quote": _quote,
    "toYaml": to_yaml,
    "trimPrefix": _trim_prefix,
}


@dataclass
class Node:
    """Text, or an action with what stands within it."""

    said: str
    is_text: bool = False
    body: list["Node"] = field(default_factory=list["Node"])
    otherwise: list["Node"] = field(default_factory=list["Node"])


def parsed(text: str) -> list[Node]:
    root = Node("")
    open_nodes, lists, at = [root], [root.body], 0
    for found in ACTION.finditer(text):
        before, said, _ = found.groups()
        start = found.start() if before.endswith("-") else found.end(1) - 2
        lists[-1].append(Node(text[at:start], is_text=True))
        at = found.end()
        match said.partition(" ")[0]:
            case "if" | "with" | "range" | "define":
                open_nodes.append(Node(said))
                lists[-1].append(open_nodes[-1])
                lists.append(open_nodes[-1].body)
            case "else":
                lists[-1] = open_nodes[-1].otherwise
            case "end":
                open_nodes.pop()
                lists.pop()
            case _:
                lists[-1].append(Node(said))
    assert open_nodes == [root], "something was not ended"
    root.body.append(Node(text[at:], is_text=True))
    return root.body


class Rendering:
    def __init__(self, top: Json) -> None:
        self._top = top
        self._defined: dict[str, list[Node]] = {}

    def file(self, text: str) -> str:
        return self._nodes(parsed(text), {"$": self._top, ".": self._top})

    def _nodes(self, nodes: Sequence[Node], named: Json) -> str:
        return "".join(node.said if node.is_text else self._node(node, named) for node in nodes)

    def _node(self, node: Node, named: Json) -> str:
        word, _, rest = node.said.partition(" ")
        match word:
            case "define":
                self._defined[json.loads(rest)] = node.body
                return ""
            case "if":
                body = node.body if self._value(rest, named) else node.otherwise
                return self._nodes(body, named)
            case "with":
                value = self._value(rest, named)
                return self._nodes(node.body, {**named, ".": value}) if value else ""
            case "range":
                return self._each(node, rest, named)
            case _ if rest.startswith(":= "):
                named[word] = self._value(rest.removeprefix(":= "), named)
                return ""
            case _:
                return str(self._value(node.said, named))

    def _each(self, node: Node, rest: str, named: Json) -> str:
        names, _, over = rest.partition(" := ")
        value = self._value(over, named)
        keys = names.split(", ")
        pairs = (
            sorted(cast("Json", value).items())
            if isinstance(value, dict)
            else [(each,) for each in value]
        )
        return "".join(
            self._nodes(node.body, {**named, **dict(zip(keys, pair, strict=True))})
            for pair in pairs
        )

    def _value(self, said: str, named: Json) -> Any:
        value, piped, words = None, False, [*WORD.findall(said), "|"]
        call: list[str] = []
        for word in words:
            if word != "|":
                call.append(word)
                continue
            given = [self._term(each, named) for each in call[1:]] + [value] * piped
            value = self._called(call[0], given, named)
            call, piped = [], True
        return value

    def _called(self, first: str, given: Sequence[Any], named: Json) -> Any:
        if first == "include":
            name, top = given
            return self._nodes(self._defined[name], {"$": top, ".": top})
        if first in FUNCTIONS:
            return FUNCTIONS[first](*given)
        assert not given, f"{first} is no function that is known here"
        return self._term(first, named)

    def _term(self, word: str, named: Json) -> Any:
        if word[0] == '"' or word.isdecimal():
            return json.loads(word)
        start, *path = word.split(".")
        value = named[start or "."]
        for step in filter(None, path):
            value = value[step]
        return value


def rendered(**told: Any) -> list[Json]:
    """What Kubernetes would be given, with these in place of the chart's own values."""
    chart = read_yaml((CHART / "Chart.yaml").read_text())
    rendering = Rendering(
        {
            "Values": values(**told),
            "Release": {"Name": "hub", "Service": "Helm"},
            "Chart": {"AppVersion": chart["appVersion"]},
        }
    )
    files = sorted((CHART / "templates").iterdir())
    texts = [rendering.file(each.read_text()) for each in files if each.suffix != ".txt"]
    documents = [part for text in texts for part in re.split(r"^---$", text, flags=re.MULTILINE)]
    return [found for part in documents if (found := read_yaml(part))]


def values(**told: Any) -> Json:
    """Those of the chart, and these over them; of groups only what is said."""
    base: Json = read_yaml((CHART / "values.yaml").read_text())
    needed: Json = {"url": "https://ask.example", "database": {"secret": "askline-db"}}
    for name, value in [*needed.items(), *told.items()]:
        base[name] = base[name] | value if isinstance(base[name], dict) else value
    return base
