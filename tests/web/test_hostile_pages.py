"""A person is signed in, and visits a page that means harm: a real browser, a real service.

The page is tried under a foreign name, and under our own name on another port: to a browser that is
the same site, which gets the cookie even where it is strict.
"""

import re
from collections.abc import AsyncGenerator, Generator
from dataclasses import dataclass
from itertools import product
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, BrowserContext, Page, expect

from askline.client.local import Client
from askline.core.locations import Locations
from tests.journeys.agents import home as a_home
from tests.web.hostile import a_browser, a_site

EVIL = ("evil.example", "127.0.0.1", "localhost")

SEND = """async ([url, init]) => {
  try { const reply = await fetch(url, init); return [reply.type, reply.status, await reply.text()]; }
  catch { return ["refused"]; }
}"""
LISTEN = """(url) => new Promise((said) => {
  const source = new EventSource(url, { withCredentials: true });
  source.addEventListener("snapshot", (event) => said(event.data));
  source.onmessage = (event) => said(event.data);
  source.onerror = () => said("refused");
})"""
INCLUDE = """([tag, url]) => new Promise((said) => {
  const element = document.createElement(tag);
  element.onload = () => said("loaded");
  element.onerror = () => said("refused");
  element.src = url;
  document.body.append(element);
})"""
FORM = """([action, type]) => {
  const form = document.createElement("form");
  Object.assign(form, { action, method: "post", enctype: type });
  const field = document.createElement("input");
  Object.assign(field, { name: '{"answers": {"q": {"values": ["yes"]}}, "receipt": "', value: '"}' });
  form.append(field);
  document.body.append(form);
  form.submit();
}"""


@dataclass(frozen=True)
class House:
    """The user's own side of a real service."""

    client: Client
    url: str

    def untouched(self, ask: str) -> bool:
        found = self.client.read(ask.rpartition("/")[2])
        return (found["state"], found["seen"]) == ("pending", [])


@pytest.fixture(scope="module")
def house() -> Generator[House]:
    with a_home() as made:
        made.run("list")  # whatever needs the service starts it
        client = Client(Locations.from_environment(made.env).api_socket)
        yield House(client, client.health()["url"])


@pytest.fixture(scope="module")
async def browser() -> AsyncGenerator[Browser]:
    async with a_browser() as made:
        yield made


@pytest.fixture(scope="module")
def evil_port() -> Generator[int]:
    with a_site() as port:
        yield port


@pytest.fixture(scope="module")
async def person(browser: Browser, house: House) -> AsyncGenerator[BrowserContext]:
    """A browser that is signed in."""
    context = await browser.new_context()
    context.set_default_timeout(10_000)
    page = await context.new_page()
    reply = await page.goto(house.client.login())
    assert reply
    assert reply.status == 200
    await page.close()  # our own page would look at the asks, as it should
    yield context
    await context.close()


@pytest.fixture(params=EVIL)
async def evil(
    person: BrowserContext, evil_port: int, request: pytest.FixtureRequest
) -> AsyncGenerator[Page]:
    page = await person.new_page()
    await page.goto(f"http://{request.param}:{evil_port}/")
    yield page
    await page.close()


@pytest.fixture
def ask(house: House) -> str:
    """Where one is answered that must stay as it is."""
    made = house.client.create(
        {"questions": [{"id": "q", "question": "May I?", "type": "confirm"}]}
    )
    return f"{house.url}/api/v1/asks/{made['id']}"


async def test_a_name_that_was_made_to_point_here_shows_nothing(
    person: BrowserContext, house: House
) -> None:
    page = await person.new_page()
    for path in ("/", "/api/v1/asks", "/api/v1/events", "/static/askline-card.js"):
        reply = await page.goto(f"http://evil.example:{urlsplit(house.url).port}{path}")
        assert reply
        assert reply.status == 421
    await page.close()


