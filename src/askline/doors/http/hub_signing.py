"""Signing in to a hub and out of it, and joining by an invitation: JSON in, a cookie and a place out.

Each sign-in begins a session of its own and ends the one that the browser brought: nobody can be given a
session that another knows. Where it goes on is a page of ours or the first one, whatever is said.
"""

from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from askline.asks.fields import Fields, stop_at
from askline.asks.spelling import time_text
from askline.core.errors import FieldProblem
from askline.core.text import clean
from askline.doors.http.entering import who_came_in
from askline.doors.http.hub_addresses import Guesses
from askline.doors.http.hub_pages import ACCOUNT, JOIN, OWN
from askline.doors.http.hub_shapes import grant_shape
from askline.doors.http.hub_ways import HubCookie
from askline.doors.http.pages import SEE_OTHER
from askline.doors.http.reading import Reply, body_of
from askline.doors.http.routing import only
from askline.doors.http.signing import API, DONE, PLACE
from askline.people.entering import Entering
from askline.people.joining import Joining
from askline.people.model import Person
from askline.people.patience import by_login, by_person
from askline.people.renewing import Renewing
from askline.people.secret import Secret

PASSWORD = "/password"  # noqa: S105 - where one changes it


class Beginning:
    """Lets a browser in as somebody who has proved to be it."""

    def __init__(self, entering: Entering, cookie: HubCookie) -> None:
        self._entering = entering
        self._cookie = cookie

    async def as_person(self, request: Request, person: Person, place: str | None) -> Response:
        secret, _ = await self._entering.begin(person)
        return await self.with_session(request, secret, place)

    async def with_session(self, request: Request, secret: Secret, place: str | None) -> Response:
        await self._entering.sign_out(self._cookie.said(request))
        reply = RedirectResponse(place_in(place), SEE_OTHER)
        self._cookie.begin(reply, secret)
        return reply


class HubSigning:
    """For who is nobody yet."""

    def __init__(
        self,
        entering: Entering,
        joining: Joining,
        beginning: Beginning,
        guesses: Guesses,
    ) -> None:
        self._entering = entering
        self._joining = joining
        self._beginning = beginning
        self._guesses = guesses

    def routes(self) -> list[Route]:
        return [
            only(["POST"], "/sign-in", self.sign_in),
            only(["POST"], f"{JOIN}/look", self.look),
            only(["POST"], JOIN, self.join),
        ]

    async def sign_in(self, request: Request) -> Response:
        problems: list[FieldProblem] = []
        said = Fields(await body_of(request), problems, known="tenant login password place")
        tenant = said.text("tenant", needed="the short name of the tenant") or ""
        login = said.text("login", needed="what you sign in with") or ""
        password, place = said.text("password") or "", said.text("place")
        stop_at(problems)
        with self._guesses.counted(request, by_login(tenant, login)):
            secret, _ = await self._entering.sign_in(tenant, login, password)
        return await self._beginning.with_session(request, secret, place)

    async def look(self, request: Request) -> Response:
        """What an invitation promises. It is sent in a body, because addresses are written down."""
        problems: list[FieldProblem] = []
        said = Fields(await body_of(request), problems, known="invitation")
        secret = said.text("invitation") or ""
        stop_at(problems)
        with self._guesses.counted(request):
            found = await self._joining.look(secret)
        return Reply(
            {
                "tenant": found.tenant,
                "login": clean(found.login),
                "grants": [grant_shape(each) for each in found.grants],
                "expires_at": time_text(found.expires_at),
            }
        )

    async def join(self, request: Request) -> Response:
        problems: list[FieldProblem] = []
        said = Fields(await body_of(request), problems, known="invitation name password")
        secret, password = said.text("invitation") or "", said.text("password") or ""
        name = said.text("name", needed="what others call you") or ""
        stop_at(problems)
        with self._guesses.counted(request):
            person = await self._joining.accept(secret, name, password)
        return await self._beginning.as_person(request, person, None)


class HubLeaving:
    """For who is signed in."""

    def __init__(self, entering: Entering, cookie: HubCookie) -> None:
        self._entering = entering
        self._cookie = cookie

    def routes(self) -> list[Route]:
        return [
            only(["POST"], "/sign-out", self.sign_out),
            only(["POST"], f"{API}/session/end", self.end),
        ]

    async def sign_out(self, request: Request) -> Response:
        """Of this browser, or of every one."""
        problems: list[FieldProblem] = []
        said = Fields(await body_of(request), problems, known="everywhere")
        everywhere = said.flag("everywhere", default=False)
        stop_at(problems)
        if everywhere:
            await self._entering.sign_out_everywhere(who_came_in(request))
        return await self._left(request, RedirectResponse("/", SEE_OTHER))

    async def end(self, request: Request) -> Response:
        """What the inbox calls, wherever it is served."""
        return await self._left(request, Response(status_code=DONE))

    async def _left(self, request: Request, reply: Response) -> Response:
        await self._entering.sign_out(self._cookie.said(request))
        self._cookie.end(reply)
        return reply


class HubRenewing:
    """For who is signed in and wants another password."""

    def __init__(self, renewing: Renewing, beginning: Beginning, guesses: Guesses) -> None:
        self._renewing = renewing
        self._beginning = beginning
        self._guesses = guesses

    def route(self) -> Route:
        return only(["POST"], PASSWORD, self.change)

    async def change(self, request: Request) -> Response:
        """The browser that asks stays in, every other is out. Who borrowed it guesses no more often here
        than at the door."""
        problems: list[FieldProblem] = []
        said = Fields(await body_of(request), problems, known="old new")
        old, new = said.text("old") or "", said.text("new", needed="the password to have") or ""
        stop_at(problems)
        actor = who_came_in(request)
        with self._guesses.counted(request, by_person(actor)):
            person = await self._renewing.change(actor, old, new)
        return await self._beginning.as_person(request, person, ACCOUNT)


def place_in(said: str | None) -> str:
    """Only to pages of ours: what is said may come from a link."""
    known = said is not None and any(each.fullmatch(said) for each in (PLACE, OWN))
    return quote(said) if said is not None and known else "/"
