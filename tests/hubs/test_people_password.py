"""Another password at a hub: who changes it shows the one they have, and every other session ends."""

import httpx
import pytest

from tests.hub import PASSWORD
from tests.hubs.people_house import PeopleHouse

NEW = "another sentence to remember"


async def changed(browser: httpx.AsyncClient, hub: PeopleHouse, **said: object) -> httpx.Response:
    return await browser.post(f"{hub.url}/password", json={"old": PASSWORD, "new": NEW, **said})


async def test_a_new_password_opens_the_old_one_does_not_and_other_sessions_end(
    hub: PeopleHouse,
) -> None:
    async with hub.browser() as here, hub.browser() as there, hub.visitor() as later:
        done = await changed(here, hub)
        assert (done.status_code, done.headers["location"]) == (303, "/account")
        assert [(await each.get("/me")).status_code for each in (here, there)] == [200, 401]

        old = await later.post("/sign-in", json=hub.sign_in())
        new = await later.post("/sign-in", json=hub.sign_in(password=NEW))
        assert (old.status_code, new.status_code) == (403, 303)
        [act, *_] = (await here.get("/acts")).json()["acts"]
        assert (act["kind"], act["subject"]) == ("password_changed", hub.ada.id)


async def test_who_borrowed_a_browser_cannot_take_the_account_with_it(hub: PeopleHouse) -> None:
    async with hub.browser() as browser, hub.visitor() as later:
        told = [(await changed(browser, hub, old="wrong")).json()["code"] for _ in range(11)]
        assert told == ["not_allowed"] * 10 + ["rate_limited"]
        assert (await later.post("/sign-in", json=hub.sign_in())).status_code == 303


@pytest.mark.parametrize("new", ["short", "", None])
async def test_what_can_be_no_password_is_refused_and_the_old_one_stays(
    hub: PeopleHouse, new: str | None
) -> None:
    async with hub.browser() as browser, hub.visitor() as later:
        refused = await changed(browser, hub, new=new)
        assert (refused.status_code, refused.json()["code"]) == (422, "invalid_arguments")
        assert (await later.post("/sign-in", json=hub.sign_in())).status_code == 303


async def test_a_token_changes_nobodys_password(hub: PeopleHouse) -> None:
    token = await hub.standing.token(hub.ada)
    async with hub.standing.program(token) as program, hub.visitor() as later:
        refused = await changed(program, hub)
        assert (refused.status_code, refused.json()["code"]) == (403, "person_required")
        assert (await later.post("/sign-in", json=hub.sign_in())).status_code == 303
