"""Signing in to a hub by way of an issuer: there with a challenge, and back with a code.

What must be known again on the way back is in a sealed cookie for ten minutes, so that any replica can
go on, and only in the browser that began. The way back comes from another site, to which browsers keep
strict cookies back: this one is lax, and opens nothing by itself.
"""

import hmac
import json
import secrets
from dataclasses import asdict
from datetime import timedelta
from typing import Any

from mcp.server.request_state import InvalidRequestState
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from askline.core.clock import Clock
from askline.core.errors import AsklineError, NotAllowed
from askline.doors.http.hub_issuer import Begun, Issuer
from askline.doors.http.hub_pages import HubPages
from askline.doors.http.hub_signing import Beginning, place_in
from askline.doors.http.pages import SEE_OTHER, only_get
from askline.doors.http.problems import STATUS
from askline.doors.mcp.seal import Seal
from askline.people.vouching import Vouching

START, BACK = "/oidc/start", "/oidc/callback"
LASTS = timedelta(minutes=10)
PURPOSE = "oidc"
"""In what is sealed, so that nothing else that the hub has sealed can pass for it."""


class HubOidc:
    def __init__(
        self,
        issuer: Issuer,
        vouching: Vouching,
        beginning: Beginning,
        pages: HubPages,
        *,
        seal: Seal,
        clock: Clock,
        secure: bool,
    ) -> None:
        self._issuer = issuer
        self._vouching = vouching
        self._beginning = beginning
        self._pages = pages
        self._seal = seal
        self._clock = clock
        self._secure = secure
        self.name = "__Host-askline_oidc" if secure else "askline_hub_oidc"

    def routes(self) -> list[Route]:
        return [only_get(START, self.start), only_get(BACK, self.back)]

    async def start(self, request: Request) -> Response:
        begun = Begun(
            state=secrets.token_urlsafe(32),
            nonce=secrets.token_urlsafe(32),
            verifier=secrets.token_urlsafe(64),
        )
        try:
            where = await self._issuer.where(begun)
        except AsklineError as error:
            return self._told(request, error)
        reply = RedirectResponse(where, SEE_OTHER)
        self._keep(reply, begun, place_in(request.query_params.get("place")))
        return reply

    async def back(self, request: Request) -> Response:
        try:
            begun, place = self._kept(request)
            vouched = await self._issuer.vouch(begun, request.query_params.get("code", ""))
            person = await self._vouching.person(vouched)
            reply = await self._beginning.as_person(request, person, place)
        except AsklineError as error:
            reply = self._told(request, error)
        # Once, however it went.
        reply.delete_cookie(self.name, path="/", secure=self._secure, httponly=True, samesite="lax")
        return reply

    def _keep(self, reply: Response, begun: Begun, place: str) -> None:
        until = (self._clock.now() + LASTS).timestamp()
        kept = {"purpose": PURPOSE, "until": until, "place": place, "begun": asdict(begun)}
        reply.set_cookie(
            self.name,
            self._seal.seal(json.dumps(kept).encode()),
            max_age=int(LASTS.total_seconds()),
            path="/",
            secure=self._secure,
            httponly=True,
            samesite="lax",
        )

    def _kept(self, request: Request) -> tuple[Begun, str]:
        """Raises: NotAllowed, for who did not begin here, or comes back with something else."""
        try:
            kept: dict[str, Any] = json.loads(self._seal.unseal(request.cookies.get(self.name, "")))
        except (InvalidRequestState, ValueError):
            kept = {}
        fresh = kept.get("until", 0) > self._clock.now().timestamp()
        if kept.get("purpose") != PURPOSE or not fresh:
            raise _not_begun()
        begun = Begun(**kept["begun"])
        said = request.query_params.get("state", "")
        if not hmac.compare_digest(said.encode(), begun.state.encode()):
            raise _not_begun()
        return begun, kept["place"]

    def _told(self, request: Request, error: AsklineError) -> Response:
        return self._pages.sign_in(request, STATUS[error.code], error)


def _not_begun() -> NotAllowed:
    return NotAllowed(
        "This sign-in was not begun in this browser, or too long ago.", hint="Begin it again."
    )
