"""People sign in by way of an issuer that vouches for them, and their programs come with its tokens."""

import hmac
import json
from base64 import urlsafe_b64encode
from collections.abc import AsyncGenerator, Generator
from dataclasses import replace
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import httpx
import pytest
from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey

from askline.config.hub import Oidc
from askline.core.errors import NotAllowed, ServiceUnreachable
from askline.core.people import Actor, ActorKind, Door, Right
from askline.doors.http.hub_issuer import Begun, Issuer, Known
from askline.people.model import Grant, Role
from askline.people.proofs import Vouched
from tests.builders import NOON, StoppedClock
from tests.hubs.issuer import a_provider, signed_in_there
from tests.hubs.people_house import PeopleHouse
from tests.replicas import Json, Standing, a_hub

BACK = "http://127.0.0.1/back"
BO = {"sub": "bo-1", "email": "Bo@Example.org", "email_verified": True, "name": "Bo"}
EVE = {"sub": "eve-1", "email": "bo@example.org", "email_verified": False}
DI = {"sub": "di-1", "email": "di@example.org", "email_verified": True}
BEGUN = Begun(state="s", nonce="n", verifier="v" * 43)


@pytest.fixture(scope="module")
def provider() -> Generator[str]:
    with a_provider(BO, EVE, DI) as url:
        yield url


@pytest.fixture(scope="module")
async def standing(postgres: str, provider: str) -> AsyncGenerator[Standing]:
    oidc = Oidc(issuer=provider, client_id="hub", secret="s", tenant="acme")  # noqa: S106 - the test's own
    async with a_hub(postgres, oidc=oidc) as [hub]:
        yield hub


@pytest.fixture(scope="module")
async def ada(standing: Standing) -> Actor:
    return await standing.found("acme")


@pytest.fixture
def hub(standing: Standing, ada: Actor) -> PeopleHouse:
    return PeopleHouse(standing, "acme", ada)


async def start(browser: httpx.AsyncClient, place: str = "/") -> str:
    begun = await browser.get("/oidc/start", params={"place": place})
    assert begun.status_code == 303
    return begun.headers["location"]


async def through(browser: httpx.AsyncClient, subject: str, place: str = "/") -> httpx.Response:
    """All the way to the issuer and back."""
    return await browser.get(await signed_in_there(await start(browser, place), subject))


async def test_who_is_invited_by_a_verified_mail_address_joins_and_comes_back_as_the_same(
    hub: PeopleHouse,
) -> None:
    await hub.invited("bo@example.org", Grant(role=Role.ASKER))
    async with hub.visitor() as first, hub.visitor() as second:
        page = await first.get("/")
        assert f"Sign in with {urlsplit(await start(first)).netloc}" in page.text
        joined = await through(first, "bo-1", "/history")
        assert (joined.status_code, joined.headers["location"]) == (303, "/history")
        me = (await first.get("/api/v1/people/me")).json()
        assert (me["name"], me["rights"]) == ("Bo", ["ask"])

        # The invitation is used up; issuer and subject are enough now.
        assert (await through(second, "bo-1")).status_code == 303
        assert (await second.get("/api/v1/people/me")).json()["id"] == me["id"]


@pytest.mark.parametrize("subject", ["eve-1", "di-1"], ids=["not verified", "not invited"])
async def test_who_is_not_invited_or_not_verified_is_told_no(
    hub: PeopleHouse, subject: str
) -> None:
    await hub.invited("eve@example.org")
    async with hub.visitor() as browser:
        refused = await through(browser, subject)
        assert (refused.status_code, "This key opens nothing here." in refused.text) == (403, True)
        assert 'id="sign-in"' in refused.text
        assert hub.cookie not in browser.cookies


async def test_who_left_is_not_brought_back_by_an_issuer(hub: PeopleHouse) -> None:
    await hub.invited("di@example.org")
    async with hub.visitor() as browser, hub.browser() as ada:
        assert (await through(browser, "di-1")).status_code == 303
        me = (await browser.get("/api/v1/people/me")).json()
        await ada.post(f"/{me['id']}/remove", json={})
        await hub.invited("di@example.org")
        assert (await through(browser, "di-1")).status_code == 403


async def test_the_way_there_binds_the_way_back_to_this_browser(hub: PeopleHouse) -> None:
    async with hub.visitor() as browser, hub.visitor() as other:
        there = await start(browser)
        asked = parse_qs(urlsplit(there).query)
        assert asked["code_challenge_method"] == ["S256"]
        assert {"state", "nonce", "code_challenge"} <= {*asked}
        assert asked["redirect_uri"] == [f"{hub.url}/oidc/callback"]

        back = await signed_in_there(there, "bo-1")
        begun_by_other = await start(other)
        assert begun_by_other != there
        for refused in (await other.get(back), await other.get(back)):
            assert (refused.status_code, "not begun in this browser" in refused.text) == (403, True)
            assert hub.cookie not in other.cookies


