"""The HTTP door on a real socket, of unix or of loopback, served by a thread of the test's own process."""

import socket
from collections.abc import Generator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Self

import anyio
import uvicorn

from askline.client.local import Client
from askline.core.background import background
from askline.doors.http.app import end_streams
from tests.doors.http_house import House


class Server(uvicorn.Server):
    """Tells when it is ready, and leaves the signals to pytest."""

    def __init__(self, house: House) -> None:
        config = uvicorn.Config(house.app, lifespan="on", log_config=None, access_log=False)
        super().__init__(config)
        self.house = house
        self.ready = Event()

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        end_streams(self.house.app)
        await super().shutdown(sockets)


class Served:
    """A house that clients reach; it can be stopped before the test ends."""

    def __init__(self, house: House, path: str | None = None) -> None:
        """Without a path it is on a port of loopback, with no guard before it."""
        self.house = house
        self._listener = socket.socket(socket.AF_UNIX if path else socket.AF_INET)
        self._listener.bind(path or ("127.0.0.1", 0))
        self.address = path or f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.client = Client(self.address)
        self._server = Server(house)
        self._thread = Thread(target=anyio.run, args=(self._serve,))

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._server.ready.wait(5)
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(5)
        assert not self._thread.is_alive()

    async def _serve(self) -> None:
        async with background(self.house.desk.run, self.house.bench.workshop.run):
            await self._server.serve([self._listener])
