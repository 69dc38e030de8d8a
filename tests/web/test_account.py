"""What is one's own at a hub: how one is told, and being away, in a real browser."""

import json
from collections.abc import AsyncGenerator
from itertools import count

import pytest
from playwright.async_api import Page, expect

from askline.people.model import Grant, Role
from tests.hub import PASSWORD
from tests.hubs.people_house import PeopleHouse
from tests.replicas import Standing, a_hub
from tests.web.card_page import STATIC
from tests.web.hub_visit import violations, visit

NUMBERS = count()
HOOK = "https://hook.invalid/very/secret"


@pytest.fixture(scope="module")
async def standing(postgres: str) -> AsyncGenerator[Standing]:
    async with a_hub(postgres, host="localhost") as [hub]:
        yield hub


@pytest.fixture
async def hub(standing: Standing, page: Page) -> AsyncGenerator[PeopleHouse]:
    tenant = f"account-{next(NUMBERS)}"
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    yield PeopleHouse(standing, tenant, await standing.found(tenant))
    assert said == []


async def test_a_contact_is_added_tried_and_removed_and_its_secret_shown_once(
    page: Page, hub: PeopleHouse
) -> None:
    await visit(page, hub, "/account")
    await page.get_by_role("combobox", name="By").select_option("webhook")
    await page.get_by_label("Where").fill(HOOK)
    await page.get_by_role("button", name="Add it").click()

    told, lines = page.locator("#told"), page.locator("#contacts li")
    await expect(told).to_contain_text("shown this once: whsec_")
    await expect(lines).to_contain_text(["Webhook: hook.invalid"])
    await page.get_by_role("button", name="Try Webhook").click()
    await expect(told).to_contain_text("Not sent to hook.invalid")
    await page.reload()
    await expect(lines).to_have_count(1)
    assert "secret" not in await page.locator("main").inner_text()

    await page.get_by_role("button", name="Remove Webhook").click()
    await expect(lines).to_have_count(0)


async def test_what_can_be_no_place_is_said(page: Page, hub: PeopleHouse) -> None:
    await visit(page, hub, "/account")
    await page.get_by_label("Where").fill("nowhere")
    await page.get_by_role("button", name="Add it").click()
    await expect(page.get_by_role("alert")).to_contain_text("That is no place to be told by mail.")
    await expect(page.get_by_label("Where")).to_have_value("nowhere")


async def test_a_password_is_changed_by_who_knows_the_one_they_have(
    page: Page, hub: PeopleHouse
) -> None:
    await visit(page, hub, "/account")
    old, new = page.get_by_label("The one you have"), page.get_by_label("A new one")
    for said in ("not this one", PASSWORD):
        await old.fill(said)
        await new.fill(f"{PASSWORD}, and more")
        await page.get_by_role("button", name="Change it").click()
        if said != PASSWORD:
            await expect(page.get_by_role("alert")).to_contain_text("not the password that you")
            await expect(page.get_by_role("alert")).to_be_in_viewport()
    await expect(page.locator("#changed")).to_contain_text("Every other session of yours has")
    await expect(old).to_have_value("")
    await page.reload()
    await expect(page.locator("#me")).to_contain_text("ada")


async def test_who_goes_away_says_what_until_when_and_who_stands_in(
    page: Page, hub: PeopleHouse
) -> None:
    await hub.joined("bo", Grant(role=Role.ANSWERER))
    await visit(page, hub, "/account")
    away = page.locator("#away")
    await expect(away).to_have_text("You are here.")

    await page.get_by_label("Words for agents").fill("Back on Monday.")
    await page.get_by_label("Until").fill("2126-12-01T09:00")
    await page.get_by_label("Who stands in").select_option("bo")
    await page.get_by_role("button", name="I am away").click()
    await expect(away).to_contain_text("You are away until")
    await expect(away).to_contain_text("bo stands in. Agents are told: Back on Monday.")
    assert await violations(page) == []

    await page.get_by_role("button", name="I am back").click()
    await expect(away).to_have_text("You are here.")
    await expect(page.get_by_role("button", name="I am back")).to_be_hidden()


def test_the_script_of_this_page_is_small() -> None:
    assert json.loads((STATIC / "sizes.json").read_text())["askline-account"] < 4096
