"""(a) Ask, shown by an event, answered, woken: over HTTP at one, two and four replicas, against the same
cycle on the store alone.

Every request goes to the next replica, as a load balancer without a memory would send it; only the
stream of a person's inbox stays where it is. The store's own figure has the asking and the answering
desk in two stores of one process, so every wake-up comes by the bell, as at the hub. All share two
cores with the driver and PostgreSQL: more replicas cannot give more cycles here than one that has a
core for itself, so what a cycle costs in processor time is told for each part.
"""

import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from itertools import count, cycle
from statistics import median
from typing import Any

import anyio
import asyncpg

from askline.asks.desk import open_desk
from askline.core.clock import SystemClock
from askline.core.ids import AskId, RandomMint
from askline.core.latch import Latch, give, new_latch
from askline.stores.postgres.opening import open_postgres
from bench.bell import cpu_s
from bench.hub_house import Process, Somebody, replicas, say_load
from bench.hub_profile import Profile
from bench.hub_wire import Wire
from bench.measuring import percentile_ms, say
from bench.postgres import emptied
from bench.workload import AGENT, ANSWER, HUMAN, UNPACED, new_ask, receipt
from tests.postgres import Cluster

ROUNDS = 3
WARM_S = 1.0
SETTLE_S = 120.0
REPLICAS = (1, 2, 4)
MATTER = {
    "title": "Job store",
    "context": "Jobs must survive a restart.",
    "project": {"name": "shop", "path": "/home/ada/shop", "branch": "main"},
}
OPTIONS = [
    {"label": "PostgreSQL", "description": "Replicas, one more thing to run", "recommended": True},
    {"label": "SQLite", "description": "Nothing to run, one machine"},
]
SAID = {"db": {"values": ["PostgreSQL"], "note": "The team knows it, and we will need replicas."}}

numbers = count(1)


@dataclass(slots=True)
class Tally:
    whole: list[float] = field(default_factory=list[float])
    shown: list[float] = field(default_factory=list[float])
    """From the acknowledged ask to its event."""
    woken: list[float] = field(default_factory=list[float])
    """From the acknowledged answer to the reply of who waits."""
    seconds: float = 0.0
    cpu: dict[str, float] = field(default_factory=dict[str, float])
    wal: float = 0.0
    """Bytes of PostgreSQL's log for each cycle."""

    @property
    def rate(self) -> float:
        return len(self.whole) / self.seconds


async def main(cluster: Cluster, people: list[Somebody], *, seconds: float, profile: bool) -> None:
    with ExitStack() as stack:
        houses = [
            stack.enter_context(replicas(cluster.dsn, each, first=10 * each)) for each in REPLICAS
        ]
        modes: dict[str, Callable[[], Awaitable[Tally]]] = {
            "store": partial(on_the_store, cluster, len(people), seconds),
            **{
                f"{len(house)} replicas": partial(over_http, cluster, house, people, seconds)
                for house in houses
            },
        }
        rounds: dict[str, list[Tally]] = {name: [] for name in modes}
        for _ in range(ROUNDS):
            for name, mode in modes.items():
                await emptied(cluster.dsn)
                before = await written(cluster.dsn)
                rounds[name].append(await mode())
                after = await written(cluster.dsn)
                rounds[name][-1].wal = (after[0] - before[0]) / after[1]
                say_load(f"after {name}, {rounds[name][-1].rate:,.0f} cycles/s")
        told(rounds, len(people))
        if profile:
            with Profile(houses[0][0].pid, seconds) as taken:
                await over_http(cluster, houses[0], people, seconds + 2)
            taken.tell()


async def written(dsn: str) -> tuple[int, int]:
    """How far the log is, and how many asks there are."""
    db = await asyncpg.connect(dsn)
    log = await db.fetchval("SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint")
    asks = await db.fetchval("SELECT count(*) FROM asks")
    await db.close()
    return log, asks


def told(rounds: dict[str, list[Tally]], workers: int) -> None:
    own = median(each.rate for each in rounds["store"])
    own_p99 = median(percentile_ms(each.whole, 0.99) for each in rounds["store"])
    for name, tallies in rounds.items():
        rate = median(each.rate for each in tallies)
        p50, p99 = (
            median(percentile_ms(each.whole, share) for each in tallies) for share in (0.5, 0.99)
        )
        parts = {what: median(each.cpu[what] for each in tallies) for what in tallies[0].cpu}
        say(
            f"(a) {name}, {workers} people at once",
            f"{rate:,.0f} cycles/s, {rate / own:.2f} of the store's",
            f"cycle p50 {p50:.0f} ms, p99 {p99:.0f} ms, {p99 / own_p99:.1f} of the store's",
            f"shown p99 {_p99(tallies, 'shown'):.0f} ms, woken p99 {_p99(tallies, 'woken'):.0f} ms",
            f"WAL {median(each.wal for each in tallies) / 1024:.1f} kB/cycle",
            "CPU ms/cycle: " + ", ".join(f"{what} {each:.2f}" for what, each in parts.items()),
        )


def _p99(tallies: list[Tally], what: str) -> float:
    lists: list[list[float]] = [getattr(each, what) for each in tallies]
    return median(percentile_ms(each, 0.99) if each else 0.0 for each in lists)


