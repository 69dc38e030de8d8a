"""First words on a connection: who is let in, who is answered, and that nobody can break the rest."""

import errno
import json
import os
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import cast

import anyio
import pytest
from anyio.abc import SocketListener, SocketStream, UNIXSocketStream
from anyio.streams.buffered import BufferedByteStream

from askline.core.background import background
from askline.core.version import VERSION
from askline.doors.mcp.callers import Hello
from askline.doors.mcp.settings import ConnectionSettings
from askline.service import lines
from askline.service.lines import Lines, listener, serve_each
from askline.service.sockets import listen
from tests.invariants import invariant
from tests.unit.line_scene import short_home

HELLO: dict[str, object] = {
    "wire": 1,
    "version": VERSION,
    "connection": "ab",
    "next": 1,
    "replay": [],
}


class House:
    """Serves lines by repeating each one's hello, and notes that it was told to end."""

    def __init__(self) -> None:
        self.ends = 0
        self.seen: list[tuple[str, int]] = []
        self.lines = Lines(self._serve, self._end, self._decide)
        self.trouble: Exception | None = None

    async def _serve(self, stream: BufferedByteStream, hello: Hello) -> None:
        self.seen.append((hello.caller.holder, len(self.lines)))
        if self.trouble:
            raise self.trouble
        assert hello.caller.holder in self.lines
        await stream.send(b"served\n")
        with suppress(anyio.IncompleteRead):
            await stream.receive_until(b"\n", 100)

    async def _decide(self, hello: Hello) -> Hello:
        return hello.under(ConnectionSettings(profile="theirs"))

    def _end(self) -> None:
        self.ends += 1


@asynccontextmanager
async def connected(house: House) -> AsyncGenerator[SocketStream]:
    """Our end of a connection that the house has accepted; at its end the house is done with it."""
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    theirs.setblocking(False)
    done = anyio.Event()
    stream = await UNIXSocketStream.from_socket(theirs)

    async def accept() -> None:
        await house.lines.accept(stream)
        done.set()

    with anyio.fail_after(10):
        async with background(accept):
            async with await UNIXSocketStream.from_socket(ours) as client:
                yield client
            await done.wait()


async def all_said(client: SocketStream) -> bytes:
    said = b""
    async for chunk in client:
        said += chunk
    return said


async def test_a_line_is_welcomed_served_and_known_while_it_lasts() -> None:
    house = House()
    async with connected(house) as client:
        await client.send(b"!hello " + json.dumps(HELLO).encode() + b"\n")
        heard = BufferedByteStream(client)
        word, _, facts = (await heard.receive_until(b"\n", 1000)).partition(b" ")
        assert word == b"!welcome"
        mine = {"wire": 1, "version": VERSION, "pid": os.getpid()}
        assert json.loads(facts) == {**mine, "profile": "theirs"}
        assert await heard.receive_until(b"\n", 100) == b"served"
        assert "ab" in house.lines

    assert house.seen == [("ab", 1)]
    assert len(house.lines) == 0


async def test_a_connection_made_twice_is_known_until_both_are_gone() -> None:
    house = House()
    hello = b"!hello " + json.dumps(HELLO).encode() + b"\n"
    async with connected(house) as first:
        async with connected(house) as second:
            for client in (first, second):
                await client.send(hello)
                heard = BufferedByteStream(client)
                await heard.receive_until(b"\n", 1000)
                await heard.receive_until(b"\n", 1000)
        assert "ab" in house.lines
    assert "ab" not in house.lines


async def test_a_ping_is_answered() -> None:
    house = House()
    async with connected(house) as client:
        await client.send(b"!ping\n")

        assert await all_said(client) == b"!pong\n"


