"""Subscriptions of many who come to one process: each has its own room."""

from collections.abc import Callable
from functools import partial

import anyio
import pytest
from anyio.lowlevel import checkpoint

from askline.doors.mcp import subscribing
from askline.doors.mcp.subscribing import Subscriptions


async def until(so: Callable[[], bool]) -> None:
    with anyio.fail_after(5):
        while not so():
            await checkpoint()


async def test_subscriptions_of_one_principal_end_none_of_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(subscribing, "MOST", 2)
    going: set[str] = set()

    async def follow(name: str) -> None:
        going.add(name)
        try:
            await anyio.sleep_forever()
        finally:
            going.discard(name)

    async with anyio.create_task_group() as running:
        subscriptions = Subscriptions(running)
        for name in ("ada 1", "eve 1", "eve 2", "eve 3"):
            whose, _, uri = name.partition(" ")
            subscriptions.open(whose, ("the same session", uri), partial(follow, name))
        await until(lambda: going == {"ada 1", "eve 2", "eve 3"})

        subscriptions.close("eve", ("the same session", "1"))
        subscriptions.close("bob", ("the same session", "1"))
        subscriptions.close("eve", ("the same session", "2"))
        await until(lambda: going == {"ada 1", "eve 3"})
        running.cancel_scope.cancel()
