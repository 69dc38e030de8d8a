"""A database of the bench's own on the PostgreSQL at hand, dropped at the end."""

import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from uuid import uuid4

import asyncpg

from askline.core.clock import SystemClock
from askline.stores.postgres.opening import migrate_postgres
from askline.stores.postgres.partitions import make_ahead

AT_HAND = os.environ.get("ASKLINE_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432/postgres")


@asynccontextmanager
async def own_database() -> AsyncGenerator[str]:
    name = f"askline_bench_{uuid4().hex[:12]}"
    server = await asyncpg.connect(AT_HAND)
    await server.execute(f"CREATE DATABASE {name}")
    dsn = AT_HAND.rsplit("/", 1)[0] + f"/{name}"
    try:
        await migrate_postgres(dsn)
        yield dsn
    finally:
        await server.execute(f"DROP DATABASE {name} WITH (FORCE)")
        await server.close()


async def emptied(dsn: str) -> None:
    db = await asyncpg.connect(dsn)
    await db.execute("TRUNCATE asks, ask_events, ask_keys, ask_inboxes, ask_drafts, summonses")
    await make_ahead(db, SystemClock().now())
    await db.execute("VACUUM ANALYZE")
    await db.close()
