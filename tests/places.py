"""Places where asks are kept. Each `open` stands for one process over the same asks."""

from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Protocol

import asyncpg

from askline.service.sharing import open_shared
from askline.stores.forgetting import open_ephemeral
from askline.stores.keeping import Keeping
from askline.stores.nats.address import NatsAddress
from askline.stores.postgres.opening import open_postgres
from askline.stores.sqlite.opening import open_sqlite

TABLES = (
    "asks, ask_events, ask_keys, ask_inboxes, ask_drafts, alerts, alert_links, history_pruned,"
    " recollections, memory_rules, tenants, people, teams, memberships, project_access, tokens,"
    " invitations, credentials, sessions, replicas, sealing_keys, attachments, passkeys, identities,"
    " challenges, summonses, routing_rules, absences, acts, act_heads, tenant_limits, contacts"
)


class Place(Protocol):
    def open(self) -> AbstractAsyncContextManager[Keeping]: ...


class EphemeralPlace:
    """All processes are this one; nothing outlives it."""

    def __init__(self) -> None:
        self._keeping = open_ephemeral()

    @asynccontextmanager
    async def open(self) -> AsyncGenerator[Keeping]:
        yield self._keeping


class SqlitePlace:
    def __init__(self, path: Path) -> None:
        self._path = path

    def open(self) -> AbstractAsyncContextManager[Keeping]:
        return open_sqlite(self._path)


class PostgresPlace:
    def __init__(self, dsn: str) -> None:
        self._dsn = dsn

    def open(self) -> AbstractAsyncContextManager[Keeping]:
        return open_postgres(self._dsn)

    async def empty(self) -> None:
        db = await asyncpg.connect(self._dsn)
        try:
            await db.execute(f"TRUNCATE {TABLES}")
        finally:
            await db.close()


class NatsPlace:
    """Kept in PostgreSQL, rung by NATS."""

    def __init__(self, dsn: str, nats: NatsAddress) -> None:
        self._dsn = dsn
        self._nats = nats

    def open(self) -> AbstractAsyncContextManager[Keeping]:
        return open_shared(self._dsn, nats=self._nats)
