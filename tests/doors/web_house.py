"""A house with its two fronts in the test's own process: the user's socket, and loopback as browsers
see it. Nothing listens; the clock stands until a test moves it."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from starlette.types import ASGIApp

from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.doors.http.app import build_app, end_streams
from askline.doors.http.entering import who_came_in
from askline.doors.http.peers import Peers
from askline.doors.mcp.http import OverHttp
from askline.doors.mcp.server import build_server
from askline.service.fronts import Extra, Fronts
from askline.service.loopback import open_loopback
from askline.stores.ears import Ears
from tests.builders import AGENT, StoppedClock, a_desk, a_new_ask
from tests.doors.http_house import FACTS

SETTINGS = {"file": "/home/ada/config.toml", "settings": {"web.port": 0}, "sources": {}}


@dataclass
class WebHouse:
    desk: Desk
    clock: StoppedClock
    fronts: Fronts
    loopback: ASGIApp
    url: str
    state: Path

    @property
    def origin(self) -> dict[str, str]:
        return {"Origin": self.url}

    @property
    def socket(self) -> httpx.AsyncClient:
        """A program of the user's own."""
        return httpx.AsyncClient(
            transport=httpx.ASGITransport(self.fronts.on_socket()), base_url="http://localhost"
        )

    @property
    def browser(self) -> httpx.AsyncClient:
        """A new one: it has no cookie yet, and says its origin only where a test does."""
        return httpx.AsyncClient(transport=httpx.ASGITransport(self.loopback), base_url=self.url)

    @asynccontextmanager
    async def signed_in(self) -> AsyncGenerator[httpx.AsyncClient]:
        async with self.browser as browser:
            reply = await browser.get(await self.address())
            assert reply.status_code == 303, reply.text
            yield browser

    async def address(self, **body: Any) -> str:
        async with self.socket as socket:
            reply = await socket.post("/api/v1/login", json=body)
        assert reply.status_code == 200, reply.text
        return reply.json()["url"]

    async def asked(self, **changes: Any) -> Ask:
        return await self.desk.asking.ask(AGENT, a_new_ask(**changes))


@asynccontextmanager
async def a_web_house(
    state: Path,
    extra: Extra | Callable[[Desk], Extra] | None = None,
    clock: StoppedClock | None = None,
) -> AsyncGenerator[WebHouse]:
    clock, bell = clock or StoppedClock(), Ears()
    desk = a_desk(bell=bell, clock=clock)
    api = build_app(desk, bell=bell, who=who_came_in, facts=lambda: FACTS, clock=clock)
    place = open_loopback(state, 0)
    assert place is not None
    extra = extra(desk) if callable(extra) else extra
    fronts = Fronts(
        api,
        clock=clock,
        state=state,
        url=place.url,
        settings=lambda: SETTINGS,
        extra=extra,
        peers=Peers(unshown=True),
    )
    calls = OverHttp(build_server(desk, clock))
    socket = fronts.on_socket()
    with place.listener:
        async with socket.router.lifespan_context(socket):
            loopback = fronts.on_loopback(calls, place)
            yield WebHouse(desk, clock, fronts, loopback, place.url, state)
            end_streams(api)
