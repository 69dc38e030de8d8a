"""Agents that speak Streamable HTTP: asked, answered, delivered, and let go when they leave."""

from collections.abc import AsyncGenerator, Callable
from functools import partial
from pathlib import Path

import anyio
import pytest
from anyio.lowlevel import checkpoint
from mcp_types import ElicitRequestFormParams, ElicitRequestParams, ElicitResult

from askline.asks.model import Ask
from askline.core.background import background
from askline.doors.mcp.http import is_response
from tests.builders import ADA
from tests.doors.asks import ASK
from tests.doors.lines import JUNE, MODERN, Json, an_envelope
from tests.doors.mcp_house import McpHouse, an_mcp_house
from tests.promises import promise

MODES = ("legacy", MODERN, "auto")
JSON_OR_STREAM = {"Accept": "application/json, text/event-stream"}


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[McpHouse]:
    async with an_mcp_house(tmp_path) as made:
        yield made


async def once(house: McpHouse, ask: Ask, so: Callable[[Ask], bool]) -> Ask:
    """The ask, as soon as this is true of it."""
    while not so(found := await house.desk.reading.read(ADA, ask.id)):
        await checkpoint()
    return found


@pytest.mark.parametrize("mode", MODES)
@promise("ask-once")
async def test_an_ask_is_answered_and_delivered_so_the_same_again_is_new(
    house: McpHouse, mode: str
) -> None:
    async with house.client(mode) as client:
        async with background(house.answered):
            result = await client.call_tool("ask_user", ASK)
        [first] = await house.desk.reading.history(ADA)
        await once(house, first, lambda ask: ask.delivered_at is not None)
        again = await client.call_tool("ask_user", {**ASK, "blocking": False})

    assert result.structured_content["answers"][0]["values"] == ["SQLite"]
    assert first.project.name == "project"
    assert again.structured_content["state"] == "pending"
    assert again.structured_content["askId"] != str(first.id)


@pytest.mark.parametrize("mode", MODES)
@promise("never-lost")
async def test_an_agent_that_was_told_to_come_back_finds_its_ask(
    house: McpHouse, mode: str
) -> None:
    async with house.client(mode) as client:
        pending = await client.call_tool("ask_user", {**ASK, "blocking": False})
        async with background(house.answered):
            arguments: Json = pending.structured_content["next"]["arguments"]
            result = await client.call_tool("ask_await", arguments)

    assert result.structured_content["asks"][0]["answers"][0]["values"] == ["SQLite"]


def a_call(revision: str) -> tuple[Json, Json]:
    """The headers and the body of a call of `ask_user`."""
    params: Json = {"name": "ask_user", "arguments": ASK}
    headers = {**JSON_OR_STREAM, "MCP-Protocol-Version": revision}
    if revision == MODERN:
        headers |= {"Mcp-Method": "tools/call", "Mcp-Name": "ask_user"}
        params["_meta"] = an_envelope()
    return headers, {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params}


async def begun(house: McpHouse, revision: str) -> dict[str, str]:
    """The header of a new session, where the revision has such a thing."""
    if revision == MODERN:
        return {}
    info = {"name": "somebody", "version": "1"}
    params = {"protocolVersion": revision, "capabilities": {}, "clientInfo": info}
    body = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    async with house.http as http:
        reply = await http.post(house.url, json=body, headers=JSON_OR_STREAM)
        session = {"Mcp-Session-Id": reply.headers["mcp-session-id"]}
        note = {"jsonrpc": "2.0", "method": "notifications/initialized"}
        await http.post(house.url, json=note, headers=JSON_OR_STREAM | session)
    return session


@pytest.mark.parametrize("revision", [JUNE, MODERN])
@promise("detach-not-cancel")
async def test_a_client_that_goes_away_lets_go_and_is_not_taken_for_one_that_heard(
    house: McpHouse, revision: str
) -> None:
    session = await begun(house, revision)
    headers, body = a_call(revision)

    async with house.http as http:
        call = partial(http.post, house.url, json=body, headers=headers | session)
        async with background(call):
            ask = await house.the_ask()
            assert (ask.holder or "nobody") in house.calls
    left = await once(house, ask, lambda ask: ask.holder is None)
    while len(house.calls) > 0:
        await checkpoint()
    settled = await house.answered()

    assert (left.state, left.holder) == ("pending", None)
    assert settled.delivered_at is None
    assert (await house.desk.reading.read(ADA, ask.id)).delivered_at is None


async def test_a_call_that_leaves_takes_nothing_from_another_of_its_session(
    house: McpHouse,
) -> None:
    session = await begun(house, JUNE)
    headers, body = a_call(JUNE)
    leave = anyio.Event()

    async def call(request_id: int) -> None:
        async with house.http as http:
            said = body | {"id": request_id}
            await http.post(house.url, json=said, headers=headers | session)

    async def call_and_leave() -> None:
        async with background(partial(call, 7)):
            await leave.wait()

    async with background(call_and_leave):
        first = await house.the_ask()
        async with background(partial(call, 8)):
            while (second := await house.the_ask()).holder == first.holder:
                await checkpoint()
            leave.set()
            while len(house.calls) > 1:
                await checkpoint()
            still = await house.desk.reading.read(ADA, first.id)

    assert second.id == first.id
    assert still.holder == second.holder


@pytest.mark.parametrize(
    ("body", "response"),
    [
        (b'{"jsonrpc":"2.0","id":1,"result":{}}', True),
        (b'event: message\r\ndata: {"jsonrpc":"2.0","id":1,"error":{}}\r\n\r\n', True),
        (b'event: message\r\ndata: {"jsonrpc":"2.0","method":"x"}\r\n\r\n', False),
        (b": ping\r\n\r\n", False),
        (b'["result"]', False),
        (b"", False),
    ],
)
def test_of_what_is_written_only_a_response_counts(body: bytes, *, response: bool) -> None:
    assert is_response(body) is response


async def fills(context: object, params: ElicitRequestParams) -> ElicitResult:
    del context
    assert isinstance(params, ElicitRequestFormParams)
    return ElicitResult(action="accept", content={"q1_db": "SQLite"})


@pytest.mark.parametrize("mode", MODES)
@promise("truth")
async def test_a_client_over_http_fills_its_form_by_itself_and_the_outcome_says_so(
    house: McpHouse, mode: str
) -> None:
    async with house.client(mode, fills=fills) as client:
        result = await client.call_tool("ask_user", ASK)

    assert result.structured_content["answers"][0]["values"] == ["SQLite"]
    assert result.structured_content["settledBy"]["kind"] == "client"


@promise("one-truth-everywhere")
async def test_over_http_the_inbox_wins_against_an_open_form(house: McpHouse) -> None:
    shown = anyio.Event()

    async def dawdles(context: object, params: ElicitRequestParams) -> ElicitResult:
        del context, params
        shown.set()
        return await anyio.sleep_forever() or ElicitResult(action="cancel")

    async def answered() -> None:
        await shown.wait()
        await house.answered()

    async with house.client("legacy", fills=dawdles) as client, background(answered):
        result = await client.call_tool("ask_user", ASK)

    assert result.structured_content["settledBy"]["door"] == "tui"


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_a_list_that_cannot_change_is_not_said_to(house: McpHouse, mode: str) -> None:
    async with house.client(mode) as client:
        can = client.server_capabilities

    assert can.tools is not None
    assert not can.tools.list_changed
