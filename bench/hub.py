"""`just bench-hub`: what a hub costs over HTTP, with many who wait, and with many asks pending.

`--quick` makes everything small: to see that the benches run, not to quote them. `--only` names parts.
"""

import argparse

import anyio

from askline.stores.postgres.opening import migrate_postgres
from bench import bell, hub_calls, hub_crowds, hub_cycles, hub_pending
from bench.hub_house import a_cluster, populate, say_load
from bench.postgres import emptied


async def main(parts: str, *, quick: bool, waiters: int, inboxes: int) -> None:
    say_load("at the start")
    if "a" in parts:
        with a_cluster() as cluster:
            await migrate_postgres(cluster.dsn)
            people = await populate(cluster.dsn, 8 if quick else 20, 10)
            await hub_cycles.main(cluster, people, seconds=2 if quick else 6, profile=True)
    if "b" in parts:
        with a_cluster() as cluster:
            await migrate_postgres(cluster.dsn)
            people = await populate(cluster.dsn, max(inboxes, 20), 20)
            await hub_calls.main(cluster, people, calls=50 if quick else 2_000)
            await emptied(cluster.dsn)
            await hub_crowds.main(
                cluster,
                people,
                waiters=waiters,
                inboxes=inboxes,
                answers=20 if quick else min(500, waiters // 10),
            )
    if "c" in parts:
        with a_cluster() as cluster:
            await hub_pending.main(
                cluster, many=20_000 if quick else 1_000_000, rounds=10 if quick else 40
            )
    if "d" in parts:
        await bell.main(0.5 if quick else 3.0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default="abcd", metavar="PARTS")
    parser.add_argument("--waiters", type=int, default=100_000)
    parser.add_argument("--inboxes", type=int, default=20_000)
    said = parser.parse_args()

    async def run() -> None:
        waiters, inboxes = (200, 40) if said.quick else (said.waiters, said.inboxes)
        await main(said.only, quick=said.quick, waiters=waiters, inboxes=inboxes)

    anyio.run(run)
