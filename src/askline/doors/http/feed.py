"""What changed lately, for every stream of this process: one ear at the bell, one strand for each tenant
that somebody listens in.

An item says which ask changed and how, or which operation moved, not what it says: each stream reads
that itself, with its own actor's rights, as it stands then. A stream is only a place in its strand, so a slow one costs
nothing; when its place is gone, or the bell was deaf, it starts again from a snapshot. What changes for
other tenants wakes nobody: on a hub that is nearly everything.
"""

from collections import deque
from collections.abc import AsyncIterator, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from secrets import token_hex

import anyio

from askline.asks.ports import Hint, Ring
from askline.core.ids import OperationId

KEPT = 1_000
"""How many items a stream may fall behind, or miss while it reconnects."""
IDLE_STRANDS = 100
"""How many strands are kept for listeners that may come back."""


@dataclass(frozen=True, slots=True)
class Item:
    seq: int
    about: Hint | OperationId


class Strand:
    """What changed in one tenant. Numbers are the feed's, so that they only ever grow."""

    def __init__(self, last: int, ended: anyio.Event) -> None:
        self._items: deque[Item] = deque()
        self._floor = self._last = last
        self._ended = ended
        self._moved = anyio.Event()
        self.listeners = 0

    def since(self, seq: int) -> list[Item] | None:
        """What came after; None where that is no longer known."""
        if seq < self._floor:
            return None
        return [item for item in self._items if item.seq > seq]

    async def wait_past(self, seq: int) -> None:
        """Return when there is more, or when the feed has ended."""
        if self._last <= seq and not self._ended.is_set():
            await self._moved.wait()

    def add(self, item: Item) -> None:
        self._last = item.seq
        self._items.append(item)
        if len(self._items) > KEPT:
            self._floor = self._items.popleft().seq

    def start_anew(self, seq: int) -> None:
        self._floor = self._last = seq
        self._items.clear()

    def wake(self) -> None:
        moved, self._moved = self._moved, anyio.Event()
        moved.set()


class Feed:
    def __init__(self) -> None:
        self._mark = token_hex(4)
        self._strands: dict[str, Strand] = {}
        self._idle: dict[str, None] = {}
        """Tenants whose last listener left, in that order."""
        self._moved = anyio.Event()
        self.last = 0
        """The number of the newest item, or of the last time that the bell was deaf."""
        self.ended = anyio.Event()
        self.spread_ms = 0

    async def run(self, rings: AsyncIterator[Ring]) -> None:
        """Take in what a bell tells; forever."""
        async for ring in rings:
            stirred = {*self._strands.values()} if ring.missed else set[Strand]()
            if ring.missed:
                self.last += 1
            for strand in stirred:
                strand.start_anew(self.last)
            for hint in ring.hints:
                self.last += 1
                if strand := self._strands.get(hint.tenant):
                    strand.add(Item(self.last, hint))
                    stirred.add(strand)
            self._wake(stirred)

    def moved(self, operations: Iterable[OperationId]) -> None:
        """Operations are of the machine, whose listeners are of one tenant."""
        for each in operations:
            self.last += 1
            for strand in self._strands.values():
                strand.add(Item(self.last, each))
        self._wake(self._strands.values())

    @contextmanager
    def listening(self, tenant: str) -> Generator[Strand]:
        strand = self._strands.setdefault(tenant, Strand(self.last, self.ended))
        self._idle.pop(tenant, None)
        strand.listeners += 1
        try:
            yield strand
        finally:
            strand.listeners -= 1
            if not strand.listeners:
                self._rest(tenant)

    async def wait_past(self, seq: int) -> None:
        """Return when anything more has changed, or when this feed has ended."""
        while self.last <= seq and not self.ended.is_set():
            await self._moved.wait()

    def end(self, spread_ms: int = 0) -> None:
        """Let every stream and every long poll come to its end: the process wants to. Where there are
        many, clients come back spread over some time."""
        self.spread_ms = spread_ms
        self.ended.set()
        self._wake(self._strands.values())

    def id_of(self, seq: int) -> str:
        return f"{self._mark}-{seq}"

    def place_of(self, event_id: str | None) -> int | None:
        """The number in an id of this process; another process counts from its own start."""
        mark, _, digits = (event_id or "").partition("-")
        if mark != self._mark or not digits.isdecimal() or len(digits) > len(str(self.last)):
            return None
        place = int(digits)
        return place if place <= self.last else None

    def _rest(self, tenant: str) -> None:
        self._idle[tenant] = None
        if len(self._idle) > IDLE_STRANDS:
            longest = next(iter(self._idle))
            del self._idle[longest], self._strands[longest]

    def _wake(self, strands: Iterable[Strand]) -> None:
        for strand in strands:
            strand.wake()
        moved, self._moved = self._moved, anyio.Event()
        moved.set()
