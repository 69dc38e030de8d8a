"""Memory through real processes: files by themselves, and a summary in the next conversation."""

import time
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.journeys.agents import MODERN, Agent, Home
from tests.journeys.agents import home as a_home


@pytest.fixture
def home() -> Generator[Home]:
    with a_home() as made:
        yield made


def written(home: Home, count: int) -> list[Path]:
    end = time.monotonic() + 20
    questions = home.project / ".askline/questions"
    while len(files := sorted(questions.glob("2*.yaml"))) < count:
        assert time.monotonic() < end, files
        time.sleep(0.02)
    return files


def summary(agent: Agent) -> str:
    said = agent.call("tools/call", {"name": "question_summary", "arguments": {}})
    return said["structuredContent"]["summary"]


@pytest.mark.parametrize("words", [(), ("--in-process",)])
def test_an_answer_becomes_a_file_and_the_next_conversation_knows_it(
    home: Home, words: tuple[str, ...]
) -> None:
    (home.project / ".askline").mkdir()
    first = Agent(home, MODERN, *words)
    call = first.ask("Which database?")
    home.answer(home.pending(1)[0], "SQLite")
    first.answer_to(call)
    [file] = written(home, 1)
    first.close()

    second = Agent(home, MODERN, *words)
    told = summary(second)
    second.close()

    assert 'answer: "SQLite"' in file.read_text()
    assert told.count('answer: "SQLite"') == 1
    assert 'answer: "SQLite"' in home.run("memory", "summary").stdout
    if not words:
        file.unlink()
        assert home.run("memory", "rebuild").stdout == "1 written, 0 were there.\n"
        assert home.run("memory", "rebuild").stdout == "0 written, 1 were there.\n"
        assert "(by me" in home.run("memory", "search", "database").stdout
        assert home.run("memory", "export").stdout.startswith("# Decisions in ")


def test_the_journal_goes_on_after_the_service_was_killed(home: Home) -> None:
    (home.project / ".askline").mkdir()
    agent = Agent(home, MODERN)
    for number in range(3):
        call = agent.ask(f"Question {number}?")
        home.answer(home.pending(1)[0], f"answer {number}")
        home.kill_service()
        agent.answer_to(call)
    agent.ask("The last?")
    home.answer(home.pending(1)[0], "answer 3")

    told = summary(agent)
    agent.close()

    assert [told.count(f'answer: "answer {number}"') for number in range(4)] == [1, 1, 1, 1]
    texts = [file.read_text() for file in written(home, 1)]
    assert len(texts) == len({*texts})
