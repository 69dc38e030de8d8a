"""Asks that a team shares: light, dark and on a phone."""

import json
from typing import Any, Literal

from playwright.async_api import Browser, Page, expect

from tests.web.asks import stop_clock
from tests.web.house import House, a_house
from tests.web.team import ADA, BEN, Team, agreed, approving, claimed, routed
from web.shots.inbox import PHONE, WIDE
from web.shots.keeping import place

LATER = "2026-11-15T09:15:00.000Z"
STREAM = """window.EventSource = class {
  addEventListener(name, take) {
    if (name === "snapshot") queueMicrotask(() => take({ data: %s }));
  }
  close() {}
};"""


def furnished() -> Team:
    put_off = routed("Name of the new region")
    put_off["snoozes"] = [{"id": ADA, "until": LATER}]
    deploy = approving("Deploy shop-api to production?", agreed=[agreed(BEN)])
    goes = {"next_at": LATER, "next_to": ["Cleo"]}
    return Team(
        {**deploy, "routing": {**deploy["routing"], **goes, "rule": "production deploys"}},
        routed("Which index goes first?"),
        routed("Keep the old invoices?", claim=claimed(BEN)),
        put_off,
    )


async def shoot(page: Page, name: str) -> None:
    await page.screenshot(path=place(f"routing-{name}"), animations="disabled")


async def walk(page: Page, house: House, look: str) -> None:
    await stop_clock(page)
    team = furnished()
    await team.stand(page)
    snapshot = json.dumps({"seq": 1, "asks": [*team.asks.values()]})
    await page.add_init_script(STREAM % json.dumps(snapshot))
    await page.goto(house.url("/"))
    if look == "phone":
        await expect(page.locator("askline-list").get_by_role("option")).to_have_count(2)
        await shoot(page, "list-phone")
        await page.locator("askline-list").get_by_role("option").first.click()
    way = page.locator("askline-routing")
    await way.get_by_text("Why me?").click()
    await expect(way).to_contain_text("team ops")
    await shoot(page, look)
    await way.get_by_role("button", name="Pass on").click()
    await expect(page.get_by_role("option", name="Cleo")).to_be_visible()
    await shoot(page, f"pass-{look}")
    await page.keyboard.press("Escape")
    await way.get_by_role("button", name="Snooze").click()
    await shoot(page, f"snooze-{look}")
    await page.keyboard.press("Escape")
    if look != "phone":
        await page.get_by_role("button", name="Others have it").click()
        await shoot(page, f"others-{look}")


async def routing_shots(browser: Browser) -> None:
    looks: dict[str, tuple[tuple[int, int], Literal["light", "dark"]]] = {
        "light": (WIDE, "light"),
        "dark": (WIDE, "dark"),
        "phone": (PHONE, "light"),
    }
    with a_house() as house:
        for look, (size, scheme) in looks.items():
            view: Any = {"width": size[0], "height": size[1]}
            page = await browser.new_page(
                viewport=view, color_scheme=scheme, has_touch=look == "phone"
            )
            await walk(page, house, look)
            await page.context.close()
