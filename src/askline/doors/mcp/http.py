"""The same server over Streamable HTTP, in both eras of the protocol. Who may come in is not decided here.

Each request is a caller of its own: HTTP has no connection that would hold an ask from one call to
the next. While its reply is open it holds; when the reply is done or the client has gone it lets go,
and a call that comes back attaches again. A response that was written is delivered.
"""

import json
import secrets
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import unquote

from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from askline.core.behalf import LOCAL, Behalf
from askline.core.holding import holder_at
from askline.doors.mcp.callers import Call, Caller
from askline.doors.mcp.settings import ConnectionSettings
from askline.doors.mcp.visits import BEHALF, CALL

PROJECT = "Askline-Project"
"""The header by which a client names its project, percent-encoded: over HTTP it has no directory."""
ONLY = 1
"""The number of a caller's one request."""


class OverHttp:
    """An ASGI app, served while `run` lasts. Counts the requests that are open now."""

    def __init__(
        self,
        server: Server[Any],
        settings: Callable[[], ConnectionSettings] = ConnectionSettings,
        *,
        at: str = "",
    ) -> None:
        """`settings` says what holds for a call that comes now. `at` is before the names of those who
        wait here, where several processes share what is held."""
        self._at = at
        self._settings = settings
        # Never with plain JSON replies: the SDK does not notice there that a client has gone.
        self._sessions = StreamableHTTPSessionManager(server, json_response=False)
        self._open: set[str] = set()

    def __len__(self) -> int:
        return len(self._open)

    def __contains__(self, holder: str) -> bool:
        return holder in self._open

    @asynccontextmanager
    async def run(self) -> AsyncGenerator[None]:
        async with self._sessions.run():
            yield

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        name = holder_at(self._at, f"http-{secrets.token_hex(12)}")
        behalf: Behalf = scope.get(BEHALF, LOCAL)
        named = unquote(Headers(scope=scope).get(PROJECT, "")) or behalf.project
        caller = Caller(connection=name, named=named, one_call=True, settings=self._settings())
        call = Call(caller=caller, behalf=behalf, number=ONLY)
        exchange = Exchange(receive, send)
        self._open.add(call.caller.holder)
        try:
            within = {**scope, CALL: call, "user": owner(behalf)}
            await self._sessions.asgi_app(within, exchange.receive, exchange.send)
            if exchange.answered:
                await call.duties.delivered(ONLY)
        finally:
            await call.duties.end()
            self._open.discard(call.caller.holder)


def owner(behalf: Behalf) -> AuthenticatedUser:
    """As the SDK wants to know it: nobody goes on with a session of somebody else's."""
    return AuthenticatedUser(AccessToken(token="", client_id=behalf.principal, scopes=[]))


class Exchange:
    """One request and its reply, watched as they pass."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._gone = False
        self.answered = False
        """The response was written while the client was there. Many hang up as soon as they have
        it, so the end of the reply itself says nothing."""

    async def receive(self) -> Message:
        message = await self._receive()
        self._gone = self._gone or message["type"] == "http.disconnect"
        return message

    async def send(self, message: Message) -> None:
        await self._send(message)
        if not self._gone and is_response(message.get("body", b"")):
            self.answered = True


def is_response(body: bytes) -> bool:
    """Whether this part of a reply is a JSON-RPC response, plain or as an event of a stream."""
    return any(_has_an_answer(line.removeprefix(b"data: ")) for line in body.splitlines())


def _has_an_answer(text: bytes) -> bool:
    try:
        said: object = json.loads(text)
    except ValueError:
        return False
    return isinstance(said, dict) and ("result" in said or "error" in said)
