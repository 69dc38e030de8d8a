"""A body comes whole within a bounded time, or its request ends: no route waits for a trickle.

How large a body may be is said where it is read. How long a client takes for its headers is for what
stands before a replica.
"""

import anyio
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from askline.core.errors import InvalidArguments
from askline.doors.http.problems import problem

WITHIN_S = 30.0
LYING_HERE_S = 0.05
TIMEOUT = 408
GONE: Message = {"type": "http.disconnect"}


class InTime:
    def __init__(self, app: ASGIApp, *, within_s: float = WITHIN_S) -> None:
        self._app = app
        self._within_s = within_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        body = Body(receive, send, until=anyio.current_time() + self._within_s)
        await self._app(scope, body.receive, body.send)
        if body.late and not body.started:
            hint = f"Send a body within {self._within_s:g} seconds."
            refusal = InvalidArguments("The body did not come in time.", hint=hint)
            reply = problem(refusal, TIMEOUT)
            reply.headers["Connection"] = "close"
            await reply(scope, receive, send)


class Body:
    """A request whose client is taken for gone when its body is late."""

    def __init__(self, receive: Receive, send: Send, *, until: float) -> None:
        self._receive = receive
        self._send = send
        self._until = until
        self._whole = False
        self._looked_late = False
        self.late = False
        self.started = False

    async def receive(self) -> Message:
        if self._whole:
            return await self._receive()
        left = self._until - anyio.current_time()
        if left <= 0 and not self._looked_late:
            # A replica with much to do may ask for it late: what lies here already has come in time.
            self._looked_late, left = True, LYING_HERE_S
        message = await self._within(left) if left > 0 else GONE
        self.late = message is GONE
        self._whole = not self.late and not message.get("more_body", False)
        return message

    async def _within(self, left: float) -> Message:
        with anyio.move_on_after(left):
            return await self._receive()
        # The tracer of Python 3.11 may lose what follows a cancellation, though it runs.
        return GONE  # pragma: no cover

    async def send(self, message: Message) -> None:
        # What is said to somebody who is taken for gone is not what they shall hear.
        if not self.late:
            self.started = True
            await self._send(message)
