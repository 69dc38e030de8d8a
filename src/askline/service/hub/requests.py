"""Every request is accounted for, whoever it came from: one line in the log, one count, one span.

Around everything else, so that what is refused counts too. It sees no query, no header but the ones
that say how somebody wants to come in, and no body.
"""

import logging
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from http import HTTPStatus
from time import perf_counter
from typing import Protocol

from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from askline.service.hub.templates import OTHER, Templates

METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})

SIGN_INS = ("/sign-in", "/password", "/join", "/passkeys", "/oidc")
"""How the routes begin at which somebody shows a password or the like."""

GONE = 0
"""The status of a reply that never began: its client went away, or this process ends."""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Served:
    """One request and how it ended, without a word of what it said."""

    method: str
    route: str
    shown: str
    """What somebody showed to be let in: `token`, `session`, `sign_in` or `nothing`."""
    status: int = GONE
    seconds: float = 0.0

    @property
    def refused(self) -> bool:
        """Whether it was not let in for what it showed."""
        unknown = self.status == HTTPStatus.UNAUTHORIZED
        return unknown or (self.shown == "sign_in" and self.status >= HTTPStatus.BAD_REQUEST)


class Counts(Protocol):
    def begun(self, served: Served) -> None: ...

    def ended(self, served: Served) -> None: ...


Span = Callable[[Served, Scope], AbstractContextManager[object]]
"""What is entered while the request is served; may write into its scope."""


class Accounted:
    def __init__(
        self,
        app: ASGIApp,
        *,
        routes: Iterable[BaseRoute],
        counts: Counts | None = None,
        span: Span | None = None,
    ) -> None:
        self._app = app
        self._templates = Templates(routes)
        self._counts = counts
        self._span = span

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        served = self._served(scope)
        if self._counts:
            self._counts.begun(served)
        begun = perf_counter()
        try:
            await self._serve(served, scope, receive, send)
        finally:
            served.seconds = perf_counter() - begun
            if self._counts:
                self._counts.ended(served)
            _note(served)

    async def _serve(self, served: Served, scope: Scope, receive: Receive, send: Send) -> None:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                served.status = message["status"]
            await send(message)

        if self._span is None:
            await self._app(scope, receive, sent)
        else:
            with self._span(served, scope):
                await self._app(scope, receive, sent)

    def _served(self, scope: Scope) -> Served:
        method, route = scope["method"], self._templates.of(scope["path"])
        return Served(
            method=method if method in METHODS else OTHER, route=route, shown=_shown(scope, route)
        )


def _shown(scope: Scope, route: str) -> str:
    if route.startswith(SIGN_INS):
        return "sign_in"
    names = {name for name, _ in scope["headers"]}
    if b"authorization" in names:
        return "token"
    return "session" if b"cookie" in names else "nothing"


def _note(served: Served) -> None:
    if log.isEnabledFor(logging.INFO):
        facts = {
            "method": served.method,
            "route": served.route,
            "status": served.status,
            "ms": round(served.seconds * 1000, 1),
        }
        log.info("%s %s %d", served.method, served.route, served.status, extra={"facts": facts})
