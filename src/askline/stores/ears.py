"""The listeners of one process: what every bell hands its rings to.

A ring latches: what is heard while a listener works waits for its next turn. A listener that falls
far behind is told that it missed something, instead of a list without end.
"""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager

import anyio

from askline.asks.ports import Hint, Ring

FAR_BEHIND = 50_000


class Ear:
    def __init__(self) -> None:
        self._hints: list[Hint] = []
        self._missed = False
        self._heard = anyio.Event()

    def hear(self, hint: Hint) -> None:
        self._hints.append(hint)
        if len(self._hints) > FAR_BEHIND:
            self.miss()
        self._heard.set()

    def miss(self) -> None:
        self._missed = True
        self._hints.clear()
        self._heard.set()

    async def rings(self) -> AsyncIterator[Ring]:
        while True:
            await self._heard.wait()
            ring = Ring(tuple(self._hints), missed=self._missed)
            self._hints.clear()
            self._missed = False
            self._heard = anyio.Event()
            yield ring


class Ears:
    """The bell of one process, and the near half of every other bell."""

    def __init__(self) -> None:
        self._ears: list[Ear] = []
        self._wanted = anyio.Event()
        self.deaf = False

    async def wanted(self) -> None:
        """Returns when somebody listens."""
        await self._wanted.wait()

    def ring(self, hint: Hint) -> None:
        for ear in self._ears:
            ear.hear(hint)

    def miss(self) -> None:
        """Tell every listener that anything may have changed."""
        for ear in self._ears:
            ear.miss()

    @asynccontextmanager
    async def listen(self) -> AsyncGenerator[AsyncIterator[Ring]]:
        ear = Ear()
        self._ears.append(ear)
        self._wanted.set()
        try:
            yield ear.rings()
        finally:
            self._ears.remove(ear)
            if not self._ears:
                self._wanted = anyio.Event()
