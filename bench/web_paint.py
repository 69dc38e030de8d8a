"""How soon a page shows something, with one ask and with a thousand."""

import statistics
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import anyio
from playwright.sync_api import Browser

from bench.browser import a_page
from bench.measuring import say
from tests.web.house import House, a_house

FIRST_PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def main(browser: Browser, many: int, rounds: int) -> None:
    with a_house() as small, a_house() as large:
        small.ask(title="One")
        crowd(large, many)
        one, all_of_them = list[float](), list[float]()
        for _ in range(rounds):
            one.append(first_paint(browser, small))
            all_of_them.append(first_paint(browser, large))
    few, lot = statistics.median(one), statistics.median(all_of_them)
    say(
        f"first contentful paint with {many:,} asks",
        f"{lot:.0f} ms, {lot / few:.2f} of that with one ({few:.0f} ms)",
        "wanted at most 1.5",
    )


def crowd(house: House, many: int) -> None:
    """In a thread of its own: the browser's loop runs in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(anyio.run, house.crowd, many).result()


def first_paint(browser: Browser, house: House) -> float:
    """Milliseconds from the address to the first content, redirection of the sign-in included."""
    with a_page(browser, house) as page:
        page.locator("askline-list").get_by_role("option").first.wait_for()
        found: Any = page.evaluate(FIRST_PAINT)
        assert found is not None
        return found
