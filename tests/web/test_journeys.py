"""From an agent's question to its answer, through real processes and a real browser."""

from collections.abc import AsyncGenerator
from contextlib import suppress
from functools import partial

import anyio
import pytest
from anyio import fail_after, to_thread
from playwright.async_api import Browser, Page, Route, expect
from playwright.async_api import TimeoutError as Late

from tests.journeys.agents import NOVEMBER, Agent
from tests.web.house import House
from tests.web.inbox_page import InboxPage

TEXT = {"id": "name", "question": "What shall it be called?", "type": "text"}
HOSTILE = """# Look <script>document.documentElement.dataset.ran = 1</script>
<img src=x onerror="document.documentElement.dataset.ran = 1"> ![track](https://evil.example/pixel.png)
[one](javascript:document.documentElement.dataset.ran=1) [two](data:text/html,<script>1</script>)
<iframe src="https://evil.example/"></iframe><style>@import "https://evil.example/a.css";</style>
<svg onload="document.documentElement.dataset.ran = 1"><form action="https://evil.example/">
"""


@pytest.fixture
async def second(browser: Browser, house: House) -> AsyncGenerator[InboxPage]:
    """Another browser of the same person."""
    context = await browser.new_context()
    yield InboxPage(await context.new_page(), house)
    await context.close()


async def test_an_answer_in_the_browser_is_the_result_at_the_agent(inbox: InboxPage) -> None:
    await inbox.enter()
    agent = await to_thread.run_sync(Agent, inbox.house.home, NOVEMBER)
    call = agent.ask("What shall it be called?")
    await inbox.card.get_by_role("textbox").fill("Ledger")
    await inbox.card.get_by_role("button", name="Send answer").click()
    assert await to_thread.run_sync(agent.answer_to, call) == "Ledger"
    await expect(inbox.card).to_contain_text("You answered: Ledger")
    await to_thread.run_sync(agent.close)


async def test_of_two_browsers_and_a_command_one_wins_and_all_are_told(
    inbox: InboxPage, second: InboxPage
) -> None:
    question = {"question": "Where?", "options": ["PostgreSQL", "SQLite", "On paper"]}
    ask = inbox.house.ask(question, title="raced for")
    pages = {"PostgreSQL": inbox, "SQLite": second}
    for value, each in pages.items():
        await each.enter()
        await each.card.get_by_text(value).click()
    codes: list[int] = []

    async def command() -> None:
        words = ("answer", ask["id"], "On paper")
        done = await to_thread.run_sync(partial(inbox.house.home.run, *words))
        codes.append(done.returncode)

    with fail_after(30):
        async with anyio.create_task_group() as race:
            race.start_soon(command)
            for each in pages.values():
                race.start_soon(send, each)
    [won] = inbox.house.client.outcome(ask["id"])["answers"][0]["values"]
    assert codes == [0 if won == "On paper" else 7]
    for value, each in pages.items():
        await expect(each.card).to_contain_text("You answered" if value == won else "Answered")
        await expect(each.card).to_contain_text(won)


async def send(inbox: InboxPage) -> None:
    # Whose card folded before the click came has nothing left to press.
    with suppress(Late):
        await inbox.card.get_by_role("button", name="Send answer").click(timeout=2_000)


async def test_a_page_outlives_its_service(inbox: InboxPage) -> None:
    ask = inbox.house.ask(TEXT, title="kept")
    await inbox.enter()
    await inbox.card.get_by_role("textbox").fill("Led")
    inbox.house.home.kill_service()
    await expect(inbox.status).to_have_text("Reconnecting…")
    await inbox.card.get_by_role("textbox").press_sequentially("ger")
    await to_thread.run_sync(inbox.house.home.json, "list")
    await expect(inbox.status).to_have_text("Live", timeout=20_000)
    await inbox.card.get_by_role("button", name="Send answer").click()
    await expect(inbox.card).to_contain_text("You answered: Ledger")
    assert inbox.house.client.outcome(ask["id"])["answers"][0]["values"] == ["Ledger"]


async def test_an_answer_sent_while_the_service_is_away_arrives_once(inbox: InboxPage) -> None:
    ask = inbox.house.ask(title="patient")
    await inbox.enter()
    await inbox.card.get_by_role("radio", name="SQLite").check()
    # The reply is lost on its way: what was sent is done, and the page cannot know.
    await inbox.page.route("**/answer", lose_the_reply, times=1)
    await inbox.card.get_by_role("button", name="Send answer").click()
    await expect(inbox.card).to_contain_text("You answered: SQLite")
    events = inbox.house.client.trail(ask["id"])["events"]
    assert [event["kind"] for event in events].count("answered") == 1


async def lose_the_reply(route: Route) -> None:
    await route.fetch()
    await route.abort()


async def test_a_draft_moves_from_browser_to_browser(inbox: InboxPage, second: InboxPage) -> None:
    ask = inbox.house.ask(TEXT, title="drafted")
    await inbox.enter()
    await second.enter()
    await inbox.card.get_by_role("textbox").fill("Led")
    await expect(second.card.get_by_role("textbox")).to_have_value("Led")
    await second.card.get_by_role("textbox").press_sequentially("ger")
    await second.card.get_by_role("button", name="Send answer").click()
    await expect(inbox.card).to_contain_text("Ledger")
    await expect(inbox.card.get_by_role("textbox")).to_have_count(0)
    assert inbox.house.client.outcome(ask["id"])["answers"][0]["values"] == ["Ledger"]


async def test_what_is_typed_survives_a_look_at_another_ask(inbox: InboxPage) -> None:
    inbox.house.ask(TEXT, title="one")
    inbox.house.ask(title="two")
    await inbox.enter()
    await inbox.card.get_by_role("textbox").fill("Ledger")
    await inbox.open("two")
    await inbox.open("one")
    await expect(inbox.card.get_by_role("textbox")).to_have_value("Ledger")


async def test_hostile_words_load_nothing_and_run_nothing(inbox: InboxPage, page: Page) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    nasty = {"label": "<img src=x onerror=alert(1)>", "preview": HOSTILE}
    question = {"question": "<script>alert(1)</script>", "options": [nasty, "plain"]}
    inbox.house.ask(question, title="<b>Look</b>", context=HOSTILE)
    await inbox.enter()
    await expect(inbox.card).to_contain_text("[image: track]")
    await inbox.card.get_by_text("onerror=alert").first.click()
    await expect(inbox.card).to_contain_text("<iframe")
    assert await page.locator("html[data-ran]").count() == 0
    assert (
        await inbox.card.locator(
            "script, img, iframe, style, form:not([method=dialog]), svg[onload]"
        ).count()
        == 0
    )
    assert [url for url in requests if not url.startswith(inbox.house.base)] == []
