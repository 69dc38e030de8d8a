"""What was settled while nobody waited comes with the agent's next result, once, and to it alone."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import anyio
import pytest
from mcp_types import CallToolResult, TextContent

from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.core.ids import parse_id
from askline.doors.mcp import announcing, server
from askline.doors.mcp.contracts import askline
from askline.doors.mcp.server import build_server
from askline.doors.mcp.settings import DEFAULT_PROFILE
from tests.builders import ADA, StoppedClock, a_desk, given
from tests.doors.lines import JUNE, MODERN, Json, LineEnd, a_hello, a_line
from tests.promises import promise
from tests.unit.troubles import AwayAsks

ERAS = pytest.mark.parametrize("revision", [JUNE, MODERN])
CHAT = {"CLAUDE_CODE_SESSION_ID": "chat-1"}


def a_question(text: str, **more: Any) -> Json:
    return {"questions": [{"id": "q", "question": text}], **more}


async def asked(line: LineEnd, text: str, **more: Any) -> Json:
    """The result of asking without waiting."""
    return await line.result_of(
        await line.use("ask_user", a_question(text, blocking=False, **more))
    )


async def settled(desk: Desk, result: Json, words: str = "yes") -> Ask:
    ask_id = result["structuredContent"]["askId"]
    return await desk.answering.answer(ADA, id_of(ask_id), given(q=words), receipt=f"r-{ask_id}")


def id_of(text: str) -> Any:
    return parse_id(text)


def told(result: Json) -> list[str]:
    """The asks that a result tells of beside its own."""
    return [each["askId"] for each in result["structuredContent"].get("alsoSettled", [])]


@promise("never-lost")
@ERAS
async def test_an_outcome_nobody_waited_for_comes_with_the_next_result(revision: str) -> None:
    desk = a_desk()
    async with a_line(build_server(desk, StoppedClock()), revision=revision) as line:
        ask = await settled(desk, await asked(line, "First?"), "as you like")

        result = await asked(line, "Second?")

    assert told(result) == [str(ask.id)]
    [also] = result["structuredContent"]["alsoSettled"]
    assert also["answers"] == [{"questionId": "q", "state": "answered", "values": ["as you like"]}]
    own, news = result["content"]
    assert "Second?" not in news["text"]
    assert news["text"].startswith("Also settled since")
    assert "as you like" in news["text"]
    assert "as you like" not in own["text"]


@promise("ask-once")
@ERAS
async def test_it_is_told_until_the_line_reports_it_and_then_no_more(revision: str) -> None:
    clock = StoppedClock()
    desk = a_desk(clock=clock)
    async with a_line(build_server(desk, clock), revision=revision) as line:
        ask = await settled(desk, await asked(line, "First?"))
        call = await line.use("ask_user", a_question("Second?", blocking=False))
        first = await line.result_of(call)
        on_its_way = await asked(line, "Third?")
        clock.time += timedelta(minutes=1)
        lost = await asked(line, "Fourth?")
        await line.say(line.words[-1].replace("!carries", "!delivered").strip())
        after = await asked(line, "Fifth?")

    assert [told(each) for each in (first, on_its_way, lost, after)] == [
        [str(ask.id)],
        [],
        [str(ask.id)],
        [],
    ]
    assert (await desk.reading.read(ADA, ask.id)).delivered_at == clock.time


@promise("late-kept")
async def test_what_was_corrected_after_delivery_is_told_again_as_it_stands_now() -> None:
    desk = a_desk()
    async with a_line(build_server(desk, StoppedClock())) as line:
        ask = await settled(desk, await asked(line, "First?"))
        await asked(line, "Second?")
        await line.say(line.words[-1].replace("!carries", "!delivered").strip())
        await line.call("tools/list")
        await desk.answering.correct(ADA, ask.id, given(q="no"), receipt="r2")

        result = await asked(line, "Third?")

    [also] = result["structuredContent"]["alsoSettled"]
    assert also["askId"] == str(ask.id)
    assert len(also["amendments"]) == 1


async def test_what_the_result_itself_tells_is_not_told_twice() -> None:
    desk = a_desk()
    async with a_line(build_server(desk, StoppedClock())) as line:
        ask = await settled(desk, await asked(line, "First?"))

        result = await line.result_of(await line.use("ask_await", {"ids": [str(ask.id)]}))

    assert told(result) == []
    assert len(result["content"]) == 1


@ERAS
async def test_what_another_open_call_waits_for_is_left_to_it(revision: str) -> None:
    desk = a_desk()
    async with a_line(build_server(desk, StoppedClock()), revision=revision) as line:
        ids = [(await asked(line, text))["structuredContent"]["askId"] for text in ("One?", "Two?")]
        waiting = await line.use("ask_await", {"ids": ids})
        await anyio.wait_all_tasks_blocked()
        await desk.answering.answer(ADA, id_of(ids[0]), given(q="yes"), receipt="r1")

        meanwhile = await asked(line, "Three?")
        await desk.answering.answer(ADA, id_of(ids[1]), given(q="yes"), receipt="r2")
        both = await line.result_of(waiting)

    assert told(meanwhile) == []
    assert [each["state"] for each in both["structuredContent"]["asks"]] == ["answered"] * 2


@promise("truth")
async def test_nobody_else_is_told() -> None:
    desk = a_desk()
    house = build_server(desk, StoppedClock())
    async with (
        a_line(house) as mine,
        a_line(house) as theirs,
        a_line(house, a_hello(labels=CHAT)) as talking,
        a_line(house, client="codex") as other,
    ):
        ask = await settled(desk, await asked(mine, "First?"))
        for line in (theirs, talking, other):
            assert told(await asked(line, "Anything else?")) == []

        assert told(await asked(mine, "Second?")) == [str(ask.id)]


@promise("never-lost")
async def test_a_conversation_is_told_wherever_it_goes_on() -> None:
    desk = a_desk()
    house = build_server(desk, StoppedClock())
    async with a_line(house, a_hello(labels=CHAT)) as before:
        first = await asked(before, "First?")
    ask = await settled(desk, first)

    async with a_line(house, a_hello(labels=CHAT)) as line:
        result = await asked(line, "Second?")

    assert told(result) == [str(ask.id)]


async def test_what_another_connection_holds_is_left_to_it_for_a_minute() -> None:
    clock = StoppedClock()
    desk = a_desk(clock=clock)
    house = build_server(desk, clock)
    async with (
        a_line(house, a_hello(labels=CHAT, cap_s=0.001)) as first,
        a_line(house, a_hello(labels=CHAT)) as second,
    ):
        pending = await first.result_of(await first.use("ask_user", a_question("First?")))
        ask = await settled(desk, pending)
        at_once = await asked(second, "Second?")
        clock.time += timedelta(minutes=1)
        later = await asked(second, "Third?")

    assert (told(at_once), told(later)) == ([], [str(ask.id)])


async def test_a_renewed_connection_is_still_the_one_that_held_it() -> None:
    desk = a_desk()
    house = build_server(desk, StoppedClock())
    async with a_line(house, a_hello("cafe", cap_s=0.001)) as line:
        pending = await line.result_of(await line.use("ask_user", a_question("First?")))
        ask = await settled(desk, pending)
        async with a_line(house, a_hello("cafe", again=1, upcoming=3)) as renewed:
            result = await asked(renewed, "Second?")

    assert told(result) == [str(ask.id)]


async def test_an_error_is_told_alone_and_the_outcome_with_the_next_result() -> None:
    desk = a_desk()
    async with a_line(build_server(desk, StoppedClock())) as line:
        ask = await settled(desk, await asked(line, "First?"))

        wrong = await line.result_of(await line.use("ask_user", {"quest": "?"}))
        right = await asked(line, "Second?")

    assert wrong["isError"]
    assert len(wrong["content"]) == 1
    assert told(right) == [str(ask.id)]


async def test_few_at_a_time_oldest_first_and_nothing_that_is_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(announcing, "AT_ONCE", 2)
    monkeypatch.setattr(announcing, "ROOM", 1_000)
    desk = a_desk()
    async with a_line(build_server(desk, StoppedClock())) as line:
        asks = [await asked(line, f"Question {number}?") for number in range(4)]
        long = await settled(desk, asks[0], "x" * 1_000)
        short = [await settled(desk, each) for each in asks[1:]]

        first, second = await asked(line, "And?"), await asked(line, "And then?")

    assert told(first) == [str(ask.id) for ask in short[:2]]
    assert told(second) == [str(short[2].id)]
    assert (await desk.reading.read(ADA, long.id)).delivered_at is None


async def test_a_store_that_is_away_costs_no_result() -> None:
    class Forgetful(AwayAsks):
        async def owed(self, tenant: str, agent_key: str, limit: int) -> list[Ask]:
            self._reach()
            return await super().owed(tenant, agent_key, limit)

    store = Forgetful()
    desk = a_desk(store)
    async with a_line(build_server(desk, StoppedClock())) as line:
        first = await asked(line, "First?")
        store.away = True
        result = await line.result_of(
            await line.use("ask_await", {"ids": [first["structuredContent"]["askId"]], "wait": 0})
        )

    assert not result["isError"]


async def test_a_tool_whose_contract_pins_every_word_announces_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    silent = tuple(replace(tool, announces=False) for tool in askline.TOOLS)
    profile = replace(askline.PROFILE, tools=silent)
    monkeypatch.setattr(server, "PROFILES", {DEFAULT_PROFILE: profile})
    desk = a_desk()
    async with a_line(build_server(desk, StoppedClock())) as line:
        listed = (await line.call("tools/list"))["result"]["tools"]
        await settled(desk, await asked(line, "First?"))

        result = await asked(line, "Second?")

    assert told(result) == []
    assert len(result["content"]) == 1
    assert all("alsoSettled" not in tool["outputSchema"]["properties"] for tool in listed)


async def test_a_result_of_words_alone_stays_one(monkeypatch: pytest.MonkeyPatch) -> None:
    async def says(*_: object) -> CallToolResult:
        return CallToolResult(content=[TextContent(type="text", text="Done.")])

    saying = replace(askline.TOOLS[1], work=says)
    profile = replace(askline.PROFILE, tools=(askline.TOOLS[0], saying))
    monkeypatch.setattr(server, "PROFILES", {DEFAULT_PROFILE: profile})
    desk = a_desk()
    async with a_line(build_server(desk, StoppedClock())) as line:
        await settled(desk, await asked(line, "First?"))

        result = await line.result_of(await line.use("ask_await", {}))

    assert "structuredContent" not in result
    assert [part["text"].split(",")[0] for part in result["content"]] == [
        "Done.",
        "Also settled since",
    ]
