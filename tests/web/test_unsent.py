"""What was typed and not sent: it is found again, in this window or another, and never lost in silence."""

from collections.abc import AsyncGenerator

import pytest
from anyio import Event, fail_after
from playwright.async_api import Browser, Dialog, expect

from tests.web.house import House
from tests.web.inbox_page import InboxPage

TEXT = {"id": "name", "question": "What shall it be called?", "type": "text"}


@pytest.fixture
async def second(browser: Browser, house: House) -> AsyncGenerator[InboxPage]:
    """Another window of the same person."""
    context = await browser.new_context()
    yield InboxPage(await context.new_page(), house)
    await context.close()


async def test_of_two_windows_that_were_typed_into_both_show_the_newest(
    inbox: InboxPage, second: InboxPage
) -> None:
    inbox.house.ask(TEXT, title="drafted")
    await inbox.enter()
    await second.enter()
    await inbox.card.get_by_role("textbox").fill("Led")
    await expect(second.card.get_by_role("textbox")).to_have_value("Led")
    await second.card.get_by_role("textbox").fill("Ledger")

    await expect(inbox.card.get_by_role("textbox")).to_have_value("Ledger")
    await inbox.card.get_by_role("textbox").press_sequentially(" of carts")
    await expect(second.card.get_by_role("textbox")).to_have_value("Ledger of carts")


async def test_what_was_answered_in_another_window_says_so_and_hands_the_words_back(
    inbox: InboxPage, second: InboxPage
) -> None:
    inbox.house.ask(TEXT, title="raced for")
    await inbox.enter()
    await second.enter()
    await second.card.get_by_role("textbox").fill("Ledger")
    await expect(inbox.card.get_by_role("textbox")).to_have_value("Ledger")
    await inbox.press("Escape")
    await inbox.card.get_by_role("button", name="Reject").click()
    await inbox.card.get_by_label("Reason (optional)").fill("Not before Friday")
    await second.card.get_by_role("button", name="Send answer").click()

    await expect(inbox.card).to_contain_text("Answered in another window: Ledger")
    await expect(inbox.card).to_contain_text("What you had written was not sent")
    await expect(inbox.card.locator("pre").last).to_have_text("Not before Friday")
    await expect(inbox.card.get_by_role("button", name="Copy")).to_be_visible()
    await expect(inbox.card.get_by_role("button", name="Send answer")).to_have_count(0)


async def test_words_of_a_panel_wait_while_another_ask_is_read(inbox: InboxPage) -> None:
    inbox.house.ask(title="one")
    inbox.house.ask(title="two")
    await inbox.enter()
    await inbox.card.get_by_role("button", name="Ask back").click()
    await inbox.card.get_by_label("Your question to claude-code").fill("Which one?")
    await inbox.open("two")
    await inbox.link("Settings").click()
    await inbox.link("Inbox").click()
    await inbox.open("one")
    await inbox.card.get_by_role("button", name="Ask back").click()

    await expect(inbox.card.get_by_label("Your question to claude-code")).to_have_value(
        "Which one?"
    )


async def test_a_page_with_words_that_nobody_keeps_asks_before_it_closes(
    inbox: InboxPage,
) -> None:
    inbox.house.ask(title="one")
    await inbox.enter()
    asked: list[str] = []
    stayed = Event()

    async def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        await dialog.dismiss()
        stayed.set()

    inbox.page.on("dialog", stay)
    await inbox.card.get_by_role("button", name="Reject").click()
    await inbox.card.get_by_label("Reason (optional)").press_sequentially("Not now")
    await inbox.page.close(run_before_unload=True)

    with fail_after(10):
        await stayed.wait()
    assert asked == ["beforeunload"]
    await expect(inbox.card.get_by_label("Reason (optional)")).to_have_value("Not now")


async def test_what_was_typed_just_before_the_page_closed_is_kept(
    inbox: InboxPage, second: InboxPage
) -> None:
    inbox.house.ask(TEXT, title="kept")
    await inbox.enter()
    await second.enter()
    await inbox.card.get_by_role("textbox").press_sequentially("Ledger")
    await inbox.page.close(run_before_unload=True)

    await expect(second.card.get_by_role("textbox")).to_have_value("Ledger")
