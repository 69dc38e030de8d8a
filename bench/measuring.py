"""What the benches share: rounds in turn, medians, percentiles, memory of this process."""

import gc
import statistics
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

ROUNDS = 3


async def interleaved(
    modes: dict[str, Callable[[], Awaitable[float]]], rounds: int = ROUNDS
) -> dict[str, float]:
    """The median of each mode over rounds that take turns, so that a noisy minute hits all alike."""
    results: dict[str, list[float]] = {name: [] for name in modes}
    for _ in range(rounds):
        for name, mode in modes.items():
            gc.collect()
            results[name].append(await mode())
    return {name: statistics.median(values) for name, values in results.items()}


def percentile_ms(seconds: list[float], share: float) -> float:
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000


def memory() -> int:
    """Bytes of this process that lie in memory."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise AssertionError("this system does not tell")


def calm() -> None:
    """As a long-lived process does: what stands is looked at no more by the collector."""
    gc.collect()
    gc.freeze()


async def for_seconds(seconds: float, turn: Callable[[], Awaitable[None]]) -> int:
    """How many turns one worker makes."""
    end, turns = time.perf_counter() + seconds, 0
    while time.perf_counter() < end:
        await turn()
        turns += 1
    return turns


def say(what: str, *facts: str) -> None:
    print(f"{what:<44} {'   '.join(facts)}", flush=True)
