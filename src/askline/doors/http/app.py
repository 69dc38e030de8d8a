"""The HTTP API over one desk, under /api/v1: the same for command line, terminal, browser and hosts.

Only translates. It trusts whoever `who` says it is: on the user's own socket that is the user; a
guard for TCP (host, origin, cookie) is put around this app and knows nothing of asks.
"""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from functools import partial

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from askline.asks.desk import Desk
from askline.asks.ports import Bell
from askline.core.background import background
from askline.core.clock import Clock, SystemClock
from askline.core.errors import AsklineError
from askline.doors.http.answering import Answering
from askline.doors.http.asking import Asking
from askline.doors.http.feed import Feed
from askline.doors.http.holding import COME_BACK_S, Holding
from askline.doors.http.looking import Facts, Looking, Who
from askline.doors.http.problems import NoSurprises, refused, told
from askline.doors.http.remembering import Remembering
from askline.doors.http.stream import PING_S, EventReply, Stream
from askline.memory.memory import Memory, open_memory

API = "/api/v1"


def build_app(
    desk: Desk,
    *,
    bell: Bell,
    who: Who,
    facts: Facts,
    clock: Clock | None = None,
    memory: Memory | None = None,
    ping_s: float = PING_S,
    come_back_s: float = COME_BACK_S,
) -> Starlette:
    """Its lifespan listens to the bell, so it must be served with lifespan on, and once.

    Streams never end by themselves: before the server stops, call `end_streams`.
    """
    clock = clock or SystemClock()
    feed = Feed()
    looking = Looking(desk, who, facts)
    holding = Holding(desk, come_back_s=come_back_s)
    asking = Asking(desk, who, clock, feed, holding)
    remembering = Remembering((memory or open_memory(desk, clock)).digest, who)
    answering = Answering(desk, who)

    async def events(request: Request) -> Response:
        stream = Stream(desk, feed, who(request), ping_s=ping_s)
        return EventReply(stream, request.headers.get("last-event-id"))

    @asynccontextmanager
    async def listening(_app: Starlette) -> AsyncGenerator[None]:
        async with bell.listen() as rings, background(partial(feed.run, rings)):
            yield

    app = Starlette(
        routes=_routes(looking, asking, answering, remembering, events),
        middleware=[Middleware(NoSurprises)],
        exception_handlers={AsklineError: told, HTTPException: refused},
        lifespan=listening,
    )
    app.state.feed = feed
    app.state.holding = holding
    return app


def holding_of(app: Starlette) -> Holding:
    """Who waits over this API now."""
    return app.state.holding


def end_streams(app: Starlette) -> None:
    """Let every stream and long poll reply what it has and end."""
    app.state.feed.end()


def _routes(
    looking: Looking,
    asking: Asking,
    answering: Answering,
    remembering: Remembering,
    events: Callable[..., object],
) -> list[Route]:
    ask = "/asks/{id}"
    return [
        _route("GET", "/asks", looking.asks),
        _route("POST", "/asks", asking.create),
        _route("GET", ask, looking.ask),
        _route("POST", f"{ask}/answer", answering.answer),
        _route("POST", f"{ask}/reject", answering.reject),
        _route("POST", f"{ask}/ask-back", answering.ask_back),
        _route("POST", f"{ask}/cancel", answering.cancel),
        _route("POST", f"{ask}/correct", answering.correct),
        _route("POST", f"{ask}/extend", answering.extend),
        _route("POST", f"{ask}/seen", answering.seen),
        _route("POST", f"{ask}/delivered", asking.delivered),
        _route("PUT", f"{ask}/draft", answering.draft),
        _route("GET", f"{ask}/drafts", looking.drafts),
        _route("GET", f"{ask}/trail", looking.trail),
        _route("GET", f"{ask}/outcome", asking.outcome),
        _route("GET", "/history", looking.history),
        _route("GET", "/memory/summary", remembering.summary),
        _route("GET", "/events", events),
        _route("GET", "/health", looking.health),
        _route("GET", "/version", looking.version),
    ]


def _route(method: str, path: str, endpoint: Callable[..., object]) -> Route:
    route = Route(f"{API}{path}", endpoint, methods=[method])
    # Without HEAD: nobody needs it, and on a stream it would never end.
    route.methods = {method}
    return route
