"""The pages around a hub's inbox, in a real browser with a device of its own for passkeys."""

import json
from collections.abc import AsyncGenerator
from itertools import count
from typing import Any

import pytest
from playwright.async_api import Page, Route, expect

from tests.hub import PASSWORD
from tests.hubs.people_house import PeopleHouse
from tests.replicas import Standing, a_hub
from tests.web.card_page import STATIC
from tests.web.inbox_page import AXE

NUMBERS = count()
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture(scope="module")
async def standing(postgres: str) -> AsyncGenerator[Standing]:
    async with a_hub(postgres, host="localhost") as [hub]:
        yield hub


@pytest.fixture
async def hub(standing: Standing) -> PeopleHouse:
    tenant = f"web-{next(NUMBERS)}"
    return PeopleHouse(standing, tenant, await standing.found(tenant))


@pytest.fixture
async def faults(page: Page) -> AsyncGenerator[list[str]]:
    """What the browser complains of; nothing in the end."""
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on(
        "console",
        lambda message: said.append(message.text) if "Content Security" in message.text else None,
    )
    yield said
    assert said == []


async def with_device(page: Page) -> None:
    session: Any = await page.context.new_cdp_session(page)
    await session.send("WebAuthn.enable")
    await session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})


@pytest.mark.usefixtures("faults")
async def test_signing_in_opens_the_page_one_came_for_and_out_ends_it(
    page: Page, hub: PeopleHouse
) -> None:
    await page.goto(f"{hub.url}/history")
    await page.get_by_label("Tenant").fill(hub.tenant)
    await page.get_by_label("Login").fill("ada")
    await page.get_by_label("Password").fill("something else")
    await page.get_by_role("button", name="Sign in", exact=True).click()
    await expect(page.get_by_role("alert")).to_contain_text("This key opens nothing here.")

    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_role("button", name="Sign in", exact=True).click()
    await page.wait_for_url(f"{hub.url}/history")
    await expect(page.locator("askline-inbox")).to_be_attached()

    await page.goto(f"{hub.url}/account")
    await expect(page.locator("#me")).to_have_text(f"ada, of {hub.tenant}.")
    await page.get_by_role("button", name="Sign out everywhere").click()
    await expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


@pytest.mark.usefixtures("faults")
async def test_who_is_invited_joins_with_a_passkey_and_comes_back_with_it(
    page: Page, hub: PeopleHouse
) -> None:
    await with_device(page)
    await page.goto(f"{hub.url}/join#{await hub.invited('bo@example.org')}")
    await expect(page.locator("#about")).to_have_text(
        f"You are invited to {hub.tenant}, as bo@example.org."
    )
    await page.get_by_label("Your name").fill("Bo")
    await page.get_by_role("button", name="Join with a passkey instead").click()
    await page.wait_for_url(f"{hub.url}/")
    await expect(page.locator("askline-inbox")).to_be_attached()

    await page.goto(f"{hub.url}/account")
    await expect(page.locator("#passkeys li")).to_have_count(1)
    await page.get_by_role("button", name="Sign out", exact=True).click()
    await page.get_by_role("button", name="Sign in with a passkey").click()
    await expect(page.locator("askline-inbox")).to_be_attached()


@pytest.mark.usefixtures("faults")
async def test_who_has_a_password_adds_a_passkey_and_removes_it(
    page: Page, hub: PeopleHouse
) -> None:
    await with_device(page)
    await page.goto(f"{hub.url}/join#{await hub.invited('bo')}")
    await page.get_by_label("Your name").fill("Bo")
    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_role("button", name="Join", exact=True).click()
    await page.wait_for_url(f"{hub.url}/")

    await page.goto(f"{hub.url}/account")
    await page.get_by_role("button", name="Add a passkey").click()
    await expect(page.locator("#passkeys li")).to_have_count(1)
    await page.get_by_role("button", name="Remove Passkey").click()
    await expect(page.locator("#passkeys li")).to_have_count(0)


