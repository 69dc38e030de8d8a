"""How long ended operations are kept: so many days, and so many bytes of what they wrote."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from askline.commands.operation import Operation, Status
from askline.commands.ports import Operations, OperationStore, Outputs
from askline.core.clock import Clock
from askline.core.ids import OperationId

ENDED: Final = frozenset(each for each in Status if each.ended)
PAGE: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Keep:
    days: float = 7
    bytes: int = 1 << 30


class Retaining:
    def __init__(
        self,
        *,
        store: OperationStore,
        outputs: Outputs,
        clock: Clock,
        keep: Keep,
        tenant: str,
    ) -> None:
        self._store = store
        self._outputs = outputs
        self._clock = clock
        self._keep = keep
        self._tenant = tenant

    @property
    def keeps(self) -> timedelta:
        """How long an ended operation can be found, unless there is too much of what others wrote."""
        return timedelta(days=self._keep.days)

    async def sweep(self) -> None:
        # Sizes first: what is begun meanwhile has none yet, and is in nobody's way.
        sizes = await self._outputs.sizes()
        # And what goes on before what has ended: what ends in between is seen twice, not never.
        going_on = {each.id for each in await self._store.unended(self._tenant)}
        ended = await self._ended()
        known = {each.id for each in ended} | going_on
        forgotten = over_the_limit(ended, sizes, self._keep, self._clock.now())
        await self._outputs.remove([*forgotten, *(each for each in sizes if each not in known)])
        await self._store.forget(forgotten)

    async def _ended(self) -> list[Operation]:
        found: list[Operation] = []
        while True:
            before = found[-1].id if found else None
            page = await self._store.which(
                Operations(tenant=self._tenant, statuses=ENDED, limit=PAGE, before=before)
            )
            found += page
            if len(page) < PAGE:
                return found


def over_the_limit(
    ended: Sequence[Operation], sizes: Mapping[OperationId, int], keep: Keep, now: datetime
) -> list[OperationId]:
    """What has to go; of what is too much, the oldest."""
    oldest = now - timedelta(days=keep.days)
    forgotten: list[OperationId] = []
    room = keep.bytes
    for each in sorted(ended, key=lambda op: op.ended_at or op.created_at, reverse=True):
        room -= sizes.get(each.id, 0)
        if room < 0 or (each.ended_at or each.created_at) < oldest:
            forgotten.append(each.id)
    return forgotten
