"""Pages of who administers and of who keeps order: rules, limits, alerts, usage, acts, audit, at a real hub."""

from collections.abc import AsyncGenerator
from itertools import count
from typing import Any, Literal

import pytest
from playwright.async_api import Locator, Page, expect

from askline.core.people import Right
from askline.people.model import Grant, Role
from tests.hubs.people_house import PeopleHouse
from tests.replicas import Json, Standing, a_hub
from tests.web.hub_visit import violations, visit

NAMES = ("routes", "limits", "alerts", "usage", "acts", "audit")
NUMBERS = count()
ASKED: Json = {"question": "Which?", "options": ["A", "B"], "project": {"name": "shop"}}
RULE: Json = {
    "project": "shop",
    "kind": "approval",
    "steps": [
        {"to": ["team:ops"], "after_s": 0},
        {"to": ["cy"], "after_s": 90},
        {"to": ["cy", "team:web"], "after_s": 7200},
    ],
    "remind_s": 300,
    "claim_s": 1800,
    "quorum": 2,
    "self_approval": True,
    "tell_after_s": None,
}


@pytest.fixture(scope="module")
async def standing(postgres: str) -> AsyncGenerator[Standing]:
    async with a_hub(postgres, host="localhost") as [hub]:
        yield hub


@pytest.fixture
async def hub(standing: Standing, page: Page) -> AsyncGenerator[PeopleHouse]:
    """A tenant of its own with two teams, of which one has the project `shop`; Cy approves everywhere."""
    tenant = f"further-{next(NUMBERS)}"
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    hub = PeopleHouse(standing, tenant, await standing.found(tenant))
    people = standing.replica.administering
    for team in ("ops", "web"):
        await people.make_team(hub.ada, team)
    await people.open_project(hub.ada, "shop", "ops")
    await hub.joined("cy", Grant(role=Role.APPROVER))
    yield hub
    assert said == []


async def opened(page: Page, hub: PeopleHouse, name: str, login: str = "ada") -> None:
    await visit(page, hub, f"/admin/{name}", login)
    await expect(page.get_by_role("navigation").locator("[aria-current]")).to_be_visible()
    await expect(page.get_by_text("Loading")).to_have_count(0)


async def kept(hub: PeopleHouse, name: str, **said: Any) -> Json:
    async with hub.browser() as ada:
        if said:
            assert (await ada.put(f"/routes/{name}", json=said)).status_code == 200
        return (await ada.get(f"/routes/{name}")).json()


async def asked(hub: PeopleHouse) -> None:
    token = await hub.standing.token(hub.ada, Right.ASK, service="ci")
    async with hub.standing.program(token) as program:
        assert (await program.post("/asks", json=ASKED)).status_code == 201


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


async def test_a_page_is_offered_only_where_its_route_is(page: Page, hub: PeopleHouse) -> None:
    links = page.get_by_role("navigation").get_by_role("link")
    await opened(page, hub, "people")
    await expect(links).to_have_count(9)

    gone = {"code": "not_found", "detail": "Not here."}
    await page.route("**/people/routes", lambda route: route.fulfill(status=404, json=gone))
    await opened(page, hub, "routes")
    await expect(links).to_have_count(8)
    await expect(page.get_by_role("heading", name="People")).to_be_visible()


async def test_who_keeps_order_sees_what_is_for_them_alone(page: Page, hub: PeopleHouse) -> None:
    await hub.joined("oz", Grant(role=Role.OPERATOR))
    await opened(page, hub, "people", "oz")

    links = page.get_by_role("navigation").get_by_role("link")
    await expect(links).to_have_text(["Failed alerts", "Usage", "Audit"])
    await expect(page.get_by_role("heading", name="Failed alerts")).to_be_visible()


async def test_a_rule_says_whom_an_ask_goes_to_and_when_and_is_removed(
    page: Page, hub: PeopleHouse
) -> None:
    await kept(hub, "production", **RULE)
    await opened(page, hub, "routes")
    row = page.get_by_role("row").filter(has_text="production")
    await expect(row).to_contain_text("approvals of shop")
    steps = ["ops", "after 90 s: cy", "after 2 h: cy, web"]
    await expect(row.get_by_role("listitem")).to_have_text(steps)
    await expect(row).to_contain_text("2 must agree, own too")
    await expect(row).to_contain_text("reminds every 5 min, goes on though taken after 30 min")

    await button(page, "Remove production").click()
    await button(page, "Remove").click()
    await expect(page.locator(".told")).to_have_text("production is removed.")
    await expect(row).to_have_count(0)


async def test_a_rule_is_made_of_what_was_typed_with_as_many_steps_as_wanted(
    page: Page, hub: PeopleHouse
) -> None:
    await opened(page, hub, "routes")
    await button(page, "Make a rule").click()
    form = page.get_by_role("dialog", name="A new rule")
    await form.get_by_label("Name").fill("nights")
    await form.get_by_label("Put to").fill("team:ops, cy")
    await button(page, "Another step").click()
    await form.get_by_label("Step 2 to").fill("team:web")
    await button(page, "Another step").click()
    await form.get_by_label("Step 3 after").fill("2 h")
    await form.get_by_label("Step 3 to").fill("cy")
    await form.get_by_label("Remind every").fill("15")
    await button(page, "Keep the rule").click()

    await expect(page.locator(".told")).to_contain_text("Rule nights holds")
    rule = await kept(hub, "nights")
    assert [(each["named"], each["after_s"]) for each in rule["steps"]] == [
        (["ops", "cy"], 0),
        (["web"], 600),
        (["cy"], 7200),
    ]
    assert (rule["remind_s"], rule["tell_after_s"], rule["claim_s"]) == (900, 5, None)


