"""Work that goes on beside a block of code for as long as the block lasts, and ends with it."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

import anyio

Round = Callable[[], Awaitable[object]]


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
        if len(group.exceptions) == 1:
            raise group.exceptions[0] from None
        raise


async def _within(scope: anyio.CancelScope, work: Round) -> None:
    with scope:
        await work()
