"""The page of plots: drawn by a small script, readable without seeing any plot."""

import json
from typing import Literal

import pytest
from playwright.async_api import expect

from tests.web.card_page import STATIC
from tests.web.inbox_page import InboxPage

BUDGET = 8 * 1024


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_plots_have_their_numbers_beside_them_and_no_barrier(
    inbox: InboxPage, scheme: Literal["light", "dark"]
) -> None:
    page, house = inbox.page, inbox.house
    over = house.ask(title="Over")
    house.client.answer(over["id"], {"db": {"values": ["SQLite"]}})
    house.ask(agent="codex<b>", project={"name": "a-project-with-a-rather-long-name"})
    await page.emulate_media(color_scheme=scheme)
    await inbox.enter("/history")
    await inbox.link("Statistics").click()

    await expect(page.get_by_role("img")).to_have_count(5)
    await expect(page.get_by_text("settled by a person, 1 pending")).to_be_visible()
    await expect(page.get_by_role("img").last).to_contain_text("codex<b>")
    for table in await page.locator("summary").all():
        await table.click()
    assert await inbox.violations() == []
    await page.get_by_role("button", name="7 days").click()
    await expect(page.get_by_role("button", name="7 days", pressed=True)).to_be_visible()
    row = page.get_by_role("table", name="Agents waited, by day").get_by_role("row")
    await page.locator("summary").nth(1).click()
    await expect(row).to_have_count(8)
    await page.set_viewport_size({"width": 320, "height": 640})
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_script_of_the_plots_keeps_to_its_budget() -> None:
    assert json.loads((STATIC / "sizes.json").read_text())["askline-stats"] <= BUDGET
