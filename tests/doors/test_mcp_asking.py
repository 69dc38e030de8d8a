"""An agent asks over a line in every revision, a human answers, and the agent gets it whole."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import pytest

from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.core.people import Agent
from askline.doors.mcp.server import build_server
from tests.builders import ADA, NOON, StoppedClock, a_desk, given
from tests.doors.asks import ASK, the_ask
from tests.doors.lines import JUNE, MODERN, REVISIONS, Json, a_hello, a_line
from tests.promises import promise

SOMEBODY: Json = {"name": "somebody", "version": "1"}


@promise("no-silent-end")
@promise("whole")
@pytest.mark.parametrize("revision", REVISIONS)
async def test_what_a_human_answers_comes_back_as_facts_and_as_words(revision: str) -> None:
    desk = a_desk()
    async with a_line(build_server(desk, StoppedClock()), revision=revision) as line:
        call = await line.use("ask_user", ASK)
        ask = await the_ask(desk)
        await desk.answering.answer(ADA, ask.id, given(db="SQLite"), receipt="r1")
        result = await line.result_of(call)

    facts = result["structuredContent"]
    assert (facts["askId"], facts["state"], facts["answered"]) == (str(ask.id), "answered", True)
    assert facts["answers"] == [{"questionId": "db", "state": "answered", "values": ["SQLite"]}]
    assert (facts["settledBy"]["kind"], facts["settledBy"]["door"]) == ("human", "tui")
    assert "next" not in facts
    assert result["isError"] is False
    assert '- db: "Which database?"\n  → "SQLite"' in result["content"][0]["text"]


@promise("truth")
async def test_a_notice_is_in_the_instructions_and_in_every_result(tmp_path: Path) -> None:
    desk = a_desk()
    server = build_server(desk, StoppedClock(), notice="Nothing is kept.")
    async with a_line(server, a_hello(cwd=str(tmp_path)), begun=False) as line:
        hands = {"protocolVersion": JUNE, "capabilities": {}, "clientInfo": SOMEBODY}
        begun = await line.call("initialize", hands)
        pending = await line.result_of(await line.use("ask_user", {**ASK, "blocking": False}))
        ask = await the_ask(desk)
        await desk.answering.answer(ADA, ask.id, given(db="SQLite"), receipt="r1")
        settled = await line.result_of(await line.use("ask_await", {"ids": [str(ask.id)]}))

    assert begun["result"]["instructions"].startswith("Nothing is kept.")
    for result in (pending, settled):
        assert result["structuredContent"]["notice"] == "Nothing is kept."
        assert result["content"][0]["text"].startswith("Nothing is kept.")
        assert "inbox" not in result["content"][0]["text"]


@pytest.mark.parametrize("revision", [JUNE, MODERN])
async def test_the_ask_says_who_asks_and_where(tmp_path: Path, revision: str) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/spring\n")
    desk = a_desk()
    labels = {"CLAUDE_CODE_SESSION_ID": "talk-1", "CLAUDE_PROJECT_DIR": str(tmp_path)}
    hello = a_hello(cwd="/", labels=labels)
    async with a_line(
        build_server(desk, StoppedClock()), hello, revision=revision, client="claude-code"
    ) as line:
        await line.use("ask_user", ASK)
        ask = await the_ask(desk)

    assert ask.agent == Agent(name="claude-code", version="1", conversation="talk-1")
    assert (ask.project.name, ask.project.path) == (tmp_path.name, str(tmp_path))
    assert ask.project.branch == "spring"
    assert ask.holder == hello.caller.connection


async def test_everything_that_can_be_said_about_an_ask_reaches_the_inbox() -> None:
    desk = a_desk()
    said: Json = {
        "questions": [
            {
                "id": "tests",
                "header": "Tests",
                "question": "Which tests?",
                "type": "multi-select",
                "options": ["unit", {"label": "journeys", "recommended": True}],
                "allow_other": False,
                "required": False,
                "max_picks": 2,
            }
        ],
        "title": "Quality",
        "context": "**Before** the release.",
        "timeout": 60_000,
        "sensitive": True,
        "human_only": True,
    }
    async with a_line(build_server(desk, StoppedClock())) as line:
        await line.use("ask_user", said)
        ask = await the_ask(desk)

    [question] = ask.questions
    assert (question.kind, question.max_picks, question.required) == ("multi-select", 2, False)
    assert question.options[1].recommended
    assert (ask.matter.title, ask.matter.context) == ("Quality", "**Before** the release.")
    assert ask.deadline == NOON + timedelta(minutes=1)
    assert (ask.matter.sensitive, ask.human_only) == (True, True)


async def test_an_ask_that_does_not_block_is_pending_at_once_and_held_by_nobody() -> None:
    desk = a_desk()
    async with a_line(build_server(desk, StoppedClock())) as line:
        result = await line.result_of(await line.use("ask_user", {**ASK, "blocking": False}))
        ask = await the_ask(desk)

    facts = result["structuredContent"]
    assert (facts["state"], ask.holder) == ("pending", None)
    assert facts["next"] == {"tool": "ask_await", "arguments": {"ids": [str(ask.id)]}}


async def test_the_same_key_leads_to_the_same_ask() -> None:
    desk = a_desk()
    async with a_line(build_server(desk, StoppedClock())) as line:
        first = await line.result_of(
            await line.use("ask_user", {**ASK, "blocking": False, "key": "the database"})
        )
        again: Json = {"question": "Which?", "blocking": False, "key": "the database"}
        second = await line.result_of(await line.use("ask_user", again))

    assert first["structuredContent"]["askId"] == second["structuredContent"]["askId"]


@promise("ask-once")
async def test_a_repeat_before_delivery_gets_the_same_answer_and_after_it_is_new() -> None:
    desk = a_desk()
    async with a_line(build_server(desk, StoppedClock())) as line:
        call = await line.use("ask_user", ASK)
        ask = await the_ask(desk)
        await desk.answering.answer(ADA, ask.id, given(db="SQLite"), receipt="r1")
        await line.answer_to(call)
        again = await line.result_of(call := await line.use("ask_user", ASK))
        await line.say(f"!delivered {call}")  # ids and numbers count alike here
        await line.use("ask_user", ASK)
        fresh = await the_ask(desk)

    assert again["structuredContent"]["askId"] == str(ask.id)
    assert fresh.id != ask.id
    assert (await desk.reading.read(ADA, ask.id)).delivered_at == NOON


@promise("late-kept")
async def test_what_was_added_meanwhile_is_still_to_deliver() -> None:
    desk = a_desk()
    async with a_line(build_server(desk, StoppedClock())) as line:
        call = await line.use("ask_user", ASK)
        ask = await the_ask(desk)
        await desk.answering.answer(ADA, ask.id, given(db="SQLite"), receipt="r1")
        await line.answer_to(call)
        await desk.answering.correct(ADA, ask.id, given(db="PostgreSQL"), receipt="r2")
        await line.say(f"!delivered {call}")
        again = await line.result_of(await line.use("ask_user", ASK))

    [amendment] = again["structuredContent"]["amendments"]
    assert amendment["answers"][0]["values"] == ["PostgreSQL"]
    assert "Corrected afterwards" in again["content"][0]["text"]


async def rejected(desk: Desk, ask: Ask) -> Ask:
    return await desk.answering.reject(ADA, ask.id, receipt="r", reason="no")


async def asked_back(desk: Desk, ask: Ask) -> Ask:
    return await desk.answering.ask_back(ADA, ask.id, "Why?", receipt="r")


async def cancelled(desk: Desk, ask: Ask) -> Ask:
    return await desk.asking.cancel(ADA, ask.id, receipt="r")


@pytest.mark.parametrize("settle", [rejected, asked_back, cancelled])
async def test_every_outcome_ends_the_call(settle: Callable[[Desk, Ask], Awaitable[Ask]]) -> None:
    desk = a_desk()
    async with a_line(build_server(desk, StoppedClock())) as line:
        call = await line.use("ask_user", ASK)
        ended = await settle(desk, await the_ask(desk))
        result = await line.result_of(call)

    assert result["structuredContent"]["state"] == ended.state
    assert result["isError"] is False
