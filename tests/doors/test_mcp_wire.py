"""The connection of a line: whole lines both ways, numbers, control words, and the era."""

import json
import socket
from typing import Any

import anyio
import pytest
from anyio.abc import UNIXSocketStream
from anyio.streams.buffered import BufferedByteStream
from mcp.server.lowlevel import Server
from mcp.shared.message import SessionMessage
from mcp_types import (
    CONNECTION_CLOSED,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCResponse,
)

from askline.core.background import background
from askline.doors.mcp import oversize
from askline.doors.mcp.callers import Call
from askline.doors.mcp.server import build_server, serve_line
from askline.doors.mcp.settings import McpSettings
from askline.doors.mcp.wire import Wire
from tests.builders import ADA, StoppedClock, a_desk, given
from tests.doors.asks import ASK, the_ask
from tests.doors.lines import (
    JUNE,
    MODERN,
    NOVEMBER,
    Json,
    LineEnd,
    a_hello,
    a_line,
    an_envelope,
    byte_pair,
)


def a_server() -> Server[Any]:
    return build_server(a_desk(), StoppedClock())


async def discovered(line: LineEnd, client: str = "somebody") -> Json:
    await line.say(
        {
            "jsonrpc": "2.0",
            "id": 0,
            "method": "server/discover",
            "params": {"_meta": an_envelope(client)},
        }
    )
    return await line.answer_to(0)


async def test_a_ping_is_answered_at_once() -> None:
    async with a_line(a_server(), begun=False) as line:
        await line.say("!ping")

        assert await line.hear_line() == b"!pong"


async def test_unknown_control_words_and_rubbish_do_no_harm() -> None:
    async with a_line(a_server(), begun=False) as line:
        for rubbish in ("!later {}", "!delivered x", "!delivered 99", "", "  "):
            await line.say(rubbish)
        await line.begin()

        assert (await line.call("ping"))["result"] == {}


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (b"{", -32700),
        (b"\xff\xfe", -32700),
        (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600),
        (b'"x"', -32600),
        (b"{}", -32600),
        (b'{"jsonrpc":"2.0","method":5}', -32600),
        (b'{"jsonrpc":"2.0","id":5}', -32600),
    ],
)
async def test_what_is_no_message_is_answered_though_nobody_is_named(
    said: bytes, code: int
) -> None:
    async with a_line(a_server(), begun=False) as line:
        await line.say(b'{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"What?"}}')
        await line.say(said)
        refused = await line.hear()
        await line.begin()

    assert (refused["id"], refused["error"]["code"]) == (None, code)


@pytest.mark.parametrize("revision", [JUNE, NOVEMBER])
async def test_a_probe_does_not_lock_the_era(revision: str) -> None:
    async with a_line(a_server(), revision=revision, begun=False) as line:
        found = await discovered(line)
        await line.begin()
        tools = await line.call("tools/list")

    assert found["result"]["supportedVersions"] == [MODERN]
    assert found["result"]["ttlMs"] == 60_000
    assert [tool["name"] for tool in tools["result"]["tools"]][:2] == ["ask_user", "ask_await"]


async def test_after_a_probe_a_client_may_go_on_in_the_modern_era() -> None:
    async with a_line(a_server(), revision=MODERN) as line:
        await discovered(line)
        await line.call("tools/list")
        again = await discovered(line)

    assert again["result"]["supportedVersions"] == [MODERN]


async def test_a_probe_for_a_revision_that_is_not_spoken_is_told_so_as_the_sdk_tells_it() -> None:
    meta = {**an_envelope(), "io.modelcontextprotocol/protocolVersion": "2031-01-01"}
    async with a_line(a_server(), begun=False) as line:
        await line.ask("server/discover", {"_meta": meta}, request_id=7)
        refused = await line.answer_to(7)
        await line.begin()

    assert refused["error"]["code"] == -32022
    assert refused["error"]["data"]["supported"] == [MODERN]


