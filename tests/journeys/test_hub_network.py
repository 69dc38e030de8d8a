"""A replica in a network of its own, whose way to the database is cut: packets vanish, nobody is told.

Needs root and `ip`, and fails where they are missing: only at night.
"""

import random
import subprocess
from collections.abc import Generator
from pathlib import Path
from uuid import uuid4

import anyio
import pytest

from tests.journeys.hub_houses import NIGHT_S, House, a_house
from tests.journeys.hub_processes import ReplicaProcess, cuttable
from tests.promises import promise

LONGEST_CUT_S = 40.0
CLIENTS, DATABASE = ("10.213.77.1", "10.213.77.2"), ("10.213.77.5", "10.213.77.6")


class Network:
    """Of one replica: a wire to its clients, and one to its database."""

    def __init__(self) -> None:
        tail = uuid4().hex[:8]
        self.name = f"askl-{tail}"
        self._wires = {f"askl-c{tail}": CLIENTS, f"askl-d{tail}": DATABASE}
        self.database = f"askl-d{tail}"

    @property
    def within(self) -> list[str]:
        return ["ip", "netns", "exec", self.name]

    def lay(self) -> None:
        ip("netns", "add", self.name)
        for wire, (here, there) in self._wires.items():
            far = wire.replace("askl", "far")
            ip("link", "add", wire, "type", "veth", "peer", "name", far)
            ip("link", "set", far, "netns", self.name)
            ip("address", "add", f"{here}/30", "dev", wire)
            ip("link", "set", wire, "up")
            ip("-n", self.name, "address", "add", f"{there}/30", "dev", far)
            ip("-n", self.name, "link", "set", far, "up")

    def take_up(self) -> None:
        for wire in self._wires:
            ip("link", "delete", wire)
        ip("netns", "delete", self.name)

    def cut(self) -> None:
        ip("link", "set", self.database, "down")

    def mend(self) -> None:
        ip("link", "set", self.database, "up")


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)


@pytest.fixture
def network() -> Generator[Network]:
    laid = Network()
    laid.lay()
    try:
        yield laid
    finally:
        laid.take_up()


@pytest.fixture
def house(tmp_path: Path) -> Generator[House]:
    with a_house(tmp_path / "log") as made:
        yield made


@promise("never-lost")
@pytest.mark.nightly
@pytest.mark.timeout(NIGHT_S + 240)
async def test_a_replica_whose_network_is_cut_loses_nothing_and_comes_back(
    house: House, network: Network
) -> None:
    async with cuttable(house.pair.dsn, DATABASE[0]) as wires:
        apart = ReplicaProcess(
            wires.dsn, house.log, within=network.within, listen=f"{CLIENTS[1]}:8080"
        )

        async def cut() -> None:
            network.cut()
            await anyio.sleep(random.uniform(1, LONGEST_CUT_S))
            network.mend()

        async with house.beside(apart) as more:
            await more.withstands(cut, NIGHT_S)
