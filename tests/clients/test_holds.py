"""A person takes their time, longer than clients wait. The answer still comes, and nothing before it."""

import time
from collections.abc import Generator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from threading import Lock
from typing import TypeAlias

import pytest

from tests.clients.conversation import Json
from tests.clients.known import CLIENTS, Client
from tests.clients.play import playing
from tests.clients.records import held, keep
from tests.clients.wire import ToolCall
from tests.promises import promise

HOLDS = (370, 130, 70)
"""Seconds, beyond the limits that clients are known to have: 60, 120, 180 and 300."""
AT_ONCE = 14
"""So many clients fit into the memory of a small machine; they only wait."""

pytestmark = [pytest.mark.clients, pytest.mark.nightly, pytest.mark.timeout(1800)]


@dataclass(frozen=True)
class Held:
    before: Json
    """The ask just before it was answered."""
    after: Json
    results: list[str]
    """What the model read, in its order."""
    calls: list[ToolCall]


Holds: TypeAlias = "dict[tuple[str, int], Future[Held]]"


def hold(client: Client, seconds: int, starting: Lock) -> Held:
    with ExitStack() as stack:
        with starting:
            play = stack.enter_context(playing(client))
            ask = play.asked()
        time.sleep(seconds)
        before = play.ask_as_it_stands(ask)
        play.scene.human.answer(ask, "SQLite")
        play.told()
        keep(client.name, f"held-{seconds}", held(play))
        after = play.ask_as_it_stands(ask)
        return Held(before, after, play.model.results(), play.wire().calls())


@pytest.fixture(scope="module")
def holds(request: pytest.FixtureRequest) -> Generator[Holds]:
    """All the holds that this run wants, side by side, because each is mostly waiting."""
    chosen = {item.name for item in request.session.items}
    # One start at a time: many at once would all be slow, and some clients do not wait for us.
    starting = Lock()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield {
            (client.name, seconds): pool.submit(hold, client, seconds, starting)
            for seconds in HOLDS
            for client in CLIENTS
            if any(name.endswith(f"[{client.name}-{seconds}]") for name in chosen)
        }


@pytest.mark.parametrize("seconds", HOLDS)
@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
@promise("no-silent-end")
@promise("truth")
def test_an_answer_reaches_the_model_however_long_the_person_takes(
    holds: Holds, client: Client, seconds: int
) -> None:
    run = holds[client.name, seconds].result()
    *waiting, answered = run.results

    assert run.before["state"] == "pending"
    assert run.before["outcome"] is None
    assert run.after["outcome"]["settledBy"]["kind"] == "human"
    assert "SQLite" in answered
    # Until the answer the model was told that there is none, and how to wait on: no call was given up.
    assert [call.ended for call in run.calls] == ["pending"] * len(waiting) + ["answered"]
    assert all("ask_await" in result and "SQLite" not in result for result in waiting)
    assert sum(call.seconds for call in run.calls) > seconds - 5
