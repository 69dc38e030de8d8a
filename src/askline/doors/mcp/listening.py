"""Who is told of changes by `subscriptions/listen`, in the stateless era.

Every stream follows its asks at the desk, which has one ear at the bell for all of them, and its
operations in the workshop. What is told is what stands, so a stream that is opened again after a crash
of the service misses nothing: what was settled meanwhile is told at once.
"""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Literal, TypeAlias, cast

import anyio
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp.shared.subscriptions import SUBSCRIPTION_ID_META_KEY
from mcp_types import (
    Notification,
    NotificationParams,
    RequestId,
    ResourceUpdatedNotification,
    ResourceUpdatedNotificationParams,
    ServerNotification,
    SubscriptionFilter,
    SubscriptionsAcknowledgedNotification,
    SubscriptionsAcknowledgedNotificationParams,
    SubscriptionsListenRequestParams,
    ToolListChangedNotification,
)

from askline.asks.model import Ask
from askline.asks.spelling import Json
from askline.commands.operation import Operation
from askline.commands.workshop import Workshop
from askline.core.errors import NotFound
from askline.doors.mcp import memories, operation_resources, operation_tasks, tasks
from askline.doors.mcp.operation_following import follow_offer, follow_operations, offering
from askline.doors.mcp.problems import told_as_protocol
from askline.doors.mcp.resources import ask_at
from askline.doors.mcp.visits import Context, Means, Visit, visit

MOST = 1_000
"""Asks and operations that one stream follows, as tasks and as resources."""


class TaskNotification(Notification[Json, Literal["notifications/tasks"]]):
    method: Literal["notifications/tasks"] = "notifications/tasks"
    params: Json


Found: TypeAlias = list[tuple[Ask | Operation, str]]
"""What a client named and may hear of, each with the name."""


def serve(server: Server[Any], means: Means) -> None:
    listen = SubscriptionsListenRequestParams
    server.add_request_handler("subscriptions/listen", listen, partial(_listen, means))


async def _listen(means: Means, context: Context, params: SubscriptionsListenRequestParams) -> None:
    """One stream of notifications, for as long as the client leaves the request open."""
    came = visit(means, context)
    wanted = params.notifications
    named: object = (wanted.model_extra or {}).get("taskIds")
    watched = (
        await _known_tasks(came, cast("list[object]", named)) if isinstance(named, list) else []
    )
    uris = wanted.resource_subscriptions or ()
    found = await _known_resources(came, uris)
    memory = any(memories.is_at(came, uri) for uri in uris)
    workshop = offering(came) if wanted.tools_list_changed else None
    stream = Stream(came, context.request_id, watched, found, workshop, memory=memory)
    await stream.acknowledge()
    await stream.run()


class Stream:
    """What goes out on one `subscriptions/listen`; every message bears its name."""

    def __init__(
        self,
        visit: Visit,
        request_id: RequestId | None,
        watched: Found,
        found: Found,
        workshop: Workshop | None,
        *,
        memory: bool,
    ) -> None:
        """`workshop` where changes of the list of tools are told too."""
        self._visit = visit
        self._request_id = request_id
        self._meta: Json = {SUBSCRIPTION_ID_META_KEY: request_id}
        self._tasks = watched
        self._resources = found
        self._memory = memory
        self._workshop = workshop

    async def acknowledge(self) -> None:
        """Say which of what was wanted will be told: what is this agent's, its project's memory."""
        honoured: Json = {}
        if self._tasks:
            honoured["taskIds"] = _names(self._tasks)
        if self._resources or self._memory:
            memory = [memories.PLACE] * self._memory
            honoured["resourceSubscriptions"] = [*_names(self._resources), *memory]
        if self._workshop is not None:
            honoured["toolsListChanged"] = True
        params = SubscriptionsAcknowledgedNotificationParams(
            notifications=SubscriptionFilter.model_validate(honoured), _meta=self._meta
        )
        await self._send(SubscriptionsAcknowledgedNotification(params=params))

    async def run(self) -> None:
        """Until cancelled."""
        visit, every = self._visit, [each for each, _ in (*self._tasks, *self._resources)]
        asks = {each.id for each in every if isinstance(each, Ask)}
        operations = {each.id for each in every if isinstance(each, Operation)}
        async with anyio.create_task_group() as following:
            following.start_soon(follow_operations, visit, operations, self.tell)
            if self._memory:
                told = partial(self._updated, memories.PLACE)
                following.start_soon(memories.follow, visit, told)
            if self._workshop is not None:
                following.start_soon(follow_offer, visit, self._workshop, self._tell_of_tools)
            await visit.desk.following.follow(visit.actor, asks, self.tell)

    async def tell(self, moved: Ask | Operation) -> None:
        if any(each.id == moved.id for each, _ in self._tasks):
            shown = (
                tasks.task_of(self._visit, moved)
                if isinstance(moved, Ask)
                else await operation_tasks.task_of(self._visit, moved)
            )
            note = TaskNotification(params={**shown, "_meta": self._meta})
            await self._send(cast("ServerNotification", note))
        for uri in (name for each, name in self._resources if each.id == moved.id):
            await self._updated(uri)

    async def _updated(self, uri: str) -> None:
        params = ResourceUpdatedNotificationParams(uri=uri, _meta=self._meta)
        await self._send(ResourceUpdatedNotification(params=params))

    async def _tell_of_tools(self) -> None:
        params = NotificationParams(_meta=self._meta)
        await self._send(ToolListChangedNotification(params=params))

    async def _send(self, notification: ServerNotification) -> None:
        await self._visit.session.send_notification(
            notification, related_request_id=self._request_id
        )


def _names(found: Found) -> list[str]:
    return [name for _, name in found]


async def _known_tasks(visit: Visit, named: Sequence[object]) -> Found:
    """The tasks among these names; whoever asks for tasks must have declared them."""
    tasks.must_be_declared(visit)
    known: Found = []
    for name in map(str, named[:MOST]):
        with told_as_protocol(), suppress(NotFound):
            known.append((await tasks.found(visit, name), name))
    return known


async def _known_resources(visit: Visit, uris: Sequence[str]) -> Found:
    known: Found = []
    for uri in uris[:MOST]:
        with suppress(MCPError):
            if uri.startswith(operation_resources.PLACE):
                known.append((await operation_resources.operation_at(visit, uri), uri))
            else:
                known.append((await ask_at(visit, uri), uri))
    return known
