"""What a replica serves: the API, the pages and the tools, each behind the guard and a way in."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp

from askline.core.background import background, steady
from askline.doors.http import static_files
from askline.doors.http.entering import Entered, WayIn
from askline.doors.http.guard import Guard, at
from askline.doors.http.hub_metadata import WELL_KNOWN
from askline.doors.http.hub_ways import SIGN_IN, TakesTokens, TokenBearer
from askline.doors.http.in_time import InTime
from askline.doors.http.presence import Presence
from askline.doors.http.problems import HANDLERS, NoSurprises
from askline.doors.http.strict import PlainWrites, Strict
from askline.doors.mcp.http import OverHttp
from askline.service.fronts import MCP
from askline.service.hub.observing import UNOBSERVED, Observing


def build_front(
    api: Starlette,
    calls: OverHttp,
    taken: TakesTokens,
    *,
    url: str,
    ways: Sequence[WayIn],
    routes: Sequence[BaseRoute] = (),
    own: Sequence[BaseRoute] = (),
    probes: Sequence[Middleware] = (),
    around: Sequence[Middleware] = (),
    observing: Observing = UNOBSERVED,
    presence: Presence | None = None,
) -> Starlette:
    """Serve it with lifespan on, and once. `taken` says whose tokens open the tools. `routes` say
    themselves who may enter them; `own` stand beside the API, for those whom a way knows; `around`
    comes before any guard, `probes` before anybody counts or logs."""

    @asynccontextmanager
    async def serving(_app: Starlette) -> AsyncGenerator[None]:
        async with api.router.lifespan_context(api), calls.run(), background(steady(here.run)):
            yield

    here = presence or Presence()
    tools: ASGIApp = TokenBearer(calls, taken, metadata=f"{url}{WELL_KNOWN}{MCP}", presence=here)
    known = [Route(MCP, tools), *static_files.routes(), *routes]
    within = Starlette(routes=[*own, Mount("", api)], exception_handlers=HANDLERS)
    return Starlette(
        routes=[
            *known,
            # The rest is the API's, which also tells strangers of no route that it has.
            Mount("", Entered(PlainWrites(within), ways=ways, hint=SIGN_IN, presence=here)),
        ],
        middleware=[
            *probes,
            observing.accounted([*known, *own, *api.routes]),
            *around,
            Middleware(Strict),
            Middleware(Guard, ours=at(url)),
            Middleware(InTime),
            Middleware(NoSurprises),
        ],
        exception_handlers=HANDLERS,
        lifespan=serving,
    )