async def test_a_refusal_is_in_the_language_that_the_browser_asks_for(hub: PeopleHouse) -> None:
    async with hub.visitor() as browser:
        refused = await browser.get("/oidc/callback", headers={"Accept-Language": "de"})

    assert '<span lang="de">Diese Anmeldung begann nicht in diesem Browser' in refused.text
    assert ' lang="de">Mit ' in refused.text
    assert refused.headers["vary"] == "Accept-Language"


@pytest.mark.parametrize("what", ["none", "garbage", "another seal", "old"])
async def test_nothing_but_what_was_sealed_for_it_brings_somebody_back(
    hub: PeopleHouse, what: str
) -> None:
    seal = hub.standing.replica.seal
    old = b'{"purpose": "oidc", "until": 5, "place": "/", "begun": {}}'
    sealed = {
        "none": "",
        "garbage": "x",
        "another seal": seal.seal(b"no json"),
        "old": seal.seal(old),
    }
    async with hub.visitor() as browser:
        cookie = {"Cookie": f"askline_hub_oidc={sealed[what]}"}
        refused = await browser.get("/oidc/callback?code=c&state=s", headers=cookie)
    assert (refused.status_code, "Begin it again." in refused.text) == (403, True)


async def test_a_code_that_the_issuer_does_not_know_is_refused(hub: PeopleHouse) -> None:
    async with hub.visitor() as browser:
        state = parse_qs(urlsplit(await start(browser)).query)["state"][0]
        refused = await browser.get("/oidc/callback", params={"code": "made-up", "state": state})
    assert (refused.status_code, hub.cookie in browser.cookies) == (403, False)


async def test_an_issuer_that_is_away_or_another_is_said_to_be(
    hub: PeopleHouse, provider: str
) -> None:
    clock = hub.standing.replica.clock
    away = Issuer("http://127.0.0.1:9", "hub", "s", back="", clock=clock)
    other = Issuer(f"{provider}/", "hub", "s", back="", clock=clock)
    for issuer in (away, other):
        with pytest.raises(ServiceUnreachable, match="cannot be understood"):
            await issuer.where(BEGUN)


