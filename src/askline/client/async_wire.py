"""HTTP over a unix socket, loopback or TLS for programs that do several things at once: anyio and h11."""

import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing

import anyio
import h11
from anyio.abc import ByteStream

from askline.client.calls import LAST_GOOD, Call, told
from askline.client.events import Event, Lines
from askline.client.places import Place
from askline.client.problems import unreachable

CHUNK = 65_536
BROKEN = (OSError, anyio.BrokenResourceError, h11.RemoteProtocolError)


class AsyncWire:
    def __init__(self, place: Place, headers: Mapping[str, str]) -> None:
        self._place = place
        self._headers = headers

    async def call(self, call: Call) -> bytes:
        """The body of the reply.

        Raises: the error that a problem tells; ServiceUnreachable.
        """
        try:
            with anyio.fail_after(call.patience):
                async with await self._opened() as stream:
                    exchange = Exchange(stream)
                    status = await exchange.send(call, self._headers)
                    content = b"".join([part async for part in exchange.parts()])
        except BROKEN as error:
            raise unreachable(self._place.address, error) from error
        return told(status, content)

    async def events(self, call: Call) -> AsyncGenerator[Event]:
        """Events until the service ends the stream.

        Raises: the error that a problem tells; ServiceUnreachable, also when it falls silent.
        """
        try:
            async with await self._opened() as stream:
                exchange = Exchange(stream, silence_s=call.patience)
                status = await exchange.send(call, self._headers)
                if status > LAST_GOOD:
                    told(status, b"".join([part async for part in exchange.parts()]))
                async with aclosing(_events(exchange.parts())) as events:
                    async for event in events:
                        yield event
        except BROKEN as error:
            raise unreachable(self._place.address, error) from error

    async def _opened(self) -> ByteStream:
        if self._place.secure:
            verified = ssl.create_default_context()
            return await anyio.connect_tcp(
                self._place.host,
                self._place.port,
                ssl_context=verified,
                tls_hostname=self._place.host,
            )
        if self._place.host:
            return await anyio.connect_tcp(self._place.host, self._place.port)
        return await anyio.connect_unix(self._place.address)


class Exchange:
    """One request and its reply on a connection of their own."""

    def __init__(self, stream: ByteStream, *, silence_s: float | None = None) -> None:
        self._stream = stream
        self._silence_s = silence_s
        self._http = h11.Connection(h11.CLIENT)

    async def send(self, call: Call, also: Mapping[str, str]) -> int:
        """The status of the reply."""
        body = call.body or b""
        headers = {**also, **call.all_headers, "Connection": "close", "Content-Length": len(body)}
        request = h11.Request(
            method=call.method,
            target=call.target,
            headers=[(name, str(value)) for name, value in headers.items()],
        )
        end = h11.EndOfMessage()
        events = [request, h11.Data(data=body), end] if body else [request, end]
        await self._stream.send(b"".join(self._http.send(event) or b"" for event in events))
        event = await self._next()
        while not isinstance(event, h11.Response):
            event = await self._next()
        return event.status_code

    async def parts(self) -> AsyncGenerator[bytes]:
        """The body of the reply, as it comes."""
        event = await self._next()
        while isinstance(event, h11.Data):
            yield bytes(event.data)
            event = await self._next()

    async def _next(self) -> object:
        event = self._http.next_event()
        while event is h11.NEED_DATA:
            self._http.receive_data(await self._received())
            event = self._http.next_event()
        return event

    async def _received(self) -> bytes:
        """Nothing where the other side has hung up."""
        with anyio.fail_after(self._silence_s):
            try:
                return await self._stream.receive(CHUNK)
            except anyio.EndOfStream:
                return b""


async def _events(parts: AsyncIterator[bytes]) -> AsyncGenerator[Event]:
    lines, rest = Lines(), b""
    async for part in parts:
        *whole, rest = (rest + part).split(b"\n")
        for line in whole:
            event = lines.take(line)
            if event is not None:
                yield event
