"""The pages: one shell for every address of the inbox, one for the plots, and the way in for a one-time code.

What a page shows is the script's, which speaks to the API; here it is only decided who gets it.
"""

from urllib.parse import quote, urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from askline.doors.http.codes import Codes
from askline.doors.http.cookie import SessionCookie
from askline.doors.http.guard import OURS, UNAUTHORIZED
from askline.doors.http.peers import Peers
from askline.doors.http.shells import again, sign_in, text_of

STATS = "/stats"
PAGES = ("/", "/operations", "/operations/{id}", "/history", "/asks/{id}", "/settings", STATS)
CODE = "code"
SEE_OTHER = 303


class Pages:
    def __init__(self, codes: Codes, cookie: SessionCookie, *, port: int, peers: Peers) -> None:
        self._codes = codes
        self._cookie = cookie
        self._port = port
        self._peers = peers
        self._shell, self._stats = map(text_of, ("page.html", "stats.html"))

    def routes(self) -> list[Route]:
        return [only_get(path, self.page) for path in PAGES]

    async def page(self, request: Request) -> Response:
        signed_in = self._cookie.session(request) is not None
        if CODE in request.query_params:
            return self._entered(request, signed_in=signed_in)
        if signed_in:
            reply = HTMLResponse(self._stats if request.url.path == STATS else self._shell)
            self._cookie.renew(request, reply)
            return reply
        if request.headers.get("sec-fetch-site", "none") not in OURS:
            # Behind a link on another site the browser keeps the cookie back; asked again by our
            # own page it brings it.
            return again(request)
        return sign_in(request, UNAUTHORIZED)

    def _entered(self, request: Request, *, signed_in: bool) -> Response:
        """Away from the address with the code, as soon as possible and as somebody."""
        new = self._is_own(request) and self._codes.take(request.query_params[CODE])
        if not new and not signed_in:
            return sign_in(request, UNAUTHORIZED)
        rest = [(name, value) for name, value in request.query_params.multi_items() if name != CODE]
        where = quote(request.url.path) + (f"?{urlencode(rest)}" if rest else "")
        reply = RedirectResponse(where, SEE_OTHER)
        if new and not signed_in:
            self._cookie.begin(reply)
        return reply

    def _is_own(self, request: Request) -> bool:
        return self._peers.may_enter(request.client, self._port)


def only_get(path: str, endpoint: object) -> Route:
    """Without HEAD: a look at an address must not use up its code."""
    route = Route(path, endpoint, methods=["GET"])  # pyright: ignore[reportArgumentType]
    route.methods = {"GET"}
    return route
