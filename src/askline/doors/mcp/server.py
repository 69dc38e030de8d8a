"""The MCP server, in both eras of the protocol: one for all connections of a profile.

Only translates. What an ask is and who may do what is the desk's; how long a call waits, `waiting`;
what the agent reads, `present`. Errors of the core become tool errors here, once.
"""

import logging
import traceback
from collections.abc import Callable
from functools import partial
from typing import Any

from anyio.abc import AnyByteStream
from mcp.server.caching import CacheHint
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    JSONRPCMessage,
    JSONRPCRequest,
    ListToolsResult,
    PaginatedRequestParams,
    Tool,
)

from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.commands.workshop import Offer, Workshop
from askline.core.clock import Clock
from askline.core.errors import AsklineError, Internal
from askline.core.version import VERSION
from askline.doors.mcp import greeting, listening, resources, subscribing, tasks
from askline.doors.mcp.announcing import with_news
from askline.doors.mcp.audiences import audience_of
from askline.doors.mcp.callers import Call, Hello
from askline.doors.mcp.command_tools import commands_in, declared_of, offer_to, why_not_offered
from askline.doors.mcp.eras import client_in, declined, declines
from askline.doors.mcp.greeting import Greeting
from askline.doors.mcp.listing import listing_snapshot, rehearse
from askline.doors.mcp.profiles import PROFILES
from askline.doors.mcp.seal import Seal
from askline.doors.mcp.sealing import sealed
from askline.doors.mcp.settings import DEFAULT_PROFILE, McpSettings
from askline.doors.mcp.tools import Declared, Toolbox, text
from askline.doors.mcp.visits import BEAT_S, Context, Means, Reply, call_in, delivered_late, visit
from askline.doors.mcp.wire import Wire
from askline.memory.memory import Memory, open_memory

__all__ = [
    "PROFILES",
    "build_server",
    "build_servers",
    "listing_snapshot",
    "serve_line",
    "server_with",
]

LISTING = CacheHint(ttl_ms=60_000, scope="private")

log = logging.getLogger(__name__)


def build_server(
    desk: Desk,
    clock: Clock,
    *,
    memory: Memory | None = None,
    settings: McpSettings | None = None,
    inbox_url: Callable[[Ask], str | None] = lambda _: None,
    beat_s: float = BEAT_S,
    notice: str | None = None,
    key: bytes | None = None,
) -> Server[Any]:
    """The default profile's. `inbox_url` says where people find an ask, if there is a place to send
    them to; `notice` is what every agent has to know before it relies on an answer; `key` seals what
    clients bring back, if it shall be taken from them after a restart.

    Without a memory of its own it remembers what the store knows, and writes nothing.
    """
    means = Means(
        desk=desk,
        clock=clock,
        memory=memory or open_memory(desk, clock),
        settings=settings or McpSettings(),
        inbox_url=inbox_url,
        beat_s=beat_s,
        notice=notice,
        seal=Seal(key) if key else Seal(),
    )
    return server_with(means)


def build_servers(means: Means) -> dict[str, Server[Any]]:
    """One for each profile, all with the same tools."""
    toolbox = _toolbox()
    return {profile: _server(means, profile, toolbox) for profile in PROFILES}


def server_with(means: Means, profile: str = DEFAULT_PROFILE) -> Server[Any]:
    return _server(means, profile, _toolbox())


def _toolbox() -> Toolbox:
    return Toolbox({name: each.tools for name, each in PROFILES.items()})


def _server(means: Means, profile: str, toolbox: Toolbox) -> Server[Any]:
    """The server that says it is this profile's, because the SDK's has one name. Which tools a
    caller finds there is by the caller's own profile."""
    face = PROFILES[profile]
    server = Greeting(
        face,
        version=VERSION,
        instructions="\n\n".join(filter(None, (means.notice, text(face.instructions)))),
        on_list_tools=partial(_list_tools, means, toolbox),
        cache_hints={"tools/list": LISTING, "server/discover": LISTING},
        lifespan=subscribing.open_subscriptions,
    )
    # Not as `on_call_tool`, which knows no results of extensions.
    call_tool = partial(_call_tool, means, toolbox)
    server.add_request_handler("tools/call", CallToolRequestParams, call_tool)
    for room in (tasks, resources, listening, subscribing):
        room.serve(server, means)
    greeting.serve(server, means)
    server.middleware.append(sealed(means.seal, server.name))
    return server


