"""The routes of routing rules, for admins, and of those to whom people may pass an ask on.

Only translates; what a rule may say is decided in `people`.
"""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from askline.doors.http.entering import who_came_in
from askline.doors.http.hub_people import PEOPLE
from askline.doors.http.hub_routing_shapes import addressee_shape, rule_shape
from askline.doors.http.reading import Query, Reply, body_of
from askline.doors.http.routing import only
from askline.doors.http.signing import DONE
from askline.people.addressing import ToPeople
from askline.people.directing import Directing

ROUTES = f"{PEOPLE}/routes"
ONE = f"{ROUTES}/{{name}}"


class HubRoutes:
    def __init__(self, directing: Directing, addressing: ToPeople) -> None:
        self._directing = directing
        self._addressing = addressing

    def routes(self) -> list[Route]:
        """Before those of one person, whose id could be anything."""
        return [
            only(["GET"], f"{PEOPLE}/addressees", self.addressees),
            only(["GET"], ROUTES, self.rules),
            only(["GET"], ONE, self.rule),
            only(["PUT"], ONE, self.keep),
            only(["DELETE"], ONE, self.drop),
        ]

    async def addressees(self, request: Request) -> Response:
        Query(request, "")
        found = await self._addressing.addressees(who_came_in(request))
        return Reply({"addressees": [addressee_shape(each) for each in found]})

    async def rules(self, request: Request) -> Response:
        Query(request, "")
        found = await self._directing.rules(who_came_in(request))
        return Reply({"routes": [rule_shape(each) for each in found]})

    async def rule(self, request: Request) -> Response:
        Query(request, "")
        found = await self._directing.rule(who_came_in(request), request.path_params["name"])
        return Reply(rule_shape(found))

    async def keep(self, request: Request) -> Response:
        said, name = await body_of(request), request.path_params["name"]
        return Reply(rule_shape(await self._directing.keep(who_came_in(request), name, said)))

    async def drop(self, request: Request) -> Response:
        await body_of(request)
        await self._directing.drop(who_came_in(request), request.path_params["name"])
        return Response(status_code=DONE)
