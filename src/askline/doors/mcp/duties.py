"""What a connection owes: whom to tell when a result arrived, which asks to let go when it ends.

Errands are the desk's verbs, bound by whoever made the result. One that fails is logged and
forgotten: the ask is in the store, and neither a mark nor its absence loses an answer.
"""

import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence

import anyio

from askline.core.errors import AsklineError
from askline.core.ids import AskId

Errand = Callable[[], Awaitable[object]]

PATIENCE_S = 2.0
"""For the last errands of a call or a connection that is being cancelled."""

log = logging.getLogger(__name__)


class Duties:
    def __init__(self) -> None:
        self._after: dict[int, list[Errand]] = {}
        self._held: dict[AskId, Errand] = {}
        self._waiting: Counter[AskId] = Counter()

    def when_delivered(self, number: int, errand: Errand) -> None:
        """Run it when the client has the whole response to this request."""
        self._after.setdefault(number, []).append(errand)

    async def delivered(self, number: int) -> None:
        for errand in self._after.pop(number, ()):
            await _run(errand)

    def undelivered(self, number: int) -> None:
        """The client got something else in the place of this response."""
        self._after.pop(number, None)

    def hold(self, ask_id: AskId, let_go: Errand) -> None:
        """A call waits for this ask; the connection holds it until it is settled or let go."""
        self._held[ask_id] = let_go
        self._waiting[ask_id] += 1

    def waited(self, ask_id: AskId, *, settled: bool) -> None:
        """A call ended as it should. An agent that was told to come back still holds its ask."""
        self._waiting[ask_id] -= 1
        if settled:
            self._held.pop(ask_id, None)

    async def leave(self, ask_ids: Sequence[AskId]) -> None:
        """A call was cancelled: let go what no other call of the connection waits for."""
        for ask_id in ask_ids:
            self._waiting[ask_id] -= 1
        idle = [each for each in ask_ids if self._waiting[each] <= 0]
        await self._let_go([each for each in idle if each in self._held])

    async def end(self) -> None:
        """The connection is gone."""
        await self._let_go(list(self._held))

    async def _let_go(self, ask_ids: Sequence[AskId]) -> None:
        with anyio.move_on_after(PATIENCE_S, shield=True):
            for ask_id in ask_ids:
                await _run(self._held.pop(ask_id))


async def _run(errand: Errand) -> None:
    try:
        await errand()
    except AsklineError as error:
        log.warning("a mark was not kept: %s", error.code)
