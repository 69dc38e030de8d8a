"""A one-shot wake-up that carries a value.

The lightest thing that can be awaited: 100,000 calls may wait in one process, and an `anyio.Event`
costs four times as much. One latch belongs to one waiting task, because cancelling that task
cancels the latch. Not for use across threads.
"""

from asyncio import (  # noqa: TID251 - the one place that reaches below anyio, for memory per waiter
    Future,
    get_running_loop,
)
from typing import TypeAlias, TypeVar

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
