"""The trails of a whole tenant, for who keeps order: taken along, and verified. Changes nothing.

A span is of when asks were asked, because that is the order in which they are kept. It is read in steps,
whatever its length; each step sees asks and trails at one moment, so that what moves meanwhile is no flaw.
"""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

from askline.asks.auditing import flaw_of
from askline.asks.model import Ask
from askline.asks.spelling import Json, time_text
from askline.asks.trail import Event, Flaw, Pruned
from askline.asks.trail_shapes import event_shape
from askline.core.errors import NotAllowed
from askline.core.ids import AskId
from askline.core.people import Actor, Right

AT_ONCE = 200
MOST_FLAWS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """Which asks, oldest first."""

    tenant: str
    since: datetime | None = None
    until: datetime | None = None
    """Asked before this."""
    after: AskId | None = None
    """The last ask of the step before."""
    limit: int = AT_ONCE


class TrailBook(Protocol):
    async def reviewed(self, which: Stretch) -> list[tuple[Ask, list[Event]]]:
        """Asks with their trails, both as they were at one moment."""
        ...

    async def events(self, which: Stretch) -> tuple[list[AskId], list[Event]]:
        """Trails alone, without the words of their asks; and whose they are."""
        ...

    async def pruned(self, which: Stretch) -> list[Pruned]:
        """What stays of those that were pruned."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    asks: int = 0
    events: int = 0
    pruned: int = 0
    """Whose trails are gone; their heads are kept, to verify copies by."""
    broken: int = 0
    flaws: tuple[tuple[AskId, Flaw], ...] = ()
    """The first of them."""
    next: AskId | None = None
    """Where the next review goes on; none where all was seen."""


class Reviewing:
    def __init__(self, book: TrailBook) -> None:
        self._book = book

    async def export(self, actor: Actor, which: Stretch) -> AsyncIterator[Json]:
        """Every event and every pruned head, as shapes. Raises before the first: NotAllowed."""
        must_review(actor)
        return self._lines(replace(which, tenant=actor.tenant))

    async def verify(self, actor: Actor, which: Stretch, *, most: int) -> Review:
        """As far as `most` asks go. Raises: NotAllowed."""
        must_review(actor)
        which = replace(which, tenant=actor.tenant)
        found = Review() if which.after else Review(pruned=await self._count_pruned(which))
        while found.asks < most:
            page = await self._book.reviewed(which)
            found = _with(found, page)
            if len(page) < which.limit:
                return found
            which = replace(which, after=page[-1][0].id)
        return replace(found, next=which.after)

    async def _lines(self, which: Stretch) -> AsyncIterator[Json]:
        step = which
        while True:
            ids, events = await self._book.events(step)
            for each in events:
                yield {"ask_id": str(each.ask_id), "tenant": each.tenant, **event_shape(each)}
            if len(ids) < step.limit:
                break
            step = replace(step, after=ids[-1])
        async for each in self._each_pruned(which):
            yield _pruned_shape(each)

    async def _count_pruned(self, which: Stretch) -> int:
        return sum([1 async for _ in self._each_pruned(which)])

    async def _each_pruned(self, which: Stretch) -> AsyncIterator[Pruned]:
        while page := await self._book.pruned(which):
            for each in page:
                yield each
            which = replace(which, after=page[-1].ask_id)


def must_review(actor: Actor) -> None:
    if not actor.may(Right.OPERATE):
        raise NotAllowed(
            f"{actor.name} may not look at trails.", hint="Only who keeps order here may."
        )


def _with(found: Review, page: Sequence[tuple[Ask, list[Event]]]) -> Review:
    broken = [(ask.id, flaw) for ask, events in page if (flaw := flaw_of(ask, events))]
    return replace(
        found,
        asks=found.asks + len(page),
        events=found.events + sum(len(events) for _, events in page),
        broken=found.broken + len(broken),
        flaws=(*found.flaws, *broken)[:MOST_FLAWS],
    )


def _pruned_shape(each: Pruned) -> Json:
    kept = {"events": each.events, "head": each.head, "at": time_text(each.at)}
    return {"ask_id": str(each.ask_id), "pruned": kept}
