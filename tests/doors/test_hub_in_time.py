"""A body that trickles in ends its request, and what is whole may take its time."""

from collections.abc import Sequence
from typing import Any, cast

import anyio
import pytest
from anyio.lowlevel import checkpoint
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from askline.doors.http.in_time import InTime
from askline.doors.http.problems import NoSurprises


async def takes(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())))


async def answers_anyway(scope: Scope, receive: Receive, send: Send) -> None:
    """As a library may that meets a client who is gone."""
    gone = (await receive())["type"] == "http.disconnect"
    await PlainTextResponse(f"gone: {gone}")(scope, receive, send)


async def never() -> Message:
    await anyio.sleep_forever()
    raise AssertionError


async def replies(app: ASGIApp, parts: Sequence[Message], within_s: float) -> list[Message]:
    """What goes out, when these parts of a body come and then nothing."""
    coming, sent = [*parts], list[Message]()

    async def receive() -> Message:
        await checkpoint()
        return coming.pop(0) if coming else await never()

    async def send(message: Message) -> None:
        sent.append(message)

    scope: Scope = {
        "type": "http",
        "method": "POST",
        "path": "/",
        "headers": [],
        "query_string": b"",
    }
    with anyio.fail_after(10):
        await InTime(app, within_s=within_s)(scope, receive, send)
    return sent


def a_part(body: bytes, *, more: bool) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


routed = Starlette(
    routes=[Route("/", takes, methods=["POST"])], middleware=[Middleware(NoSurprises)]
)


@pytest.mark.parametrize("app", [routed, answers_anyway], ids=["a route", "a library"])
async def test_a_body_that_does_not_come_in_time_ends_its_request(app: ASGIApp) -> None:
    start, body = await replies(app, [], within_s=0)

    assert start["status"] == 408
    assert (b"connection", b"close") in start["headers"]
    assert b"did not come in time" in body["body"]


async def test_a_body_that_trickles_past_its_time_is_not_waited_for() -> None:
    parts = [a_part(b"a", more=True)] * 3

    start, _ = await replies(routed, parts, within_s=0)

    assert start["status"] == 408


async def test_what_lies_there_came_in_time_however_late_a_busy_replica_looks() -> None:
    start, body = await replies(routed, [a_part(b"abc", more=False)], within_s=0)

    assert (start["status"], body["body"]) == (200, b"3")


async def test_a_body_in_parts_is_taken_whole() -> None:
    parts = [a_part(b"ab", more=True), a_part(b"c", more=False)]

    start, body = await replies(routed, parts, within_s=5)

    assert (start["status"], body["body"]) == (200, b"3")


async def test_after_the_body_nothing_is_hurried() -> None:
    async def looks_twice(scope: Scope, receive: Receive, send: Send) -> None:
        first, second = await receive(), await receive()
        await PlainTextResponse(f"{first['type']} {second['type']}")(scope, receive, send)

    parts: list[Message] = [a_part(b"", more=False), {"type": "http.disconnect"}]
    start, body = await replies(looks_twice, parts, within_s=5)

    assert (start["status"], body["body"]) == (200, b"http.request http.disconnect")


async def test_what_is_no_request_passes() -> None:
    seen: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        del receive, send
        seen.append(scope["type"])

    nothing = cast("Any", None)
    await InTime(app)({"type": "lifespan"}, nothing, nothing)

    assert seen == ["lifespan"]
