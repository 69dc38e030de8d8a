"""A browser at a hub's own pages, signed in without typing."""

from typing import Any

from playwright.async_api import Page

from tests.hub import PASSWORD
from tests.hubs.people_house import PeopleHouse
from tests.web.inbox_page import AXE


async def visit(page: Page, hub: PeopleHouse, path: str, login: str = "ada") -> None:
    secret, _ = await hub.standing.replica.entering.sign_in(hub.tenant, login, PASSWORD)
    cookie = {"name": hub.cookie, "value": secret.reveal(), "url": hub.url}
    await page.context.add_cookies([cookie])  # pyright: ignore[reportArgumentType]
    await page.goto(f"{hub.url}{path}")


async def violations(page: Page) -> list[str]:
    await page.evaluate(AXE.read_text())
    found: dict[str, Any] = await page.evaluate("axe.run()")
    return [
        f"{each['id']}: {node['html'][:120]}"
        for each in found["violations"]
        for node in each["nodes"]
    ]
