"""The fourteen cases of PromptManager's contract, in a real browser, over the example chat application."""

import json
import time
from collections.abc import Generator
from uuid import uuid4

import anyio
import httpx
import pytest
from anyio import to_thread
from anyio.lowlevel import checkpoint
from playwright.async_api import Page, Route, expect

from tests.web.host_scene import SLOW_MS, HostScene, a_host, done, said, the_card

CONTINUED = "say I go on."
TIMED_OUT = "User did not respond within the timeout period. Proceeding with your best judgment."
NUMBERS = 10_000


@pytest.fixture(scope="module")
def chat() -> Generator[HostScene]:
    with a_host() as scene:
        yield scene


async def test_01_a_question_appears_inline_in_the_chat(page: Page, chat: HostScene) -> None:
    await chat.prompt(page, "say Let me see.\nask Which approach?: Option A, Option B")

    await expect(the_card(page)).to_contain_text("Which approach?", timeout=SLOW_MS)
    assert await page.locator("#chat > *").evaluate_all(
        "all => all.map(each => each.localName)"
    ) == [
        *("p", "p", "askline-card"),
    ]
    assert await the_card(page).get_by_role("radio").count() == 3


async def test_02_a_chosen_option_reaches_the_agent_which_goes_on(
    page: Page, chat: HostScene
) -> None:
    await chat.prompt(page, "ask Which approach?: Option A, Option B")
    await the_card(page).get_by_role("radio", name="Option B").check(timeout=SLOW_MS)
    await the_card(page).get_by_role("button", name="Send answer").click()

    await said(page, "User selected: Option B")
    await done(page)
    await expect(the_card(page)).to_contain_text("You answered")
    await expect(the_card(page)).to_contain_text("Option B")
    await expect(the_card(page).get_by_role("radio")).to_have_count(0)


async def test_03_a_free_text_reaches_the_agent(page: Page, chat: HostScene) -> None:
    await chat.prompt(page, "ask What shall it be called?")
    await the_card(page).get_by_role("textbox").first.fill("shop", timeout=SLOW_MS)
    await the_card(page).get_by_role("button", name="Send answer").click()

    await said(page, "User answered: shop")


async def test_04_all_chosen_options_reach_the_agent(page: Page, chat: HostScene) -> None:
    await chat.prompt(page, "ask-many Which tests?: unit, contract, journeys")
    for name in ("unit", "journeys"):
        await the_card(page).get_by_role("checkbox", name=name).check(timeout=SLOW_MS)
    await the_card(page).get_by_role("button", name="Send answer").click()

    await said(page, "User selected: unit, journeys")


async def test_05_questions_one_after_the_other_are_answered_each_for_itself(
    page: Page, chat: HostScene
) -> None:
    await chat.prompt(page, "ask First?: A, B\nsay Now the second.\nask Second?: C, D")
    await the_card(page).get_by_role("radio", name="A", exact=True).check(timeout=SLOW_MS)
    await the_card(page).get_by_role("button", name="Send answer").click()
    await said(page, "Now the second.")
    await the_card(page).get_by_role("radio", name="D", exact=True).check(timeout=SLOW_MS)
    await the_card(page).get_by_role("button", name="Send answer").click()

    await done(page)
    assert await page.locator(".assistant").all_inner_texts() == [
        *("User selected: A", "Now the second.", "User selected: D"),
    ]
    assert await page.locator("askline-card").count() == 2


async def test_06_a_chat_without_questions_is_as_it_was(page: Page, chat: HostScene) -> None:
    await chat.prompt(page, "say One.\nsay Two.")

    await done(page)
    assert await page.locator(".assistant").all_inner_texts() == ["One.", "Two."]
    assert await page.locator("askline-card").count() == 0


async def test_07_without_an_answer_in_time_the_agent_is_told_and_the_card_says_so(
    page: Page,
) -> None:
    with a_host(settings="promptmanager.timeout = 2") as chat:
        await chat.prompt(page, f"ask Anybody?: A, B\n{CONTINUED}")
        await done(page)

        assert await page.locator(".assistant").all_inner_texts() == [TIMED_OUT, "I go on."]
        await expect(the_card(page)).to_contain_text("timed out")


async def test_08_a_page_that_is_closed_ends_its_agent_and_leaves_the_ask(
    page: Page, chat: HostScene
) -> None:
    await chat.prompt(page, "ask Still there?: Yes, No")
    await expect(the_card(page)).to_contain_text("Still there?", timeout=SLOW_MS)
    await page.close()

    with anyio.fail_after(20):
        while "Still there?" not in left_behind(chat):
            await checkpoint()


def left_behind(chat: HostScene) -> list[str]:
    """What was asked by agents that have gone."""
    asks = chat.home.json("list")
    return [ask["questions"][0]["question"] for ask in asks if ask["detached"]]


async def test_09_a_token_of_no_stream_is_forbidden(chat: HostScene) -> None:
    url = chat.home.json("service", "status")["url"]
    body = {"streamToken": str(uuid4()), "question": "Which?"}
    async with httpx.AsyncClient(base_url=url, trust_env=False) as http:
        reply = await http.post("/claude/relay-question?p=5", json=body)

    assert (reply.status_code, reply.json()["code"]) == (403, "not_allowed")


async def test_10_an_agent_whose_server_does_not_start_goes_on_without(page: Page) -> None:
    with a_host("--ask-user-command", "/nowhere/askline") as chat:
        await chat.prompt(page, f"ask Which?: A, B\n{CONTINUED}")
        await done(page)

        said_so = await page.locator(".assistant").all_inner_texts()
    assert said_so == ["I cannot ask here, so I go on with my best judgment.", "I go on."]


