"""How an ask moves: read, decide, compare-and-set, and only then tell.

The one loop behind every verb that changes something. A lost race is decided again from what now
stands, so of any number of rivals one wins and each of the others learns who.
"""

from collections.abc import Callable
from datetime import datetime

from askline.asks import lifecycle
from askline.asks.lifecycle import Change
from askline.asks.model import Ask
from askline.asks.ports import AskStore, Bell, Hint, News
from askline.asks.reading import Reading
from askline.asks.waiting import Waiting
from askline.core.clock import Clock
from askline.core.errors import StoreUnavailable
from askline.core.ids import AskId
from askline.core.people import Actor

ENOUGH_TRIES = 1_000
"""Each failed try means that somebody else moved the ask; so many in a row mean a broken store."""

Permission = Callable[[Actor, Ask], None]
Step = Callable[[Ask, datetime], Change]


class Moving:
    def __init__(
        self, store: AskStore, bell: Bell, clock: Clock, reading: Reading, waiting: Waiting
    ) -> None:
        self._store = store
        self._bell = bell
        self._clock = clock
        self._reading = reading
        self._waiting = waiting

    async def move(self, actor: Actor, ask_id: AskId, may: Permission, step: Step) -> Ask:
        """The ask after `step`, committed; or as it stood, where there was nothing to do."""
        for _ in range(ENOUGH_TRIES):
            ask = await self._reading.read(actor, ask_id)
            may(actor, ask)
            now = self._clock.now()
            # Time comes first: an answer after the deadline is late even if no sweep has been by.
            expired = lifecycle.expire(ask, now)
            change = expired if expired.events else step(ask, now)
            if not change.events:
                return ask
            if await self._store.swap(change):
                self.tell(change)
                if change is not expired:
                    return change.after
        raise StoreUnavailable(
            f"Ask {ask_id} could not be changed: the store never agreed.",
            hint="Try again; if it goes on, look at the store.",
        )

    def tell(self, change: Change) -> None:
        """Wake this process's waiters and ring for the others. Only after the commit."""
        after = change.after
        settled = after.state.settled and not change.before.state.settled
        if settled:
            self._waiting.tell(after)
        news = News.SETTLED if settled else News.MARKED
        self._bell.ring(Hint(news, after.id, after.tenant))
