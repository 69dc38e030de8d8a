"""The pages of who administers a tenant, in a real browser at a real hub."""

import json
from collections.abc import AsyncGenerator
from itertools import count
from typing import Literal

import pytest
from playwright.async_api import Locator, Page, expect

from askline.people.model import Grant, Role
from tests.hubs.people_house import PeopleHouse
from tests.replicas import Standing, a_hub
from tests.web.card_page import STATIC
from tests.web.hub_visit import violations, visit

BUDGET = 16 * 1024
NARROW = {"width": 320, "height": 640}
NUMBERS = count()


@pytest.fixture(scope="module")
async def standing(postgres: str) -> AsyncGenerator[Standing]:
    async with a_hub(postgres, host="localhost") as [hub]:
        yield hub


@pytest.fixture
async def hub(standing: Standing, page: Page) -> AsyncGenerator[PeopleHouse]:
    """A tenant of its own; in the end the browser has complained of nothing."""
    tenant = f"admin-{next(NUMBERS)}"
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on(
        "console",
        lambda message: said.append(message.text) if "Content Security" in message.text else None,
    )
    yield PeopleHouse(standing, tenant, await standing.found(tenant))
    assert said == []


def row(page: Page, name: str) -> Locator:
    return page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=name))


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


async def test_an_admin_invites_somebody_who_joins_by_the_link_shown_once(
    page: Page, hub: PeopleHouse
) -> None:
    await visit(page, hub, "/admin")
    await page.get_by_label("Login").fill("bo@example.org")
    await button(page, "Invite").click()

    shown = page.get_by_role("dialog", name="Invitation for bo@example.org")
    link = await shown.locator(".secret").inner_text()
    assert link.startswith(f"{hub.url}/join#askl_inv_")
    await button(page, "Close").click()
    await expect(page.locator(".secret")).to_have_count(0)

    await page.context.clear_cookies()
    await page.goto(link)
    await expect(page.locator("#about")).to_contain_text("as bo@example.org")


async def test_a_role_is_given_in_a_team_and_taken_again(page: Page, hub: PeopleHouse) -> None:
    await hub.standing.replica.administering.make_team(hub.ada, "web")
    await hub.joined("bo")
    await visit(page, hub, "/admin/people")

    await button(page, "Give a role to bo").click()
    given = page.get_by_role("dialog", name="A role for bo")
    await given.get_by_label("Role").select_option("approver")
    await given.get_by_label("Team").select_option("web")
    await button(page, "Give the role").click()
    await expect(row(page, "bo")).to_contain_text("approver in web")
    await expect(page.locator(".told")).to_have_text("bo has the role.")

    await button(page, "Take approver in web from bo").click()
    await button(page, "Keep").click()
    await expect(row(page, "bo")).to_contain_text("approver in web")
    await button(page, "Take approver in web from bo").click()
    await button(page, "Take it").click()
    await expect(row(page, "bo")).not_to_contain_text("approver")


async def test_what_is_refused_is_said_with_what_to_do(page: Page, hub: PeopleHouse) -> None:
    await visit(page, hub, "/admin/people")

    await button(page, "Remove ada").click()
    await button(page, "Remove").click()
    await expect(page.get_by_role("alert").first).to_contain_text("admin")
    await expect(row(page, "ada")).to_be_visible()


async def test_who_is_removed_is_gone_from_the_list(page: Page, hub: PeopleHouse) -> None:
    await hub.joined("bo")
    await visit(page, hub, "/admin/people")

    await button(page, "Remove bo").click()
    await button(page, "Remove").click()
    await expect(row(page, "bo")).to_have_count(0)


async def test_a_token_is_made_shown_once_rotated_and_revoked(page: Page, hub: PeopleHouse) -> None:
    await visit(page, hub, "/admin/tokens")
    await page.get_by_label("What it is for").fill("build")
    await page.get_by_label("Service").fill("ci")
    await button(page, "Make a token").click()
    token = await page.locator(".secret").inner_text()
    async with hub.standing.program(token) as program:
        assert (await program.get("/people/me")).status_code == 200
        await button(page, "Close").click()
        await expect(row(page, "build")).to_contain_text("service ci")

        await button(page, "Rotate build").click()
        await expect(page.locator(".secret")).not_to_have_text(token)
        await button(page, "Close").click()
        await expect(row(page, "build")).to_have_count(2)

        for left in (1, 0):
            await button(page, "Revoke build").first.click()
            await button(page, "Revoke").click()
            await expect(button(page, "Revoke build")).to_have_count(left)
        assert (await program.get("/people/me")).status_code == 401


