"""Brings a database to the schema this version needs, and tells whether it has it.

Each migration is one transaction under one lock: any number of replicas may start at once.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING

from askline.core.errors import StoreUnavailable
from askline.stores.migrating import Migration, Phase, migrations
from askline.stores.postgres.connections import connected
from askline.stores.postgres.locks import HOLD, Lock

if TYPE_CHECKING:
    from askline.stores.postgres.connections import Connection

PACKAGE = "askline.stores.postgres"

TABLE = """
CREATE TABLE IF NOT EXISTS askline_migrations (
    name text NOT NULL,
    phase text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (name, phase)
)
"""


async def migrate_postgres(
    dsn: str, phases: Collection[Phase] = ("pre", "post"), upto: str | None = None
) -> list[str]:
    """Apply what is missing, in order; the names of what was applied.

    `upto` names the last one wanted, by its number or its whole name.
    """
    done: list[str] = []
    # However long a large table, or another replica's migration, may take.
    async with connected(dsn, patience=None) as db:
        for each in migrations(PACKAGE):
            if each.phase in phases and (upto is None or each.name[: len(upto)] <= upto):
                done += await _applied(db, each)
    return done


async def must_be_migrated(dsn: str) -> None:
    """Refuse a database without something this version needs. `post` may still be to come."""
    async with connected(dsn) as db:
        there = await _names(db)
    missing = [
        each.name
        for each in migrations(PACKAGE)
        if each.phase == "pre" and (each.name, each.phase) not in there
    ]
    if missing:
        raise StoreUnavailable(
            f"The database lacks {', '.join(missing)}, which this version needs.",
            hint="Run `askline hub migrate`, then start again.",
        )


async def _applied(db: "Connection", migration: Migration) -> list[str]:
    async with db.transaction():
        await db.execute(HOLD, Lock.MIGRATING)
        await db.execute(TABLE)
        if (migration.name, migration.phase) in await _names(db):
            return []
        await db.execute(migration.sql)
        await db.execute(
            "INSERT INTO askline_migrations (name, phase) VALUES ($1, $2)",
            migration.name,
            migration.phase,
        )
    return [f"{migration.name}.{migration.phase}"]


async def _names(db: "Connection") -> set[tuple[str, str]]:
    if not await db.fetchval("SELECT to_regclass('askline_migrations') IS NOT NULL"):
        return set()
    found = await db.fetch("SELECT name, phase FROM askline_migrations")
    return {(name, phase) for name, phase in found}
