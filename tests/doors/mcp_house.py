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
from uvicorn.protocols.http.h11_impl import H11Protocol

from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.core.background import background
from askline.doors.mcp.http import OverHttp
from askline.doors.mcp.server import build_server
from askline.service.api import Server
from askline.service.loopback import Loopback, open_loopback
from askline.service.mcp_http import PATH, guarded_mcp
from tests.builders import ADA, StoppedClock, a_desk, given


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
        return f"{self.place.url}{PATH}"

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


@asynccontextmanager
async def an_mcp_house(state: Path) -> AsyncGenerator[McpHouse]:
    desk = a_desk()
    calls = OverHttp(build_server(desk, StoppedClock()))
    place = open_loopback(state, 0)
    assert place is not None
    app = guarded_mcp(calls, port=place.port, token=place.token)
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
