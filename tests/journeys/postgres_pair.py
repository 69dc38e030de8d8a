"""A primary and its synchronous standby: the one may be killed or lost, the other takes its place.

What was lost comes back as the standby of the other, so that it can happen again.
"""

import os
import shutil
import signal
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

import anyio
import asyncpg
from anyio import to_thread
from anyio.lowlevel import checkpoint

from tests.postgres import Cluster

IN_STEP = "SELECT EXISTS (SELECT FROM pg_stat_replication WHERE sync_state = 'sync')"
NAMES = "ALTER SYSTEM SET synchronous_standby_names = '{}'"
PATIENCE_S = 60


class Pair:
    def __init__(self, directory: Path) -> None:
        directory.chmod(0o755)
        places = [directory / name for name in ("one", "other")]
        for place in places:
            place.mkdir()
        self.primary, self.standby = Cluster(places[0]), Cluster(places[1])
        self.primary.start()
        self._seed()

    @property
    def dsn(self) -> str:
        """Of both; the driver takes the one that may be written to."""
        both = sorted({self.primary.port, self.standby.port})
        hosts = ",".join(f"127.0.0.1:{port}" for port in both)
        return f"postgresql://postgres@{hosts}/postgres?target_session_attrs=read-write"

    def stop(self) -> None:
        self.standby.stop()
        self.primary.stop()

    async def crash(self) -> None:
        """All processes of the primary die at once, and it is started again."""
        await to_thread.run_sync(kill_everything, self.primary)
        await to_thread.run_sync(self.primary.start)
        await self.in_step()

    async def fail_over(self) -> None:
        """The primary dies for good, and the standby is promoted."""
        await to_thread.run_sync(kill_everything, self.primary)
        await to_thread.run_sync(self.standby.promote)
        self.primary, self.standby = self.standby, self.primary

    async def heal(self) -> None:
        """What was lost comes back, as the standby."""
        await to_thread.run_sync(self._seed)
        await self.in_step()

    async def in_step(self) -> None:
        """From here on a commit waits for the standby."""
        db = await asyncpg.connect(self.primary.dsn)
        try:
            await db.execute(NAMES.format("*"))
            await db.execute("SELECT pg_reload_conf()")
            with anyio.fail_after(PATIENCE_S):
                while not await db.fetchval(IN_STEP):
                    await checkpoint()
        finally:
            await db.close()

    def _seed(self) -> None:
        # The standby takes over the settings, too: once promoted it must not wait for one of its own.
        _execute(self.primary, NAMES.format(""))
        shutil.rmtree(self.standby.data)
        self.standby.copy(self.primary)
        self.standby.start()


@contextmanager
def own_pair() -> Generator[Pair]:
    with tempfile.TemporaryDirectory(prefix="askline-pair-") as directory:
        pair = Pair(Path(directory))
        try:
            anyio.run(pair.in_step)
            yield pair
        finally:
            pair.stop()


def kill_everything(cluster: Cluster) -> None:
    """The postmaster is stopped first, so that it forks nothing while its children die."""
    postmaster, *_ = cluster.processes()
    os.kill(postmaster, signal.SIGSTOP)
    for pid in reversed(cluster.processes()):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    with suppress(ProcessLookupError):
        while True:  # pytest's own limit ends it if the postmaster does not die
            os.kill(postmaster, 0)
            time.sleep(0.01)


def _execute(cluster: Cluster, statement: str) -> None:
    async def execute() -> None:
        db = await asyncpg.connect(cluster.dsn)
        await db.execute(statement)
        await db.close()

    anyio.run(execute)
