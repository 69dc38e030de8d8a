"""What people of a hub do with an ask before it is settled, each in a browser of their own at a real hub."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from itertools import count
from typing import Any

import anyio
import pytest
from playwright.async_api import Browser, Locator, Page, expect

from askline.core.people import Right
from askline.people.model import Grant, Role
from tests.hubs.people_house import PeopleHouse
from tests.replicas import Json, Standing, a_hub
from tests.unit.test_asked_approvals import said as to_approve
from tests.web.hub_visit import violations, visit

NUMBERS = count()
TEXT = {"id": "name", "question": "What shall it be called?", "type": "text"}
APPROVE = {"id": "approve", "question": "May it run?", "type": "confirm"}


@dataclass
class Person:
    """Somebody at their inbox."""

    page: Page

    @property
    def way(self) -> Locator:
        return self.page.locator("askline-routing")

    @property
    def rows(self) -> Locator:
        return self.page.locator("askline-list").get_by_role("option")

    @property
    def bar(self) -> Locator:
        return self.page.locator("div.bar[role=status]")

    def row(self, title: str) -> Locator:
        return self.rows.filter(has_text=title)

    def part(self, name: str) -> Locator:
        return self.page.get_by_role("group", name="Filters").get_by_role("button", name=name)

    def button(self, name: str) -> Locator:
        return self.page.locator("askline-card").get_by_role("button", name=name)

    async def passes_on_to(self, name: str) -> None:
        await self.way.get_by_role("button", name="Pass on").click()
        await self.page.get_by_role("combobox").fill(name)
        await expect(self.page.get_by_role("option", name=f"{name} person")).to_be_visible()
        await self.page.keyboard.press("Enter")


@dataclass
class Ops:
    """A tenant whose team `ops` has the project `shop`; Bo and Cy answer and approve in it, Dee alone."""

    hub: PeopleHouse
    browser: Browser
    faults: list[str]

    async def at(self, login: str, path: str = "/") -> Person:
        context = await self.browser.new_context(reduced_motion="reduce")
        page = await context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        await visit(page, self.hub, path, login)
        await expect(page.locator(".line")).to_have_text("Live")
        return Person(page)

    async def asked(self, title: str, **more: Any) -> Json:
        token = await self.hub.standing.token(self.hub.ada, Right.ASK, service="ci")
        body = {"questions": [TEXT], "project": {"name": "shop"}, "title": title, **more}
        async with self.hub.standing.program(token) as program:
            made = await program.post("/asks", json=body)
        assert made.status_code == 201, made.text
        return made.json()


@pytest.fixture(scope="module")
async def standing(postgres: str) -> AsyncGenerator[Standing]:
    async with a_hub(postgres, host="localhost") as [hub]:
        yield hub


@pytest.fixture
async def ops(standing: Standing, browser: Browser) -> AsyncGenerator[Ops]:
    """Everybody's browser is gone before the hub is, and complained of nothing."""
    tenant = f"dealing-{next(NUMBERS)}"
    hub = PeopleHouse(standing, tenant, await standing.found(tenant))
    people = standing.replica.administering
    await people.make_team(hub.ada, "ops")
    await people.open_project(hub.ada, "shop", "ops")
    for login in ("bo", "cy"):
        await hub.joined(login, Grant(role=Role.APPROVER, team="ops"))
    await hub.joined("dee", Grant(role=Role.ANSWERER))
    ops = Ops(hub, browser, [])
    with anyio.fail_after(100):
        yield ops
        for context in browser.contexts:
            await context.close()
    assert ops.faults == []


async def test_who_takes_an_ask_has_it_and_the_others_see_that(ops: Ops) -> None:
    bo, cy = await ops.at("bo"), await ops.at("cy")
    await ops.asked("Storage")
    await expect(bo.row("Storage")).to_be_visible()
    await expect(cy.row("Storage")).to_be_visible()

    await bo.way.get_by_role("button", name="Take it").click()
    await expect(bo.way).to_contain_text("You have it.")
    await cy.part("Others have it 1").click()
    await expect(cy.way).to_contain_text("bo has it")

    await bo.page.keyboard.press("g")
    await expect(bo.way.get_by_role("button", name="Take it")).to_be_visible()
    await cy.part("Needs you").click()
    await expect(cy.row("Storage")).to_be_visible()


