"""One line's connection as the SDK's read and write streams: whole lines of JSON, both ways.

Requests are counted as the line counts them (a message with a method and an id), so that a repeated
one is known by connection and number. The number travels beside the message and not in it: nothing
that a client sends can forge it, and a JSON-RPC id may be used again. Lines that begin with `!` are
between line and service: before a response that hands something over, `!carries` says what, and the
line repeats it in its `!delivered`. `server/discover` is kept from the SDK, see `eras`.

Knows nothing of asks; a delivery only runs what the call left to be done then.
"""

import json
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from typing import Any, TypeAlias, cast

import anyio
from anyio.abc import AnyByteStream
from anyio.streams.buffered import BufferedByteReceiveStream
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import ServerMessageMetadata, SessionMessage
from mcp_types import (
    CONNECTION_CLOSED,
    INTERNAL_ERROR,
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError

from askline.core.line_length import LONGEST_LINE, TOO_LONG
from askline.doors.mcp.callers import Call, Hello
from askline.doors.mcp.duties import PATIENCE_S, Duties, Late
from askline.doors.mcp.eras import DISCOVER
from askline.doors.mcp.oversize import LineTooLong, next_line
from askline.doors.mcp.own_requests import OwnRequests

LAST_WORDS_S = 1.0
"""How long the last line may take to go out after the SDK is done."""

LESS = "Call for less at once: fewer asks, or a part of the output."

ANSWERS = {"result", "error"}
"""One of these is in every answer; to an answer nobody replies."""

GONE = (
    anyio.EndOfStream,
    anyio.IncompleteRead,
    anyio.ClosedResourceError,
    anyio.BrokenResourceError,
)

Incoming: TypeAlias = SessionMessage | Exception
Probe = Callable[[JSONRPCRequest, Call], Awaitable[JSONRPCMessage]]
Refusal = Callable[[JSONRPCRequest], JSONRPCMessage | None]
Serve = Callable[
    [MemoryObjectReceiveStream[Incoming], MemoryObjectSendStream[SessionMessage]], Awaitable[None]
]

log = logging.getLogger(__name__)


class Wire:
    def __init__(
        self,
        stream: AnyByteStream,
        hello: Hello,
        *,
        decline: Refusal,
        probe: Probe,
        late: Late | None = None,
        written_is_delivered: bool = False,
    ) -> None:
        """`decline` answers a probe that shall find nothing; `probe` asks the SDK on the side.

        `late` takes what a line reports that an earlier service handed over.
        `written_is_delivered` where the stream is the client's own, and no line says it.
        """
        self.duties = Duties(late)
        self._own = OwnRequests(hello.replay)
        self._stream = stream
        self._source = _buffered(stream)
        self._caller = hello.caller
        self._next = hello.next
        self._replay = deque(hello.replay)
        self._decline = decline
        self._probe = probe
        self._written_is_delivered = written_is_delivered
        self._age: float | None = None
        self._era_is_open = True
        self._numbers: dict[RequestId, int] = {}
        speak, self._outgoing = anyio.create_memory_object_stream[SessionMessage | bytes]()
        self._speak = speak

    async def run(self, serve: Serve) -> None:
        """Serve the connection until the line closes it."""
        hand_on, incoming = anyio.create_memory_object_stream[Incoming]()
        sdk = cast("MemoryObjectSendStream[SessionMessage]", self._speak.clone())
        reading = anyio.CancelScope()
        async with anyio.create_task_group() as tasks:

            def give(answer: SessionMessage) -> None:
                tasks.start_soon(_give, hand_on, answer)

            tasks.start_soon(self._write_lines, give)
            tasks.start_soon(self._read_lines, hand_on, reading)
            await serve(incoming, sdk)
            reading.cancel()
            tasks.cancel_scope.deadline = anyio.current_time() + LAST_WORDS_S

    async def _read_lines(
        self, hand_on: MemoryObjectSendStream[Incoming], reading: anyio.CancelScope
    ) -> None:
        async with hand_on, self._speak:
            try:
                with reading:
                    while True:
                        await self._take(hand_on)
            except GONE:
                log.debug("line %s is gone", self._caller.connection)

    async def _take(self, hand_on: MemoryObjectSendStream[Incoming]) -> None:
        """The next line, done with before the one after it is looked at."""
        try:
            line = await next_line(self._source)
        except LineTooLong as long:
            if long.asks:
                await self._refuse(long.request_id, TOO_LONG)
                self._number()
            return
        if line.startswith(b"!"):
            await self._control(line)
        elif line.strip() and (message := await self._message(line)) is not None:
            await hand_on.send(message)

    async def _control(self, line: bytes) -> None:
        word, _, rest = line.strip().partition(b" ")
        if word == b"!ping":
            await self._speak.send(b"!pong\n")
        elif word == b"!delivered":
            number, _, carried = rest.decode(errors="replace").partition(" ")
            if number.isdecimal():
                await self.duties.delivered(int(number), carried)
        elif word == b"!took" and rest.isdigit():
            self._own.measured(int(rest) / 1000)
        elif word == b"!since" and rest.isdigit():
            self._age = int(rest) / 1000

    async def _message(self, line: bytes) -> SessionMessage | None:
        """What is to be handed on to the SDK, if anything."""
        try:
            said = parsed(line)
        except NoMessage as error:
            await self._speak.send(SessionMessage(_error(None, error.code, str(error))))
            return None
        asks = said.get("method") is not None and said.get("id") is not None
        call = self._number() if asks else None
        try:
            message = jsonrpc_message_adapter.validate_python(said, by_name=False)
        except ValidationError:
            message = None
        if call is None:
            if isinstance(message, JSONRPCResponse | JSONRPCError):
                message = await self._answered(message)
            elif message is None and not ANSWERS & said.keys():
                await self._refuse(None, "This is no JSON-RPC message.")
            # What is no request has no number, but the same caller.
            beside = ServerMessageMetadata(request_context=Call(caller=self._caller))
            return SessionMessage(message, beside) if message else None
        if not isinstance(message, JSONRPCRequest):
            await self._refuse(_id(said), "This is no JSON-RPC request.")
            return None
        return await self._request(message, call)

    async def _request(self, request: JSONRPCRequest, call: Call) -> SessionMessage | None:
        if request.method == DISCOVER:
            answer = self._decline(request)
            if answer is None and self._era_is_open:
                answer = await self._probe(request, call)
            if answer is not None:
                await self._speak.send(SessionMessage(answer))
                return None
        self._era_is_open = False
        self._numbers[request.id] = call.number or 0
        return SessionMessage(request, ServerMessageMetadata(request_context=call))

    async def _answered(
        self, answer: JSONRPCResponse | JSONRPCError
    ) -> JSONRPCResponse | JSONRPCError | None:
        """The client's answer to something of ours, if somebody waits for it."""
        expected = self._own.answered(answer)
        if expected is None:
            with anyio.move_on_after(PATIENCE_S):
                await self._own.late(answer)
        return expected

    def _number(self) -> Call:
        replayed = bool(self._replay)
        number = self._replay.popleft() if replayed else self._next
        self._next += not replayed
        age, self._age = self._age, None
        return Call(
            caller=self._caller,
            number=number,
            replayed=replayed,
            age=age,
            duties=self.duties,
            own=self._own,
            open=self._numbers,
        )

    async def _refuse(self, request_id: RequestId | None, why: str) -> None:
        await self._speak.send(SessionMessage(_error(request_id, INVALID_REQUEST, why)))

    async def _write_lines(self, give: Callable[[SessionMessage], None]) -> None:
        """`give` hands the SDK what the client need not be asked again."""
        async with self._outgoing:
            try:
                async for item in self._outgoing:
                    await self._write([item, *self._also_there()], give)
            except GONE:
                log.debug("line %s does not listen any more", self._caller.connection)

    def _also_there(self) -> Iterator[SessionMessage | bytes]:
        """What else is to be said: together it costs hardly more than the first."""
        with suppress(anyio.WouldBlock, anyio.EndOfStream):
            while True:
                yield self._outgoing.receive_nowait()

    async def _write(
        self, items: list[SessionMessage | bytes], give: Callable[[SessionMessage], None]
    ) -> None:
        spoken = [self._spoken(item, give) for item in items]
        if together := b"".join(line for line, _ in spoken):
            await self._stream.send(together)
        if self._written_is_delivered:
            for _, number in spoken:
                await self.duties.delivered(number)

    def _spoken(
        self, item: SessionMessage | bytes, give: Callable[[SessionMessage], None]
    ) -> tuple[bytes, int]:
        """One whole line, none for what the client must not hear; and the request it answers, or 0."""
        if isinstance(item, bytes):
            return item, 0
        message = item.message
        if isinstance(message, JSONRPCRequest):
            return self._asked(message, self._numbers.get(_related(item), 0), give), 0
        if isinstance(message, JSONRPCNotification):
            note = self._own.withdrawn(message, self._numbers)
            return _spelled(note) if note else b"", 0
        return self._answer(message)

    def _asked(
        self, request: JSONRPCRequest, number: int, give: Callable[[SessionMessage], None]
    ) -> bytes:
        asked = self._own.asked(request, number)
        if isinstance(asked, JSONRPCRequest):
            return _spelled(asked)
        give(SessionMessage(asked))
        return b""

    def _answer(self, message: JSONRPCResponse | JSONRPCError) -> tuple[bytes, int]:
        if isinstance(message, JSONRPCError) and message.error.code == CONNECTION_CLOSED:
            # The SDK's last word to open calls. The line repeats them to the next service instead.
            return b"", 0
        line = _spelled(message)
        if message.id is None:
            return line, 0
        number = self._numbers.pop(message.id, 0)
        if len(line) <= LONGEST_LINE:
            return self._announced(number) + line, number
        self.duties.undelivered(number)
        why = f"The result is longer than {LONGEST_LINE} bytes and counts as undelivered. {LESS}"
        return _spelled(_error(message.id, INTERNAL_ERROR, why)), 0

    def _announced(self, number: int) -> bytes:
        """Tells a line what the next response hands over; nothing where no line is between."""
        carried = "" if self._written_is_delivered else self.duties.carried(number)
        return f"!carries {number} {carried}\n".encode() if carried else b""


async def _give(hand_on: MemoryObjectSendStream[Incoming], answer: SessionMessage) -> None:
    with suppress(*GONE):
        await hand_on.send(answer)


def _related(item: SessionMessage) -> RequestId:
    """The request in whose course this is said; no request has an empty id."""
    beside = item.metadata
    related = beside.related_request_id if isinstance(beside, ServerMessageMetadata) else None
    return "" if related is None else related


def _buffered(stream: AnyByteStream) -> BufferedByteReceiveStream:
    """Whoever read the hello may have read on, and brings what it has."""
    return (
        stream
        if isinstance(stream, BufferedByteReceiveStream)
        else BufferedByteReceiveStream(stream)
    )


class NoMessage(Exception):
    """What came is nothing that JSON-RPC knows here."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code = code


def parsed(line: bytes) -> dict[str, Any]:
    """Raises: NoMessage."""
    try:
        said: object = json.loads(line.decode(errors="replace"))
    except (ValueError, RecursionError):
        raise NoMessage(PARSE_ERROR, "This is no JSON.") from None
    if not isinstance(said, dict):
        raise NoMessage(INVALID_REQUEST, "This is no JSON-RPC message; there are no batches.")
    return cast("dict[str, Any]", said)


def _id(said: dict[str, Any]) -> RequestId | None:
    named: object = said["id"]
    return named if isinstance(named, str | int) and not isinstance(named, bool) else None


def _error(request_id: RequestId | None, code: int, message: str) -> JSONRPCError:
    return JSONRPCError(jsonrpc="2.0", id=request_id, error=ErrorData(code=code, message=message))


def _spelled(message: JSONRPCMessage) -> bytes:
    try:
        text = message.model_dump_json(by_alias=True, exclude_unset=True)
    except ValueError:
        # Half of a surrogate pair, repeated from what the client sent: only escapes can spell it.
        text = json.dumps(message.model_dump(by_alias=True, exclude_unset=True))
    return text.encode() + b"\n"
