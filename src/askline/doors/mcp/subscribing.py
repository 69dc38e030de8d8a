"""What goes on while a connection does: `resources/subscribe` of the handshake's era, and word of a
changed list of tools.

Every subscription follows its ask at the desk, or its operation in the workshop. What is told is what
stands, so a subscription that is made again after a crash of the service misses nothing. It ends with
its connection.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, cast

import anyio
from anyio.abc import TaskGroup
from mcp.server.lowlevel import Server
from mcp_types import (
    EmptyResult,
    NotificationParams,
    SubscribeRequestParams,
    UnsubscribeRequestParams,
)
from starlette.requests import Request

from askline.doors.mcp import memories, operation_resources
from askline.doors.mcp.operation_following import follow_offer, follow_operations, offering
from askline.doors.mcp.resources import ask_at
from askline.doors.mcp.visits import Context, Means, Visit, call_in, visit

MOST = 1_000
"""Subscriptions of one principal at one connection, of which the oldest ends."""

TOOLS = ""
"""Stands for the list of tools among the addresses."""

Place = tuple[str | None, str]
"""The session, where connections have such, and the address."""

Follow = Callable[[], Awaitable[None]]


class Subscriptions:
    """The subscriptions that go on while their connection does, where they are no request."""

    def __init__(self, running: TaskGroup) -> None:
        self._running = running
        self._scopes: dict[str, dict[Place, anyio.CancelScope]] = {}
        """By principal: over HTTP many come here, and none ends what is another's."""

    def open(self, principal: str, place: Place, follow: Follow) -> None:
        self.close(principal, place)
        own = self._scopes.setdefault(principal, {})
        if len(own) == MOST:
            self.close(principal, next(iter(own)))
        scope = own[place] = anyio.CancelScope()
        self._running.start_soon(_within, scope, follow)

    def close(self, principal: str, place: Place) -> None:
        if (scope := self._scopes.get(principal, {}).pop(place, None)) is not None:
            scope.cancel()


@asynccontextmanager
async def open_subscriptions(_: Server[Any]) -> AsyncGenerator[Subscriptions]:
    """For one connection; over HTTP for all sessions of the process."""
    async with anyio.create_task_group() as running:
        yield Subscriptions(running)
        running.cancel_scope.cancel()


def serve(server: Server[Any], means: Means) -> None:
    subscribe, unsubscribe = SubscribeRequestParams, UnsubscribeRequestParams
    server.add_request_handler("resources/subscribe", subscribe, partial(_subscribe, means))
    server.add_request_handler("resources/unsubscribe", unsubscribe, _unsubscribe)
    begun = partial(_begun, means)
    server.add_notification_handler("notifications/initialized", NotificationParams, begun)


async def _subscribe(means: Means, context: Context, params: SubscribeRequestParams) -> EmptyResult:
    came = visit(means, context)
    follow = await _followed(came, params.uri)
    _subscriptions(context).open(came.behalf.principal, (_session(context), params.uri), follow)
    return EmptyResult()


async def _followed(came: Visit, uri: str) -> Follow:
    """Raises: MCPError, where there is nothing to follow."""

    async def tell(*_: object) -> None:
        await came.session.send_resource_updated(uri)

    if uri.startswith(operation_resources.PLACE):
        operation = await operation_resources.operation_at(came, uri)
        return partial(follow_operations, came, {operation.id}, tell)
    if memories.is_at(came, uri):
        return partial(memories.follow, came, tell)
    ask = await ask_at(came, uri)
    return partial(came.desk.following.follow, came.actor, [ask.id], tell)


async def _unsubscribe(context: Context, params: UnsubscribeRequestParams) -> EmptyResult:
    principal = call_in(context).behalf.principal
    _subscriptions(context).close(principal, (_session(context), params.uri))
    return EmptyResult()


async def _begun(means: Means, context: Context, _: NotificationParams) -> None:
    """The client is there, and hears from now on that its list of tools is another."""
    came = visit(means, context)
    if (workshop := offering(came)) is not None:
        follow = partial(follow_offer, came, workshop, came.session.send_tool_list_changed)
        principal = came.behalf.principal
        _subscriptions(context).open(principal, (_session(context), TOOLS), follow)


async def _within(scope: anyio.CancelScope, follow: Follow) -> None:
    with scope:
        await follow()


def _subscriptions(context: Context) -> Subscriptions:
    return cast("Subscriptions", context.lifespan_context)


def _session(context: Context) -> str | None:
    request = context.request
    return request.headers.get("mcp-session-id") if isinstance(request, Request) else None
