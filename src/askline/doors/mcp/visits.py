"""One tool call on its way through this door: who calls, with what means, and what it leaves owing."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias, cast
from uuid import UUID

from mcp.server.context import ServerRequestContext
from mcp.server.session import ServerSession
from mcp.shared.jsonrpc_dispatcher import progress_token_from_params
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ClientCapabilities,
    InputRequiredResult,
    InputResponses,
    RequestId,
)
from starlette.requests import Request

from askline.asks.desk import Desk
from askline.asks.forms import Revision, revision_of
from askline.asks.model import Ask
from askline.asks.rights import unknown
from askline.asks.shapes import ask_shape
from askline.asks.spelling import Json
from askline.commands.operation import Operation
from askline.commands.workshop import Workshop
from askline.core.behalf import Behalf
from askline.core.clock import Clock
from askline.core.ids import AskId, OperationId
from askline.core.people import Actor, Agent, local_agent
from askline.core.relay_config import RelayConfig
from askline.doors.mcp.callers import Call, Caller, agent_of
from askline.doors.mcp.connected import Connected
from askline.doors.mcp.duties import Ended, Handed
from askline.doors.mcp.host_app import HostApp, LoopbackHost
from askline.doors.mcp.policy import is_headless
from askline.doors.mcp.seal import Seal
from askline.doors.mcp.settings import McpSettings
from askline.memory.memory import Memory

BEAT_S = 15.0
"""How often a waiting client hears that its call is alive: well below every known idle limit."""

STREAM = "ASKLINE_STREAM"
"""The variable in which a host names its stream to the agent that it runs, by the stream's token."""

BEHALF = "askline.behalf"
"""Where a request over HTTP carries on whose behalf it comes, if a door found out,"""
CALL = "askline.call"
"""and where its call."""

Context = ServerRequestContext[Any, Any]

Reply: TypeAlias = CallToolResult | InputRequiredResult | dict[str, Any]
"""What a tool call comes back with; an object is the shape of an extension, see `tasks`."""

NO_LINE = Caller(connection="in-process")
"""Whoever speaks to the SDK's server without a line between."""

