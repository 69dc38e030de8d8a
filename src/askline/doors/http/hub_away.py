"""The routes of being away: everybody's own, and for admins the end of another's."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from askline.asks.fields import Fields, stop_at
from askline.core.errors import FieldProblem
from askline.doors.http.bodies import moment_in
from askline.doors.http.entering import who_came_in
from askline.doors.http.hub_people import PEOPLE
from askline.doors.http.hub_routing_shapes import away_shape
from askline.doors.http.reading import Query, Reply, body_of
from askline.doors.http.routing import only
from askline.doors.http.signing import DONE
from askline.people.being_away import BeingAway

AWAY = f"{PEOPLE}/away"


class HubAway:
    def __init__(self, being_away: BeingAway) -> None:
        self._being_away = being_away

    def routes(self) -> list[Route]:
        return [
            only(["GET"], AWAY, self.mine),
            only(["PUT"], AWAY, self.go),
            only(["DELETE"], AWAY, self.come_back),
            only(["DELETE"], f"{PEOPLE}/{{id}}/away", self.end),
        ]

    async def mine(self, request: Request) -> Response:
        Query(request, "")
        found = await self._being_away.mine(who_came_in(request))
        return Reply({"away": None if found is None else away_shape(found)})

    async def go(self, request: Request) -> Response:
        problems: list[FieldProblem] = []
        said = Fields(await body_of(request), problems, known="words until deputy")
        words, until, deputy = said.text("words"), said.text("until"), said.text("deputy")
        stop_at(problems)
        gone = await self._being_away.go(
            who_came_in(request),
            words=words,
            until=None if until is None else moment_in(until, "until"),
            deputy=deputy,
        )
        return Reply({"away": away_shape(gone)})

    async def come_back(self, request: Request) -> Response:
        await body_of(request)
        await self._being_away.come_back(who_came_in(request))
        return Response(status_code=DONE)

    async def end(self, request: Request) -> Response:
        await body_of(request)
        await self._being_away.end(who_came_in(request), request.path_params["id"])
        return Response(status_code=DONE)
