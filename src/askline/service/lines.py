"""The lines that are connected now: who they are, and their first words.

A connection begins with a word of ours: `!hello` of a line, `!ping` of whoever wants to know that the
service lives, `!retire` of a newer installation that needs the place.
"""

import json
import logging
import os
import socket
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import anyio
from anyio.abc import SocketAttribute, SocketStream
from anyio.streams.buffered import BufferedByteStream

from askline.core.errors import InvalidArguments
from askline.core.starting import version_key
from askline.core.version import VERSION
from askline.doors.mcp.callers import WIRE, Hello, read_hello
from askline.service.sockets import is_own

LONGEST_HELLO = 1 << 20
AGAIN_S = 0.5
"""So long after a connection could not be taken."""

Serve = Callable[[BufferedByteStream, Hello], Awaitable[None]]
Accept = Callable[[SocketStream], Coroutine[Any, Any, None]]
Decide = Callable[[Hello], Awaitable[Hello]]

log = logging.getLogger(__name__)


class Lines:
    def __init__(self, serve: Serve, end: Callable[[], None], decide: Decide) -> None:
        """`decide` puts a hello under the settings that hold for it."""
        self._serve = serve
        self._decide = decide
        self._end = end
        self._holders: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._holders)

    def __contains__(self, holder: str) -> bool:
        return holder in self._holders

    async def accept(self, stream: SocketStream) -> None:
        """One connection from its first word to its end. Nothing it does ends the service."""
        async with stream:
            peer = stream.extra(SocketAttribute.raw_socket)  # noqa: S610 - no Django here
            if not is_own(peer):
                return
            connection = BufferedByteStream(stream)
            try:
                first = await connection.receive_until(b"\n", LONGEST_HELLO)
                await self._begin(connection, first)
            except (anyio.EndOfStream, anyio.IncompleteRead, anyio.DelimiterNotFound):
                log.debug("a connection ended before its first word")
            except (anyio.BrokenResourceError, anyio.ClosedResourceError):
                log.debug("a connection broke")
            except Exception as error:  # noqa: BLE001 - it must not end the other lines
                log.error("a connection failed: %s", type(error).__name__)  # noqa: TRY400 - no texts in logs

    async def _begin(self, connection: BufferedByteStream, first: bytes) -> None:
        word, _, rest = first.partition(b" ")
        if word == b"!hello":
            await self._welcome(connection, rest)
        elif word == b"!ping":
            await connection.send(b"!pong\n")
        elif word == b"!retire" and version_key(rest.decode(errors="replace")) > version_key(
            VERSION
        ):
            log.info("retired by version %r", rest)
            self._end()

    async def _welcome(self, connection: BufferedByteStream, said: bytes) -> None:
        try:
            hello = read_hello(said)
        except InvalidArguments as error:
            log.warning("a line was refused: %s", error.message)
            refusal = {"version": VERSION, "message": f"{error.message} {error.hint}"}
            await connection.send(f"!refused {json.dumps(refusal)}\n".encode())
            return
        hello = await self._decide(hello)
        facts = {
            "wire": WIRE,
            "version": VERSION,
            "pid": os.getpid(),
            "profile": hello.caller.profile,
        }
        await connection.send(f"!welcome {json.dumps(facts)}\n".encode())
        holder = hello.caller.holder
        self._holders[holder] = self._holders.get(holder, 0) + 1
        try:
            await self._serve(connection, hello)
        finally:
            self._holders[holder] -= 1
            if not self._holders[holder]:
                del self._holders[holder]


async def serve_each(listening: anyio.abc.SocketListener, accept: Accept) -> None:
    """Every connection in a task of its own; forever. Who comes while the system has no more files or
    memory for one waits in the backlog."""
    async with anyio.create_task_group() as tasks:
        while True:
            try:
                stream = await listening.accept()
            except anyio.BrokenResourceError as error:
                log.warning("no connection can be taken for now: %s", error.__cause__)
                await anyio.sleep(AGAIN_S)
            else:
                tasks.start_soon(accept, stream)


async def listener(bound: socket.socket) -> anyio.abc.SocketListener:
    bound.setblocking(False)
    return await anyio.abc.SocketListener.from_socket(bound)
