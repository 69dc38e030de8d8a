"""A start page as what its reader does: blocks in their order, and what comments say to whoever runs it.

Comments are not seen by readers. `<!-- start: … -->` stands alone on a line and says of the next block

- `elsewhere`: it is typed in another terminal, and what it shows is seen there when the next block is done;
- `not run: REASON`.

`client NAME` says which program must be there, and `asks FILE KEYS` that whatever is registered there is
started and asked: by us, in the place of a program that cannot be run here.
"""

import re
from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).parents[3] / "docs" / "start"
WORD = re.compile(r"^<!-- start: (.+?) -->$")
FENCE = "```"
ELSEWHERE = "elsewhere"


@dataclass(frozen=True)
class Block:
    """What stands between two fences."""

    number: int
    """Of the line on which it begins."""
    kind: str
    text: str
    said: str = ""
    """What the comment before it says."""

    @property
    def reason(self) -> str | None:
        """Why it is not run, if it is not."""
        return self.said.removeprefix("not run: ") if self.said.startswith("not run: ") else None

    def commands(self) -> tuple["Typed", ...]:
        if self.kind == "sh":
            return tuple(Typed(line, None) for line in self.text.splitlines() if line)
        parts = re.split(r"^\$ ", self.text, flags=re.MULTILINE)[1:]
        split = (part.partition("\n") for part in parts)
        return tuple(Typed(command, shown) for command, _, shown in split)


@dataclass(frozen=True)
class Typed:
    command: str
    shown: str | None
    """What is seen then; where nothing is said of it, only that it succeeds."""


@dataclass(frozen=True)
class Remark:
    """A comment that is about no block."""

    number: int
    verb: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Page:
    path: Path
    parts: tuple[Block | Remark, ...]
    lines: int
    headings: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def client(self) -> str | None:
        """The program that it needs, by the name that the tests of clients know."""
        named = (
            part.words[0]
            for part in self.parts
            if isinstance(part, Remark) and part.verb == "client"
        )
        return next(named, None)

    @property
    def blocks(self) -> tuple[Block, ...]:
        return tuple(part for part in self.parts if isinstance(part, Block))

    @property
    def not_run(self) -> tuple[Block, ...]:
        return tuple(block for block in self.blocks if block.reason is not None)


def read(path: Path) -> Page:
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    headings = tuple(line for line in lines if line.startswith("## "))
    return Page(path, tuple(_parts(lines)), len(lines), headings)


def every() -> dict[str, Page]:
    """All of them, by name, the first one first."""
    paths = sorted(DOCS.glob("*.md"), key=lambda path: (path.stem != "index", path.stem))
    return {path.stem: read(path) for path in paths}


def _parts(lines: list[str]) -> list[Block | Remark]:
    parts: list[Block | Remark] = []
    said, begun, kind = "", 0, ""
    inside: list[str] | None = None
    for number, line in enumerate(lines, 1):
        if inside is not None:
            if line == FENCE:
                parts.append(Block(begun, kind, "\n".join(inside) + "\n", said))
                inside, said = None, ""
            else:
                inside.append(line)
        elif line.startswith(FENCE):
            inside, begun, kind = [], number, line.removeprefix(FENCE)
        elif found := WORD.match(line):
            verb, *words = found[1].split()
            if verb in {"client", "asks"}:
                parts.append(Remark(number, verb, tuple(words)))
            else:
                said = found[1]
    return parts
