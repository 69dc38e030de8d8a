"""How an ask moves: read, decide, compare-and-set, and only then tell.

The one loop behind every verb that changes something. A lost race is decided again from what now
stands, so of any number of rivals one wins and each of the others learns who. What was handed over to a
hub is settled there first: here it only follows.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from functools import partial

import anyio

from askline.asks import lifecycle, rights
from askline.asks.changes import Change, already_settled
from askline.asks.handing import Decided, Elsewhere, Nowhere, Verb, Word, not_reached
from askline.asks.model import Ask
from askline.asks.ports import AskStore, Bell, Hint, News
from askline.asks.reading import Reading
from askline.asks.waiting import Waiting
from askline.core.carrying import whole
from askline.core.clock import Clock
from askline.core.errors import StoreUnavailable
from askline.core.ids import AskId
from askline.core.people import Actor

ENOUGH_TRIES = 1_000
"""Each failed try means that somebody else moved the ask; so many in a row mean a broken store."""

Permission = Callable[[Actor, Ask], None]
Step = Callable[[Ask, datetime], Change]
Learn = Callable[[Ask], Awaitable[None]]


class Moving:
    def __init__(
        self,
        store: AskStore,
        bell: Bell,
        clock: Clock,
        reading: Reading,
        waiting: Waiting,
        *,
        elsewhere: Elsewhere | None = None,
    ) -> None:
        self._store = store
        self._bell = bell
        self._clock = clock
        self._reading = reading
        self._waiting = waiting
        self._elsewhere: Elsewhere = elsewhere or Nowhere()
        self._locks: dict[AskId, anyio.Lock] = {}

    async def move(
        self,
        actor: Actor,
        ask_id: AskId,
        may: Permission,
        step: Step,
        word: Word | None = None,
        *,
        learn: Learn | None = None,
    ) -> Ask:
        """The ask after `step`, committed; or as it stood, where there was nothing to do.

        `word` says the same to a hub, for a step that no longer is this house's alone; `learn` finds out
        what the step has to know, each time before it.
        """
        granted = word is None
        for _ in range(ENOUGH_TRIES):
            ask = await self._reading.read(actor, ask_id)
            may(actor, ask)
            if learn is not None:
                await learn(ask)
            now = self._clock.now()
            # Time comes first: an answer after the deadline is late even if no sweep has been by.
            expired = lifecycle.expire(ask, now)
            change = expired if expired.events else step(ask, now)
            if not change.events:
                return ask
            if ask.handed is not None and word is not None and not granted:
                settled = await self._said(actor, ask, word)
                if settled is not None:
                    return settled
                granted = True
            elif await whole(partial(self._swapped, change)) and change is not expired:
                return change.after
        raise _never_agreed(ask_id)

    async def bring(self, ask_id: AskId, decided: Decided) -> Ask:
        """Keep here what a hub decided; after a word that is on its way there."""
        async with self._alone(ask_id):
            return await self._brought(ask_id, decided)

    async def _said(self, actor: Actor, ask: Ask, word: Word) -> Ask | None:
        """The ask as the hub settled it; None where the word settled nothing."""
        async with self._alone(ask.id):
            decided = await self._elsewhere.say(actor, ask, word)
            after = await whole(partial(self._brought, ask.id, decided))
        if decided.outcome is None and word.verb is not Verb.EXTEND:
            raise not_reached(ask)
        if decided.second:
            raise already_settled(after)
        return after if decided.outcome else None

    async def _brought(self, ask_id: AskId, decided: Decided) -> Ask:
        for _ in range(ENOUGH_TRIES):
            ask = await self._store.get(ask_id)
            if ask is None:
                raise rights.unknown(str(ask_id))
            change = lifecycle.bring_home(ask, decided, at=self._clock.now())
            if not change.events:
                return ask
            await whole(partial(self._swapped, change))
        raise _never_agreed(ask_id)

    @asynccontextmanager
    async def _alone(self, ask_id: AskId) -> AsyncGenerator[None]:
        """A word and its echo from the hub keep their order: who said it here is known here alone."""
        lock = self._locks.setdefault(ask_id, anyio.Lock())
        try:
            async with lock:
                yield
        finally:
            if not lock.locked():
                self._locks.pop(ask_id, None)

    async def _swapped(self, change: Change) -> bool:
        """In one piece: what is committed is told, whoever hangs up meanwhile."""
        swapped = await self._store.swap(change)
        if swapped:
            self.tell(change)
        return swapped

    def tell(self, change: Change) -> None:
        """Wake this process's waiters and ring for the others. Only after the commit."""
        after = change.after
        settled = after.state.settled and not change.before.state.settled
        if settled:
            self._waiting.tell(after)
        news = News.SETTLED if settled else News.MARKED
        self._bell.ring(Hint(news, after.id, after.tenant))


def _never_agreed(ask_id: AskId) -> StoreUnavailable:
    return StoreUnavailable(
        f"Ask {ask_id} could not be changed: the store never agreed.",
        hint="Try again; if it goes on, look at the store.",
    )
