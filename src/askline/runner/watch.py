"""One warden and the commands it holds, each until its end is known."""

import os
from collections.abc import Callable
from typing import Any

import anyio

from askline.commands.ports import Ended, How
from askline.runner.means import Means
from askline.runner.model import Order
from askline.runner.post import Post, WardenLost, nameless

BEYOND_S = 30.0
"""So long after its last moment a command's end is waited for."""


class Running:
    """A command on its way."""

    def __init__(self, run: Order, watch: "Watch", free: Callable[[], None]) -> None:
        self.id = run.id
        self.means = watch.means
        self._bounds = run.bounds
        self._watch = watch
        self._free = free
        self._over = anyio.Event()
        self._ended = Ended(How.INTERRUPTED)

    async def wait(self) -> Ended:
        """The warden sees to its time; if not even that is heard of, there is no warden any more."""
        bounds = self._bounds
        patience = (
            None if bounds.timeout_s is None else bounds.timeout_s + bounds.grace_s + BEYOND_S
        )
        with anyio.move_on_after(patience):
            await self._over.wait()
        if not self._over.is_set():
            self._watch.post.kill()
            await self._over.wait()
        return self._ended

    async def cancel(self) -> None:
        """Ask for its end, politely first; `wait` tells when it has come."""
        if not self._over.is_set():
            await self._watch.stop(self.id)

    def end(self, ended: Ended) -> None:
        self._ended = ended
        self._free()
        self._over.set()


class Watch:
    def __init__(self, post: Post, means: Means, scratch: str) -> None:
        self.post = post
        self.means = means
        self.used = True
        self.gone = anyio.Event()
        self._scratch = scratch
        self._held: dict[str, Running] = {}

    @property
    def idle(self) -> bool:
        return not self._held

    async def begin(self, run: Order, free: Callable[[], None]) -> Running:
        """Raises:
        WardenLost: it was not begun.
        OSError: the files for its output cannot be made.
        """
        self.used = True
        given = list[int]()
        running = self._held[run.id] = Running(run, self, free)
        try:
            given += (_new_file(each) for each in (run.stdout, run.stderr) if each)
            given += (nameless(os.fsencode(text)) for _, text in run.files)
            await self.post.tell(self._message(run), given)
        except BaseException:
            self._held.pop(run.id, None)
            raise
        finally:
            for each in given:
                os.close(each)
        return running

    async def stop(self, run_id: str) -> None:
        try:
            await self.post.tell({"stop": run_id})
        except WardenLost:
            await self.gone.wait()

    async def listen(self) -> None:
        """Until the warden is lost."""
        try:
            while True:
                words = await self.post.hear()
                self._held.pop(words.pop("id")).end(Ended(How(words.pop("how")), **words))
        except WardenLost:
            await self.close()

    async def close(self) -> None:
        """The warden ends; whatever it still held has no other end than that."""
        said = await self.post.close()
        for running in self._held.values():
            running.end(Ended(How.INTERRUPTED, why=said))
        self._held.clear()
        self.gone.set()

    def _message(self, run: Order) -> dict[str, Any]:
        env = dict(run.env)
        if self.means is not Means.NONE:
            env["TMPDIR"] = self._scratch
        bounds = run.bounds
        return {
            "id": run.id,
            "argv": run.argv,
            "cwd": run.cwd,
            "env": env,
            "files": [index for index, _ in run.files],
            "timeout_s": bounds.timeout_s,
            "grace_s": bounds.grace_s,
            "output_bytes": bounds.output_bytes,
            "file_bytes": bounds.file_bytes,
        }


def _new_file(path: str) -> int:
    """What is in it already stays: a retry of a start that was lost finds its own empty file."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
    return os.open(path, flags, 0o600)
