"""An ask that nobody waits for, seen as a task: a view of the same row, for its own agent alone."""

from dataclasses import replace
from uuid import UUID

import pytest

from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.core.errors import StoreUnavailable
from askline.core.ids import AskId
from askline.doors.mcp.server import build_server
from askline.stores.ephemeral import EphemeralAsks
from tests.builders import ADA, AGENT, StoppedClock, a_desk, a_new_ask, given
from tests.doors.asks import ASK, the_ask
from tests.doors.lines import JUNE, MODERN, NOVEMBER, Json, a_line
from tests.doors.task_client import TASKS, a_task_client
from tests.promises import promise


async def the_id(desk: Desk) -> AskId:
    return (await the_ask(desk)).id


async def test_an_ask_that_nobody_waits_for_is_a_task_under_its_own_id() -> None:
    desk = a_desk()
    async with a_task_client(desk) as client:
        task = await client.ask()
        ask = await the_ask(desk)

    assert task["resultType"] == "task"
    assert task["taskId"] == str(ask.id)
    assert (task["status"], task["ttlMs"], task["pollIntervalMs"]) == ("working", None, 5_000)
    assert task["createdAt"] == task["lastUpdatedAt"] == "2026-11-14T12:00:00.000Z"
    assert "waits for your human, who can answer in the inbox" in task["statusMessage"]
    assert ask.holder is None


async def test_a_task_says_where_to_answer() -> None:
    def place(ask: Ask) -> str:
        return f"http://x/{ask.short_id}"

    async with a_task_client(a_desk(), inbox_url=place) as client:
        task = await client.get(await client.ask())

    assert "can answer at http://x/" in task["statusMessage"]
    assert task["status"] == "working"


@promise("never-lost")
async def test_an_answer_completes_the_task_with_the_result_of_asking() -> None:
    desk = a_desk()
    async with a_task_client(desk) as client:
        task = await client.ask()
        await desk.answering.answer(ADA, await the_id(desk), given(), receipt="r1")
        done = await client.get(task)
        plain = await client.ask()

    assert done["status"] == "completed"
    assert done["result"]["structuredContent"] == plain["structuredContent"]
    assert done["result"]["content"] == plain["content"]
    assert plain["structuredContent"]["answers"][0]["values"] == ["SQLite"]


@promise("ask-once")
async def test_a_result_that_the_line_reports_is_delivered_and_the_same_again_is_new() -> None:
    desk = a_desk()
    async with a_task_client(desk) as client:
        task = await client.ask()
        await desk.answering.answer(ADA, await the_id(desk), given(), receipt="r1")
        await client.get(task)
        await client.line.say("!delivered 2")
        again = await client.ask()

    assert again["resultType"] == "task"
    assert again["taskId"] != task["taskId"]


async def test_every_other_outcome_completes_the_task_too() -> None:
    desk = a_desk()
    async with a_task_client(desk) as client:
        task = await client.ask()
        await desk.answering.reject(ADA, await the_id(desk), receipt="r1", reason="Not now.")
        done = await client.get(task)

    assert done["status"] == "completed"
    assert done["result"]["structuredContent"]["state"] == "rejected"
    assert done["result"]["isError"] is False


async def test_what_a_person_cancels_is_told_with_the_reason_and_a_later_word_moves_the_task() -> (
    None
):
    clock = StoppedClock()
    desk = a_desk(clock=clock)
    async with a_task_client(desk, clock=clock) as client:
        task = await client.ask()
        ask_id = await the_id(desk)
        await desk.asking.cancel(ADA, ask_id, receipt="r1", reason="Wrong repository.")
        cancelled = await client.get(task)
        other = await client.ask(title="Another")
        other_id = await the_id(desk)
        await desk.answering.answer(ADA, other_id, given(), receipt="r1")
        clock.time = clock.time.replace(hour=13)
        await desk.answering.correct(ADA, other_id, given(db="PostgreSQL"), receipt="r2")
        corrected = await client.get(other)

    assert cancelled["status"] == "completed"
    assert cancelled["result"]["structuredContent"]["reason"] == "Wrong repository."
    assert corrected["lastUpdatedAt"] == "2026-11-14T13:00:00.000Z"
    assert len(corrected["result"]["structuredContent"]["amendments"]) == 1


