"""The routes of how much a tenant may hold and how much it asks: limits for admins, usage for operators.

Only translates; who may do what is decided in `people` and `asks`.
"""

from dataclasses import asdict
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from askline.asks.fields import Fields, stop_at
from askline.asks.spelling import Json
from askline.asks.usage import Usage
from askline.core.errors import FieldProblem
from askline.doors.http.entering import who_came_in
from askline.doors.http.hub_people import PEOPLE
from askline.doors.http.reading import Query, Reply, body_of
from askline.doors.http.routing import only
from askline.people.limiting import Limited, Limiting
from askline.people.limits import LEAST, MOST, NAMES, TenantLimits

LIMITS = f"{PEOPLE}/limits"
USUAL_DAYS: Final = 30
MOST_DAYS: Final = 90


class HubOperating:
    def __init__(self, limiting: Limiting, usage: Usage) -> None:
        self._limiting = limiting
        self._usage = usage

    def routes(self) -> list[Route]:
        return [
            only(["GET"], LIMITS, self.limits),
            only(["PUT"], LIMITS, self.set_limits),
            only(["GET"], f"{PEOPLE}/usage", self.usage),
        ]

    async def limits(self, request: Request) -> Response:
        Query(request, "")
        return Reply(limited_shape(await self._limiting.show(who_came_in(request))))

    async def set_limits(self, request: Request) -> Response:
        """All of them: what is not said is not bounded by the tenant itself."""
        problems: list[FieldProblem] = []
        said = Fields(await body_of(request), problems, known=" ".join(NAMES))
        own = {name: said.number(name, least=LEAST[name], most=MOST) for name in NAMES}
        stop_at(problems)
        set_now = await self._limiting.set(who_came_in(request), TenantLimits(**own))
        return Reply(limited_shape(set_now))

    async def usage(self, request: Request) -> Response:
        days = Query(request, "days").number("days", default=USUAL_DAYS, most=MOST_DAYS)
        return Reply(await self._usage.of(who_came_in(request), days))


def limited_shape(each: Limited) -> Json:
    return {
        "own": asdict(each.own),
        "ceiling": asdict(each.ceiling),
        "holds": asdict(each.holds),
    }
