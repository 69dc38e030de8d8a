"""A hub's pages: the inbox for who is signed in, the way to sign in for everybody else.

One shell for every address, as on one's own machine. What a page shows is its script's, which speaks to
the API; here it is only decided who gets it. No page holds a secret, and no address does that is sent.
"""

import re
from collections.abc import Mapping
from html import escape
from importlib.resources import files
from string import Template

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from askline.doors.http.guard import OURS, UNAUTHORIZED
from askline.doors.http.hub_ways import HubCookie
from askline.doors.http.pages import PAGES, STATS, only_get

ACCOUNT = "/account"
ADMIN = "/admin"
JOIN = "/join"
OWN = re.compile(rf"{ACCOUNT}|{ADMIN}(/[a-z]+)?")
"""What only a hub has to open for who is signed in."""
OIDC = '<p><a class="btn" id="oidc" href="/oidc/start">Sign in with $issuer</a></p>'


def _text(name: str) -> str:
    return files("askline.doors.http").joinpath("shell", name).read_text(encoding="utf-8")


class HubPages:
    def __init__(self, cookie: HubCookie, *, issuer: str = "") -> None:
        """`issuer` is the name of who else can vouch for people, where there is one."""
        self._cookie = cookie
        oidc = Template(OIDC).substitute(issuer=escape(issuer)) if issuer else ""
        self._sign_in = Template(_text("hub-sign-in.html"))
        self._oidc = oidc
        self._join, self._again = _text("hub-join.html"), _text("again.html")
        self._shells: Mapping[str, str] = {
            STATS: _text("stats.html"),
            ACCOUNT: _text("hub-account.html"),
        }
        self._admin = _text("hub-admin.html")
        self._inbox = _text("page.html")

    def routes(self) -> list[Route]:
        return [
            *(only_get(path, self.page) for path in (*PAGES, ACCOUNT)),
            *(only_get(path, self.admin) for path in (ADMIN, f"{ADMIN}/{{name}}")),
            only_get(JOIN, self.join),
        ]

    async def page(self, request: Request) -> Response:
        return await self._shown(request, self._shells.get(request.url.path, self._inbox))

    async def admin(self, request: Request) -> Response:
        """The same for everybody who is signed in: what they may see, the API decides."""
        return await self._shown(request, self._admin)

    async def _shown(self, request: Request, shell: str) -> Response:
        if await self._cookie(request) is not None:
            return HTMLResponse(shell)
        if request.headers.get("sec-fetch-site", "none") not in OURS:
            # Behind a link on another site the browser keeps the cookie back; asked again by our
            # own page it brings it.
            return HTMLResponse(self._again)
        return self.sign_in(UNAUTHORIZED)

    def sign_in(self, status: int, told: str = "") -> Response:
        """The page to sign in at, with what went wrong before."""
        page = self._sign_in.substitute(oidc=self._oidc, told=escape(told))
        return HTMLResponse(page, status)

    async def join(self, _request: Request) -> Response:
        """The same for everybody: the invitation is in the part of the address that stays at home."""
        return HTMLResponse(self._join)
