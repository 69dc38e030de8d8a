"""The service dies under a waiting agent: the line tells the next one what was open, once more."""

from datetime import timedelta

import anyio
import pytest

from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.doors.mcp.server import build_server
from askline.stores.ephemeral import EphemeralAsks
from tests.builders import ADA, NOON, StoppedClock, a_desk, given
from tests.doors.asks import ASK, the_ask
from tests.doors.lines import JUNE, MODERN, Json, LineEnd, a_hello, a_line
from tests.invariants import invariant
from tests.promises import promise


def renewed(line: LineEnd, call: int) -> tuple[int, ...]:
    """The numbers that are repeated: the handshake where there was one, and the open call."""
    return (call,) if line.revision == MODERN else (1, call)


@promise("ask-once")
@promise("never-lost")
@pytest.mark.parametrize("revision", [JUNE, MODERN])
@invariant("I1")
async def test_a_call_repeated_to_the_next_service_is_one_ask_and_gets_the_answer(
    revision: str,
) -> None:
    store = EphemeralAsks()
    before, after = a_desk(store), a_desk(store)
    async with a_line(
        build_server(before, StoppedClock()), a_hello("cafe"), revision=revision
    ) as dead:
        call = await dead.use("ask_user", ASK)
        ask = await the_ask(before)
        again = a_hello("cafe", again=1, upcoming=call + 1, replay=renewed(dead, call))
        async with a_line(build_server(after, StoppedClock()), again, revision=revision) as line:
            repeated = await line.use("ask_user", ASK)
            with anyio.fail_after(10):
                while (held := await the_ask(after)).holder != "cafe+1":  # noqa: ASYNC110 - a wire
                    await anyio.sleep(0.01)
            await after.answering.answer(ADA, ask.id, given(), receipt="r1")
            result = await line.result_of(repeated)

    assert result["structuredContent"]["askId"] == str(ask.id)
    assert result["structuredContent"]["answers"][0]["values"] == ["SQLite"]
    assert (held.id, held.holder) == (ask.id, "cafe+1")
    assert len(await after.reading.history(ADA)) == 1


@promise("never-lost")
async def test_an_answer_committed_before_the_crash_is_there_for_the_repeated_call() -> None:
    store = EphemeralAsks()
    before, after = a_desk(store), a_desk(store)
    async with a_line(build_server(before, StoppedClock()), a_hello("cafe")) as dead:
        call = await dead.use("ask_user", ASK)
        ask = await the_ask(before)
        await after.answering.answer(ADA, ask.id, given(), receipt="r1")
        again = a_hello("cafe", again=1, upcoming=call + 1, replay=(1, call))
        async with a_line(build_server(after, StoppedClock()), again) as line:
            result = await line.result_of(await line.use("ask_user", ASK))

    assert result["structuredContent"]["askId"] == str(ask.id)


@promise("ask-once")
async def test_a_repeat_is_known_by_its_number_even_after_another_ask_took_its_words() -> None:
    store = EphemeralAsks()
    desk = a_desk(store)
    server = build_server(desk, StoppedClock())
    async with a_line(server, a_hello("cafe")) as dead:
        call = await dead.use("ask_user", ASK)
        ask = await the_ask(desk)
        await desk.answering.answer(ADA, ask.id, given(), receipt="r1")
        await dead.answer_to(call)
        await dead.say(f"!delivered {call}")
        again = a_hello("cafe", again=1, upcoming=call + 1, replay=(1, call))
        async with a_line(server, again) as line:
            repeated = await line.result_of(await line.use("ask_user", ASK))
            await line.use("ask_user", ASK)
            fresh = await the_ask(desk)

    assert repeated["structuredContent"]["askId"] == str(ask.id)
    assert fresh.id != ask.id


@promise("ask-once")
@pytest.mark.parametrize("revision", [JUNE, MODERN])
@pytest.mark.parametrize("tool", ["ask_user", "ask_await"])
async def test_a_report_that_the_dead_service_never_heard_counts_with_the_next(
    revision: str, tool: str
) -> None:
    desk = a_desk()
    server = build_server(desk, StoppedClock())
    async with a_line(server, a_hello("cafe"), revision=revision) as dead:
        ask, carries = await handed_over(dead, desk, tool)
    again = a_hello("cafe", again=1, upcoming=9)
    async with a_line(server, again, revision=revision, begun=False, desk=desk) as line:
        await line.say(carries.replace("!carries", "!delivered").strip())
        await line.begin()
        fresh = await line.result_of(await line.use("ask_user", {**ASK, "blocking": False}))

    assert (await desk.reading.read(ADA, ask.id)).delivered_at == NOON
    assert fresh["structuredContent"]["askId"] != str(ask.id)


