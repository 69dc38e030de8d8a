"""Who may speak to us over TCP at all: before any route, stream or framework sees the request.

A browser lets every page talk to loopback. So a request must name one of our own addresses (a page
whose name was made to point here names itself), must not come from another origin, and must carry
the secret where one is asked for. There is no CORS: no other origin is ever let in.
"""

import hmac
from collections.abc import Sequence

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from askline.core.errors import NotAllowed
from askline.doors.http.problems import problem

NAMES = ("127.0.0.1", "localhost", "[::1]")
MISDIRECTED, FORBIDDEN, UNAUTHORIZED = 421, 403, 401


class Guard:
    """Lets through what names us and comes from nowhere else, on every route and method."""

    def __init__(self, app: ASGIApp, *, port: int) -> None:
        self._app = app
        self._hosts = [f"{name}:{port}" for name in NAMES]
        self._origins = [f"http://{host}" for host in self._hosts]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if not _one_of(self._hosts, headers.getlist("host")):
            hint = f"Use one of {', '.join(self._hosts)}, under no other name."
            refusal = NotAllowed("This is not the host that was asked for.", hint=hint)
            await problem(refusal, MISDIRECTED)(scope, receive, send)
        elif "origin" in headers and not _one_of(self._origins, headers.getlist("origin")):
            hint = "Only our own pages and programs that are no browser may call."
            refusal = NotAllowed("This origin is not let in.", hint=hint)
            await problem(refusal, FORBIDDEN)(scope, receive, send)
        else:
            await self._app(scope, receive, send)


class Bearer:
    """Lets through who knows the secret."""

    def __init__(self, app: ASGIApp, *, token: str) -> None:
        self._app = app
        self._token = token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self._knows(Headers(scope=scope)):
            await self._app(scope, receive, send)
            return
        hint = "Send `Authorization: Bearer` with the token from its file."
        reply = problem(NotAllowed("The token is missing or wrong.", hint=hint), UNAUTHORIZED)
        reply.headers["WWW-Authenticate"] = "Bearer"
        await reply(scope, receive, send)

    def _knows(self, headers: Headers) -> bool:
        scheme, _, said = headers.get("authorization", "").partition(" ")
        # Of bytes, and in a time that does not tell how much of it was right.
        same = hmac.compare_digest(said.strip().encode(), self._token)
        return same and scheme.lower() == "bearer"


def _one_of(known: Sequence[str], said: Sequence[str]) -> bool:
    """Twice the same header is twice a different reading of it: neither counts."""
    return len(said) == 1 and said[0].lower() in known
