"""Builds the house from its parts: settings in, a standing service out.

The only place that picks adapters. Knows everything, decides nothing.
"""

import logging
import os
import socket
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import anyio
from anyio import to_thread
from anyio.streams.buffered import BufferedByteStream
from mcp.server.lowlevel import Server
from uvicorn.protocols.http.h11_impl import H11Protocol

from askline.asks.desk import Desk, open_desk
from askline.config import logs
from askline.config.per_project import ProjectSettings
from askline.config.settings import Settings, load
from askline.core.background import background
from askline.core.clock import Clock, SystemClock
from askline.core.ids import RandomMint
from askline.core.locations import Locations
from askline.core.people import Door, local_person
from askline.core.version import VERSION
from askline.doors.http.app import build_app, holding_of
from askline.doors.http.who import local_who
from askline.doors.mcp.callers import Hello
from askline.doors.mcp.http import OverHttp
from askline.doors.mcp.server import build_servers, serve_line
from askline.doors.mcp.settings import DEFAULT_PROFILE, McpSettings
from askline.doors.mcp.visits import Means
from askline.memory.following import Following
from askline.memory.memory import Memory, open_memory
from askline.service.api import serve_api
from askline.service.deciding import SettingsOf, connection_settings, decide
from askline.service.holders import Processes
from askline.service.idle import Idle
from askline.service.lines import Lines, listener
from askline.service.loopback import Loopback, open_loopback
from askline.service.mcp_http import PATH, guarded_mcp
from askline.service.secret_files import kept_secret
from askline.service.snapshots import leave, snapshot_text
from askline.service.stragglers import let_go, watch_processes
from askline.stores.journal.files import DiskJournal
from askline.stores.keeping import Keeping
from askline.stores.shelf import DiskShelf
from askline.stores.sqlite.opening import open_sqlite

HEAR_OTHERS_S = 0.25
"""Only agents in-process write to the file beside the service, and their asks are new to people."""

log = logging.getLogger(__name__)


async def serve(
    locations: Locations, lines: socket.socket, api: socket.socket, end: Callable[[], None]
) -> None:
    """Serve lines and the API until nobody needs it any more."""
    settings = load(os.environ, None, locations=locations)
    logs.start(locations.log, settings.log.level)
    database = Path(locations.database)
    async with open_sqlite(database, look_every_s=HEAR_OTHERS_S) as keeping:
        house = House(locations, settings, keeping, end, loopback=loopback_of(locations, settings))
        async with background(
            house.desk.run,
            house.following.run,
            partial(serve_api, house.app, api),
            partial(house.serve_lines, lines),
            house.serve_loopback,
            partial(let_go, house.desk, house.knows),
            partial(watch_processes, house.desk, house.processes),
        ):
            await house.leave_snapshot()
            await house.idle.wait()
            log.info("nobody needs the service any more")
            end()  # as whenever it ends: what runs here would complain of being cancelled


