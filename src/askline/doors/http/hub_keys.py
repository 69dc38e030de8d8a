"""The routes of tokens: everybody's own, and for admins those of services. The secret is sent once."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from askline.asks.fields import Fields, spelled, stop_at
from askline.core.errors import FieldProblem
from askline.core.people import Right
from askline.doors.http.entering import who_came_in
from askline.doors.http.hub_people import MADE, PEOPLE
from askline.doors.http.hub_shapes import token_shape
from askline.doors.http.reading import Query, Reply, body_of
from askline.doors.http.routing import only
from askline.doors.http.signing import DONE
from askline.people.granting import unknown
from askline.people.model import Token, TokenId
from askline.people.roles import FOR_TOKENS
from askline.people.secret import Secret
from askline.people.tokens import LONGEST_LIFE, NewToken, Tokens

TOKENS = f"{PEOPLE}/tokens"
SCOPES: Final = tuple(sorted(FOR_TOKENS))
DAYS: Final = 90


class HubKeys:
    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens

    def routes(self) -> list[Route]:
        """Before those of one person, whose id could be anything."""
        return [
            only(["GET"], TOKENS, self.tokens),
            only(["POST"], TOKENS, self.make),
            only(["POST"], f"{TOKENS}/{{id}}/rotate", self.rotate),
            only(["POST"], f"{TOKENS}/{{id}}/revoke", self.revoke),
        ]

    async def tokens(self, request: Request) -> Response:
        Query(request, "")
        found = await self._tokens.list(who_came_in(request))
        return Reply([token_shape(each) for each in found])

    async def make(self, request: Request) -> Response:
        wanted = _wanted(await body_of(request))
        return _shown(*await self._tokens.make(who_came_in(request), wanted))

    async def rotate(self, request: Request) -> Response:
        await body_of(request)
        return _shown(*await self._tokens.rotate(who_came_in(request), token_id_in(_id(request))))

    async def revoke(self, request: Request) -> Response:
        await body_of(request)
        await self._tokens.revoke(who_came_in(request), token_id_in(_id(request)))
        return Response(status_code=DONE)


def token_id_in(said: str) -> TokenId:
    """Raises: NotFound."""
    try:
        return TokenId(UUID(said))
    except ValueError:
        raise unknown("token", said) from None


def _id(request: Request) -> str:
    return request.path_params["id"]


def _shown(secret: Secret, token: Token) -> Response:
    return Reply({**token_shape(token), "secret": secret.reveal()}, MADE)


def _wanted(body: dict[str, object]) -> NewToken:
    problems: list[FieldProblem] = []
    said = Fields(body, problems, known="name scopes service days project")
    name = said.text("name", needed="what the token is for") or ""
    scopes = said.items("scopes")
    wrong = [each for each in scopes or () if each not in SCOPES]
    if wrong:
        said.wrong("scopes", f"some of {', '.join(SCOPES)}", spelled(wrong[0]))
    days = said.number("days", least=1, most=LONGEST_LIFE.days)
    service, project = said.text("service"), said.text("project")
    stop_at(problems)
    return NewToken(
        name=name,
        scopes=frozenset(Right(each) for each in scopes or (Right.ASK,)),
        service=service,
        life=timedelta(days=days or DAYS),
        project=project,
    )
