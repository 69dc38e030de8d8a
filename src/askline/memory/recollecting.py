"""Follows the bell and keeps in the book of recollections what humans answer, wherever it was.

Beside the answering, never in its way: what is not in the book is not offered, and that is all. A
book that is still empty is filled from the whole history once; later starts look back a little.
"""

import logging
from datetime import datetime

from askline.asks import searching
from askline.asks.ports import Bell, News, Ring
from askline.asks.reading import Reading
from askline.asks.searching import EVERYTHING, Wanted
from askline.asks.state import State
from askline.core.errors import AsklineError
from askline.core.ids import AskId
from askline.core.people import Actor
from askline.memory.ports import Recollection
from askline.memory.recall import Remembered, remembered
from askline.memory.recalling import Recalling

LOOK_BACK = 200
AT_ONCE = 200
KEPT_AT_MOST = 10_000
ANSWERED = frozenset({State.ANSWERED, State.TIMED_OUT})
"""The states in which there can be answers: a late one comes after the time-out."""

log = logging.getLogger(__name__)


class Recollecting:
    def __init__(
        self,
        reading: Reading,
        bell: Bell,
        book: Recollection,
        recalling: Recalling,
        *,
        keeper: Actor,
    ) -> None:
        self._reading = reading
        self._bell = bell
        self._book = book
        self._recalling = recalling
        self._keeper = keeper
        self._kept: dict[AskId, datetime] = {}
        """What was kept, with the time of its last word: most marks of an ask are no news here."""

    async def run(self) -> None:
        """Forever."""
        async with self._bell.listen() as rings:
            await self._tried(None)
            async for ring in rings:
                await self._tried(ring)

    async def _tried(self, ring: Ring | None) -> None:
        try:
            if ring is None:
                await self.catch_up()
            else:
                await self._hear(ring)
        except AsklineError as error:
            log.warning("an answer cannot be recalled: %s", error.code)

    async def _hear(self, ring: Ring) -> None:
        if ring.missed:
            await self._catch_up(LOOK_BACK)
        for ask_id in ring.about(News.SETTLED, News.MARKED):
            ask = await self._reading.read(self._keeper, ask_id)
            found = remembered(ask)
            if found and self._kept.get(ask_id) != found.at:
                await self._book.keep([found])
                self._hold(found)

    async def catch_up(self) -> None:
        """Take in what was answered while nobody followed."""
        await self._catch_up(EVERYTHING if await self._book.is_empty() else LOOK_BACK)

    async def _catch_up(self, most: int) -> None:
        wanted = Wanted(states=ANSWERED)
        asks = await searching.newest(self._reading, self._keeper, wanted, limit=most)
        found = [each for each in map(remembered, asks) if each]
        for start in range(0, len(found), AT_ONCE):
            await self._book.keep(found[start : start + AT_ONCE])
        for each in found:
            self._hold(each)

    def _hold(self, found: Remembered) -> None:
        self._recalling.heard(found)
        if len(self._kept) >= KEPT_AT_MOST:
            self._kept.clear()
        self._kept[found.ask_id] = found.at
