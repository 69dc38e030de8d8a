"""Who waits over the API, and holds what it waits for: a script behind `askline ask`, a host program.

A long wait is made of many calls, so a call that ended without an outcome holds on for a moment, until
the next one comes. A client that hangs up lets go at once. An ask that an agent's line holds is left to
it: who merely looks on from here must not be the one whose going is told.
"""

import logging
import secrets
from collections import Counter

import anyio

from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.core.errors import AsklineError
from askline.core.holding import connection_of, holder_at
from askline.core.ids import AskId
from askline.core.people import Actor

OVER_API = "api-"
COME_BACK_S = 5.0

log = logging.getLogger(__name__)


class Holding:
    def __init__(self, desk: Desk, *, come_back_s: float = COME_BACK_S, at: str = "") -> None:
        """`at` is before the names of those who wait here, where several processes share what is held."""
        self._desk = desk
        self._come_back_s = come_back_s
        self._at = at
        self._names: dict[AskId, str] = {}
        self._waiting: Counter[AskId] = Counter()

    def __len__(self) -> int:
        return len(self._names)

    def __contains__(self, holder: str) -> bool:
        return holder in self._names.values()

    async def begin(self, actor: Actor, ask: Ask) -> None:
        """A call waits for this ask from now on."""
        self._waiting[ask.id] += 1
        if ask.holder is None or connection_of(ask.holder).startswith(OVER_API):
            own = holder_at(self._at, f"{OVER_API}{secrets.token_hex(8)}")
            name = self._names.setdefault(ask.id, own)
            await self._desk.asking.attach(actor, ask.id, name)

    async def end(self, actor: Actor, ask: Ask, *, gone: bool = False) -> None:
        """A call waits no longer. Of a settled ask there is nothing to let go."""
        self._waiting[ask.id] -= 1
        if not gone and not ask.state.settled:
            await anyio.sleep(self._come_back_s)
        if self._waiting[ask.id] > 0:
            return
        del self._waiting[ask.id]
        name = self._names.pop(ask.id, None)
        if name and not ask.state.settled:
            await self._let_go(actor, ask.id, name)

    async def _let_go(self, actor: Actor, ask_id: AskId, name: str) -> None:
        try:
            await self._desk.asking.detach(actor, ask_id, name)
        except AsklineError as error:
            log.warning("ask %s was not let go: %s", ask_id, error.message)
