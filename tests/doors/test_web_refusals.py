"""What pages of others, and people who are not signed in, try on loopback, and where it ends."""

from collections.abc import AsyncGenerator
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import pytest
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.types import Message

from askline.core.background import background
from askline.core.people import Door, local_person
from askline.doors.http.entering import Entered, Entry, who_came_in
from askline.doors.http.guard import Guests
from askline.service.fronts import Extra
from tests.doors.web_house import WebHouse, a_web_house

ASKS = "/api/v1/asks"
HOST = "https://chat.example"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[WebHouse]:
    async with a_web_house(tmp_path) as made:
        yield made


@pytest.mark.parametrize(
    "path", [ASKS, "/api/v1/events", "/api/v1/health", "/api/v1/settings", "/x"]
)
async def test_without_a_cookie_the_api_is_closed_with_a_hint(house: WebHouse, path: str) -> None:
    async with house.browser as browser:
        browser.cookies.set("askline_1", "a" * 43)
        reply = await browser.get(path)

    assert (reply.status_code, reply.json()["code"]) == (401, "not_allowed")
    assert "askline web" in reply.json()["hint"]


@pytest.mark.parametrize("path", ["/", "/history", "/asks/k7m2qd", "/settings"])
async def test_without_a_cookie_every_page_says_how_to_sign_in(house: WebHouse, path: str) -> None:
    async with house.browser as browser:
        reply = await browser.get(path)

    assert reply.status_code == 401
    assert "<code>askline web</code>" in reply.text
    assert "<script" not in reply.text


@pytest.mark.parametrize(
    "path", ["/", ASKS, "/api/v1/events", "/static/askline-card.js", "/page.css"]
)
@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1", "0.0.0.0:4711"])
async def test_a_name_that_was_made_to_point_here_gets_nothing(
    house: WebHouse, path: str, host: str
) -> None:
    async with house.signed_in() as browser:
        reply = await browser.get(path, headers={"Host": host})

    assert reply.status_code == 421


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
@pytest.mark.parametrize(("method", "path"), [("POST", ASKS), ("GET", "/api/v1/events")])
async def test_another_origin_gets_nothing_with_the_cookie(
    house: WebHouse, method: str, path: str, origin: str
) -> None:
    async with house.signed_in() as browser:
        reply = await browser.request(method, path, json={}, headers={"Origin": origin})

    assert reply.status_code == 403
    assert "access-control-allow-origin" not in reply.headers


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
@pytest.mark.parametrize(
    ("mode", "dest"),
    [("no-cors", "image"), ("no-cors", "script"), ("cors", "empty"), ("navigate", "iframe")],
)
async def test_what_another_site_caused_is_refused_even_where_it_hides_its_origin(
    house: WebHouse, site: str, mode: str, dest: str
) -> None:
    headers = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": dest}
    async with house.signed_in() as browser:
        for path in ("/", "/static/askline-card.js", ASKS, "/api/v1/events"):
            assert (await browser.get(path, headers=headers)).status_code == 403


async def test_a_form_of_another_site_opens_no_page(house: WebHouse) -> None:
    headers = {
        "Sec-Fetch-Site": "cross-site",
        "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-Dest": "document",
    }
    async with house.signed_in() as browser:
        assert (await browser.post(ASKS, headers=headers)).status_code == 403
        assert (await browser.get("/", headers=headers)).status_code == 200


async def test_behind_a_link_elsewhere_the_page_asks_once_more_for_its_cookie(
    house: WebHouse,
) -> None:
    headers = {
        "Sec-Fetch-Site": "cross-site",
        "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-Dest": "document",
    }
    async with house.browser as browser:
        reply = await browser.get("/asks/k7m2qd", headers=headers)

    assert reply.status_code == 200
    assert '<meta http-equiv="refresh" content="0">' in reply.text
    assert "askline-inbox" not in reply.text


