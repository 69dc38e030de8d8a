"""A card for everybody: assistive technology, small and mirrored screens, hostile text, slow lines."""

import json
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from tests.web import asks
from tests.web.asks import option, question
from tests.web.card_page import HOME, STATIC, CardPage
from tests.web.test_card_states import SAYS

BUDGET = 19 * 1024
DANGEROUS = asks.approval(command={"dangerous": True, "why": "For everybody."}, context="Why not?")
LIMITED = asks.four(
    deadline="2026-11-15T09:09:42.000Z",
    context="The orders table grows by a gigabyte a day.",
)
LONG = "a" * 300
HOSTILE = [
    {"tag": "script", "children": ["document.title = 'ran'"]},
    {"tag": "img", "src": "http://evil.test/x.png", "onerror": "document.title='ran'"},
    {"tag": "iframe", "href": "http://evil.test/frame"},
    {"tag": "style", "children": ["@import 'http://evil.test/x.css'"]},
    {
        "tag": "svg",
        "children": [{"tag": "p", "onclick": "document.title='ran'", "children": ["p"]}],
    },
    {"tag": "a", "href": "javascript:document.title='ran'", "children": ["run"]},
    {"tag": "a", "href": "data:text/html,x", "children": ["data"]},
    {"tag": "a", "href": "https://good.test/", "host": "good.test", "children": ["the plan"]},
    "<img src=http://evil.test/y.png onerror=\"document.title='ran'\">",
]


async def steps(card: CardPage) -> None:
    """Everything of a pending ask that can be on the screen."""
    await card.press("Tab", "o")
    assert await card.flaws() == []
    for key in ("l", "l", "R"):
        await card.page.get_by_role("button", name="Next" if key == "l" else "All rec").click()
        assert await card.flaws() == []
    await card.page.get_by_role("button", name="Reject").click()
    assert await card.flaws() == []


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_axe_finds_nothing_in_any_state(card: CardPage, theme: str) -> None:
    await card.page.emulate_media(color_scheme="light" if theme == "light" else "dark")
    await card.open(LIMITED, theme=theme, me="ana")
    await steps(card)
    await card.set(
        beside=[asks.approval(), DANGEROUS, *(ask for ask, _ in SAYS.values())], theme=theme
    )
    assert await card.flaws() == []


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
async def test_nothing_scrolls_sideways_at_320_pixels(card: CardPage, direction: str) -> None:
    wide = question(LONG, options=[option(LONG, LONG, recommended=True)], header=LONG[:24])
    context = [{"tag": "pre", "children": [LONG]}, {"tag": "p", "children": [LONG]}]
    await card.page.set_viewport_size({"width": 320, "height": 640})
    await card.open(
        asks.ask(wide, *asks.FOUR[1:], title=LONG, context=LONG, context_nodes=context),
        direction=direction,
    )
    assert await card.measure() == [320, []]
    for ask in (
        asks.approval(command={"argv": ["git", LONG]}),
        asks.settled(asks.four(), "answered", *asks.ANSWERS),
    ):
        await card.set(ask=ask)
        assert await card.measure() == [320, []]


async def test_hostile_nodes_run_nothing_and_ask_for_nothing(card: CardPage) -> None:
    evil = option("Short", preview="x", preview_nodes=HOSTILE)
    await card.open(
        asks.ask(question("Which?", options=[evil]), context="x", context_nodes=HOSTILE),
        draft={"q1": {"values": ["Short"]}},
    )
    link = card.page.get_by_role("link")
    await expect(link).to_have_count(2)
    await expect(link.first).to_have_attribute("rel", "noopener noreferrer")
    await expect(link.first).to_have_attribute("target", "_blank")
    await expect(card.card).to_contain_text("the plan (good.test)")
    await expect(card.page.locator("article :is(script,img,iframe,style,svg p)")).to_have_count(0)
    await expect(card.page).to_have_title("One ask")
    assert [url for url in card.requests if not url.startswith(HOME)] == []


async def test_fingers_find_targets_of_44_pixels(browser: Browser) -> None:
    context = await browser.new_context(
        has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844}
    )
    card = CardPage(await context.new_page())
    await card.open(LIMITED)
    for target in await card.page.locator("button, .opt, label.lnk").all():
        box = await target.bounding_box()
        assert box
        assert box["height"] >= 44
    await context.close()


def test_the_card_keeps_to_its_budget() -> None:
    sizes: dict[str, Any] = json.loads((STATIC / "sizes.json").read_text())
    assert sizes["askline-card"] <= BUDGET
