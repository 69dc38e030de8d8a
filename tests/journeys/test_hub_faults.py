"""A hub whose parts fail under load: nothing acknowledged is lost, won twice or left undelivered.

Each fault happens once in the gate; at night again and again, for ASKLINE_FAULT_S seconds each.
"""

from collections.abc import Generator
from itertools import cycle

import anyio
import asyncpg
import pytest
from anyio import to_thread

from tests.journeys.hub_houses import NIGHT_S, House, a_house, for_seconds
from tests.journeys.hub_processes import ReplicaProcess, cuttable, standing
from tests.nats import own_nats
from tests.promises import promise

# What a listener said last: that it listens, or whether anybody is there.
LISTENERS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE application_name = 'askline' AND (query LIKE 'LISTEN%' OR query = 'SELECT 1')
"""
CUT_S = 1.0

pytestmark = pytest.mark.timeout(NIGHT_S + 240)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Generator[House]:
    with a_house(tmp_path_factory.mktemp("replicas") / "log") as house:
        yield house


@promise("never-lost")
@promise("answer-once")
@for_seconds
async def test_a_killed_replica_takes_nothing_with_it(house: House, seconds: float) -> None:
    victims = cycle(house.replicas)

    async def kill() -> None:
        victim = next(victims)
        victim.kill()
        victim.start()

    async def back() -> None:
        for each in house.replicas:
            await to_thread.run_sync(each.wait)

    await house.withstands(kill, seconds, afterwards=back)


@promise("stored-first")
@promise("commit-before-ack")
@for_seconds
async def test_a_killed_postgresql_loses_nothing_it_was_said_to_keep(
    house: House, seconds: float
) -> None:
    await house.withstands(house.pair.crash, seconds)


@promise("stored-first")
@promise("commit-before-ack")
@for_seconds
async def test_a_standby_that_takes_over_has_all_that_was_acknowledged(
    house: House, seconds: float
) -> None:
    await house.withstands(house.pair.fail_over, seconds, afterwards=house.pair.heal)


@promise("never-lost")
@for_seconds
async def test_what_rings_while_nobody_can_listen_is_found_afterwards(
    house: House, seconds: float
) -> None:
    cuts: list[int] = []

    async def cut() -> None:
        db = await asyncpg.connect(house.pair.dsn)
        cuts.append(len(await db.fetch(LISTENERS)))
        await db.close()

    await house.withstands(cut, seconds)
    assert min(cuts) > 0


@promise("never-lost")
@for_seconds
async def test_a_replica_that_is_cut_off_from_its_database_comes_back(
    house: House, seconds: float
) -> None:
    """What was held up goes on, or every connection breaks; by turns."""
    resets = cycle([False, True])
    async with cuttable(house.pair.dsn) as wires:
        apart = ReplicaProcess(wires.dsn, house.log)

        async def cut() -> None:
            wires.cut()
            await anyio.sleep(CUT_S)
            await wires.mend(reset=next(resets))

        async with house.beside(apart) as more:
            await more.withstands(cut, seconds, afterwards=cut)


@promise("never-lost")
@for_seconds
async def test_while_nats_is_away_nothing_is_lost_and_then_all_is_told(
    house: House, seconds: float
) -> None:
    with own_nats() as nats:
        rung = {"ASKLINE_HUB_NATS": nats.url}
        replicas = [ReplicaProcess(house.pair.dsn, house.log, **rung) for _ in range(2)]

        async def kill() -> None:
            nats.kill()
            await anyio.sleep(CUT_S)
            nats.start()

        with standing(replicas):
            await House(house.pair, replicas, house.log).withstands(kill, seconds)
