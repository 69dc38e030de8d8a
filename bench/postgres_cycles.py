"""(a) Ask, answer, wake through the desk on PostgreSQL, against bare batched asyncpg.

Bare writes the very same rows with the same statements on as many connections, in batches as large
as the workers in flight allow, from arrays that are ready: nothing to decide, to read or to wake.
`by bell` has the asking and the answering desk in two stores, so that every wake-up comes through
PostgreSQL.
"""

import time
from functools import partial

import anyio
import asyncpg

from askline.asks.desk import Desk, open_desk
from askline.core.clock import SystemClock
from askline.core.ids import RandomMint
from askline.stores.postgres import statements as sql
from askline.stores.postgres.columns import (
    EVENT_WIDTH,
    NewAsk,
    NewState,
    columns,
    new_ask,
    new_state,
)
from askline.stores.postgres.opening import open_postgres
from bench.measuring import interleaved, percentile_ms, say
from bench.postgres import emptied, own_database
from bench.prepared import ready
from bench.workload import UNPACED, cycles, wakes

CONNECTIONS = 2
RATE = 1_000


async def main(seconds: float, workers: int) -> None:
    async with own_database() as dsn:
        medians = await interleaved(
            {
                "bare": partial(bare, dsn, seconds, workers),
                "desk": partial(one_process, dsn, seconds, workers),
                "by bell": partial(by_bell, dsn, seconds, workers),
            }
        )
        late = await paced(dsn, seconds)
    for mode in ("desk", "by bell"):
        say(
            f"(a) PostgreSQL, {workers} at once, {mode}",
            f"{medians[mode]:,.0f} cycles/s",
            f"bare {medians['bare']:,.0f}",
            f"ratio {medians[mode] / medians['bare']:.2f} (wanted 0.50)",
        )
    say(
        f"(a) wake by bell at {RATE:,} cycles/s offered",
        f"{len(late) / seconds:,.0f}/s done",
        f"p50 {percentile_ms(late, 0.5):.1f} ms",
        f"p99 {percentile_ms(late, 0.99):.1f} ms",
    )


async def one_process(dsn: str, seconds: float, workers: int) -> float:
    await emptied(dsn)
    async with open_postgres(dsn) as keeping, anyio.create_task_group() as tasks:
        desk = open_desk(keeping.asks, keeping.bell, SystemClock(), RandomMint(), limits=UNPACED)
        tasks.start_soon(desk.run)
        done = await cycles(desk, desk, workers=workers, seconds=seconds)
        tasks.cancel_scope.cancel()
    return done


async def by_bell(dsn: str, seconds: float, workers: int) -> float:
    await emptied(dsn)
    async with open_postgres(dsn) as here, open_postgres(dsn) as there:
        asker = open_desk(here.asks, here.bell, SystemClock(), RandomMint(), limits=UNPACED)
        answerer = open_desk(there.asks, there.bell, SystemClock(), RandomMint(), limits=UNPACED)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(asker.run)
            done = await cycles(asker, answerer, workers=workers, seconds=seconds)
            tasks.cancel_scope.cancel()
    return done


async def paced(dsn: str, seconds: float) -> list[float]:
    await emptied(dsn)
    async with open_postgres(dsn) as here, open_postgres(dsn) as there:
        asker: Desk = open_desk(here.asks, here.bell, SystemClock(), RandomMint(), limits=UNPACED)
        answerer = open_desk(there.asks, there.bell, SystemClock(), RandomMint(), limits=UNPACED)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(asker.run)
            late = await wakes(asker, answerer, per_second=RATE, seconds=seconds)
            tasks.cancel_scope.cancel()
    return late


async def bare(dsn: str, seconds: float, workers: int) -> float:
    await emptied(dsn)
    turns, busy = 0, 0.0
    settings = {"jit": "off"}
    one = await asyncpg.connect(dsn, server_settings=settings)
    other = await asyncpg.connect(dsn, server_settings=settings)
    while busy < seconds:
        parts = [[ready() for _ in range(workers // CONNECTIONS)] for _ in range(CONNECTIONS)]
        asks = [[new_ask(opening, keys) for opening, _, keys in part] for part in parts]
        answers = [[new_state(answer) for _, answer, _ in part] for part in parts]
        begun = time.perf_counter()  # making them ready is not what is measured
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(write, one, asks[0], answers[0])
            tasks.start_soon(write, other, asks[1], answers[1])
        busy += time.perf_counter() - begun
        turns += workers
    await one.close()
    await other.close()
    return turns / busy


async def write(
    db: "asyncpg.Connection[asyncpg.Record]", asks: list[NewAsk], answers: list[NewState]
) -> None:
    await db.fetch(
        sql.ADD,
        *columns(((new.tenant, key, new.id) for new in asks for key in new.keys), 3),
        *columns((new.row for new in asks), 1),
        *columns((event for new in asks for event in new.events), EVENT_WIDTH),
    )
    moved = await db.fetch(
        sql.SWAP,
        *columns((new.row for new in answers), 1),
        *columns((event for new in answers for event in new.events), EVENT_WIDTH),
        *columns((each for new in answers for each in new.released), 2),
    )
    assert len(moved) == len(asks)


if __name__ == "__main__":
    anyio.run(main, 3.0, 600)
