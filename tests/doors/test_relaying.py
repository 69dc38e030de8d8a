"""The relay the other way: a host that keeps its own endpoints is asked, and its answer is the ask's."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import pytest
from anyio.lowlevel import checkpoint

from askline.asks.answers import Given
from askline.asks.model import Question
from askline.asks.state import State
from askline.core import carrying
from askline.core.background import background
from askline.core.relay_config import RelayConfig
from askline.doors.mcp import relaying
from askline.doors.mcp.host_app import HostAway, HostRefused
from askline.doors.mcp.settings import ConnectionSettings
from tests.builders import ADA, a_desk
from tests.doors.asks import the_ask
from tests.doors.profiles import AT_ONCE, Scene, an_agent, trouble, words
from tests.promises import promise
from tests.unit.test_relay_config import GOOD, written
from tests.unit.troubles import AwayAsks

TOOL = "ask_user"
ASKED: dict[str, Any] = {"question": "Which?", "options": [{"label": "A"}, {"label": "B"}]}
TIMED_OUT = "User did not respond within the timeout period. Proceeding with your best judgment."


@dataclass
class ScriptedHost:
    """Says one thing after the other; what follows is the next poll, for which nobody waits."""

    said: list[Any]
    asked: list[Question] = field(default_factory=list[Question])
    polls: int = 0
    when_polled: list[Callable[[], None]] = field(default_factory=list[Callable[[], None]])

    def __call__(self, config: RelayConfig) -> "ScriptedHost":
        assert config.project_id == 5
        return self

    async def put(self, question: Question) -> None:
        await checkpoint()
        if self.said and isinstance(self.said[0], HostAway):
            raise self.said.pop(0)
        self.asked.append(question)

    async def poll(self) -> Any:
        await checkpoint()
        self.polls += 1
        for each in self.when_polled:
            each()
        if not self.said:
            await anyio.sleep_forever()
        said = self.said.pop(0)
        if isinstance(said, Exception):
            raise said
        return said


@asynccontextmanager
async def relayed(
    folder: Path, host: ScriptedHost, config: Any = None, **more: Any
) -> AsyncGenerator[Scene]:
    written(folder, config or GOOD)
    labels = {"ASK_USER_CONFIG": "config.json"}
    async with an_agent(
        "promptmanager", cwd=str(folder), labels=labels, host_app=host, **more
    ) as scene:
        yield scene


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relaying, "POLL_S", 0.0)
    monkeypatch.setattr(carrying, "AWAY_S", 0.0)


async def test_the_hosts_answer_is_the_asks_and_the_agents(tmp_path: Path) -> None:
    answer = {"status": "answered", "answer": "B", "selectedOptions": [1]}
    host = ScriptedHost([None, None, answer])
    async with relayed(tmp_path, host) as scene:
        result = await scene.used(TOOL, ASKED)
        [ask] = await scene.desk.reading.history(ADA)

    assert words(result) == "User selected: B"
    assert [question.labels for question in host.asked] == [("A", "B")]
    assert ask.deadline == ask.asked_at + timedelta(seconds=60)
    assert ask.outcome is not None
    assert ask.outcome.settled_by.door == "api"


async def test_a_host_that_is_away_for_a_while_is_asked_as_soon_as_it_is_back(
    tmp_path: Path,
) -> None:
    answer = {"status": "answered", "answer": "neither"}
    host = ScriptedHost([HostAway(), HostAway(), HostAway(), answer])
    async with relayed(tmp_path, host) as scene:
        result = await scene.used(TOOL, ASKED)

    assert (words(result), len(host.asked)) == ("User answered: neither", 1)


@promise("never-lost")
async def test_what_a_host_answers_while_the_store_is_away_is_kept_when_it_is_back(
    tmp_path: Path,
) -> None:
    store = AwayAsks()
    gate = anyio.Event()

    class Slow(ScriptedHost):
        async def poll(self) -> Any:
            await gate.wait()
            return await super().poll()

    host = Slow([{"status": "answered", "answer": "B"}])
    async with relayed(tmp_path, host, desk=a_desk(store)) as scene:
        call = await scene.call(TOOL, ASKED)
        await the_ask(scene.desk)
        store.away = True
        gate.set()
        await store.missed.wait()
        store.away = False
        result = await scene.line.result_of(call)

    assert words(result) == "User selected: B"


@promise("never-lost")
async def test_what_a_host_answered_is_kept_though_the_call_ended_meanwhile(
    tmp_path: Path,
) -> None:
    store = AwayAsks()
    host = ScriptedHost([None, {"status": "answered", "answer": "B"}])
    async with relayed(tmp_path, host, desk=a_desk(store), cap_s=AT_ONCE * 100) as scene:
        host.when_polled.append(partial(setattr, store, "away", True))
        result = await scene.used(TOOL, ASKED)
        store.away = False
        async with background(scene.desk.run):
            [ask] = await scene.desk.reading.history(ADA)
            after = await scene.gone(ask)

    assert "Nobody has answered yet" in words(result)
    assert after.outcome is not None
    assert after.outcome.answers[0].values == ("B",)


async def test_a_host_that_stays_away_ends_in_the_time_out(tmp_path: Path) -> None:
    host = ScriptedHost([HostAway() for _ in range(9)])
    async with relayed(tmp_path, host) as scene:
        result = await scene.overdue(TOOL, ASKED, after_s=60)

    assert trouble(result) == TIMED_OUT


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (HostRefused("the host replied 403"), "the host replied 403"),
        ({"status": "answered", "selectedOptions": [7]}, "does not fit (invalid_arguments)"),
        ({"status": "answered", "answer": ""}, "does not fit (missing_required)"),
    ],
)
async def test_a_host_that_will_not_do_ends_the_ask_and_the_agent_is_told(
    tmp_path: Path, said: Any, why: str
) -> None:
    async with relayed(tmp_path, ScriptedHost([said])) as scene:
        result = await scene.used(TOOL, ASKED)
        [ask] = await scene.desk.reading.history(ADA)

    assert why in trouble(result)
    assert ask.state is State.CANCELLED


async def test_whoever_answers_first_counts_wherever_that_is(tmp_path: Path) -> None:
    async with relayed(tmp_path, ScriptedHost([])) as scene:
        result = await scene.answered(TOOL, ASKED, Given(values=("A",)))

    assert words(result) == "User selected: A"


@pytest.mark.parametrize(
    "late", [{"status": "answered", "answer": "B"}, HostRefused("the host replied 403")]
)
async def test_a_host_that_comes_second_changes_nothing(tmp_path: Path, late: Any) -> None:
    gate = anyio.Event()

    class Slow(ScriptedHost):
        async def poll(self) -> Any:
            await gate.wait()
            return await super().poll()

    async with relayed(tmp_path, Slow([late])) as scene:
        call = await scene.call(TOOL, ASKED)
        ask = await the_ask(scene.desk)
        await scene.desk.answering.reject(ADA, ask.id, receipt="r1")
        gate.set()
        result = await scene.line.result_of(call)

    assert words(result) == "User rejected the question."


async def test_a_call_that_waits_on_does_not_put_the_question_twice(tmp_path: Path) -> None:
    host = ScriptedHost([None, None])
    async with relayed(tmp_path, host, cap_s=AT_ONCE * 100) as scene:
        first = await scene.used(TOOL, ASKED)
        host.said.append({"status": "answered", "answer": "A"})
        second = await scene.used(TOOL, ASKED)

    assert "Nobody has answered yet" in words(first)
    assert words(second) == "User selected: A"
    assert len(host.asked) == 1


async def test_a_file_that_is_wrong_is_told_and_nothing_is_asked(tmp_path: Path) -> None:
    host = ScriptedHost([])
    config = {**GOOD, "apiUrl": "http://evil.example"}
    async with relayed(tmp_path, host, config) as scene:
        result = await scene.used(TOOL, ASKED)
        asks = await scene.desk.reading.history(ADA)

    assert "apiUrl" in trouble(result)
    assert (asks, host.asked) == ([], [])


async def test_turned_off_the_tool_is_not_listed_and_a_call_is_told_so() -> None:
    settings = ConnectionSettings(profile="promptmanager", promptmanager=False)
    async with an_agent("promptmanager", connection=settings) as scene:
        listed = await scene.listed()
        result = await scene.used(TOOL, ASKED)
        asks = await scene.desk.reading.history(ADA)

    assert (listed, asks) == ([], [])
    assert "turned off" in trouble(result)


async def test_a_project_may_have_its_own_time() -> None:
    settings = ConnectionSettings(profile="promptmanager", promptmanager_timeout_s=90)
    async with an_agent("promptmanager", connection=settings) as scene:
        await scene.call(TOOL, ASKED)
        ask = await the_ask(scene.desk)

    assert ask.deadline == ask.asked_at + timedelta(seconds=90)


async def test_an_ask_of_an_agent_in_a_hosts_stream_belongs_to_it() -> None:
    def stream_of(token: str | None) -> str | None:
        return f"stream of {token}" if token else None

    async with an_agent(
        "promptmanager", labels={"ASKLINE_STREAM": "abc"}, stream_of=stream_of
    ) as scene:
        await scene.call(TOOL, ASKED)

        assert (await the_ask(scene.desk)).stream == "stream of abc"
