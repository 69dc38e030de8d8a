"""Builds the house from its parts: settings in, a standing service out.

The only place that picks adapters. Knows everything, decides nothing.
"""

import logging
import os
import socket
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import anyio
from anyio import to_thread
from anyio.streams.buffered import BufferedByteStream
from mcp.server.lowlevel import Server
from uvicorn.protocols.http.h11_impl import H11Protocol

from askline.asks.limits import Limits
from askline.asks.model import Ask
from askline.asks.standing import StandingWord
from askline.config import away, logs
from askline.config.joined import forget_key
from askline.config.per_project import ProjectSettings
from askline.config.settings import Settings, load
from askline.config.showing import settings_shape
from askline.core.background import background, steady
from askline.core.clock import Clock, SystemClock
from askline.core.locations import Locations
from askline.core.speaking import chosen
from askline.core.version import VERSION
from askline.doors.http.alerting import Alerting
from askline.doors.http.app import build_app, feed_of, holding_of
from askline.doors.http.drawing import with_nodes
from askline.doors.http.entering import who_came_in
from askline.doors.http.guard import NO_OUTSIDE, Outside
from askline.doors.http.links import PREFIX, Links
from askline.doors.mcp.callers import Hello
from askline.doors.mcp.connected import Connected
from askline.doors.mcp.http import OverHttp
from askline.doors.mcp.server import build_servers, serve_line
from askline.doors.mcp.settings import DEFAULT_PROFILE
from askline.doors.mcp.visits import Means
from askline.service.api import serve_api
from askline.service.card_page import card_page
from askline.service.commanding import Commanding, commanding_over
from askline.service.courier import courier_over
from askline.service.deciding import connection_settings, decide
from askline.service.fronts import MCP, Extra, Fronts
from askline.service.holders import Processes
from askline.service.hosts import Hosts
from askline.service.idle import Idle
from askline.service.lines import Lines, listener, serve_each
from askline.service.loopback import Loopback, open_loopback
from askline.service.parts import desk_over, mcp_settings, memory_over, seal_of
from askline.service.project_snapshots import ProjectSnapshots
from askline.service.recalled import recall_over
from askline.service.snapshots import leave, snapshot_text
from askline.service.stragglers import let_go, watch_processes
from askline.service.telling import telling_over
from askline.stores.keeping import Keeping
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
            steady(house.desk.run),
            house.commanding.run,
            steady(house.scribe.run),
            steady(house.telling.run),
            partial(serve_api, house.fronts.on_socket(), api),
            steady(house.standing_word.run),
            steady(house.carry),
            steady(house.recall.run),
            partial(house.serve_lines, lines),
            house.serve_loopback,
            steady(partial(let_go, house.desk, house.knows)),
            steady(partial(watch_processes, house.desk, house.processes)),
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
        clock: Clock | None = None,
        environ: Mapping[str, str] = os.environ,
        limits: Limits | None = None,
    ) -> None:
        clock = clock or SystemClock()
        self._locations = locations
        self.processes = Processes(Path(locations.state))
        self.loopback = loopback
        self.hosts = Hosts(clock, Path(locations.state))
        self._mcp = mcp_settings(settings)
        self.desk = desk_over(keeping, settings, clock, locations, limits)
        self.settings_of = ProjectSettings(environ, locations, settings).of
        """What holds in a project, by its path; `None` is no project."""
        memory, self.scribe = memory_over(self.desk, keeping, clock, self.settings_of)
        self.recall = recall_over(
            self.desk, keeping, clock, lambda: self.settings_of(None).memory.recall
        )
        self.memory = self.recall.within(memory)
        self.standing_word = StandingWord(
            self.desk.reading,
            self.desk.answering,
            keeping.bell,
            clock,
            partial(away.read, locations.state),
        )
        self.commanding: Commanding = commanding_over(
            self.desk, keeping, clock, locations, self.settings_of, processes=self.processes
        )
        self.workshop = self.commanding.workshop
        self.courier = courier_over(self.desk, keeping, clock, locations, self.settings_of)
        self.connected = Connected()
        self.telling = telling_over(
            self.desk,
            keeping,
            clock,
            lambda: self.settings_of(None).alerts,
            loopback and loopback.url,
            language=lambda: chosen(self.settings_of(None).language, os.environ),
        )
        means = Means(
            desk=self.desk,
            clock=clock,
            memory=self.memory,
            settings=self._mcp,
            shown=with_nodes,
            card=card_page,
            seal=seal_of(locations),
            inbox_url=self._inbox_url,
            stream_of=self.hosts.stream_of,
            connected=self.connected,
            workshop=self.workshop,
        )
        self.servers: dict[str, Server[Any]] = build_servers(means)
        self.left = ProjectSnapshots(
            self.servers, self.workshop, locations, self.settings_of, self._mcp.era
        )
        self.lines = Lines(self._serve_line, end, self._decide)
        self._over_http = OverHttp(
            self.servers[DEFAULT_PROFILE], lambda: connection_settings(self.settings_of(None))
        )
        self.app = build_app(
            self.desk,
            bell=keeping.bell,
            who=who_came_in,
            facts=self._facts,
            clock=clock,
            memory=self.memory,
            alerting=Alerting(self.telling.book, self.telling.sending, who_came_in),
            workshop=self.workshop,
        )
        self.fronts = Fronts(
            self.app,
            clock=clock,
            state=Path(locations.state),
            url=loopback and loopback.url,
            settings=lambda: settings_shape(self.settings_of(None), locations.config),
            extra=self._beside_api(settings, keeping, clock),
        )
        self.idle = Idle(self.desk, clock, settings.service.idle_exit, self.is_busy)

    def _beside_api(self, settings: Settings, keeping: Keeping, clock: Clock) -> Extra:
        hosts = self.hosts.beside_api(
            self.desk,
            feed_of(self.app),
            self.settings_of,
            origins=frozenset(settings.web.embed_origins),
            url=self.loopback and self.loopback.url,
        )
        links = Links(self.desk, keeping.links, clock).routes()
        return replace(
            hosts,
            loopback_routes=[*hosts.loopback_routes, *links],
            outside=outside_of(settings),
        )

    async def serve_lines(self, bound: socket.socket) -> None:
        async with await listener(bound) as lines:
            await serve_each(lines, self.lines.accept)

    async def serve_loopback(self) -> None:
        if (place := self.loopback) is not None:
            await self.fronts.listening.wait()
            app = self.fronts.on_loopback(self._over_http, place)
            await serve_api(app, place.listener, http=H11Protocol)

    async def carry(self) -> None:
        """Until the hub that was joined is left and all is home."""
        if self.courier is not None:
            await self.courier.run()
            forget_key(self._locations.hub_key)

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
        async with background(steady(partial(self.left.keep_up, hello.caller))):
            await serve_line(
                server, stream, hello, desk=self.desk, workshop=self.workshop, settings=self._mcp
            )

    def is_busy(self) -> bool:
        rooms = (
            *(self.lines, self._over_http, holding_of(self.app)),
            *(self.fronts, self.hosts, self.telling, self.workshop, self.desk.carrying),
        )
        return any(len(room) for room in rooms)

    def _inbox_url(self, ask: Ask) -> str | None:
        return self.loopback and f"{self.loopback.url}/asks/{ask.id}"

    def _facts(self) -> Mapping[str, Any]:
        place = self.loopback
        return {
            "pid": os.getpid(),
            "version": VERSION,
            "url": place and place.url,
            "mcp": place and {"url": f"{place.url}{MCP}", "token_file": str(place.token_file)},
            "hosts": place and self.hosts.facts(place.url),
            "socket": self._locations.socket,
            "home": self._locations.home or self._locations.state,
            "counts": {"lines": len(self.lines)},
            "clients": self.connected.shapes(self.lines.__contains__),
            "journal": {"in_trouble": [*self.scribe.in_trouble]},
            "hub": self.courier and self.courier.facts,
        }


def loopback_of(locations: Locations, settings: Settings) -> Loopback | None:
    return open_loopback(Path(locations.state), settings.web.port) if settings.web.enabled else None


def outside_of(settings: Settings) -> Outside:
    base = settings.alerts.link_base
    return NO_OUTSIDE if base is None else Outside(origin=base, paths=(PREFIX,))


def run(
    locations: Locations, lines: socket.socket, api: socket.socket, end: Callable[[], None]
) -> None:
    anyio.run(serve, locations, lines, api, end)
