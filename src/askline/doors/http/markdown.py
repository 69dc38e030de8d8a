"""Markdown as a tree of nodes from a fixed list: what a page may build from an agent's text.

A node is a text, or an object with a tag of `TAGS` and a few known names beside it. There is no HTML
anywhere: what looks like it is text, and an image is its description. A link is one only where it
leads to a place that can be shown beside it. Nothing that was written is left out: what nests too
deep or takes too long to read is shown as it was typed.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, TypeAlias

from markdown_it import MarkdownIt
from markdown_it.token import Token

Node: TypeAlias = "str | dict[str, Any]"
Nodes: TypeAlias = tuple[Node, ...]

TAGS = frozenset(
    [
        "p",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "ul",
        "ol",
        "li",
        "blockquote",
        "pre",
        "code",
        "em",
        "strong",
        "s",
        "a",
        "br",
        "hr",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
    ]
)
DEEPEST = 12
"""Blocks in blocks; a page that nests deeper is unreadable on a phone."""
DEEPEST_INLINE = DEEPEST + 8

STOPS = re.compile(r"[!#$%&*+:<=>@\[\\\]^_`{}~|-]")
"""Where the parser stops to try its rules."""
LINE_COSTS, STOP_COSTS, BRACKET_COSTS = 45, 10, 30
MOST = 120_000
"""Microseconds, roughly, that one text may take; 64 kB of prose need two thirds of it."""

SHORT = 4_096
REST = r"[!-\[\]-~]*"  # what two readers understand alike: no blank, no backslash, ASCII
WEB = re.compile(
    rf"https?://(?:[\w.~%!$&'*+,;=:-]*@)?([a-z0-9.-]+(?::[0-9]{{1,5}})?)(?:[/?#]{REST})?",
    re.IGNORECASE | re.ASCII,
)
MAIL = re.compile(rf"mailto:([a-z0-9._%+'-]+@[a-z0-9.-]+)(?:\?{REST})?", re.IGNORECASE | re.ASCII)
LANGUAGE = re.compile(r"[A-Za-z0-9_+#.-]{1,40}")
ALIGNED = {f"text-align:{side}": side for side in ("left", "center", "right")}

_parser = MarkdownIt("commonmark", {"html": False, "maxNesting": DEEPEST + 1})
_parser.enable(["table", "strikethrough"])


def nodes_of(text: str | None) -> Nodes | None:
    """The nodes of a text; None where there is none. Remembers the last, as every reader asks anew."""
    if text is None:
        return None
    return _of_short(text) if len(text) <= SHORT else _of_long(text)


def _read(text: str) -> Nodes:
    end = _affordable(text)
    rest = as_typed(text[end:]) if end < len(text) else ()
    tokens = _parser.parse(text[:end])
    # At its limit the parser leaves out what is deeper.
    if any(token.level >= DEEPEST for token in tokens):
        return as_typed(text)
    return (*_tree(tokens), *rest)


def _affordable(text: str) -> int:
    """How much of it can be read in the time there is; everybody waits while one text is read."""
    left, end = MOST, 0
    for line in text.splitlines(keepends=True):
        left -= LINE_COSTS + STOP_COSTS * len(STOPS.findall(line)) + BRACKET_COSTS * line.count("[")
        if left < 0:
            break
        end += len(line)
    return end


_of_short = lru_cache(maxsize=2_048)(_read)
_of_long = lru_cache(maxsize=64)(_read)


def as_typed(text: str) -> Nodes:
    """A text that is not read at all."""
    return (_element("pre", [_element("code", [text])]),)


def _tree(tokens: Iterable[Token]) -> Nodes:
    tree = _Tree()
    for token in tokens:
        _put(tree, token)
    return tuple(tree.top)


class _Tree:
    """What is open, the innermost last. What would be too deep is not opened: its content stays."""

    def __init__(self) -> None:
        self.top: list[Node] = []
        self._open: list[tuple[list[Node], str]] = [(self.top, "")]

    def open(self, node: dict[str, Any] | None, after: str = "") -> None:
        """None opens nothing of its own, and is closed like the rest; `after` follows its content."""
        inner = self._open[-1][0]
        if node is not None and len(self._open) <= DEEPEST_INLINE:
            inner.append(node)
            inner = node["children"]
        self._open.append((inner, after))

    def close(self) -> None:
        self.add(self._open.pop()[1])

    def add(self, node: Node) -> None:
        inner = self._open[-1][0]
        if isinstance(node, str) and inner and isinstance(inner[-1], str):
            inner[-1] += node
        elif node != "":
            inner.append(node)


def _put(tree: _Tree, token: Token) -> None:
    match token.type:
        case "inline":
            for child in token.children or ():
                _put(tree, child)
        case "link_open":
            href = str(token.attrs["href"])
            link = _link(href)
            tree.open(link, "" if link else f" ({href})")
        case _ if token.nesting > 0:
            tree.open(None if token.hidden else _block(token))
        case _ if token.nesting < 0:
            tree.close()
        case _:
            tree.add(_leaf(token))


def _leaf(token: Token) -> Node:
    match token.type:
        case "image":
            return f"[image: {token.content}]"
        case "fence" | "code_block":
            return _code_block(token)
        case "code_inline":
            return _element("code", [token.content])
        case "softbreak":
            return "\n"
        case "hardbreak" | "hr":
            return {"tag": token.tag}
        case _:
            return token.content


def _block(token: Token) -> dict[str, Any]:
    node = _element(token.tag if token.tag in TAGS else "p", [])
    start = token.attrs.get("start")
    if isinstance(start, int):
        node["start"] = start
    align = ALIGNED.get(str(token.attrs.get("style")))
    if align:
        node["align"] = align
    return node


def _code_block(token: Token) -> dict[str, Any]:
    code = _element("code", [token.content])
    language = token.info.strip().partition(" ")[0]
    if LANGUAGE.fullmatch(language):
        code["language"] = language
    return _element("pre", [code])


def _link(href: str) -> dict[str, Any] | None:
    host = _host(href)
    return None if host is None else {**_element("a", []), "href": href, "host": host}


def _host(href: str) -> str | None:
    """Where it leads, as a browser understands it; None for all that two readers could differ on."""
    leads = WEB.fullmatch(href) or MAIL.fullmatch(href)
    return leads[1].lower() if leads else None


def _element(tag: str, children: list[Node]) -> dict[str, Any]:
    return {"tag": tag, "children": children}
