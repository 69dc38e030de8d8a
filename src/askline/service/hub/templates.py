"""Which route a path is of, by its template: figures and log have few names, whatever is called.

A path itself says more than they may keep: ids, names of files, whatever a stranger made up.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from starlette.routing import BaseRoute, Route

OTHER = "other"
"""What no route is for."""


@dataclass(slots=True)
class Branch:
    template: str | None = None
    named: dict[str, "Branch"] = field(default_factory=dict[str, "Branch"])
    filled: "Branch | None" = None
    """Where a part of the path is a parameter."""

    def find(self, parts: Sequence[str]) -> str | None:
        if not parts:
            return self.template
        first, rest = parts[0], parts[1:]
        if (named := self.named.get(first)) and (found := named.find(rest)):
            return found
        return self.filled.find(rest) if self.filled and first else None

    def grow(self, parts: Iterator[str], template: str) -> None:
        part = next(parts, None)
        if part is None:
            self.template = template
        elif part.startswith("{"):
            self.filled = self.filled or Branch()
            self.filled.grow(parts, template)
        else:
            self.named.setdefault(part, Branch()).grow(parts, template)


class Templates:
    def __init__(self, routes: Iterable[BaseRoute]) -> None:
        self._root = Branch()
        for route in routes:
            if isinstance(route, Route):
                self._root.grow(iter(route.path.split("/")), route.path)

    def of(self, path: str) -> str:
        return self._root.find(path.split("/")) or OTHER
