"""Calls that wait for an ask to settle: a latch each, no polling, no timers. One ear for all.

A waiter registers its latch before it looks at the row, so no answer falls between the two. The
bell only says where to look again; after it was deaf, and every 30 s, every waiter's row is read
again. Waiting settles nothing, and being cancelled loses nothing.
"""

import logging
from collections.abc import Awaitable, Callable, Collection, Generator
from contextlib import contextmanager

import anyio

from askline.asks.model import Ask
from askline.asks.ports import AskStore, Bell, News, Ring
from askline.core.errors import StoreUnavailable
from askline.core.ids import AskId
from askline.core.latch import Latch, give, new_latch

LOOK_AGAIN_S = 30.0
STORE_AWAY_S = 0.5
AT_ONCE = 1_000

log = logging.getLogger(__name__)


class Stir:
    """Which of some asks may have changed. All of them at first: nobody has looked yet."""

    def __init__(self, ask_ids: Collection[AskId]) -> None:
        self._known = frozenset(ask_ids)
        self._changed = set(self._known)
        self._stirred = anyio.Event()

    def hear(self, ring: Ring) -> None:
        hinted = (h.ask_id for h in ring.hints if h.news is not News.DRAFTED)
        self._changed |= self._known if ring.missed else self._known.intersection(hinted)
        if self._changed:
            self._stirred.set()

    async def changed(self) -> list[AskId]:
        """What may have changed since it was asked last, once there is something."""
        if not self._changed:
            self._stirred = anyio.Event()
            await self._stirred.wait()
        changed, self._changed = list(self._changed), set[AskId]()
        return changed


class Waiting:
    def __init__(self, store: AskStore, bell: Bell) -> None:
        self._store = store
        self._bell = bell
        self._latches: dict[AskId, list[Latch[Ask]]] = {}
        self._stirs: set[Stir] = set()
        self._wanted = anyio.Event()

    def __len__(self) -> int:
        return len(self._latches)

    async def settled(self, ask_id: AskId, look: Callable[[], Awaitable[Ask]]) -> Ask:
        """The ask once it is settled; `look` reads it now and may refuse."""
        latch: Latch[Ask] = new_latch()
        self._latches.setdefault(ask_id, []).append(latch)
        self._wanted.set()
        try:
            ask = await look()
            return ask if ask.state.settled else await latch
        finally:
            self._leave(ask_id, latch)

    @contextmanager
    def stirred(self, ask_ids: Collection[AskId]) -> Generator[Stir]:
        """For somebody who looks at these asks again and again."""
        stir = Stir(ask_ids)
        self._stirs.add(stir)
        self._wanted.set()
        try:
            yield stir
        finally:
            self._stirs.discard(stir)

    def tell(self, ask: Ask) -> None:
        """Wake who waits for an ask that is committed as settled; a later hint finds nobody."""
        for latch in self._latches.pop(ask.id, ()):
            give(latch, ask)

    async def run(self) -> None:
        """Listen for as long as anybody waits; forever."""
        while True:
            await self._wanted.wait()
            with anyio.CancelScope() as scope:
                async with self._bell.listen() as rings, anyio.create_task_group() as tasks:
                    tasks.start_soon(self._look_again, scope)
                    async for ring in rings:
                        self._stir(ring)
                        settled = ring.about(News.SETTLED)
                        await self._look_at(self._latches if ring.missed else settled)

    async def _look_again(self, listening: anyio.CancelScope) -> None:
        """First for what settled before the bell was heard, then for what a bell lost."""
        while self._latches or self._stirs:
            self._stir(Ring(missed=True))
            await self._look_at(self._latches)
            await anyio.sleep(LOOK_AGAIN_S)
        self._wanted = anyio.Event()
        listening.cancel()

    async def _look_at(self, ask_ids: Collection[AskId]) -> None:
        known = [ask_id for ask_id in ask_ids if ask_id in self._latches]
        for start in range(0, len(known), AT_ONCE):
            for ask in await self.settled_of(known[start : start + AT_ONCE]):
                self.tell(ask)

    async def settled_of(self, ask_ids: list[AskId]) -> list[Ask]:
        """A store that is away keeps the waiters waiting; it does not end them."""
        while True:
            try:
                return await self._store.settled_of(ask_ids)
            except StoreUnavailable as error:
                log.warning("waiters look again when the store is back: %s", error.message)
                await anyio.sleep(STORE_AWAY_S)

    def _stir(self, ring: Ring) -> None:
        for stir in self._stirs:
            stir.hear(ring)

    def _leave(self, ask_id: AskId, latch: Latch[Ask]) -> None:
        latches = self._latches.get(ask_id, [])
        if latch in latches:
            latches.remove(latch)
            if not latches:
                del self._latches[ask_id]
