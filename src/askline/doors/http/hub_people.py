"""The routes of a hub's people: who is here, what they hold, teams, projects, invitations.

Only translates; who may do what is decided in `people`, on what the store says at that moment.
"""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from askline.asks.fields import Fields, spelled, stop_at
from askline.core.errors import FieldProblem
from askline.doors.http.entering import who_came_in
from askline.doors.http.hub_pages import JOIN
from askline.doors.http.hub_shapes import (
    access_shape,
    invitation_shape,
    me_shape,
    membership_shape,
    person_shape,
    team_shape,
)
from askline.doors.http.reading import Query, Reply, body_of
from askline.doors.http.routing import only
from askline.doors.http.signing import API, DONE
from askline.people.administering import Administering
from askline.people.joining import Joining
from askline.people.model import Grant, Role

PEOPLE = f"{API}/people"
MADE = 201
A_ROLE = f"one of {', '.join(Role)}"


class HubPeople:
    def __init__(self, administering: Administering, joining: Joining, *, url: str) -> None:
        self._administering = administering
        self._joining = joining
        self._url = url

    def routes(self) -> list[Route]:
        return [
            only(["GET"], PEOPLE, self.people),
            only(["GET"], f"{PEOPLE}/me", self.me),
            only(["POST"], f"{PEOPLE}/invitations", self.invite),
            only(["GET"], f"{PEOPLE}/teams", self.teams),
            only(["POST"], f"{PEOPLE}/teams", self.make_team),
            only(["GET"], f"{PEOPLE}/projects", self.projects),
            only(["POST"], f"{PEOPLE}/projects", self.open_project),
            only(["POST"], f"{PEOPLE}/projects/close", self.close_project),
            only(["POST"], f"{PEOPLE}/{{id}}/roles", self.give),
            only(["POST"], f"{PEOPLE}/{{id}}/roles/take", self.take),
            only(["POST"], f"{PEOPLE}/{{id}}/remove", self.remove),
        ]

    async def people(self, request: Request) -> Response:
        Query(request, "")
        found = await self._administering.directory(who_came_in(request))
        return Reply([person_shape(each) for each in found])

    async def me(self, request: Request) -> Response:
        """Programs too may know who they are here."""
        Query(request, "")
        return Reply(me_shape(who_came_in(request)))

    async def invite(self, request: Request) -> Response:
        problems: list[FieldProblem] = []
        said = Fields(await body_of(request), problems, known="login grants")
        login = said.text("login", needed="what they will sign in with") or ""
        grants = [
            _grant(said.inside(f"grants[{number}]", each, known="role team"))
            for number, each in enumerate(said.items("grants") or ())
        ]
        stop_at(problems)
        secret, kept = await self._joining.invite(who_came_in(request), login, grants)
        # Behind the number sign: browsers send that part to nobody.
        link = f"{self._url}{JOIN}#{secret.reveal()}"
        return Reply({**invitation_shape(kept), "link": link}, MADE)

    async def teams(self, request: Request) -> Response:
        Query(request, "")
        found = await self._administering.teams(who_came_in(request))
        return Reply([team_shape(each) for each in found])

    async def make_team(self, request: Request) -> Response:
        problems: list[FieldProblem] = []
        said = Fields(await body_of(request), problems, known="name")
        name = said.text("name", needed="a short name") or ""
        stop_at(problems)
        return Reply(
            team_shape(await self._administering.make_team(who_came_in(request), name)), MADE
        )

    async def projects(self, request: Request) -> Response:
        Query(request, "")
        found = await self._administering.projects(who_came_in(request))
        return Reply([access_shape(each) for each in found])

    async def open_project(self, request: Request) -> Response:
        project, team = await _access(request)
        opened = await self._administering.open_project(who_came_in(request), project, team)
        return Reply(access_shape(opened), MADE)

    async def close_project(self, request: Request) -> Response:
        project, team = await _access(request)
        await self._administering.close_project(who_came_in(request), project, team)
        return Response(status_code=DONE)

    async def give(self, request: Request) -> Response:
        whom, grant = request.path_params["id"], await _role(request)
        given = await self._administering.give(who_came_in(request), whom, grant)
        return Reply(membership_shape(given), MADE)

    async def take(self, request: Request) -> Response:
        whom, grant = request.path_params["id"], await _role(request)
        await self._administering.take(who_came_in(request), whom, grant)
        return Response(status_code=DONE)

    async def remove(self, request: Request) -> Response:
        await body_of(request)
        await self._administering.remove(who_came_in(request), request.path_params["id"])
        return Response(status_code=DONE)


async def _access(request: Request) -> tuple[str, str]:
    problems: list[FieldProblem] = []
    said = Fields(await body_of(request), problems, known="project team")
    project = said.text("project", needed="the name of a project") or ""
    team = said.text("team", needed="the name of a team") or ""
    stop_at(problems)
    return project, team


async def _role(request: Request) -> Grant:
    problems: list[FieldProblem] = []
    grant = _grant(Fields(await body_of(request), problems, known="role team"))
    stop_at(problems)
    return grant


def _grant(said: Fields) -> Grant:
    role, team = said.text("role", needed=A_ROLE) or "", said.text("team")
    if role.strip() and role not in set(Role):
        said.wrong("role", A_ROLE, spelled(role))
    return Grant(role=Role(role) if role in set(Role) else Role.ASKER, team=team)
