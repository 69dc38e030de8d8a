"""The log of requests: one line for each, which says what was called and not what was said."""

import logging
from typing import Any

import pytest
from starlette.routing import Mount, Route

from askline.config.logs import Lines
from askline.service.hub.observing import UNOBSERVED
from askline.service.hub.requests import Accounted, Served
from askline.service.hub.templates import Templates
from tests.hubs.observed import ANSWER, QUESTION, lived, observed

OURS = "askline.service.hub.requests"


async def nothing(*_: Any) -> Any: ...


def routes(*paths: str) -> list[Route]:
    return [Route(path, nothing) for path in paths]


async def test_each_request_is_one_line_without_what_it_said(
    postgres: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, OURS)
    async with observed(postgres, UNOBSERVED) as [hub]:
        ask_id = await lived(hub, hub)
        async with hub.program("askl_tok_x") as eve:
            await eve.get("/history", params={"q": "secret"})

    records = [each for each in caplog.records if each.name == OURS]
    lines = [Lines().format(each) for each in records]
    assert records[0].getMessage() == "POST /api/v1/asks 201"
    assert records[-1].getMessage() == "GET /api/v1/history 401"
    assert records[0].__dict__["facts"].keys() == {"method", "route", "status", "ms"}
    for hidden in (ask_id, QUESTION, ANSWER, "askl_", "secret", "wait="):
        assert not any(hidden in line for line in lines)


async def test_nothing_is_written_where_nobody_reads_so_much(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING, OURS)
    await Accounted(nothing, routes=[])(_scope(), nothing, nothing)

    assert caplog.records == []


async def test_what_is_no_request_passes(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, OURS)
    await Accounted(nothing, routes=[])({"type": "lifespan"}, nothing, nothing)

    assert caplog.records == []


@pytest.mark.parametrize(
    ("path", "template"),
    [
        ("/asks", "/asks"),
        ("/asks/1", "/asks/{id}"),
        ("/asks/new", "/asks/new"),
        ("/asks/new/answer", "/asks/{id}/answer"),
        ("/asks/1/answer", "/asks/{id}/answer"),
        ("/asks/", "other"),
        ("/asks/1/2/3", "other"),
        ("/", "other"),
        ("", "other"),
        ("/other.php", "other"),
    ],
    ids=str,
)
def test_a_path_is_known_by_the_template_of_its_route(path: str, template: str) -> None:
    known = routes("/asks", "/asks/{id}", "/asks/new", "/asks/{id}/answer")

    assert Templates([*known, Mount("/below", routes=[])]).of(path) == template


def _scope(**said: Any) -> dict[str, Any]:
    return {"type": "http", "method": "GET", "path": "/", "headers": [], **said}


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ({}, "nothing"),
        ({"headers": [(b"authorization", b"Bearer x")]}, "token"),
        ({"headers": [(b"cookie", b"a=b")]}, "session"),
        ({"method": "POST", "path": "/sign-in"}, "sign_in"),
    ],
    ids=["nothing", "token", "session", "sign_in"],
)
async def test_a_request_says_what_was_shown_and_not_its_value(
    said: dict[str, Any], shown: str
) -> None:
    seen = await _ended(_scope(**said))

    assert seen.shown == shown
    assert (seen.method, seen.status) == (said.get("method", "GET"), 0)


@pytest.mark.parametrize(
    ("shown", "status", "refused"),
    [
        ("token", 401, True),
        ("token", 403, False),
        ("sign_in", 403, True),
        ("sign_in", 303, False),
    ],
    ids=["unknown", "may-not", "wrong", "right"],
)
def test_who_is_not_let_in_is_refused(shown: str, status: int, refused: bool) -> None:
    assert Served(method="POST", route="x", shown=shown, status=status).refused is refused


async def test_a_made_up_method_is_no_new_name() -> None:
    assert (await _ended(_scope(method="PROPFIND"))).method == "other"


async def _ended(scope: dict[str, Any]) -> Served:
    class Counts:
        seen: Served

        def begun(self, served: Served) -> None:
            self.seen = served

        def ended(self, served: Served) -> None:
            assert served is self.seen

    counts = Counts()
    accounted = Accounted(nothing, routes=routes("/sign-in"), counts=counts)
    await accounted(scope, nothing, nothing)
    return counts.seen
