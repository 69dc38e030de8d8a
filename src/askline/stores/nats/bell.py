"""The bell over NATS core: cheap for many processes, where NOTIFY grows with their square.

NATS core keeps nothing and promises nothing. So what is rung stays here until the server has it, and
whoever may have missed something is told so. Between servers of one cluster hints can still be lost
unnoticed; those cost a listener the time until it reads again by itself.
"""

import logging
import secrets
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress

import anyio
from anyio.abc import TaskStatus
from nats.errors import SlowConsumerError

from askline.asks.ports import Hint, Ring
from askline.stores import hints
from askline.stores.ears import Ears
from askline.stores.nats.address import NatsAddress
from askline.stores.nats.wire import AWAY, MOST_UNREAD, Wire, subscribed
from askline.stores.watching import UNWATCHED, Echo, Watch

MOST_WAITING = 50_000
COALESCE_S = 0.010
SOONEST_S = 0.05
LATEST_S = 2.0
LAST_WORDS_S = 1.0

log = logging.getLogger(__name__)


class NatsBell:
    def __init__(
        self, address: NatsAddress, *, most_unread: int = MOST_UNREAD, watch: Watch = UNWATCHED
    ) -> None:
        self._address = address
        self._most_unread = most_unread
        self._ears = Ears()
        self._echo = Echo(watch)
        self._ringer = secrets.token_hex(8)
        self._waiting: list[Hint] = []
        self._behind = False
        self._wanted = anyio.Event()

    def ring(self, hint: Hint) -> None:
        """Here at once, elsewhere soon. Who is away for long has others read everything again."""
        self._ears.ring(hint)
        self._waiting.append(hint)
        self._echo.rung()
        if len(self._waiting) > MOST_WAITING:
            self._waiting.clear()
            self._behind = True
        self._wanted.set()

    @property
    def deaf(self) -> bool:
        return self._ears.deaf

    def listen(self) -> AbstractAsyncContextManager[AsyncIterator[Ring]]:
        return self._ears.listen()

    async def run(self, *, task_status: TaskStatus[None]) -> None:
        """Carry and hear hints, for as long as this is not cancelled; started after the first try.

        A NATS that is away keeps nobody from working: the bell is deaf until it is back.
        """
        pause, started = SOONEST_S, task_status.started
        while True:
            with suppress(*AWAY):
                async with subscribed(
                    self._address, self._heard, self._troubled, most_unread=self._most_unread
                ) as wire:
                    # Only now: what changes from here on is heard.
                    self._ears.miss()
                    self._ears.deaf = False
                    started()
                    pause, started = SOONEST_S, _once_only
                    await self._until_lost(wire)
            self._ears.deaf = True
            started()
            started = _once_only
            log.warning("the bell is deaf; it tries again in %.2f s", pause)
            await anyio.sleep(pause)
            pause = min(pause * 2, LATEST_S)

    async def _until_lost(self, wire: Wire) -> None:
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._carry, wire)
                await wire.lost.wait()
                tasks.cancel_scope.cancel()
        finally:
            # What was on its way here is gone, and it may be long until somebody tells of it.
            self._ears.miss()
            await self._last_words(wire)

    async def _carry(self, wire: Wire) -> None:
        """A ring at rest leaves at once; under load there is one flush every few milliseconds."""
        try:
            while True:
                await self._wanted.wait()
                await self._send(wire)
                await anyio.sleep(COALESCE_S)
        except AWAY:
            wire.lost.set()

    async def _send(self, wire: Wire) -> None:
        """Send what waits. If it is not known to have arrived it waits again: twice is harmless."""
        self._wanted = anyio.Event()
        going, self._waiting = self._waiting, []
        behind, self._behind = self._behind, False
        texts = [*hints.texts(self._ringer, going), *([hints.anything(self._ringer)] * behind)]
        try:
            await wire.say(texts)
        except BaseException:
            self._waiting[:0] = going
            self._behind |= behind
            self._wanted.set()
            raise
        self._echo.arrived()

    async def _last_words(self, wire: Wire) -> None:
        """What was rung just before the end still goes out, if there is a way and that is quick."""
        with anyio.move_on_after(LAST_WORDS_S, shield=True), suppress(*AWAY):
            while self._wanted.is_set() and not wire.lost.is_set():
                await self._send(wire)

    def _heard(self, said: bytes) -> None:
        try:
            told = hints.read(said.decode()) if len(said) <= hints.LARGEST else None
        except ValueError:
            told = None
        if told is None:
            log.warning("somebody else rang the bell; %d bytes", len(said))
        elif told:
            for hint in told:
                self._ears.ring(hint)
        else:
            self._ears.miss()

    def _troubled(self, error: Exception) -> None:
        """What the client of NATS reports besides. Its words name subjects and hosts, no secrets."""
        log.warning("the bell has trouble with NATS: %s", error)
        if isinstance(error, SlowConsumerError):
            self._ears.miss()


@asynccontextmanager
async def open_nats_bell(
    address: NatsAddress, *, watch: Watch = UNWATCHED
) -> AsyncGenerator[NatsBell]:
    bell = NatsBell(address, watch=watch)
    failure: Exception | None = None
    async with anyio.create_task_group() as tasks:
        await tasks.start(bell.run)
        try:
            yield bell
        except Exception as error:  # noqa: BLE001 - handed on below, not wrapped in a group
            failure = error
        tasks.cancel_scope.cancel()
    if failure is not None:
        raise failure


def _once_only() -> None:
    """In the place of `started`, which may be called once."""
