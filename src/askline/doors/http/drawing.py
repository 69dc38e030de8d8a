"""Asks as a page draws them: with their Markdown as nodes beside the text, where it asks for that.

Programs that show text get none of it: it doubles the size of a reply. Reading Markdown takes a while
in which nobody else is served, so one ask has only so much of it read, and others get their turn
between two asks.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from anyio.lowlevel import checkpoint

from askline.asks.model import Ask
from askline.asks.shapes import ask_shape
from askline.asks.spelling import Json
from askline.core.people import Actor
from askline.doors.http.markdown import Nodes, as_typed, nodes_of
from askline.doors.http.reading import Query
from askline.memory.recall import recalled_shape
from askline.memory.recalling import Recalling

Drawn: TypeAlias = Callable[[Ask], Json]

ROOM = 128 * 1024
"""Characters that are read as Markdown in one ask: its context at its longest, and as much again."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """How asks are shaped for who looks: with what memory offers them beside it."""

    actor: Actor
    recalling: Recalling | None = None
    drawn: Drawn = ask_shape

    async def one(self, ask: Ask) -> Json:
        """With what is recalled, which is looked up if need be."""
        if self.recalling:
            await self.recalling.of(self.actor, ask)
        return self.at_once(ask)

    def at_once(self, ask: Ask) -> Json:
        """With what was recalled before: nobody waits for a look into memory to see an ask."""
        known = self.recalling.known(self.actor, ask) if self.recalling else None
        return {**self.drawn(ask), "recalled": recalled_shape(known)}

    async def all(self, asks: Iterable[Ask]) -> list[Json]:
        shapes: list[Json] = []
        for ask in asks:
            shapes.append(self.at_once(ask))
            if self.drawn is with_nodes:
                await checkpoint()
        return shapes


def drawing(query: Query, actor: Actor, recalling: Recalling | None = None) -> Drawing:
    """By the `nodes` of a request."""
    return Drawing(actor, recalling, with_nodes if query.flag("nodes") else ask_shape)


def with_nodes(ask: Ask) -> Json:
    room = ROOM

    def nodes(text: str | None) -> Nodes | None:
        nonlocal room
        room -= len(text or "")
        return nodes_of(text) if text is None or room >= 0 else as_typed(text)

    shape = ask_shape(ask)
    shape["context_nodes"] = nodes(shape["context"])
    for question in cast("list[dict[str, Any]]", shape["questions"]):
        for option in question["options"]:
            option["preview_nodes"] = nodes(option["preview"])
    return shape
