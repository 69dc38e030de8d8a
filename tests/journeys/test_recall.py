"""Recall and rules through real processes: asked, answered, recalled, ruled, taken back."""

import time
from collections.abc import Generator
from typing import Any

import pytest

from askline.client.local import Client
from askline.core.locations import Locations
from tests.journeys.agents import MODERN, Agent, Home
from tests.journeys.agents import home as a_home
from tests.promises import promise

QUESTION = "Which database should the shop use?"
ASKED = [{"id": "q", "question": QUESTION, "options": ["PostgreSQL", "SQLite"]}]


@pytest.fixture
def home() -> Generator[Home]:
    with a_home() as made:
        yield made


def offered(home: Home) -> dict[str, Any]:
    """The pending ask, once its earlier answer is offered."""
    end = time.monotonic() + 20
    while True:
        ask = home.pending(1)[0]
        shown = home.json("show", ask["id"])
        if shown["recalled"]:
            return shown
        assert time.monotonic() < end, shown
        time.sleep(0.05)


@promise("truth")
def test_an_answer_is_recalled_then_ruled_and_what_the_rule_said_is_taken_back(home: Home) -> None:
    first = Agent(home, MODERN)
    call = first.ask(QUESTION, questions=ASKED)
    home.answer(home.pending(1)[0], "SQLite")
    first.answer_to(call)
    first.close()

    second = Agent(home, MODERN)
    told = second.call("tools/call", {"name": "question_summary", "arguments": {}})
    call = second.ask(QUESTION, questions=ASKED)
    ask = offered(home)
    assert home.run("answer", ask["short_id"], "--again").returncode == 0
    again = second.wait(call)["structuredContent"]
    client = Client(Locations.from_environment(home.env).api_socket, door="cli", present=True)
    rule = client.make_rule(ask["id"])
    call = second.ask(QUESTION, questions=ASKED)
    by_rule = second.wait(call)
    ruled = by_rule["structuredContent"]
    assert home.run("correct", ruled["askId"], "PostgreSQL").returncode == 0
    waited = second.call(
        "tools/call", {"name": "ask_await", "arguments": {"ids": [ruled["askId"]]}}
    )
    second.close()

    assert 'answer: "SQLite"' in told["structuredContent"]["summary"]
    assert again["settledBy"]["kind"] == "human"
    assert again["answers"][0]["note"].startswith("Recalled from ask ")
    assert (ruled["settledBy"]["kind"], ruled["settledBy"]["id"]) == ("rule", rule["id"])
    assert "a rule that your human made" in by_rule["content"][0]["text"]
    amended = waited["structuredContent"]["asks"][0]["amendments"][0]
    assert amended["answers"][0]["values"] == ["PostgreSQL"]
