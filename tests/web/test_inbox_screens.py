"""Every screen, light and dark, wide and narrow: for everybody's eyes, hands and ears."""

import json
from typing import Literal

import pytest
from playwright.async_api import Page, expect

from tests.web.card_page import STATIC
from tests.web.house import House, recommending
from tests.web.inbox_page import InboxPage

WIDE, PHONE, NARROW = (1200, 820), (390, 844), (320, 640)
BUDGET = 32 * 1024
LONG = "Supercalifragilistic" * 5


async def resize(page: Page, size: tuple[int, int]) -> None:
    await page.set_viewport_size({"width": size[0], "height": size[1]})


def furnish(house: House) -> str:
    """One that waits, and the id of one that is over."""
    house.ask(*map(recommending, range(1, 4)), title="Move orders", timeout=120_000)
    house.ask(title=LONG, context=f"# Why\n\n`{LONG}`", agent="codex", project={"name": LONG})
    over = house.ask(title="Over")
    house.client.answer(over["id"], {"db": {"values": ["SQLite"], "note": "for now"}})
    return over["id"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_no_screen_has_a_barrier(inbox: InboxPage, scheme: Literal["light", "dark"]) -> None:
    await inbox.page.emulate_media(color_scheme=scheme)
    await resize(inbox.page, WIDE)
    await inbox.enter()
    await expect(inbox.page.get_by_role("heading", name="All clear")).to_be_visible()
    found = {"empty": await inbox.violations()}
    furnish(inbox.house)
    await expect(inbox.rows).to_have_count(2)
    found["inbox"] = await inbox.violations()
    await inbox.press("?")
    found["keys"] = await inbox.violations()
    await inbox.press("Escape")
    await inbox.link("History").click()
    await inbox.rows.first.click()
    await expect(inbox.page.locator("askline-trail ol")).to_be_visible()
    found["ask"] = await inbox.violations()
    await inbox.link("Settings").click()
    await expect(inbox.page.get_by_text("config.toml")).to_be_visible()
    found["settings"] = await inbox.violations()
    await resize(inbox.page, PHONE)
    found["settings on a phone"] = await inbox.violations()
    await inbox.link("Inbox").click()
    found["list on a phone"] = await inbox.violations()
    await inbox.row("Move orders").click()
    found["ask on a phone"] = await inbox.violations()
    assert {screen: faults for screen, faults in found.items() if faults} == {}


@pytest.mark.parametrize("path", ["/", "/history", "/settings", "ask", "over"])
async def test_nothing_is_wider_than_a_narrow_screen(inbox: InboxPage, path: str) -> None:
    over = furnish(inbox.house)
    waiting = inbox.house.client.asks()[-1]["id"]
    await resize(inbox.page, NARROW)
    await inbox.enter({"ask": f"/asks/{waiting}", "over": f"/asks/{over}"}.get(path, path))
    await inbox.page.locator("askline-list, askline-settings dd").first.wait_for(state="attached")
    wide = (
        "[...document.querySelector('askline-inbox').shadowRoot.querySelectorAll('.pane, .list')]"
    )
    assert await inbox.page.evaluate(f"{wide}.every((it) => it.scrollWidth <= it.clientWidth)")
    assert await inbox.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_a_phone_shows_the_list_and_then_the_ask(inbox: InboxPage) -> None:
    inbox.house.ask(title="Storage")
    await resize(inbox.page, PHONE)
    await inbox.enter()
    await expect(inbox.card).not_to_be_visible()
    await inbox.row("Storage").click()
    await expect(inbox.card).to_be_visible()
    await expect(inbox.rows).to_have_count(0)
    await inbox.page.get_by_role("button", name="Inbox").click()
    await expect(inbox.row("Storage")).to_be_visible()


async def test_german_is_complete_and_loaded_only_when_wanted(inbox: InboxPage) -> None:
    loaded: list[str] = []
    inbox.page.on("request", lambda request: loaded.append(request.url.rpartition("/")[2]))
    inbox.house.ask(title="Storage")
    await inbox.enter("/settings")
    assert "askline-inbox-de.js" not in loaded
    await inbox.page.get_by_role("radio", name="Deutsch").check()
    await inbox.link("Eingang").click()
    await expect(inbox.card.get_by_role("button", name="Antwort senden")).to_be_visible()
    await expect(inbox.row("Storage")).to_contain_text("1 Frage")
    await expect(inbox.page.locator("html")).to_have_attribute("lang", "de")


async def test_the_page_mirrors_for_languages_that_do(inbox: InboxPage) -> None:
    inbox.house.ask(title="Storage")
    await inbox.enter()
    await inbox.page.evaluate("document.documentElement.dir = 'rtl'")
    row, card = await inbox.row("Storage").bounding_box(), await inbox.card.bounding_box()
    assert row
    assert card
    assert row["x"] > card["x"]


def test_the_page_with_its_card_fits_the_budget() -> None:
    sizes: dict[str, int] = json.loads((STATIC / "sizes.json").read_text())
    assert sizes["askline-inbox"] <= BUDGET
