"""One service, however it is started, and whatever becomes of the process that started it."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from askline.core import starting
from askline.core.locations import Locations
from tests.invariants import invariant
from tests.journeys.agents import ASKLINE, JUNE, MODERN, Agent, Home, home
from tests.promises import promise
from tests.rounds import rounds

LINES = rounds(gate=20, nightly=50)


def service_of(place: Home) -> int | None:
    return starting.running_pid(Locations.from_environment(place.env))


def services(place: Home) -> list[int]:
    """Every process of this home that runs as a service, as the system lists them."""
    mine = f"ASKLINE_HOME={place.env['ASKLINE_HOME']}".encode()
    found: list[int] = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
            home = mine in (process / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        if home and words[-4:-1] == [b"askline", b"service", b"run"]:
            found.append(int(process.name))
    return found


@pytest.mark.timeout(300)
@invariant("I2")
def test_many_lines_at_once_start_one_service() -> None:
    with home() as place:
        with ThreadPoolExecutor(LINES) as pool:
            agents = [*pool.map(Agent, [place] * LINES, [MODERN] * LINES)]
        calls = [agent.ask(f"{n}?") for n, agent in enumerate(agents)]
        place.pending(LINES, within=60)

        if sys.platform == "linux":
            serving, end = [place.service()], time.monotonic() + 10
            while services(place) != serving:  # who came too late is still on its way out
                assert time.monotonic() < end, f"{services(place)} run beside {serving}"
                time.sleep(0.05)
        for ask in place.pending(LINES):
            place.answer(ask, ask["questions"][0]["question"])
        for n, (agent, call) in enumerate(zip(agents, calls, strict=True)):
            assert agent.answer_to(call) == f"{n}?"
            agent.close()


def test_a_socket_left_by_a_crash_is_no_hindrance() -> None:
    with home() as place:
        place.json("list")
        place.kill_service()
        assert Path(Locations.from_environment(place.env).socket).is_socket()

        assert place.json("list") == []


@invariant("I2")
def test_a_second_service_finds_the_place_taken() -> None:
    with home() as place:
        place.json("list")
        before = place.service()

        second = place.run("service", "run")

        assert second.returncode == 0
        assert "runs already" in second.stderr
        assert place.service() == before


@promise("ask-once")
@invariant("I1")
def test_a_client_that_repeats_its_call_asks_once() -> None:
    with home() as place:
        agent = Agent(place, JUNE)
        calls = [agent.ask("Again and again?") for _ in range(5)]
        place.pending(1)
        place.kill_service()
        calls += [agent.ask("Again and again?")]
        (ask,) = place.pending(1)

        place.answer(ask, "once")

        assert [agent.answer_to(call) for call in calls] == ["once"] * 6
        assert len(place.json("list", "--all")) == 1
        agent.close()


@invariant("I3")
def test_an_ask_of_two_megabytes_arrives_whole_also_after_a_crash() -> None:
    with home() as place:
        agent = Agent(place, MODERN)
        pages = [
            [{"label": f"{n}/{each}", "preview": f"{n}{each}" + "ä" * 5_000} for each in range(20)]
            for n in range(10)
        ]
        questions = [
            {"id": f"q{n}", "question": f"Which of {n}?", "type": "select", "options": options}
            for n, options in enumerate(pages)
        ]
        arguments = {"name": "ask_user", "arguments": {"questions": questions}}
        call = agent.start("tools/call", arguments)
        place.kill_service()
        (ask,) = place.pending(1)

        shown = place.json("show", ask["id"])["questions"]

        previews = [[each["preview"] for each in question["options"]] for question in shown]
        assert previews == [[each["preview"] for each in options] for options in pages]
        answers = {f"q{n}": {"values": [f"{n}/0"]} for n in range(10)}
        done = place.run("answer", ask["id"], "--answers", json.dumps(answers))
        assert done.returncode == 0, done.stderr
        assert len(agent.wait(call)["structuredContent"]["answers"]) == 10
        agent.close()


@invariant("I9")
def test_the_service_outlives_the_process_group_of_its_starter() -> None:
    with home() as place:
        line = subprocess.Popen(
            [*ASKLINE, "mcp"],
            env=place.env,
            cwd=place.project,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        started = appears(place)

        os.killpg(line.pid, signal.SIGKILL)
        line.communicate(timeout=10)

        assert place.service() == started


@invariant("I9")
def test_the_service_outlives_the_terminal_of_its_starter() -> None:
    with home() as place:
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(place.project)
            os.execve(ASKLINE[0], [*ASKLINE, "mcp"], place.env)  # noqa: S606 - the line itself
        started = appears(place)

        os.close(terminal)
        os.waitpid(child, 0)

        assert place.service() == started
        assert place.json("list") == []


def appears(place: Home) -> int:
    end = time.monotonic() + 20
    while (pid := service_of(place)) is None:
        assert time.monotonic() < end, "no service has been started"
        time.sleep(0.02)
    return pid


IN_BACKGROUND = ["sh", "-c", 'trap "" INT; exec "$0" "$@"', *ASKLINE]
"""As a shell without job control runs what stands before an ampersand."""


@promise("detach-not-cancel")
@pytest.mark.parametrize("ending", ["EOF", "SIGTERM", "SIGINT", "SIGKILL"])
def test_a_line_ends_at_once_and_its_ask_waits_without_it(ending: str) -> None:
    with home() as place:
        agent = Agent(place, JUNE, command=IN_BACKGROUND)
        agent.ask("Later?")
        place.pending(1)
        if ending == "EOF":
            assert agent.process.stdin
            agent.process.stdin.close()
        else:
            agent.process.send_signal(signal.Signals[ending])
        agent.process.wait(10)

        end = time.monotonic() + 20
        while not (ask := place.pending(1)[0])["detached"]:
            assert time.monotonic() < end, "the ask is still held"
            time.sleep(0.05)

        assert ask["state"] == "pending"
        place.answer(ask, "now")
        again = Agent(place, JUNE)
        assert again.answer_to(again.ask("Later?")) == "now"
        again.close()
        if ending != "EOF":
            agent.close()