async def test_a_write_with_the_cookie_and_without_an_origin_is_refused(house: WebHouse) -> None:
    async with house.signed_in() as browser:
        reply = await browser.post(ASKS, json={"question": "Really?"})

    assert (reply.status_code, reply.json()["code"]) == (403, "not_allowed")
    assert "Origin" in reply.json()["hint"]


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
async def test_a_write_that_a_form_could_make_is_refused(house: WebHouse, kind: str) -> None:
    ask = await house.asked()
    async with house.signed_in() as browser:
        for path in (f"{ASKS}/{ask.id}/seen", f"{ASKS}/{ask.id}/cancel", "/api/v1/session/end"):
            headers = {**house.origin, "Content-Type": kind}
            assert (await browser.post(path, headers=headers)).status_code == 415


async def test_a_file_is_taken_in_any_media_type_only_with_our_header(house: WebHouse) -> None:
    headers = {**house.origin, "Content-Type": "image/png"}
    async with house.signed_in() as browser:
        plain = await browser.post("/api/v1/attachments", headers=headers)
        ours = await browser.post("/api/v1/attachments", headers={**headers, "Askline-Upload": "1"})

    assert plain.status_code == 403
    assert ours.status_code not in {401, 403, 415}


@pytest.mark.parametrize(
    "path", ["/", "/page.css", "/favicon.svg", "/static/none.js", ASKS, "/mcp"]
)
async def test_every_reply_is_strict(house: WebHouse, path: str) -> None:
    async with house.browser as browser:
        headers = (await browser.get(path)).headers

    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "frame-ancestors 'none'; require-trusted-types-for 'script'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"


def embedding() -> Extra:
    """What a host's engineer would put beside the API."""

    async def token(connection: HTTPConnection) -> Entry | None:
        known = connection.headers.get("authorization") == "Bearer embedded"
        return Entry(local_person(Door.API, present=False)) if known else None

    async def whoami(request: Request) -> PlainTextResponse:
        return PlainTextResponse(who_came_in(request).door or "")

    route = Route("/embed/who", Entered(Route("/embed/who", whoami).app, ways=[token]))
    guests = Guests(origins=frozenset({HOST}), paths=("/embed/",))
    return Extra(loopback_routes=[route], ways=[token], guests=guests)


async def test_a_guest_comes_in_by_its_own_way_to_its_own_paths_alone(tmp_path: Path) -> None:
    guest = {"Origin": HOST, "Sec-Fetch-Site": "cross-site", "Authorization": "Bearer embedded"}
    async with a_web_house(tmp_path, embedding()) as house, house.browser as browser:
        there = await browser.get("/embed/who", headers=guest)
        others = await browser.get(
            "/embed/who", headers={**guest, "Origin": "https://evil.example"}
        )
        stranger = await browser.get("/embed/who", headers={"Origin": HOST})
        elsewhere = await browser.get(ASKS, headers=guest)

    assert (there.status_code, there.text) == (200, "api")
    assert (others.status_code, stranger.status_code, elsewhere.status_code) == (403, 401, 403)


async def test_who_is_signed_out_hears_no_more(house: WebHouse) -> None:
    heard = anyio.Event()
    ended = anyio.Event()

    async def listen(headers: list[tuple[bytes, bytes]]) -> None:
        async def send(message: Message) -> None:
            if message.get("body"):
                heard.set()

        scope = a_stream(headers)
        await house.loopback(scope, partial(anyio.sleep, 3600), send)  # pyright: ignore[reportArgumentType]
        ended.set()

    async with house.signed_in() as browser, house.socket as socket:
        cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        host = house.url.removeprefix("http://")
        headers = [(b"host", host.encode()), (b"cookie", cookie.encode())]
        with anyio.fail_after(5):
            async with background(partial(listen, headers)):
                await heard.wait()
                assert len(house.fronts) == 1
                await socket.post("/api/v1/sign-out", json={})
                await ended.wait()

    assert len(house.fronts) == 0


def a_stream(headers: list[tuple[bytes, bytes]]) -> dict[str, Any]:
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "method": "GET",
        "path": "/api/v1/events",
        "query_string": b"",
        "headers": headers,
    }
