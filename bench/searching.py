"""Searching in a long history: the store narrows, beside reading every row, and beside an index.

The rarest word is the worst case: every row is looked at until one fits.
"""

import sqlite3
import tempfile
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import asyncpg

from askline.asks import searching
from askline.asks.ports import AskStore, Narrow
from askline.asks.reading import Reading
from askline.asks.searching import Wanted
from askline.stores.postgres.opening import open_postgres
from askline.stores.postgres.statements import ASK
from askline.stores.sqlite.opening import open_sqlite
from askline.stores.sqlite.statements import COLUMNS
from bench.measuring import interleaved, say
from bench.postgres import own_database
from bench.prepared import ready
from bench.workload import HUMAN

TRIGRAMS = "CREATE VIRTUAL TABLE said USING fts5 (matter, outcome, tokenize = 'trigram')"


COPY = """INSERT INTO asks ({columns}) SELECT {values} FROM asks, ({numbers}) AS numbers"""
SQLITE_NUMBERS = """WITH RECURSIVE count (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count
    WHERE n < {asks}) SELECT n FROM count"""
POSTGRES_NUMBERS = "SELECT generate_series(1, {asks}) AS n"


async def first(store: AskStore) -> str:
    """One answered ask, and what tells it from others."""
    opening, answer, keys = ready()
    events = (*opening.events, *answer.events)
    await store.add(replace(opening, after=answer.after, events=events), keys)
    return opening.after.questions[0].text.rpartition(" ")[2]


def copying(columns: str, numbers: str, word: str, changed: dict[str, str]) -> str:
    """So many copies of it, each with an id and a number of its own, made by the database."""
    values = columns
    for column, value in changed.items():
        values = values.replace(f"{column},", f"{value.format(word=word)},", 1)
    return COPY.format(columns=columns, values=values, numbers=numbers)


async def fill_sqlite(path: Path, asks: int) -> None:
    async with open_sqlite(path) as keeping:
        word = await first(keeping.asks)
    changed = {
        "id": "substr(id, 1, 24) || printf('%012x', n)",
        "matter": "replace(matter, '{word}', n || '?')",
    }
    with sqlite3.connect(path) as db:
        db.execute(copying(COLUMNS, SQLITE_NUMBERS.format(asks=asks), word, changed))


async def fill_postgres(dsn: str, asks: int) -> None:
    async with open_postgres(dsn) as keeping:
        word = await first(keeping.asks)
    changed = {
        "id": "(left(id::text, 24) || lpad(to_hex(n), 12, '0'))::uuid",
        "matter": "replace(matter::text, '{word}', n || '?')::jsonb",
    }
    db = await asyncpg.connect(dsn)
    await db.execute(copying(ASK, POSTGRES_NUMBERS.format(asks=asks), word, changed))
    await db.execute("VACUUM ANALYZE asks")
    await db.close()


class Whole(Reading):
    """Narrows nothing: every row comes out of the store."""

    async def history(self, *args: object, **named: object) -> list[object]:  # type: ignore[override]
        return await super().history(*args, **{**named, "narrow": Narrow()})  # type: ignore[arg-type]


async def searched(reading: Reading, words: str) -> float:
    began = time.perf_counter()
    found = await searching.newest(reading, HUMAN, Wanted(words=words), limit=50)
    assert found
    return time.perf_counter() - began


def indexed(path: Path, word: str) -> tuple[float, float, float]:
    """Seconds to build an index of trigrams and to ask it, and its size beside the texts'."""
    with sqlite3.connect(path) as db:
        began = time.perf_counter()
        db.execute(TRIGRAMS)
        db.execute("INSERT INTO said SELECT matter, outcome FROM asks")
        built = time.perf_counter() - began
        began = time.perf_counter()
        assert db.execute("SELECT rowid FROM said WHERE said MATCH ?", (word,)).fetchall()
        asked = time.perf_counter() - began
        (size,) = db.execute("SELECT sum(length(block)) FROM said_data").fetchone()
        (texts,) = db.execute("SELECT sum(length(matter) + length(outcome)) FROM asks").fetchone()
    return built, asked, size / texts


async def compared(name: str, store: AskStore, rare: str) -> float:
    results = await interleaved(
        {
            "narrowed": partial(searched, Reading(store), rare),
            "whole": partial(searched, Whole(store), rare),
            "common": partial(searched, Reading(store), "replicas"),
        }
    )
    ratio = results["narrowed"] / results["whole"]
    say(
        f"search, {name}",
        f"rare word {results['narrowed'] * 1000:.0f} ms",
        f"{ratio:.2f} of reading every row",
        f"common word {results['common'] * 1000:.0f} ms",
    )
    return results["narrowed"]


async def main(asks: int) -> None:
    rare = f"{asks // 2 + 7}?"
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "asks.db"
        await fill_sqlite(path, asks)
        async with open_sqlite(path) as keeping:
            narrowed = await compared(f"SQLite, {asks} asks", keeping.asks, rare)
        built, asked, share = indexed(path, f'"{rare}"')
        say(
            "the same by an index of trigrams",
            f"{asked / narrowed:.3f} of the time",
            f"{share:.1f} times the texts in size",
            f"built in {built:.1f} s",
        )
    async with own_database() as dsn:
        await fill_postgres(dsn, asks)
        async with open_postgres(dsn) as keeping:
            await compared(f"PostgreSQL, {asks} asks", keeping.asks, rare)
