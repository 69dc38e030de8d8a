"""What one call costs through line and service, and how soon an answer is at the client."""

import statistics
import time
from typing import Any

from askline.client.local import Client
from bench.measuring import percentile_ms, say
from bench.stdio import SCRIPT, SDK, in_its_chat
from tests.journeys.agents import MODERN, Agent, Home, home

SMALL: dict[str, Any] = {"name": "ask_await", "arguments": {"ids": []}}


def main(calls: int, answers: int) -> None:
    with home() as room:
        ours = Agent(room, MODERN, command=SCRIPT)
        sdk = Agent(room, MODERN, command=SDK)
        took = {id(ours): list[float](), id(sdk): list[float]()}
        for agent in (ours, sdk):
            agent.call("tools/list")
        for _ in range(calls):
            for agent in (ours, sdk):
                begun = time.perf_counter()
                agent.call("tools/call", SMALL)
                took[id(agent)].append(time.perf_counter() - begun)
        mine, other = (statistics.median(took[id(agent)]) for agent in (ours, sdk))
        say(
            "one small call",
            f"{mine * 1000:.2f} ms, {mine / other:.2f} of the SDK's stdio ({other * 1000:.2f} ms)",
            "wanted at most 1.0",
        )
        late = [answered(room, ours, number) for number in range(answers)]
        say(
            "answer committed to result at the client",
            f"p50 {percentile_ms(late, 0.5):.1f} ms, p99 {percentile_ms(late, 0.99):.1f} ms",
            "wanted p99 at most 20 ms",
        )
        ours.close()
        sdk.close()


def answered(room: Home, agent: Agent, number: int) -> float:
    """Seconds from the API's acknowledgement to the client's result; below zero is at once."""
    call = in_its_chat(agent, number)
    client = Client(f"{room.env['ASKLINE_HOME']}/run/api.sock")
    while not (waiting := client.asks()):
        time.sleep(0.001)
    client.answer(waiting[0]["id"], {"q": {"values": ["yes"]}})
    acknowledged = time.perf_counter()
    agent.wait(call)
    return max(0.0, time.perf_counter() - acknowledged)