@pytest.mark.parametrize(
    ("era", "client", "found"),
    [
        ("auto", "claude-code", False),
        ("auto", "copilot-cli", False),
        ("auto", "somebody", True),
        ("handshake", "somebody", False),
        ("modern", "claude-code", True),
    ],
)
async def test_who_is_better_served_by_the_handshake_is_told_there_is_nothing_to_discover(
    era: str, client: str, found: bool
) -> None:
    async with a_line(a_server(), begun=False, settings=McpSettings(era=era)) as line:
        answer = await discovered(line, client)
        await line.begin()

    assert ("result" in answer) is found
    assert found or answer["error"] == {
        "code": -32601,
        "message": "Method not found",
        "data": "server/discover",
    }


async def test_a_probe_without_a_name_is_a_strangers() -> None:
    async with a_line(a_server(), begun=False) as line:
        await line.ask("server/discover", {"_meta": []}, request_id=1)
        without = await line.answer_to(1)
        await line.begin()

    assert "error" in without


async def test_what_is_no_request_but_wants_an_answer_is_refused_and_counted() -> None:
    desk = a_desk()
    async with a_line(build_server(desk, StoppedClock()), a_hello("cafe")) as line:
        await line.say({"jsonrpc": "2.0", "id": 1.5, "method": "tools/call"})
        first = await line.hear()
        await line.say({"jsonrpc": "2.0", "id": "x", "method": 5})
        second = await line.hear()
        await line.use("ask_user", ASK)
        await the_ask(desk)
        again = a_hello("cafe", again=1, upcoming=5, replay=(1, 4))
        async with a_line(build_server(desk, StoppedClock()), again) as renewed:
            await renewed.use("ask_user", {"question": "Something else?"})
            await anyio.wait_all_tasks_blocked()

    assert (first["id"], first["error"]["code"]) == (None, -32600)
    assert (second["id"], second["error"]["code"]) == ("x", -32600)
    assert len(await desk.reading.inbox(ADA)) == 1


async def test_half_of_a_surrogate_pair_is_neither_lost_nor_fatal() -> None:
    desk = a_desk()
    async with a_line(build_server(desk, StoppedClock())) as line:
        unknown = await line.call("no/such\ud83d")
        asked = await line.result_of(
            await line.use("ask_user", {"question": "Well\ud83d?", "blocking": False})
        )
        wrong = await line.result_of(await line.use("ask_user", {"questions": "\ud83d"}))

    assert unknown["error"]["data"] == "no/such\ud83d"
    assert asked["structuredContent"]["state"] == "pending"
    assert wrong["isError"] is True
    assert (await the_ask(desk)).questions[0].text == "Well?"


LONG = "x" * 2000
TOO_LONG: list[tuple[Json, Any]] = [
    ({"jsonrpc": "2.0", "id": 7, "method": "ping", "params": {"id": 1, "t": LONG}}, 7),
    ({"method": "ping", "params": {"id": 1, "t": LONG}, "id": "seven"}, "seven"),
    ({"jsonrpc": "2.0", "params": {"t": LONG}, "id": 3, "method": "ping"}, None),
]


@pytest.mark.parametrize("piece", [300, 5000])
@pytest.mark.parametrize(("message", "whom"), TOO_LONG)
async def test_a_line_that_is_too_long_is_refused_to_whom_it_concerns(
    monkeypatch: pytest.MonkeyPatch, piece: int, message: Json, whom: Any
) -> None:
    monkeypatch.setattr(oversize, "LONGEST_LINE", 1000)
    text = json.dumps(message).encode() + b"\n!ping\n"
    async with a_line(a_server(), begun=False) as line:
        for start in range(0, len(text), piece):
            await line.stream.send(text[start : start + piece])
        refused, pong = await line.hear(), await line.hear_line()

    assert (refused["id"], refused["error"]["code"]) == (whom, -32600)
    assert pong == b"!pong"


