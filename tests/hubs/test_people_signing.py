"""A browser signs in to a hub, joins it and leaves it: by JSON, with a cookie, never by an address."""

import json
from dataclasses import replace

import anyio
import pytest
from anyio.lowlevel import checkpoint
from starlette.responses import Response

from askline.core.background import background
from askline.doors.http.hub_signing import place_in
from askline.doors.http.hub_ways import HubCookie
from askline.people.deciding import parse_person
from askline.people.model import Grant, Role, Session
from askline.people.secret import Kind, new_secret
from askline.service.hub.people_front import PeopleFront
from askline.stores.postgres.connections import Wires
from askline.stores.postgres.keys import PostgresKeys
from askline.stores.postgres.lookups import Lookups
from tests.builders import NOON
from tests.hub import PASSWORD
from tests.hubs.people_house import PeopleHouse

LINKED = {
    "Sec-Fetch-Site": "cross-site",
    "Sec-Fetch-Mode": "navigate",
    "Sec-Fetch-Dest": "document",
}


@pytest.mark.parametrize("path", ["/", "/asks/0f3a", "/history", "/settings", "/account", "/admin"])
async def test_who_is_not_signed_in_gets_the_way_to_sign_in(hub: PeopleHouse, path: str) -> None:
    async with hub.visitor() as browser:
        shown = await browser.get(path)
        # From a link elsewhere: the browser may have kept a cookie back, so our own page asks again.
        again = await browser.get(path, headers=LINKED)

    assert (shown.status_code, 'id="sign-in"' in shown.text) == (401, True)
    assert "/oidc/start" not in shown.text
    assert "script-src 'self'" in shown.headers["content-security-policy"]
    assert (again.status_code, 'http-equiv="refresh"' in again.text) == (200, True)


async def test_signing_in_leads_to_the_page_one_wanted_with_a_cookie_for_it(
    hub: PeopleHouse,
) -> None:
    async with hub.visitor() as browser:
        begun = await browser.post("/sign-in", json=hub.sign_in(place="/asks/0f3a"))
        cookie = begun.headers["set-cookie"]
        assert (begun.status_code, begun.headers["location"]) == (303, "/asks/0f3a")
        assert {"HttpOnly", "SameSite=strict", "Path=/"} <= {*cookie.split("; ")}
        assert "Domain" not in cookie

        for path, shown in {
            "/": "<askline-inbox>",
            "/stats": "askline-stats.js",
            "/account": 'id="passkeys"',
            "/admin/tokens": "<askline-admin>",
        }.items():
            page = await browser.get(path)
            assert (page.status_code, shown in page.text) == (200, True)
        settings = (await browser.get("/api/v1/settings")).json()
        assert settings["settings"]["tenant"] == hub.tenant


@pytest.mark.parametrize(
    "place", ["https://evil.example", "//evil.example", "/\\evil.example", "/nowhere", None]
)
def test_no_place_but_a_page_of_the_hub_is_gone_to(place: str | None) -> None:
    assert place_in(place) == "/"
    assert place_in("/account") == "/account"
    assert place_in("/admin/tokens") == "/admin/tokens"


async def test_each_sign_in_is_a_session_of_its_own_and_ends_the_one_brought_along(
    hub: PeopleHouse,
) -> None:
    async with hub.visitor() as browser, hub.visitor() as other:
        await browser.post("/sign-in", json=hub.sign_in())
        first = browser.cookies[hub.cookie]
        await browser.post("/sign-in", json=hub.sign_in())
        assert browser.cookies[hub.cookie] != first

        old = await other.get("/", headers={"Cookie": f"{hub.cookie}={first}"})
        assert old.status_code == 401
        # One that somebody else made up is not taken on either.
        planted = {"Cookie": f"{hub.cookie}=planted"}
        begun = await other.post("/sign-in", json=hub.sign_in(), headers=planted)
        assert begun.headers["set-cookie"].startswith(f"{hub.cookie}=askl_ses_")


async def test_signing_out_ends_this_browser_and_no_other(hub: PeopleHouse) -> None:
    async with hub.visitor() as here, hub.visitor() as there:
        for browser in (here, there):
            await browser.post("/sign-in", json=hub.sign_in())
        kept = {"Cookie": f"{hub.cookie}={here.cookies[hub.cookie]}"}
        out = await here.post("/sign-out", json={})
        assert (out.status_code, out.headers["location"]) == (303, "/")
        assert hub.cookie not in here.cookies
        assert (await here.get("/", headers=kept)).status_code == 401

        assert (await there.get("/")).status_code == 200
        assert (await there.post("/api/v1/session/end", json={})).status_code == 204
        assert (await there.get("/")).status_code == 401


async def test_signing_out_everywhere_ends_all_of_ones_own(hub: PeopleHouse) -> None:
    await hub.joined("bo")
    async with hub.browser() as here, hub.browser() as there, hub.browser("bo") as bo:
        await here.post(f"{hub.url}/sign-out", json={"everywhere": True})
        seen = [(await each.get("/me")).status_code for each in (here, there, bo)]
    assert seen == [401, 401, 200]


async def test_a_token_signs_nobody_out(hub: PeopleHouse) -> None:
    token = await hub.standing.token(hub.ada)
    async with hub.browser() as browser, hub.standing.program(token) as program:
        refused = await program.post(f"{hub.url}/sign-out", json={"everywhere": True})
        assert (refused.status_code, refused.json()["code"]) == (403, "person_required")
        assert (await browser.get("/me")).status_code == 200


