"""(e) Three processes answer the same 20,000 asks at once, each in an order of its own."""

import json
import random
import subprocess
import sys
import time
from functools import partial
from uuid import UUID

import anyio
import anyio.to_thread

from askline.asks.desk import Desk, open_desk
from askline.core.clock import SystemClock
from askline.core.errors import AlreadySettled
from askline.core.ids import AskId, RandomMint
from askline.stores.postgres.opening import open_postgres
from bench.loading import load
from bench.measuring import say
from bench.postgres import own_database
from bench.workload import ANSWER, HUMAN

RIVALS = 3
AT_ONCE = 1_000


async def main(asks: int) -> None:
    async with own_database() as dsn:
        ids = [str(ask_id) for ask_id in await load(dsn, asks)]
        begun = time.perf_counter()
        told = await anyio.to_thread.run_sync(partial(run_rivals, dsn, ids))
        took = time.perf_counter() - begun
    won = sum(each["won"] for each in told)
    lost = sum(each["lost"] for each in told)
    say(
        f"(e) {RIVALS} processes answer the same {asks:,} asks",
        f"{won:,} winners",
        f"{lost:,} told who won",
        f"{took:.1f} s",
    )
    assert (won, lost) == (asks, (RIVALS - 1) * asks)


def run_rivals(dsn: str, ids: list[str]) -> list[dict[str, int]]:
    command = [sys.executable, "-m", "bench.rivals", dsn]
    processes = [
        subprocess.Popen(
            [*command, str(number)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for number in range(RIVALS)
    ]
    for process in processes:
        assert process.stdin
        process.stdin.write(json.dumps(ids) + "\n")
        process.stdin.flush()
    return [json.loads(process.communicate()[0]) for process in processes]


async def rival(dsn: str, number: int) -> None:
    ids = [AskId(UUID(ask_id)) for ask_id in json.loads(sys.stdin.readline())]
    random.Random(number).shuffle(ids)
    told = {"won": 0, "lost": 0}
    async with open_postgres(dsn) as keeping:
        desk = open_desk(keeping.asks, keeping.bell, SystemClock(), RandomMint())
        gate = anyio.CapacityLimiter(AT_ONCE)
        async with anyio.create_task_group() as tasks:
            for ask_id in ids:
                await gate.acquire_on_behalf_of(ask_id)
                tasks.start_soon(answer, desk, ask_id, number, told, gate)
    print(json.dumps(told))


async def answer(
    desk: Desk, ask_id: AskId, number: int, told: dict[str, int], gate: anyio.CapacityLimiter
) -> None:
    try:
        await desk.answering.answer(HUMAN, ask_id, ANSWER, receipt=f"rival-{number}")
        told["won"] += 1
    except AlreadySettled as refusal:
        told["lost"] += "already answered by" in refusal.message
    finally:
        gate.release_on_behalf_of(ask_id)


if __name__ == "__main__":
    anyio.run(rival, sys.argv[1], int(sys.argv[2]))
