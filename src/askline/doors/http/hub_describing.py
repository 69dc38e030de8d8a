"""The route that tells programs what a hub's API is: what its replica serves, and people besides."""

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from askline.doors.http.openapi.hub_document import hub_document
from askline.doors.http.reading import Reply
from askline.doors.http.routing import only
from askline.doors.http.signing import API


def describing_route(api: Starlette) -> Route:
    routes = [route for route in api.routes if isinstance(route, Route)]
    served = {(method, route.path) for route in routes for method in route.methods or ()}
    shape = hub_document(served)

    async def openapi(_request: Request) -> Response:
        return Reply(shape)

    return only(["GET"], f"{API}/openapi.json", openapi)
