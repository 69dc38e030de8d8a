"""The service dies, hangs, stops or is retired while agents wait: none of them notices."""

import os
import signal
import subprocess
import sys
import time
from itertools import pairwise

import pytest

from askline.core import starting
from askline.core.locations import Locations
from tests.invariants import invariant
from tests.journeys.agents import ASKLINE, JUNE, REVISIONS, Agent, Home, Json, home
from tests.promises import promise
from tests.rounds import LONG, rounds

AGENTS = rounds(gate=6, nightly=50)
KILLS = rounds(gate=1, nightly=7)


def locations(place: Home) -> Locations:
    return Locations.from_environment(place.env)


def answer_all(place: Home, asks: list[Json]) -> None:
    """Each with its own question, so that an answer in the wrong place is seen."""
    for ask in asks:
        place.answer(ask, question(ask))


def question(ask: Json) -> str:
    return ask["questions"][0]["question"]


def progress(agent: Agent) -> list[float]:
    return [
        each["params"]["progress"]
        for each in agent.notifications
        if each["method"] == "notifications/progress"
    ]


def rises(numbers: list[float]) -> bool:
    return all(before < after for before, after in pairwise(numbers))


@promise("never-lost")
@promise("ask-once")
@pytest.mark.timeout(600)
@pytest.mark.parametrize("revision", REVISIONS)
@invariant("I1")
@invariant("I4")
def test_killing_the_service_while_agents_wait_loses_and_doubles_nothing(revision: str) -> None:
    with home() as place:
        agents = [Agent(place, revision) for _ in range(AGENTS)]
        for turn in range(KILLS):
            calls = [agent.ask(f"{turn}/{n}?") for n, agent in enumerate(agents)]
            asks = place.pending(AGENTS)
            place.kill_service()
            answer_all(place, asks[: AGENTS // 2])
            place.kill_service()
            answer_all(place, asks[AGENTS // 2 :])
            for n, (agent, call) in enumerate(zip(agents, calls, strict=True)):
                assert agent.answer_to(call, 60) == f"{turn}/{n}?"
        kept = place.json("list", "--all", "--limit", "1000")
        assert [ask["state"] for ask in kept] == ["answered"] * AGENTS * KILLS
        assert all(rises(progress(agent)) for agent in agents)
        for agent in agents:
            agent.call("tools/list")
            agent.close()


@invariant("I6")
def test_a_cancelled_call_and_an_answered_one_are_not_asked_again() -> None:
    with home() as place:
        agent = Agent(place, JUNE)
        answered, cancelled = agent.ask("Answered?"), agent.ask("Cancelled?")
        asks = {question(ask): ask for ask in place.pending(2)}
        place.answer(asks["Answered?"], "yes")
        assert agent.answer_to(answered) == "yes"
        agent.send({"method": "notifications/cancelled", "params": {"requestId": cancelled}})
        waiting = agent.ask("Waiting?")
        place.pending(1)
        before = place.json("list", "--all")
        place.kill_service()

        (ask,) = [each for each in place.pending(1) if question(each) == "Waiting?"]
        place.answer(ask, "done")

        assert agent.answer_to(waiting) == "done"
        assert len(place.json("list", "--all")) == len(before) == 3
        agent.close()


ENSURE = """
from askline.core.locations import Locations
from askline.core.starting import ensure
assert ensure(Locations.from_environment())
"""


def hang(place: Home) -> int:
    """The service's process, which answers nobody from now on and is not young any more."""
    pid = place.service()
    os.utime(locations(place).service_lock, (0, 0))
    os.kill(pid, signal.SIGSTOP)
    return pid


def test_a_service_that_hangs_is_replaced_and_the_call_answered() -> None:
    with home() as place:
        agent = Agent(place, JUNE)
        call = agent.ask("Still there?")
        (ask,) = place.pending(1)
        hung = hang(place)

        subprocess.run([sys.executable, "-c", ENSURE], env=place.env, check=True, timeout=30)

        assert place.service() != hung
        place.answer(ask, "yes")
        assert agent.answer_to(call) == "yes"
        agent.close()


def test_a_command_waits_seconds_for_a_service_that_hangs_and_says_why() -> None:
    with home() as place:
        place.json("list")
        hung = hang(place)

        done = place.run("list")

        assert (done.returncode, done.stdout) == (0, "Nothing waits for an answer.\n")
        assert "The service does not answer" in done.stderr
        assert place.service() != hung


@pytest.mark.nightly  # a line takes 25 seconds to be sure; the gate plays it faster
@pytest.mark.timeout(120)
def test_a_line_finds_by_itself_that_its_service_hangs() -> None:
    with home() as place:
        agent = Agent(place, JUNE)
        call = agent.ask("Still there?")
        place.pending(1)
        hung = hang(place)

        end = time.monotonic() + 60
        while starting.running_pid(locations(place)) == hung:
            assert time.monotonic() < end, "nobody has replaced the service"
            time.sleep(0.5)

        place.answer(place.pending(1)[0], "yes")
        assert agent.answer_to(call) == "yes"
        agent.close()


def test_a_stopped_service_stays_stopped_until_an_agent_asks() -> None:
    with home() as place:
        agent = Agent(place, JUNE)
        first = agent.ask("First?")
        place.pending(1)
        assert place.run("service", "stop").returncode == 0
        agent.send({"method": "notifications/roots/list_changed"})
        for _ in range(rounds(gate=4, nightly=20)):
            assert place.run("service", "status").returncode != 0
            if LONG:
                time.sleep(0.5)

        second = agent.ask("Second?")

        for ask in place.pending(2):
            place.answer(ask, question(ask))
        assert agent.answer_to(first) == "First?"
        assert agent.answer_to(second) == "Second?"
        agent.close()


def test_sigterm_ends_the_service_like_a_crash() -> None:
    with home() as place:
        agent = Agent(place, JUNE)
        call = agent.ask("Well?")
        (ask,) = place.pending(1)

        os.kill(place.service(), signal.SIGTERM)

        place.answer(ask, "well")
        assert agent.answer_to(call) == "well"
        agent.close()


def test_a_script_that_waits_holds_its_ask_and_lets_go_when_it_dies() -> None:
    with home() as place:
        words = [*ASKLINE, "ask", "Well?"]
        script = subprocess.Popen(words, env=place.env, cwd=place.project)
        (ask,) = place.pending(1)
        assert not ask["detached"]
        end = time.monotonic() + 20
        while not place.json("service", "status")["counts"]["waiting"]:
            assert time.monotonic() < end, "the script does not wait"

        script.kill()
        script.wait(10)

        while not place.json("show", ask["id"])["detached"]:
            assert time.monotonic() < end, "the ask is still held"
            time.sleep(0.05)

        assert place.json("show", ask["id"])["state"] == "pending"
