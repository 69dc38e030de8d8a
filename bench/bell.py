"""The bells of many processes: what NOTIFY and NATS cost as listeners grow.

All listen, up to ten of them ring a hundred times a second, as replicas do. CPU is that of the
servers, read from /proc: a PostgreSQL and a NATS that the bench starts. The bells take turns in one
run. Listeners are connections of one process, whose own work is the same with both.
"""

import argparse
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import anyio

from askline.asks.ports import Bell, Hint, News
from askline.core.clock import SystemClock
from askline.core.ids import AskId, RandomMint
from askline.stores.nats.bell import open_nats_bell
from askline.stores.postgres.bell import PostgresBell
from bench.measuring import percentile_ms, say
from tests.nats import own_nats
from tests.postgres import own_cluster

LISTENERS = (2, 10, 20, 50)
RINGERS = 10
RING_EVERY_S = 0.01
WARM_S = 0.3
PATIENCE_S = 5.0

mint, clock = RandomMint(), SystemClock()


@dataclass(frozen=True, slots=True)
class Kind:
    open: Callable[[], AbstractAsyncContextManager[Bell]]
    processes: Callable[[], list[int]]


@dataclass(slots=True)
class Tally:
    rung: dict[AskId, float] = field(default_factory=dict[AskId, float])
    late: list[float] = field(default_factory=list[float])


@asynccontextmanager
async def notify_bell(dsn: str) -> AsyncGenerator[Bell]:
    bell = PostgresBell(dsn)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(bell.notify)
        await tasks.start(bell.hear)
        yield bell
        tasks.cancel_scope.cancel()


def cpu_s(pids: list[int]) -> float:
    """Seconds on a processor of those that still run; to the nanosecond, for all of them do little."""
    spent = 0
    for pid in pids:
        told = Path(f"/proc/{pid}/task")
        if told.exists():
            each = (thread / "schedstat" for thread in told.iterdir())
            spent += sum(int(thread.read_text().split()[0]) for thread in each)
    return spent / 1e9


async def listen(bell: Bell, own: str, tally: Tally) -> None:
    async with bell.listen() as rings:
        async for ring in rings:
            now = time.perf_counter()
            tally.late.extend(
                now - tally.rung[hint.ask_id]
                for hint in ring.hints
                if hint.tenant != own and hint.ask_id in tally.rung
            )


async def ring(bell: Bell, own: str, tally: Tally, until: float) -> None:
    while time.perf_counter() < until:
        ask_id = mint.ask_id(clock.now())
        tally.rung[ask_id] = time.perf_counter()
        bell.ring(Hint(News.SETTLED, ask_id, own))
        await anyio.sleep(RING_EVERY_S)


async def measure(kind: Kind, listeners: int, seconds: float) -> tuple[Tally, float]:
    """What was delivered, and the server's CPU seconds for it."""
    tally = Tally()
    async with AsyncExitStack() as stack:
        bells = [await stack.enter_async_context(kind.open()) for _ in range(listeners)]
        async with anyio.create_task_group() as tasks:
            for number, bell in enumerate(bells):
                tasks.start_soon(listen, bell, str(number), tally)
            await crowd(bells, tally, WARM_S)  # connections are made with the first ring
            tally.late.clear()
            tally.rung.clear()
            pids = kind.processes()
            before = cpu_s(pids)
            await crowd(bells, tally, seconds)
            spent = cpu_s(pids) - before
            tasks.cancel_scope.cancel()
    return tally, spent


async def crowd(bells: list[Bell], tally: Tally, seconds: float) -> None:
    """All who ring do so for a time; returns when all is heard, or nothing more is awaited."""
    until = time.perf_counter() + seconds
    async with anyio.create_task_group() as ringing:
        for number, bell in enumerate(bells[:RINGERS]):
            ringing.start_soon(ring, bell, str(number), tally, until)
    with anyio.move_on_after(PATIENCE_S):
        while len(tally.late) < len(tally.rung) * (len(bells) - 1):  # noqa: ASYNC110 - a tally
            await anyio.sleep(RING_EVERY_S)


async def main(seconds: float) -> None:
    with own_cluster() as cluster, own_nats() as server:
        kinds = {
            "NOTIFY": Kind(lambda: notify_bell(cluster.dsn), cluster.processes),
            "NATS": Kind(lambda: open_nats_bell(server.address()), lambda: [server.process.pid]),
        }
        for listeners in LISTENERS:
            costs: dict[str, float] = {}
            for name, kind in kinds.items():
                tally, spent = await measure(kind, listeners, seconds)
                wanted = len(tally.rung) * (listeners - 1)
                costs[name] = spent / len(tally.late)
                say(
                    f"{listeners} listeners, {name}",
                    f"{len(tally.late) / seconds:,.0f} deliveries/s ({len(tally.late)}/{wanted})",
                    f"p50 {percentile_ms(tally.late, 0.5):.1f} ms",
                    f"p99 {percentile_ms(tally.late, 0.99):.1f} ms",
                    f"server {costs[name] * 1e6:.1f} us each",
                )
            ratio = costs["NATS"] / costs["NOTIFY"]
            say(f"{listeners} listeners, CPU per delivery", f"NATS {ratio:.2f} of NOTIFY")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0)
    anyio.run(main, parser.parse_args().seconds)
