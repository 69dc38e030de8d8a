"""Taking leave: new calls are refused, so that they go to another replica; what is open may end by itself.

Calls that wait for an answer are not given one here. They end with the process and find their ask at
another replica. What belongs to a conversation that is open is let in: some clients list the tools once
more before they believe a result, and a result that is not believed is asked for again.
"""

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from askline.core.errors import HubUnreachable
from askline.doors.http.problems import problem
from askline.service.fronts import MCP

SPREAD_MS = 4_000
"""Over how long inboxes whose streams were closed come back."""

ELSEWHERE = {"Retry-After": "1", "Connection": "close"}


class Draining:
    def __init__(self) -> None:
        self.begun = False

    def begin(self) -> None:
        self.begun = True


class Refusing:
    """Lets nothing in once draining has begun."""

    def __init__(self, app: ASGIApp, *, draining: Draining) -> None:
        self._app = app
        self._draining = draining

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not self._draining.begun or _goes_on(scope):
            await self._app(scope, receive, send)
            return
        leaving = HubUnreachable(
            "This replica is about to end.",
            hint="Call again: another replica answers, and repeating is harmless.",
        )
        reply = problem(leaving)
        reply.headers.update(ELSEWHERE)
        await reply(scope, receive, send)


def _goes_on(scope: Scope) -> bool:
    """Whether this is of a session that only this replica has, or is answered without waiting."""
    headers = Headers(scope=scope)
    method = headers.get("mcp-method")
    at_once = method is not None and method != "tools/call"
    return scope["path"] == MCP and ("mcp-session-id" in headers or at_once)
