"""`askline mcp --in-process`: one process, the same asks as everybody else's."""

import signal
import time
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.invariants import invariant
from tests.journeys.agents import MODERN, REVISIONS, Agent, Home
from tests.journeys.agents import home as a_home
from tests.promises import promise

FLAG = ["--profile", "askline"]


@pytest.fixture
def home() -> Generator[Home]:
    with a_home() as made:
        yield made


@pytest.mark.parametrize("revision", REVISIONS)
@promise("one-truth-everywhere")
@invariant("I12")
def test_what_an_agent_asks_in_process_is_answered_through_a_service(
    home: Home, revision: str
) -> None:
    agent = Agent(home, revision, "--in-process")
    call = agent.ask("What shall it be called?")
    [ask] = home.pending(1)

    home.answer(ask, "Askline")

    assert agent.answer_to(call) == "Askline"
    agent.close()
    assert agent.process.returncode == 0
    assert home.service() != agent.process.pid


def test_a_response_that_was_written_is_delivered_so_the_same_ask_is_a_new_one(home: Home) -> None:
    agent = Agent(home, MODERN, "--in-process")
    call = agent.ask("Once?")
    home.answer(home.pending(1)[0], "yes")
    agent.answer_to(call)

    agent.ask("Once?")

    assert home.pending(1)[0]["state"] == "pending"
    agent.close()


@promise("detach-not-cancel")
@pytest.mark.parametrize("ending", ["close", "terminate"])
def test_an_agent_that_goes_away_lets_go_of_its_ask(home: Home, ending: str) -> None:
    agent = Agent(home, MODERN, "--in-process")
    agent.ask("Are you there?")
    [ask] = home.pending(1)
    assert not ask["detached"]

    if ending == "terminate":
        agent.process.send_signal(signal.SIGTERM)
        agent.process.wait(5)
    agent.close()

    assert home.json("show", ask["id"])["detached"]


@promise("detach-not-cancel")
@pytest.mark.parametrize("watched", [True, False], ids=["by a service", "by nobody"])
def test_an_agent_that_is_killed_lets_go_of_its_ask_within_seconds(
    home: Home, *, watched: bool
) -> None:
    agent = Agent(home, MODERN, "--in-process")
    agent.ask("Are you there?")
    [ask] = home.pending(1)
    assert not ask["detached"]
    if not watched:
        home.run("service", "stop")

    agent.process.kill()
    agent.process.wait(5)
    killed_at = time.monotonic()

    while not (ask := home.pending(1)[0])["detached"]:
        assert time.monotonic() - killed_at < 25, "the ask is still held"
        time.sleep(0.1)
    assert ask["state"] == "pending"
    agent.close()


def test_the_projects_profile_holds_unless_the_agent_was_told_another(home: Home) -> None:
    settings = home.project / ".askline" / "config.toml"
    settings.parent.mkdir()
    settings.write_text('profile = "auq"\n')

    theirs, told = (Agent(home, MODERN, "--in-process", *words) for words in ([], FLAG))
    lists = [agent.call("tools/list")["tools"] for agent in (theirs, told)]

    assert [tools[0]["name"] for tools in lists] == ["ask_user_questions", "ask_user"]
    for agent in (theirs, told):
        agent.close()


def test_where_nothing_can_be_written_it_works_and_says_so(
    home: Home, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    Path(tmp_path, "file").touch()
    nowhere = replace(home, env={**home.env, "ASKLINE_HOME": str(tmp_path / "file" / "home")})
    agent = Agent(nowhere, MODERN)  # it notices by itself

    begun = agent.call("server/discover")
    pending = agent.wait(agent.ask("Anybody?", blocking=False))
    agent.close()

    assert pending["structuredContent"]["state"] == "pending"
    for said in (begun["instructions"], pending["structuredContent"]["notice"]):
        assert "NOTHING IS KEPT" in said
        assert "set ASKLINE_HOME" in said
    assert "NOTHING IS KEPT" in pending["content"][0]["text"]
    assert "stays in your human's inbox" not in pending["content"][0]["text"]
    assert "NOTHING IS KEPT" in capfd.readouterr().err


def test_a_wrong_setting_is_named_before_anything_is_served(home: Home) -> None:
    wrong = replace(home, env={**home.env, "ASKLINE_LOG": "shouting"})

    done = wrong.run("mcp", "--in-process")

    assert done.returncode == 2
    assert "ASKLINE_LOG" in done.stderr
    assert done.stdout == ""
