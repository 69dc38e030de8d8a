"""Attachments in PostgreSQL, for replicas that share no disk. Each tenant has its own."""

import hashlib
from datetime import datetime

from askline.asks.answers import SHA256
from askline.stores.postgres.connections import Wires

# Whoever puts it down again means to name it.
PUT = """
INSERT INTO attachments (tenant, sha256, content, put_by) VALUES ($1, $2, $3, ARRAY[$4])
ON CONFLICT (tenant, sha256) DO UPDATE SET put_at = now(), put_by = CASE
    WHEN attachments.put_by IS NULL OR $4 = ANY (attachments.put_by) THEN attachments.put_by
    ELSE attachments.put_by || $4 END
"""
TAKE = "SELECT content FROM attachments WHERE tenant = $1 AND sha256 = $2"
SIZE = """
SELECT octet_length(content) FROM attachments
WHERE tenant = $1 AND sha256 = $2 AND ($3::text IS NULL OR coalesce($3 = ANY (put_by), true))
"""
DISCARD = """
DELETE FROM attachments WHERE tenant = $1 AND sha256 = $2 AND put_at < $3 RETURNING true
"""


class PostgresShelf:
    def __init__(self, wires: Wires) -> None:
        self._wires = wires

    async def put(self, tenant: str, content: bytes, *, by: str = "") -> str:
        hashed = hashlib.sha256(content)
        async with self._wires.use() as db:
            await db.execute(PUT, tenant, hashed.digest(), content, by)
        return hashed.hexdigest()

    async def take(self, tenant: str, sha256: str) -> bytes | None:
        if (key := _key(sha256)) is None:
            return None
        async with self._wires.use() as db:
            return await db.fetchval(TAKE, tenant, key)

    async def size(self, tenant: str, sha256: str, *, by: str | None = None) -> int | None:
        if (key := _key(sha256)) is None:
            return None
        async with self._wires.use() as db:
            return await db.fetchval(SIZE, tenant, key, by)

    async def discard(self, tenant: str, sha256: str, before: datetime) -> bool:
        if (key := _key(sha256)) is None:
            return False
        async with self._wires.use() as db:
            return await db.fetchval(DISCARD, tenant, key, before) is not None


def _key(sha256: str) -> bytes | None:
    """A hash comes from outside; only what looks like one is looked up."""
    return bytes.fromhex(sha256) if SHA256.fullmatch(sha256) else None
