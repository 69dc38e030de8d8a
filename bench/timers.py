"""(d) 1,000,000 asks with a deadline: what a sweep costs when nothing is due, and when some are.

The deadlines are spread over an hour, so a sweep each second finds about 280. Two processes sweep at
once; each due ask must be settled by one of them.
"""

import statistics
import time
from datetime import datetime, timedelta

import anyio
import asyncpg

from askline.asks.desk import Desk, open_desk
from askline.core.clock import SystemClock
from askline.core.ids import RandomMint
from askline.stores.postgres.opening import open_postgres
from bench.loading import load, within_an_hour
from bench.measuring import say
from bench.postgres import own_database

IDLE_SWEEPS = 100
STEADY_SECONDS = 30


class MovedClock:
    def __init__(self, now: datetime) -> None:
        self.time = now

    def now(self) -> datetime:
        return self.time


async def main(timers: int) -> None:
    async with own_database() as dsn:
        clock = MovedClock(SystemClock().now() - timedelta(seconds=10))
        begun = time.perf_counter()
        start = SystemClock().now()
        await load(dsn, timers, within_an_hour(timers))
        loaded = time.perf_counter() - begun
        async with open_postgres(dsn) as here, open_postgres(dsn) as there:
            one = open_desk(here.asks, here.bell, clock, RandomMint())
            other = open_desk(there.asks, there.bell, clock, RandomMint())
            idle = [await timed(one) for _ in range(IDLE_SWEEPS)]
            clock.time = start
            steady: list[tuple[float, int]] = []
            for _ in range(STEADY_SECONDS):
                clock.time += timedelta(seconds=1)
                steady.append(await together(one, other))
        settled = await count_settled(dsn)
    swept = sum(count for _, count in steady)
    say(
        f"(d) {timers:,} timers (loaded in {loaded:.0f} s)",
        f"idle sweep {statistics.median(idle) * 1000:.2f} ms",
        f"steady sweep of {swept / STEADY_SECONDS:.0f} due "
        f"{statistics.median(took for took, _ in steady) * 1000:.1f} ms",
        f"swept {swept:,}, settled {settled:,}, duplicates {swept - settled}",
    )
    assert swept == settled


async def count_settled(dsn: str) -> int:
    db = await asyncpg.connect(dsn)
    settled = await db.fetchval("SELECT count(*) FROM asks WHERE state = 'timed_out'")
    await db.close()
    return settled


async def timed(desk: Desk) -> float:
    begun = time.perf_counter()
    await desk.sweeping.sweep()
    return time.perf_counter() - begun


async def together(one: Desk, other: Desk) -> tuple[float, int]:
    """One second's sweep by two processes at once: how long, and how many in all."""
    counts: list[int] = []

    async def sweep(desk: Desk) -> None:
        counts.append(await desk.sweeping.sweep())

    begun = time.perf_counter()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(sweep, one)
        tasks.start_soon(sweep, other)
    return time.perf_counter() - begun, sum(counts)
