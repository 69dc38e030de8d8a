"""Makes every picture: `just web-shots`."""

import anyio
from playwright.async_api import async_playwright

from tests.web.conftest import CHROMIUM, QUIET
from web.shots.admin import admin_shots
from web.shots.card import card_shots
from web.shots.inbox import inbox_shots
from web.shots.operations import operations_shots
from web.shots.routing import routing_shots
from web.shots.stats import stats_shots


async def main() -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUIET])
        await card_shots(browser)
        await inbox_shots(browser)
        await stats_shots(browser)
        await operations_shots(browser)
        await routing_shots(browser)
        await admin_shots(browser)
        await browser.close()


anyio.run(main)
