"""A service that is killed under waiting agents: how soon the next one has all of them again."""

import statistics
import time
from contextlib import suppress

from askline.client.local import Client
from askline.core.errors import AsklineError
from bench.line_starts import called
from bench.measuring import say
from bench.stdio import SCRIPT
from tests.journeys.agents import REVISIONS, Agent, Home, home


def main(agents: int, kills: int) -> None:
    cold, again = list[float](), list[float]()
    for turn in range(kills):
        with home() as room:
            cold.append(called(room, SCRIPT))
        with home() as room:
            again.append(attached_again(room, agents, REVISIONS[turn % len(REVISIONS)]))
    begin, back = statistics.median(cold), statistics.median(again)
    say(
        f"service killed, {agents} agents attached again",
        f"{back * 1000:.0f} ms, {back / begin:.2f} of a cold start ({begin * 1000:.0f} ms)",
        "wanted at most 2",
    )


def attached_again(room: Home, agents: int, revision: str) -> float:
    waiting = [Agent(room, revision, command=SCRIPT) for _ in range(agents)]
    for number, agent in enumerate(waiting):
        agent.ask(f"Question {number}?")
    room.pending(agents, within=60)
    room.kill_service()
    begun = time.perf_counter()
    while held(room) < agents:
        time.sleep(0.02)
    took = time.perf_counter() - begun
    for agent in waiting:
        agent.close()
    return took


def held(room: Home) -> int:
    """The calls that wait in the service that runs now, if one does."""
    with suppress(AsklineError, OSError):
        return Client(f"{room.env['ASKLINE_HOME']}/run/api.sock").health()["counts"]["waiting"]
    return 0
