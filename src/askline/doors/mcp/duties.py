"""What a connection owes: whom to tell when a result arrived, which asks to let go when it ends.

What a result carries is also spelled for the line, which repeats it with its report to every further
service: this one may be gone when the client has the result. Errands are the desk's verbs, bound by
whoever made the result. One that fails is logged and forgotten: the ask is in the store, and neither
a mark nor its absence loses an answer.
"""

import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from uuid import UUID

import anyio

from askline.core.errors import AsklineError
from askline.core.ids import AskId, OperationId

Errand = Callable[[], Awaitable[object]]
Late = Callable[["Handed | Ended"], Awaitable[object]]

ENDED = "ended"
"""Stands in the place of a number, so that a service that knows no operations passes it over."""

PATIENCE_S = 2.0
"""For the last errands of a call or a connection that is being cancelled."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Handed:
    """What a result hands over: the outcome of an ask, and so many amendments."""

    ask_id: AskId
    amendments: int

    def __str__(self) -> str:
        return f"{self.ask_id}/{self.amendments}"

    def is_of(self, which: UUID) -> bool:
        return self.ask_id == which


@dataclass(frozen=True, slots=True)
class Ended:
    """What a result hands over: how an operation ended."""

    operation_id: OperationId

    def __str__(self) -> str:
        return f"{self.operation_id}/{ENDED}"

    def is_of(self, which: UUID) -> bool:
        return self.operation_id == which


class Duties:
    def __init__(self, late: Late | None = None) -> None:
        """`late` is for what a service before this one handed over and never heard of again."""
        self._late = late
        self._after: dict[int, dict[Handed | Ended, Errand]] = {}
        self._held: dict[AskId, Errand] = {}
        self._waiting: Counter[UUID] = Counter()

    def when_delivered(self, number: int, handed: Handed | Ended, errand: Errand) -> None:
        """Run it when the client has the whole response to this request."""
        self._after.setdefault(number, {})[handed] = errand

    def carried(self, number: int) -> str:
        """What the response to this request hands over, as the line repeats it; empty for nothing."""
        return " ".join(map(str, self._after.get(number, ())))

    def on_its_way(self, which: UUID) -> bool:
        """Whether a response that nobody has reported yet hands this ask or operation over."""
        return any(each.is_of(which) for handed in self._after.values() for each in handed)

    async def delivered(self, number: int, carried: str = "") -> None:
        """The client has it. `carried` is what it handed over, where a service said so."""
        errands = self._after.pop(number, None)
        if errands is None and self._late is not None:
            errands = {handed: partial(self._late, handed) for handed in read_handed(carried)}
        for errand in (errands or {}).values():
            await _run(errand)

    def undelivered(self, number: int) -> None:
        """The client got something else in the place of this response."""
        self._after.pop(number, None)

    def awaited(self, which: UUID) -> bool:
        """Whether an open call of the connection waits for it, and will hand it over itself."""
        return self._waiting[which] > 0

    @contextmanager
    def awaiting(self, operation_ids: Sequence[OperationId]) -> Generator[None]:
        """A call waits for these operations. Nobody holds them: they end by themselves."""
        self._waiting.update(operation_ids)
        try:
            yield
        finally:
            self._waiting.subtract(operation_ids)

    def hold(self, ask_id: AskId, let_go: Errand) -> None:
        """A call waits for this ask; the connection holds it until it is settled or let go."""
        self._held[ask_id] = let_go
        self._waiting[ask_id] += 1

    @property
    def held(self) -> frozenset[AskId]:
        """The asks that the agent of this connection waits for, or was told to come back to."""
        return frozenset(self._held)

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


def read_handed(carried: str) -> list[Handed | Ended]:
    """What is not understood was another version's, and stays undelivered: it is told once more."""
    handed: list[Handed | Ended] = []
    for each in carried.split():
        which, _, what = each.partition("/")
        with suppress(ValueError):
            handed.append(
                Ended(OperationId(UUID(which)))
                if what == ENDED
                else Handed(AskId(UUID(which)), int(what))
            )
    return handed


async def _run(errand: Errand) -> None:
    try:
        await errand()
    except AsklineError as error:
        log.warning("a mark was not kept: %s", error.code)
