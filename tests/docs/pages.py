"""What the pages hold: links, the places links lead to, and fenced blocks, as the site reads them.

It judges nothing; the tests beside it do. Addresses of elsewhere are handed out and never fetched.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
"""CommonMark with tables: what the pages use, and nothing that only one of their readers knows."""

PAGES = sorted(
    [*DOCS.rglob("*.md"), *ROOT.glob("*.md")]
    + [page for room in ("changes", "deploy", "examples") for page in (ROOT / room).rglob("*.md")]
)
"""Everything that a person is led to. `CLAUDE.md` is another name of `AGENTS.md`."""


class Link(NamedTuple):
    page: Path
    target: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)} -> {self.target}"


class Block(NamedTuple):
    page: Path
    line: int
    kind: str
    text: str
    reason: str | None
    """Why it is not run: `<!-- not run: … -->` on the line before, which no reader sees."""

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


@cache
def tokens_of(page: Path) -> list[Token]:
    return READER.parse(page.read_text())


def links(page: Path) -> Iterator[Link]:
    for token in inner(tokens_of(page)):
        target = token.attrGet("href") or token.attrGet("src")
        if target is not None:
            yield Link(page, str(target))


@cache
def anchors(page: Path) -> set[str]:
    """The names of a page's headings, spelled as the site spells them; a second one is counted."""
    tokens = tokens_of(page)
    heads = [after for token, after in pairwise(tokens) if token.type == "heading_open"]
    counted: Counter[str] = Counter()
    names: set[str] = set()
    for head in heads:
        name = slug("".join(part.content for part in head.children or ()))
        names.add(f"{name}_{counted[name]}" if counted[name] else name)
        counted[name] += 1
    return names


def slug(heading: str) -> str:
    plain = unicodedata.normalize("NFKD", heading).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


def blocks(page: Path) -> Iterator[Block]:
    lines = page.read_text().splitlines()
    for token in tokens_of(page):
        if token.type == "fence" and token.map is not None:
            start = token.map[0]
            before = lines[start - 1] if start else ""
            said = re.fullmatch(r"<!-- not run: (.+) -->", before.strip())
            yield Block(page, start + 1, token.info, token.content, said[1] if said else None)


def inner(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from inner(token.children or [])
