"""The card in a host of MCP Apps: the official bridge, a sandboxed frame, a real line behind it."""

import json
import subprocess
from collections.abc import AsyncGenerator, Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import pytest
from anyio import to_thread
from playwright.async_api import FrameLocator, Page, Route, expect

from tests.journeys.agents import MODERN, NOVEMBER, Agent, Home, Json, home

WEB = Path(__file__).parents[2] / "web"
STATIC = WEB.parent / "src/askline/doors/http/static"
CARD = "ui://askline/card.html"
SHOWS_CARDS: Json = {
    "extensions": {"io.modelcontextprotocol/ui": {"mimeTypes": ["text/html;profile=mcp-app"]}}
}
POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline';"
    " connect-src 'none'"
)
CONTEXT = (
    "Read [the **plan**](https://plan.example/1). <img src=https://evil.example/x onerror=x()>"
)
ASK: Json = {
    "context": CONTEXT,
    "questions": [
        {"id": "db", "question": "Which database?", "options": ["SQLite", "PostgreSQL"]},
    ],
}
WITHIN_S = 40


@pytest.fixture(scope="module")
def host_script(tmp_path_factory: pytest.TempPathFactory) -> str:
    built = tmp_path_factory.mktemp("host") / "host.js"
    esbuild = WEB / "node_modules/.bin/esbuild"
    source = WEB / "tests/app-host.js"
    words = [str(esbuild), str(source), "--bundle", "--format=iife", f"--outfile={built}"]
    subprocess.run([*words, "--log-level=error"], check=True, timeout=60, cwd=WEB)
    return built.read_text()


@pytest.fixture
def place() -> Generator[Home]:
    with home() as made:
        yield made


@dataclass
class Host:
    """A chat client: an agent's line on one side, a page with the card on the other."""

    page: Page
    agent: Agent
    requests: list[str] = field(default_factory=list[str])
    errors: list[str] = field(default_factory=list[str])

    @property
    def card(self) -> FrameLocator:
        return self.page.frame_locator("iframe")

    async def call_tool(self, name: str, arguments: Json) -> Json:
        return await self.told("tools/call", {"name": name, "arguments": arguments})

    async def told(self, method: str, params: Json) -> Json:
        return await to_thread.run_sync(self.agent.call, method, params)

    async def ask(self, said: Json, *, before: bool = False) -> int:
        """The model calls the tool; the host shows the card, at the latest while the call waits."""
        if before:
            await self.page.evaluate("said => bridge.sendToolInput({arguments: said})", said)
        call = self.agent.start("tools/call", {"name": "ask_user", "arguments": said})
        if not before:
            await self.page.evaluate("said => bridge.sendToolInput({arguments: said})", said)
        return call

    async def returned(self, call: int) -> Json:
        """The call's result, shown to the card too, as hosts do."""
        result = await to_thread.run_sync(self.agent.wait, call)
        await self.page.evaluate("result => bridge.sendToolResult(result)", result)
        return result["structuredContent"]


@pytest.fixture
async def host(
    request: pytest.FixtureRequest, page: Page, place: Home, host_script: str
) -> AsyncGenerator[Host]:
    revision: str = getattr(request, "param", MODERN)
    agent = Agent(place, revision, "--apps", capabilities=SHOWS_CARDS)
    made = Host(page, agent)
    try:
        with anyio.fail_after(WITHIN_S):
            await _begin(made, host_script)
            yield made
    finally:
        await to_thread.run_sync(agent.close)
    assert made.errors == []
    assert [each for each in made.requests if "host.example" not in each] == []


