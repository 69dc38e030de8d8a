"""The bell of many processes: NOTIFY outside of any write and coalesced, and one LISTEN for each.

A NOTIFY inside a transaction that writes would make all writers commit one after the other. So rows
are committed first, and hints go out after, many in one, on a connection that waits for no disk. A
ring at rest leaves at once; under load there is one flush every few milliseconds.
"""

import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, suppress
from typing import TYPE_CHECKING

import anyio
from anyio.abc import TaskStatus

from askline.asks.ports import Hint, Ring
from askline.core.errors import StoreUnavailable
from askline.stores import hints
from askline.stores.ears import Ears
from askline.stores.postgres.connections import Wires, connected
from askline.stores.watching import UNWATCHED, Echo, Watch

if TYPE_CHECKING:
    from askline.stores.postgres.connections import Connection

CHANNEL = "askline"
NOTIFY = f"SELECT pg_notify('{CHANNEL}', said) FROM unnest($1::text[]) AS said"  # noqa: S608 - a name of ours
AT_ONCE = 5_000
MOST_WAITING = 50_000
COALESCE_S = 0.008
SOONEST_S = 0.05
LATEST_S = 2.0
PULSE_S = 10.0
LAST_WORDS_S = 1.0

log = logging.getLogger(__name__)


class PostgresBell:
    def __init__(self, dsn: str, *, pulse: float = PULSE_S, watch: Watch = UNWATCHED) -> None:
        self._dsn = dsn
        self._pulse = pulse
        self._ears = Ears()
        self._echo = Echo(watch)
        self._wires = Wires(dsn, 1, synchronous_commit="off")
        self._ringer = secrets.token_hex(8)
        self._own = hints.opening(self._ringer)
        self._waiting: list[Hint] = []
        self._wanted = anyio.Event()

    def ring(self, hint: Hint) -> None:
        """Here at once, elsewhere soon. While the database is away hints wait, but not without end."""
        self._ears.ring(hint)
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append(hint)
            self._echo.rung()
            self._wanted.set()

    @property
    def deaf(self) -> bool:
        return self._ears.deaf

    def listen(self) -> AbstractAsyncContextManager[AsyncIterator[Ring]]:
        return self._ears.listen()

    async def notify(self) -> None:
        """Carry hints to the other processes, for as long as this is not cancelled."""
        pause = SOONEST_S
        try:
            while True:
                await self._wanted.wait()
                try:
                    await self._send()
                except StoreUnavailable as error:
                    log.warning("hints wait for the database: %s", error.message)
                    self._echo.unsent()
                    await anyio.sleep(pause)
                    pause = min(pause * 2, LATEST_S)
                else:
                    pause = SOONEST_S
                    await anyio.sleep(COALESCE_S)
        finally:
            await self._last_words()

    async def hear(self, *, task_status: TaskStatus[None]) -> None:
        """Hear the other processes, for as long as this is not cancelled; started when it does."""
        pause = SOONEST_S
        listening = task_status.started
        while True:
            try:
                async with connected(self._dsn) as db:
                    await db.add_listener(CHANNEL, self._heard)
                    # Only now: what changes from here on is heard.
                    self._ears.deaf = False
                    self._echo.lost()
                    listening()
                    listening, pause = self._ears.miss, SOONEST_S
                    await self._until_lost(db)
            except StoreUnavailable as error:
                log.warning("the bell is deaf: %s", error.message)
            self._ears.deaf = True
            await anyio.sleep(pause)
            pause = min(pause * 2, LATEST_S)

    async def _until_lost(self, db: "Connection") -> None:
        """A server that vanished without a word is noticed by asking it now and then."""
        lost = anyio.Event()
        db.add_termination_listener(lambda _: lost.set())
        while not db.is_closed():
            with anyio.move_on_after(self._pulse) as quiet:
                await lost.wait()
            if quiet.cancelled_caught:
                await db.execute("SELECT 1", timeout=self._pulse)

    def _heard(self, _db: object, _pid: int, _channel: str, said: object) -> None:
        text = str(said)
        if text.startswith(self._own):
            self._echo.heard(text)
            return
        try:
            for hint in hints.read(text):
                self._ears.ring(hint)
        except ValueError:
            log.warning("somebody else rang the bell; %d characters", len(text))

    async def _send(self) -> None:
        """Send what waits; it leaves the queue when it is out."""
        self._wanted = anyio.Event()
        going = self._waiting[:AT_ONCE]
        try:
            texts = list(hints.texts(self._ringer, going))
            self._echo.sent(texts)
            async with self._wires.use() as db:
                await db.execute(NOTIFY, texts)
            del self._waiting[: len(going)]
        finally:
            if self._waiting:
                self._wanted.set()

    async def _last_words(self) -> None:
        """What was rung just before the end still goes out, if that is quick."""
        with anyio.move_on_after(LAST_WORDS_S, shield=True), suppress(StoreUnavailable):
            while self._waiting:
                await self._send()
        await self._wires.close()
