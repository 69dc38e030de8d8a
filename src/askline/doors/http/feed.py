"""What changed lately, for every stream of this process: one ear at the bell, one ring of items.

An item says which ask changed and how, not what it says: each stream reads the ask itself, with its
own actor's rights, as it stands then. A stream is only a place in the ring, so a slow one costs
nothing; when its place is gone, or the bell was deaf, it starts again from a snapshot.
"""

from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass
from secrets import token_hex

import anyio

from askline.asks.ports import Hint, Ring

KEPT = 1_000
"""How many items a stream may fall behind, or miss while it reconnects."""


@dataclass(frozen=True, slots=True)
class Item:
    seq: int
    hint: Hint


class Feed:
    def __init__(self) -> None:
        self._mark = token_hex(4)
        self._items: deque[Item] = deque()
        self._floor = 0
        self._moved = anyio.Event()
        self.last = 0
        """The number of the newest item, or of the last time that the bell was deaf."""
        self.ended = anyio.Event()

    async def run(self, rings: AsyncIterator[Ring]) -> None:
        """Take in what a bell tells; forever."""
        async for ring in rings:
            if ring.missed:
                self._start_anew()
            for hint in ring.hints:
                self._add(hint)
            self._wake()

    def since(self, seq: int) -> list[Item] | None:
        """What came after; None where that is no longer known."""
        if not self._floor <= seq <= self.last:
            return None
        return [item for item in self._items if item.seq > seq]

    async def wait_past(self, seq: int) -> None:
        """Return when there is more, or when this feed has ended."""
        while self.last <= seq and not self.ended.is_set():
            await self._moved.wait()

    def end(self) -> None:
        """Let every stream and every long poll come to its end: the process wants to."""
        self.ended.set()
        self._wake()

    def id_of(self, seq: int) -> str:
        return f"{self._mark}-{seq}"

    def place_of(self, event_id: str | None) -> int | None:
        """The number in an id of this process; another process counts from its own start."""
        mark, _, digits = (event_id or "").partition("-")
        if mark != self._mark or not digits.isdecimal() or len(digits) > len(str(self.last)):
            return None
        return int(digits)

    def _add(self, hint: Hint) -> None:
        self.last += 1
        self._items.append(Item(self.last, hint))
        if len(self._items) > KEPT:
            self._floor = self._items.popleft().seq

    def _start_anew(self) -> None:
        self.last += 1
        self._items.clear()
        self._floor = self.last

    def _wake(self) -> None:
        moved, self._moved = self._moved, anyio.Event()
        moved.set()
