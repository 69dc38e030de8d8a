"""A service for the command line to talk to: the real API over an ephemeral desk, on a real socket."""

import socket
from collections.abc import Callable, Coroutine, Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any, TypeVar

import anyio
import uvicorn
from anyio import from_thread
from anyio.lowlevel import current_token
from starlette.routing import BaseRoute

from askline.alerts.composing import Composing
from askline.alerts.rules import Rules
from askline.alerts.sending import Sending
from askline.asks.addressing import Addressing
from askline.asks.asking import NewAsk
from askline.client.local import Client
from askline.core.background import background
from askline.core.clock import Clock
from askline.core.locations import Locations, make_private
from askline.doors.http.alerting import Alerting
from askline.doors.http.app import build_app, end_streams
from askline.doors.http.entering import who_came_in
from askline.memory.memory import open_memory
from askline.service.fronts import Fronts
from askline.service.recalled import recall_over
from askline.stores.ears import Ears
from askline.stores.ephemeral import EphemeralAsks, EphemeralShelf
from askline.stores.ephemeral_alerts import EphemeralAlerts, EphemeralLinks
from askline.stores.forgetting import open_ephemeral
from askline.stores.journal.files import read_entry
from tests.builders import AGENT, StoppedClock, a_desk
from tests.doors.bench import Workbench

Json = dict[str, Any]
T = TypeVar("T")

FACTS = {"version": "0.1.0", "counts": {"lines": 2}}


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
def an_api(
    home: Home,
    clock: Clock | None = None,
    url: str | None = None,
    *,
    approvals: Sequence[NewAsk] = (),
    addressing: Addressing | None = None,
    also: Sequence[BaseRoute] = (),
) -> Generator["Served"]:
    """The API of a service, until the end of the block; `url` is what it says of browsers.

    `also` are routes of a hub beside it. Approvals come from the service itself and from nobody's call: these stand from the beginning.
    """
    with _listening(home.locations.api_socket) as listener:
        served = Served(
            listener,
            clock or StoppedClock(),
            Path(home.locations.state),
            url,
            approvals=approvals,
            addressing=addressing,
        )
        served.app.router.routes.extend(also)
        served.thread.start()
        try:
            yield served
        finally:
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


class Served:
    def __init__(
        self,
        listener: socket.socket,
        clock: Clock,
        state: Path,
        url: str | None,
        *,
        approvals: Sequence[NewAsk],
        addressing: Addressing | None = None,
    ) -> None:
        self._ready = Event()
        self.approvals = approvals
        bell = Ears()
        store = EphemeralAsks()
        self.desk = a_desk(store, bell, clock, shelf=EphemeralShelf(), addressing=addressing)
        self.bench = Workbench(self.desk, clock)
        facts = {**FACTS, "url": url}
        keeping = replace(open_ephemeral(), asks=store, bell=bell)
        self._recall = recall_over(self.desk, keeping, clock)
        told = EphemeralAlerts()
        composing = Composing(EphemeralLinks(), clock, Rules, {})
        self.app = build_app(
            self.desk,
            bell=bell,
            who=who_came_in,
            facts=lambda: facts,
            clock=clock,
            memory=self._recall.within(open_memory(self.desk, clock, read_entry=read_entry)),
            alerting=Alerting(told, Sending(told, {}, composing.notice, clock), who_came_in),
            workshop=self.bench.workshop,
            pause_s=0.01,
        )
        fronts = Fronts(self.app, clock=clock, state=state, url=url, settings=dict)
        config = uvicorn.Config(fronts.on_socket(), log_config=None, lifespan="on", ws="none")
        self._server = uvicorn.Server(config)
        self._listener = listener
        self.thread = Thread(target=anyio.run, args=(self._serve,))

    async def _serve(self) -> None:
        self._loop = current_token()
        async with background(self.desk.run, self.bench.workshop.run, self._recall.run):
            for each in self.approvals:
                await self.desk.asking.ask(AGENT, each)
            self._ready.set()
            await self._server.serve(sockets=[self._listener])

    def inside(self, do: Callable[[], T]) -> T:
        """Do it in the service's own thread."""
        assert self._ready.wait(5)
        return from_thread.run_sync(do, token=self._loop)

    def awaited(self, do: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The same for what has to be awaited there."""
        assert self._ready.wait(5)
        return from_thread.run(do, token=self._loop)

    def stop(self) -> None:
        self.inside(lambda: end_streams(self.app))
        self._server.should_exit = True
        self.thread.join(5)


@contextmanager
def _listening(path: str) -> Generator[socket.socket]:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen()
        yield listener
