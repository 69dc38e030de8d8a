"""Puts what is served on loopback behind its guards: today `/mcp`, for agents that speak HTTP."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import Route

from askline.doors.http.guard import Bearer, Guard
from askline.doors.http.problems import NoSurprises, refused
from askline.doors.mcp.http import OverHttp

PATH = "/mcp"


def guarded_mcp(calls: OverHttp, *, port: int, token: str) -> Starlette:
    """Serve it with lifespan on, and once."""

    @asynccontextmanager
    async def serving(_app: Starlette) -> AsyncGenerator[None]:
        async with calls.run():
            yield

    return Starlette(
        routes=[Route(PATH, calls)],
        middleware=[
            Middleware(Guard, port=port),
            Middleware(Bearer, token=token),
            Middleware(NoSurprises),
        ],
        exception_handlers={HTTPException: refused},
        lifespan=serving,
    )
