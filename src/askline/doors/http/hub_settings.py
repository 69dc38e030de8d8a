"""`GET /api/v1/settings` at a hub: where one is and as whom. What the hub was told is its operator's."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from askline.asks.spelling import Json
from askline.doors.http.entering import who_came_in
from askline.doors.http.reading import Query, Reply
from askline.doors.http.routing import only
from askline.doors.http.signing import API


def hub_settings_route(url: str) -> Route:
    async def settings(request: Request) -> Response:
        Query(request, "")
        actor = who_came_in(request)
        facts: Json = {"tenant": actor.tenant, "name": actor.name, "account": f"{url}/account"}
        return Reply({"file": url, "settings": facts, "sources": {}})

    return only(["GET"], f"{API}/settings", settings)
