"""A desk whose asks are put to several people: by the smallest rule there can be."""

from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route as Path

from askline.asks.addressing import Addressed, Addressee
from askline.asks.model import Matter
from askline.asks.routes import Route, Step
from askline.core.errors import NotFound
from askline.core.people import Actor, Door, Project, local_person

ME = local_person(Door.TUI)
ANA = replace(ME, id="ana", name="Ana", addresses=frozenset({"ana", "team:ops"}))
BEN = replace(
    ME, id="ben", name="Ben", addresses=frozenset({"ben"}), rights=ANA.rights - {"operate"}
)
ON_CALL = Step(to=("ben",), named=("Ben",), after=timedelta(minutes=5))
KNOWN = {
    "ana": Addressee("ana", "Ana"),
    "ben": Addressee("ben", "Ben"),
    "team:ops": Addressee("team:ops", "ops", several=True),
}


@dataclass(frozen=True, slots=True)
class ToSeveral:
    """To the person here and to Ana's team; to Ben five minutes later."""

    route_: Route = field(default_factory=lambda: Route(rule="shop", steps=(ON_CALL,)))

    async def route(self, actor: Actor, project: Project, matter: Matter) -> Addressed:
        del actor, project, matter
        return Addressed(recipients=("me", "team:ops"), route=self.route_)

    async def addressee(self, actor: Actor, said: str) -> Addressee:
        del actor
        if said not in KNOWN:
            raise NotFound(f"There is nobody called {said}.", hint="Name somebody who is here.")
        return KNOWN[said]


def by_two() -> ToSeveral:
    """Approvals take two of them."""
    return ToSeveral(Route(rule="shop", quorum=2))


PEOPLE = (
    {"address": "ben", "name": "Ben\x1b[31m", "kind": "person"},
    {"address": "ana", "name": "Ana", "kind": "person"},
    {"address": "team:ops", "name": "ops", "kind": "team"},
    {"address": "cy", "name": "Cy, who left", "kind": "person"},
)


def at_a_hub(*addresses: str, id: str = "me") -> list[Path]:  # noqa: A002 - as the shape calls it
    """What a hub says beside its asks: who one is there, and whom one may pass on to."""
    said: dict[str, dict[str, Any]] = {
        "me": {"id": id, "addresses": [*addresses]},
        "addressees": {"addressees": [*PEOPLE]},
    }

    async def reply(request: Request) -> JSONResponse:
        return JSONResponse(said[request.url.path.rpartition("/")[2]])

    return [Path(f"/api/v1/people/{name}", reply) for name in said]
