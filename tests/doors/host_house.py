"""A house that host applications use: its loopback behind the guard, and its socket, in the test's own
process."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import httpx
from starlette.types import Message, Send

from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.asks.ports import AskStore
from askline.config.settings import load
from askline.core.background import background
from askline.core.locations import Locations
from askline.doors.http.app import build_app, feed_of
from askline.doors.http.entering import who_came_in
from askline.doors.http.promptmanager import EVERY
from askline.doors.mcp.http import OverHttp
from askline.doors.mcp.server import build_server
from askline.service.fronts import Fronts
from askline.service.hosts import Hosts
from askline.service.loopback import Loopback, open_loopback
from askline.stores.ears import Ears
from askline.stores.ephemeral import EphemeralAsks
from tests.builders import ADA, AGENT, StoppedClock, a_desk, a_new_ask
from tests.doors.bench import Workbench
from tests.doors.http_house import FACTS, Listener

Json = dict[str, Any]

ORIGIN = "http://chat.example:8000"
ANOTHER = "http://other.example:8000"


@dataclass
class HostHouse:
    state: Path
    place: Loopback
    settings: Json = field(default_factory=dict[str, Any])
    ping_s: float = 60.0
    store: AskStore = field(default_factory=EphemeralAsks)
    clock: StoppedClock = field(default_factory=StoppedClock)

    def __post_init__(self) -> None:
        bell = Ears()
        self.desk: Desk = a_desk(self.store, bell=bell, clock=self.clock)
        self.bench = Workbench(self.desk, self.clock)
        api = build_app(
            self.desk,
            bell=bell,
            who=who_came_in,
            facts=lambda: FACTS,
            clock=self.clock,
            workshop=self.bench.workshop,
        )
        self.hosts = Hosts(self.clock, self.state)
        locations = Locations.from_environment({"ASKLINE_HOME": str(self.state)})
        self.feed = feed_of(api)
        extra = self.hosts.beside_api(
            self.desk,
            self.feed,
            lambda project: load({}, project, locations=locations, flags=self.settings),
            origins=frozenset({ORIGIN, ANOTHER}),
            url=self.place.url,
            ping_s=self.ping_s,
        )
        fronts = Fronts(
            api,
            clock=self.clock,
            state=self.state,
            url=self.place.url,
            settings=dict,
            extra=extra,
        )
        calls = OverHttp(build_server(self.desk, self.clock))
        self.loopback = fronts.on_loopback(calls, self.place)
        self.socket = fronts.on_socket()
        self.http = httpx.AsyncClient(
            transport=httpx.ASGITransport(self.loopback), base_url=self.place.url
        )
        self.local = httpx.AsyncClient(
            transport=httpx.ASGITransport(self.socket), base_url="http://askline"
        )

    @property
    def bearer(self) -> dict[str, str]:
        """What a host's own program sends along."""
        return {"Authorization": f"Bearer {(self.state / 'host-token').read_text().strip()}"}

    async def begun(self, **body: Any) -> Json:
        """A live stream."""
        said = {"project": {"name": "shop"}, "origin": ORIGIN, **body}
        reply = await self.local.post("/api/v1/streams", json=said)
        assert reply.status_code == 201, reply.text
        return reply.json()

    async def relayed(self, stream: Json, question: str = "Which?", **more: Any) -> Ask:
        """The ask that a relayed question has become."""
        body = {"streamToken": stream["token"], "question": question, **more}
        reply = await self.http.post("/claude/relay-question?p=5", json=body)
        assert reply.status_code == 200, reply.text
        return await self.desk.reading.find(ADA, reply.json()["id"])

    async def polled(self, stream: Json) -> httpx.Response:
        """As a poller polls that keeps the pace."""
        self.clock.time += EVERY
        query = {"p": "5", "streamToken": stream["token"]}
        return await self.http.get("/claude/poll-answer", params=query)

    async def poll_with(self, stream: Json, news: list[Message], send: Send) -> None:
        """A poll of a client of which this is heard, and which is told by `send`."""

        async def receive() -> Message:
            while not news:
                await anyio.sleep_forever()
            return news.pop(0)

        self.clock.time += EVERY
        query = f"p=5&streamToken={stream['token']}"
        await self.loopback(self._scope("/claude/poll-answer", query, {}), receive, send)

    async def asked_in(self, stream: Json) -> Ask:
        return await self.desk.asking.ask(AGENT, a_new_ask(stream=stream["stream"]))

    def page(self, stream: Json, origin: str | None = ORIGIN) -> dict[str, str]:
        """What the host's page sends along."""
        headers = {"Authorization": f"Bearer {stream['embed_token']}"}
        return headers | ({"Origin": origin} if origin else {})

    def _scope(self, path: str, query: str, headers: dict[str, str]) -> Json:
        said = {"Host": self.place.url.removeprefix("http://"), **headers}
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "method": "GET",
            "path": path,
            "query_string": query.encode(),
            "headers": [(name.lower().encode(), each.encode()) for name, each in said.items()],
        }

    @asynccontextmanager
    async def listening(
        self, path: str, query: str = "", headers: dict[str, str] | None = None
    ) -> AsyncGenerator[Listener]:
        """An open stream of events on loopback."""
        send, receive = anyio.create_memory_object_stream[Message](1000)
        gone = anyio.Event()

        async def until_gone() -> Message:
            await gone.wait()
            return {"type": "http.disconnect"}

        scope = self._scope(path, query, headers or {})
        with send, receive:
            async with (
                self.socket.router.lifespan_context(self.socket),
                background(partial(self.loopback, scope, until_gone, send.send)),
            ):
                yield Listener(receive, gone)


@asynccontextmanager
async def a_host_house(
    state: Path, store: AskStore | None = None, /, *, ping_s: float = 60.0, **settings: Any
) -> AsyncGenerator[HostHouse]:
    place = open_loopback(state, 0)
    assert place is not None
    with anyio.fail_after(20), place.listener:
        yield HostHouse(state, place, settings, ping_s, store or EphemeralAsks())
