"""Moves asks, a batch at a time, each by compare-and-set; and lets time move those that are due."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from askline.asks.changes import Change
from askline.asks.model import Ask
from askline.core.ids import AskId
from askline.stores.postgres import statements as sql
from askline.stores.postgres.columns import (
    EVENT_WIDTH,
    SUMMONS_WIDTH,
    NewState,
    Values,
    ask_from,
    columns,
    new_state,
)

if TYPE_CHECKING:
    from askline.stores.postgres.connections import Connection


async def swap_all(db: "Connection", batch: Sequence[NewState]) -> list[bool]:
    """Which of them were made. Of two for one ask the first counts; the second finds it moved."""
    first: dict[AskId, NewState] = {}
    for new in batch:
        first.setdefault(new.id, new)
    states = first.values()
    routed = any(new.routed for new in states)
    moved = await db.fetch(
        sql.SWAP_ROUTED if routed else sql.SWAP,
        *columns((new.row for new in states), 1),
        *columns((event for new in states for event in new.events), EVENT_WIDTH),
        *columns((each for new in states for each in new.released), 2),
        *(_routes(states) if routed else ()),
    )
    won = {ask_id for (ask_id,) in moved}
    return [new.id in won and first[new.id] is new for new in batch]


def _routes(states: Iterable[NewState]) -> list[Values]:
    """Whom those that come to other people now belong to, and who is to be told."""
    told = columns((each for new in states for each in new.summons), SUMMONS_WIDTH)
    return [tuple(new.recipients for new in states), *told]


async def sweep(
    db: "Connection", now: datetime, limit: int, decide: Callable[[Ask], Change]
) -> list[Change]:
    """What `decide` makes of asks that are due and that no other sweeper has in hand."""
    async with db.transaction():
        due = await db.fetch(sql.DUE, now, limit)
        changes = [change for record in due if (change := decide(ask_from(record))).events]
        if not changes:
            return []
        won = await swap_all(db, [new_state(change) for change in changes])
        return [change for change, made in zip(changes, won, strict=True) if made]
