"""A link of a notice in a real browser that knows nothing else of us, as a phone's: by the tunnel's
name it shows, its button decides, and a page elsewhere presses nothing."""

import socket
from collections.abc import AsyncGenerator, Generator
from dataclasses import dataclass

import pytest
from playwright.async_api import Browser, Page, expect

from askline.client.local import Client
from askline.core.locations import Locations
from tests.doors.receivers import Receiver, a_receiver
from tests.journeys.agents import home as a_home
from tests.web.hostile import a_browser, a_site

FORM = """(action) => {
  const form = document.createElement("form");
  Object.assign(form, { action, method: "post" });
  document.body.append(form);
  form.submit();
}"""


@dataclass(frozen=True)
class Phone:
    client: Client
    receiver: Receiver

    def asked(self, question: str) -> tuple[str, str]:
        """A new ask, and the link of its first button."""
        ask = self.client.ask(question=question, options=["Now", "Later"])
        notice = self.receiver.next().json
        assert notice["asks"] == [ask["id"]]
        return ask["id"], notice["actions"][0]["url"]


@pytest.fixture(scope="module")
def phone() -> Generator[Phone]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with a_home() as made, a_receiver() as receiver:
        made.root.mkdir()
        (made.root / "config.toml").write_text(f"""
            web.port = {port}
            [alerts]
            delay = 0
            gap = 0
            desktop = false
            show = "question"
            webhook = "http://127.0.0.1:{receiver.port}/"
            link_base = "http://me.example:{port}"
        """)
        made.run("list")  # whatever needs the service starts it
        yield Phone(Client(Locations.from_environment(made.env).api_socket), receiver)


@pytest.fixture(scope="module")
async def browser() -> AsyncGenerator[Browser]:
    async with a_browser() as made:
        yield made


async def test_opening_shows_and_pressing_decides(phone: Phone, page: Page) -> None:
    ask, link = phone.asked("Deploy <b>it</b>?")

    await page.goto(link)
    await expect(page.get_by_text("Deploy <b>it</b>?")).to_be_visible()
    assert phone.client.read(ask)["state"] == "pending"
    await page.get_by_role("button", name="Answer: Now").click()

    await expect(page.get_by_role("heading", name="Answered")).to_be_visible()
    assert phone.client.read(ask)["outcome"]["answers"][0]["values"] == ["Now"]
    await page.goto(link)
    await expect(page.get_by_text("used before")).to_be_visible()


async def test_a_page_elsewhere_presses_nothing(phone: Phone, page: Page) -> None:
    ask, link = phone.asked("Deploy?")
    with a_site() as port:
        await page.goto(f"http://evil.example:{port}/")
        async with page.expect_navigation():
            await page.evaluate(FORM, link)

    await expect(page.get_by_text("not_allowed")).to_be_visible()
    assert phone.client.read(ask)["state"] == "pending"
