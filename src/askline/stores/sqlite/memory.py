"""Recollections and rules in the same SQLite file as the asks. Words are found by FTS5."""

import json
import sqlite3
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from uuid import UUID

import anyio
import anyio.to_thread

from askline.asks.spelling import read_time, text_of, time_text
from askline.core.ids import AskId
from askline.memory.recall import Remembered
from askline.memory.rules import Rule, RuleId
from askline.stores.rule_rows import body_text, rule_of
from askline.stores.sqlite.connection import translated
from askline.stores.sqlite.lane import Lane
from askline.stores.sqlite.values import Values
from askline.stores.word_queries import Together, home_word, sought

COLUMNS = "ask_id, tenant, place, at, key, texts, words"
KEEP = f"INSERT INTO recollections ({COLUMNS}, home) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
KEPT = "SELECT number, home, words FROM recollections WHERE ask_id = ?"
FORGET = "DELETE FROM recollections WHERE number = ?"
# An index beside its table: what goes from one is told to the other, word for word.
INDEX = """INSERT INTO recollection_words (rowid, home, words)
    SELECT number, home, words FROM recollections WHERE ask_id = ?"""
UNINDEX = """INSERT INTO recollection_words (recollection_words, rowid, home, words)
    VALUES ('delete', ?, ?, ?)"""
SAME = f"""SELECT {COLUMNS} FROM recollections WHERE tenant = ? AND place = ? AND key = ?
    ORDER BY at DESC LIMIT ?"""
ALIKE = f"""SELECT {COLUMNS} FROM recollections WHERE number IN (
        SELECT rowid FROM recollection_words WHERE recollection_words MATCH ?
        ORDER BY rowid DESC LIMIT ?)"""
ANY = "SELECT NOT EXISTS (SELECT 1 FROM recollections)"

RULE = "id, tenant, person, place, body, made_at, until, revoked_at"
KEEP_RULE = f"INSERT INTO memory_rules ({RULE}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
RULES_OF = f"SELECT {RULE} FROM memory_rules WHERE tenant = ? AND person = ? ORDER BY id DESC"
STANDING = f"""SELECT {RULE} FROM memory_rules
    WHERE tenant = ? AND place = ? AND revoked_at IS NULL ORDER BY id DESC"""
REVOKE = """UPDATE memory_rules SET revoked_at = ?
    WHERE id = ? AND tenant = ? AND revoked_at IS NULL"""


class SqliteRecollection:
    def __init__(self, path: Path, writer: Lane, aside: sqlite3.Connection) -> None:
        self._path = path
        self._writer = writer
        self._aside = aside
        """For looks into the index of words, which take their time, on another thread."""
        self._looking = anyio.Lock()

    async def keep(self, remembered: Sequence[Remembered]) -> None:
        await self._writer.run(_keep, remembered)

    async def candidates(
        self, tenant: str, place: str, key: str, words: Sequence[str], limit: int
    ) -> list[Remembered]:
        async with self._looking:
            return await anyio.to_thread.run_sync(
                self._candidates, tenant, place, key, words, limit
            )

    def _candidates(
        self, tenant: str, place: str, key: str, words: Sequence[str], limit: int
    ) -> list[Remembered]:
        found = {row[0]: row for row in self._fetch(SAME, (tenant, place, key, limit))}
        enough = len(found) + limit
        home = home_word(tenant, place)
        for together in sought(words):
            if len(found) < enough:
                match = f"home : {home} AND words : ({_match(together)})"
                found |= {row[0]: row for row in self._fetch(ALIKE, (match, limit))}
        return [_remembered(row) for row in found.values()][:enough]

    async def forget(self, ask_ids: Sequence[AskId]) -> None:
        await self._writer.run(_forget, ask_ids)

    async def is_empty(self) -> bool:
        async with self._looking:
            ((empty,),) = self._fetch(ANY, ())
        return bool(empty)

    def _fetch(self, statement: str, values: Values) -> list[Values]:
        return fetched(self._aside, self._path, statement, values)


class SqliteRules:
    def __init__(self, path: Path, writer: Lane, near: sqlite3.Connection) -> None:
        self._path = path
        self._writer = writer
        self._near = near

    async def keep(self, rule: Rule) -> None:
        await self._writer.run(_keep_rules, rule)

    async def of(self, tenant: str, person: str) -> list[Rule]:
        return self._read(RULES_OF, (tenant, person))

    async def standing(self, tenant: str, place: str) -> list[Rule]:
        return self._read(STANDING, (tenant, place))

    async def revoke(self, tenant: str, rule_id: RuleId, at: datetime) -> bool:
        return await self._writer.run(_revoke, (time_text(at), str(rule_id), tenant))

    def _read(self, statement: str, values: Values) -> list[Rule]:
        return [_rule(row) for row in fetched(self._near, self._path, statement, values)]


def fetched(db: sqlite3.Connection, path: Path, statement: str, values: Values) -> list[Values]:
    try:
        return db.execute(statement, values).fetchall()
    except sqlite3.Error as error:
        raise translated(error, path) from error


def _keep(db: sqlite3.Connection, items: Sequence[Sequence[Remembered]]) -> list[None]:
    for remembered in items:
        for each in remembered:
            _drop(db, each.ask_id)
            home = home_word(each.tenant, each.place)
            where = (str(each.ask_id), each.tenant, each.place, time_text(each.at), each.key)
            db.execute(KEEP, (*where, text_of(each.texts), " ".join(each.words), home))
            db.execute(INDEX, (str(each.ask_id),))
    return [None] * len(items)


def _forget(db: sqlite3.Connection, items: Sequence[Sequence[AskId]]) -> list[None]:
    for ask_ids in items:
        for ask_id in ask_ids:
            _drop(db, ask_id)
    return [None] * len(items)


def _drop(db: sqlite3.Connection, ask_id: AskId) -> None:
    for row in db.execute(KEPT, (str(ask_id),)).fetchall():
        db.execute(UNINDEX, row)
        db.execute(FORGET, row[:1])


def _keep_rules(db: sqlite3.Connection, items: Sequence[Rule]) -> list[None]:
    for rule in items:
        who = (str(rule.id), rule.tenant, rule.person, rule.place, body_text(rule))
        when = (time_text(rule.made_at), time_text(rule.until), time_text(rule.revoked_at))
        db.execute(KEEP_RULE, (*who, *when))
    return [None] * len(items)


def _revoke(db: sqlite3.Connection, items: Sequence[Values]) -> list[bool]:
    return [db.execute(REVOKE, values).rowcount > 0 for values in items]


def _match(together: Together) -> str:
    return " OR ".join(
        "(" + " AND ".join(f'"{word}"' for word in words) + ")" for words in together
    )


def _remembered(row: Values) -> Remembered:
    ask_id, tenant, place, at, key, texts, words = row
    return Remembered(
        ask_id=AskId(UUID(ask_id)),
        tenant=tenant,
        place=place,
        at=read_time(at),
        key=key,
        texts=tuple(json.loads(texts)),
        words=tuple(words.split()),
    )


def _rule(row: Values) -> Rule:
    rule_id, tenant, person, place, body, *times = row
    made_at, until, revoked_at = (read_time(time) if time else None for time in times)
    assert made_at is not None  # noqa: S101 - by its column
    return rule_of(UUID(rule_id), tenant, person, place, body, made_at, until, revoked_at)
