"""A real browser for every module of these tests."""

import os
import shutil
from collections.abc import AsyncGenerator, Generator

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect

from tests.web.asks import stop_clock
from tests.web.card_page import CardPage
from tests.web.house import House, a_house
from tests.web.inbox_page import InboxPage

QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# Machines are noisy; a test that passes waits no longer for it.
expect.set_options(timeout=20_000)
CHROMIUM = os.environ.get("ASKLINE_TEST_CHROMIUM") or shutil.which("chromium") or "chromium"


@pytest.fixture(scope="module")
async def browser() -> AsyncGenerator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUIET])
        yield browser
        await browser.close()


@pytest.fixture
async def page(browser: Browser) -> AsyncGenerator[Page]:
    """A page with nothing kept from another test."""
    context = await browser.new_context()
    context.set_default_timeout(10_000)
    yield await context.new_page()
    await context.close()


@pytest.fixture(scope="session")
def house() -> Generator[House]:
    """A service for all of these tests, each of which leaves nothing that waits."""
    with a_house() as house:
        yield house


@pytest.fixture
async def inbox(page: Page, house: House) -> AsyncGenerator[InboxPage]:
    """A page on that service, on which nothing goes wrong; nothing waits when it is over."""
    inbox = InboxPage(page, house)
    yield inbox
    house.clear()
    assert inbox.faults == []


@pytest.fixture
async def card(page: Page) -> CardPage:
    """A card at a minute past nine, where time moves only when it is told to."""
    await stop_clock(page)
    return CardPage(page)
