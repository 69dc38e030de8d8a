"""A person at a real terminal: the inbox in tmux, agents on real lines, a service that may die."""

import os
import signal

import pytest

from tests.journeys.agents import MODERN, NOVEMBER, Agent, Home, Json, home
from tests.journeys.screens import a_screen

STORE: Json = {
    "id": "q",
    "header": "Store",
    "question": "Which database?",
    "options": ["PostgreSQL", "SQLite", "MySQL"],
}
GO: Json = {"id": "go", "header": "Go", "question": "Go on?", "type": "confirm"}


def asks(agent: Agent, title: str, *questions: Json) -> int:
    arguments = {"title": title, "questions": [*questions]}
    return agent.start("tools/call", {"name": "ask_user", "arguments": arguments})


@pytest.mark.parametrize(
    "env",
    [
        pytest.param({"TERM": "xterm"}, marks=pytest.mark.nightly),
        pytest.param({"TERM": "linux"}, marks=pytest.mark.nightly),
        {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
        {"TERM": "screen", "NO_COLOR": "1"},
        pytest.param({"TERM": "xterm", "LANG": "C", "LC_ALL": "C"}, marks=pytest.mark.nightly),
    ],
    ids=lambda env: "-".join(env.values()),
)
def test_an_ask_over_a_line_is_answered_by_keys_in_every_terminal(env: dict[str, str]) -> None:
    with home() as here:
        agent = Agent(here, MODERN)
        call = asks(agent, "Pick a store", STORE)
        here.pending(1)
        with a_screen(here, env=env) as screen:
            screen.shows("Pick a store")
            screen.shows("journey")
            screen.presses("Enter", "2")
            screen.shows("● SQLite")
            screen.presses("Enter")
            assert agent.answer_to(call) == "SQLite"
            screen.shows("All clear")
            screen.presses("q")
        agent.close()


def test_several_questions_are_reviewed_and_an_ask_is_rejected_with_a_reason() -> None:
    with home() as here:
        agent = Agent(here, NOVEMBER)
        first = asks(agent, "Two things", STORE, GO)
        here.pending(1)
        with a_screen(here, size=(80, 24)) as screen:
            screen.shows("Two things")
            screen.presses("Enter")
            screen.shows("1 ○ PostgreSQL")
            screen.presses("1", "Right", "2", "C-s")
            screen.shows("Nothing has been sent yet")
            screen.presses("Enter")
            facts = agent.wait(first)["structuredContent"]
            assert [each["values"] for each in facts["answers"]] == [["PostgreSQL"], ["no"]]

            second = asks(agent, "Third thing", GO)
            screen.shows("Third thing")
            screen.presses("x")
            screen.shows("Reject this")
            screen.types("Not on a Friday.")
            screen.presses("C-s")
            facts = agent.wait(second)["structuredContent"]
        agent.close()
    assert (facts["state"], facts["reason"]) == ("rejected", "Not on a Friday.")


@pytest.mark.nightly
def test_four_agents_at_once_get_each_its_own_answer() -> None:
    with home() as here:
        agents = [Agent(here, MODERN) for _ in range(4)]
        with a_screen(here) as screen:
            screen.shows("All clear")
            calls = [asks(agent, f"Ask of {n}", STORE) for n, agent in enumerate(agents)]
            screen.shows("4 waiting")
            for left in (3, 2, 1, 0):
                number = int(screen.shows(r"▌● Ask of \d").partition("▌● Ask of ")[2][0])
                screen.presses("Enter", str(number % 3 + 1), "Enter")
                assert agents[number].answer_to(calls[number]) == STORE["options"][number % 3]
                screen.shows(f"{left} waiting")
            screen.shows("All clear")
        for agent in agents:
            agent.close()


@pytest.mark.nightly
def test_a_terminal_may_change_its_size_while_a_question_is_open() -> None:
    with home() as here:
        agent = Agent(here, MODERN)
        call = asks(agent, "Pick a store", STORE)
        here.pending(1)
        with a_screen(here) as screen:
            screen.shows("Which database")
            screen.presses("Enter", "3")
            for columns, rows in ((60, 20), (40, 12), (200, 50), (100, 30)):
                screen.resize(columns, rows)
                screen.shows("● MySQL")
            screen.presses("Enter")
            assert agent.answer_to(call) == "MySQL"
        agent.close()


def test_a_service_killed_under_the_open_inbox_loses_no_mark_and_no_answer() -> None:
    with home() as here:
        agent = Agent(here, MODERN)
        call = asks(agent, "Pick a store", STORE)
        here.pending(1)
        with a_screen(here) as screen:
            screen.shows("Pick a store")
            screen.presses("Enter", "2")
            screen.shows("● SQLite")
            killed = _kill(here)
            screen.presses("Enter")
            assert agent.answer_to(call) == "SQLite"
            assert here.service() != killed
            screen.shows("All clear")
        agent.close()


def test_the_plain_inbox_answers_line_by_line() -> None:
    with home() as here:
        agent = Agent(here, MODERN)
        call = asks(agent, "Pick a store", STORE)
        here.pending(1)
        with a_screen(here, "--plain") as screen:
            screen.shows("1 ask waits")
            screen.presses("1", "Enter", "a", "Enter", "2", "Enter", "y", "Enter")
            assert agent.answer_to(call) == "SQLite"
            screen.shows("All clear")
        agent.close()


def _kill(here: Home) -> int:
    service = here.service()
    os.kill(service, signal.SIGKILL)
    return service
