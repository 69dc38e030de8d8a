"""People join, sign in and live with passkeys: each challenge once, for its purpose, at its host."""

from collections.abc import AsyncGenerator

import asyncpg
import httpx
import pytest

from askline.people import passkeys as room
from tests.hubs.device import PRESENT, Device
from tests.hubs.people_house import PeopleHouse
from tests.replicas import Json, Standing, a_hub

MINE = "/api/v1/people/passkeys"


@pytest.fixture(scope="module")
async def standing(postgres: str) -> AsyncGenerator[Standing]:
    async with a_hub(postgres, host="localhost") as [hub]:
        yield hub


async def options(browser: httpx.AsyncClient, path: str, **said: str) -> Json:
    reply = await browser.post(f"{path}/options", json=said)
    assert reply.status_code == 200
    return reply.json()


async def added(browser: httpx.AsyncClient, device: Device, name: str = "Phone") -> httpx.Response:
    credential = device.make(await options(browser, MINE))
    return await browser.post(MINE, json={"credential": credential, "name": name})


async def used(browser: httpx.AsyncClient, device: Device) -> httpx.Response:
    return await used_for(browser, device, await options(browser, "/sign-in/passkey"))


async def used_for(browser: httpx.AsyncClient, device: Device, asked: Json) -> httpx.Response:
    credential = device.use(asked)
    return await browser.post("/sign-in/passkey", json={"credential": credential, "place": "/"})


async def signed_in(hub: PeopleHouse, browser: httpx.AsyncClient) -> None:
    await browser.post("/sign-in", json=hub.sign_in())


async def test_who_is_invited_joins_with_a_passkey_and_signs_in_with_it(hub: PeopleHouse) -> None:
    invitation, device = await hub.invited("bo"), Device(hub.url)
    async with hub.visitor() as browser, hub.visitor() as again:
        asked = await options(browser, "/join/passkey", invitation=invitation)
        assert (asked["user"]["name"], asked["rp"]["id"]) == ("bo", "localhost")
        assert asked["authenticatorSelection"]["userVerification"] == "required"
        mine = {"invitation": invitation, "name": "Bo", "credential": device.make(asked)}
        joined = await browser.post("/join/passkey", json=mine)
        assert (joined.status_code, joined.headers["location"]) == (303, "/")

        assert (await used(again, device)).status_code == 303
        assert (await again.get("/api/v1/people/me")).json()["name"] == "Bo"
        [kept] = (await again.get(MINE)).json()
        assert kept["used_at"] > kept["made_at"]
        # It is the only way in that Bo has.
        refused = await again.post(f"{MINE}/{kept['id']}/remove", json={})
        assert (refused.status_code, refused.json()["detail"]) == (422, "This is your only way in.")


async def test_a_person_has_several_and_removes_one(hub: PeopleHouse) -> None:
    phone, laptop = Device(hub.url), Device(hub.url, counts=False)
    async with hub.visitor() as browser, hub.visitor() as again:
        await signed_in(hub, browser)
        first = await added(browser, phone)
        assert (first.status_code, first.json()["name"]) == (201, "Phone")
        asked = await options(browser, MINE)
        assert [each["id"] for each in asked["excludeCredentials"]] == [first.json()["id"]]
        await added(browser, laptop, "Laptop")
        for device in (phone, laptop, phone, laptop):
            assert (await used(again, device)).status_code == 303

        assert (
            await browser.post(f"{MINE}/{first.json()['id']}/remove", json={})
        ).status_code == 204
        assert [each["name"] for each in (await browser.get(MINE)).json()] == ["Laptop"]
        assert (await used(again, phone)).status_code == 403
        gone = await browser.post(f"{MINE}/{first.json()['id']}/remove", json={})
        assert gone.status_code == 404


async def test_a_challenge_is_answered_once_and_for_its_purpose(hub: PeopleHouse) -> None:
    device = Device(hub.url)
    async with hub.visitor() as browser:
        await signed_in(hub, browser)
        await added(browser, device)
        to_sign_in = await options(browser, "/sign-in/passkey")
        said = {"credential": device.use(to_sign_in)}
        replies = [await browser.post("/sign-in/passkey", json=said) for _ in range(2)]
        assert [each.status_code for each in replies] == [303, 403]

        for_adding = await options(browser, MINE)
        crossed = await browser.post(
            "/sign-in/passkey", json={"credential": device.use(for_adding)}
        )
        assert crossed.status_code == 403
        other = Device(hub.url).make(await options(browser, "/sign-in/passkey"))
        assert (await browser.post(MINE, json={"credential": other})).status_code == 403


