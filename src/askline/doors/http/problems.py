"""Errors as HTTP says them: RFC 9457 problems with our code, hint and fields.

The one place where this door translates errors. What nobody foresaw is told without details, and
logged by its kind and place only: an exception's own words may quote an answer.
"""

import logging
import traceback
from http import HTTPStatus
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from askline.asks.spelling import Json, text_of
from askline.core.errors import AsklineError, Internal, InvalidArguments, NotFound, TooLarge

log = logging.getLogger(__name__)

STATUS = {
    "invalid_arguments": 422,
    "invalid_answer": 422,
    "unknown_option": 422,
    "missing_required": 422,
    "deadline_past": 422,
    "declaration_invalid": 422,
    "too_large": 413,
    "already_settled": 409,
    "not_found": 404,
    "ambiguous_id": 404,
    "not_allowed": 403,
    "person_required": 403,
    "not_trusted": 403,
    "command_refused": 403,
    "rate_limited": 429,
    "no_human_channel": 503,
    "elicitation_required": 503,
    "store_unavailable": 503,
    "service_unreachable": 503,
    "hub_unreachable": 503,
    "sandbox_unavailable": 503,
    "internal": 500,
}
"""The status of each code; a program decides by the code."""

HINTS = {
    404: "The reference lists every route; all of them begin with /api/v1.",
    405: "The reference names the method of every route.",
    413: "Send less: long material belongs in a file that the text points to.",
    415: "Send JSON, with the header Content-Type: application/json.",
}


class ProblemReply(Response):
    media_type = "application/problem+json"

    def render(self, content: Json) -> bytes:
        # A stranger's key may hold half a surrogate pair, which UTF-8 cannot say.
        return text_of(content).encode(errors="replace")


def problem(error: AsklineError, status: int | None = None, **also: object) -> Response:
    """The reply that tells this error; `also` stands beside it, such as the standing outcome."""
    status = status or STATUS[error.code]
    shape: Json = {
        "type": f"urn:askline:problem:{error.code}",
        "title": error.code.replace("_", " ").capitalize(),
        "status": status,
        "code": error.code,
        "detail": error.message,
        "hint": error.hint,
        "errors": [
            {
                "field": each.field,
                "expected": each.expected,
                "actual": each.actual,
                "hint": each.hint,
            }
            for each in error.fields
        ],
    }
    return ProblemReply(shape | also, status, headers={"Cache-Control": "no-store"})


async def told(_request: Request, error: Exception) -> Response:
    """The handler of our own errors."""
    assert isinstance(error, AsklineError)  # noqa: S101 - it is registered for these alone
    return problem(error)


async def refused(request: Request, error: Exception) -> Response:
    """The handler of what the framework refuses: unknown routes, wrong methods."""
    assert isinstance(error, HTTPException)  # noqa: S101 - it is registered for these alone
    status = error.status_code
    kind = {404: NotFound, 413: TooLarge}.get(status, InvalidArguments)
    hint = HINTS.get(status, "Look into the reference of the HTTP API.")
    reply = problem(kind(f"{HTTPStatus(status).phrase}.", hint=hint), status)
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        reply.headers["Allow"] = ", ".join(_methods(request))
    return reply


HANDLERS: Any = {AsklineError: told, HTTPException: refused}
"""For every app of this door; the framework's own type is of exceptions that are its own."""


def _methods(request: Request) -> list[str]:
    """Of every route of this path; the framework names those of the first alone."""
    routes = [route for route in request.app.routes if isinstance(route, Route)]
    fitting = [route for route in routes if route.matches(request.scope)[0] is not Match.NONE]
    return sorted(method for route in fitting for method in route.methods or ())


class NoSurprises:
    """Around the whole app: a defect becomes a problem of status 500, or ends a stream."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def sent(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._app(scope, receive, sent)
        except ClientDisconnect:
            log.debug("a client went away while it was sending")
        except Exception as error:
            if scope["type"] != "http":
                raise
            where = "".join(traceback.format_tb(error.__traceback__))
            log.error("unexpected %s:\n%s", type(error).__qualname__, where)  # noqa: TRY400 - the message may quote an answer
            if not started:
                defect = Internal("Something went wrong here.", hint="Look into the service's log.")
                await problem(defect)(scope, receive, send)
