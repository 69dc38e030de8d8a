"""(c) What an inbox page, an answer and a sweep cost among a million pending asks, against a thousand.

Everybody has a hundred of them, so that what grows is the hub and not the one inbox that is looked at.
Both sizes lie in two databases of one server, and every look is made at both in turn.
"""

import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import timedelta
from statistics import median

import asyncpg

from askline.asks.desk import Desk, open_desk
from askline.core.clock import SystemClock
from askline.core.ids import AskId, RandomMint
from askline.core.people import Actor, ActorKind, Door, Right
from askline.stores.postgres.opening import migrate_postgres, open_postgres
from bench.hub_house import say_load
from bench.measuring import percentile_ms, say
from bench.multiplying import multiply
from bench.multiplying import size as bytes_of
from bench.timers import MovedClock
from bench.workload import ANSWER, receipt
from tests.postgres import Cluster

FEW = 1_000
OWN = 100
PAGE = 100
DUE = 5
AFTER = timedelta(hours=1)
STEP = timedelta(milliseconds=1)
TENANT = "acme"
WARM = 3


@dataclass(slots=True)
class Side:
    """One of the two sizes."""

    desk: Desk
    clock: MovedClock
    ids: list[AskId]
    took: dict[str, list[float]] = field(default_factory=dict[str, list[float]])


def person(number: int) -> Actor:
    name = f"p{number // OWN}"
    rights = frozenset({Right.ANSWER, Right.PERSON})
    return Actor(
        tenant=TENANT,
        kind=ActorKind.HUMAN,
        id=name,
        name=name,
        door=Door.WEB,
        rights=rights,
        addresses=frozenset({name}),
    )


OPERATOR = Actor(
    tenant=TENANT, kind=ActorKind.HUMAN, id="op", name="op", rights=frozenset({Right.OPERATE})
)


async def main(cluster: Cluster, *, many: int, rounds: int) -> None:
    async with AsyncExitStack() as stack:
        sides = [await filled(cluster, size, stack) for size in (FEW, many)]
        say_load(f"{many:,} asks are pending")
        for number in range(rounds + WARM):
            for side in sides if number % 2 else sides[::-1]:
                await look(side, number)
    few, full = sides
    for what, before in few.took.items():
        small, large = median(before[WARM:]), median(full.took[what][WARM:])
        say(
            f"(c) {what}, {FEW:,} / {many:,} pending",
            f"{small * 1000:.2f} / {large * 1000:.2f} ms",
            f"p99 {percentile_ms(before[WARM:], 0.99):.1f} / "
            f"{percentile_ms(full.took[what][WARM:], 0.99):.1f} ms",
            f"ratio {large / small:.2f} (wanted at most 1.30)",
        )


async def filled(cluster: Cluster, size: int, stack: AsyncExitStack) -> Side:
    server = await asyncpg.connect(cluster.dsn)
    await server.execute(f"CREATE DATABASE pending_{size}")
    await server.close()
    dsn = cluster.dsn.rpartition("/")[0] + f"/pending_{size}"
    await migrate_postgres(dsn)
    begun = SystemClock().now()
    owners = [(TENANT, f"p{number // OWN}") for number in range(size)]
    ids = await multiply(dsn, owners, begun + AFTER - STEP, STEP)
    say(f"(c) {size:,} pending on disk", f"{await bytes_of(dsn):,.0f} bytes each")
    keeping = await stack.enter_async_context(open_postgres(dsn))
    clock = MovedClock(begun + AFTER - STEP)
    return Side(open_desk(keeping.asks, keeping.bell, clock, RandomMint()), clock, ids)


async def look(side: Side, round_: int) -> None:
    """Sweeps eat from the beginning, answers from the end, pages are of people amid."""
    desk, amid = side.desk, person(len(side.ids) // 2 + OWN * (round_ % 2))
    last = len(side.ids) - 1 - round_
    answer = person(last)

    async def noted(what: str, work: Callable[[], Awaitable[object]]) -> object:
        begun = time.perf_counter()
        done = await work()
        side.took.setdefault(what, []).append(time.perf_counter() - begun)
        return done

    await noted("a person's inbox page", lambda: desk.reading.inbox(amid, limit=PAGE))
    await noted("an operator's page", lambda: desk.reading.inbox(OPERATOR, limit=PAGE))
    await noted(
        "an answer",
        lambda: desk.answering.answer(answer, side.ids[last], ANSWER, receipt=receipt()),
    )
    assert await noted("a sweep with nothing due", desk.sweeping.sweep) == 0
    side.clock.time += DUE * STEP
    assert await noted(f"a sweep of {DUE} due", desk.sweeping.sweep) == DUE
