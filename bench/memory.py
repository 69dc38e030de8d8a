"""`just bench-memory`: a summary of many entries, against reading the same rows bare.

Bare is `sqlite3` that reads the rows and their JSON and makes nothing of them. The files are those
of a clone: no store knows their asks, so every one is read. `--quick` makes everything small.
"""

import json
import sqlite3
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import anyio

from askline.asks.desk import Desk, open_desk
from askline.core.clock import SystemClock
from askline.core.ids import RandomMint
from askline.core.people import Project
from askline.memory.digest import Sought
from askline.memory.entries import entries_of
from askline.memory.memory import Memory, open_memory
from askline.memory.ports import Place
from askline.memory.writing import file_text
from askline.stores.journal.directories import QUESTIONS
from askline.stores.journal.files import DiskJournal
from askline.stores.keeping import Keeping
from askline.stores.sqlite import batches
from askline.stores.sqlite.connection import connect
from askline.stores.sqlite.opening import open_sqlite
from bench.measuring import interleaved, say
from bench.prepared import ready
from bench.sqlite_cycles import write
from bench.workload import AGENT, SHOP


async def main(entries: int) -> None:
    with tempfile.TemporaryDirectory(prefix="askline-bench-") as directory:
        file = Path(directory, "askline.db")
        async with open_sqlite(file) as keeping:
            with closing(connect(file)) as db:
                fill(db, entries)
            await from_store(desk_over(keeping), file, entries)
        async with open_sqlite(Path(directory, "another.db")) as keeping:
            await from_files(desk_over(keeping), Path(directory, "clone"), entries)


def desk_over(keeping: Keeping) -> Desk:
    return open_desk(keeping.asks, keeping.bell, SystemClock(), RandomMint())


async def from_store(desk: Desk, file: Path, entries: int) -> None:
    memory = open_memory(desk, SystemClock())
    searched = Sought(words="postgresql", limit=20)
    medians = await interleaved(
        {
            "bare": partial(bare, file),
            "summary": partial(timed, partial(summary, memory, SHOP, Sought(), entries)),
            "search": partial(timed, partial(summary, memory, SHOP, searched, entries)),
        }
    )
    for name in ("summary", "search"):
        told(f"{name} of {entries:,} entries, store", medians[name], medians["bare"])


async def from_files(desk: Desk, clone: Path, entries: int) -> None:
    """The files of a clone, once without and once with what an earlier look remembers."""
    project = Project(name=clone.name, path=str(clone))
    lay_down(clone, entries)
    memory = open_memory(desk, SystemClock(), DiskJournal())
    first = await timed(partial(summary, memory, project, Sought(), entries))
    again = await timed(partial(summary, memory, project, Sought(), entries))
    look = bare_files(clone)
    told(f"summary of {entries:,} files, first look", first, look)
    told(f"summary of {entries:,} files, again", again, look)


def fill(db: sqlite3.Connection, entries: int) -> None:
    made = [ready() for _ in range(entries)]
    asks = [batches.new(opening, keys) for opening, _, keys in made]
    write(db, asks, [batches.swap(answer) for _, answer, _ in made])


def lay_down(clone: Path, entries: int) -> None:
    """As the journal writes them, without a sync for each."""
    questions = clone / Place.ASKLINE / QUESTIONS
    questions.mkdir(parents=True)
    for number in range(entries):
        _, answer, _ = ready()
        [entry] = entries_of(answer.after)
        second = f"{number // 3600:02}{number // 60 % 60:02}{number % 60:02}"
        (questions / f"20261101_{second}_question.yaml").write_text(file_text(entry))


async def summary(memory: Memory, project: Project, sought: Sought, entries: int) -> None:
    found = await memory.digest.summary(AGENT, project, sought)
    if found.total != entries:
        raise AssertionError(f"{found.total} of {entries} were found")


async def timed(work: Callable[[], Awaitable[None]]) -> float:
    begun = time.perf_counter()
    await work()
    return time.perf_counter() - begun


async def bare(file: Path) -> float:
    begun = time.perf_counter()
    with closing(sqlite3.connect(file)) as db:
        for matter, asker, outcome in db.execute("SELECT matter, asker, outcome FROM asks"):
            for text in (matter, asker, outcome):
                json.loads(text)
    return time.perf_counter() - begun


def bare_files(clone: Path) -> float:
    begun = time.perf_counter()
    for file in (clone / Place.ASKLINE / QUESTIONS).iterdir():
        file.read_bytes()
    return time.perf_counter() - begun


def told(what: str, seconds: float, bare: float) -> None:
    say(
        what,
        f"{seconds * 1000:,.0f} ms",
        f"bare {bare * 1000:,.0f} ms",
        f"ratio {seconds / bare:.1f}",
    )


if __name__ == "__main__":
    anyio.run(main, 500 if "--quick" in sys.argv[1:] else 10_000)
