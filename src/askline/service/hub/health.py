"""Whether a replica lives, and whether it should be given calls: for load balancers, who know no host name
and no key. They are told single words. A probe costs nothing: it reads what is known already.
"""

import logging
from typing import Protocol

import anyio
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from askline.asks.ports import Bell
from askline.core.errors import AsklineError, StoreUnavailable
from askline.core.version import VERSION
from askline.service.hub.draining import Draining

ALIVE, READY = "/healthz", "/readyz"
SIGN_EVERY_S = 5.0
PATIENCE_S = 5.0
"""A store that takes longer for one row is away."""
NO_STORE = {"Cache-Control": "no-store"}

log = logging.getLogger(__name__)


class Signs(Protocol):
    async def beat(self, name: str, version: str) -> None:
        """This one lives."""
        ...


class Living:
    """Signs of life of this replica, for the others; whether the last one was taken tells of the store."""

    def __init__(self, signs: Signs, name: str) -> None:
        self._signs = signs
        self._name = name
        self.taken = False

    async def sign(self) -> None:
        """Raises: StoreUnavailable."""
        try:
            with anyio.fail_after(PATIENCE_S):
                await self._signs.beat(self._name, VERSION)
        except (AsklineError, TimeoutError) as error:
            self.taken = False
            raise StoreUnavailable(
                "The database takes no sign of life.", hint="Look at the server and its address."
            ) from error
        self.taken = True

    async def run(self, every_s: float = SIGN_EVERY_S) -> None:
        """Forever."""
        while True:
            try:
                await self.sign()
            except StoreUnavailable as error:
                log.warning("not ready: %s", error.message)
            await anyio.sleep(every_s)


class Readiness:
    def __init__(self, living: Living, bell: Bell, draining: Draining) -> None:
        self._living = living
        self._bell = bell
        self._draining = draining

    @property
    def trouble(self) -> str | None:
        if self._draining.begun:
            return "draining"
        if not self._living.taken:
            return "store away"
        return "bell deaf" if self._bell.deaf else None


class Health:
    """Answers probes before anything else sees them."""

    def __init__(self, app: ASGIApp, *, readiness: Readiness) -> None:
        self._app = app
        self._readiness = readiness

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] not in (ALIVE, READY):
            await self._app(scope, receive, send)
            return
        trouble = self._readiness.trouble if scope["path"] == READY else None
        status = 503 if trouble else 200
        await PlainTextResponse(trouble or "ok", status, NO_STORE)(scope, receive, send)
