"""Where things stand in a YAML text: ruamel's nodes as values of ours."""

from dataclasses import dataclass
from typing import Any

NULL = "tag:yaml.org,2002:null"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    start: int
    end: int
    column: int
    written: int
    """Where the last thing in it ends; the end of a mapping is where the next thing begins."""
    text: str | None = None
    pairs: "tuple[tuple[Place, Place], ...]" = ()
    in_lines: bool = False
    """A mapping with something in it, each pair on lines of its own."""
    empty: bool = False
    """A mapping with nothing in it, or no value at all."""


def read(node: Any) -> Place:
    start, end = node.start_mark.index, node.end_mark.index
    flow = bool(getattr(node, "flow_style", False))
    pairs: tuple[tuple[Place, Place], ...] = ()
    written = end
    if node.id == "mapping":
        pairs = tuple((read(key), read(value)) for key, value in node.value)
        if pairs and not flow:
            key, value = pairs[-1]
            # A value that stands before its name is what an alias means.
            written = value.written if value.start >= key.end else key.end
    elif node.id == "sequence" and node.value and not flow:
        items = [read(item) for item in node.value]
        written = max(item.written for item in items)
    return Place(
        start=start,
        end=end,
        column=node.start_mark.column,
        written=written,
        text=node.value if node.id == "scalar" else None,
        pairs=pairs,
        in_lines=bool(pairs) and not flow,
        empty=(node.id == "mapping" and not pairs) or node.tag == NULL,
    )
