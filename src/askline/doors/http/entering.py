"""Who comes in over TCP: each way in looks at a request and says whom it knows, or nobody.

A way in is one small object: a browser's cookie, a host's token. They stand beside each other and
know nothing of each other; the first that knows somebody decides. What it decides is written into
the request, where the routes read it; a request that nobody wrote into is a defect, not a guest.
"""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial

import anyio
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from askline.core.background import background
from askline.core.errors import NotAllowed, RateLimited
from askline.core.people import Actor
from askline.doors.http.guard import UNAUTHORIZED
from askline.doors.http.presence import Known as KeyKnown
from askline.doors.http.presence import Presence
from askline.doors.http.problems import problem

WHO = "askline.who"
"""Where a request carries who it is: a function, because on the socket asking may be refused."""

OPEN_THE_WEB = "Run `askline web` and open the address that it prints."

READS = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody who may come in."""

    actor: Actor
    over: Callable[[], Awaitable[object]] | None = None
    """Returns when the right to be here ends: what is still being read then is cut off."""
    key: str = ""
    """What they showed, where it can end unheard and `known` has to be asked again, see `presence`."""
    known: KeyKnown | None = None

    def who(self, _request: Request) -> Actor:
        return self.actor


WayIn = Callable[[HTTPConnection], Awaitable[Entry | None]]
"""Raises: NotAllowed, for somebody it knows and does not let in so."""


def who_came_in(request: Request) -> Actor:
    return request.scope[WHO](request)


def must_say_origin(connection: HTTPConnection, *, programs: str) -> None:
    """A cookie says who somebody is, not that they want this. Raises: NotAllowed."""
    if connection.scope["method"] not in READS and "origin" not in connection.headers:
        raise NotAllowed(
            "A write from a browser must say its origin.",
            hint=f"Browsers send the header Origin by themselves; {programs}.",
        )


class Known:
    """Everybody who comes this way is whom `who` says."""

    def __init__(self, app: ASGIApp, who: Callable[[Request], Actor]) -> None:
        self._app = app
        self._who = who

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app({**scope, WHO: self._who}, receive, send)


class Entered:
    """Lets in whom one of the ways knows."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        ways: Sequence[WayIn],
        hint: str = OPEN_THE_WEB,
        presence: Presence | None = None,
    ) -> None:
        """`hint` tells a stranger how to come in; `presence` bounds how much of one is open."""
        self._app = app
        self._ways = ways
        self._hint = hint
        self._presence = presence

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            entry = await self._entry(HTTPConnection(scope))
        except NotAllowed as refusal:
            await problem(refusal)(scope, receive, send)
            return
        if entry is None:
            refusal = NotAllowed("Nobody is signed in here.", hint=self._hint)
            await problem(refusal, UNAUTHORIZED)(scope, receive, send)
            return
        serve = partial(Known(self._app, entry.who), scope, receive, send)
        reads = scope["method"] in READS
        try:
            with ExitStack() as room:
                self._take_room(room, entry, reads=reads)
                if entry.over is None or not reads:
                    await serve()
                else:
                    await _until(entry.over, serve)
        except RateLimited as refusal:
            await problem(refusal)(scope, receive, send)

    def _take_room(self, room: ExitStack, entry: Entry, *, reads: bool) -> None:
        if self._presence is not None:
            room.enter_context(self._presence.counted(entry.actor))
            if reads and entry.known is not None:
                stays = self._presence.while_known(entry.key, entry.actor, entry.known)
                room.enter_context(stays)

    async def _entry(self, connection: HTTPConnection) -> Entry | None:
        for way in self._ways:
            if (entry := await way(connection)) is not None:
                return entry
        return None


async def _until(
    over: Callable[[], Awaitable[object]], serve: Callable[[], Awaitable[None]]
) -> None:
    with anyio.CancelScope() as reading:

        async def watch() -> None:
            await over()
            reading.cancel()

        async with background(watch):
            await serve()
