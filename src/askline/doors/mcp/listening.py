"""Who is told of changes: `subscriptions/listen` in one era, `resources/subscribe` in the other.

Every subscription follows its asks at the desk, which has one ear at the bell for all of them. What
is told is what stands, so a subscription that is made again after a crash of the service misses
nothing: what was settled meanwhile is told at once. A subscription ends with its connection.
"""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, Literal, cast

import anyio
from anyio.abc import TaskGroup
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp.shared.subscriptions import SUBSCRIPTION_ID_META_KEY
from mcp_types import (
    DiscoverResult,
    EmptyResult,
    Notification,
    RequestId,
    RequestParams,
    ResourcesCapability,
    ResourceUpdatedNotification,
    ResourceUpdatedNotificationParams,
    ServerNotification,
    SubscribeRequestParams,
    SubscriptionFilter,
    SubscriptionsAcknowledgedNotification,
    SubscriptionsAcknowledgedNotificationParams,
    SubscriptionsListenRequestParams,
    ToolsCapability,
    UnsubscribeRequestParams,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from starlette.requests import Request

from askline.asks.model import Ask
from askline.asks.spelling import Json
from askline.core.errors import NotFound
from askline.core.ids import AskId
from askline.doors.mcp import tasks
from askline.doors.mcp.problems import told_as_protocol
from askline.doors.mcp.resources import ask_at
from askline.doors.mcp.visits import Context, Means, Visit, visit

MOST = 1_000
"""Asks that one subscription follows; subscriptions of one connection, of which the oldest ends."""


class TaskNotification(Notification[Json, Literal["notifications/tasks"]]):
    method: Literal["notifications/tasks"] = "notifications/tasks"
    params: Json


class Subscriptions:
    """The subscriptions that go on while their connection does, where they are no request."""

    def __init__(self, running: TaskGroup) -> None:
        self._running = running
        self._scopes: dict[tuple[str | None, str], anyio.CancelScope] = {}
        """By session, where connections have such, and address."""

    def open(self, session: str | None, uri: str, visit: Visit, ask: Ask) -> None:
        self.close(session, uri)
        if len(self._scopes) == MOST:
            self.close(*next(iter(self._scopes)))
        scope = self._scopes[session, uri] = anyio.CancelScope()
        self._running.start_soon(self._follow, scope, uri, visit, ask)

    def close(self, session: str | None, uri: str) -> None:
        if (scope := self._scopes.pop((session, uri), None)) is not None:
            scope.cancel()

    async def _follow(self, scope: anyio.CancelScope, uri: str, visit: Visit, ask: Ask) -> None:
        async def tell(_: Ask) -> None:
            await visit.session.send_resource_updated(uri)

        with scope:
            await visit.desk.following.follow(visit.actor, [ask.id], tell)


@asynccontextmanager
async def open_subscriptions(_: Server[Any]) -> AsyncGenerator[Subscriptions]:
    """For one connection; over HTTP for all sessions of the process."""
    async with anyio.create_task_group() as running:
        yield Subscriptions(running)
        running.cancel_scope.cancel()


def serve(server: Server[Any], means: Means) -> None:
    listen, subscribe = SubscriptionsListenRequestParams, SubscribeRequestParams
    server.add_request_handler("subscriptions/listen", listen, partial(_listen, means))
    server.add_request_handler("resources/subscribe", subscribe, partial(_subscribe, means))
    server.add_request_handler("resources/unsubscribe", UnsubscribeRequestParams, _unsubscribe)
    server.add_request_handler("server/discover", RequestParams, partial(_discover, server))


async def _discover(server: Server[Any], context: Context, _: RequestParams) -> DiscoverResult:
    """Who can be listened to could tell that its lists changed, the SDK says; ours do not."""
    can = server.get_capabilities(protocol_version=context.protocol_version)
    ours = {
        "tools": ToolsCapability(list_changed=False),
        "resources": ResourcesCapability(subscribe=True, list_changed=False),
    }
    return DiscoverResult(
        supported_versions=list(MODERN_PROTOCOL_VERSIONS),
        capabilities=can.model_copy(update=ours),
        instructions=server.instructions,
    )


async def _subscribe(means: Means, context: Context, params: SubscribeRequestParams) -> EmptyResult:
    came = visit(means, context)
    ask = await ask_at(came, params.uri)
    _subscriptions(context).open(_session(context), params.uri, came, ask)
    return EmptyResult()


async def _unsubscribe(context: Context, params: UnsubscribeRequestParams) -> EmptyResult:
    _subscriptions(context).close(_session(context), params.uri)
    return EmptyResult()


async def _listen(means: Means, context: Context, params: SubscriptionsListenRequestParams) -> None:
    """One stream of notifications, for as long as the client leaves the request open."""
    came = visit(means, context)
    wanted = params.notifications
    named: object = (wanted.model_extra or {}).get("taskIds")
    watched = (
        await _known_tasks(came, cast("list[object]", named)) if isinstance(named, list) else {}
    )
    found = await _known_resources(came, wanted.resource_subscriptions or ())
    stream = Stream(came, context.request_id, watched, found)
    await stream.acknowledge()
    await came.desk.following.follow(came.actor, {*watched, *found}, stream.tell)


class Stream:
    """What goes out on one `subscriptions/listen`; every message bears its name."""

    def __init__(
        self,
        visit: Visit,
        request_id: RequestId | None,
        tasks: Mapping[AskId, str],
        resources: Mapping[AskId, str],
    ) -> None:
        self._visit = visit
        self._request_id = request_id
        self._meta: Json = {SUBSCRIPTION_ID_META_KEY: request_id}
        self._tasks = tasks
        self._resources = resources

    async def acknowledge(self) -> None:
        """Say which of what was wanted will be told: asks of this agent, and nothing else."""
        honoured: Json = {}
        if self._tasks:
            honoured["taskIds"] = list(self._tasks.values())
        if self._resources:
            honoured["resourceSubscriptions"] = list(self._resources.values())
        params = SubscriptionsAcknowledgedNotificationParams(
            notifications=SubscriptionFilter.model_validate(honoured), _meta=self._meta
        )
        await self._send(SubscriptionsAcknowledgedNotification(params=params))

    async def tell(self, ask: Ask) -> None:
        if ask.id in self._tasks:
            task = {**tasks.task_of(self._visit, ask), "_meta": self._meta}
            await self._send(cast("ServerNotification", TaskNotification(params=task)))
        if ask.id in self._resources:
            params = ResourceUpdatedNotificationParams(
                uri=self._resources[ask.id], _meta=self._meta
            )
            await self._send(ResourceUpdatedNotification(params=params))

    async def _send(self, notification: ServerNotification) -> None:
        await self._visit.session.send_notification(
            notification, related_request_id=self._request_id
        )


async def _known_tasks(visit: Visit, named: Sequence[object]) -> dict[AskId, str]:
    """The tasks among these names; whoever asks for tasks must have declared them."""
    tasks.must_be_declared(visit)
    known: dict[AskId, str] = {}
    for name in map(str, named[:MOST]):
        with told_as_protocol(), suppress(NotFound):
            known[(await visit.own(name)).id] = name
    return known


async def _known_resources(visit: Visit, uris: Sequence[str]) -> dict[AskId, str]:
    known: dict[AskId, str] = {}
    for uri in uris[:MOST]:
        with suppress(MCPError):
            known[(await ask_at(visit, uri)).id] = uri
    return known


def _subscriptions(context: Context) -> Subscriptions:
    return cast("Subscriptions", context.lifespan_context)


def _session(context: Context) -> str | None:
    request = context.request
    return request.headers.get("mcp-session-id") if isinstance(request, Request) else None
