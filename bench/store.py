"""`just bench-store`: what the stores cost, as ratios within this run, and counts that must be exact.

`--quick` makes everything small: to see that the benches run, not to quote them.
"""

import sys

import anyio

from bench import postgres_cycles, rivals, searching, sqlite_cycles, timers, waiters


async def main(*, quick: bool) -> None:
    await postgres_cycles.main(seconds=0.5 if quick else 5, workers=60 if quick else 600)
    await sqlite_cycles.main(seconds=0.2 if quick else 3, workers=50 if quick else 200)
    await waiters.main(waiters=500 if quick else 100_000, seconds=0.5 if quick else 5)
    await timers.main(timers=3_600 if quick else 1_000_000)
    await rivals.main(asks=300 if quick else 20_000)
    await searching.main(asks=300 if quick else 100_000)


if __name__ == "__main__":
    quick = "--quick" in sys.argv[1:]

    async def run() -> None:
        await main(quick=quick)

    anyio.run(run)
