"""The page of plots, over a month of made-up asks: light, dark and on a phone."""

import random
from datetime import timedelta
from pathlib import Path
from typing import Literal

from playwright.async_api import Browser, expect

from askline.core.clock import SystemClock
from askline.core.people import Agent, Project
from askline.stores.sqlite.opening import open_sqlite
from tests.builders import an_opening, answered
from tests.web.house import House, a_house
from web.shots.keeping import place

PROJECTS = ("acme/web", "acme/api", "garden", "notes")
AGENTS = ("claude-code", "codex", "opencode")


async def furnish(house: House) -> None:
    chance = random.Random(7)  # noqa: S311 - the same picture every time
    now = SystemClock().now()
    async with open_sqlite(Path(house.locations.database)) as keeping:
        for _ in range(240):
            at = now - timedelta(minutes=chance.uniform(60, 29 * 1440))
            opening = an_opening(
                asked_at=at,
                project=Project(name=chance.choices(PROJECTS, (6, 4, 2, 1))[0]),
                agent=Agent(name=chance.choices(AGENTS, (5, 3, 1))[0]),
            )
            await keeping.asks.add(opening, [])
            later = at + timedelta(seconds=chance.lognormvariate(4.6, 1.7))
            await keeping.asks.swap(answered(opening.after, at=min(later, now)))


async def stats_shots(browser: Browser) -> None:
    with a_house() as house:
        await furnish(house)
        for name, scheme, size in (
            ("light", "light", (900, 820)),
            ("dark", "dark", (900, 820)),
            ("phone", "light", (390, 844)),
        ):
            mode: Literal["light", "dark"] = "dark" if scheme == "dark" else "light"
            context = await browser.new_context(
                color_scheme=mode, viewport={"width": size[0], "height": size[1]}
            )
            page = await context.new_page()
            await page.goto(house.url("/stats"))
            await expect(page.get_by_role("img")).to_have_count(5)
            await page.screenshot(path=place(f"stats-{name}"), full_page=name == "light")
            await context.close()
