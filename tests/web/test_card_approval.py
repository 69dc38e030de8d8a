"""An approval in the card: all of what would run is seen, and danger takes a deliberate act."""

from typing import Any

from playwright.async_api import Locator, expect

from tests.web import asks
from tests.web.card_page import CardPage

CALM_MS = 500
DANGEROUS: dict[str, Any] = {"dangerous": True, "why": "Deletes it for everybody."}


def words_of(card: CardPage) -> Locator:
    return card.page.get_by_role("list", name="Command").get_by_role("listitem")


def approve(card: CardPage) -> Locator:
    return card.page.get_by_role("button", name="Approve")


async def test_an_approval_shows_all_of_what_would_run_and_is_given_by_its_button(
    card: CardPage,
) -> None:
    await card.open(asks.approval())

    await expect(words_of(card)).to_have_text(["kubectl", "delete", "namespace", "orders staging"])
    for fact in ("/home/ana/shop-api", "KUBECONFIG PATH", "project read-only, network"):
        await expect(card.card).to_contain_text(fact)
    await expect(card.card).to_contain_text(asks.COMMAND["sha256"])
    await expect(card.card).to_contain_text("Needs your approval.")
    await approve(card).click()
    assert (await card.event("answer"))["answers"] == {"approve": {"values": ["yes"]}}


SPELLED = {
    "two words": "two words",
    "": "empty",
    "a\nb": "a\\n\nb",
    "\x1b[31mred": "\\u{1b}[31mred",
    "safe\u202egnp.sh": "safe\\u{202e}gnp.sh",
    "zero\u200bwidth": "zero\\u{200b}width",
    "no\u00a0break": "no\\u{a0}break",
    "<img src=x onerror=alert(1)>": "<img src=x onerror=alert(1)>",
    "'quoted' \"twice\"": "'quoted' \"twice\"",
}


async def test_what_cannot_be_seen_in_a_word_is_spelled_out(card: CardPage) -> None:
    await card.open(asks.approval(command={"argv": ["run", *SPELLED]}))

    assert await words_of(card).all_text_contents() == ["run", *SPELLED.values()]
    assert card.faults == []


async def test_a_long_command_is_never_folded_away(card: CardPage) -> None:
    argv = [f"--word-{number}" for number in range(400)]
    await card.open(asks.approval(command={"argv": argv}))

    assert await words_of(card).count() == len(argv)
    box = await card.page.get_by_role("list", name="Command").bounding_box()
    last = await words_of(card).last.bounding_box()
    assert box
    assert last
    assert last["y"] + last["height"] <= box["y"] + box["height"]


async def test_what_is_said_about_a_command_stands_apart_from_it(card: CardPage) -> None:
    await card.open(asks.approval(context="Nothing can go wrong."))

    said = card.page.get_by_role("region", name="Explanation")
    await expect(said).to_contain_text("Nothing can go wrong.")
    await expect(said.get_by_role("list")).to_have_count(0)


async def test_a_dangerous_command_is_approved_by_typing_its_name(card: CardPage) -> None:
    await card.open(asks.approval(command=DANGEROUS))
    await expect(card.card).to_contain_text("Dangerous. Deletes it for everybody.")
    await card.page.clock.run_for(CALM_MS)
    await approve(card).focus()

    await card.press("Enter")
    await expect(card.page.get_by_label("Type kubectl to approve")).to_be_focused()
    await card.page.clock.run_for(CALM_MS)
    await card.press("Enter", "Control+Enter")
    await expect(card.page.get_by_role("alert")).to_contain_text("Nothing was approved.")
    await card.page.keyboard.type("rKubectl")
    await approve(card).click()
    assert await card.events("answer").count() == 0
    await card.press("Home", "Delete", "Enter")

    assert (await card.event("answer"))["answers"] == {"approve": {"values": ["yes"]}}


async def test_the_word_that_approves_is_typed_anew_each_time(card: CardPage) -> None:
    await card.open(asks.approval(command=DANGEROUS))
    await approve(card).click()
    await card.page.keyboard.type("kubectl")
    await card.press("Escape")
    await approve(card).click()

    await expect(card.page.get_by_label("Type kubectl")).to_have_value("")
    await card.press("Escape", "x")
    await card.page.keyboard.type("Not today.")
    await card.page.clock.run_for(CALM_MS)
    await card.press("Control+Enter")
    assert (await card.event("reject"))["reason"] == "Not today."
    assert await card.events("answer").count() == 0


async def test_a_name_that_nobody_can_type_is_not_asked_for(card: CardPage) -> None:
    await card.open(asks.approval(command={**DANGEROUS, "argv": ["/opt/bin/rm -rf", "x"]}))
    await approve(card).click()
    await expect(card.page.get_by_label("Type approve to approve")).to_be_focused()


async def test_the_deliberate_act_is_there_for_everybody(card: CardPage) -> None:
    await card.open(asks.approval(command=DANGEROUS))
    await approve(card).click()
    await card.press("Enter")
    await expect(card.page.get_by_role("alert")).to_be_visible()
    assert await card.flaws() == []
