"""The other end of a line's connection: what `askline mcp` would be, without a process."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

import anyio
from anyio.abc import AnyByteStream
from anyio.streams.buffered import BufferedByteReceiveStream
from anyio.streams.stapled import StapledObjectStream
from mcp.server.lowlevel import Server

from askline.asks.desk import Desk
from askline.commands.workshop import Workshop
from askline.core.background import background
from askline.doors.mcp.callers import Caller, Hello
from askline.doors.mcp.server import serve_line
from askline.doors.mcp.settings import McpSettings

JUNE = "2025-06-18"
NOVEMBER = "2025-11-25"
MODERN = "2026-07-28"
REVISIONS = (JUNE, NOVEMBER, MODERN)

Json = dict[str, Any]


connections = count(1)


def a_hello(
    connection: str = "",
    *,
    upcoming: int = 1,
    replay: tuple[int, ...] = (),
    profile: str | None = None,
    **facts: Any,
) -> Hello:
    """Of a connection like no other, unless the test says so."""
    connection = connection or f"{next(connections):024x}"
    plain = Caller(connection=connection, cwd="/home/ada/shop")
    caller = replace(plain, **facts)
    hello = Hello(caller=caller, profile=profile, next=upcoming, replay=replay)
    return hello.under(caller.settings)


def an_envelope(client: str = "somebody", capabilities: Json | None = None) -> Json:
    return {
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientInfo": {"name": client, "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": capabilities or {},
    }


@dataclass
class LineEnd:
    """Says and hears single lines; counts its requests as a line does."""

    stream: AnyByteStream
    revision: str = JUNE
    client: str = "somebody"
    capabilities: Json = field(default_factory=dict[str, Any])
    notes: list[Json] = field(default_factory=list[Json])
    """Notifications heard on the way to something else."""
    words: list[str] = field(default_factory=list[str])
    """What the service said to the line itself."""

    def __post_init__(self) -> None:
        self._heard = BufferedByteReceiveStream(self.stream)
        self._ids = count(1)

    async def say(self, message: Json | str | bytes) -> None:
        if isinstance(message, dict):
            message = json.dumps(message)
        await self.stream.send((message.encode() if isinstance(message, str) else message) + b"\n")

    async def hear(self) -> Json:
        """The next message; what the service says to the line alone is kept aside."""
        while (line := await self.hear_line()).startswith(b"!"):
            self.words.append(line.decode())
        return json.loads(line)

    async def hear_line(self) -> bytes:
        return await self._heard.receive_until(b"\n", 1 << 26)

    async def ask(self, method: str, params: Json | None = None, *, request_id: Any = None) -> Any:
        """Send a request and go on; its id."""
        request_id = request_id or next(self._ids)
        await self.say(self.request(method, params, request_id))
        return request_id

    def request(self, method: str, params: Json | None, request_id: Any) -> Json:
        params = dict(params or {})
        if self.revision == MODERN:
            params["_meta"] = an_envelope(self.client, self.capabilities) | params.get("_meta", {})
        return {"jsonrpc": "2.0", "id": request_id, "method": method, "params": params}

    async def answer_to(self, request_id: Any) -> Json:
        while True:
            heard = await self.hear()
            if "method" not in heard:
                assert heard["id"] == request_id
                return heard
            self.notes.append(heard)

    async def call(self, method: str, params: Json | None = None) -> Json:
        return await self.answer_to(await self.ask(method, params))

    async def begin(self) -> None:
        """The handshake, where the revision has one."""
        if self.revision != MODERN:
            info = {"name": self.client, "version": "1"}
            hands = {
                "protocolVersion": self.revision,
                "capabilities": self.capabilities,
                "clientInfo": info,
            }
            await self.call("initialize", hands)
            await self.say({"jsonrpc": "2.0", "method": "notifications/initialized"})

    async def use(self, tool: str, arguments: Json, *, beats: str | None = None) -> Any:
        """Call a tool and go on; the id of the request. `beats` is the token for progress."""
        meta = {"_meta": {"progressToken": beats}} if beats else {}
        return await self.ask("tools/call", {"name": tool, "arguments": arguments, **meta})

    async def form(self) -> Json:
        """The next form that the client is to show."""
        heard = await self.hear()
        assert heard["method"] == "elicitation/create"
        return heard

    async def reply(
        self, form: Json, action: str, content: Json | None = None, *, after_s: float | None = None
    ) -> None:
        """Answer a form; `after_s` is how long the line says that the client had it."""
        if after_s is not None:
            await self.say(f"!took {int(after_s * 1000)}")
        result = {"action": action} | ({"content": content} if content is not None else {})
        await self.say({"jsonrpc": "2.0", "id": form["id"], "result": result})

    async def hear_progress(self, past: float = 0.0) -> list[float]:
        """What is told until it is past a number of seconds."""
        told: list[float] = []
        while not told or told[-1] < past:
            note = await self.hear()
            assert note["method"] == "notifications/progress"
            self.notes.append(note)
            told.append(note["params"]["progress"])
        return told

    async def result_of(self, request_id: Any) -> Json:
        return (await self.answer_to(request_id))["result"]


def byte_pair() -> tuple[AnyByteStream, AnyByteStream]:
    """The line's end and the service's. Nothing lies around in it on its way to the line."""
    to_service, from_line = anyio.create_memory_object_stream[bytes](64)
    to_line, from_service = anyio.create_memory_object_stream[bytes]()
    return (
        StapledObjectStream(to_service, from_service),
        StapledObjectStream(to_line, from_line),
    )


@asynccontextmanager
async def a_line(
    server: Server[Any],
    hello: Hello | None = None,
    *,
    revision: str = JUNE,
    client: str = "somebody",
    capabilities: Json | None = None,
    settings: McpSettings | None = None,
    begun: bool = True,
    desk: Desk | None = None,
    workshop: Workshop | None = None,
    within: float = 5,
) -> AsyncGenerator[LineEnd]:
    """A line that is served, and that ended as lines end: its stream is closed."""
    ours, theirs = byte_pair()
    ended = anyio.Event()

    async def serve() -> None:
        async with theirs:
            known = hello or a_hello()
            await serve_line(server, theirs, known, desk=desk, workshop=workshop, settings=settings)
        ended.set()

    with anyio.fail_after(within):
        async with background(serve):
            async with ours:
                line = LineEnd(ours, revision, client, capabilities or {})
                if begun:
                    await line.begin()
                yield line
            await ended.wait()
