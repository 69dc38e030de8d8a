"""The HTTP API over one desk, under /api/v1: the same for command line, terminal, browser and hosts.

Only translates. It trusts whoever `who` says it is: on the user's own socket that is the user; a
guard for TCP (host, origin, cookie) is put around this app and knows nothing of asks.
"""

from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from askline.asks.desk import Desk
from askline.asks.ports import Bell
from askline.commands.workshop import Workshop
from askline.core.background import background, steady
from askline.core.clock import Clock, SystemClock
from askline.doors.http.agreeing import Agreeing
from askline.doors.http.alerting import Alerting
from askline.doors.http.answering import Answering
from askline.doors.http.asking import Asking
from askline.doors.http.attaching import Attaching
from askline.doors.http.dealing import Dealing
from askline.doors.http.describing import Describing
from askline.doors.http.drawing import drawing
from askline.doors.http.feed import Feed
from askline.doors.http.holding import COME_BACK_S, Holding
from askline.doors.http.housekeeping import Housekeeping
from askline.doors.http.looking import Facts, Looking, Who
from askline.doors.http.moving import PAUSE_S, Moving
from askline.doors.http.operating import Operating
from askline.doors.http.problems import HANDLERS, NoSurprises
from askline.doors.http.reading import Query
from askline.doors.http.remembering import Remembering
from askline.doors.http.ruling import Ruling
from askline.doors.http.stream import PING_S, EventReply, Stream
from askline.doors.http.watching import watching
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
    alerting: Alerting | None = None,
    workshop: Workshop | None = None,
    ping_s: float = PING_S,
    come_back_s: float = COME_BACK_S,
    pause_s: float = PAUSE_S,
    at: str = "",
    approvals: bool = False,
) -> Starlette:
    """Its lifespan listens to the bell and to the workshop, so it must be served with lifespan on,
    and once.

    Streams never end by themselves: before the server stops, call `end_streams`. `at` names this
    process to others that share what is held, see `holding`. `approvals` lets programs bring those of
    other machines.
    """
    clock = clock or SystemClock()
    memory = memory or open_memory(desk, clock)
    feed = Feed()
    looking = Looking(desk, who, facts, memory.recalling)
    holding = Holding(desk, come_back_s=come_back_s, at=at)
    asking = Asking(desk, who, clock, feed, holding, approvals=approvals)
    remembering = Remembering(memory, who)
    answering = Answering(desk, who, workshop, memory.recalling)

    async def events(request: Request) -> Response:
        actor = who(request)
        drawn = drawing(Query(request, "nodes"), actor, memory.recalling)
        operations = watching(workshop, actor, clock)
        stream = Stream(desk, feed, drawn, operations=operations, ping_s=ping_s)
        return EventReply(stream, request.headers.get("last-event-id"))

    @asynccontextmanager
    async def listening(_app: Starlette) -> AsyncGenerator[None]:
        async with AsyncExitStack() as ears:
            rounds = [
                partial(feed.run, await ears.enter_async_context(bell.listen())),
                steady(holding.run),
            ]
            if workshop is not None:  # an idle one has no length
                moves = await ears.enter_async_context(workshop.watching.changes())
                rounds.append(partial(Moving(feed, pause_s=pause_s).run, moves))
            async with background(*rounds):
                yield

    app = Starlette(
        routes=[
            *_routes(looking, asking, answering, remembering, events),
            *_dealing_routes(Dealing(desk, who, memory.recalling)),
            *_further_routes(Attaching(desk, who), Describing(who)),
            *_order_routes(Housekeeping(desk, memory, who, clock)),
            *(_alert_routes(alerting) if alerting else ()),
            *_operation_routes(workshop, desk, who, clock, feed),
            *(_rule_routes(Ruling(desk, memory.ruling, who, clock)) if memory.ruling else ()),
        ],
        middleware=[Middleware(NoSurprises)],
        exception_handlers=HANDLERS,
        lifespan=listening,
    )
    app.state.feed = feed
    app.state.holding = holding
    return app


def holding_of(app: Starlette) -> Holding:
    """Who waits over this API now."""
    return app.state.holding


def feed_of(app: Starlette) -> Feed:
    """What changed lately, for others that stream it."""
    return app.state.feed


def end_streams(app: Starlette, spread_ms: int = 0) -> None:
    """Let every stream and long poll reply what it has and end. Streams tell their clients to come back
    at different moments within `spread_ms`."""
    app.state.feed.end(spread_ms)


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
        _route("GET", "/memory/entries", remembering.entries),
        _route("GET", "/memory/export", remembering.export),
        _route("POST", "/memory/rebuild", remembering.rebuild),
        _route("GET", "/events", events),
        _route("GET", "/health", looking.health),
        _route("GET", "/version", looking.version),
    ]


def _dealing_routes(dealing: Dealing) -> list[Route]:
    ask = "/asks/{id}"
    return [
        _route("POST", f"{ask}/claim", dealing.claim),
        _route("POST", f"{ask}/release", dealing.release),
        _route("POST", f"{ask}/pass", dealing.pass_on),
        _route("POST", f"{ask}/snooze", dealing.snooze),
    ]


def _further_routes(attaching: Attaching, describing: Describing) -> list[Route]:
    return [
        _route("POST", "/attachments", attaching.keep),
        _route("GET", "/attachments/{sha256}", attaching.take),
        _route("GET", "/openapi.json", describing.openapi),
    ]


def _order_routes(keeper: Housekeeping) -> list[Route]:
    return [
        _route("GET", "/stats", keeper.stats),
        _route("GET", "/audit", keeper.audit),
        _route("POST", "/prune", keeper.prune),
        _route("POST", "/memory/import", keeper.take_over),
    ]


def _alert_routes(alerting: Alerting) -> list[Route]:
    return [
        _route("GET", "/alerts", alerting.alerts),
        _route("POST", "/alerts/test", alerting.attempt),
    ]


def _operation_routes(
    workshop: Workshop | None, desk: Desk, who: Who, clock: Clock, feed: Feed
) -> list[Route]:
    if workshop is None:
        return []
    operating = Operating(workshop, who, clock, feed)
    agreeing = Agreeing(workshop, desk, who)
    operation = "/operations/{id}"
    return [
        _route("GET", "/operations", operating.operations),
        _route("POST", "/operations", operating.begin),
        _route("GET", operation, operating.operation),
        _route("GET", f"{operation}/output", operating.output),
        _route("POST", f"{operation}/cancel", operating.cancel),
        _route("GET", "/asks/{id}/standing", agreeing.offers),
        _route("GET", "/approvals", agreeing.approvals),
        _route("POST", "/approvals/{id}/revoke", agreeing.revoke),
    ]


def _rule_routes(ruling: Ruling) -> list[Route]:
    return [
        _route("GET", "/memory/rules", ruling.rules),
        _route("POST", "/memory/rules", ruling.make),
        _route("POST", "/memory/rules/{id}/revoke", ruling.revoke),
    ]


def _route(method: str, path: str, endpoint: Callable[..., object]) -> Route:
    route = Route(f"{API}{path}", endpoint, methods=[method])
    # Without HEAD: nobody needs it, and on a stream it would never end.
    route.methods = {method}
    return route
