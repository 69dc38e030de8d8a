"""A person who looks elsewhere is told of an ask, once, whatever happens to the service meanwhile."""

import json
import re
from collections.abc import Generator
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlencode

import pytest

from askline.client.local import Client
from askline.core.locations import Locations
from tests.doors.receivers import PATIENCE_S, Receiver, a_receiver
from tests.journeys.agents import MODERN, Agent, Home, home
from tests.promises import promise

TUNNEL = "me.example"
CONFIRM = [{"id": "q", "question": "Deploy?", "type": "confirm"}]


@pytest.fixture
def phone() -> Generator[Receiver]:
    with a_receiver() as receiver:
        yield receiver


@pytest.fixture
def place(phone: Receiver) -> Generator[Home]:
    with home() as made:
        set_up(made, phone, delay=0)
        yield made


def set_up(place: Home, phone: Receiver, *, delay: float) -> None:
    place.root.mkdir(exist_ok=True)
    here = f"127.0.0.1:{phone.port}"
    (place.root / "config.toml").write_text(f"""
        [alerts]
        delay = {delay}
        gap = 0
        desktop = false
        show = "question"
        push = ["ntfy://{here}/hush"]
        webhook = "http://{here}/hook"
        link_base = "https://{TUNNEL}"
    """)


def told(phone: Receiver) -> dict[str, Any]:
    """What both channels say next."""
    posted = [phone.next(), phone.next()]
    (hook,) = [each for each in posted if each.path == "/hook"]
    (ntfy,) = [each for each in posted if each.path == "/"]
    buttons = json.loads(ntfy.headers.get("x-actions", "[]"))
    return {**hook.json, "topic": ntfy.json["topic"], "buttons": buttons}


@promise("told")
def test_a_service_that_is_killed_over_a_notice_tells_nothing_twice(
    place: Home, phone: Receiver
) -> None:
    agent = Agent(place, MODERN)
    phone.replies.clear()
    agent.ask("First?")
    first = told(phone)
    place.kill_service()
    phone.replies.set()
    (ask,) = place.pending(1)
    assert (first["asks"], first["topic"]) == ([ask["id"]], "hush")

    agent.ask("Second?")
    second = told(phone)

    assert ask["id"] not in second["asks"]
    assert phone.posted.empty()
    rows = place.json("alerts")["alerts"]
    states = {(row["ask"], row["channel"]): row["state"] for row in rows}
    assert len(rows) == 4
    assert {states[ask["id"], channel] for channel in ("push", "webhook")} == {"sending"}
    agent.close()


@promise("told")
def test_what_was_seen_or_answered_before_its_moment_is_not_told(
    place: Home, phone: Receiver
) -> None:
    set_up(place, phone, delay=3600)
    agent = Agent(place, MODERN)
    agent.ask("Answered?")
    place.answer(place.pending(1)[0], "yes")
    agent.ask("Seen?")
    (seen,) = place.pending(1)
    Client(Locations.from_environment(place.env).api_socket).seen(seen["id"])
    set_up(place, phone, delay=0)

    agent.ask("Neither?")

    third = {ask["id"] for ask in place.pending(2)} - {seen["id"]}
    assert {*told(phone)["asks"]} == third
    assert phone.posted.empty()
    agent.close()


def test_a_button_on_the_phone_shows_first_and_then_answers(place: Home, phone: Receiver) -> None:
    agent = Agent(place, MODERN)
    call = agent.ask("Deploy?", questions=CONFIRM)
    notice = told(phone)
    yes, _no = (button["url"].removeprefix(f"https://{TUNNEL}") for button in notice["buttons"])
    port = int(place.json("service", "status")["url"].rpartition(":")[2])

    shown = through_the_tunnel(port, "GET", yes)
    assert "Answer: yes" in shown
    assert place.pending(1)[0]["seen"] == []
    assert "Nothing was pressed" in through_the_tunnel(port, "POST", yes)
    assert "Answered" in through_the_tunnel(port, "POST", yes, button_of(shown))

    result = agent.wait(call)["structuredContent"]
    assert (result["answers"][0]["values"], result["settledBy"]["door"]) == (["yes"], "link")
    agent.close()


def button_of(page: str) -> str:
    """What the page's form sends when its button is pressed."""
    [(name, value)] = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]+)"', page)
    return urlencode({name: value})


def through_the_tunnel(port: int, method: str, path: str, form: str = "") -> str:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    try:
        pressed = {"Origin": f"https://{TUNNEL}", **kind} if method == "POST" else {}
        connection.request(method, path, form.encode(), {"Host": TUNNEL, **pressed})
        with connection.getresponse() as reply:
            return reply.read().decode()
    finally:
        connection.close()
