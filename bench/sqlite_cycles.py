"""(b) Ask, answer, wake through the desk on SQLite, against bare `sqlite3` with the same statements
and the same durability.

Bare is a loop in one thread that has its values ready and commits every step: no thread to hop to,
nothing to decide, nobody to wake. `bare, one by one` is a program that must have each ask and each
answer on disk before the next; `bare, batched` may put as many into one commit as the desk has
workers.
"""

import sqlite3
import tempfile
import time
from contextlib import closing
from functools import partial
from pathlib import Path

import anyio

from askline.asks.desk import open_desk
from askline.core.clock import SystemClock
from askline.core.ids import RandomMint
from askline.stores.sqlite import batches
from askline.stores.sqlite.batches import New, Swap
from askline.stores.sqlite.connection import connect
from askline.stores.sqlite.opening import open_sqlite
from bench.measuring import interleaved, say
from bench.prepared import ready
from bench.workload import UNPACED, cycles


async def main(seconds: float, workers: int) -> None:
    with tempfile.TemporaryDirectory(prefix="askline-bench-") as directory:
        room = Path(directory)
        medians = await interleaved(
            {
                "one by one": partial(bare, room, seconds, 1),
                "batched": partial(bare, room, seconds, workers),
                "desk": partial(through_the_desk, room, seconds, workers),
            }
        )
    for name in ("one by one", "batched"):
        say(
            f"(b) SQLite, {workers} at once, desk",
            f"{medians['desk']:,.0f} cycles/s",
            f"bare, {name} {medians[name]:,.0f}",
            f"ratio {medians['desk'] / medians[name]:.2f} (wanted 0.40)",
        )


async def through_the_desk(room: Path, seconds: float, workers: int) -> float:
    async with open_sqlite(room / f"desk-{time.time_ns()}.db") as keeping:
        desk = open_desk(keeping.asks, keeping.bell, SystemClock(), RandomMint(), limits=UNPACED)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(desk.run)
            done = await cycles(desk, desk, workers=workers, seconds=seconds)
            tasks.cancel_scope.cancel()
    return done


async def bare(room: Path, seconds: float, batch: int) -> float:
    path = room / f"bare-{time.time_ns()}.db"
    async with open_sqlite(path):
        pass
    turns, busy = 0, 0.0
    with closing(connect(path)) as db:
        while busy < seconds:
            made = [ready() for _ in range(batch)]
            asks = [batches.new(opening, keys) for opening, _, keys in made]
            answers = [batches.swap(answer) for _, answer, _ in made]
            begun = time.perf_counter()  # making them ready is not what is measured
            write(db, asks, answers)
            busy += time.perf_counter() - begun
            turns += batch
    return turns / busy


def write(db: sqlite3.Connection, asks: list[New], answers: list[Swap]) -> None:
    """The statements of the store, and a durable commit after each of the two steps."""
    db.execute("BEGIN IMMEDIATE")
    added = batches.add_all(db, asks)
    db.execute("COMMIT")
    db.execute("BEGIN IMMEDIATE")
    moved = batches.swap_all(db, answers)
    db.execute("COMMIT")
    assert all(moved)
    assert len(added) == len(asks)


if __name__ == "__main__":
    anyio.run(main, 3.0, 200)