async def test_what_is_passed_on_leaves_at_once_and_appears_at_once_elsewhere(ops: Ops) -> None:
    bo, dee = await ops.at("bo"), await ops.at("dee")
    asked = await ops.asked("Storage")
    await ops.asked("Testing")
    await expect(bo.rows).to_have_count(2)

    await bo.row("Storage").click()
    await bo.passes_on_to("dee")
    await expect(dee.row("Storage")).to_be_visible()
    await expect(bo.bar).to_contain_text("Passed on.")
    await expect(bo.rows.locator(".title")).to_have_text(["Testing"])
    await expect(bo.row("Testing")).to_have_attribute("aria-selected", "true")
    await expect(bo.part("Others have it")).to_have_count(0)

    await dee.page.locator("askline-card").get_by_role("textbox").first.fill("Ledger")
    await dee.button("Send answer").click()
    await expect(dee.bar).to_contain_text("Sent to")
    await bo.page.goto(f"{ops.hub.url}/asks/{asked['id']}")
    await expect(bo.page.get_by_text("This ask is not here")).to_be_visible()


async def test_who_passes_on_the_last_one_has_all_clear_and_so_has_their_team(ops: Ops) -> None:
    asked = await ops.asked("Storage")
    bo, cy = await ops.at("bo", f"/asks/{asked['id']}"), await ops.at("cy")
    await expect(cy.row("Storage")).to_be_visible()

    await bo.passes_on_to("dee")
    for each in (bo, cy):
        await expect(each.rows).to_have_count(0)
        await expect(each.page.get_by_text("All clear")).to_be_visible()
        await expect(each.part("Others have it")).to_have_count(0)


async def test_what_is_snoozed_is_put_off_for_one_and_waits_on_for_the_others(ops: Ops) -> None:
    bo, cy = await ops.at("bo"), await ops.at("cy")
    await ops.asked("Storage")
    await expect(bo.way.get_by_role("button", name="Snooze")).to_be_visible()
    await expect(cy.row("Storage")).to_be_visible()

    await bo.page.keyboard.press("z")
    await bo.page.get_by_role("button", name="In 2 hours").click()
    await expect(bo.part("Snoozed 1")).to_be_visible()
    await expect(cy.row("Storage")).to_be_visible()
    await expect(cy.part("Snoozed")).to_have_count(0)

    await bo.part("Snoozed 1").click()
    await bo.way.get_by_role("button", name="Wake it now").click()
    await bo.part("Needs you 1").click()
    await expect(bo.part("Snoozed")).to_have_count(0)
    await expect(bo.row("Storage")).to_be_visible()


async def test_an_approval_by_two_waits_for_the_second_and_then_is_given(ops: Ops) -> None:
    async with ops.hub.browser() as ada:
        kept = await ada.put("/routes/two", json={"kind": "approval", "quorum": 2})
        assert kept.status_code == 200, kept.text
    await ops.asked("Deploy", questions=[APPROVE], **to_approve(dangerous=False, why=None))
    bo, cy = await ops.at("bo"), await ops.at("cy")
    await expect(bo.way).to_contain_text("2 people must approve this.")

    await bo.button("Approve").click()
    await expect(bo.bar).to_contain_text("You agreed. 1 more person must.")
    await bo.part("Others have it 1").click()
    await expect(bo.way).to_contain_text("1 of 2 approved: bo.")
    await expect(bo.button("Approve")).to_be_hidden()
    assert await violations(bo.page) == []

    await expect(cy.way).to_contain_text("1 of 2 approved: bo.")
    await cy.button("Approve").click()
    await expect(cy.bar).to_contain_text("Sent to")
    await expect(bo.page.locator("askline-card")).to_contain_text("cy")