async def test_what_is_missing_in_a_form_is_said_by_its_name(page: Page, hub: PeopleHouse) -> None:
    await visit(page, hub, "/admin/tokens")
    await page.get_by_label("What it is for").fill("build")
    await page.get_by_label("Days").fill("9000")
    await button(page, "Make a token").click()
    await expect(page.get_by_role("alert").first).to_contain_text("days:")
    await expect(page.get_by_label("What it is for")).to_have_value("build")


async def test_a_team_is_made_and_a_project_opened_to_it_and_closed(
    page: Page, hub: PeopleHouse
) -> None:
    await visit(page, hub, "/admin/people")
    await page.get_by_role("link", name="Projects and teams").click()
    await expect(page).to_have_url(f"{hub.url}/admin/projects")
    await expect(page.get_by_text("Make a team first.")).to_be_visible()

    await page.get_by_label("Name").fill("web")
    await button(page, "Make a team").click()
    await page.get_by_label("Project").fill("shop")
    await button(page, "Open it").click()
    await expect(row(page, "shop")).to_contain_text("web")
    await button(page, "Close shop to web").click()
    await button(page, "Close it").click()
    await expect(row(page, "shop")).to_have_count(0)
    await page.go_back()
    await expect(page.get_by_role("heading", name="People")).to_be_visible()


async def test_who_lacks_the_role_sees_that_they_may_not_and_nothing_else(
    page: Page, hub: PeopleHouse
) -> None:
    await hub.joined("bo", Grant(role=Role.APPROVER))
    await visit(page, hub, "/admin/tokens", "bo")

    await expect(page.get_by_role("heading")).to_have_text(["You may not"])
    await expect(page.get_by_role("button")).to_have_count(0)
    await expect(page.get_by_role("link")).to_have_text(["Inbox"])
    assert await violations(page) == []
    await page.goto(f"{hub.url}/account")
    await expect(page.locator("#me")).to_contain_text("bo")
    await expect(page.get_by_role("link", name="Administration")).to_be_hidden()


async def test_who_is_signed_out_signs_in_and_comes_to_the_page(
    page: Page, hub: PeopleHouse
) -> None:
    await page.goto(f"{hub.url}/admin/tokens")
    for name, said in hub.sign_in().items():
        await page.get_by_label(name.capitalize()).fill(str(said))
    await button(page, "Sign in").click()

    await expect(page.get_by_role("heading", name="Tokens")).to_be_visible()
    await page.goto(f"{hub.url}/account")
    await page.get_by_role("link", name="Administration").click()
    await expect(page.get_by_role("heading", name="People")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_no_page_has_a_barrier(
    page: Page, hub: PeopleHouse, scheme: Literal["light", "dark"]
) -> None:
    await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    await hub.standing.token(hub.ada, service="ci")
    await visit(page, hub, "/admin")

    found: dict[str, list[str]] = {}
    for link in await page.get_by_role("navigation").get_by_role("link").all():
        await link.click()
        await expect(page.get_by_text("Loading")).to_have_count(0)
        found[await link.inner_text()] = await violations(page)
    await page.get_by_role("link", name="Tokens").click()
    await page.get_by_role("button", name="Revoke").first.click()
    found["a question"] = await violations(page)
    assert {name: faults for name, faults in found.items() if faults} == {}


@pytest.mark.parametrize("name", ["people", "projects", "tokens"])
async def test_nothing_is_wider_than_a_narrow_screen(
    page: Page, hub: PeopleHouse, name: str
) -> None:
    await page.set_viewport_size(NARROW)  # pyright: ignore[reportArgumentType]
    await hub.joined("supercalifragilistic" * 4)
    await hub.standing.token(hub.ada, service="ci")
    await visit(page, hub, f"/admin/{name}")

    await expect(page.locator("form").first).to_be_visible()
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_script_of_these_pages_keeps_to_its_budget() -> None:
    assert json.loads((STATIC / "sizes.json").read_text())["askline-admin"] <= BUDGET