async def test_strangers_fill_nothing_by_beginning(hub: PeopleHouse, postgres: str) -> None:
    kept = "SELECT count(*) FROM challenges"
    db = await asyncpg.connect(postgres)
    before = await db.fetchval(kept)
    async with hub.visitor() as stranger:
        begun = [await options(stranger, "/sign-in/passkey") for _ in range(3)]
        for each in begun[1:]:
            assert (await used_for(stranger, Device(hub.url), each)).status_code == 403
    after = await db.fetchval(kept)
    await db.close()

    assert after == before


async def test_what_a_device_signs_for_another_place_or_without_its_person_is_refused(
    hub: PeopleHouse,
) -> None:
    good = Device(hub.url)
    wrong = {
        "origin": Device("https://evil.example", id=good.id, key=good.key, count=5),
        "host": Device(hub.url, host="evil.example", id=good.id, key=good.key, count=5),
        "unverified": Device(hub.url, flags=PRESENT, id=good.id, key=good.key, count=5),
        "another key": Device(hub.url, id=good.id, count=5),
        "unknown": Device(hub.url),
    }
    async with hub.visitor() as browser, hub.visitor() as stranger:
        await signed_in(hub, browser)
        for device in (wrong["origin"], wrong["host"], wrong["unverified"]):
            assert (await added(browser, device)).status_code == 403
        assert (await added(browser, good)).status_code == 201
        for why, device in wrong.items():
            refused = await used(stranger, device)
            assert (why, refused.status_code, hub.cookie in stranger.cookies) == (why, 403, False)
        assert (await used(stranger, good)).status_code == 303


async def test_a_device_that_counts_back_was_copied_and_is_refused(hub: PeopleHouse) -> None:
    device = Device(hub.url)
    async with hub.visitor() as browser:
        await signed_in(hub, browser)
        await added(browser, device)
        device.count = 7
        assert (await used(browser, device)).status_code == 303
        copy = Device(hub.url, id=device.id, key=device.key, count=3)
        assert (await used(browser, copy)).status_code == 403


async def test_a_passkey_of_somebody_who_left_opens_nothing(hub: PeopleHouse) -> None:
    bo, device = await hub.joined("bo"), Device(hub.url)
    async with hub.visitor() as browser, hub.browser() as ada:
        await browser.post("/sign-in", json=hub.sign_in("bo"))
        await added(browser, device)
        await ada.post(f"/{bo.id}/remove", json={})
        assert (await used(browser, device)).status_code == 403


async def test_one_passkey_is_one_persons_and_nobody_has_too_many(
    hub: PeopleHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hub.joined("bo")
    device = Device(hub.url)
    async with hub.visitor() as ada, hub.visitor() as bo:
        await signed_in(hub, ada)
        await bo.post("/sign-in", json=hub.sign_in("bo"))
        assert (await added(ada, device)).status_code == 201
        taken = await added(bo, device)
        assert (taken.status_code, taken.json()["detail"]) == (422, "This passkey is kept already.")
        monkeypatch.setattr(room, "MOST", 1)
        enough = await added(ada, Device(hub.url))
        assert (enough.status_code, enough.json()["detail"]) == (422, "You have enough passkeys.")


@pytest.mark.parametrize(
    "said",
    [{}, {"response": 5}, {"response": {"clientDataJSON": "!"}}],
    ids=["nothing", "no object", "no text"],
)
async def test_what_is_no_credential_is_refused_like_any_other(
    hub: PeopleHouse, said: Json
) -> None:
    async with hub.visitor() as browser:
        for path in ("/sign-in/passkey", "/join/passkey"):
            more = {"invitation": "x", "name": "Eve"} if path.startswith("/join") else {}
            refused = await browser.post(path, json={"credential": said, **more})
            assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")
        unasked = await browser.post("/join/passkey/options", json={"invitation": "x"})
        assert unasked.status_code == 403