@pytest.mark.parametrize(
    "message",
    [
        {"jsonrpc": "2.0", "method": "notifications/message", "params": {"t": LONG}},
        {"jsonrpc": "2.0", "id": 7, "result": {"t": LONG}},
        {"jsonrpc": "2.0", "result": {"t": LONG}, "id": 7},
    ],
)
async def test_what_is_too_long_and_no_request_is_answered_to_nobody_and_not_counted(
    monkeypatch: pytest.MonkeyPatch, message: Json
) -> None:
    monkeypatch.setattr(oversize, "LONGEST_LINE", 1000)
    desk = a_desk()
    async with a_line(build_server(desk, StoppedClock())) as line:
        await line.say(message)
        call = await line.use("ask_user", ASK)
        ask = await the_ask(desk)
        await desk.answering.answer(ADA, ask.id, given(), receipt="r1")
        await line.result_of(call)

    assert [word.split()[:2] for word in line.words] == [["!carries", "2"]]


async def test_a_line_cut_off_by_the_end_is_no_line() -> None:
    desk = a_desk()
    async with a_line(build_server(desk, StoppedClock())) as line:
        cut = json.dumps(line.request("tools/call", {"name": "ask_user", "arguments": ASK}, 9))
        await line.stream.send(cut.encode())

    assert await desk.reading.inbox(ADA) == []


NOBODY: Any = None


async def heard(*messages: JSONRPCMessage) -> list[Json]:
    """What a line hears of what the SDK says."""
    ours, theirs = byte_pair()
    wire = Wire(theirs, a_hello(), decline=lambda _: None, probe=NOBODY)

    async def serve(read: Any, write: Any) -> None:
        async with read, write:
            for message in messages:
                await write.send(SessionMessage(message))
            await read.receive()

    async def run() -> None:
        async with theirs:
            await wire.run(serve)

    with anyio.fail_after(5):
        async with ours, background(run):
            await ours.send(b'{"jsonrpc":"2.0","method":"last"}\n')
            lines = b"".join([chunk async for chunk in ours]).splitlines()
    return [json.loads(line) for line in lines]


async def test_the_sdks_farewell_to_open_calls_is_kept_from_the_client() -> None:
    closed = ErrorData(code=CONNECTION_CLOSED, message="Connection closed")
    farewell = JSONRPCError(jsonrpc="2.0", id=1, error=closed)

    assert await heard(farewell, JSONRPCNotification(jsonrpc="2.0", method="n")) == [
        {"jsonrpc": "2.0", "method": "n"}
    ]


async def test_a_result_that_is_too_long_becomes_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("askline.doors.mcp.wire.LONGEST_LINE", 1000)
    long = JSONRPCResponse(jsonrpc="2.0", id=5, result={"text": "x" * 2000})

    [error] = await heard(long)

    assert (error["id"], error["error"]["code"]) == (5, -32603)


async def test_lines_stay_whole_on_a_real_socket_and_what_was_read_ahead_counts() -> None:
    """A service reads the hello first, and may have read more than that."""
    ends = socket.socketpair(socket.AF_UNIX)
    ours, theirs = [await UNIXSocketStream.from_socket(end) for end in ends]
    buffered = BufferedByteStream(theirs)
    line = LineEnd(ours, MODERN)
    await line.say("!hello {}")
    await line.say("!ping")
    long = {"questions": [{"question": "Why?", "options": [f"{n} {'x' * 400}" for n in range(20)]}]}
    desk = a_desk()

    async def serve() -> None:
        await buffered.receive_until(b"\n", 100)
        await serve_line(build_server(desk, StoppedClock()), buffered, a_hello())

    with anyio.fail_after(5):
        async with ours, theirs, background(serve):
            pong = await line.hear_line()
            answers = [await line.ask("tools/list") for _ in range(200)]
            ids = {(await line.hear())["id"] for _ in answers}
            await line.use("ask_user", long)
            await the_ask(desk)

    assert pong == b"!pong"
    assert ids == set(answers)


async def test_a_line_that_stops_listening_ends_its_connection_without_noise() -> None:
    desk = a_desk()
    async with a_line(build_server(desk, StoppedClock(), beat_s=0.001)) as line:
        await line.use("ask_user", ASK, beats="t1")
        await the_ask(desk)

    assert (await the_ask(desk)).detached


def test_a_call_names_its_request_by_connection_and_number() -> None:
    assert Call(caller=a_hello("cafe").caller, number=7).request == "cafe/7"
