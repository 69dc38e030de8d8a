"""Stores and bells in trouble: the real ephemeral ones, made slow, absent, contested or deaf."""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime

import anyio

from askline.asks.changes import Change
from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.asks.ports import Addition, Hint, Ring
from askline.core.background import background
from askline.core.errors import StoreUnavailable
from askline.core.ids import AskId
from askline.stores.ears import Ears
from askline.stores.ephemeral import EphemeralAsks
from tests.builders import AGENT


@asynccontextmanager
async def running(*rounds: Callable[[], Awaitable[None]]) -> AsyncGenerator[None]:
    """What runs forever, for as long as the test looks at it."""
    with anyio.fail_after(5):
        async with background(*rounds):
            yield


async def glimpse(desk: Desk, ask_id: AskId) -> Ask:
    """The ask as an agent gets it that does not wait at all; in a task of its own, see `running`."""
    seen: list[Ask] = []

    async def look() -> None:
        seen.append(await desk.asking.outcome(AGENT, ask_id, wait=0))

    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(look)
    return seen[0]


class SlowAsks(EphemeralAsks):
    """Commits nothing until the test lets it."""

    def __init__(self) -> None:
        super().__init__()
        self.commit = anyio.Event()

    async def add(self, change: Change, keys: Sequence[str]) -> Addition:
        await self.commit.wait()
        return await super().add(change, keys)

    async def swap(self, change: Change) -> bool:
        await self.commit.wait()
        return await super().swap(change)


class HaltingAsks(EphemeralAsks):
    """Has committed what it is given, and does not say so until the test lets it."""

    def __init__(self) -> None:
        super().__init__()
        self.committed, self.say = anyio.Event(), anyio.Event()

    async def add(self, change: Change, keys: Sequence[str]) -> Addition:
        addition = await super().add(change, keys)
        await self._halt()
        return addition

    async def swap(self, change: Change) -> bool:
        swapped = await super().swap(change)
        await self._halt()
        return swapped

    async def _halt(self) -> None:
        self.committed.set()
        await self.say.wait()


class AwayAsks(EphemeralAsks):
    """Out of reach for as long as the test says; `missed` tells that somebody noticed."""

    def __init__(self) -> None:
        super().__init__()
        self.away = False
        self.missed = anyio.Event()

    def _reach(self) -> None:
        if self.away:
            self.missed.set()
            raise StoreUnavailable("The store is away.", hint="Wait for it.")

    async def add(self, change: Change, keys: Sequence[str]) -> Addition:
        self._reach()
        return await super().add(change, keys)

    async def settled_of(self, ask_ids: Sequence[AskId]) -> list[Ask]:
        self._reach()
        return await super().settled_of(ask_ids)

    async def swap(self, change: Change) -> bool:
        self._reach()
        return await super().swap(change)

    async def tend(self, now: datetime) -> None:
        self._reach()
        await super().tend(now)


class ContestedAsks(EphemeralAsks):
    """Between reading and writing somebody else is faster: once for each rival."""

    def __init__(self, *rivals: Callable[[Ask], Change]) -> None:
        super().__init__()
        self.rivals = list(rivals)

    async def swap(self, change: Change) -> bool:
        if self.rivals:
            rival = self.rivals.pop(0)
            assert await super().swap(rival(change.before))
        return await super().swap(change)


class StubbornAsks(EphemeralAsks):
    """Never agrees to a change."""

    async def swap(self, change: Change) -> bool:
        del change
        return False


class Rung(Ears):
    """A bell that remembers what it rang, and tells when its last listener left."""

    def __init__(self) -> None:
        super().__init__()
        self.hints: list[Hint] = []
        self.left = anyio.Event()

    def ring(self, hint: Hint) -> None:
        self.hints.append(hint)
        super().ring(hint)

    @asynccontextmanager
    async def listen(self) -> AsyncGenerator[AsyncIterator[Ring]]:
        try:
            async with super().listen() as rings:
                yield rings
        finally:
            self.left.set()


class LostBell(Ears):
    """Rings, and nobody hears it."""

    def ring(self, hint: Hint) -> None:
        del hint
