"""Streams for the SDK's client in the test's own loop, over a pair of sockets without a name.

The house lives in a loop of its own, so what they say to each other goes as lines of bytes, exactly as
it would between an agent and a line.
"""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from socket import socket

import anyio
from anyio.abc import SocketStream
from anyio.streams.buffered import BufferedByteReceiveStream
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter

from askline.core.background import background

Streams = tuple[
    MemoryObjectReceiveStream[SessionMessage | Exception], MemoryObjectSendStream[SessionMessage]
]
"""As `mcp.Client` takes them."""

LONGEST = 1 << 26
ENDED = (
    *(anyio.EndOfStream, anyio.IncompleteRead),
    *(anyio.BrokenResourceError, anyio.ClosedResourceError),
)


@asynccontextmanager
async def messages_over(end: socket) -> AsyncGenerator[Streams]:
    stream = await SocketStream.from_socket(end)
    to_client, heard = anyio.create_memory_object_stream[SessionMessage | Exception]()
    said, from_client = anyio.create_memory_object_stream[SessionMessage]()

    async def hear() -> None:
        lines = BufferedByteReceiveStream(stream)
        with suppress(*ENDED):
            async with to_client:
                while True:
                    line = await lines.receive_until(b"\n", LONGEST)
                    message = jsonrpc_message_adapter.validate_json(line, by_name=False)
                    await to_client.send(SessionMessage(message))

    async def say() -> None:
        with suppress(*ENDED):
            async with from_client:
                while True:
                    each = await from_client.receive()
                    text = each.message.model_dump_json(by_alias=True, exclude_unset=True)
                    await stream.send(text.encode() + b"\n")

    async with stream, heard, said, background(hear, say):
        yield heard, said
