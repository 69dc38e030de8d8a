"""What every reply over TCP tells a browser: run nothing but our own scripts, keep nothing, be framed
by nobody. And what a write must look like, so that no form of another page can be one.

A reply that has its own word on one of these keeps it: files that may be kept, files for guests.
"""

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from askline.core.errors import NotAllowed
from askline.doors.http.entering import READS
from askline.doors.http.problems import problem

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
    " img-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
    " require-trusted-types-for 'script'; trusted-types lit-html"
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}

UPLOADS = "/api/v1/attachments"
UPLOAD = "Askline-Upload"
"""A header of our own: a page elsewhere cannot send it without asking first, and is told no."""


class Strict:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, sent)


class PlainWrites:
    """Lets writes through that are JSON, or files with our header."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if scope["method"] in READS:
            await self._app(scope, receive, send)
        elif scope["path"] == UPLOADS:
            if headers.get(UPLOAD) != "1":
                refusal = NotAllowed("This is no upload of ours.", hint=f"Send {UPLOAD}: 1.")
                await problem(refusal)(scope, receive, send)
            else:
                await self._app(scope, receive, send)
        else:
            if media_type(headers) != "application/json":
                raise HTTPException(415)
            await self._app(scope, receive, send)


def media_type(headers: Headers) -> str:
    return headers.get("content-type", "").partition(";")[0].strip().lower()