@pytest.mark.parametrize(
    ("words", "settings"),
    [(["--no-ask-user"], ""), ([], "promptmanager.enabled = false")],
    ids=["in the host", "in the settings"],
)
async def test_11_turned_off_there_is_no_tool_and_nothing_is_asked(
    page: Page, words: list[str], settings: str
) -> None:
    with a_host(*words, settings=settings) as chat:
        await chat.prompt(page, f"ask Which?: A, B\n{CONTINUED}")
        await done(page)
        registered = (chat.home.project / ".claude/settings.local.json").read_text()

        assert ("ask-user" in registered) is not bool(words)
        assert await page.locator(".assistant").last.inner_text() == "I go on."
        assert await page.locator("askline-card").count() == 0
        assert chat.home.json("list", "--all") == []


async def test_12_a_question_is_in_the_browser_within_three_seconds(
    page: Page, chat: HostScene
) -> None:
    await chat.prompt(page, "say warm\nsay now\nask How fast?: A, B")
    await said(page, "now")
    begun = time.monotonic()
    await expect(the_card(page)).to_contain_text("How fast?")

    assert time.monotonic() - begun < 3


async def test_13_an_answer_is_at_the_agent_within_two_seconds(page: Page, chat: HostScene) -> None:
    await chat.prompt(page, "ask How fast?: A, B")
    await the_card(page).get_by_role("radio", name="A", exact=True).check(timeout=SLOW_MS)
    begun = time.monotonic()
    await the_card(page).get_by_role("button", name="Send answer").click()
    await said(page, "User selected: A")

    assert time.monotonic() - begun < 2


async def test_14_an_agent_that_only_talks_is_as_fast_as_without(chat: HostScene) -> None:
    """The best of several rounds of each, one after the other: the machine has other work too."""
    with a_host("--no-ask-user") as plain:
        with_it = without = float("inf")
        async with httpx.AsyncClient(trust_env=False, timeout=60) as http:
            for _ in range(25):
                without = min(without, await streamed(http, plain.origin))
                with_it = min(with_it, await streamed(http, chat.origin))
                if with_it <= without * 1.05:
                    break

    assert with_it <= without * 1.05


async def test_a_service_that_dies_under_an_open_page_is_answered_by_the_next(page: Page) -> None:
    with a_host() as chat:
        await chat.prompt(page, "ask Still there?: A, B")
        await the_card(page).get_by_role("radio", name="B", exact=True).check(timeout=SLOW_MS)
        before = chat.home.service()
        chat.home.kill_service()
        await expect(the_card(page)).to_contain_text("Reconnecting…")
        await expect(the_card(page)).not_to_contain_text("Reconnecting…", timeout=SLOW_MS)
        await the_card(page).get_by_role("button", name="Send answer").click()

        await said(page, "User selected: B")
        assert chat.home.service() != before


async def streamed(http: httpx.AsyncClient, origin: str) -> float:
    """Seconds from an agent's first number to its last."""
    begun = await http.post(f"{origin}/chats", json={"prompt": f"count {NUMBERS}"})
    first = last = 0.0
    async with http.stream("GET", f"{origin}/chats/{begun.json()['chat']}/events") as reply:
        async for line in reply.aiter_lines():
            if '"text": "1"' in line:
                first = time.monotonic()
            elif f'"text": "{NUMBERS}"' in line:
                last = time.monotonic()
    return last - first


@pytest.mark.parametrize("often", [1, 2], ids=["until it is renewed", "for good"])
async def test_a_page_whose_token_has_ended_goes_on_with_another_or_says_how(
    page: Page, chat: HostScene, often: int
) -> None:
    refused: list[str] = []

    async def refuse(route: Route) -> None:
        if len(refused) < often:
            refused.append(route.request.url)
            await route.fulfill(status=401, json={"code": "not_allowed", "detail": "Nobody."})
        else:
            await route.continue_()

    await chat.prompt(page, "ask Which approach?: Option A, Option B")
    await the_card(page).get_by_role("radio", name="Option B").check(timeout=SLOW_MS)
    await page.route("**/api/v1/embed/asks/*/answer", refuse)
    await the_card(page).get_by_role("button", name="Send answer").click()

    if often == 1:
        await said(page, "User selected: Option B")
    else:
        alert = the_card(page).get_by_role("alert")
        await expect(alert).to_contain_text("This page's access to Askline has ended. Load the")
    assert len(refused) == often


async def test_a_page_that_listens_with_a_token_that_has_ended_says_so_in_its_cards(
    page: Page, chat: HostScene
) -> None:
    listened: list[str] = []

    async def tell_once(route: Route) -> None:
        url = route.request.url
        listened.append(url)
        if len(listened) > 1:
            await route.fulfill(status=401, json={"code": "not_allowed", "detail": "Nobody."})
            return
        ask_id = await asked_id(chat, "Who is listening?")
        reply = await route.fetch(url=url.replace("/events?", f"/asks/{ask_id}?"))
        body = json.dumps({"seq": 0, "asks": [await reply.json()]})
        headers = {**reply.headers, "content-type": "text/event-stream"}
        event = f"event: snapshot\ndata: {body}\n\n"
        await route.fulfill(status=200, headers=headers, body=event)

    await page.route("**/api/v1/embed/events?*", tell_once)
    await chat.prompt(page, "ask Who is listening?: A, B")

    alert = the_card(page).get_by_role("alert")
    await expect(alert).to_contain_text("This page's access to Askline has ended.", timeout=SLOW_MS)
    assert len(listened) == 3


async def asked_id(chat: HostScene, question: str) -> str:
    with anyio.fail_after(20):
        while True:
            asks = await to_thread.run_sync(chat.home.json, "list")
            for ask in asks:
                if ask["questions"][0]["question"] == question:
                    return ask["id"]