async def _begin(host: Host, host_script: str) -> None:
    page = host.page
    [contents] = (await host.told("resources/read", {"uri": CARD}))["contents"]

    async def serve(route: Route) -> None:
        is_card = route.request.url.endswith("/card")
        html = contents["text"] if is_card else f"<!doctype html><script>{host_script}</script>"
        headers = {"content-security-policy": POLICY} if is_card else {}
        await route.fulfill(body=html, content_type="text/html", headers=headers)

    page.on("request", lambda each: host.requests.append(each.url))
    page.on("pageerror", lambda error: host.errors.append(str(error)))
    page.on("console", lambda said: host.errors.append(said.text) if said.type == "error" else None)
    await page.route("**/*", serve)
    await page.expose_function("callTool", host.call_tool)  # pyright: ignore[reportUnknownMemberType] - any function will do
    await page.goto("http://host.example/")
    colours = {"--color-background-primary": "rgb(1, 2, 3)"}
    context: Json = {"theme": "dark", "locale": "en", "styles": {"variables": colours}}
    assert await page.evaluate("([at, c]) => startHost(at, c)", ["/card", context]) == "askline"


@pytest.mark.parametrize("host", [NOVEMBER, MODERN], indirect=True)
async def test_an_ask_is_answered_on_the_card_and_folds(host: Host) -> None:
    call = await host.ask(ASK)
    await host.card.get_by_role("radio", name="PostgreSQL").check()
    await host.card.get_by_role("button", name="Send answer").click()
    result = await host.returned(call)

    assert result["answers"][0]["values"] == ["PostgreSQL"]
    assert (result["settledBy"]["kind"], result["settledBy"]["door"]) == ("human", "app")
    await expect(host.card.locator("askline-card")).to_contain_text("You answered")
    await expect(host.card.get_by_role("button", name="Send answer")).to_have_count(0)
    await expect(host.page.locator("#calls")).to_contain_text("ask_ui_answer")
    await expect(host.page.locator("#sizes")).not_to_be_empty()


async def test_the_card_follows_the_hosts_theme_and_opens_links_through_it(host: Host) -> None:
    await host.ask(ASK)
    link = host.card.get_by_role("link", name="the plan")
    await link.click()

    card = host.card.locator("askline-card")
    await expect(card).to_have_attribute("theme", "dark")
    await expect(card.locator("article")).to_have_css("background-color", "rgb(1, 2, 3)")
    await expect(card).to_contain_text("<img src=https://evil.example/x onerror=x()>")
    await expect(host.page.locator("#links")).to_have_text("https://plan.example/1")


async def test_a_card_that_is_there_before_its_ask_finds_it(host: Host) -> None:
    await host.ask(ASK, before=True)

    await expect(host.card.get_by_role("radio", name="SQLite")).to_be_visible()


async def test_what_is_answered_elsewhere_folds_the_card(host: Host, place: Home) -> None:
    call = await host.ask(ASK)
    await expect(host.card.get_by_role("radio", name="SQLite")).to_be_visible()
    [ask] = await to_thread.run_sync(place.pending, 1)
    await to_thread.run_sync(place.answer, ask, "SQLite")
    await host.returned(call)

    await expect(host.card.get_by_role("button", name="Send answer")).to_have_count(0)
    await expect(host.card.locator("askline-card")).to_contain_text("SQLite")


async def test_after_the_call_has_returned_the_model_is_told_of_the_answer(host: Host) -> None:
    call = await host.ask(ASK | {"blocking": False})
    pending = await host.returned(call)
    await host.card.get_by_role("radio", name="SQLite").check()
    await host.card.get_by_role("button", name="Send answer").click()
    await expect(host.card.locator("askline-card")).to_contain_text("You answered")

    assert pending["state"] == "pending"
    await expect(host.page.locator("#context")).to_contain_text("SQLite")


async def test_what_only_a_person_may_settle_says_where(host: Host) -> None:
    await host.ask(ASK | {"human_only": True})

    await expect(host.card.get_by_role("alert")).to_contain_text("askline web")


def test_the_page_is_one_file_and_small() -> None:
    page = (STATIC / "askline-app.html").read_text()
    sizes: dict[str, Any] = json.loads((STATIC / "sizes.json").read_text())

    assert page.count("<script") == 1
    assert " src=" not in page.partition("<script")[0]
    assert sizes["askline-app"] <= sizes["askline-card"] + 2_560
