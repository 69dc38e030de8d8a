"""Problems over HTTP: one shape for all, a status for each code, no defect's words."""

import logging
from collections.abc import AsyncIterator
from typing import Any

import anyio
import pytest
from starlette.types import Message

from askline.core.errors import AsklineError, NotAllowed
from askline.doors.http.problems import STATUS, NoSurprises, problem
from askline.doors.http.reading import LARGEST_BODY
from tests.doors.http_house import AWAY, House, UnreadableAsks, a_scope
from tests.unit.test_errors import CODES

JSON = {"Content-Type": "application/json"}


async def broken(*_: object) -> Any:
    raise RuntimeError


def test_every_code_has_a_status_and_no_other() -> None:
    assert sorted(STATUS) == sorted(CODES)


async def test_a_problem_has_the_shape_of_the_standard_and_our_hint() -> None:
    reply = await House().http.get("/asks", params={"limits": "1"})

    assert reply.headers["content-type"] == "application/problem+json"
    assert reply.headers["cache-control"] == "no-store"
    assert reply.json() == {
        "type": "urn:askline:problem:invalid_arguments",
        "title": "Invalid arguments",
        "status": 422,
        "code": "invalid_arguments",
        "detail": "limits: expected one of all, project, limit, nodes, got '1'.",
        "hint": "Did you mean 'limit'?",
        "errors": [
            {
                "field": "limits",
                "expected": "one of all, project, limit, nodes",
                "actual": "'1'",
                "hint": "Did you mean 'limit'?",
            }
        ],
    }


async def test_an_unknown_route_and_a_wrong_method_are_problems_too() -> None:
    house = House()

    unknown = await house.http.get("/nonsense")
    wrong = await house.http.delete("/asks")
    head = await house.http.head("/events")

    assert (unknown.status_code, unknown.json()["code"]) == (404, "not_found")
    assert (wrong.status_code, wrong.json()["code"]) == (405, "invalid_arguments")
    assert wrong.headers["allow"] == "GET, POST"
    assert (head.status_code, head.headers["allow"]) == (405, "GET")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
async def test_only_json_is_taken(kind: str) -> None:
    reply = await House().http.post("/asks", content=b"{}", headers={"Content-Type": kind})

    assert (reply.status_code, reply.json()["code"]) == (415, "invalid_arguments")
    assert "application/json" in reply.json()["hint"]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"{", id="half"),
        pytest.param(b"\xff", id="no UTF-8"),
        pytest.param(b"[" * 100_000, id="too deep"),
        pytest.param(b'{"timeout": ' + b"9" * 5_000 + b"}", id="an endless number"),
        pytest.param(b"[]", id="a list"),
        pytest.param(b'"text"', id="a text"),
        pytest.param(b"null", id="nothing"),
    ],
)
async def test_a_body_that_is_no_object_is_refused(body: bytes) -> None:
    headers = {"Content-Type": "Application/JSON; charset=utf-8"}

    reply = await House().http.post("/asks", content=body, headers=headers)

    assert (reply.status_code, reply.json()["code"]) == (422, "invalid_arguments")


async def test_a_body_past_the_limit_is_refused_before_it_is_whole() -> None:
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        while True:
            sent += 1024 * 1024
            yield b" " * 1024 * 1024

    reply = await House().http.post("/asks", content=endless(), headers=JSON)

    assert (reply.status_code, reply.json()["code"]) == (413, "too_large")
    assert sent == LARGEST_BODY + 1024 * 1024


async def test_half_a_character_in_a_name_breaks_no_reply() -> None:
    reply = await House().http.post("/asks", content=b'{"\\ud800": 1}', headers=JSON)

    assert reply.status_code == 422
    assert "?" in [error["field"] for error in reply.json()["errors"]]


async def test_a_store_that_is_away_is_a_problem_of_its_own() -> None:
    reply = await House(store=UnreadableAsks(AWAY)).http.get("/asks")

    assert (reply.status_code, reply.json()["code"]) == (503, "store_unavailable")
    assert reply.json()["hint"] == "Make room."


async def test_a_defect_is_told_without_its_words_and_logged_by_its_place(
    caplog: pytest.LogCaptureFixture,
) -> None:
    house = House(store=UnreadableAsks(RuntimeError("my secret answer")))

    with caplog.at_level(logging.DEBUG):
        reply = await house.http.get("/asks")

    assert (reply.status_code, reply.json()["code"]) == (500, "internal")
    assert "secret" not in reply.text + caplog.text
    assert "RuntimeError" in caplog.text
    assert "in inbox" in caplog.text


async def test_a_defect_in_the_middle_of_a_stream_ends_it(caplog: pytest.LogCaptureFixture) -> None:
    house = House(store=UnreadableAsks(RuntimeError("my secret answer")))

    async with house.open(), house.listening() as stream:
        await stream.message()
        await stream.message()
        await anyio.wait_all_tasks_blocked()

    assert "RuntimeError" in caplog.text or "ExceptionGroup" in caplog.text
    assert "secret" not in caplog.text


async def test_a_caller_that_goes_away_while_it_sends_is_no_defect(
    caplog: pytest.LogCaptureFixture,
) -> None:
    house = House()

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    scope = a_scope("/asks", [(b"content-type", b"application/json")])
    await house.app({**scope, "method": "POST"}, receive, broken)

    assert "ERROR" not in caplog.text


async def test_a_defect_of_the_lifespan_is_the_servers_to_see() -> None:
    with pytest.raises(RuntimeError):
        await NoSurprises(broken)({"type": "lifespan"}, broken, broken)


async def test_who_may_not_come_in_is_told_so_on_every_route() -> None:
    def nobody(_: object) -> None:
        raise NotAllowed("You may not.", hint="Sign in.")

    house = House(who=nobody)  # pyright: ignore[reportArgumentType] - it never returns

    for path in ("/asks", "/history", "/events", "/health"):
        reply = await house.http.get(path)
        assert (reply.status_code, reply.json()["code"]) == (403, "not_allowed")


def test_a_problem_can_carry_what_belongs_to_it() -> None:
    reply = problem(AsklineError("Broken.", hint="Mend it."), outcome={"state": "answered"})

    assert reply.status_code == 500
    assert b'"outcome":{"state":"answered"}' in bytes(reply.body)