async def test_cancelling_a_task_cancels_the_ask_and_the_same_again_is_new() -> None:
    desk = a_desk()
    async with a_task_client(desk) as client:
        task = await client.ask()
        ask_id = await the_id(desk)
        said = await client.call("tasks/cancel", {"taskId": task["taskId"]})
        await client.line.say("!delivered 2")
        ask = await desk.reading.read(ADA, ask_id)
        standing = await client.get(task)
        again = await client.ask()

    assert said["result"]["resultType"] == "complete"
    assert (ask.state, ask.outcome and ask.outcome.settled_by.kind) == ("cancelled", "agent")
    assert standing["status"] == "cancelled"
    assert "result" not in standing
    assert again["taskId"] != task["taskId"]


@promise("answer-once")
async def test_cancelling_what_was_answered_changes_nothing() -> None:
    desk = a_desk()
    async with a_task_client(desk) as client:
        task = await client.ask()
        await desk.answering.answer(ADA, await the_id(desk), given(), receipt="r1")
        said = await client.call("tasks/cancel", {"taskId": task["taskId"]})
        done = await client.get(task)

    assert "error" not in said
    assert done["result"]["structuredContent"]["answered"] is True


@pytest.mark.parametrize("method", ["tasks/get", "tasks/update", "tasks/cancel"])
async def test_somebody_elses_task_is_as_unknown_as_one_that_never_was(method: str) -> None:
    desk = a_desk()
    bobs = await desk.asking.ask(replace(AGENT, id="bob"), a_new_ask())
    refused: list[Json] = []
    async with a_task_client(desk) as client:
        for name in (str(bobs.id), str(UUID(int=7)), "nonsense"):
            heard = await client.call(method, {"taskId": name, "inputResponses": {}})
            refused.append(heard["error"])

    assert [each["code"] for each in refused] == [-32602] * 3
    assert {each["data"]["code"] for each in refused} == {"not_found"}
    assert (await desk.reading.read(ADA, bobs.id)).state == "pending"


@pytest.mark.parametrize("method", ["tasks/get", "tasks/update", "tasks/cancel"])
async def test_a_request_that_declares_no_tasks_is_told_what_is_missing(method: str) -> None:
    async with a_task_client(a_desk()) as client:
        task = await client.ask()
        params: Json = {"taskId": task["taskId"], "inputResponses": {}}
        refused = (await client.line.call(method, params))["error"]

    assert refused["code"] == -32021
    assert refused["data"] == {"requiredCapabilities": {"extensions": {TASKS: {}}}}


@pytest.mark.parametrize("revision", [JUNE, NOVEMBER])
async def test_after_a_handshake_there_are_no_tasks_whatever_the_client_declares(
    revision: str,
) -> None:
    desk = a_desk()
    async with a_line(build_server(desk, StoppedClock()), revision=revision, begun=False) as line:
        info = {"name": "inspector", "version": "1"}
        declared: Json = {"extensions": {TASKS: {}}}
        hands: Json = {"protocolVersion": revision, "capabilities": declared, "clientInfo": info}
        await line.call("initialize", hands)
        asked = await line.result_of(await line.use("ask_user", {**ASK, "blocking": False}))
        refused = await line.call("tasks/get", {"taskId": asked["structuredContent"]["askId"]})

    assert asked["structuredContent"]["state"] == "pending"
    assert refused["error"]["code"] == -32601


async def test_a_blocking_question_is_never_a_task() -> None:
    desk = a_desk()
    async with a_task_client(desk) as client:
        said = {"name": "ask_user", "arguments": ASK}
        call = await client.start("tools/call", said)
        await desk.answering.answer(ADA, await the_id(desk), given(), receipt="r1")
        result = await client.line.result_of(call)

    assert result["resultType"] == "complete"
    assert result["structuredContent"]["answered"] is True


async def test_a_client_that_declares_no_tasks_gets_a_pending_result() -> None:
    async with a_line(build_server(a_desk(), StoppedClock()), revision=MODERN) as line:
        asked = await line.result_of(await line.use("ask_user", {**ASK, "blocking": False}))

    assert asked["structuredContent"]["next"]["tool"] == "ask_await"


class AwayAsks(EphemeralAsks):
    async def get(self, ask_id: AskId) -> None:
        del ask_id
        raise StoreUnavailable("The store is away.", hint="Try again.")


async def test_a_store_that_is_away_is_our_fault_and_not_the_tasks() -> None:
    async with a_task_client(a_desk(AwayAsks())) as client:
        refused = (await client.call("tasks/get", {"taskId": str(UUID(int=7))}))["error"]

    assert (refused["code"], refused["message"]) == (-32603, "The store is away.")
    assert refused["data"] == {"code": "store_unavailable", "hint": "Try again."}
