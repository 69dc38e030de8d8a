"""Letting old asks go, by a rule. What is pending stays, and what its agent has not been told; so does
the journal, which is the project's.

Goes in steps, so that nobody waits for a long one. What stays of an ask is the hash that its trail
ended in. A file that its answers named goes when no other ask names it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from askline.asks import searching
from askline.asks.fields import refuse
from askline.asks.model import Ask
from askline.asks.ports import AskStore, Prunable, Shelf
from askline.asks.reading import Reading
from askline.asks.searching import OVER, Wanted, files_of
from askline.asks.state import State
from askline.core.clock import Clock
from askline.core.errors import FieldProblem, NotAllowed
from askline.core.ids import AskId
from askline.core.people import Actor, Right

AT_ONCE = 500
FRESH = timedelta(hours=1)
"""A file that was put down so lately may be meant for an answer that is not sent yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    before: datetime
    """Asked before this."""
    states: frozenset[State] = OVER
    settled_before: datetime | None = None
    """And, where this is said, settled before it."""

    def lets_go(self, ask: Ask) -> bool:
        if self.settled_before is None:
            return True
        return ask.outcome is not None and ask.outcome.settled_by.at < self.settled_before

    def __post_init__(self) -> None:
        if not self.states <= OVER:
            refuse([FieldProblem("states", f"some of {', '.join(sorted(OVER))}", "pending")])


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    asks: tuple[Ask, ...]
    """What went; on a dry run, what would."""
    files: int
    after: AskId | None
    """Where the next step goes on; none where there is nothing left."""


class Pruning:
    def __init__(
        self, store: AskStore, reading: Reading, clock: Clock, shelf: Shelf | None
    ) -> None:
        self._store = store
        self._reading = reading
        self._clock = clock
        self._shelf = shelf

    async def step(
        self, actor: Actor, rule: Rule, *, dry: bool = False, after: AskId | None = None
    ) -> Step:
        if not actor.may(Right.OPERATE):
            raise NotAllowed(f"{actor.name} may not prune.", hint="Only who keeps order here may.")
        found = await self._store.prunable(
            Prunable(
                tenant=actor.tenant,
                before=rule.before,
                states=rule.states,
                limit=AT_ONCE,
                after=after,
            )
        )
        last = found[-1].id if len(found) == AT_ONCE else None
        found = [ask for ask in found if rule.lets_go(ask)]
        if dry:
            return Step(asks=tuple(found), files=0, after=last)
        gone = set(await self._store.prune(found, self._clock.now()))
        asks = tuple(ask for ask in found if ask.id in gone)
        return Step(asks=asks, files=await self._discarded(actor, asks), after=last)

    async def _discarded(self, actor: Actor, asks: Sequence[Ask]) -> int:
        named = {sha256 for ask in asks for sha256 in files_of(ask)}
        if self._shelf is None or not named:
            return 0
        kept = await self._store.drafted(actor.tenant, named)
        before = self._clock.now() - FRESH
        count = 0
        for sha256 in sorted(named - kept):
            if not await searching.newest(self._reading, actor, Wanted(file=sha256), limit=1):
                count += await self._shelf.discard(actor.tenant, sha256, before)
        return count