async def serve_line(
    server: Server[Any],
    stream: AnyByteStream,
    hello: Hello,
    *,
    desk: Desk | None = None,
    workshop: Workshop | None = None,
    settings: McpSettings | None = None,
    written_is_delivered: bool = False,
) -> None:
    """Serve one line whose hello was read and answered, until it closes its connection.

    `stream` may be a `BufferedByteStream` with what was read after the hello. It stays open. Where it
    is the client's own and no line is between, what is written is delivered. `desk` and `workshop` hear
    what the line reports of results that an earlier service gave it.
    """
    era = (settings or McpSettings()).era

    def decline(request: JSONRPCRequest) -> JSONRPCMessage | None:
        return declined(request) if declines(era, client_in(request)) else None

    async def probe(request: JSONRPCRequest, call: Call) -> JSONRPCMessage:
        [answer] = await rehearse(server, call, request)
        return answer

    wire = Wire(
        stream,
        hello,
        decline=decline,
        probe=probe,
        late=desk and partial(delivered_late, desk, workshop),
        written_is_delivered=written_is_delivered,
    )
    options = server.create_initialization_options()
    try:
        await wire.run(lambda read, write: server.run(read, write, options))
    finally:
        await wire.duties.end()


async def _list_tools(
    means: Means, toolbox: Toolbox, context: Context, _: PaginatedRequestParams | None
) -> ListToolsResult:
    offer = await _offer(means, context)
    return ListToolsResult(tools=_tools(means, toolbox, context, offer))


async def _call_tool(
    means: Means, toolbox: Toolbox, context: Context, params: CallToolRequestParams
) -> Reply:
    _note(means, context)
    tool = await _tool(means, toolbox, context, params.name)
    try:
        here = visit(means, context, params)
        result = await tool.work(here, params.arguments or {})
        return await with_news(here, result) if tool.announces else result
    except AsklineError as error:
        return tool.told(error)
    except Exception as error:  # noqa: BLE001 - the edge: a defect of ours is told as one
        # The traceback without the message, which may hold what somebody said.
        where = "".join(traceback.format_tb(error.__traceback__))
        log.error("%s failed with %s\n%s", tool.name, type(error).__name__, where)  # noqa: TRY400 - see above
        return tool.told(
            Internal(
                "Something went wrong inside Askline.", hint="Try again; see the service's log."
            )
        )


async def _tool(means: Means, toolbox: Toolbox, context: Context, name: str) -> Declared:
    """Raises: MCPError, with all tools that there are."""
    profile = call_in(context).caller.profile
    if (fixed := toolbox.find(profile, name)) is not None:
        return fixed
    offer = await _offer(means, context)
    for tool in offer.tools:
        if tool.name == name and means.workshop is not None:
            return declared_of(tool, means.workshop, PROFILES[profile])
    known = ", ".join(each.name for each in _tools(means, toolbox, context, offer))
    why = why_not_offered(offer, name)
    raise MCPError(INVALID_PARAMS, f"Unknown tool: {name}.{why} Tools: {known}")


async def _offer(means: Means, context: Context) -> Offer:
    caller = call_in(context).caller
    return await offer_to(means, caller, PROFILES.get(caller.profile))


def _note(means: Means, context: Context) -> None:
    """Who is there; a line may list its tools without us, so calls tell it too."""
    call = call_in(context)
    if call.number is not None:
        means.connected.note(call.caller, context.session, means.settings)


def _tools(means: Means, toolbox: Toolbox, context: Context, offer: Offer) -> list[Tool]:
    call = call_in(context)
    _note(means, context)
    audience = audience_of(
        context.session,
        means.settings,
        call.caller.settings,
        apps=call.caller.apps,
        rehearsed=call.number is None,
        commands=bool(offer.tools),
    )
    commands = commands_in(offer, means, PROFILES.get(call.caller.profile))
    tools = toolbox.listed(call.caller.profile, audience, commands)
    if tools is None:
        known = ", ".join(toolbox.profiles)
        said = f"There is no profile {call.caller.profile!r}. Profiles: {known}"
        raise MCPError(INVALID_PARAMS, said)
    return tools
