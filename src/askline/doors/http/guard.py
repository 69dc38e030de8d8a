"""Who may speak to us over TCP at all: before any route, stream or framework sees the request.

A browser lets every page talk to loopback. So a request must name one of our own addresses (a page
whose name was made to point here names itself), must not come from another origin, and must carry
the secret where one is asked for. Another origin is let in only where the user listed it, and only
to the paths that were made for guests; who it is and what it may is asked there.
"""

import hmac
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from askline.core.errors import NotAllowed
from askline.doors.http.problems import problem

NAMES = ("127.0.0.1", "localhost", "[::1]")
MISDIRECTED, FORBIDDEN, UNAUTHORIZED = 421, 403, 401

OURS = ("same-origin", "none")
"""What a browser says of a request that our own page or the person caused. `same-site` is not among
it: to a browser every port of this machine is one site."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guests:
    """Other origins that the user listed, and the beginnings of the paths that are open to them."""

    origins: frozenset[str] = frozenset()
    paths: tuple[str, ...] = ()

    def may(self, path: str, origins: Sequence[str]) -> bool:
        return _one_of(self.origins, origins) and path.startswith(self.paths)


NO_GUESTS = Guests()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outside:
    """Another address of ours, such as a tunnel's end, and the beginnings of the paths it has."""

    origin: str
    paths: tuple[str, ...]

    def is_named(self, path: str, hosts: Sequence[str]) -> bool:
        return path.startswith(self.paths) and _one_of({self.origin.partition("://")[2]}, hosts)

    def sends(self, path: str, origins: Sequence[str]) -> bool:
        return path.startswith(self.paths) and _one_of({self.origin}, origins)


NO_OUTSIDE = Outside(origin="", paths=())


@dataclass(frozen=True, slots=True)
class Ours:
    """The names that we are called by, and the origins of our own pages."""

    hosts: frozenset[str]
    origins: frozenset[str]


def on_loopback(port: int) -> Ours:
    hosts = frozenset(f"{name}:{port}" for name in NAMES)
    return Ours(hosts, frozenset(f"http://{host}" for host in hosts))


def at(origin: str) -> Ours:
    """One public address, such as a hub has."""
    return Ours(frozenset({origin.partition("://")[2]}), frozenset({origin}))


class Guard:
    """Lets through what names us and comes from nowhere else, on every route and method."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        ours: Ours,
        guests: Guests = NO_GUESTS,
        outside: Outside = NO_OUTSIDE,
    ) -> None:
        self._app = app
        self._hosts = ours.hosts
        self._origins = ours.origins
        self._guests = guests
        self._outside = outside

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if not self._is_named(scope["path"], headers.getlist("host")):
            hint = f"Use one of {', '.join(sorted(self._hosts))}, under no other name."
            refusal = NotAllowed("This is not the host that was asked for.", hint=hint)
            await problem(refusal, MISDIRECTED)(scope, receive, send)
        elif self._is_foreign(scope, headers):
            hint = "Only our own pages and programs that are no browser may call."
            refusal = NotAllowed("This origin is not let in.", hint=hint)
            await problem(refusal, FORBIDDEN)(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _is_named(self, path: str, hosts: Sequence[str]) -> bool:
        return _one_of(self._hosts, hosts) or self._outside.is_named(path, hosts)

    def _is_foreign(self, scope: Scope, headers: Headers) -> bool:
        origins = headers.getlist("origin")
        if self._guests.may(scope["path"], origins):
            return False
        ours = _one_of(self._origins, origins) or self._outside.sends(scope["path"], origins)
        if origins and not ours:
            return True
        return caused_elsewhere(scope["method"], headers)


def caused_elsewhere(method: str, headers: Headers) -> bool:
    """Whether the browser says that another site's page caused this. A link there may open a page
    of ours as the whole page; no frame, image, script or call."""
    if all(site in OURS for site in headers.getlist("sec-fetch-site")):
        return False
    whole_page = (headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest"))
    return not (method == "GET" and whole_page == ("navigate", "document"))


class Bearer:
    """Lets through who knows the secret."""

    def __init__(self, app: ASGIApp, *, token: str) -> None:
        self._app = app
        self._token = token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self._knows(Headers(scope=scope)):
            await self._app(scope, receive, send)
            return
        hint = "Send `Authorization: Bearer` with the token from its file."
        reply = problem(NotAllowed("The token is missing or wrong.", hint=hint), UNAUTHORIZED)
        reply.headers["WWW-Authenticate"] = "Bearer"
        await reply(scope, receive, send)

    def _knows(self, headers: Headers) -> bool:
        # Of bytes, and in a time that does not tell how much of it was right.
        return hmac.compare_digest(bearer_in(headers).encode(), self._token)


def bearer_in(headers: Headers) -> str:
    """The token that is shown, or an empty text."""
    scheme, _, said = headers.get("authorization", "").partition(" ")
    return said.strip() if scheme.lower() == "bearer" else ""


def _one_of(known: AbstractSet[str], said: Sequence[str]) -> bool:
    """Twice the same header is twice a different reading of it: neither counts."""
    return len(said) == 1 and said[0].lower() in known