async def test_a_page_of_others_settles_nothing_by_a_call(
    evil: Page, house: House, ask: str
) -> None:
    for mode, kind in product(("no-cors", "cors"), ("text/plain", "application/json")):
        init = {
            "method": "POST",
            "mode": mode,
            "credentials": "include",
            "headers": {"Content-Type": kind},
            "body": '{"answers": {"q": {"values": ["yes"]}}, "receipt": "r"}',
        }
        said = await evil.evaluate(SEND, [f"{ask}/answer", init])
        assert said in (["refused"], ["opaque", 0, ""])

    assert house.untouched(ask)


async def test_a_page_of_others_settles_nothing_by_a_form(
    evil: Page, house: House, ask: str
) -> None:
    async with evil.expect_navigation() as going:
        await evil.evaluate(FORM, [f"{ask}/answer", "text/plain"])
    reply = await going.value

    assert reply
    assert reply.status == 403
    assert house.untouched(ask)


async def test_a_page_of_others_hears_nothing(evil: Page, house: House, ask: str) -> None:
    assert await evil.evaluate(LISTEN, f"{house.url}/api/v1/events") == "refused"
    assert house.untouched(ask)


async def test_a_page_of_others_reads_nothing(evil: Page, house: House) -> None:
    paths = ("/api/v1/asks", "/api/v1/health", "/", "/page.css")
    for mode, path in product(("no-cors", "cors"), paths):
        init = {"mode": mode, "credentials": "include"}
        assert await evil.evaluate(SEND, [f"{house.url}{path}", init]) == ["refused"]


async def test_a_page_of_others_includes_nothing_of_ours(evil: Page, house: House) -> None:
    script, image = ("script", "/api/v1/asks"), ("img", "/favicon.svg")
    for tag, path in (script, ("script", "/static/askline-card.js"), image):
        assert await evil.evaluate(INCLUDE, [tag, f"{house.url}{path}"]) == "refused"


async def test_a_page_of_others_frames_nothing_of_ours(evil: Page, house: House) -> None:
    async with evil.expect_event("response", lambda reply: reply.url == f"{house.url}/") as framed:
        await evil.evaluate(INCLUDE, ["iframe", f"{house.url}/"])

    assert (await framed.value).status == 403
    frame = evil.frames[-1]
    assert await frame.locator("askline-inbox").count() == 0


async def test_a_link_elsewhere_opens_the_page_of_who_is_signed_in(
    evil: Page, house: House
) -> None:
    link = f"{house.url}/history"
    await evil.evaluate(
        "(url) => { document.body.append(Object.assign(document.createElement('a'),"
        " { href: url, textContent: 'Look' })); }",
        link,
    )
    await evil.get_by_text("Look").click()

    await expect(evil.locator("askline-inbox")).to_be_attached()
    assert evil.url == link


async def test_a_leaked_code_is_worth_nothing_once_it_was_used(
    person: BrowserContext, browser: Browser, house: House
) -> None:
    leaked = house.client.login()
    page = await person.new_page()
    await page.goto(leaked)
    assert urlsplit(page.url).query == ""
    await page.close()  # our own page would look at the asks of other tests
    thief = await browser.new_context()
    theirs = await thief.new_page()
    reply = await theirs.goto(leaked)

    assert reply
    assert reply.status == 401
    assert await thief.cookies() == []
    await expect(theirs.get_by_text(re.compile("askline web"))).to_be_visible()
    await thief.close()


async def test_who_is_not_signed_in_is_told_how(page: Page, house: House) -> None:
    for path in ("/", "/history", "/asks/k7m2qd", "/settings"):
        reply = await page.goto(f"{house.url}{path}")
        assert reply
        assert reply.status == 401
        await expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


async def test_no_script_reads_the_cookie(person: BrowserContext) -> None:
    [cookie] = await person.cookies()

    assert cookie.get("httpOnly")
    assert cookie.get("sameSite") == "Strict"
