"""How soon a client has our tools: with a running service, and with none."""

import statistics
import time

from bench.line_calls import SMALL
from bench.measuring import say
from bench.stdio import BARE, SCRIPT, SDK, listed
from tests.journeys.agents import MODERN, Agent, Home, home


def main(runs: int) -> None:
    with home() as warm:
        Agent(warm, MODERN, command=SCRIPT).close()
        warm.json("list")
        ours, bare = list[float](), list[float]()
        for _ in range(runs):
            bare.append(listed(warm, BARE))
            ours.append(listed(warm, SCRIPT))
        tell("spawn to tools/list, service running", ours, bare, "a bare loop", 1.5)
    cold_lists, cold_calls = list[float](), list[float]()
    sdk, bare = list[float](), list[float]()
    for _ in range(max(3, runs // 5)):
        with home() as cold:
            bare.append(listed(cold, BARE))
            cold_lists.append(listed(cold, SCRIPT))
        with home() as cold:
            cold_calls.append(called(cold, SCRIPT))
            sdk.append(called(cold, SDK))
    tell("spawn to tools/list, no service yet", cold_lists, bare, "a bare loop", 2.0)
    tell("spawn to the first call's result, no service", cold_calls, sdk, "the SDK's stdio", 1.3)


def called(home: Home, command: list[str]) -> float:
    begun = time.perf_counter()
    agent = Agent(home, MODERN, command=command)
    agent.call("tools/list")
    agent.call("tools/call", SMALL)
    took = time.perf_counter() - begun
    agent.close()
    return took


def tell(what: str, ours: list[float], theirs: list[float], whose: str, limit: float) -> None:
    mine, other = statistics.median(ours), statistics.median(theirs)
    say(
        what,
        f"{mine * 1000:.0f} ms, {mine / other:.2f} of {whose} ({other * 1000:.0f} ms)",
        f"wanted at most {limit}",
    )
