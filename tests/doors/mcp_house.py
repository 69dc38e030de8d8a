"""A desk behind `/mcp` on a real port of loopback, in the test's own process."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import anyio
import httpx2
import uvicorn
from anyio.lowlevel import checkpoint
from mcp import Client
from mcp.client.session import ElicitationFnT
from mcp.client.streamable_http import streamable_http_client
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.core.background import background
from askline.doors.http.app import build_app
from askline.doors.http.entering import who_came_in
from askline.doors.mcp.http import OverHttp
from askline.doors.mcp.server import build_server
from askline.service.api import Server
from askline.service.fronts import MCP, Fronts
from askline.service.loopback import Loopback, open_loopback
from askline.stores.ears import Ears
from tests.builders import ADA, StoppedClock, a_desk, given
from tests.doors.http_house import FACTS


class Ending(Server):
    """One that a test can end; the service's ends with its process."""

    main_loop = uvicorn.Server.main_loop


@dataclass
class McpHouse:
    desk: Desk
    calls: OverHttp
    place: Loopback

    @property
    def url(self) -> str:
        return f"{self.place.url}{MCP}"

    @property
    def http(self) -> httpx2.AsyncClient:
        """One that knows the token."""
        headers = {"Authorization": f"Bearer {self.place.token}"}
        return httpx2.AsyncClient(headers=headers, timeout=5, trust_env=False)

    async def the_ask(self) -> Ask:
        """The one in the inbox, once it is there. The server's own ticking never rests, so one must
        not wait until it does."""
        while not (asks := await self.desk.reading.inbox(ADA)):
            await checkpoint()
        [ask] = asks
        return ask

    async def answered(self) -> Ask:
        ask = await self.the_ask()
        return await self.desk.answering.answer(ADA, ask.id, given(db="SQLite"), receipt="r1")

    @asynccontextmanager
    async def client(
        self, mode: str, *, fills: ElicitationFnT | None = None
    ) -> AsyncGenerator[Client]:
        """`fills` is what it does with forms, if it draws any."""
        async with self.http as http:
            transport = streamable_http_client(self.url, http_client=http)
            async with Client(transport, mode=mode, elicitation_callback=fills) as client:
                yield client


def on_loopback(desk: Desk, calls: OverHttp, place: Loopback) -> Starlette:
    """All that loopback serves, with this behind `/mcp`."""
    api = build_app(desk, bell=Ears(), who=who_came_in, facts=lambda: FACTS)
    state = place.token_file.parent
    fronts = Fronts(api, clock=StoppedClock(), state=state, url=place.url, settings=dict)
    return fronts.on_loopback(calls, place)


@asynccontextmanager
async def an_mcp_house(state: Path) -> AsyncGenerator[McpHouse]:
    desk = a_desk()
    calls = OverHttp(build_server(desk, StoppedClock()))
    place = open_loopback(state, 0)
    assert place is not None
    app = on_loopback(desk, calls, place)
    config = uvicorn.Config(app, http=H11Protocol, lifespan="on", log_config=None)
    server, ended = Ending(config), anyio.Event()

    async def serve() -> None:
        await server.serve([place.listener])
        ended.set()

    with anyio.fail_after(20), place.listener:
        async with background(desk.run, serve):
            yield McpHouse(desk, calls, place)
            server.should_exit = True
            await ended.wait()