@pytest.mark.parametrize(
    ("version", "ends"),
    [
        pytest.param(b"99.0", 1, id="newer"),
        pytest.param(b"0.0.1", 0, id="older"),
        pytest.param(VERSION.encode(), 0, id="the same"),
        pytest.param(b"\xff\xfe", 0, id="no version"),
    ],
)
async def test_only_a_newer_installation_can_retire_the_service(version: bytes, ends: int) -> None:
    house = House()
    async with connected(house) as client:
        await client.send(b"!retire " + version + b"\n")

        assert await all_said(client) == b""

    assert house.ends == ends


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(b"GET / HTTP/1.1\r\n", id="HTTP"),
        pytest.param(b"!hello " + b"[" * 200_000 + b"\n", id="too deep"),
        pytest.param(b"\xff\x00\n", id="bytes"),
        pytest.param(b"\n", id="nothing"),
    ],
)
async def test_garbage_is_hung_up_on(said: bytes) -> None:
    house = House()
    async with connected(house) as client:
        await client.send(said)

        assert await all_said(client) == b""

    assert house.seen == []


@pytest.mark.parametrize(
    ("said", "why"),
    [
        pytest.param(b"rubbish", "must be an object", id="no hello"),
        pytest.param(b'{"wire":99,"connection":"ab"}', "Restart the agent's client", id="wire"),
    ],
)
async def test_a_line_that_does_not_fit_is_told_what_to_do(said: bytes, why: str) -> None:
    house = House()
    async with connected(house) as client:
        await client.send(b"!hello " + said + b"\n")

        word, _, facts = (await all_said(client)).partition(b" ")

    assert word == b"!refused"
    assert json.loads(facts)["version"] == VERSION
    assert why in json.loads(facts)["message"]
    assert house.seen == []


async def test_a_first_word_without_end_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "LONGEST_HELLO", 10)
    async with connected(House()) as client:
        await client.send(b"!hello and so on and so on")

        assert await all_said(client) == b""


async def test_a_connection_that_ends_before_its_first_word_does_no_harm() -> None:
    async with connected(House()) as client:
        await client.send(b"!he")


@pytest.mark.parametrize(
    "trouble",
    [anyio.BrokenResourceError(), RuntimeError("a defect"), ExceptionGroup("", [OSError()])],
)
async def test_a_line_that_fails_ends_alone(trouble: Exception) -> None:
    house = House()
    house.trouble = trouble
    async with connected(house) as client:
        await client.send(b"!hello " + json.dumps(HELLO).encode() + b"\n")

        assert (await all_said(client)).startswith(b"!welcome")

    assert len(house.lines) == 0


@invariant("I10")
async def test_strangers_are_hung_up_on_unheard(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(_peer: socket.socket) -> bool:
        return False

    monkeypatch.setattr(lines, "is_own", nobody)
    async with connected(House()) as client:
        assert await all_said(client) == b""


async def test_the_bound_socket_becomes_a_listener() -> None:
    house = House()
    with short_home() as home, anyio.fail_after(10):
        async with await listener(listen(Path(home.socket))) as bound:

            async def serve() -> None:
                await bound.serve(house.lines.accept)

            async with background(serve), await anyio.connect_unix(home.socket) as client:
                await client.send(b"!ping\n")
                assert await client.receive() == b"!pong\n"


class Exhausted:
    """Has no more files for a connection, once."""

    def __init__(self, stream: SocketStream) -> None:
        self._stream = stream
        self.tries = 0

    async def accept(self) -> SocketStream:
        self.tries += 1
        if self.tries == 1:
            raise anyio.BrokenResourceError from OSError(errno.EMFILE, "Too many open files")
        if self.tries > 2:
            await anyio.sleep_forever()
        return self._stream


async def test_a_process_without_files_to_spare_takes_the_next_connection_later(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("askline.service.lines.AGAIN_S", 0)
    ours, theirs = socket.socketpair()
    taken = anyio.Event()

    async def accept(stream: SocketStream) -> None:
        async with stream:
            taken.set()

    ours.setblocking(False)
    theirs.close()
    listening = Exhausted(await UNIXSocketStream.from_socket(ours))
    with anyio.fail_after(5):
        async with background(partial(serve_each, cast("SocketListener", listening), accept)):
            await taken.wait()

    assert "Too many open files" in caplog.text
