"""Services that die at a chosen moment, and a line that goes on from one to the next.

A moment is right before or right after a commit or a write to the line's socket. What a dead service
would still do counts for nothing: it commits no more, and nobody hears it.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import anyio
from anyio.abc import AnyByteStream, ByteStream
from anyio.lowlevel import checkpoint
from anyio.streams.buffered import BufferedByteReceiveStream

from askline.asks.changes import Change
from askline.asks.desk import Desk
from askline.asks.ports import Addition
from askline.core.background import background
from askline.core.errors import AsklineError, StoreUnavailable
from askline.doors.mcp.server import build_server, serve_line
from askline.doors.mcp.wire import GONE
from askline.line.flight import Flight
from askline.line.messages import REQUEST, RESPONSE, Message
from askline.stores.ephemeral import EphemeralAsks
from tests.builders import ADA, StoppedClock, a_desk, given
from tests.doors.lines import Json, a_hello, byte_pair


@dataclass
class Life:
    """Of one service: it ends at its `last` moment, or with the test."""

    last: int | None = None
    moments: int = 0
    died: anyio.Event = field(default_factory=anyio.Event)

    def moment(self, trouble: Exception) -> None:
        self.moments += 1
        if self.moments == self.last:
            self.died.set()
        if self.died.is_set():
            raise trouble


class MortalAsks(EphemeralAsks):
    def __init__(self, kept: EphemeralAsks, life: Life) -> None:
        super().__init__()
        self.__dict__.update(kept.__dict__)  # the same file, opened by another process
        self._life = life

    async def add(self, change: Change, keys: Sequence[str]) -> Addition:
        self._moment()
        added = await super().add(change, keys)
        self._moment()
        return added

    async def swap(self, change: Change) -> bool:
        self._moment()
        won = await super().swap(change)
        self._moment()
        return won

    def _moment(self) -> None:
        self._life.moment(StoreUnavailable("The process is dead.", hint="There will be another."))


class MortalStream(ByteStream):
    def __init__(self, stream: AnyByteStream, life: Life) -> None:
        self._stream = stream
        self._life = life

    async def receive(self, max_bytes: int = 65_536) -> bytes:
        del max_bytes
        return await self._stream.receive()

    async def send(self, item: bytes) -> None:
        self._life.moment(anyio.BrokenResourceError())
        await self._stream.send(item)
        self._life.moment(anyio.BrokenResourceError())

    async def send_eof(self) -> None:
        """Nobody would notice: the stream is the test's to close."""

    async def aclose(self) -> None:
        """The same."""


class Survivor:
    """A line, and its client: who says one thing after the other, each when the last is answered."""

    def __init__(self, flight: Flight, said: Sequence[Json]) -> None:
        self.kept = EphemeralAsks()
        self.heard: list[Json] = []
        self.done = anyio.Event()
        self._flight = flight
        self._unsaid = [json.dumps({"jsonrpc": "2.0", **each}).encode() + b"\n" for each in said]
        self._awaits = False
        self._services = 0

    async def live(self, life: Life) -> None:
        """Through one life of the service, until that ends or the client has everything."""
        numbers, lines = self._flight.told_again() if self._services else ([], b"")
        hello = a_hello(
            self._flight.connection,
            again=self._services,
            upcoming=self._flight.count + 1,
            replay=tuple(numbers),
        )
        self._services += 1
        desk = a_desk(MortalAsks(self.kept, life))
        ours, theirs = byte_pair()

        async def serve() -> None:
            server = build_server(desk, StoppedClock())
            await serve_line(server, MortalStream(theirs, life), hello)

        async def talk() -> None:
            with suppress(*GONE):
                await ours.send(lines)
                await self._talk(ours)

        async with ours, theirs, background(serve, talk, lambda: a_human(desk)):
            while not life.died.is_set() and not self.done.is_set():
                await checkpoint()

    async def _talk(self, stream: AnyByteStream) -> None:
        source = BufferedByteReceiveStream(stream)
        await self._say_on(stream)
        while True:
            message = Message(await source.receive_until(b"\n", 1 << 20) + b"\n")
            call = self._flight.came(message) if message.kind == RESPONSE else None
            if call is not None:
                self.heard.append(message.content)
                self._awaits = False
                if call.method == "tools/call":
                    await stream.send(b"!delivered %d\n" % call.number)
                await self._say_on(stream)

    async def _say_on(self, stream: AnyByteStream) -> None:
        while self._unsaid and not self._awaits:
            line = self._unsaid.pop(0)
            message = Message(line)
            self._flight.sent(message, line)
            self._awaits = message.kind == REQUEST
            await stream.send(line)
        if not self._unsaid and not self._awaits:
            self.done.set()


async def a_human(desk: Desk) -> None:
    """Answers every ask with its own question, so that an answer in the wrong place is seen."""
    while True:
        for ask in await desk.reading.inbox(ADA):
            answers = given(q=ask.questions[0].text)
            with suppress(AsklineError):
                await desk.answering.answer(ADA, ask.id, answers, receipt=f"r-{ask.id}")
        await checkpoint()
