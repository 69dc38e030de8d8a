"""Tells the feed which operations moved, at a pace that a page can follow.

A busy operation moves many times a second, and every move costs each stream a read. The first is told
at once; what moves within the pause after it is told together, each operation once.
"""

from collections.abc import AsyncIterator, Sequence

import anyio

from askline.core.background import background
from askline.core.ids import OperationId
from askline.doors.http.feed import Feed

PAUSE_S = 0.25


class Moving:
    def __init__(self, feed: Feed, *, pause_s: float = PAUSE_S) -> None:
        self._feed = feed
        self._pause_s = pause_s
        self._moved: dict[OperationId, None] = {}
        self._some = anyio.Event()

    async def run(self, moves: AsyncIterator[Sequence[OperationId]]) -> None:
        """Forever. Listening goes on during the pause, so that nothing piles up behind it."""
        async with background(self._tell):
            async for ids in moves:
                self._moved.update(dict.fromkeys(ids))
                self._some.set()

    async def _tell(self) -> None:
        while True:
            await self._some.wait()
            moved, self._moved, self._some = self._moved, {}, anyio.Event()
            self._feed.moved(moved)
            await anyio.sleep(self._pause_s)
