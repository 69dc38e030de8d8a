"""A route for exactly these methods."""

from collections.abc import Callable, Iterable
from typing import Any

from starlette.routing import Route
from starlette.types import ASGIApp


def only(methods: Iterable[str], path: str, endpoint: Callable[..., Any] | ASGIApp) -> Route:
    """Without HEAD beside GET: nobody needs it, and on a stream it would never end."""
    route = Route(path, endpoint, methods=[*methods])
    route.methods = {*methods}
    return route
