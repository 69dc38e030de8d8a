"""Our `/mcp` as the service serves it, with the tools that the conformance suite wants to call added.

Guard, token, sessions, streams and our own tools are the real ones; the added tools only say what the
suite expects, so that it can look at how their results travel.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

import anyio
import uvicorn
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    AudioContent,
    CallToolRequestParams,
    CallToolResult,
    ContentBlock,
    EmbeddedResource,
    ImageContent,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    TextResourceContents,
    Tool,
)
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from askline.core.background import background
from askline.doors.mcp.http import OverHttp
from askline.doors.mcp.server import build_server
from askline.service.fronts import MCP
from askline.service.loopback import open_loopback
from tests.builders import StoppedClock, a_desk
from tests.clients.conversation import Json
from tests.doors.mcp_house import Ending, on_loopback

Context: TypeAlias = ServerRequestContext[Any, Any]
Work: TypeAlias = Callable[[Context], Awaitable[CallToolResult]]

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
SILENCE = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA="
MISSING_CAPABILITY = -32021

TEXT = TextContent(type="text", text="This is a simple text response for testing.")
IMAGE = ImageContent(type="image", data=PIXEL, mime_type="image/png")
AUDIO = AudioContent(type="audio", data=SILENCE, mime_type="audio/wav")
RESOURCE = EmbeddedResource(
    type="resource",
    resource=TextResourceContents(uri="test://embedded", mime_type="text/plain", text="Embedded."),
)

DEFAULTS: Json = {
    "name": {"type": "string", "default": "John Doe"},
    "age": {"type": "integer", "default": 30},
    "score": {"type": "number", "default": 95.5},
    "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
    "verified": {"type": "boolean", "default": True},
}
PLAIN = ["option1", "option2", "option3"]
TITLED = [{"const": f"value{n}", "title": f"Option {n}"} for n in (1, 2, 3)]
CHOICES: Json = {
    "untitledSingle": {"type": "string", "enum": PLAIN},
    "titledSingle": {"type": "string", "oneOf": TITLED},
    "legacyEnum": {
        "type": "string",
        "enum": ["opt1", "opt2", "opt3"],
        "enumNames": ["Option One", "Option Two", "Option Three"],
    },
    "untitledMulti": {"type": "array", "items": {"type": "string", "enum": PLAIN}},
    "titledMulti": {"type": "array", "items": {"anyOf": TITLED}},
}
PERSON: Json = {"username": {"type": "string"}, "email": {"type": "string"}}

SCHEMA_2020: Json = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }
    },
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}


def says(*content: ContentBlock, error: bool = False) -> Work:
    async def work(_: Context) -> CallToolResult:
        return CallToolResult(content=list(content), is_error=error)

    return work


def asks(properties: Json) -> Work:
    async def work(context: Context) -> CallToolResult:
        schema = {"type": "object", "properties": properties}
        said = await context.session.elicit_form("Please.", schema, context.request_id)
        text = f"Elicitation completed: action={said.action}, content={said.content}"
        return CallToolResult(content=[TextContent(type="text", text=text)])

    return work


async def reports(context: Context) -> CallToolResult:
    for progress in (0, 50, 100):
        await context.session.report_progress(progress, 100)
    return CallToolResult(content=[TEXT])


async def wants_sampling(_: Context) -> CallToolResult:
    needed: Json = {"requiredCapabilities": {"sampling": {}}}
    raise MCPError(MISSING_CAPABILITY, "Missing required client capability", needed)


TOOLS: dict[str, Work] = {
    "json_schema_2020_12_tool": says(TEXT),
    "test_audio_content": says(AUDIO),
    "test_elicitation": asks(PERSON),
    "test_elicitation_sep1034_defaults": asks(DEFAULTS),
    "test_elicitation_sep1330_enums": asks(CHOICES),
    "test_embedded_resource": says(RESOURCE),
    "test_error_handling": says(TEXT, error=True),
    "test_image_content": says(IMAGE),
    "test_logging_tool": says(TEXT),
    "test_missing_capability": wants_sampling,
    "test_multiple_content_types": says(TEXT, IMAGE, RESOURCE),
    "test_simple_text": says(TEXT),
    "test_streaming_elicitation": says(TEXT),
    "test_tool_with_progress": reports,
}


def with_more_tools(server: Server[Any]) -> Server[Any]:
    listing, calling = (server.get_request_handler(f"tools/{verb}") for verb in ("list", "call"))
    assert listing
    assert calling

    async def listed(context: Context, params: PaginatedRequestParams) -> ListToolsResult:
        ours: Any = await listing.handler(context, params)
        return ours.model_copy(update={"tools": [*ours.tools, *map(_listed, TOOLS)]})

    async def called(context: Context, params: CallToolRequestParams) -> Any:
        work = TOOLS.get(params.name)
        return await (work(context) if work else calling.handler(context, params))

    server.add_request_handler("tools/list", PaginatedRequestParams, listed)
    server.add_request_handler("tools/call", CallToolRequestParams, called)
    return server


def _listed(name: str) -> Tool:
    schema = SCHEMA_2020 if name.startswith("json_schema") else {"type": "object"}
    return Tool(name=name, description="For the conformance suite.", input_schema=schema)


class Knowing:
    """Says the token for a suite that knows of none."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            MutableHeaders(scope=scope)["authorization"] = f"Bearer {self._token}"
        await self._app(scope, receive, send)


@asynccontextmanager
async def everything(state: Path) -> AsyncGenerator[str]:
    """The address of the server, while it is there."""
    desk = a_desk()
    place = open_loopback(state, 0)
    assert place
    calls = OverHttp(with_more_tools(build_server(desk, StoppedClock())))
    app = Knowing(on_loopback(desk, calls, place), place.token)
    config = uvicorn.Config(app, http=H11Protocol, lifespan="on", log_config=None)
    server, ended = Ending(config), anyio.Event()

    async def serve() -> None:
        await server.serve([place.listener])
        ended.set()

    with place.listener:
        async with background(desk.run, serve):
            yield f"{place.url}{MCP}"
            server.should_exit = True
            with anyio.fail_after(20):
                await ended.wait()
