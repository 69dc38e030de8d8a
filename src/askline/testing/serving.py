"""What stands in the thread of a house for tests: the service's own house, over a store that forgets.

The same desk and doors as a service's, with an end that a test can wait for. What reaches out of the test
stays away: no alerts, no journal, no recall, no declared commands, no page on loopback, no hub.
"""

import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import anyio
import uvicorn
from anyio import to_thread
from anyio.abc import SocketStream, TaskGroup

from askline.asks.limits import Limits
from askline.asks.model import Ask
from askline.asks.shapes import ask_shape
from askline.asks.spelling import Json
from askline.config.settings import load
from askline.core.locations import Locations
from askline.core.people import Door, local_person
from askline.doors.http.app import end_streams
from askline.doors.mcp.callers import Hello
from askline.doors.mcp.server import serve_line
from askline.doors.mcp.settings import DEFAULT_PROFILE
from askline.service import assembly
from askline.service.api import OwnOnly, Server, server_of
from askline.service.deciding import decide
from askline.service.parts import mcp_settings
from askline.stores.forgetting import open_ephemeral
from askline.testing.acting import Acting
from askline.testing.clock import StoppedClock
from askline.testing.human import FakeHuman
from askline.testing.matching import Matching

UNPACED = Limits(asks_per_minute=1_000_000_000)
"""A stopped clock lets no minute pass, and a test may ask as often as it likes."""

READER = local_person(Door.API, present=False)
GRACE_S = 2
"""So long may calls that are under way take when the house is closed."""


class Ending(Server):
    """One that a test can end; the service's ends with its process."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.over = anyio.Event()
        self.ended = anyio.Event()

    async def run_at(self, listener: socket.socket) -> None:
        await self.serve([listener])
        self.ended.set()

    async def main_loop(self) -> None:
        await self.on_tick(0)
        await self.over.wait()


class Standing:
    """Lives in the house's own loop; everything here is called there."""

    def __init__(
        self, locations: Locations, clock: StoppedClock, human: FakeHuman, tasks: TaskGroup
    ) -> None:
        settings, keeping = load({}, None, locations=locations), open_ephemeral()
        self._locations = locations
        self._clock = clock
        self._tasks = tasks
        self._mcp = mcp_settings(settings)
        self._house = assembly.House(
            locations,
            settings,
            keeping,
            lambda: None,
            loopback=None,
            clock=clock,
            environ={},
            limits=UNPACED,
        )
        self._acting = Acting(self._house.desk, keeping.bell, clock, human)
        self._server: Ending | None = None

    async def begin(self) -> None:
        self._tasks.start_soon(self._house.desk.run)
        self._tasks.start_soon(self._acting.run)

    async def open(self, lines: socket.socket, api: socket.socket) -> None:
        """Serve these as a service does, from now on."""
        app = self._house.fronts.on_socket()
        config = server_of(app, http=OwnOnly).config
        config.timeout_graceful_shutdown = GRACE_S
        self._server = Ending(config)
        self._tasks.start_soon(self._server.run_at, api)
        self._tasks.start_soon(self._house.serve_lines, lines)
        await self._house.fronts.listening.wait()

    async def close(self) -> None:
        if self._server is not None:
            end_streams(self._house.app)
            self._server.over.set()
            await self._server.ended.wait()

    async def welcome(self, end: socket.socket, hello: Hello) -> None:
        """Serve an agent at the other end of this, until it leaves."""
        stream = await SocketStream.from_socket(end)
        decided = await to_thread.run_sync(decide, hello, self._house.settings_of, self._locations)
        self._tasks.start_soon(self._serve, stream, decided)

    async def move(self, seconds: float) -> None:
        self._clock.move(seconds)
        await self._house.desk.sweeping.sweep()

    async def catch_up(self) -> None:
        await self._acting.catch_up()

    async def pending(self, matching: Matching, within: float) -> Json:
        with anyio.fail_after(within):
            return ask_shape(await self._acting.pending(matching))

    async def asks(self) -> list[Json]:
        """Of every state, oldest first."""
        newest: list[Ask] = await self._house.desk.reading.history(READER, limit=1000)
        return [ask_shape(ask) for ask in reversed(newest)]

    async def _serve(self, stream: SocketStream, hello: Hello) -> None:
        servers = self._house.servers
        async with stream:
            await serve_line(
                servers.get(hello.caller.profile, servers[DEFAULT_PROFILE]),
                stream,
                hello,
                desk=self._house.desk,
                workshop=self._house.workshop,
                settings=self._mcp,
                written_is_delivered=True,
            )


@asynccontextmanager
async def a_standing_house(
    locations: Locations, clock: StoppedClock, human: FakeHuman
) -> AsyncGenerator[Standing]:
    async with anyio.create_task_group() as tasks:
        standing = Standing(locations, clock, human, tasks)
        await standing.begin()
        try:
            yield standing
        finally:
            await standing.close()
            tasks.cancel_scope.cancel()
