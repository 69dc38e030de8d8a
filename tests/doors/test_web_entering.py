"""From a terminal to a signed-in browser: codes that open once, sessions that last."""

import json
from collections.abc import AsyncGenerator
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from askline.core.people import Door
from askline.service.fronts import Fronts
from tests.builders import ADA, StoppedClock, a_confirm, a_matter
from tests.doors.web_house import SETTINGS, WebHouse, a_web_house

ASKS = "/api/v1/asks"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[WebHouse]:
    async with a_web_house(tmp_path) as made:
        yield made


async def test_a_code_leads_away_from_itself_with_a_cookie_for_nobody_else(house: WebHouse) -> None:
    async with house.browser as browser:
        reply = await browser.get(await house.address())

    cookie = reply.headers["set-cookie"]
    assert (reply.status_code, reply.headers["location"]) == (303, "/")
    assert cookie.startswith(f"askline_{urlsplit(house.url).port}=")
    for word in ("HttpOnly", "SameSite=strict", "Path=/", "Max-Age=2592000"):
        assert word in cookie
    assert reply.headers["cache-control"] == "no-store"


async def test_a_code_lands_where_it_was_made_for(house: WebHouse) -> None:
    async with house.browser as browser:
        address = await house.address(path="/asks/k7m2qd")
        reply = await browser.get(f"{address}&theme=dark")

    assert reply.headers["location"] == "/asks/k7m2qd?theme=dark"


@pytest.mark.parametrize("path", ["//evil.example", "https://evil.example", "/asks/a/b", "/mcp", 7])
async def test_a_code_lands_nowhere_but_on_our_pages(house: WebHouse, path: object) -> None:
    async with house.socket as socket:
        reply = await socket.post("/api/v1/login", json={"path": path})

    assert reply.status_code == 422
    assert reply.json()["errors"][0]["field"] == "path"


async def test_a_code_opens_once(house: WebHouse) -> None:
    address = await house.address()
    async with house.browser as browser, house.browser as thief:
        await browser.get(address)
        reply = await thief.get(address)

    assert reply.status_code == 401
    assert "set-cookie" not in reply.headers
    assert "askline web" in reply.text


async def test_a_used_code_does_no_harm_to_who_is_signed_in(house: WebHouse) -> None:
    address = await house.address()
    async with house.browser as browser:
        await browser.get(address)
        again = await browser.get(address)

    assert (again.status_code, again.headers["location"]) == (303, "/")
    assert "set-cookie" not in again.headers


async def test_a_code_opens_no_more_after_a_minute(house: WebHouse) -> None:
    address = await house.address()
    house.clock.time += timedelta(seconds=60)

    async with house.browser as browser:
        assert (await browser.get(address)).status_code == 401


async def test_a_glance_at_an_address_does_not_use_up_its_code(house: WebHouse) -> None:
    address = await house.address()
    async with house.browser as browser:
        assert (await browser.head(address)).status_code == 401
        assert (await browser.get(address)).status_code == 303


async def test_a_signed_in_browser_reads_answers_and_is_recorded_as_a_person(
    house: WebHouse,
) -> None:
    ask = await house.asked(matter=a_matter(a_confirm(), human_only=True))
    body = {"answers": {"go": {"values": ["yes"]}}, "receipt": "r1"}
    async with house.signed_in() as browser:
        listed = await browser.get(ASKS)
        reply = await browser.post(f"{ASKS}/{ask.id}/answer", json=body, headers=house.origin)

    assert [each["id"] for each in listed.json()] == [str(ask.id)]
    assert reply.status_code == 200, reply.text
    assert reply.json()["settledBy"]["door"] == Door.WEB
    assert listed.headers["cache-control"] == "no-store"


async def test_a_session_outlives_the_service_and_its_file_opens_nothing(tmp_path: Path) -> None:
    clock = StoppedClock()
    async with a_web_house(tmp_path, clock=clock) as house, house.signed_in() as browser:
        cookies = browser.cookies
    kept = tmp_path / "sessions"
    async with a_web_house(tmp_path, clock=clock) as house, house.browser as browser:
        browser.cookies = cookies
        again = await browser.get(ASKS)

    assert again.status_code == 200
    assert kept.stat().st_mode & 0o777 == 0o600
    assert next(iter(cookies.values())) not in kept.read_text()


async def test_a_session_that_nobody_used_for_a_month_has_ended(house: WebHouse) -> None:
    async with house.signed_in() as browser:
        house.clock.time += timedelta(days=20)
        assert (await browser.get(ASKS)).status_code == 200
        house.clock.time += timedelta(days=20)
        assert (await browser.get(ASKS)).status_code == 200
        house.clock.time += timedelta(days=31)
        assert (await browser.get(ASKS)).status_code == 401
    assert json.loads((house.state / "sessions").read_text()) == {}


async def test_a_browser_signs_itself_out_and_no_other(house: WebHouse) -> None:
    async with house.signed_in() as mine, house.signed_in() as other:
        reply = await mine.post("/api/v1/session/end", json={}, headers=house.origin)

        assert (reply.status_code, (await mine.get(ASKS)).status_code) == (204, 401)
        assert (await other.get(ASKS)).status_code == 200


async def test_the_socket_signs_every_browser_out(house: WebHouse) -> None:
    async with house.signed_in() as one, house.signed_in() as other, house.socket as socket:
        assert (await socket.post("/api/v1/sign-out", json={})).status_code == 204

        assert [(await each.get(ASKS)).status_code for each in (one, other)] == [401, 401]


@pytest.mark.parametrize("path", ["/api/v1/login", "/api/v1/sign-out"])
async def test_no_browser_makes_codes_or_signs_others_out(house: WebHouse, path: str) -> None:
    async with house.signed_in() as browser:
        reply = await browser.post(path, json={}, headers=house.origin)

    assert reply.status_code == 404


async def test_settings_are_shown_by_both_ways_in(house: WebHouse) -> None:
    async with house.signed_in() as browser, house.socket as socket:
        replies = [await each.get("/api/v1/settings") for each in (browser, socket)]

    assert [reply.json() for reply in replies] == [SETTINGS, SETTINGS]


async def test_on_the_socket_everybody_is_the_user_by_the_door_they_name(house: WebHouse) -> None:
    ask = await house.asked()
    async with house.socket as socket:
        headers = {"Askline-Door": "tui", "Askline-Present": "1"}
        await socket.post(f"{ASKS}/{ask.id}/seen", json={}, headers=headers)

    seen = (await house.desk.reading.read(ADA, ask.id)).seen
    assert [mark.door for mark in seen] == [Door.TUI]


async def test_no_code_is_made_where_no_browser_may_come(house: WebHouse, tmp_path: Path) -> None:
    fronts = Fronts(house.fronts._api, clock=house.clock, state=tmp_path, url=None, settings=dict)
    transport = httpx.ASGITransport(fronts.on_socket())
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as socket:
        reply = await socket.post("/api/v1/login", json={})

    assert (reply.status_code, reply.json()["code"]) == (404, "not_found")
