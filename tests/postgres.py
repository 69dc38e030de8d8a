"""A PostgreSQL for this run: the one at hand with a database of our own, or one that we start.

Never skips: a machine without any PostgreSQL fails loudly.
"""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Awaitable, Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import anyio
import asyncpg

from askline.stores.postgres.opening import migrate_postgres

AT_HAND = os.environ.get("ASKLINE_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432/postgres")


@contextmanager
def throwaway_database() -> Generator[str]:
    """A migrated database that is dropped at the end."""
    with empty_database() as dsn:
        _run(migrate_postgres, dsn)
        yield dsn


@contextmanager
def empty_database() -> Generator[str]:
    """One without anything in it, dropped at the end."""
    with _server() as server:
        name = f"askline_test_{uuid4().hex[:12]}"
        _run(_execute, server, f"CREATE DATABASE {name}")
        dsn = server.rsplit("/", 1)[0] + f"/{name}"
        try:
            yield dsn
        finally:
            _run(_execute, server, f"DROP DATABASE {name} WITH (FORCE)")


class Cluster:
    """A PostgreSQL server of our own, which a test may kill."""

    def __init__(self, directory: Path) -> None:
        self.data = directory / "data"
        self.port = _free_port()
        self.dsn = f"postgresql://postgres@127.0.0.1:{self.port}/postgres"
        directory.chmod(0o777)  # The server runs as another user where we are root.
        _as_postgres("initdb", "-D", str(self.data), "-U", "postgres", "-A", "trust", "--no-sync")

    def start(self) -> None:
        options = (
            f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories="
            " -c wal_retrieve_retry_interval=100ms"
        )
        log = self.data.parent / "log"
        _as_postgres("pg_ctl", "-D", str(self.data), "-w", "-l", str(log), "-o", options, "start")

    def stop(self) -> None:
        _as_postgres("pg_ctl", "-D", str(self.data), "-m", "immediate", "stop")

    def copy(self, primary: "Cluster") -> None:
        """Become what follows another; the place of the data is empty."""
        where = ("-h", "127.0.0.1", "-p", str(primary.port), "-U", "postgres")
        how = ("-R", "-X", "stream", "-c", "fast", "--no-sync")
        _as_postgres("pg_basebackup", "-D", str(self.data), *where, *how)

    def promote(self) -> None:
        _as_postgres("pg_ctl", "-D", str(self.data), "-w", "promote")

    def processes(self) -> list[int]:
        """The postmaster first, then all of its children."""
        postmaster = int((self.data / "postmaster.pid").read_text().split()[0])
        listed = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(postmaster)],
            capture_output=True,
            text=True,
            check=False,
        )
        return [postmaster, *(int(pid) for pid in listed.stdout.split())]


@contextmanager
def own_cluster() -> Generator[Cluster]:
    with tempfile.TemporaryDirectory(prefix="askline-postgres-") as directory:
        cluster = Cluster(Path(directory))
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()


@contextmanager
def _server() -> Generator[str]:
    try:
        _run(_execute, AT_HAND, "SELECT 1")
    except OSError:  # pragma: other machines
        with own_cluster() as cluster:
            yield cluster.dsn
    else:
        yield AT_HAND


def _run(function: Callable[..., Awaitable[object]], *args: str) -> None:
    """In a thread of its own, because a test's event loop may be running in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(anyio.run, function, *args).result()


async def _execute(dsn: str, statement: str) -> None:
    db = await asyncpg.connect(dsn)
    try:
        await db.execute(statement)
    finally:
        await db.close()


def _as_postgres(program: str, *args: str) -> None:
    found = shutil.which(program) or _newest(program)
    command = [found, *args]
    if os.geteuid() == 0:  # pragma: no branch - the server refuses to run as root
        command = ["runuser", "-u", "postgres", "--", *command]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")


def _newest(program: str) -> str:  # pragma: other machines
    """Debian keeps the server's programs off the PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))
    assert found, f"no PostgreSQL at {AT_HAND}, and no {program} to start one: see CONTRIBUTING"
    return str(found[-1])


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
