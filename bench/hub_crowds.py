"""(b) Many agents that wait and many inboxes that are open, at replicas of one small machine: memory for
each, what they cost while nothing happens, wake-ups among them, and how all come back after a replica's
death.

A process may hold so many files open, so the crowd is spread over replicas, and its clients over as many
processes. Kernel memory counts both ends, which are here.
"""

import json
import math
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import sample
from typing import Any

import anyio
from anyio import to_thread

from bench.bell import cpu_s
from bench.hub_house import Process, Somebody, replicas, say_load
from bench.hub_wire import Wire
from bench.measuring import percentile_ms, say
from bench.multiplying import multiply
from tests.postgres import Cluster

SPARE = 3_000
"""Files of a replica that are not for this crowd: those who come when another died, its own."""
IDLE_S = 20.0
LOOK_S = 0.5
PATIENCE_S = 1_500.0
LONGEST_WAIT_S = 600
SAID = {"db": {"values": ["PostgreSQL"], "note": "The team knows it."}}


class Clients:
    """A process of the crowd."""

    def __init__(self, file: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.hub_client", str(file)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    async def tell(self, what: str) -> dict[str, Any]:
        return await to_thread.run_sync(self._tell, what)

    def _tell(self, what: str) -> dict[str, Any]:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{what}\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


class Crowd:
    def __init__(self, house: list[Process], clients: list[Clients], somebody: Somebody) -> None:
        self.house = house
        self.clients = clients
        self._somebody = somebody
        self._wires: dict[int, Wire] = {}

    async def everybody(self, what: str) -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = []

        async def ask(each: Clients) -> None:
            told.append(await each.tell(what))

        async with anyio.create_task_group() as tasks:
            for each in self.clients:
                tasks.start_soon(ask, each)
        return told

    async def waiting(self) -> int:
        return sum([await self.waiting_at(each) for each in self.house])

    async def listening(self) -> int:
        return sum(each["listening"] for each in await self.everybody("facts"))

    async def until(self, waiting: int, listening: int) -> float:
        """Seconds until so many wait and listen."""
        begun = time.perf_counter()
        with anyio.fail_after(PATIENCE_S):
            while await self.waiting() < waiting or await self.listening() < listening:  # noqa: ASYNC110 - counts of others
                await anyio.sleep(LOOK_S)
        return time.perf_counter() - begun

    def resident(self) -> int:
        return sum(each.resident() for each in self.house)

    async def waiting_at(self, replica: Process) -> int:
        if replica.pid not in self._wires:
            self._wires[replica.pid] = await Wire.to(replica.place)
        wire = self._wires[replica.pid]
        health = await wire.call("GET /api/v1/health", self._somebody.program)
        return health["counts"]["waiting"]


async def main(
    cluster: Cluster, people: list[Somebody], *, waiters: int, inboxes: int, answers: int
) -> None:
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    count = math.ceil((waiters + inboxes) / (files - SPARE)) + 1
    owners = [people[number % len(people)] for number in range(waiters)]
    ids = [str(e) for e in await multiply(cluster.dsn, [(o.tenant, o.id) for o in owners])]
    asked = list(zip(ids, owners, strict=True))
    with replicas(cluster.dsn, count) as house, ExitStack() as stack:
        clients = [
            stack.enter_context(
                _clients(house, number, asked[number::count], people[number:inboxes:count])
            )
            for number in range(count)
        ]
        crowd = Crowd(house, clients, people[-1])
        await crowd.until(0, 0)
        say(f"(b) {count} replicas, {files:,} files each at most", f"{len(people):,} people")
        await fill(cluster, crowd, waiters, inboxes)
        chosen = sample(asked, 2 * answers)
        late = await answered(crowd, dict(chosen[:answers]))
        _tell_late(f"wake among {waiters:,} + {inboxes:,}", late)
        await storm(crowd, waiters - answers, inboxes, dict(chosen[answers:]))


async def fill(cluster: Cluster, crowd: Crowd, waiters: int, inboxes: int) -> None:
    for what, sizes in (("wait", (waiters, 0)), ("listen", (waiters, inboxes))):
        before, kernel, spent = crowd.resident(), _kernel(), _cpu(cluster, crowd)
        begun = time.perf_counter()
        await crowd.everybody(what)
        await crowd.until(*sizes)
        came = inboxes if what == "listen" else waiters
        took = time.perf_counter() - begun
        used = [now - then for now, then in zip(_cpu(cluster, crowd), spent, strict=True)]
        say(
            f"(b) {came:,} {what}",
            f"{(crowd.resident() - before) / came / 1024:.1f} kB each in the replica,"
            f" {(_kernel() - kernel) / came / 1024:.1f} kB in the kernel",
            f"there after {took:.0f} s, {came / took:,.0f}/s",
            f"CPU ms each: replica {used[0] / came * 1000:.2f}, PostgreSQL {used[1] / came * 1000:.2f}",
        )
        say_load(f"{came:,} {what}")
    spent, begun = _cpu(cluster, crowd), time.perf_counter()
    await anyio.sleep(IDLE_S)
    took = time.perf_counter() - begun
    used = [(now - then) / took for now, then in zip(_cpu(cluster, crowd), spent, strict=True)]
    say("(b) while nothing happens", f"cores: replicas {used[0]:.2f}, PostgreSQL {used[1]:.2f}")


async def answered(crowd: Crowd, asks: dict[str, Somebody]) -> tuple[list[float], list[float]]:
    """How late each waiter and each inbox heard of it, once all have."""
    at: dict[str, float] = {}
    with anyio.fail_after(PATIENCE_S):
        for number, (ask_id, who) in enumerate(asks.items()):
            wire = await Wire.to(crowd.house[number % len(crowd.house)].place)
            said = {"answers": SAID, "receipt": f"r{ask_id}"}
            await wire.call(f"POST /api/v1/asks/{ask_id}/answer", who.browser, said)
            at[ask_id] = time.perf_counter()
            wire.close()
        while True:
            told = await crowd.everybody("tell")
            woken = {name: when for each in told for name, when in each["woken"].items()}
            if at.keys() <= woken.keys():
                break
            await anyio.sleep(LOOK_S)
    heard = {name: when for each in told for name, when in each["heard"]}
    return (
        [max(0.0, woken[each] - at[each]) for each in at],
        [max(0.0, heard[each] - at[each]) for each in at if each in heard],
    )


async def storm(crowd: Crowd, waiters: int, inboxes: int, asks: dict[str, Somebody]) -> None:
    """A replica is killed; its clients go to the others, and what is answered meanwhile arrives."""
    victim = crowd.house.pop(0)
    homeless = await crowd.waiting_at(victim)
    victim.process.kill()
    begun = time.perf_counter()
    late = await answered(crowd, asks)
    settled = time.perf_counter() - begun
    fewer = sum(1 for _ in asks)
    await crowd.until(waiters - fewer, inboxes)
    took = time.perf_counter() - begun
    say(
        f"(b) a replica of {homeless:,} waiters killed",
        f"all back after {took:.0f} s, {homeless / took:,.0f} waiters/s",
        f"{len(asks)} answers of the meantime all arrived, the last after {settled:.0f} s",
    )
    _tell_late("wake amid the storm", late)
    say_load("after the storm")


def _tell_late(what: str, late: tuple[list[float], list[float]]) -> None:
    for who, each in zip(("waiters", "inboxes"), late, strict=True):
        if each:
            say(
                f"(b) {what}, {len(each)} {who}",
                f"p50 {percentile_ms(each, 0.5):.0f} ms, p99 {percentile_ms(each, 0.99):.0f} ms",
            )


def _cpu(cluster: Cluster, crowd: Crowd) -> tuple[float, float]:
    return cpu_s([each.pid for each in crowd.house]), cpu_s(cluster.processes())


def _kernel() -> int:
    """Bytes that sockets take."""
    [line] = [
        each
        for each in Path("/proc/net/sockstat").read_text().splitlines()
        if each.startswith("TCP:")
    ]
    return int(line.split()[-1]) * 4096


@contextmanager
def _clients(
    house: list[Process],
    number: int,
    asked: list[tuple[str, Somebody]],
    inboxes: list[Somebody],
) -> Generator[Clients]:
    """Those of one replica; the others are where they go when it is gone."""
    places = [each.place for each in (*house[number:], *house[:number])]
    told = {
        "source": f"127.0.2.{number + 1}",
        "places": places,
        "wait": LONGEST_WAIT_S,
        "waiters": [(ask_id, who.program) for ask_id, who in asked],
        "listeners": [who.browser for who in inboxes],
    }
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(told, file)
        file.flush()
        clients = Clients(Path(file.name))
        try:
            yield clients
        finally:
            clients.process.kill()
            clients.process.wait()