async def handed_over(line: LineEnd, desk: Desk, tool: str) -> tuple[Ask, str]:
    """An ask whose answer the line got from this tool, and what the service said before it."""
    call = await line.use("ask_user", {**ASK, "blocking": tool == "ask_user"})
    ask = await the_ask(desk)
    if tool == "ask_await":
        await line.result_of(call)
        call = await line.use(tool, {"ids": [str(ask.id)]})
    await anyio.wait_all_tasks_blocked()
    await desk.answering.answer(ADA, ask.id, given(), receipt="r1")
    await line.answer_to(call)
    [carries] = line.words
    return ask, carries


@promise("late-kept")
async def test_a_late_report_says_nothing_of_what_was_added_since_or_is_still_pending() -> None:
    desk = a_desk()
    server = build_server(desk, StoppedClock())
    async with a_line(server, a_hello("cafe")) as dead:
        ask, carries = await handed_over(dead, desk, "ask_user")
        pending = await dead.use("ask_user", {"question": "Well?", "blocking": False})
        await dead.answer_to(pending)
    await desk.answering.correct(ADA, ask.id, given(db="PostgreSQL"), receipt="r2")
    async with a_line(server, a_hello("cafe", again=1, upcoming=9), desk=desk) as line:
        await line.say(carries.replace("!carries", "!delivered").strip())
        await line.say(f"!delivered {pending}")
        await line.call("tools/list")

    assert len(dead.words) == 1, "a pending result hands nothing over"
    assert (await desk.reading.read(ADA, ask.id)).delivered_at is None


@pytest.mark.parametrize("revision", [JUNE, MODERN])
@invariant("I4")
async def test_progress_goes_on_rising_over_a_restart(revision: str) -> None:
    store, clock = EphemeralAsks(), StoppedClock()
    before, after = a_desk(store, clock=clock), a_desk(store, clock=clock)
    async with a_line(
        build_server(before, clock, beat_s=0.001), a_hello("cafe"), revision=revision
    ) as dead:
        call = await dead.use("ask_user", ASK, beats="t1")
        await the_ask(before)
        clock.time += timedelta(seconds=20)
        *_, last = await dead.hear_progress(past=20)
        clock.time += timedelta(seconds=1)
        again = a_hello("cafe", again=1, upcoming=call + 1, replay=renewed(dead, call))
        async with a_line(
            build_server(after, clock, beat_s=0.001), again, revision=revision
        ) as line:
            await line.use("ask_user", ASK, beats="t1")
            first, *_ = await line.hear_progress()

    assert first > last


async def test_ids_that_a_client_uses_again_lead_to_different_asks() -> None:
    desk = a_desk()
    async with a_line(build_server(desk, StoppedClock())) as line:
        call = {"name": "ask_user", "arguments": {"question": "First?", "blocking": False}}
        await line.ask("tools/call", call, request_id="same")
        first = await line.result_of("same")
        call = {"name": "ask_user", "arguments": {"question": "Second?", "blocking": False}}
        await line.ask("tools/call", call, request_id="same")
        second = await line.result_of("same")

    assert first["structuredContent"]["askId"] != second["structuredContent"]["askId"]


async def test_nothing_that_a_client_sends_makes_its_call_another_ones_repeat() -> None:
    desk = a_desk()
    server = build_server(desk, StoppedClock())
    forged = {"askline/call": "cafe/2", "request": "cafe/2", "number": 2}
    async with a_line(server, a_hello("cafe")) as victim, a_line(server) as thief:
        await victim.use("ask_user", ASK)
        ask = await the_ask(desk)
        call = {"name": "ask_user", "arguments": {"question": "Mine?", "blocking": False}}
        request = await thief.ask("tools/call", {**call, "_meta": forged})
        result = await thief.result_of(request)

    assert result["structuredContent"]["askId"] != str(ask.id)


FORMS: Json = {"elicitation": {}}
FILLED = {"q1_db": "PostgreSQL"}


@promise("answer-once")
@promise("truth")
@pytest.mark.parametrize("answered", ["before it asks", "after it asks"])
async def test_the_answer_to_a_dead_services_form_reaches_the_ask(answered: str) -> None:
    """It has the same name in the next service, which the line does not let through twice."""
    store = EphemeralAsks()
    before, after = a_desk(store), a_desk(store)
    async with a_line(
        build_server(before, StoppedClock()), a_hello("cafe"), capabilities=FORMS
    ) as dead:
        call = await dead.use("ask_user", ASK)
        form = await dead.form()
    again = a_hello("cafe", again=1, upcoming=call + 1, replay=(1, call))
    async with a_line(build_server(after, StoppedClock()), again, capabilities=FORMS) as line:
        repeated = await line.use("ask_user", ASK)
        if answered == "after it asks":
            assert (await line.form())["id"] == form["id"]
        await line.reply(form, "accept", FILLED, after_s=2)
        facts = (await line.result_of(repeated))["structuredContent"]

    assert facts["answers"][0]["values"] == ["PostgreSQL"]
    assert facts["settledBy"]["kind"] == "human"
