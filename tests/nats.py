"""A NATS server of this run's own, which a test may kill and start again on the same port.

Never skips: a machine without `nats-server` fails loudly.
"""

import shutil
import socket
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager

from askline.stores.nats.address import NatsAddress, nats_address

PATIENCE_S = 20


class NatsServer:
    def __init__(self, *options: str) -> None:
        found = shutil.which("nats-server")
        assert found, "no nats-server on the PATH: see CONTRIBUTING"
        self.port = _free_port()
        self._command = [found, "-a", "127.0.0.1", "-p", str(self.port), *options]

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def address(self, name: str = "tests") -> NatsAddress:
        return nats_address([self.url], name=name)

    def start(self) -> None:
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(self._command, stdout=quiet, stderr=quiet)
        end = time.monotonic() + PATIENCE_S
        while not self._answers():
            assert time.monotonic() < end, "nats-server did not start"

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE_S)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as probe:
                return probe.recv(4) == b"INFO"
        except OSError:
            time.sleep(0.01)
            return False


@contextmanager
def own_nats(*options: str) -> Generator[NatsServer]:
    server = NatsServer(*options)
    server.start()
    try:
        yield server
    finally:
        server.kill()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
