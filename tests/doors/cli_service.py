"""A service for the command line to talk to: the real API over an ephemeral desk, on a real socket."""

import socket
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any

import anyio
import uvicorn

from askline.client.local import Client
from askline.core.background import background
from askline.core.clock import Clock
from askline.core.locations import Locations, make_private
from askline.doors.http.app import build_app, end_streams
from askline.doors.http.who import local_who
from askline.stores.ears import Ears
from tests.builders import StoppedClock, a_desk

Json = dict[str, Any]

FACTS = {"version": "0.1.0", "url": None, "counts": {"lines": 2}}


class Home:
    """One ASKLINE_HOME, with what the service in it was asked."""

    def __init__(self, path: Path) -> None:
        self.environ = {"ASKLINE_HOME": str(path)}
        self.locations = Locations.from_environment(self.environ)
        make_private(self.locations.state)
        make_private(self.locations.runtime)

    @property
    def client(self) -> Client:
        return Client(self.locations.api_socket)

    def asked(self, *questions: Json, **more: Any) -> Json:
        asked = questions or ({"id": "db", "question": "Which database?", "options": DATABASES},)
        body = {"questions": [*asked], "project": {"name": "shop", "path": "/home/ada/shop"}}
        return self.client.create({**body, "agent": {"name": "claude-code"}, **more})


DATABASES = ["PostgreSQL", "SQLite"]


@contextmanager
def a_home() -> Generator[Home]:
    """Short enough for a socket's name, wherever the tests keep their files."""
    with TemporaryDirectory(prefix="askline-") as path:
        yield Home(Path(path))


@contextmanager
def an_api(home: Home, clock: Clock | None = None) -> Generator[None]:
    """The API of a service, until the end of the block."""
    with _listening(home.locations.api_socket) as listener:
        served = _Served(listener, clock or StoppedClock())
        served.thread.start()
        yield
        served.stop()


@contextmanager
def a_pulse(home: Home, at_ping: Callable[[], None] = lambda: None) -> Generator[None]:
    """The socket of lines, on which a service says that it is alive."""
    over = Event()

    def answer() -> None:
        while not over.is_set():
            connection, _ = listener.accept()
            with connection:
                if connection.recv(16) == b"!ping\n":
                    at_ping()
                    connection.sendall(b"!pong\n")

    with _listening(home.locations.socket) as listener:
        thread = Thread(target=answer)
        thread.start()
        yield
        over.set()
        with socket.socket(socket.AF_UNIX) as last:
            last.connect(home.locations.socket)
        thread.join(5)


class _Served:
    def __init__(self, listener: socket.socket, clock: Clock) -> None:
        bell = Ears()
        self._desk = a_desk(bell=bell, clock=clock)
        self._app = build_app(
            self._desk, bell=bell, who=local_who, facts=lambda: FACTS, clock=clock
        )
        config = uvicorn.Config(self._app, log_config=None, lifespan="on", ws="none")
        self._server = uvicorn.Server(config)
        self._listener = listener
        self.thread = Thread(target=anyio.run, args=(self._serve,))

    async def _serve(self) -> None:
        async with background(self._desk.run):
            await self._server.serve(sockets=[self._listener])

    def stop(self) -> None:
        end_streams(self._app)
        self._server.should_exit = True
        self.thread.join(5)


@contextmanager
def _listening(path: str) -> Generator[socket.socket]:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen()
        yield listener