async def test_who_is_invited_looks_and_joins_once(hub: PeopleHouse) -> None:
    invitation = {"invitation": await hub.invited("bo", Grant(role=Role.ANSWERER))}
    async with hub.visitor() as browser:
        assert 'id="join"' in (await browser.get("/join")).text
        looked = (await browser.post("/join/look", json=invitation)).json()
        assert (looked["tenant"], looked["login"]) == (hub.tenant, "bo")
        assert looked["grants"] == [{"role": "answerer", "team": None}]

        mine = {**invitation, "name": "Bo", "password": PASSWORD}
        short = await browser.post("/join", json={**mine, "password": "short"})
        assert (short.status_code, short.json()["code"]) == (422, "invalid_arguments")
        joined = await browser.post("/join", json=mine)
        assert (joined.status_code, joined.headers["location"]) == (303, "/")
        assert (await browser.get("/api/v1/people/me")).json()["name"] == "Bo"

        for path, said in {"/join/look": invitation, "/join": mine}.items():
            used = await browser.post(path, json=said)
            assert (used.status_code, used.json()["code"]) == (403, "not_allowed")


@pytest.mark.parametrize("path", ["/sign-in", "/join", "/join/look", "/sign-out"])
async def test_no_other_page_and_no_form_can_post_here(hub: PeopleHouse, path: str) -> None:
    async with hub.visitor() as browser:
        await browser.post("/sign-in", json=hub.sign_in())
        evil = {"Origin": "https://evil.example"}
        foreign = await browser.post(path, json=hub.sign_in(), headers=evil)
        form = await browser.post(path, data=hub.sign_in())
    assert [foreign.status_code, form.status_code] == [403, 415]


async def test_a_write_with_a_cookie_must_say_where_it_comes_from(hub: PeopleHouse) -> None:
    async with hub.browser() as ada:
        del ada.headers["Origin"]
        refused = await ada.post("/teams", json={"name": "web"})
    assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")


@pytest.mark.parametrize(
    "odd", ["\x00", "\ud800", "a" * 5000, "acme/../x"], ids=["nul", "half", "long", "path"]
)
async def test_what_no_database_can_keep_is_refused_like_anything_wrong(
    hub: PeopleHouse, odd: str
) -> None:
    async with hub.visitor() as browser:
        for field in ("tenant", "password"):
            said = json.dumps({**hub.sign_in(), field: odd})
            kind = {"Content-Type": "application/json"}
            refused = await browser.post("/sign-in", content=said, headers=kind)
            assert (field, refused.status_code) == (field, 403)
        mine = {"invitation": await hub.invited("bo"), "name": "Bo", "password": odd * 12}
        refused = await browser.post("/join", content=json.dumps(mine), headers=kind)
        assert refused.status_code in (303, 422)
        looked = json.dumps({"invitation": odd})
        for path in ("/join/look", "/join/passkey/options"):
            refused = await browser.post(path, content=looked, headers=kind)
            assert refused.status_code == 403


async def test_over_https_the_cookie_is_bound_to_this_very_host(hub: PeopleHouse) -> None:
    cookie = HubCookie(hub.standing.replica.entering, secure=True)
    reply = Response()
    cookie.begin(reply, new_secret(Kind.SESSION))
    said = reply.headers["set-cookie"]
    assert said.startswith("__Host-askline=askl_ses_")
    assert {"Secure", "Path=/", "HttpOnly", "SameSite=strict"} <= {*said.split("; ")}


async def test_what_is_over_is_forgotten(hub: PeopleHouse) -> None:
    replica = hub.standing.replica
    keys = replica.people_front._uses.register.keys
    person = parse_person(hub.ada.id)
    over = Session(sha256="over", tenant=hub.tenant, person=person, made_at=NOON, expires_at=NOON)
    await keys.keep_session(over)
    with anyio.fail_after(20):
        async with background(replica.people_front.run):
            while await keys.session("over") is not None:
                await checkpoint()


async def test_a_store_that_is_away_ends_nobody(
    hub: PeopleHouse, caplog: pytest.LogCaptureFixture
) -> None:
    replica, away = hub.standing.replica, Wires("postgresql://127.0.0.1:9/none", 1)
    uses = replica.people_front._uses
    uses = replace(uses, register=replace(uses.register, keys=PostgresKeys(away, Lookups(away, 1))))
    front = PeopleFront(replica.settings, uses, clock=replica.clock, seal=replica.seal)
    with anyio.fail_after(20):
        async with background(front.run):
            while "could not be forgotten" not in caplog.text:
                await checkpoint()


async def test_a_guesser_is_told_to_wait_and_others_are_not(hub: PeopleHouse) -> None:
    await hub.joined("bo")
    async with hub.visitor() as eve, hub.visitor() as browser:
        wrong = {**hub.sign_in(), "password": "wrong"}
        respelled = {**wrong, "login": f" {wrong['login'].upper()}\u200b"}
        tries = [wrong, respelled] * 5 + [respelled]
        told = [(await eve.post("/sign-in", json=each)).json()["code"] for each in tries]
        assert told == ["not_allowed"] * 10 + ["rate_limited"]

        right = await browser.post("/sign-in", json=hub.sign_in())
        assert (right.status_code, right.json()["code"]) == (429, "rate_limited")
        assert (await browser.post("/sign-in", json=hub.sign_in("bo"))).status_code == 303
