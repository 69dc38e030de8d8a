"""One team at a hub: two people in two browsers, an agent over HTTP, and one by a line at home."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import Any

import anyio
from anyio import to_thread
from playwright.async_api import Browser, Page, expect

from askline.core.background import background
from askline.core.people import Right
from askline.people.model import Grant, Role
from tests.hub import PASSWORD
from tests.journeys.agents import NOVEMBER, Agent, Home
from tests.journeys.agents import home as a_home
from tests.replicas import Standing, a_hub

TEAM = "web"
TYPED = {"questions": [{"id": "name", "question": "What shall it be called?", "type": "text"}]}


@asynccontextmanager
async def signed_in(browser: Browser, url: str, login: str) -> AsyncGenerator[Page]:
    """A browser of their own, at their inbox; away from it before the hub ends."""
    context = await browser.new_context()
    page = await context.new_page()
    await page.goto(url)
    await page.get_by_label("Tenant").fill("acme")
    await page.get_by_label("Login").fill(login)
    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_role("button", name="Sign in", exact=True).click()
    await expect(page.locator(".line")).to_have_text("Live")
    yield page
    await page.goto("about:blank")
    await context.close()


async def a_team(hub: Standing, project: str) -> tuple[str, str]:
    """Cy and Bob answer for one team, which has the project; tokens for its service and for Ada."""
    ada = await hub.found()
    people = hub.replica.administering
    await people.make_team(ada, TEAM)
    await people.open_project(ada, project, TEAM)
    await hub.joined(ada, "bob", Grant(role=Role.ANSWERER, team=TEAM))
    await hub.joined(ada, "cy", Grant(role=Role.ANSWERER, team=TEAM))
    service = await hub.token(ada, service="ci")
    return service, await hub.token(ada, Right.ASK, Right.ANSWER)


def joined(home: Home, url: str, token: str) -> None:
    done = replace(home, env={**home.env, "ASKLINE_TOKEN": token}).run("hub", "join", url)
    assert done.returncode == 0, done.stderr


async def answered(page: Page, title: str, words: str) -> None:
    await page.locator("askline-list").get_by_role("option").filter(has_text=title).click()
    await page.locator("askline-card").get_by_role("textbox").first.fill(words)
    await page.locator("askline-card").get_by_role("button", name="Send answer").click()


async def played(
    browser: Browser, hub: tuple[Standing, Standing], home: Home, results: list[Any]
) -> str:
    """What the agent at home was answered; the other's result goes into `results`."""
    here, there = hub
    project = home.project.name
    service, hers = await a_team(here, project)

    async def over_http() -> None:
        async with here.agent(service, **{"Askline-Project": project}) as agent:
            results.append(await agent.call_tool("ask_user", {**TYPED, "title": "From the hub"}))

    async with (
        signed_in(browser, here.url, "cy") as cy,
        signed_in(browser, there.url, "bob") as bob,
        background(over_http),
    ):
        await answered(bob, "From the hub", "Ledger")
        await expect(cy.locator("askline-list")).to_contain_text("Answered · Ledger")
        await to_thread.run_sync(joined, home, here.url, hers)
        agent = await to_thread.run_sync(Agent, home, NOVEMBER)
        call = await to_thread.run_sync(partial(agent.ask, "Which colour?"))
        await answered(cy, "Which colour?", "Green")
        said = await to_thread.run_sync(agent.answer_to, call)
        await to_thread.run_sync(agent.close)
        return said


async def test_a_team_answers_agents_of_the_hub_and_of_its_members(
    browser: Browser, postgres: str
) -> None:
    results: list[Any] = []
    with anyio.fail_after(55):
        async with a_hub(postgres, replicas=2, host="localhost") as (here, there):
            # Its service ends before the hub does, which would wait for it.
            with a_home() as home:
                said = await played(browser, (here, there), home, results)

    [result] = results
    assert result.structured_content["answers"][0]["values"] == ["Ledger"]
    assert result.structured_content["settledBy"]["who"] == "bob"
    assert said == "Green"
