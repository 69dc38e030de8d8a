"""Work that goes on beside a block of code for as long as the block lasts, and ends with it.

A task group wraps what it raises; here it comes out as it is wherever it is one thing, so that whoever
catches it by its kind does. What many depend on is made steady: it begins again, whatever it raised.
"""

import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, cast

import anyio

from askline.core.errors import AsklineError

Round = Callable[[], Awaitable[object]]

SOONEST_S, LATEST_S = 0.5, 30.0
"""Between the end of steady work and its next beginning, doubled each time."""

log = logging.getLogger(__name__)


@asynccontextmanager
async def background(*rounds: Round) -> AsyncGenerator[None]:
    """Run what never ends by itself; an error of one ends the block.

    Each is cancelled inside its own task, never through the block that it serves, and what the
    block raises comes out as it is.
    """
    scopes = [anyio.CancelScope() for _ in rounds]
    try:
        async with anyio.create_task_group() as tasks:
            for each, scope in zip(rounds, scopes, strict=True):
                tasks.start_soon(_within, scope, each)
            try:
                yield
            finally:
                for scope in scopes:
                    scope.cancel()
    except BaseExceptionGroup as group:
        raise _unwrapped(group) from None


def steady(work: Round) -> Callable[[], Coroutine[Any, Any, None]]:
    """The same work, begun again after whatever it raises: for what others must not end with.

    What was raised is logged by its kind: its words may be somebody's.
    """

    async def run() -> None:
        pause = SOONEST_S
        while True:
            begun = anyio.current_time()
            try:
                await work()
            except Exception as error:  # noqa: BLE001 - one that falls must not take the others with it
                log.error("%s begins again: %s", _name(work), _kinds(error))  # noqa: TRY400 - no texts in logs
            else:
                return
            if anyio.current_time() - begun > LATEST_S:
                pause = SOONEST_S
            await anyio.sleep(pause)
            pause = min(2 * pause, LATEST_S)

    return run


def _unwrapped(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """What is in it, if that is one error, or several that callers were told to expect: then the first."""
    inside = [*_leaves(group)]
    expected = all(isinstance(each, AsklineError) for each in inside)
    return inside[0] if len(inside) == 1 or expected else group


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if not isinstance(error, BaseExceptionGroup):
        yield error
        return
    for each in cast("BaseExceptionGroup[BaseException]", error).exceptions:
        yield from _leaves(each)


def _name(work: object) -> str:
    bare = work.func if isinstance(work, partial) else work
    return getattr(bare, "__qualname__", type(bare).__qualname__)


def _kinds(error: BaseException) -> str:
    return ", ".join(dict.fromkeys(type(each).__name__ for each in _leaves(error)))


async def _within(scope: anyio.CancelScope, work: Round) -> None:
    with scope:
        await work()
