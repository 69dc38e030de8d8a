"""Recollections and rules in PostgreSQL: full text finds the words, trigrams say how alike."""

import json
from collections.abc import Sequence
from datetime import datetime

import asyncpg

from askline.asks.spelling import text_of
from askline.core.ids import AskId
from askline.memory.recall import Remembered
from askline.memory.rules import Rule, RuleId
from askline.stores.postgres.connections import Wires
from askline.stores.rule_rows import body_text, rule_of
from askline.stores.word_queries import Together, home_word, sought

COLUMNS = "ask_id, tenant, place, at, key, texts, words"
# In one order by every process, so that rivals wait for each other in a row and never in a circle.
KEEP = f"""
INSERT INTO recollections ({COLUMNS}, home)
SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::jsonb[],
    $7::text[], $8::text[]) AS n ({COLUMNS}, home) ORDER BY ask_id
ON CONFLICT (ask_id) DO UPDATE SET at = excluded.at
    WHERE recollections.at < excluded.at
"""
SAME = f"""
SELECT {COLUMNS} FROM recollections WHERE tenant = $1 AND place = $2 AND key = $3
ORDER BY at DESC LIMIT $4
"""
# Of the tenant and the place themselves too: a word of an index is no boundary.
ALIKE = f"""
SELECT {COLUMNS} FROM recollections
WHERE search @@ to_tsquery('simple', $3) AND tenant = $1 AND place = $2
ORDER BY similarity(words, $4) DESC, at DESC LIMIT $5
"""
FORGET = "DELETE FROM recollections WHERE ask_id = ANY ($1::uuid[])"
ANY = "SELECT NOT EXISTS (SELECT FROM recollections)"

RULE = "id, tenant, person, place, body, made_at, until, revoked_at"
KEEP_RULE = f"INSERT INTO memory_rules ({RULE}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
RULES_OF = f"SELECT {RULE} FROM memory_rules WHERE tenant = $1 AND person = $2 ORDER BY id DESC"
STANDING = f"""
SELECT {RULE} FROM memory_rules
WHERE tenant = $1 AND place = $2 AND revoked_at IS NULL ORDER BY id DESC
"""
REVOKE = """
UPDATE memory_rules SET revoked_at = $3
WHERE id = $1 AND tenant = $2 AND revoked_at IS NULL RETURNING true
"""


class PostgresRecollection:
    def __init__(self, wires: Wires) -> None:
        self._wires = wires

    async def keep(self, remembered: Sequence[Remembered]) -> None:
        rows = [_values(each) for each in remembered]
        async with self._wires.use() as db:
            await db.execute(KEEP, *([*column] for column in zip(*rows, strict=True)))

    async def candidates(
        self, tenant: str, place: str, key: str, words: Sequence[str], limit: int
    ) -> list[Remembered]:
        async with self._wires.use() as db:
            same = await db.fetch(SAME, tenant, place, key, limit)
            found = {record["ask_id"]: record for record in same}
            enough = len(found) + limit
            home = home_word(tenant, place)
            for together in sought(words):
                if len(found) < enough:
                    match = f"{home} & ({_match(together)})"
                    alike = await db.fetch(ALIKE, tenant, place, match, " ".join(words), limit)
                    found |= {record["ask_id"]: record for record in alike}
        return [_remembered(record) for record in found.values()][:enough]

    async def forget(self, ask_ids: Sequence[AskId]) -> None:
        async with self._wires.use() as db:
            await db.execute(FORGET, ask_ids)

    async def is_empty(self) -> bool:
        async with self._wires.use() as db:
            return await db.fetchval(ANY)


class PostgresRules:
    def __init__(self, wires: Wires) -> None:
        self._wires = wires

    async def keep(self, rule: Rule) -> None:
        who = (rule.id, rule.tenant, rule.person, rule.place, body_text(rule))
        async with self._wires.use() as db:
            await db.execute(KEEP_RULE, *who, rule.made_at, rule.until, rule.revoked_at)

    async def of(self, tenant: str, person: str) -> list[Rule]:
        return await self._read(RULES_OF, tenant, person)

    async def standing(self, tenant: str, place: str) -> list[Rule]:
        return await self._read(STANDING, tenant, place)

    async def revoke(self, tenant: str, rule_id: RuleId, at: datetime) -> bool:
        async with self._wires.use() as db:
            return bool(await db.fetchval(REVOKE, rule_id, tenant, at))

    async def _read(self, statement: str, *values: str) -> list[Rule]:
        async with self._wires.use() as db:
            return [rule_of(*record) for record in await db.fetch(statement, *values)]


def _values(each: Remembered) -> tuple[object, ...]:
    where = (each.ask_id, each.tenant, each.place, each.at, each.key)
    home = home_word(each.tenant, each.place)
    return (*where, text_of(each.texts), " ".join(each.words), home)


def _match(together: Together) -> str:
    return " | ".join("(" + " & ".join(f"'{word}'" for word in words) + ")" for words in together)


def _remembered(record: asyncpg.Record) -> Remembered:
    ask_id, tenant, place, at, key, texts, words = record
    return Remembered(
        ask_id=AskId(ask_id),
        tenant=tenant,
        place=place,
        at=at,
        key=key,
        texts=tuple(json.loads(texts)),
        words=tuple(words.split()),
    )