async def test_a_rule_that_is_changed_loses_nothing_else(page: Page, hub: PeopleHouse) -> None:
    before = await kept(hub, "production", **RULE)
    await opened(page, hub, "routes")
    await button(page, "Change production").click()
    await button(page, "Keep the rule").click()
    await expect(page.locator(".told")).to_contain_text("Rule production holds")
    assert await kept(hub, "production") == before

    await button(page, "Change production").click()
    await page.get_by_label("Goes on though taken, after").fill("")
    await button(page, "Keep the rule").click()
    await expect(page.get_by_role("dialog")).to_be_hidden()
    assert await kept(hub, "production") == {**before, "claim_s": None}


async def test_what_a_rule_may_not_say_is_told_and_stays_typed(
    page: Page, hub: PeopleHouse
) -> None:
    await opened(page, hub, "routes")
    await button(page, "Make a rule").click()
    form = page.get_by_role("dialog", name="A new rule")
    await form.get_by_label("Name").fill("nights")
    await form.get_by_label("Put to").fill("nobody")
    await button(page, "Keep the rule").click()
    await expect(form.get_by_role("alert")).to_contain_text("steps[0].to:")
    await expect(form.get_by_label("Put to")).to_have_value("nobody")


async def test_limits_are_set_all_at_once(page: Page, hub: PeopleHouse) -> None:
    await opened(page, hub, "limits")
    await page.get_by_label("Days that settled asks are kept").fill("30")
    await button(page, "Set the limits").click()
    await expect(page.locator(".told")).to_have_text("These limits hold now.")

    row = page.get_by_role("row").filter(has_text="Days that settled asks are kept")
    await expect(row.get_by_role("cell").first).to_have_text("30")
    async with hub.browser() as ada:
        assert (await ada.get("/limits")).json()["own"]["retention_days"] == 30


@pytest.mark.parametrize("name", ["acts", "audit"])
async def test_chains_are_verified_and_a_broken_one_is_said_so(
    page: Page, hub: PeopleHouse, name: str
) -> None:
    await asked(hub)
    await opened(page, hub, name)
    verify = page.get_by_role("button", name="Verify")
    await verify.click()
    await expect(page.locator(".told")).to_contain_text("unbroken")

    flaw: Json = {"number": 4, "problem": "its hash does not fit", "ask_id": "k7m2qd"}
    found = {"asks": 1, "events": 4, "broken": 1, "flaws": [flaw], "flaw": flaw, "next": None}
    await page.route(f"**/people/{name}/verify*", lambda route: route.fulfill(json=found))
    await verify.click()
    await expect(page.get_by_role("alert").first).to_contain_text("4: its hash does not fit.")


async def test_usage_is_a_plot_with_its_numbers(page: Page, hub: PeopleHouse) -> None:
    await asked(hub)
    await opened(page, hub, "usage")
    await expect(page.get_by_role("img", name="Asked, by day")).to_be_visible()
    await page.get_by_text("As a table").click()
    await expect(page.get_by_role("table", name="By day")).to_be_visible()
    await expect(page.get_by_role("table", name="By project")).to_contain_text("shop")


async def test_a_team_is_told_where_an_admin_says(page: Page, hub: PeopleHouse) -> None:
    await opened(page, hub, "projects")
    await button(page, "How it is told ops").click()
    told = page.get_by_role("dialog", name="How ops is told")
    await told.get_by_label("By").select_option("webhook")
    await told.get_by_label("Where").fill("https://hook.invalid/very/secret")
    await button(page, "Add it").click()
    await expect(page.locator(".secret")).to_contain_text("whsec_")
    await button(page, "Close").click()

    await button(page, "How it is told ops").click()
    assert await violations(page) == []
    await button(page, "Try hook.invalid").click()
    await expect(page.get_by_role("alert").first).to_contain_text("Not sent to hook.invalid")
    await button(page, "How it is told ops").click()
    await button(page, "Remove hook.invalid").click()
    await expect(page.locator(".told")).to_contain_text("Nobody is told at hook.invalid")


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_none_of_them_has_a_barrier_or_sticks_out(
    page: Page, hub: PeopleHouse, scheme: Literal["light", "dark"]
) -> None:
    await page.emulate_media(color_scheme=scheme)
    await kept(hub, "production", **RULE)
    await asked(hub)
    found: dict[str, list[str]] = {}
    for name in NAMES:
        await page.set_viewport_size({"width": 1200, "height": 820})
        await opened(page, hub, name)
        if name == "routes":
            await button(page, "Change production").click()
        found[name] = await violations(page)
        await page.set_viewport_size({"width": 320, "height": 640})
        if not await page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
            found[name].append("wider than the screen")
    assert {name: faults for name, faults in found.items() if faults} == {}
