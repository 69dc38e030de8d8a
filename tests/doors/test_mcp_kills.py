"""The service is killed at every commit and every write: one ask and one answer for each request."""

from collections.abc import Callable, Sequence

import anyio
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from askline.line.flight import Flight
from tests.broken_lines import Chatty, Forgetful, Ungreeting
from tests.builders import ADA, a_desk
from tests.doors.lines import JUNE, Json
from tests.doors.mortal import Life, Survivor
from tests.invariants import control, invariant
from tests.promises import promise

HANDS: Json = {
    "protocolVersion": JUNE,
    "capabilities": {},
    "clientInfo": {"name": "codex", "version": "1"},
}


def asking(request_id: int, question: str) -> Json:
    arguments = {"questions": [{"id": "q", "question": question}]}
    params = {"name": "ask_user", "arguments": arguments}
    return {"id": request_id, "method": "tools/call", "params": params}


SAID = (
    {"id": 1, "method": "initialize", "params": HANDS},
    {"method": "notifications/initialized"},
    asking(2, "First?"),
    asking(1, "Second?"),  # an id may be used again once it was answered
)


async def through(
    lives: Sequence[int], flight: Callable[[], Flight] = Flight, within_s: float = 20
) -> int:
    """The moments of the last service, after those before it died at these moments of their own."""
    line = Survivor(flight(), SAID)
    with anyio.fail_after(within_s):
        for last in lives:
            await line.live(Life(last))
        await line.live(final := Life())
    assert [each["id"] for each in line.heard] == [1, 2, 1]
    assert all("result" in each for each in line.heard), line.heard
    told = [each["result"]["structuredContent"]["answers"][0]["values"] for each in line.heard[1:]]
    assert told == [["First?"], ["Second?"]]
    asks = await a_desk(line.kept).reading.history(ADA)
    assert sorted(ask.questions[0].text for ask in asks) == ["First?", "Second?"]
    assert {ask.agent.name for ask in asks} == {"codex"}, "the handshake was lost"
    return final.moments


@promise("ask-once")
@promise("never-lost")
@invariant("I1")
@invariant("I11")
async def test_a_kill_at_any_moment_leaves_one_ask_and_one_response_for_each_request() -> None:
    moments = await through([])

    for last in range(1, moments + 1):
        await through([last])


@promise("ask-once")
@invariant("I1")
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.integers(1, 25), min_size=2, max_size=6))
async def test_any_number_of_kills_leaves_one_ask_and_one_response(lives: list[int]) -> None:
    await through(lives)


@control("forgets")
@control("repeats")
@control("does not greet")
@pytest.mark.parametrize("flight", [Forgetful, Chatty, Ungreeting])
async def test_a_broken_line_fails_at_some_moment(flight: Callable[[], Flight]) -> None:
    async def all_moments() -> None:
        last = 0
        while True:
            last += 1
            await through([last], flight, within_s=2)

    with pytest.raises((AssertionError, TimeoutError)):
        await all_moments()
