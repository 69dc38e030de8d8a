"""Signing in and out. A code is made only for who comes by the user's own socket: these routes are
put there and nowhere else. A browser may end its own session, and no other."""

import re

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from askline.asks.fields import Fields, spelled, stop_at
from askline.core.errors import FieldProblem, NotFound
from askline.doors.http.codes import Codes
from askline.doors.http.cookie import SessionCookie
from askline.doors.http.pages import CODE
from askline.doors.http.reading import Reply, body_of
from askline.doors.http.sessions import Sessions

PLACE = re.compile(r"/|/history|/operations|/settings|/stats|/(asks|operations)/[0-9A-Za-z-]{1,64}")
API = "/api/v1"
DONE = 204


class Signing:
    """What only the socket offers."""

    def __init__(self, codes: Codes, sessions: Sessions, url: str | None) -> None:
        """`url` is where browsers find us, if they may."""
        self._codes = codes
        self._sessions = sessions
        self._url = url

    def routes(self) -> list[Route]:
        return [
            Route(f"{API}/login", self.login, methods=["POST"]),
            Route(f"{API}/sign-out", self.sign_out, methods=["POST"]),
        ]

    async def login(self, request: Request) -> Response:
        """An address that signs in the browser that opens it first."""
        path = _place(await body_of(request))
        if self._url is None:
            raise NotFound(
                "There is no inbox in the browser here.",
                hint="Set web.enabled to true, look into `askline service logs`, and restart it.",
            )
        return Reply({"url": f"{self._url}{path}?{CODE}={self._codes.make()}"})

    async def sign_out(self, request: Request) -> Response:
        """Ends every browser's session."""
        await body_of(request)
        self._sessions.end_all()
        return Response(status_code=DONE)


class Leaving:
    """What only a browser does: sign itself out."""

    def __init__(self, cookie: SessionCookie) -> None:
        self._cookie = cookie

    def route(self) -> Route:
        return Route(f"{API}/session/end", self.end, methods=["POST"])

    async def end(self, request: Request) -> Response:
        reply = Response(status_code=DONE)
        self._cookie.end(request, reply)
        return reply


def _place(said: dict[str, object]) -> str:
    problems: list[FieldProblem] = []
    path = Fields(said, problems, known="path").text("path") or "/"
    if not PLACE.fullmatch(path):
        expected = "/, /operations, /history, /settings, /stats, /asks/ID or /operations/ID"
        problems.append(FieldProblem("path", expected, spelled(path)))
    stop_at(problems)
    return path
