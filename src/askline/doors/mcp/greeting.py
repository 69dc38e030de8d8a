"""What a client is told first: which capabilities there are, and instructions that fit its project.

Where a project declares commands that its user has not trusted yet, no list shows them; its agents are
told so here, because only the user can change it.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from mcp.server.context import CallNext, HandlerResult
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.server.models import InitializationOptions
from mcp_types import (
    DiscoverResult,
    RequestParams,
    ResourcesCapability,
    ToolsCapability,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from askline.doors.mcp.command_tools import offer_to
from askline.doors.mcp.profiles import PROFILES
from askline.doors.mcp.tools import Profile
from askline.doors.mcp.visits import Context, Means, call_in


class Greeting(Server[Any]):
    """The SDK's server, that says of itself what its profile can do."""

    def __init__(self, profile: Profile, **said: Any) -> None:
        super().__init__(profile.server, title=profile.title, **said)
        self.offers = profile.commands
        """Whether its list of tools may change."""

    def create_initialization_options(
        self, notification_options: NotificationOptions | None = None, *more: Any, **named: Any
    ) -> InitializationOptions:
        changes = notification_options or NotificationOptions(tools_changed=self.offers)
        return super().create_initialization_options(changes, *more, **named)


def serve(server: Greeting, means: Means) -> None:
    server.add_request_handler("server/discover", RequestParams, partial(_discover, server))
    server.middleware.append(partial(_with_notes, means))


async def _discover(server: Greeting, context: Context, _: RequestParams) -> DiscoverResult:
    """Who can be listened to could tell that its lists changed, the SDK says; of ours only one does."""
    can = server.get_capabilities(protocol_version=context.protocol_version)
    ours = {
        "tools": ToolsCapability(list_changed=server.offers),
        "resources": ResourcesCapability(subscribe=True, list_changed=False),
    }
    return DiscoverResult(
        supported_versions=list(MODERN_PROTOCOL_VERSIONS),
        capabilities=can.model_copy(update=ours),
        instructions=server.instructions,
    )


async def _with_notes(means: Means, ctx: Context, call_next: CallNext) -> HandlerResult:
    """The SDK's greeting with what this caller's project adds to the instructions."""
    result = await call_next(ctx)
    if ctx.method not in ("initialize", "server/discover") or not isinstance(result, Mapping):
        return result
    caller = call_in(ctx).caller
    if caller.one_call:
        result = _unchanging(result)
    offer = await offer_to(means, caller, PROFILES.get(caller.profile))
    if offer.untrusted is None:
        return result
    said = "\n\n".join(filter(None, (result.get("instructions"), offer.untrusted)))
    return {**result, "instructions": said}


def _unchanging(said: Mapping[str, Any]) -> dict[str, Any]:
    """Over HTTP no project is known, so nothing of a project's comes into the list or goes."""
    can = said["capabilities"]
    return {**said, "capabilities": {**can, "tools": {**can["tools"], "listChanged": False}}}
