"""Replicas of a hub as real processes, and a wire between one of them and its database that can be cut."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path

import anyio
from anyio.abc import Listener, SocketAttribute, SocketStream, TaskGroup

PATIENCE_S = 60
HOST = "hub.test"
PUBLIC = f"http://{HOST}"


class ReplicaProcess:
    """`askline hub run`, at an address of its own."""

    def __init__(
        self, dsn: str, log: Path, *, within: Sequence[str] = (), listen: str = "", **more: str
    ) -> None:
        """`within` is a command that runs it somewhere else."""
        self.address = listen or f"127.0.0.1:{_free_port()}"
        self.url = f"http://{self.address}"
        self._command = [*within, sys.executable, "-m", "askline", "hub", "run"]
        self._log = log
        self._env = {
            **os.environ,
            "ASKLINE_HUB_DATABASE": dsn,
            "ASKLINE_HUB_URL": PUBLIC,
            "ASKLINE_HUB_LISTEN": self.address,
            **more,
        }

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._command, env=self._env, stderr=log)

    def wait(self) -> None:
        """Until it answers: it listens before it has all that it needs."""
        end = time.monotonic() + PATIENCE_S
        while not self._answers():
            assert self.runs(), self._log.read_text()[-2000:]
            assert time.monotonic() < end, self._log.read_text()[-2000:]
            time.sleep(0.05)

    def _answers(self) -> bool:
        host, _, port = self.address.rpartition(":")
        try:
            with socket.create_connection((host, int(port)), timeout=PATIENCE_S) as probe:
                probe.sendall(b"GET / HTTP/1.0\r\n\r\n")
                return probe.recv(4) == b"HTTP"
        except OSError:
            return False

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(20)

    def runs(self) -> bool:
        return self._process.poll() is None


@contextmanager
def standing(replicas: Sequence[ReplicaProcess]) -> Generator[Sequence[ReplicaProcess]]:
    """Started, all at once, and listening."""
    try:
        for each in replicas:
            each.start()
        for each in replicas:
            each.wait()
        yield replicas
    finally:
        for each in replicas:
            each.kill()


class Wires:
    """Carry bytes between a replica and the servers of its database. Cut, they hold them without a word."""

    def __init__(self, dsn: str) -> None:
        self.dsn = dsn
        self._whole = anyio.Event()
        self._whole.set()
        self._ends: set[SocketStream] = set()

    async def lay(self, tasks: TaskGroup, to: int, host: str) -> None:
        """One more, to this port; whose address takes the place of the other."""
        listener = await anyio.create_tcp_listener(local_host=host)
        port = listener.extra(SocketAttribute.local_port)  # noqa: S610 - no Django
        self.dsn = self.dsn.replace(f"127.0.0.1:{to}", f"{host}:{port}")
        tasks.start_soon(self._serve, listener, to)

    def cut(self) -> None:
        self._whole = anyio.Event()

    async def mend(self, *, reset: bool) -> None:
        """Let what was held up go on; or break every connection, as a rebooted router does."""
        if reset:
            for end in [*self._ends]:
                await end.aclose()
        self._whole.set()

    async def _serve(self, listener: Listener[SocketStream], to: int) -> None:
        async with listener:
            await listener.serve(partial(self._carry, to))

    async def _carry(self, to: int, near: SocketStream) -> None:
        with suppress(OSError, anyio.BrokenResourceError, anyio.ClosedResourceError):
            async with near, await anyio.connect_tcp("127.0.0.1", to) as far:
                self._ends |= {near, far}
                async with anyio.create_task_group() as tasks:
                    tasks.start_soon(self._pump, near, far, tasks.cancel_scope)
                    tasks.start_soon(self._pump, far, near, tasks.cancel_scope)
                self._ends -= {near, far}

    async def _pump(self, one: SocketStream, other: SocketStream, both: anyio.CancelScope) -> None:
        with suppress(anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError):
            while True:
                said = await one.receive()
                await self._whole.wait()
                await other.send(said)
        both.cancel()


@asynccontextmanager
async def cuttable(dsn: str, host: str = "127.0.0.1") -> AsyncGenerator[Wires]:
    """Wires to every port that the address names."""
    wires = Wires(dsn)
    async with anyio.create_task_group() as tasks:
        for port in re.findall(r"127\.0\.0\.1:(\d+)", dsn):
            await wires.lay(tasks, int(port), host)
        yield wires
        tasks.cancel_scope.cancel()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
