"""What each listener serves: the user's own socket, and loopback behind its guards.

Both serve the one API, whose lifespan runs with the socket's alone: one ear at the bell, one feed.
On the socket everybody is the user. On loopback nobody is anybody until a way in knows them; every
route there stands behind the guard, and whoever adds one says by which ways it is entered.
"""

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from askline.core.clock import Clock
from askline.doors.http import static_files
from askline.doors.http.codes import Codes
from askline.doors.http.configured import settings_route
from askline.doors.http.cookie import SessionCookie
from askline.doors.http.embedding import ForGuests
from askline.doors.http.entering import Entered, Known, WayIn
from askline.doors.http.guard import (
    NO_GUESTS,
    NO_OUTSIDE,
    Bearer,
    Guard,
    Guests,
    Outside,
    on_loopback,
)
from askline.doors.http.pages import Pages
from askline.doors.http.peers import Peers, peers_of
from askline.doors.http.problems import HANDLERS, NoSurprises
from askline.doors.http.sessions import Sessions
from askline.doors.http.signing import Leaving, Signing
from askline.doors.http.strict import PlainWrites, Strict
from askline.doors.http.who import local_who
from askline.doors.mcp.http import OverHttp
from askline.service.loopback import Loopback
from askline.service.secret_files import KeptText

MCP = "/mcp"


@dataclass(frozen=True, slots=True, kw_only=True)
class Extra:
    """What others put beside the API: their routes, their ways into the API, their guests."""

    socket_routes: Sequence[BaseRoute] = ()
    loopback_routes: Sequence[BaseRoute] = ()
    """Guarded like all others; each says itself who may enter it."""
    ways: Sequence[WayIn] = ()
    guests: Guests = NO_GUESTS
    outside: Outside = NO_OUTSIDE


class Fronts:
    def __init__(
        self,
        api: Starlette,
        *,
        clock: Clock,
        state: Path,
        url: str | None,
        settings: Callable[[], Mapping[str, Any]],
        extra: Extra | None = None,
        peers: Peers | None = None,
    ) -> None:
        """`url` is where browsers find us, if they may; `peers` says whose programs these are."""
        self._api = api
        self._codes = Codes(clock)
        self._sessions = Sessions(clock, KeptText(state / "sessions"))
        self._url = url
        self._settings = settings_route(settings)
        self._extra = extra or Extra()
        self._peers = peers or peers_of()
        self._visitors = Visitors(api)
        self.listening = anyio.Event()
        """The API hears the bell: a page that came before would miss what changes meanwhile."""

    def __len__(self) -> int:
        """How many requests of browsers are under way; an open page is one."""
        return len(self._visitors)

    def on_socket(self) -> Starlette:
        """Serve it with lifespan on, and once: it is the API's."""
        signing = Signing(self._codes, self._sessions, self._url)

        @asynccontextmanager
        async def serving(_app: Starlette) -> AsyncGenerator[None]:
            async with self._api.router.lifespan_context(self._api):
                self.listening.set()
                yield

        return Starlette(
            routes=[
                *signing.routes(),
                self._settings,
                *self._extra.socket_routes,
                Mount("", self._api),
            ],
            middleware=[Middleware(NoSurprises), Middleware(Known, who=local_who)],
            exception_handlers=HANDLERS,
            lifespan=serving,
        )

    def on_loopback(self, calls: OverHttp, place: Loopback) -> Starlette:
        """Serve it with lifespan on, and once: it is that of `/mcp`."""

        @asynccontextmanager
        async def serving(_app: Starlette) -> AsyncGenerator[None]:
            async with calls.run():
                yield

        return Starlette(
            routes=self._routes(calls, place),
            middleware=[
                Middleware(Strict),
                Middleware(
                    Guard,
                    ours=on_loopback(place.port),
                    guests=self._extra.guests,
                    outside=self._extra.outside,
                ),
                Middleware(ForGuests, guests=self._extra.guests),
                Middleware(NoSurprises),
            ],
            exception_handlers=HANDLERS,
            lifespan=serving,
        )

    def _routes(self, calls: OverHttp, place: Loopback) -> list[BaseRoute]:
        cookie = SessionCookie(self._sessions, port=place.port)
        own = Starlette(
            routes=[Leaving(cookie).route(), self._settings, Mount("", self._visitors)],
            exception_handlers=HANDLERS,
        )
        return [
            Route(MCP, Bearer(calls, token=place.token)),
            *Pages(self._codes, cookie, port=place.port, peers=self._peers).routes(),
            *static_files.routes(),
            *self._extra.loopback_routes,
            # The rest is the API's, which also tells strangers of no route that it has.
            Mount("", Entered(PlainWrites(own), ways=[cookie, *self._extra.ways])),
        ]


class Visitors:
    """Counts what is under way: a service that somebody looks at is needed."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._count = 0

    def __len__(self) -> int:
        return self._count

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._count += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._count -= 1
