"""Opens a PostgreSQL database as a place to keep asks, shared with every other process that does."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import anyio
from anyio.abc import TaskGroup

from askline.asks.ports import Bell
from askline.core.background import background
from askline.people.ports import Register
from askline.stores.ephemeral_operations import EphemeralOperations, EphemeralStanding
from askline.stores.keeping import Keeping
from askline.stores.postgres.acts import PostgresActs
from askline.stores.postgres.alerts import PostgresAlerts, PostgresLinks
from askline.stores.postgres.asks import PostgresAsks
from askline.stores.postgres.bell import PostgresBell
from askline.stores.postgres.connections import Wires
from askline.stores.postgres.contacts import PostgresContacts
from askline.stores.postgres.keys import PostgresKeys
from askline.stores.postgres.limits import PostgresLimits
from askline.stores.postgres.lookups import Lookups
from askline.stores.postgres.memory import PostgresRecollection, PostgresRules
from askline.stores.postgres.migrating import migrate_postgres, must_be_migrated
from askline.stores.postgres.people import PostgresPeople
from askline.stores.postgres.proofs import PostgresProofs
from askline.stores.postgres.routes import PostgresRoutes
from askline.stores.postgres.summons import PostgresSummons
from askline.stores.postgres.ways import WayLookups
from askline.stores.watching import UNWATCHED, Watch

__all__ = ["migrate_postgres", "open_postgres", "open_register"]


@asynccontextmanager
async def open_postgres(
    dsn: str, *, bell: Bell | None = None, watch: Watch = UNWATCHED
) -> AsyncGenerator[Keeping]:
    """With the bell over NOTIFY, or with one that the caller keeps running.

    Raises:
        StoreUnavailable: the database is not there, or was not migrated to what this version needs.
    """
    await must_be_migrated(dsn)
    asks = PostgresAsks(dsn, watch)
    told, recalled = Wires(dsn, 1), Wires(dsn, 1)
    failure: Exception | None = None
    async with _closing(told, recalled), anyio.create_task_group() as tasks:
        tasks.start_soon(asks.run)
        bell = bell or await _own_bell(dsn, tasks, watch)
        try:
            # Commands run on their user's machine, never where many share a database.
            commands = EphemeralOperations(), EphemeralStanding()
            yield Keeping(
                *(asks, bell, PostgresAlerts(told, watch), PostgresLinks(told)),
                *commands,
                *(PostgresRecollection(recalled), PostgresRules(recalled)),
                summons=PostgresSummons(told),
                contacts=PostgresContacts(told),
            )
        except Exception as error:  # noqa: BLE001 - handed on below, not wrapped in a group
            failure = error
        tasks.cancel_scope.cancel()
    if failure is not None:
        raise failure


@asynccontextmanager
async def _closing(*wires: Wires) -> AsyncGenerator[None]:
    """At the end, also where it is cancelled."""
    try:
        yield
    finally:
        for each in wires:
            await each.close()


async def _own_bell(dsn: str, tasks: TaskGroup, watch: Watch) -> Bell:
    bell = PostgresBell(dsn, watch=watch)
    tasks.start_soon(bell.notify)
    await tasks.start(bell.hear)
    return bell


@asynccontextmanager
async def open_register(dsn: str, *, each: int = 2) -> AsyncGenerator[Register]:
    """The people of a hub, with so many connections for writing, as many for reading lists and as many
    for looking up who is at a door.

    Raises:
        StoreUnavailable: the database is not there, or was not migrated to what this version needs.
    """
    await must_be_migrated(dsn)
    wires, guests = Wires(dsn, each), Wires(dsn, each, role="askline_reader")
    doors = Wires(dsn, each)
    lookups, ways = Lookups(doors, each), WayLookups(doors, each)
    try:
        async with background(lookups.run, ways.run):
            yield Register(
                people=PostgresPeople(wires, guests, lookups),
                keys=PostgresKeys(wires, lookups),
                proofs=PostgresProofs(wires),
                routes=PostgresRoutes(wires, guests, ways),
                acts=PostgresActs(wires, guests),
                limits=PostgresLimits(wires),
            )
    finally:
        for own in (wires, guests, doors):
            await own.close()
