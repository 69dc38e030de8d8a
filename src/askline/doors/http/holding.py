"""Who waits over the API, and holds what it waits for: a script behind `askline ask`, a host program.

A long wait is made of many calls, so a call that ended without an outcome holds on for a moment, until
the next one comes; the call itself is over by then. A client that hangs up lets go at once. An ask that an agent's line holds is left to
it: who merely looks on from here must not be the one whose going is told.
"""

import logging
import secrets
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import anyio

from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.core.errors import AsklineError
from askline.core.holding import connection_of, holder_at
from askline.core.ids import AskId
from askline.core.people import Actor

OVER_API = "api-"
COME_BACK_S = 5.0
LAST_S = 1.0

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Wait:
    """One call that waits, and how it ended."""

    ask: Ask
    """As it stood last."""
    gone: bool = False
    """Whether its client hung up."""


class Holding:
    def __init__(self, desk: Desk, *, come_back_s: float = COME_BACK_S, at: str = "") -> None:
        """`at` is before the names of those who wait here, where several processes share what is held."""
        self._desk = desk
        self._come_back_s = come_back_s
        self._at = at
        self._names: dict[AskId, str] = {}
        self._waiting: Counter[AskId] = Counter()
        self._left: dict[AskId, tuple[float, Actor]] = {}
        """What is let go when its time comes, the soonest first, if no call comes back to it."""
        self._stirred = anyio.Event()

    def __len__(self) -> int:
        return len(self._names)

    def __contains__(self, holder: str) -> bool:
        return holder in self._names.values()

    @asynccontextmanager
    async def held(self, actor: Actor, ask: Ask) -> AsyncGenerator[Wait]:
        """A call waits for this ask within. However it ends, it is counted no longer."""
        wait = Wait(ask)
        self._waiting[ask.id] += 1
        self._left.pop(ask.id, None)
        try:
            await self._hold(actor, ask)
            yield wait
        except BaseException:
            wait.gone = True
            raise
        finally:
            await self._end(actor, wait)

    async def run(self) -> None:
        """Let go of what nobody came back to; forever. What is left at the end is let go, if that is quick."""
        try:
            while True:
                if not self._left:
                    self._stirred = anyio.Event()
                    await self._stirred.wait()
                ask_id, left = next(iter(self._left.items()))
                at, actor = left
                await anyio.sleep_until(at)
                if self._left.get(ask_id) is left:  # otherwise a call came back to it
                    del self._left[ask_id]
                    await self._let_go(actor, ask_id)
        finally:
            with anyio.move_on_after(LAST_S, shield=True):
                while self._left:
                    ask_id, (_, actor) = self._left.popitem()
                    await self._let_go(actor, ask_id)

    async def _hold(self, actor: Actor, ask: Ask) -> None:
        if ask.holder is None or connection_of(ask.holder).startswith(OVER_API):
            own = holder_at(self._at, f"{OVER_API}{secrets.token_hex(8)}")
            name = self._names.setdefault(ask.id, own)
            await self._desk.asking.attach(actor, ask.id, name)

    async def _end(self, actor: Actor, wait: Wait) -> None:
        """Of a settled ask there is nothing to let go."""
        ask = wait.ask
        self._waiting[ask.id] -= 1
        if self._waiting[ask.id] > 0:
            return
        del self._waiting[ask.id]
        if ask.state.settled:
            self._names.pop(ask.id, None)
        elif wait.gone:
            with anyio.CancelScope(shield=True):
                await self._let_go(actor, ask.id)
        else:
            self._left[ask.id] = anyio.current_time() + self._come_back_s, actor
            self._stirred.set()

    async def _let_go(self, actor: Actor, ask_id: AskId) -> None:
        name = self._names.pop(ask_id, None)
        try:
            if name is not None:
                await self._desk.asking.detach(actor, ask_id, name)
        except AsklineError as error:
            log.warning("ask %s was not let go: %s", ask_id, error.message)