class House:
    def __init__(
        self,
        locations: Locations,
        settings: Settings,
        keeping: Keeping,
        end: Callable[[], None],
        *,
        loopback: Loopback | None,
    ) -> None:
        clock = SystemClock()
        self._locations = locations
        self.processes = Processes(Path(locations.state))
        self.loopback = loopback
        self._mcp = mcp_settings(settings)
        self.desk = desk_over(keeping, settings, clock, locations)
        self.settings_of = ProjectSettings(os.environ, locations, settings).of
        """What holds in a project, by its path; `None` is no project."""
        self.memory, self.following = memory_over(self.desk, keeping, clock, self.settings_of)
        means = Means(
            desk=self.desk,
            clock=clock,
            memory=self.memory,
            settings=self._mcp,
            key=sealing_key(locations),
        )
        self.servers: dict[str, Server[Any]] = build_servers(means)
        self.lines = Lines(self._serve_line, end, self._decide)
        self._over_http = OverHttp(
            self.servers[DEFAULT_PROFILE], lambda: connection_settings(self.settings_of(None))
        )
        self.app = build_app(
            self.desk,
            bell=keeping.bell,
            who=local_who,
            facts=self._facts,
            clock=clock,
            memory=self.memory,
        )
        self.idle = Idle(self.desk, clock, settings.service.idle_exit, self._is_busy)

    async def serve_lines(self, bound: socket.socket) -> None:
        async with await listener(bound) as lines:
            await lines.serve(self.lines.accept)

    async def serve_loopback(self) -> None:
        if (place := self.loopback) is not None:
            app = guarded_mcp(self._over_http, port=place.port, token=place.token)
            await serve_api(app, place.listener, http=H11Protocol)

    def knows(self, holder: str) -> bool:
        """Whether somebody of this name waits now."""
        rooms = (self.lines, self._over_http, self.processes, holding_of(self.app))
        return any(holder in room for room in rooms)

    async def leave_snapshot(self) -> None:
        for profile, server in self.servers.items():
            text = await snapshot_text(server, profile, self._mcp.era)
            leave(Path(self._locations.state), VERSION, profile, text)

    async def _decide(self, hello: Hello) -> Hello:
        work = partial(decide, hello, self.settings_of, self._locations)
        return await to_thread.run_sync(work, abandon_on_cancel=True)

    async def _serve_line(self, stream: BufferedByteStream, hello: Hello) -> None:
        # A profile that nobody knows is told so, by whichever server.
        server = self.servers.get(hello.caller.profile, self.servers[DEFAULT_PROFILE])
        await serve_line(server, stream, hello, desk=self.desk, settings=self._mcp)

    def _is_busy(self) -> bool:
        return len(self.lines) + len(self._over_http) + len(holding_of(self.app)) > 0

    def _facts(self) -> Mapping[str, Any]:
        place = self.loopback
        return {
            "pid": os.getpid(),
            "version": VERSION,
            "url": None,
            "mcp": place and {"url": f"{place.url}{PATH}", "token_file": str(place.token_file)},
            "socket": self._locations.socket,
            "home": self._locations.home or self._locations.state,
            "counts": {"lines": len(self.lines)},
        }


def desk_over(keeping: Keeping, settings: Settings, clock: Clock, locations: Locations) -> Desk:
    return open_desk(
        keeping.asks,
        keeping.bell,
        clock,
        RandomMint(),
        detach_grace=_grace(settings),
        shelf=DiskShelf(Path(locations.attachments)),
    )


def memory_over(
    desk: Desk, keeping: Keeping, clock: Clock, settings_of: SettingsOf
) -> tuple[Memory, Following]:
    """Memory with files in the projects of this machine, and what keeps them up to date."""
    files = DiskJournal()
    memory = open_memory(desk, clock, files, lambda project: settings_of(project).memory.journal)
    keeper = local_person(Door.API)
    following = Following(desk.reading, keeping.bell, clock, memory.journal, files, keeper=keeper)
    return memory, following


def mcp_settings(settings: Settings) -> McpSettings:
    return McpSettings(
        era=settings.mcp.era,
        cap_s=settings.wait.cap_s,
        clients=settings.wait.clients,
        first=settings.wait.first,
        registration=settings.question_ask.registration,
        auq_timeout_s=settings.auq.timeout,
        promptmanager_timeout_s=settings.promptmanager.timeout,
    )


def sealing_key(locations: Locations) -> bytes | None:
    try:
        return kept_secret(Path(locations.sealing_key)).encode()
    except OSError as error:
        log.warning("forms end with this process: %s", error)
        return None


def loopback_of(locations: Locations, settings: Settings) -> Loopback | None:
    return open_loopback(Path(locations.state), settings.web.port) if settings.web.enabled else None


def _grace(settings: Settings) -> timedelta | None:
    grace = settings.asks.detach_grace
    return None if grace is None else timedelta(seconds=grace)


def run(
    locations: Locations, lines: socket.socket, api: socket.socket, end: Callable[[], None]
) -> None:
    anyio.run(serve, locations, lines, api, end)
