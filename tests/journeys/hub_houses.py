"""A hub of real processes that must withstand a fault under load, and what it is asked afterwards."""

import logging
import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import anyio
import pytest
from anyio import to_thread
from anyio.lowlevel import checkpoint

from askline.stores.postgres.opening import migrate_postgres
from tests.journeys.hub_faults import Load
from tests.journeys.hub_judge import judged, keys_of_a_team
from tests.journeys.hub_processes import ReplicaProcess, standing
from tests.journeys.postgres_pair import Pair, own_pair

NIGHT_S = float(os.environ.get("ASKLINE_FAULT_S", "600"))
LATE_S = 15.0
BEFORE, AFTER = 6, 8

for_seconds = pytest.mark.parametrize(
    "seconds",
    [pytest.param(0.0, id="once"), pytest.param(NIGHT_S, id="long", marks=pytest.mark.nightly)],
)

log = logging.getLogger(__name__)

Deed = Callable[[], Awaitable[None]]


@dataclass
class House:
    pair: Pair
    replicas: Sequence[ReplicaProcess]
    log: Path

    @asynccontextmanager
    async def beside(self, replica: ReplicaProcess) -> AsyncGenerator["House"]:
        """With one more, whose way to the database may lead through this very process."""
        replica.start()
        try:
            await to_thread.run_sync(replica.wait)
            yield House(self.pair, [*self.replicas, replica], self.log)
        finally:
            replica.kill()

    async def withstands(
        self, fault: Deed, seconds: float, *, afterwards: Deed = checkpoint
    ) -> None:
        """The fault comes once, and again for as long as this shall last; between two all works."""
        keys = await keys_of_a_team(self.pair.dsn, f"t-{uuid4().hex[:12]}")
        load = Load([each.url for each in self.replicas], keys)
        end, rounds = anyio.current_time() + seconds, 0
        async with load.running():
            await load.reaches(BEFORE)
            while not rounds or anyio.current_time() < end:
                with load.fault():
                    await fault()
                await load.reaches(AFTER)
                await afterwards()
                rounds += 1
            await load.reaches(AFTER)
        verdict, said = await judged(load.said, self.pair.dsn), load.said
        log.info("%d faults: %s; slowest %.2f s", rounds, said.counts(), said.slowest_s)
        assert verdict.wrong == {}
        assert said.slowest_s < LATE_S
        assert said.seconds > 0, "nobody was second, so nothing is known of winners"
        assert [each.runs() for each in self.replicas] == [True] * len(self.replicas)


@contextmanager
def a_house(log: Path) -> Generator[House]:
    """Three replicas over a primary and its standby."""
    with own_pair() as pair:
        anyio.run(migrate_postgres, pair.dsn)
        with standing([ReplicaProcess(pair.dsn, log) for _ in range(3)]) as replicas:
            yield House(pair, replicas, log)
