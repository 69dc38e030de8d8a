"""What the SDK says to a client's first questions, heard from the SDK itself, in memory.

Nothing here is made up: a request goes through a connection of its own and back, so that asking
decides nothing for the client's real one.
"""

from collections.abc import Sequence
from typing import Any

import anyio
from mcp.server.lowlevel import Server
from mcp.shared.message import ServerMessageMetadata, SessionMessage
from mcp_types import (
    CLIENT_CAPABILITIES_META_KEY,
    CLIENT_INFO_META_KEY,
    PROTOCOL_VERSION_META_KEY,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCRequest,
    JSONRPCResponse,
)

from askline.asks.spelling import Json
from askline.doors.mcp.callers import Call, Caller
from askline.doors.mcp.eras import DISCOVER
from askline.doors.mcp.settings import ConnectionSettings

HANDSHAKES = ("2025-06-18", "2025-11-25")
NEWEST = HANDSHAKES[-1]
MODERN = "2026-07-28"
ELICITING = "eliciting"
NOBODY: Json = {"name": "askline", "version": "1"}


async def rehearse(
    server: Server[Any], call: Call, *requests: JSONRPCRequest
) -> list[JSONRPCMessage]:
    """The responses to these requests on a connection of their own, one after the other."""
    heard: list[JSONRPCMessage] = []
    speak, read = anyio.create_memory_object_stream[SessionMessage | Exception]()
    write, listen = anyio.create_memory_object_stream[SessionMessage]()
    async with listen, anyio.create_task_group() as tasks, speak:
        tasks.start_soon(server.run, read, write, server.create_initialization_options())
        for request in requests:
            beside = ServerMessageMetadata(request_context=call)
            await speak.send(SessionMessage(request, beside))
            heard.append((await listen.receive()).message)
    return heard


async def listing_snapshot(
    server: Server[Any], profile: str, *, apps: bool = False, project: str | None = None
) -> Json:
    """The results of `initialize`, `server/discover` and `tools/list`, by protocol revision.

    `eliciting` is what clients of the handshake are shown that can put forms to their users;
    `apps` is for lines that were told so, `project` for lines in a project with commands.
    """
    settings = ConnectionSettings(profile=profile)
    call = Call(caller=Caller(connection="snapshot", cwd=project, apps=apps, settings=settings))
    snapshot: Json = {"initialize": {}, "tools/list": {}}
    look = _request("tools/list", {})
    for revision in HANDSHAKES:
        requests = [_request("initialize", _handshake(revision)), look]
        begun, tools = await _results(server, call, requests)
        snapshot["initialize"][revision] = begun
        snapshot["tools/list"][revision] = tools
    requests = [_request("initialize", _handshake(NEWEST, elicitation={})), look]
    _, snapshot["tools/list"][ELICITING] = await _results(server, call, requests)
    envelope = {"_meta": _envelope()}
    requests = [_request(DISCOVER, envelope), _request("tools/list", envelope)]
    snapshot[DISCOVER], snapshot["tools/list"][MODERN] = await _results(server, call, requests)
    return snapshot


async def _results(
    server: Server[Any], call: Call, requests: Sequence[JSONRPCRequest]
) -> list[Json]:
    return [_result(message) for message in await rehearse(server, call, *requests)]


def _result(message: JSONRPCMessage) -> Json:
    if isinstance(message, JSONRPCResponse):
        return message.result
    said = message.error.message if isinstance(message, JSONRPCError) else "something else"
    raise ValueError(f"There is no snapshot of that profile: {said}")


def _request(method: str, params: Json) -> JSONRPCRequest:
    return JSONRPCRequest(jsonrpc="2.0", id=1, method=method, params=params)


def _handshake(revision: str, **capabilities: Json) -> Json:
    return {"protocolVersion": revision, "capabilities": capabilities, "clientInfo": NOBODY}


def _envelope() -> Json:
    return {
        PROTOCOL_VERSION_META_KEY: MODERN,
        CLIENT_INFO_META_KEY: NOBODY,
        CLIENT_CAPABILITIES_META_KEY: {},
    }
