"""`GET /api/v1/settings`: what holds for the user and where it is written, to look at.

Changing is for the file and for `askline config set`: a page that is broken into must not be able
to move the house's own bounds.
"""

from collections.abc import Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from askline.doors.http.reading import Query, Reply

API = "/api/v1"


def settings_route(facts: Callable[[], Mapping[str, Any]]) -> Route:
    async def settings(request: Request) -> Response:
        Query(request, "")
        return Reply(facts())

    route = Route(f"{API}/settings", settings, methods=["GET"])
    route.methods = {"GET"}
    return route
