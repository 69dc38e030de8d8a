"""A declared command, from its approval in the browser to its output there, with a real service."""

import json
from pathlib import Path

from playwright.async_api import Page, expect

from askline.commands.trust import Trusted
from askline.config.declarations import DiskDeclarations
from askline.config.trusted import DiskTrustBook
from tests.journeys.agents import Json
from tests.web.house import a_house
from tests.web.inbox_page import InboxPage

DECLARED: Json = {
    "version": 1,
    "name": "story",
    "description": "Tells.",
    "command": "bash",
    "subcommand": [
        {
            "name": "tell",
            "description": "Tells until it is stopped.",
            "words": [
                "-c",
                "echo once; i=0; while :; do echo line $i; i=$((i+1)); sleep 0.2; done",
            ],
            "approval": {"default": "ask", "dangerous": True},
            "sandbox": "reduced",
        }
    ],
}


def declare(project: Path, book: DiskTrustBook) -> Json:
    folder = project / ".askline/tools"
    folder.mkdir(parents=True)
    (folder / "story.json").write_text(json.dumps(DECLARED))
    book.write(str(project), Trusted(DiskDeclarations(()).read(str(project)), "now"))
    return {"path": str(project), "name": "shop"}


async def test_a_command_is_approved_watched_and_cancelled_in_the_browser(page: Page) -> None:
    with a_house() as house:
        project = declare(house.home.project.resolve(), DiskTrustBook(house.locations))
        inbox = InboxPage(page, house)
        await inbox.enter()
        begun = house.client.begin_operation("story_tell", {}, project=project)
        assert begun["status"] == "awaiting_approval"

        await expect(inbox.card).to_contain_text("Dangerous.")
        await expect(inbox.card.get_by_role("list", name="Command")).to_contain_text("echo once;")
        await inbox.card.get_by_role("button", name="Approve").click()
        await inbox.card.get_by_label("Type bash to approve").fill("bash")
        await inbox.card.get_by_role("button", name="Approve").click()
        await expect(inbox.link("Operations")).to_contain_text("1")
        await inbox.link("Operations").click()
        rows = page.locator("askline-operation-list").get_by_role("option")
        await expect(rows).to_contain_text("Running")
        await rows.click()
        output = page.get_by_role("region", name="Output")
        await expect(output).to_contain_text("once")
        await expect(output).to_contain_text("line 5")

        await page.keyboard.press("x")
        await page.get_by_role("button", name="Cancel it").click()
        await expect(page.get_by_role("article")).to_contain_text("Cancelled")
        assert house.client.operation(begun["operation_id"])["status"] == "cancelled"
        assert inbox.faults == []
