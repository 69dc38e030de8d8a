"""How soon an ask is painted, against a bare listener to the same events; and an answer's way back."""

import json
import queue
import threading
import time
from typing import Any

from playwright.sync_api import Browser, Page

from bench.browser import a_page
from bench.measuring import percentile_ms, say
from bench.stdio import SCRIPT
from tests.journeys.agents import MODERN, Agent, Home
from tests.web.house import House, a_house

QUESTION = {"id": "db", "question": "Which database?", "options": ["PostgreSQL", "SQLite"]}
WARM = 5
"""A page that waits for asks has been open for a while."""
PICKED = {"db": {"values": ["SQLite"]}}


class Stamped(Agent):
    """One that notes when its results came, whatever the bench is doing."""

    def __init__(self, home: Home) -> None:
        self.came: dict[int, float] = {}
        super().__init__(home, MODERN, command=SCRIPT)

    def _take(self, line: str) -> None:
        self.came[json.loads(line).get("id", 0)] = time.time()  # noqa: TID251 - a browser has no other clock
        super()._take(line)

    def asks(self, title: str) -> int:
        arguments = {"title": title, "questions": [QUESTION]}
        meta = {"threadId": title}  # each a conversation of its own: none asks too much
        return self.start("tools/call", {"name": "ask_user", "arguments": arguments, "_meta": meta})


def now() -> float:
    return time.time()  # noqa: TID251 - a browser has no other clock


def main(browser: Browser, asks: int, answers: int) -> None:
    with a_house() as house, a_page(browser, house) as page:
        heard = listening(house)
        for number in range(WARM):
            pushed(house, page, heard, f"Warm {number}")
        pairs = [pushed(house, page, heard, f"Ask {number}") for number in range(asks)]
        tell("ask committed to card painted", pairs, "a bare listener", 100)
        agent = Stamped(house.home)
        pairs = [submitted(house, page, agent, number) for number in range(answers)]
        agent.close()
        tell("submit to tool result, from the page", pairs, "the command line", 50)


def tell(what: str, pairs: list[tuple[float, float]], rival: str, most: int) -> None:
    """Ours comes first in each pair."""
    ours, theirs = ([pair[side] for pair in pairs] for side in (0, 1))
    shown = [
        f"p50 {percentile_ms(each, 0.5):.1f} ms, p99 {percentile_ms(each, 0.99):.1f} ms"
        for each in (ours, theirs)
    ]
    more = percentile_ms(ours, 0.99) - percentile_ms(theirs, 0.99)
    say(
        what, f"{shown[0]};", f"{rival}: {shown[1]};", f"p99 {more:+.0f} ms, wanted at most +{most}"
    )


def listening(house: House) -> "queue.Queue[tuple[str, float]]":
    """What a listener without a page hears: titles of new asks, and when."""
    heard: queue.Queue[tuple[str, float]] = queue.Queue()

    def listen() -> None:
        for event in house.client.events():
            if event.name == "asked":
                heard.put((event.data["ask"]["title"], now()))

    threading.Thread(target=listen, daemon=True).start()
    return heard


def pushed(
    house: House, page: Page, heard: "queue.Queue[tuple[str, float]]", title: str
) -> tuple[float, float]:
    """Seconds from the acknowledged ask to the painted card, and to the bare listener."""
    afresh(page)
    page.evaluate("title => { window.watch = painted(title); }", title)
    ask = house.ask(QUESTION, title=title)
    committed = now()
    painted: Any = page.evaluate("watch")
    said, came = heard.get(timeout=10)
    assert said == title
    house.client.answer(ask["id"], PICKED)
    return max(0.0, painted - committed), max(0.0, came - committed)


def afresh(page: Page) -> None:
    """Nothing open: what is settled stays on the page until its reader goes on."""
    page.locator("askline-card").get_by_role("button", name="Send answer").wait_for(state="hidden")
    clear = page.get_by_role("heading", name="All clear")
    while not clear.is_visible():
        # The page goes on to its own next view when its answer was taken, also past this click.
        page.get_by_role("navigation").get_by_role("link", name="Inbox").click()
        page.wait_for_timeout(50)


def submitted(house: House, page: Page, agent: Stamped, number: int) -> tuple[float, float]:
    """Seconds from sending to the agent's result: on the page, and as the command line sends."""
    afresh(page)
    call = agent.asks(f"Page {number}")
    page.evaluate("title => painted(title)", f"Page {number}")
    page.locator("askline-card").get_by_role("radio", name="SQLite").check()
    page.locator("askline-card").get_by_role("button", name="Send answer").click()
    agent.wait(call)
    sent: Any = page.evaluate("sent")
    by_page = agent.came[call] - sent
    afresh(page)
    call = agent.asks(f"Command {number}")
    page.evaluate("title => painted(title)", f"Command {number}")
    [ask] = house.client.asks()
    begun = now()
    house.client.answer(ask["id"], PICKED)
    agent.wait(call)
    return by_page, agent.came[call] - begun