@pytest.mark.usefixtures("faults")
async def test_a_token_for_an_agent_is_made_shown_once_and_revoked(
    page: Page, hub: PeopleHouse
) -> None:
    await page.goto(f"{hub.url}/account")
    await page.get_by_label("Tenant").fill(hub.tenant)
    await page.get_by_label("Login").fill("ada")
    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_role("button", name="Sign in", exact=True).click()
    await page.get_by_label("What it is for").fill("laptop")
    await page.get_by_role("button", name="Make a token").click()
    shown = page.locator("#secret")
    await expect(shown).to_contain_text("askl_tok_")
    token = (await shown.inner_text()).rpartition(" ")[2]
    async with hub.standing.program(token) as program:
        assert (await program.get("/people/me")).status_code == 200
        await page.get_by_role("button", name="Revoke laptop").click()
        await expect(page.locator("#tokens li")).to_have_count(0)
        assert (await program.get("/people/me")).status_code == 401


@pytest.mark.usefixtures("faults")
@pytest.mark.parametrize("path", ["/", "/join", "/account"])
async def test_everybody_can_use_these_pages(page: Page, hub: PeopleHouse, path: str) -> None:
    if path == "/account":
        secret, _ = await hub.standing.replica.entering.sign_in(hub.tenant, "ada", PASSWORD)
        cookie = {"name": hub.cookie, "value": secret.reveal(), "url": hub.url}
        await page.context.add_cookies([cookie])  # pyright: ignore[reportArgumentType]
    await page.goto(f"{hub.url}{path}")
    await expect(page.locator("main")).to_be_visible()
    await page.evaluate(AXE.read_text())
    found: dict[str, Any] = await page.evaluate("axe.run()")
    assert [each["id"] for each in found["violations"]] == []


@pytest.mark.usefixtures("faults")
async def test_an_invitation_that_opens_nothing_says_so(page: Page, hub: PeopleHouse) -> None:
    await page.goto(f"{hub.url}/join#askl_inv_nothing")
    await expect(page.get_by_role("alert")).to_contain_text("This key opens nothing here.")
    await expect(page.get_by_label("Your name")).to_be_hidden()


def test_the_script_of_these_pages_is_small() -> None:
    assert json.loads((STATIC / "sizes.json").read_text())["askline-hub"] < 4096


@pytest.mark.usefixtures("faults")
@pytest.mark.parametrize("how", ["no reply", "a proxy's page"])
async def test_a_hub_that_does_not_answer_is_said_to_be_away_in_plain_words(
    page: Page, hub: PeopleHouse, how: str
) -> None:
    async def fail(route: Route) -> None:
        if how == "no reply":
            await route.abort()
        else:
            await route.fulfill(status=502, content_type="text/html", body="<h1>Bad Gateway</h1>")

    await page.goto(f"{hub.url}/")
    await page.route("**/sign-in", fail)
    await page.get_by_label("Tenant").fill(hub.tenant)
    await page.get_by_label("Login").fill("ada")
    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_role("button", name="Sign in", exact=True).click()

    alert = page.get_by_role("alert")
    await expect(alert).to_have_text("The hub cannot be reached. Try again in a moment.")


@pytest.mark.usefixtures("faults")
@pytest.mark.parametrize(
    ("thrown", "told"),
    [
        ('new DOMException("The operation", "NotAllowedError")', "No passkey was used."),
        ('new TypeError("x is undefined")', "Something went wrong in this page."),
    ],
)
async def test_what_a_browser_says_of_a_failure_is_told_to_nobody(
    page: Page, hub: PeopleHouse, thrown: str, told: str
) -> None:
    await page.goto(f"{hub.url}/")
    fail = f"navigator.credentials.get = () => Promise.reject({thrown})"
    await page.evaluate(f"() => {{ {fail} }}")
    await page.get_by_role("button", name="Sign in with a passkey").click()

    await expect(page.get_by_role("alert")).to_contain_text(told)
    await expect(page.get_by_role("alert")).not_to_contain_text("Error")
