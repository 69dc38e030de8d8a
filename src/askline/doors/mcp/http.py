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

from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.types import Message, Receive, Scope, Send

from askline.doors.mcp.callers import Call, Caller
from askline.doors.mcp.settings import ConnectionSettings
from askline.doors.mcp.visits import CALL

ONLY = 1
"""The number of a caller's one request."""


class OverHttp:
    """An ASGI app, served while `run` lasts. Counts the requests that are open now."""

    def __init__(
        self,
        server: Server[Any],
        settings: Callable[[], ConnectionSettings] = ConnectionSettings,
    ) -> None:
        """`settings` says what holds for a call that comes now."""
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
        name = f"http-{secrets.token_hex(12)}"
        caller = Caller(connection=name, one_call=True, settings=self._settings())
        call = Call(caller=caller, number=ONLY)
        exchange = Exchange(receive, send)
        self._open.add(call.caller.holder)
        try:
            await self._sessions.asgi_app({**scope, CALL: call}, exchange.receive, exchange.send)
            if exchange.answered:
                await call.duties.delivered(ONLY)
        finally:
            await call.duties.end()
            self._open.discard(call.caller.holder)


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
