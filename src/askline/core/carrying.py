"""Work that is carried to its end though whoever began it goes away: somebody's word is in it, and nobody
could be asked to say it again."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import anyio

from askline.core.errors import HubUnreachable, StoreUnavailable

T = TypeVar("T")

Work = Callable[[], Awaitable[T]]

AWAY_S = 0.5
LAST_WORDS_S = 2.0
"""How long what is in hand may take when the process wants to end."""

log = logging.getLogger(__name__)


async def whole(work: Work[T]) -> T:
    """What it gives, in one piece: who is cancelled over it is so afterwards."""
    given: list[T] = []
    with anyio.CancelScope(shield=True):
        given.append(await work())
    return given[0]


async def until_kept(work: Work[T]) -> T:
    """What it gives once it can be kept: a store or a hub that is away delays it."""
    while True:
        try:
            return await work()
        except (StoreUnavailable, HubUnreachable) as error:
            log.warning("what was said waits to be kept: %s", error.code)
            await anyio.sleep(AWAY_S)


class Carrying:
    """Takes over what others must leave, for as long as `run` lasts and a moment longer."""

    def __init__(self) -> None:
        self._undone: list[Work[Any]] = []
        self._fresh: list[Work[Any]] = []
        self._stirred = anyio.Event()

    def __len__(self) -> int:
        return len(self._undone)

    async def carry(self, work: Work[T]) -> T:
        """What it gives. Who is cancelled over it leaves it to `run`, so it must bear to be done twice."""
        try:
            return await work()
        except anyio.get_cancelled_exc_class():
            self.take(work)
            raise

    def take(self, work: Work[Any]) -> None:
        self._undone.append(work)
        self._fresh.append(work)
        self._stirred.set()

    async def run(self) -> None:
        """Forever."""
        try:
            async with anyio.create_task_group() as tasks:
                while True:
                    for work in self._fresh:
                        tasks.start_soon(self._finish, work)
                    self._fresh.clear()
                    self._stirred = anyio.Event()
                    await self._stirred.wait()
        finally:
            with anyio.move_on_after(LAST_WORDS_S, shield=True):
                for work in [*self._undone]:
                    await self._finish(work)

    async def _finish(self, work: Work[Any]) -> None:
        try:
            await work()
        except Exception as error:  # noqa: BLE001 - whatever becomes of one, the others are carried on
            # Without its words, which may be what somebody said.
            log.error("what was said could not be kept: %s", type(error).__name__)  # noqa: TRY400 - see above
        self._undone.remove(work)
