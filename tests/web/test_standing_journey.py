"""What stands, from the first yes to its end, in a browser and with a real service."""

import json
from pathlib import Path

from playwright.async_api import Page, expect

from askline.commands.trust import Trusted
from askline.config.declarations import DiskDeclarations
from askline.config.trusted import DiskTrustBook
from tests.journeys.agents import Json
from tests.web.house import House, a_house
from tests.web.inbox_page import InboxPage

DECLARED: Json = {
    "version": 1,
    "name": "say",
    "description": "Says.",
    "command": "echo",
    "subcommand": [
        {
            "name": "word",
            "description": "Says a word.",
            "approval": "ask",
            "sandbox": "reduced",
            "positional_args": [{"name": "what", "type": "string"}],
        }
    ],
}


def declare(project: Path, book: DiskTrustBook) -> Json:
    folder = project / ".askline/tools"
    folder.mkdir(parents=True)
    (folder / "say.json").write_text(json.dumps(DECLARED))
    book.write(str(project), Trusted(DiskDeclarations(()).read(str(project)), "now"))
    return {"path": str(project), "name": "shop"}


def say(house: House, project: Json, what: str) -> str:
    return house.client.begin_operation("say_word", {"what": what}, project=project)["status"]


async def revoke(inbox: InboxPage, name: str) -> None:
    await inbox.link("Settings").click()
    await inbox.page.get_by_role("button", name=f"Revoke {name}").click()
    await expect(inbox.page.locator("askline-standing")).to_contain_text("Nothing stands.")


async def test_what_a_person_lets_stand_holds_until_they_revoke_it(page: Page) -> None:
    with a_house() as house:
        project = declare(house.home.project.resolve(), DiskTrustBook(house.locations))
        inbox = InboxPage(page, house)
        await inbox.enter()

        assert say(house, project, "one") == "awaiting_approval"
        await inbox.card.get_by_role("combobox", name="Holds").select_option("In this project")
        await inbox.card.get_by_role("combobox", name="for").select_option("any last word")
        await inbox.card.get_by_role("button", name="Approve").click()
        await expect(inbox.card).to_contain_text("You approved this")
        assert say(house, project, "two") != "awaiting_approval"
        await revoke(inbox, "echo")
        assert say(house, project, "three") == "awaiting_approval"
        house.clear()

        house.ask(title="Storage")
        await inbox.link("Inbox").click()
        await inbox.card.get_by_role("radio", name="SQLite").check()
        await inbox.card.get_by_role("button", name="Send answer").click()
        await page.get_by_role("button", name="Answer this way from now on").click()
        await expect(page.locator("askline-ruling")).to_contain_text("Made a rule")
        assert await inbox.violations() == []
        second = house.ask(title="Storage")
        assert house.client.outcome(second["id"], wait=10)["settledBy"]["kind"] == "rule"
        await page.goto(f"{house.base}/asks/{second['id']}")
        await expect(inbox.card).to_contain_text("Answered by your rule: SQLite")
        await revoke(inbox, "Which database? → SQLite")
        assert await inbox.violations() == []
        assert inbox.faults == []
