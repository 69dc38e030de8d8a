"""A one-shot wake-up that carries a value.

The lightest thing that can be awaited: 100,000 calls may wait in one process, and an `anyio.Event`
costs four times as much. One latch belongs to one waiting task, because cancelling that task
cancels the latch. Only `settle_from_thread` may be called outside the loop's thread.
"""

from asyncio import (  # noqa: TID251 - the one place that reaches below anyio, for memory per waiter
    Future,
    get_running_loop,
)
from collections.abc import Sequence
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")

Latch: TypeAlias = Future[T]


def new_latch() -> "Latch[T]":
    return get_running_loop().create_future()


def give(latch: "Latch[T]", value: T) -> None:
    """Wake the one who waits; harmless if it has gone or was woken before."""
    if not latch.done():
        latch.set_result(value)


def fail(latch: "Latch[T]", error: BaseException) -> None:
    if not latch.done():
        latch.set_exception(error)


def settle_from_thread(
    settled: "Sequence[tuple[Latch[Any], object, BaseException | None]]",
) -> None:
    """Give or fail latches of one loop from a thread that is not the loop's, all in one hop."""

    def settle() -> None:
        for latch, value, error in settled:
            if error is None:
                give(latch, value)
            else:
                fail(latch, error)

    settled[0][0].get_loop().call_soon_threadsafe(settle)


class Happening:
    """Something that happens once, for one who waits for it or for a time, whichever comes first.

    Waiting out a time cancels nothing, which a thousand calls that tell of their progress would feel.
    """

    def __init__(self) -> None:
        self.happened = False
        self._latch: Latch[None] | None = None

    def happen(self) -> None:
        self.happened = True
        if self._latch is not None:
            give(self._latch, None)

    async def wait(self, until: float) -> None:
        """`until` is a time of the loop's clock; it must have an end."""
        if self.happened:
            return
        latch: Latch[None] = new_latch()
        self._latch = latch
        timer = latch.get_loop().call_at(until, give, latch, None)
        try:
            await latch
        finally:
            timer.cancel()