async def test_who_cannot_go_there_is_told_at_our_own_page(
    hub: PeopleHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    issuer = hub.standing.replica.people_front._issuer
    monkeypatch.setattr(issuer, "_known", None)
    monkeypatch.setattr(issuer, "_issuer", "http://127.0.0.1:9")
    async with hub.visitor() as browser:
        told = await browser.get("/oidc/start")
    assert (told.status_code, "or sign in another way" in told.text) == (503, True)


async def code_for(provider: str, client_id: str, subject: str, nonce: str) -> str:
    asked = {
        "response_type": "code",
        "client_id": client_id,
        "redirect_uri": BACK,
        "scope": "openid",
        "nonce": nonce,
    }
    where = str(httpx.URL(f"{provider}/oauth2/authorize", params=asked))
    return parse_qs(urlsplit(await signed_in_there(where, subject)).query)["code"][0]


async def signed_for(provider: str, audience: str, subject: str) -> str:
    """What the provider signs for this audience."""
    code = await code_for(provider, audience, subject, uuid4().hex)
    said = {"grant_type": "authorization_code", "code": code, "redirect_uri": BACK}
    known = {"client_id": audience, "client_secret": "any"}
    async with httpx.AsyncClient(trust_env=False, timeout=30) as client:
        reply = await client.post(f"{provider}/oauth2/token", data={**said, **known})
    return reply.json()["id_token"]


async def test_what_was_signed_for_another_sign_in_is_refused(
    hub: PeopleHouse, provider: str
) -> None:
    issuer = Issuer(provider, "hub", "s", back=BACK, clock=hub.standing.replica.clock)
    own, foreign = uuid4().hex, uuid4().hex
    begun = replace(BEGUN, nonce=own)
    vouched = await issuer.vouch(begun, await code_for(provider, "hub", "di-1", own))
    assert (vouched.subject, vouched.verified_mail) == ("di-1", None)
    with pytest.raises(NotAllowed):
        await issuer.vouch(begun, await code_for(provider, "hub", "di-1", foreign))


async def test_a_program_with_a_token_of_the_issuer_asks_for_its_person_and_no_more(
    hub: PeopleHouse, provider: str
) -> None:
    await hub.invited("cy@example.org", *(Grant(role=role) for role in Role))
    vouched = Vouched(issuer=provider, subject="cy-1", verified_mail="cy@example.org")
    cy = await hub.standing.replica.joining.admit("acme", vouched)
    token = await signed_for(provider, f"{hub.url}/mcp", "cy-1")
    actor = await hub.standing.replica.people_front.tokens.by_token(token, Door.MCP)
    assert (actor.id, actor.kind, actor.rights) == (str(cy.id), ActorKind.AGENT, {Right.ASK})

    async with hub.standing.agent(token) as agent:
        assert "ask_user" in {each.name for each in (await agent.list_tools()).tools}
    async with hub.standing.program(token) as program:
        # The API is for the hub's own tokens.
        assert (await program.get("/asks")).status_code == 401


async def test_a_token_for_another_audience_or_of_a_stranger_opens_nothing(
    hub: PeopleHouse, provider: str
) -> None:
    wrong = await signed_for(provider, "https://other.example/mcp", "bo-1")
    stranger = await signed_for(provider, f"{hub.url}/mcp", "nobody-here")
    async with hub.visitor() as client:
        for token in (wrong, stranger, "a.b.c", "askl_tok_x"):
            bearer = {"Authorization": f"Bearer {token}"}
            refused = await client.post("/mcp", json={}, headers=bearer)
            assert refused.status_code == 401
            assert "resource_metadata=" in refused.headers["www-authenticate"]
        told = (await client.get("/.well-known/oauth-protected-resource/mcp")).json()
    assert told["authorization_servers"] == [provider]


NOW = int(NOON.timestamp())
GOOD = {"iss": "https://id.example", "aud": "https://ask.example/mcp", "sub": "x", "exp": NOW + 60}
CLAIMS: dict[str, Json] = {
    "another issuer": {**GOOD, "iss": "https://evil.example"},
    "another audience": {**GOOD, "aud": ["https://evil.example"]},
    "expired": {**GOOD, "exp": NOW - 3600},
    "without an end": {name: value for name, value in GOOD.items() if name != "exp"},
    "without a subject": {name: value for name, value in GOOD.items() if name != "sub"},
}
KEY = RSAKey.generate_key(2048, {"kid": "one"})


def knowing(key: RSAKey, clock: StoppedClock) -> Issuer:
    """An issuer whose keys were read already."""
    issuer = Issuer("https://id.example", "hub", "s", back="", clock=clock)
    issuer._known = Known({}, KeySet([key]), clock.now())
    return issuer


def signed(claims: Json, key: RSAKey = KEY) -> str:
    return jwt.encode({"alg": "RS256", "kid": key.kid}, claims, key)


def part(said: bytes) -> str:
    return urlsafe_b64encode(said).rstrip(b"=").decode()


async def test_an_access_token_is_taken_with_every_claim_in_order() -> None:
    vouched = await knowing(KEY, StoppedClock()).access(signed(GOOD), str(GOOD["aud"]))
    assert (vouched.issuer, vouched.subject) == ("https://id.example", "x")


@pytest.mark.parametrize("wrong", [*CLAIMS])
async def test_an_access_token_with_a_wrong_claim_is_refused(wrong: str) -> None:
    with pytest.raises(NotAllowed):
        await knowing(KEY, StoppedClock()).access(signed(CLAIMS[wrong]), str(GOOD["aud"]))


async def test_a_token_signed_with_the_public_key_as_a_secret_is_refused() -> None:
    head = part(json.dumps({"alg": "HS256", "kid": "one"}).encode())
    text = f"{head}.{part(json.dumps(GOOD).encode())}"
    seal = hmac.digest(KEY.as_pem(private=False), text.encode(), "sha256")
    with pytest.raises(NotAllowed):
        await knowing(KEY, StoppedClock()).access(f"{text}.{part(seal)}", str(GOOD["aud"]))


async def test_an_unknown_key_is_looked_up_anew_once_a_minute() -> None:
    other, clock = RSAKey.generate_key(2048, {"kid": "two"}), StoppedClock()
    issuer = knowing(KEY, clock)
    with pytest.raises(NotAllowed):
        await issuer.access(signed(GOOD, other), str(GOOD["aud"]))
    clock.time += timedelta(minutes=2)
    issuer._issuer = "http://127.0.0.1:9"
    with pytest.raises(ServiceUnreachable):
        await issuer.access(signed(GOOD, other), str(GOOD["aud"]))


async def test_an_issuer_that_gives_no_token_is_said_to_be_away() -> None:
    issuer = knowing(KEY, StoppedClock())
    metadata = {"token_endpoint": "http://127.0.0.1:9/token"}
    issuer._known = Known(metadata, KeySet([KEY]), NOON)
    with pytest.raises(ServiceUnreachable):
        await issuer.vouch(BEGUN, "code")
