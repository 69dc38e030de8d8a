"""Keeps new asks, a batch at a time: each with its event and all of its keys, or not at all."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import asyncpg

from askline.asks.ports import Added, Addition
from askline.core.ids import AskId
from askline.stores.postgres import statements as sql
from askline.stores.postgres.columns import EVENT_WIDTH, SUMMONS_WIDTH, NewAsk, columns
from askline.stores.postgres.partitions import day_of, make_days

if TYPE_CHECKING:
    from askline.stores.postgres.connections import Connection

TORN = "ASK01"
"""What `askline_whole` raises: a rival in another process took one of several keys meanwhile."""

Leads = dict[tuple[str, str], AskId]
"""Where the keys of a tenant lead to, as far as this batch has learned."""


async def add_all(db: "Connection", batch: Sequence[NewAsk]) -> list[Addition]:
    """Add in rounds, because what one ask finds may depend on another of the same batch."""
    leads: Leads = {}
    undecided = batch
    while undecided:
        leads |= await _add_round(db, _without_rivals(undecided))
        undecided = [new for new in undecided if _verdict(new, leads) is None]
    return [verdict for new in batch if (verdict := _verdict(new, leads))]


def _without_rivals(batch: Sequence[NewAsk]) -> list[NewAsk]:
    """Of those that share a key the first; the others look again when it is decided."""
    wanted: set[tuple[str, str]] = set()
    chosen: list[NewAsk] = []
    for new in batch:
        keys = {(new.tenant, key) for key in new.keys}
        if wanted.isdisjoint(keys):
            chosen.append(new)
        wanted |= keys
    return chosen


async def _add_round(db: "Connection", batch: Sequence[NewAsk]) -> Leads:
    try:
        return _learned(batch, await _try(db, batch))
    except asyncpg.CheckViolationError:
        await make_days(db, {day_of(new.id) for new in batch})
        return _learned(batch, await _try(db, batch))


async def _try(db: "Connection", batch: Sequence[NewAsk]) -> list[asyncpg.Record] | None:
    """The keys that stood already; None if a rival came between looking and writing."""
    told = [each for new in batch for each in new.summons]
    try:
        return await db.fetch(
            sql.ADD_SUMMONING if told else sql.ADD,
            *columns(((new.tenant, key, new.id) for new in batch for key in new.keys), 3),
            *columns((new.row for new in batch), 1),
            *columns((event for new in batch for event in new.events), EVENT_WIDTH),
            *(columns(told, SUMMONS_WIDTH) if told else ()),
        )
    except asyncpg.PostgresError as error:
        if error.sqlstate != TORN:
            raise
        return None


def _learned(batch: Sequence[NewAsk], standing: list[asyncpg.Record] | None) -> Leads:
    """What is known after one try; nothing where it has to be made once more."""
    if standing is None:
        return {}
    refused = {ask_id for ask_id, *_ in standing}
    leads: Leads = {(tenant, key): leads_to for _, tenant, key, leads_to in standing}
    added = (new for new in batch if new.id not in refused)
    return leads | {(new.tenant, key): new.id for new in added for key in new.keys}


def _verdict(new: NewAsk, leads: Leads) -> Addition | None:
    """The first key that leads anywhere decides; one that leads to this very ask says it is kept."""
    for key in new.keys:
        standing = leads.get((new.tenant, key))
        if standing == new.id:
            return Addition(what=Added.FRESH)
        if standing is not None:
            return _taken(key, standing)
    return None


def _taken(key: str, standing: AskId) -> Addition:
    if key.startswith("short:"):
        return Addition(what=Added.CLASH)
    return Addition(what=Added.STANDING, standing=standing)
