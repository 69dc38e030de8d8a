"""Who waits for operations to move, in this process: calls for one of them, doors for any.

What other processes move on the same store is not heard here; who waits for one of theirs looks again
from time to time. Waiting changes nothing, and being cancelled loses nothing.
"""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Generic, TypeVar

import anyio

from askline.commands.operation import Operation
from askline.core.ids import OperationId

LOOK_AGAIN_S = 1.0

T = TypeVar("T")


class Ear(Generic[T]):
    """What one listener has not heard yet, each thing once."""

    def __init__(self) -> None:
        self._news: dict[T, None] = {}
        self._heard = anyio.Event()

    def hear(self, news: T) -> None:
        self._news[news] = None
        self._heard.set()

    async def heard(self) -> tuple[T, ...]:
        await self._heard.wait()
        self._heard = anyio.Event()
        news, self._news = tuple(self._news), {}
        return news


class Ears(Generic[T]):
    def __init__(self) -> None:
        self._ears: list[Ear[T]] = []

    def __len__(self) -> int:
        return len(self._ears)

    def tell(self, news: T) -> None:
        for ear in self._ears:
            ear.hear(news)

    @asynccontextmanager
    async def listen(self) -> AsyncGenerator[Ear[T]]:
        ear = Ear[T]()
        self._ears.append(ear)
        try:
            yield ear
        finally:
            self._ears.remove(ear)


class Watching:
    def __init__(self) -> None:
        self._ears = Ears[OperationId]()

    def tell(self, operation: Operation) -> None:
        """It moved, and that is committed."""
        self._ears.tell(operation.id)

    @asynccontextmanager
    async def changes(self) -> AsyncGenerator[AsyncIterator[tuple[OperationId, ...]]]:
        """Which operations of this process moved, from entering on; none is lost meanwhile."""
        async with self._ears.listen() as ear:
            yield _each(ear)

    async def until(
        self,
        operation_id: OperationId,
        look: Callable[[], Awaitable[Operation]],
        enough: Callable[[Operation], bool],
    ) -> Operation:
        """The operation once it is `enough`; `look` reads it, and may refuse."""
        async with self._ears.listen() as ear:
            while not enough(operation := await look()):
                with anyio.move_on_after(LOOK_AGAIN_S):
                    while operation_id not in await ear.heard():
                        pass
        return operation


async def _each(ear: Ear[OperationId]) -> AsyncIterator[tuple[OperationId, ...]]:
    while True:
        yield await ear.heard()
