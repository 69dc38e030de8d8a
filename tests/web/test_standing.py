"""What stands: offered under an approval, never chosen by itself, said with the answer."""

import json
from typing import Any

from playwright.async_api import Locator, expect

from tests.web import asks
from tests.web.card_page import STATIC, CardPage

SETTINGS_BUDGET = 8 * 1024


def offer(scope: str, pattern: str, shown: str, *further: str, count: int = 0) -> dict[str, Any]:
    ran = [{"commands": [{"argv": line.split("_")}]} for line in further]
    return {
        "scope": scope,
        "pattern": pattern,
        "shown": shown,
        "further_count": count or len(ran),
        "further": ran,
    }


RAN = ("git_push_docs", "git_push_a b", "git_push_\x1bx", "git_push_more")
OFFERS = [
    offer(scope, pattern, shown, *further, count=count)
    for pattern, shown, further, count in (
        ("exact", "git push main", (), 0),
        ("last", "git push …", RAN, 6),
        ("tool", "git_push …", RAN[:1], 0),
    )
    for scope in ("conversation", "project")
]


def choice(card: CardPage, name: str) -> Locator:
    return card.page.get_by_role("combobox", name=name, exact=True)


async def approve(card: CardPage) -> dict[str, Any]:
    await card.page.get_by_role("button", name="Approve").click()
    return await card.event("answer")


async def test_an_approval_is_given_once_unless_a_person_says_more(card: CardPage) -> None:
    await card.open(asks.approval(), standing=OFFERS)

    await expect(choice(card, "Holds")).to_have_value("once")
    await expect(choice(card, "until")).to_have_count(0)
    assert "standing" not in await approve(card)


async def test_what_shall_stand_is_said_with_the_answer(card: CardPage) -> None:
    await card.open(asks.approval(), standing=OFFERS)

    await choice(card, "Holds").select_option("In this conversation")
    await expect(choice(card, "for")).to_have_value("exact")
    await expect(choice(card, "until")).to_have_value("hour")
    await expect(card.card).not_to_contain_text("and nothing else")
    await expect(card.page.locator(".stand dd")).to_have_text(["git push main", "none"])
    said = await approve(card)

    assert said["answers"] == {"approve": {"values": ["yes"]}}
    until = "2026-11-15T10:01:00.000Z"
    assert said["standing"] == {"pattern": "exact", "scope": "conversation", "until": until}


async def test_a_wider_pattern_says_what_else_it_would_have_let_run(card: CardPage) -> None:
    await card.open(asks.approval(), standing=OFFERS)

    await choice(card, "Holds").select_option("project")
    await choice(card, "for").select_option("any last word")
    await choice(card, "until").select_option("I revoke it")
    reach = card.page.locator(".stand [role=status]")
    await expect(reach).to_contain_text("git push …")
    await expect(reach).to_contain_text("git push docs")
    await expect(reach).to_contain_text("git push \\u{1b}x")
    await expect(reach).to_contain_text("(3 more)")
    await expect(reach).not_to_contain_text("git push more")
    said = await approve(card)
    assert said["standing"] == {"pattern": "last", "scope": "project", "until": None}


async def test_the_choice_is_made_and_taken_back_by_keyboard(card: CardPage) -> None:
    await card.open(asks.approval(), standing=OFFERS)
    await choice(card, "Holds").focus()

    await card.press("ArrowDown", "Tab", "ArrowDown")
    await expect(choice(card, "for")).to_have_value("last")
    assert await card.flaws() == []
    # A letter looks for an entry here, and rejects nothing.
    await card.press("Shift+Tab", "x", "Home")
    await expect(choice(card, "Holds")).to_have_value("once")
    await expect(choice(card, "for")).to_have_count(0)
    assert "standing" not in await approve(card)


async def test_a_choice_for_one_ask_is_no_choice_for_the_next(card: CardPage) -> None:
    await card.open(asks.approval(), standing=OFFERS)
    await choice(card, "Holds").select_option("project")

    await card.set(ask=asks.approval(id="02b0"), standing=OFFERS)
    await expect(choice(card, "for")).to_have_count(0)
    await expect(choice(card, "Holds")).to_have_value("once")
    assert "standing" not in await approve(card)


async def test_nothing_is_offered_for_what_is_dangerous_or_where_nobody_offers(
    card: CardPage,
) -> None:
    await card.open(asks.approval(command={"dangerous": True}), standing=OFFERS)
    await expect(card.page.get_by_role("button", name="Approve")).to_be_visible()
    await expect(choice(card, "Holds")).to_have_count(0)

    await card.set(ask=asks.approval(id="02b0"), standing=[])
    await expect(card.card).to_contain_text("Needs your approval.")
    await expect(choice(card, "Holds")).to_have_count(0)


async def test_the_choice_fits_a_narrow_page_in_german(card: CardPage) -> None:
    await card.page.set_viewport_size({"width": 320, "height": 640})
    await card.open(asks.approval(), standing=OFFERS, german=True)
    await choice(card, "Gilt").select_option("In diesem Projekt")
    await choice(card, "für").select_option("beliebige Argumente")
    await expect(card.card).to_contain_text("Wäre auch gelaufen")
    assert await card.measure() == [320, []]


async def test_an_answer_by_a_rule_says_so(card: CardPage) -> None:
    chosen = asks.given("q1", "Stop, copy, start")
    rule = {"kind": "rule", "who": "rule k7m2qd", "door": None}
    await card.open(asks.settled(asks.one(), "answered", chosen, by=rule))
    await expect(card.card).to_contain_text("Answered by your rule: Stop, copy, start")


def test_the_settings_keep_to_their_budget() -> None:
    sizes: dict[str, int] = json.loads((STATIC / "sizes.json").read_text())
    assert sizes["askline-settings"] <= SETTINGS_BUDGET
