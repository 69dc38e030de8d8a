"""A hundred commands at once: how many a second, and how long the service is deaf meanwhile."""

import gc
import statistics
import time
from collections.abc import Callable, Coroutine
from typing import Any

import anyio

from askline.runner.model import Confinement
from askline.runner.runner import Runner
from bench.command_rivals import Rival, Workplace, once
from bench.measuring import say

AT_ONCE = 100
BEAT_S = 0.001


async def rate(at: Workplace, runner: Runner, runs: int) -> float:
    left = runs

    async def worker() -> None:
        nonlocal left
        while left > 0:
            left -= 1
            await once(runner, at.run(Confinement.REQUIRED, "/bin/true"))

    began = time.perf_counter()
    async with anyio.create_task_group() as tasks:
        for _ in range(AT_ONCE):
            tasks.start_soon(worker)
    return runs / (time.perf_counter() - began)


async def stall(command: Callable[[], Coroutine[Any, Any, object]]) -> float:
    """The longest time the loop did nothing else, while so many are started at once."""
    longest, over = 0.0, False

    async def beat() -> None:
        nonlocal longest
        while not over:
            before = time.perf_counter()
            await anyio.sleep(BEAT_S)
            longest = max(longest, time.perf_counter() - before - BEAT_S)

    gc.collect()
    async with anyio.create_task_group() as beating:
        beating.start_soon(beat)
        async with anyio.create_task_group() as tasks:
            for _ in range(AT_ONCE):
                tasks.start_soon(command)
        over = True
    return longest


async def main(at: Workplace, rival: Rival, rounds: int, runs: int) -> None:
    rates: list[float] = []
    stalls: list[tuple[float, float]] = []
    async with at.runner() as runner:

        async def ours() -> None:
            await once(runner, at.run(Confinement.REQUIRED, "/bin/true"))

        await ours()
        for _ in range(rounds):
            c = rival.rate(AT_ONCE, runs)
            rates.append(await rate(at, runner, runs) / c)
            stalls.append(
                (await stall(ours), await stall(lambda: anyio.run_process(["/bin/true"])))
            )
    say("throughput at 100 at once, of C", f"{statistics.median(rates):.2f}", "wanted 0.4")
    mine, theirs = (statistics.median(each) for each in zip(*stalls, strict=True))
    say("longest stall: ours, the loop's own", f"{mine * 1e3:.1f}, {theirs * 1e3:.1f} ms")
    share = statistics.median(b / a for a, b in stalls)
    say("longest stall / the loop's own", f"1/{share:.1f}", "wanted 1/5")
