"""Work that goes on beside the calls that began it, for as long as the workshop runs.

Whatever comes before the workshop runs is begun when it does.
"""

import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import anyio
from anyio.abc import TaskGroup

log = logging.getLogger(__name__)


class Hands:
    def __init__(self) -> None:
        self._tasks: TaskGroup | None = None
        self._waiting: list[Callable[[], Coroutine[Any, Any, None]]] = []

    def take(self, work: Callable[..., Coroutine[Any, Any, None]], *words: Any) -> None:
        """Do it soon, beside everything else."""
        task = partial(_done, partial(work, *words))
        if self._tasks is None:
            self._waiting.append(task)
        else:
            self._tasks.start_soon(task)

    async def run(self) -> None:
        """Forever."""
        async with anyio.create_task_group() as self._tasks:
            for task in self._waiting:
                self._tasks.start_soon(task)
            self._waiting.clear()
            await anyio.sleep_forever()


async def _done(task: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Whatever goes wrong with one thing, everything else goes on."""
    try:
        await task()
    except Exception:
        log.exception("work of the workshop was left undone")
