"""A hub's pages: the inbox for who is signed in, the way to sign in for everybody else.

One shell for every address, as on one's own machine. What a page shows is its script's, which speaks to
the API; here it is only decided who gets it. No page holds a secret, and no address does that is sent.
"""

import re
from collections.abc import Mapping
from html import escape
from string import Template

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from askline.core.errors import AsklineError
from askline.core.speaking import known, language, t
from askline.doors.http.guard import OURS, UNAUTHORIZED
from askline.doors.http.hub_ways import HubCookie
from askline.doors.http.pages import PAGES, STATS, only_get
from askline.doors.http.shells import VARY, again, text_of, understood

ACCOUNT = "/account"
ADMIN = "/admin"
JOIN = "/join"
OWN = re.compile(rf"{ACCOUNT}|{ADMIN}(/[a-z]+)?")
"""What only a hub has to open for who is signed in."""
OIDC = '<p><a class="btn" id="oidc" href="/oidc/start" lang="$language">$words</a></p>'
TOLD = '<span lang="$language">$words</span>'


class HubPages:
    def __init__(self, cookie: HubCookie, *, issuer: str = "") -> None:
        """`issuer` is the name of who else can vouch for people, where there is one."""
        self._cookie = cookie
        self._issuer = issuer
        self._sign_in = Template(text_of("hub-sign-in.html"))
        self._join = text_of("hub-join.html")
        self._shells: Mapping[str, str] = {
            STATS: text_of("stats.html"),
            ACCOUNT: text_of("hub-account.html"),
        }
        self._admin = text_of("hub-admin.html")
        self._inbox = text_of("page.html")

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
            return again(request)
        return self.sign_in(request, UNAUTHORIZED)

    def sign_in(self, request: Request, status: int, error: AsklineError | None = None) -> Response:
        """The page to sign in at, with what went wrong before."""
        with understood(request):
            oidc = _said(OIDC, t("Sign in with {0}", self._issuer)) if self._issuer else ""
            told = _said(TOLD, f"{known(error.message)} {known(error.hint)}") if error else ""
        return HTMLResponse(self._sign_in.substitute(oidc=oidc, told=told), status, headers=VARY)

    async def join(self, _request: Request) -> Response:
        """The same for everybody: the invitation is in the part of the address that stays at home."""
        return HTMLResponse(self._join)


def _said(form: str, words: str) -> str:
    """With its language: the rest of the page is in the one that its script chooses."""
    return Template(form).substitute(language=language(), words=escape(words))
