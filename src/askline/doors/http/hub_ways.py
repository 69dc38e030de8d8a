"""The ways into a hub: a person's cookie, a program's token. What opens is asked of the people's room.

What somebody may do is read anew at each request; a stream that stays open is looked at again and again,
so that who was removed hears no more.
"""

from functools import partial
from typing import Protocol

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from askline.core.errors import NotAllowed, RateLimited
from askline.core.people import Actor, Door
from askline.doors.http.entering import Entry, must_say_origin
from askline.doors.http.guard import UNAUTHORIZED, bearer_in
from askline.doors.http.hub_issuer import Issuer
from askline.doors.http.presence import Known, Presence
from askline.doors.http.problems import problem
from askline.doors.mcp.visits import BEHALF
from askline.people.behalf import TokenBehalf
from askline.people.entering import LIFE, Entering
from askline.people.secret import Secret
from askline.people.vouching import Vouching

DOTS = 2
"""Between the parts of a signed token of an issuer; ours have none."""

SIGN_IN = "Sign in at the hub, or send `Authorization: Bearer` with a token of it."


class HubCookie:
    """A person who signed in with this browser."""

    def __init__(self, entering: Entering, *, secure: bool) -> None:
        self._entering = entering
        self._secure = secure
        self.name = "__Host-askline" if secure else "askline_hub"

    async def __call__(self, connection: HTTPConnection) -> Entry | None:
        said = self.said(connection)
        if not said:
            return None
        must_say_origin(connection, programs="programs use a token")
        return await _entry(said, partial(self._entering.by_session, said, Door.WEB))

    def said(self, connection: HTTPConnection) -> str:
        return connection.cookies.get(self.name, "")

    def begin(self, reply: Response, secret: Secret) -> None:
        """Sign the browser in that gets this reply."""
        reply.set_cookie(
            self.name,
            secret.reveal(),
            max_age=int(LIFE.total_seconds()),
            path="/",
            secure=self._secure,
            httponly=True,
            samesite="strict",
        )

    def end(self, reply: Response) -> None:
        reply.delete_cookie(
            self.name, path="/", secure=self._secure, httponly=True, samesite="strict"
        )


class TokenWay:
    """A program with a token of the hub, at the API."""

    def __init__(self, entering: Entering) -> None:
        self._entering = entering

    async def __call__(self, connection: HTTPConnection) -> Entry | None:
        said = bearer_in(connection.headers)
        if not said:
            return None
        return await _entry(said, partial(self._entering.by_token, said, Door.API))


class TakesTokens(Protocol):
    async def by_token(self, said: str, door: Door) -> Actor:
        """Raises: NotAllowed."""
        ...


class IssuedTokens:
    """Tokens of the hub, and access tokens that its issuer has made for it and for nobody else."""

    def __init__(
        self, own: TakesTokens, issuer: Issuer, vouching: Vouching, *, audience: str
    ) -> None:
        self._own = own
        self._issuer = issuer
        self._vouching = vouching
        self._audience = audience

    async def by_token(self, said: str, door: Door) -> Actor:
        """Raises: NotAllowed, ServiceUnreachable."""
        if said.count(".") != DOTS:
            return await self._own.by_token(said, door)
        vouched = await self._issuer.access(said, self._audience)
        return await self._vouching.agent(vouched, door)


class TokenBearer:
    """Lets programs with a token through to the tools, on the token's behalf, for as long as it is good."""

    def __init__(
        self, app: ASGIApp, taken: TakesTokens, *, metadata: str, presence: Presence
    ) -> None:
        """`metadata` is where clients read how to get one (RFC 9728)."""
        self._app = app
        self._taken = taken
        self._metadata = metadata
        self._presence = presence

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        said = bearer_in(Headers(scope=scope))
        known = partial(self._taken.by_token, said, Door.MCP)
        try:
            actor = await known()
        except NotAllowed as refusal:
            reply = problem(refusal, UNAUTHORIZED)
            reply.headers["WWW-Authenticate"] = f'Bearer resource_metadata="{self._metadata}"'
            await reply(scope, receive, send)
        else:
            within = {**scope, BEHALF: TokenBehalf(actor)}
            try:
                with self._presence.counted(actor), self._presence.while_known(said, actor, known):
                    await self._app(within, receive, send)
            except RateLimited as refusal:
                await problem(refusal)(scope, receive, send)


async def _entry(key: str, known: Known) -> Entry | None:
    try:
        return Entry(await known(), key=key, known=known)
    except NotAllowed:
        return None
