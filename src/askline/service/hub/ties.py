"""What ties the replicas of a hub together besides asks and people: signs of life, sealing keys, files, and
what is counted, listed and done over whole tenants."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from askline.asks.ports import Shelf
from askline.asks.reviewing import TrailBook
from askline.asks.usage import UsageBook
from askline.people.limits import Holdings
from askline.service.hub.keys import SealingKeys
from askline.service.hub.retaining import Turn
from askline.service.hub.stragglers import Replicas
from askline.stores.postgres.connections import Wires
from askline.stores.postgres.limits import PostgresHoldings
from askline.stores.postgres.replicas import PostgresReplicas
from askline.stores.postgres.reviewing import PostgresTrails
from askline.stores.postgres.sealing import PostgresSealing
from askline.stores.postgres.shelf import PostgresShelf
from askline.stores.postgres.turns import PostgresTurn
from askline.stores.postgres.usage import PostgresUsage

FILES_AT_ONCE = 2


@dataclass(frozen=True, slots=True)
class Ties:
    replicas: Replicas
    keys: SealingKeys
    shelf: Shelf
    holdings: Holdings
    trails: TrailBook
    usage: UsageBook
    turn: Turn


@asynccontextmanager
async def open_ties(dsn: str) -> AsyncGenerator[Ties]:
    """Over a migrated database. Files have connections of their own: a large one delays no sign of life;
    nor does a long count or a long list."""
    signs, files = Wires(dsn, 1), Wires(dsn, FILES_AT_ONCE)
    counts, turns = Wires(dsn, 1), Wires(dsn, 1)
    guests = Wires(dsn, 1, role="askline_reader")
    try:
        yield Ties(
            PostgresReplicas(signs),
            PostgresSealing(signs),
            PostgresShelf(files),
            PostgresHoldings(counts),
            PostgresTrails(guests),
            PostgresUsage(guests),
            PostgresTurn(turns),
        )
    finally:
        for each in (signs, files, counts, turns, guests):
            await each.close()
