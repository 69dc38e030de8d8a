"""(c) 100,000 asks waiting in one process: memory for each, and the wake-up among them."""

import gc

import anyio
from anyio.abc import TaskGroup

from askline.asks.desk import Desk, open_desk
from askline.core.clock import SystemClock
from askline.core.ids import AskId, RandomMint
from askline.stores.postgres.opening import open_postgres
from bench.loading import load
from bench.measuring import calm, memory, percentile_ms, say
from bench.postgres import emptied, own_database
from bench.workload import AGENT, HUMAN, UNPACED, wakes

RATE = 1_000


async def main(waiters: int, seconds: float) -> None:
    async with own_database() as dsn:
        alone = await woken(dsn, seconds)
        await emptied(dsn)
        ids = await load(dsn, waiters)
        async with open_postgres(dsn) as keeping, anyio.create_task_group() as tasks:
            desk = open_desk(
                keeping.asks, keeping.bell, SystemClock(), RandomMint(), limits=UNPACED
            )
            tasks.start_soon(desk.run)
            each = await memory_of(desk, ids, tasks)
            calm()
            late = await wakes(desk, desk, per_second=RATE, seconds=seconds)
            gc.unfreeze()
            tasks.cancel_scope.cancel()
    say(
        f"(c) {waiters:,} waiting in one process",
        f"{each:,.0f} bytes each (wanted at most 2,560)",
    )
    say(
        f"(c) wake at {RATE:,}/s among them",
        f"p50 {percentile_ms(late, 0.5):.1f} ms, p99 {percentile_ms(late, 0.99):.1f} ms",
        f"without them p99 {percentile_ms(alone, 0.99):.1f} ms",
    )


async def woken(dsn: str, seconds: float) -> list[float]:
    """The same with nobody else waiting."""
    async with open_postgres(dsn) as keeping, anyio.create_task_group() as tasks:
        desk = open_desk(keeping.asks, keeping.bell, SystemClock(), RandomMint(), limits=UNPACED)
        tasks.start_soon(desk.run)
        late = await wakes(desk, desk, per_second=RATE, seconds=seconds)
        tasks.cancel_scope.cancel()
    return late


async def memory_of(desk: Desk, ids: list[AskId], tasks: TaskGroup) -> float:
    """What each waiting call adds, its task included."""
    await desk.reading.inbox(HUMAN, limit=1_000)  # warm what is warmed once
    gc.collect()
    before = memory()
    for ask_id in ids:
        tasks.start_soon(desk.asking.outcome, AGENT, ask_id)
    await anyio.wait_all_tasks_blocked()
    assert len(desk.waiting) == len(ids)
    gc.collect()
    return (memory() - before) / len(ids)
