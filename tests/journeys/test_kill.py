"""`kill -9` of whatever writes, in a loop: nothing acknowledged is lost, nothing is won twice."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import UUID

import anyio
import pytest

from askline.asks import trail
from askline.asks.ports import AskStore
from askline.core.ids import AskId
from askline.stores.postgres.opening import migrate_postgres, open_postgres
from askline.stores.sqlite.opening import open_sqlite
from tests.postgres import Cluster, own_cluster
from tests.promises import promise
from tests.rounds import rounds

LOAD_S = 0.8


class Said:
    """What the writers told the world before they died."""

    def __init__(self) -> None:
        self.asked: set[AskId] = set()
        self.won: dict[AskId, set[str]] = {}

    def take(self, output: bytes) -> None:
        # A line that was cut off by the kill was never acknowledged to anybody.
        for line in output[: output.rfind(b"\n") + 1].decode().splitlines():
            _, ask_id, *receipt = line.split()
            self.asked.add(AskId(UUID(ask_id)))
            if receipt:
                self.won.setdefault(AskId(UUID(ask_id)), set()).update(receipt)

    async def is_kept_in(self, store: AskStore) -> None:
        asked = sorted(self.asked)
        kept = {ask.id: ask for ask in await store.get_all(asked)}
        assert self.asked - kept.keys() == set(), "acknowledged asks were lost"
        for ask_id, receipts in self.won.items():
            outcome = kept[ask_id].outcome
            assert outcome is not None, "an acknowledged answer was lost"
            assert receipts == {outcome.receipt}, "an ask was won twice"
        for ask in kept.values():
            assert trail.flaw(await store.trail(ask.id), ask.head) is None


@contextmanager
def writer(kind: str, address: str, output: Path) -> Generator[subprocess.Popen[bytes]]:
    with output.open("ab") as file:
        command = [sys.executable, "-m", "tests.journeys.writer", kind, address]
        process = subprocess.Popen(command, stdout=file)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def wait_for_output(output: Path, more_than: int) -> None:
    """A process cannot tell us otherwise that it has begun its work."""
    end = time.monotonic() + 30
    while not output.exists() or output.stat().st_size <= more_than:
        assert time.monotonic() < end, "the writer wrote nothing for 30 s"
        time.sleep(0.02)


@promise("commit-before-ack")
@promise("answer-once")
def test_sqlite_keeps_what_it_acknowledged_when_its_process_is_killed(tmp_path: Path) -> None:
    database, said, size = tmp_path / "askline.db", Said(), 0
    for number in range(rounds(gate=5, nightly=100)):
        output = tmp_path / f"said-{number}"
        with writer("sqlite", str(database), output) as process:
            wait_for_output(output, 0)
            time.sleep(random.uniform(0, LOAD_S / 4))
            process.kill()
        said.take(output.read_bytes())

        async def check() -> None:
            async with open_sqlite(database) as keeping:
                await said.is_kept_in(keeping.asks)

        anyio.run(check)
        assert len(said.asked) > size
        size = len(said.asked)
    assert len(said.won) > 0


@promise("commit-before-ack")
@promise("answer-once")
@pytest.mark.timeout(1800)
def test_postgres_keeps_what_it_acknowledged_when_all_of_it_is_killed(tmp_path: Path) -> None:
    said = Said()
    outputs = [tmp_path / f"said-{number}" for number in range(2)]
    with own_cluster() as cluster:
        anyio.run(migrate_postgres, cluster.dsn)
        with (
            writer("postgres", cluster.dsn, outputs[0]),
            writer("postgres", cluster.dsn, outputs[1]),
        ):
            for _ in range(rounds(gate=2, nightly=30)):
                sizes = [output.stat().st_size if output.exists() else 0 for output in outputs]
                for output, size in zip(outputs, sizes, strict=True):
                    wait_for_output(output, size)
                time.sleep(random.uniform(LOAD_S / 2, LOAD_S))
                kill_everything(cluster)
                cluster.start()
        for output in outputs:
            said.take(output.read_bytes())

        async def check() -> None:
            async with open_postgres(cluster.dsn) as keeping:
                await said.is_kept_in(keeping.asks)

        anyio.run(check)
    assert len(said.won) > 0


def kill_everything(cluster: Cluster) -> None:
    """The postmaster is stopped first, so that it forks nothing while its children die."""
    postmaster, *_ = cluster.processes()
    os.kill(postmaster, signal.SIGSTOP)
    for pid in reversed(cluster.processes()):
        os.kill(pid, signal.SIGKILL)
    with suppress(ProcessLookupError):
        while True:  # pytest's own limit ends it if the postmaster does not die
            os.kill(postmaster, 0)
            time.sleep(0.01)
