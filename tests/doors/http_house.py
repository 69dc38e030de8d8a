"""A desk behind the HTTP door, in the test's own process: plain calls, and streams that are read."""

import json
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import anyio
import httpx
from anyio.streams.memory import MemoryObjectReceiveStream
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.types import Message

from askline.alerts.composing import Composing
from askline.alerts.ports import Channel
from askline.alerts.rules import Rules
from askline.alerts.sending import Sending
from askline.asks.addressing import Addressing
from askline.asks.desk import Desk
from askline.asks.limits import Limits
from askline.asks.model import Ask
from askline.asks.ports import AskStore, Inbox
from askline.core.background import background
from askline.core.errors import StoreUnavailable
from askline.core.locations import Locations
from askline.core.people import Actor
from askline.doors.http.alerting import Alerting
from askline.doors.http.app import build_app
from askline.doors.http.who import local_who
from askline.memory.memory import open_memory
from askline.service.recalled import Recall, recall_over
from askline.stores.ears import Ears
from askline.stores.ephemeral import EphemeralAsks, EphemeralShelf
from askline.stores.ephemeral_alerts import EphemeralAlerts, EphemeralLinks
from askline.stores.forgetting import open_ephemeral
from tests.builders import AGENT, StoppedClock, a_desk, a_new_ask
from tests.doors.bench import Workbench

Json = dict[str, Any]

API = "/api/v1"
FACTS: Json = {
    "pid": 7,
    "version": "0.1.0",
    "url": None,
    "socket": "/run/askline.sock",
    "home": "/home/ada",
    "counts": {"lines": 2},
}


class UnreadableAsks(EphemeralAsks):
    """Raises what the test says as soon as the inbox is looked at."""

    def __init__(self, trouble: Exception) -> None:
        super().__init__()
        self.trouble = trouble

    async def inbox(self, which: Inbox) -> list[Ask]:
        del which
        raise self.trouble


AWAY = StoreUnavailable("The disk is full.", hint="Make room.")


@dataclass
class House:
    store: AskStore = field(default_factory=EphemeralAsks)
    bell: Ears = field(default_factory=Ears)
    clock: StoppedClock = field(default_factory=StoppedClock)
    who: Callable[[Request], Actor] = local_who
    ping_s: float = 60.0
    come_back_s: float = 0.0
    limits: Limits | None = None
    book: EphemeralAlerts = field(default_factory=EphemeralAlerts)
    channels: dict[str, Channel] = field(default_factory=dict[str, Channel])
    pause_s: float = 0.0
    home: Locations | None = None
    """Where projects and trust are kept; without it there is one project, and it is trusted."""
    addressing: Addressing | None = None

    def __post_init__(self) -> None:
        composing = Composing(EphemeralLinks(), self.clock, Rules, {})
        self.sending = Sending(self.book, self.channels, composing.notice, self.clock)
        self.desk: Desk = a_desk(
            self.store,
            self.bell,
            self.clock,
            limits=self.limits,
            shelf=EphemeralShelf(),
            addressing=self.addressing,
        )
        self.bench = Workbench(self.desk, self.clock, self.home)
        self.keeping = keeping = replace(open_ephemeral(), asks=self.store, bell=self.bell)
        self.recall: Recall = recall_over(self.desk, keeping, self.clock)
        self.app: Starlette = build_app(
            self.desk,
            bell=self.bell,
            who=self.who,
            facts=lambda: FACTS,
            clock=self.clock,
            memory=self.recall.within(open_memory(self.desk, self.clock)),
            alerting=Alerting(self.book, self.sending, self.who),
            workshop=self.bench.workshop,
            ping_s=self.ping_s,
            come_back_s=self.come_back_s,
            pause_s=self.pause_s,
        )
        self.http = httpx.AsyncClient(
            transport=httpx.ASGITransport(self.app), base_url=f"http://askline{API}"
        )

    async def asked(self, **changes: Any) -> Ask:
        return await self.desk.asking.ask(AGENT, a_new_ask(**changes))

    async def get(self, path: str, **query: Any) -> Any:
        """What a call that goes well replies."""
        reply = await self.http.get(path, params=query)
        assert reply.status_code == 200, reply.text
        return reply.json()

    async def post(self, path: str, status: int = 200, /, **body: Any) -> Json:
        reply = await self.http.post(path, json=body)
        assert reply.status_code == status, reply.text
        return reply.json()

    @asynccontextmanager
    async def open(self) -> AsyncGenerator[None]:
        """The lifespan: while it lasts the bell is heard, and what is begun goes on."""
        async with (
            self.app.router.lifespan_context(self.app),
            background(self.bench.workshop.run),
        ):
            yield

    @asynccontextmanager
    async def listening(
        self,
        last_id: str | None = None,
        *,
        spec: str = "2.3",
        query: str = "",
        headers: list[tuple[bytes, bytes]] | None = None,
    ) -> AsyncGenerator["Listener"]:
        """An open event stream; it is closed like a browser's tab."""
        last = [(b"last-event-id", last_id.encode())] if last_id else []
        send, receive = anyio.create_memory_object_stream[Message](1000)
        gone = anyio.Event()

        async def until_gone() -> Message:
            await gone.wait()
            return {"type": "http.disconnect"}

        scope = {
            **a_scope("/events", [*last, *(headers or ())], spec),
            "query_string": query.encode(),
        }
        with send, receive:
            async with background(partial(self.app, scope, until_gone, send.send)):
                yield Listener(receive, gone)


@dataclass
class Event:
    name: str
    id: str
    data: Json

    @property
    def ask(self) -> Json:
        return self.data["ask"]


class Listener:
    def __init__(self, messages: MemoryObjectReceiveStream[Message], gone: anyio.Event) -> None:
        self._messages = messages
        self._gone = gone

    async def message(self) -> Message:
        with anyio.fail_after(5):
            return await self._messages.receive()

    async def next(self) -> Event:
        """The next event; what is no event is passed over."""
        said: dict[str, str] = {}
        while "data" not in said:
            text = (await self.message()).get("body", b"").decode()
            said = dict(line.split(": ", 1) for line in text.splitlines() if line)
        return Event(said["event"], said["id"], json.loads(said["data"]))

    async def data(self) -> Json:
        """The next piece of data, of events that have no name."""
        while True:
            text = (await self.message()).get("body", b"").decode()
            if text.startswith("data: "):
                return json.loads(text.removeprefix("data: "))

    async def rest(self) -> list[Message]:
        """What still comes until the stream ends."""
        messages = [await self.message()]
        while messages[-1].get("more_body", True):
            messages.append(await self.message())
        return messages

    def leave(self) -> None:
        self._gone.set()


def a_scope(path: str, headers: list[tuple[bytes, bytes]], spec: str = "2.3") -> Json:
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": spec},
        "method": "GET",
        "path": f"{API}{path}",
        "query_string": b"",
        "headers": headers,
    }