LINE = local_agent(Agent(name="askline mcp"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """What tools work with."""

    desk: Desk
    clock: Clock
    memory: Memory
    settings: McpSettings = field(default_factory=McpSettings)
    inbox_url: Callable[[Ask], str | None] = lambda _: None
    """Where people find an ask, if there is a place to send them to."""
    shown: Callable[[Ask], Json] = ask_shape
    """An ask as the card shows it."""
    card: Callable[[], str | None] = lambda: None
    """The page with the card for hosts of apps, if there is one."""
    beat_s: float = BEAT_S
    notice: str | None = None
    """What every result has to say: that nothing is kept, where that is so."""
    seal: Seal = field(default_factory=Seal)
    """On what clients bring back."""
    stream_of: Callable[[str | None], str | None] = lambda _: None
    """The live stream of a host that a token is of."""
    host_app: Callable[[RelayConfig], HostApp] = LoopbackHost
    """How a host that keeps its own endpoints is reached,"""
    put_to_hosts: set[AskId] = field(default_factory=set[AskId])
    """and what was put to such hosts by this process."""
    connected: Connected = field(default_factory=Connected)
    workshop: Workshop | None = None
    """Where declared commands are run; none where nothing is run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Returned:
    """A call that comes back with what its client was asked for."""

    state: str
    """What we gave it to bring back; the seal was checked."""
    responses: InputResponses


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    means: Means
    call: Call
    session: ServerSession
    agent: Agent
    beats: bool
    """Whether the client wants to hear about progress."""
    shown: set[AskId] = field(default_factory=set[AskId])
    """The asks that the result of this call tells of,"""
    ended: set[OperationId] = field(default_factory=set[OperationId])
    """and the operations."""
    request_id: RequestId | None = None
    revision: Revision | None = None
    """None where the client's protocol has no forms."""
    capabilities: ClientCapabilities = field(default_factory=ClientCapabilities)
    headless: bool = False
    """Whether the client is known to run without a person."""
    returned: Returned | None = None

    @property
    def stream(self) -> str | None:
        """The host's stream in which its agent runs."""
        return self.means.stream_of(self.caller.labels.get(STREAM))

    @property
    def modern(self) -> bool:
        """Whether the client is asked in the result of its call, and calls again with its reply."""
        return self.revision is Revision.JULY_2026

    @property
    def desk(self) -> Desk:
        return self.means.desk

    @property
    def caller(self) -> Caller:
        return self.call.caller

    @property
    def behalf(self) -> Behalf:
        return self.call.behalf

    @property
    def actor(self) -> Actor:
        return self.behalf.agent(self.agent)

    @property
    def receipt(self) -> str:
        """For settling by this call: the same when the call is repeated."""
        return self.call.request or secrets.token_hex(16)

    async def own(self, said: str) -> Ask:
        """The ask with this whole id. Raises: NotFound, for what is somebody else's too."""
        try:
            ask_id = AskId(UUID(said))
        except ValueError:
            raise unknown(said) from None
        return await self.desk.reading.read(self.actor, ask_id)

    async def own_operation(self, said: str) -> Operation:
        """The operation with this whole id. Raises: NotFound, for what is somebody else's too."""
        if self.means.workshop is None:
            raise unknown(said)
        try:
            operation_id = OperationId(UUID(said))
        except ValueError:
            raise unknown(said) from None
        return await self.means.workshop.looking.read(self.actor, operation_id)

    def hands_over(self, ask: Ask) -> None:
        """The result of this call carries the ask: once it is delivered, so is its outcome."""
        self.shown.add(ask.id)
        if ask.state.settled and self.call.number is not None:
            verb = self.desk.asking.delivered
            handed = Handed(ask.id, len(ask.amendments))
            errand = partial(verb, self.actor, ask.id, amendments=handed.amendments)
            self.call.duties.when_delivered(self.call.number, handed, errand)

    def tells_end(self, operation: Operation) -> None:
        """The result of this call carries the operation: once it is delivered, its agent knows."""
        self.ended.add(operation.id)
        workshop, number = self.means.workshop, self.call.number
        if operation.status.ended and workshop is not None and number is not None:
            errand = partial(workshop.delivering.delivered, self.actor, operation.id)
            self.call.duties.when_delivered(number, Ended(operation.id), errand)


async def delivered_late(desk: Desk, workshop: Workshop | None, handed: Handed | Ended) -> None:
    """A line reports to this service what another one handed over; its word is all there is."""
    if isinstance(handed, Handed):
        await desk.asking.delivered(LINE, handed.ask_id, amendments=handed.amendments)
    elif workshop is not None:
        await workshop.delivering.delivered(LINE, handed.operation_id)


def visit(means: Means, context: Context, params: CallToolRequestParams | None = None) -> Visit:
    call = call_in(context)
    client = context.session.client_params
    meta: object = (context.params or {}).get("_meta")
    facts = cast("Mapping[str, Any]", meta if isinstance(meta, Mapping) else {})
    return Visit(
        means=means,
        call=call,
        session=context.session,
        agent=agent_of(call.caller, client.client_info if client else None, facts),
        beats=progress_token_from_params(context.params) is not None,
        request_id=context.request_id,
        revision=revision_of(context.protocol_version),
        capabilities=context.session.client_capabilities or ClientCapabilities(),
        headless=is_headless(call.caller.labels, facts),
        returned=_returned(params),
    )


def _returned(params: CallToolRequestParams | None) -> Returned | None:
    if params is None or params.request_state is None:
        return None
    return Returned(state=params.request_state, responses=params.input_responses or {})


def call_in(context: Context) -> Call:
    """What the wire put beside the request, or the HTTP door into its scope."""
    beside = context.request
    if isinstance(beside, Request):
        beside = beside.scope.get(CALL)
    return beside if isinstance(beside, Call) else Call(caller=NO_LINE)