async def on_the_store(cluster: Cluster, workers: int, seconds: float) -> Tally:
    tally, clock = Tally(), SystemClock()
    async with open_postgres(cluster.dsn) as here, open_postgres(cluster.dsn) as there:
        asker = open_desk(here.asks, here.bell, clock, RandomMint(), limits=UNPACED)
        answerer = open_desk(there.asks, there.bell, clock, RandomMint(), limits=UNPACED)
        asked: list[Latch[AskId | None]] = [new_latch() for _ in range(workers)]

        async def agent(number: int) -> None:
            while time.perf_counter() < end:
                begun = time.perf_counter()
                ask = await asker.asking.ask(AGENT, new_ask())
                give(asked[number], ask.id)
                await asker.asking.outcome(AGENT, ask.id)
                tally.whole.append(time.perf_counter() - begun)
            give(asked[number], None)

        async def human(number: int) -> None:
            while ask_id := await asked[number]:
                asked[number] = new_latch()
                await answerer.answering.answer(HUMAN, ask_id, ANSWER, receipt=receipt())

        spent = Spent(cluster, [])
        begun = time.perf_counter()
        end = begun + seconds
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(asker.run)
            async with anyio.create_task_group() as workers_done:
                for number in range(workers):
                    workers_done.start_soon(agent, number)
                    workers_done.start_soon(human, number)
            tally.seconds = time.perf_counter() - begun
            tasks.cancel_scope.cancel()
        tally.cpu = spent.each(len(tally.whole))
    return tally


async def over_http(
    cluster: Cluster, house: list[Process], people: list[Somebody], seconds: float
) -> Tally:
    tally = Tally()
    async with anyio.create_task_group() as listening:
        pairs = [Pair(each, house, number, tally) for number, each in enumerate(people)]
        with anyio.fail_after(SETTLE_S):
            for pair in pairs:
                await pair.begin()
                await listening.start(pair.listen)
        await _all_ask(pairs, WARM_S)
        for list_ in (tally.whole, tally.shown, tally.woken):
            list_.clear()
        spent, begun = Spent(cluster, house), time.perf_counter()
        await _all_ask(pairs, seconds)
        tally.seconds = time.perf_counter() - begun
        tally.cpu = spent.each(len(tally.whole))
        listening.cancel_scope.cancel()
    for pair in pairs:
        pair.close()
    return tally


async def _all_ask(pairs: list["Pair"], seconds: float) -> None:
    end = time.perf_counter() + seconds
    async with anyio.create_task_group() as asking:
        for pair in pairs:
            asking.start_soon(pair.ask, end)


class Spent:
    """Processor time of the parts, from now on."""

    def __init__(self, cluster: Cluster, house: list[Process]) -> None:
        self._cluster = cluster
        self._house = house
        self._before = self._now()

    def each(self, cycles: int) -> dict[str, float]:
        """Milliseconds for each cycle."""
        now = self._now()
        return {name: (now[name] - self._before[name]) / cycles * 1000 for name in now}

    def _now(self) -> dict[str, float]:
        return {
            "driver": time.process_time(),
            "PostgreSQL": cpu_s(self._cluster.processes()),
            **({"replicas": cpu_s([each.pid for each in self._house])} if self._house else {}),
        }


class Pair:
    """An agent that asks and waits, and the person who is shown it and answers at once."""

    def __init__(self, who: Somebody, house: list[Process], number: int, tally: Tally) -> None:
        self._who = who
        self._house = house
        self._number = number
        self._tally = tally
        self._acknowledged: dict[str, float] = {}
        self._answered: dict[str, float] = {}

    async def begin(self) -> None:
        self._agent = await self._wires()
        self._person = await self._wires()
        self._stream = await Wire.to(self._house[self._number % len(self._house)].place)

    def close(self) -> None:
        for wire in (*self._all, self._stream):
            wire.close()

    async def ask(self, end: float) -> None:
        while time.perf_counter() < end:
            begun = time.perf_counter()
            matter: dict[str, Any] = {
                **MATTER,
                "agent": {"name": "claude-code", "conversation": f"c{next(numbers)}"},
                "questions": [
                    {
                        "id": "db",
                        "question": f"Which database shall hold part {next(numbers)}?",
                        "header": "Database",
                        "options": OPTIONS,
                    }
                ],
            }
            asked = await next(self._agent).call("POST /api/v1/asks", self._who.program, matter)
            self._acknowledged[asked["id"]] = time.perf_counter()
            path = f"GET /api/v1/asks/{asked['id']}/outcome?wait=60"
            outcome = await next(self._agent).call(path, self._who.program)
            now = time.perf_counter()
            assert outcome["state"] == "answered", outcome
            self._tally.whole.append(now - begun)
            # Its own reply may be later than the wake-up: that counts as at once.
            self._tally.woken.append(max(0.0, now - self._answered.pop(asked["id"], now)))

    async def listen(self, *, task_status: anyio.abc.TaskStatus[None]) -> None:
        async for name, data in self._stream.events(self._who.browser):
            if name == "snapshot":
                task_status.started()
            elif name == "asked":
                await self._answer(data["ask"]["id"])

    async def _answer(self, ask_id: str) -> None:
        now = time.perf_counter()
        self._tally.shown.append(max(0.0, now - self._acknowledged.pop(ask_id, now)))
        said = {"answers": SAID, "receipt": f"r{next(numbers)}"}
        path = f"POST /api/v1/asks/{ask_id}/answer"
        await next(self._person).call(path, self._who.browser, said)
        self._answered[ask_id] = time.perf_counter()

    async def _wires(self) -> Iterator[Wire]:
        wires = [await Wire.to(each.place) for each in self._house]
        self._all = [*getattr(self, "_all", ()), *wires]
        turn = cycle(wires)
        for _ in range(self._number):
            next(turn)
        return turn
