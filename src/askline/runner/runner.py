"""Runs commands through wardens: one per sandbox, started when first needed, replaced when lost.

What is started ends some day and says how, whatever happens to it or to its warden. Closing the
runner ends every command. Not done here: what may run, what is kept about it, what it printed.
"""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import anyio
from anyio.abc import TaskGroup

from askline.core.background import background
from askline.core.locations import make_private
from askline.runner import means
from askline.runner.means import Means
from askline.runner.model import Order, Sandbox
from askline.runner.post import Post, WardenLost
from askline.runner.surroundings import Surroundings
from askline.runner.watch import Running, Watch

AT_ONCE = 32
BOOT_S = 20.0
IDLE_S = 300.0
"""A warden that held nothing from one look to the next goes home."""


Key = tuple[Sandbox, tuple[tuple[int, int] | None, ...]]
"""A sandbox, and the files it protects."""


class Runner:
    """Use it through `running`."""

    _tasks: TaskGroup

    def __init__(self, around: Surroundings, at_once: int) -> None:
        self._around = around
        self._slots = anyio.Semaphore(at_once, fast_acquire=True)
        self.ready = anyio.Event()
        self._starting = anyio.Lock()
        self._watches: dict[Key, Watch] = {}

    async def start(self, run: Order) -> Running:
        """Begin it, when there is room.

        Raises:
            SandboxUnavailable: its sandbox cannot be made here; nothing ran.
            OSError: the files for its output cannot be made.
        """
        await self._slots.acquire()
        try:
            return await self._begin(run)
        except BaseException:
            self._slots.release()
            raise

    async def _begin(self, run: Order) -> Running:
        while True:
            watch = await self._watch(run.sandbox)
            try:
                return await watch.begin(run, self._slots.release)
            except WardenLost:
                await watch.gone.wait()

    async def _watch(self, sandbox: Sandbox) -> Watch:
        if found := self._watches.get((sandbox, means.standing(sandbox))):
            return found
        async with self._starting:
            key = (sandbox, means.standing(sandbox))
            if found := self._watches.get(key):
                return found
            made = self._watches[key] = await self._new(sandbox)
            self._tasks.start_soon(self._listen, key, made)
        return made

    async def _new(self, sandbox: Sandbox) -> Watch:
        said = ""
        for each in means.candidates(sandbox, self._around):
            if each is Means.LANDLOCK:
                make_private(self._around.scratch)
            post = Post(means.launch(each, sandbox, self._around))
            try:
                with anyio.fail_after(BOOT_S):
                    await post.hear()
            except (WardenLost, TimeoutError):
                said = await post.close() or said
            else:
                return Watch(post, each, means.scratch(each, self._around))
        raise means.unavailable(self._around, said)

    async def _listen(self, key: Key, watch: Watch) -> None:
        await watch.listen()
        del self._watches[key]

    async def work(self) -> None:
        """Hear the wardens, and let those go that nobody needs: the next command starts another."""
        async with anyio.create_task_group() as self._tasks:
            self.ready.set()
            while True:
                await anyio.sleep(IDLE_S)
                for watch in self._watches.values():
                    if watch.idle and not watch.used:
                        watch.post.dismiss()
                    watch.used = False

    def wardens(self) -> list[int]:
        """Their processes, for whoever looks after the machine."""
        return [watch.post.pid for watch in self._watches.values()]

    async def close(self) -> None:
        for watch in self._watches.values():
            await watch.close()


@asynccontextmanager
async def running(around: Surroundings, at_once: int = AT_ONCE) -> AsyncGenerator[Runner]:
    """A runner for as long as the block lasts; every command ends with it."""
    runner = Runner(around, at_once)
    try:
        async with background(runner.work):
            await runner.ready.wait()
            yield runner
    finally:
        with anyio.CancelScope(shield=True):
            await runner.close()
