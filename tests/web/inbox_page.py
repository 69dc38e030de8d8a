"""The inbox in a browser, as a test sees it."""

import json
from pathlib import Path
from typing import Any

from playwright.async_api import Locator, Page, Route, expect

from tests.journeys.agents import Json
from tests.web.house import House

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"


class InboxPage:
    def __init__(self, page: Page, house: House) -> None:
        self.page = page
        self.house = house
        self.rows = page.locator("askline-list").get_by_role("option")
        self.card = page.locator("askline-card")
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))

    async def enter(self, path: str = "/") -> None:
        """In by an address of its own; the line is live."""
        await self.page.goto(self.house.url(path))
        await expect(self.status).to_have_text("Live")

    async def stream(self, asks: list[Json]) -> None:
        """Lets the page hear of these asks, once, instead of the service's own."""
        snapshot = f"event: snapshot\ndata: {json.dumps({'seq': 1, 'asks': asks})}\n\n"
        waiting = [snapshot]

        async def once(route: Route) -> None:
            if waiting:
                await route.fulfill(body=waiting.pop(), content_type="text/event-stream")
            else:
                await route.abort()

        await self.page.route("**/api/v1/events*", once)

    @property
    def status(self) -> Locator:
        return self.page.locator(".line")

    def row(self, title: str) -> Locator:
        return self.rows.filter(has_text=title)

    async def open(self, title: str) -> None:
        await self.row(title).click()
        await expect(self.row(title)).to_have_attribute("aria-selected", "true")

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.page.keyboard.press(key)

    def link(self, name: str) -> Locator:
        return self.page.get_by_role("navigation").get_by_role("link", name=name)

    async def violations(self) -> list[str]:
        """What axe-core finds, by the rules of WCAG 2.2 AA and its own best practice."""
        if not await self.page.evaluate("'axe' in window"):
            await self.page.evaluate(AXE.read_text())
        found: dict[str, Any] = await self.page.evaluate("axe.run()")
        return [
            f"{each['id']}: {node['html'][:120]}"
            for each in found["violations"]
            for node in each["nodes"]
        ]
