"""A card answered without a mouse, and what no key may do."""

import pytest
from playwright.async_api import expect

from tests.web import asks
from tests.web.asks import question
from tests.web.card_page import CardPage

CALM_MS = 400


async def test_four_questions_are_answered_in_two_keys_as_recommended(card: CardPage) -> None:
    await card.open(asks.four())
    await card.enter()
    await card.press("R")
    await expect(card.card).to_contain_text("Nothing has been sent yet.")
    await card.page.clock.run_for(CALM_MS)
    await card.press("Enter")
    assert (await card.event("answer"))["answers"] == {
        "q1": {"values": ["Dual-write, then switch"]},
        "q2": {"values": ["orders", "order_items"]},
        "q3": {"skipped": True},
        "q4": {"values": ["yes"]},
    }


async def test_recommendations_never_overwrite_what_somebody_picked(card: CardPage) -> None:
    await card.open(asks.four())
    await card.enter()
    await card.press("2", "l", "4", "R")
    rows = card.page.locator(".rows").get_by_role("listitem")
    await expect(rows).to_contain_text(["Stop, copy, start", "refunds", "Skipped", "Yes"])


async def test_a_digit_marks_and_enter_sends(card: CardPage) -> None:
    await card.open(asks.one())
    await card.enter()
    await card.page.clock.run_for(CALM_MS)
    await card.press("3", "Enter")
    assert (await card.event("answer"))["answers"] == {"q1": {"values": ["Change data capture"]}}


async def test_enter_on_an_unmarked_option_marks_it_and_sends_nothing(card: CardPage) -> None:
    await card.open(asks.one())
    await card.page.clock.run_for(CALM_MS)
    await card.page.get_by_role("radio").first.focus()
    await card.press("j", "Enter")
    await expect(card.page.get_by_role("radio", name="Stop, copy, start")).to_be_checked()
    assert await card.events("answer").count() == 0
    await card.press("Enter")
    await card.event("answer")


async def test_no_key_settles_what_has_just_come_under_the_cursor(card: CardPage) -> None:
    await card.open(asks.one())
    await card.page.clock.run_for(CALM_MS)
    await card.enter()
    await card.press("1")
    await card.set(
        ask=asks.one(id="02b1", title="Another ask"),
        draft={"q1": {"values": ["Change data capture"]}},
    )
    await expect(card.card).to_contain_text("Another ask")
    await card.page.get_by_role("radio", name="Change data capture").focus()
    await card.press("Enter", "Control+Enter")
    await card.page.clock.run_for(CALM_MS - 1)
    await card.press("Enter")
    assert await card.events("answer").count() == 0
    await card.page.clock.run_for(1)
    await card.press("Enter")
    assert (await card.event("answer"))["id"] == "02b1"


@pytest.mark.parametrize(("key", "event"), [("x", "reject"), ("a", "ask-back")])
async def test_a_panel_just_opened_is_not_decided_by_the_next_key(
    card: CardPage, key: str, event: str
) -> None:
    await card.open(asks.one())
    await card.page.get_by_role("radio").first.focus()
    await card.press(key)
    await card.page.get_by_role("textbox").fill("because")
    await card.press("Control+Enter")
    assert await card.events(event).count() == 0
    await card.page.clock.run_for(CALM_MS)
    await card.press("Control+Enter")
    await card.event(event)


async def test_escape_goes_back_and_destroys_nothing(card: CardPage) -> None:
    await card.open(asks.four())
    await card.page.get_by_role("radio").first.focus()
    await card.press("o")
    await card.page.get_by_label("Write your own answer").fill("Blue and green")
    await card.press("Escape", "x")
    await card.page.get_by_label("Reason (optional)").fill("Not now")
    await card.press("Escape", "l", "Escape")
    await expect(card.page.get_by_label("Write your own answer")).to_have_value("Blue and green")
    await card.press("Escape", "Escape", "x")
    await expect(card.page.get_by_label("Reason (optional)")).to_have_value("Not now")
    assert await card.events("reject").count() == 0


async def test_letters_written_into_a_text_stay_letters(card: CardPage) -> None:
    await card.open(asks.ask(question("Which limits?", "text")))
    await card.page.get_by_label("Which limits?").press_sequentially("xaRroj1")
    await expect(card.page.get_by_label("Which limits?")).to_have_value("xaRroj1")
    await card.page.clock.run_for(CALM_MS)
    await card.press("Control+Enter")
    assert (await card.event("answer"))["answers"] == {"q1": {"values": ["xaRroj1"]}}


async def test_single_letter_keys_can_be_turned_off(card: CardPage) -> None:
    await card.open(asks.one(), keys="off")
    await card.page.get_by_role("radio").first.focus()
    await card.press("x", "2", "r")
    await expect(card.page.get_by_label("Reason (optional)")).to_have_count(0)
    await expect(card.page.locator("input:checked")).to_have_count(0)


async def test_moving_and_stepping_by_keys(card: CardPage) -> None:
    await card.open(asks.four())
    await card.page.get_by_role("radio").first.focus()
    await card.press("r", "Enter", "j", "j", " ", "k", "ArrowUp", " ")
    await expect(card.page.get_by_role("checkbox", name="payments")).to_be_checked()
    await expect(
        card.page.get_by_role("checkbox", name="orders", exact=False).first
    ).to_be_checked()
    await card.press("h")
    await expect(card.page.get_by_role("radio", name="Dual-write")).to_be_checked()


async def test_an_approval_is_not_given_by_enter_beside_its_button(card: CardPage) -> None:
    await card.open(asks.approval())
    await card.page.clock.run_for(CALM_MS)
    await card.page.get_by_role("button", name="Ask back").focus()
    await card.press("1", "R", "r", "Escape")
    assert await card.events("answer").count() == 0
    await card.page.get_by_role("button", name="Approve").focus()
    await card.press("Enter")
    await card.event("answer")


async def test_the_key_of_a_correction_marks_nothing_of_an_ask_that_waits(card: CardPage) -> None:
    await card.open(asks.one())
    await card.page.get_by_role("radio").first.focus()
    await card.press("u")
    await expect(card.page.locator("input:checked")).to_have_count(0)
    assert await card.events("draft").count() == 0


async def test_another_ask_that_came_by_itself_is_not_under_the_keys(card: CardPage) -> None:
    await card.open(asks.ask(question("Which limits?", "text")))
    await card.page.get_by_label("Which limits?").press_sequentially("p9")
    other = asks.ask(question("Which owner?", "text"), id="01a1")
    await card.set(ask=other)
    await expect(card.page.get_by_label("Which owner?")).to_have_value("")
    await card.press("9", "x", "1")
    await expect(card.page.get_by_label("Which owner?")).to_have_value("")
    await expect(card.page.get_by_label("Reason (optional)")).to_have_count(0)
