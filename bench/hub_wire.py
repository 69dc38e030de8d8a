"""One connection that speaks as little HTTP as a hub's bench needs: calls one after the other, or one
stream of events.

It checks nothing but the status: what is measured is the other end, on the same two cores.
"""

import json
import re
from asyncio import (  # noqa: TID251 - a client should cost as little as can be
    StreamReader,
    StreamWriter,
    open_connection,
)
from collections.abc import AsyncGenerator
from typing import Any

import anyio

from bench.hub_house import NAME

MOST = 1 << 24
START_S = 120.0
LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
EVENT = re.compile(rb"event: (\w+)\n.*?data: (.*)", re.DOTALL)


class Wire:
    def __init__(self, place: tuple[str, int], reader: StreamReader, writer: StreamWriter) -> None:
        self._place = place
        self._reader = reader
        self._writer = writer

    @classmethod
    async def to(cls, place: tuple[str, int]) -> "Wire":
        """Waits for a replica that is still starting."""
        with anyio.fail_after(START_S):
            while True:
                try:
                    return cls(place, *await open_connection(*place, limit=MOST))
                except ConnectionRefusedError:
                    await anyio.sleep(0.1)

    def close(self) -> None:
        self._writer.transport.abort()

    def send(self, said: bytes) -> None:
        self._writer.write(said)

    async def call(self, line: str, key: str, said: object = None) -> Any:
        try:
            head = await self._asked(line, key, said)
        except (EOFError, ConnectionError):  # a server hangs up on who was silent for a while
            self._reader, self._writer = await open_connection(*self._place, limit=MOST)
            head = await self._asked(line, key, said)
        found = LENGTH.search(head)
        body = await self._reader.readexactly(int(found[1]) if found else 0)
        assert head[9:10] == b"2", (line, head[:40], body)
        return json.loads(body)

    async def _asked(self, line: str, key: str, said: object) -> bytes:
        self._writer.write(request(line, key, said))
        return await self._reader.readuntil(b"\r\n\r\n")

    async def events(self, key: str) -> AsyncGenerator[tuple[str, Any]]:
        self._writer.write(request("GET /api/v1/events", key))
        head = await self._reader.readuntil(b"\r\n\r\n")
        assert head[9:10] == b"2", head
        while True:
            size = int(await self._reader.readline(), 16)
            chunk = await self._reader.readexactly(size + 2)
            if found := EVENT.match(chunk):
                yield found[1].decode(), json.loads(found[2])


def request(line: str, key: str, said: object = None) -> bytes:
    body = b"" if said is None else json.dumps(said).encode()
    head = f"{line} HTTP/1.1\r\nHost: {NAME}\r\n{key}"
    if said is not None:
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + body
