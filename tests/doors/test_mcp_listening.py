"""Who listens is told what became of its asks, of no others, and again after a crash."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import anyio
import pytest
from anyio.lowlevel import checkpoint
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPDeprecationWarning
from mcp_types import ResourceUpdatedNotification

from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.core.background import background
from askline.core.ids import AskId
from askline.doors.mcp import subscribing
from askline.doors.mcp.server import build_server
from askline.stores.ephemeral import EphemeralAsks
from tests.builders import ADA, AGENT, StoppedClock, a_desk, a_new_ask, an_id, given
from tests.doors.lines import JUNE, MODERN, Json, LineEnd, a_hello, a_line
from tests.doors.mcp_house import an_mcp_house
from tests.doors.task_client import TaskClient, a_task_client
from tests.promises import promise

STREAM = "io.modelcontextprotocol/subscriptionId"


def uri_of(ask: Ask) -> str:
    return f"askline://asks/{ask.id}"


async def answer(desk: Desk, ask_id: AskId) -> None:
    await desk.answering.answer(ADA, ask_id, given(), receipt="r1")


async def listen(client: TaskClient, **wanted: list[str]) -> int:
    return await client.start("subscriptions/listen", {"notifications": wanted})


@promise("one-truth-everywhere")
async def test_a_task_that_is_completed_is_told_whole_to_who_listens_for_it() -> None:
    desk = a_desk()
    async with a_task_client(desk) as client:
        task = await client.ask()
        stream = await listen(client, taskIds=[task["taskId"]])
        acknowledged = await client.note()
        [ask] = await desk.reading.inbox(ADA)
        await desk.answering.seen(ADA, ask.id)
        await answer(desk, ask.id)
        told = await client.note()

    assert acknowledged["method"] == "notifications/subscriptions/acknowledged"
    assert acknowledged["params"]["notifications"] == {"taskIds": [task["taskId"]]}
    assert told["method"] == "notifications/tasks"
    assert told["params"]["_meta"][STREAM] == acknowledged["params"]["_meta"][STREAM] == stream
    assert (told["params"]["taskId"], told["params"]["status"]) == (task["taskId"], "completed")
    assert told["params"]["result"]["structuredContent"]["answered"] is True


async def test_what_was_settled_before_is_told_at_once_and_a_correction_later() -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask())
    await answer(desk, ask.id)
    async with a_task_client(desk) as client:
        await listen(client, taskIds=[str(ask.id)], resourceSubscriptions=[uri_of(ask)])
        await client.note()
        settled, updated = await client.note(), await client.note()
        await desk.answering.correct(ADA, ask.id, given(db="PostgreSQL"), receipt="r2")
        corrected = await client.note()

    assert settled["params"]["result"]["structuredContent"]["amendments"] == []
    assert updated["method"] == "notifications/resources/updated"
    assert updated["params"]["uri"] == uri_of(ask)
    assert len(corrected["params"]["result"]["structuredContent"]["amendments"]) == 1


async def test_what_is_unknown_or_somebody_elses_is_not_agreed_to() -> None:
    desk = a_desk()
    ours = await desk.asking.ask(AGENT, a_new_ask())
    bobs = await desk.asking.ask(replace(AGENT, id="bob"), a_new_ask())
    wanted = {
        "taskIds": [str(bobs.id), str(an_id(7))],
        "resourceSubscriptions": [uri_of(bobs), uri_of(ours), "file:///x"],
    }
    async with a_task_client(desk) as client:
        await listen(client, **wanted)
        acknowledged = await client.note()
        await answer(desk, bobs.id)
        await answer(desk, ours.id)
        told = await client.note()

    assert acknowledged["params"]["notifications"] == {"resourceSubscriptions": [uri_of(ours)]}
    assert told["params"]["uri"] == uri_of(ours)


async def test_who_listens_for_tasks_must_declare_them() -> None:
    async with a_task_client(a_desk()) as client:
        wanted = {"notifications": {"taskIds": ["x"]}}
        refused = await client.line.call("subscriptions/listen", wanted)

    assert refused["error"]["code"] == -32021


async def test_a_stream_that_the_client_cancels_ends() -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask())
    async with a_task_client(desk) as client:
        stream = await listen(client, resourceSubscriptions=[uri_of(ask)])
        await client.note()
        gone = {"method": "notifications/cancelled", "params": {"requestId": stream}}
        await client.line.say({"jsonrpc": "2.0", **gone})
        await anyio.wait_all_tasks_blocked()
        await answer(desk, ask.id)
        found = await client.call("resources/list", {})

    assert [each["name"] for each in found["result"]["resources"]] == ["memory"]


@asynccontextmanager
async def a_subscriber(desk: Desk) -> AsyncGenerator[LineEnd]:
    async with background(desk.run), a_line(build_server(desk, StoppedClock())) as line:
        yield line


def update_of(ask: Ask) -> Json:
    method, params = "notifications/resources/updated", {"uri": uri_of(ask)}
    return {"jsonrpc": "2.0", "method": method, "params": params}


@promise("one-truth-everywhere")
async def test_after_a_handshake_a_subscribed_ask_is_told_once() -> None:
    desk = a_desk()
    ask, other = [await desk.asking.ask(AGENT, a_new_ask()) for _ in range(2)]
    async with a_subscriber(desk) as line:
        for each in (ask, ask, other):
            await line.call("resources/subscribe", {"uri": uri_of(each)})
        await line.call("resources/unsubscribe", {"uri": uri_of(other)})
        await line.call("resources/unsubscribe", {"uri": "file:///x"})
        await answer(desk, other.id)
        await answer(desk, ask.id)
        told = await line.hear()
        await line.call("ping")

    assert told == update_of(ask)
    assert line.notes == []


async def test_of_too_many_subscriptions_the_oldest_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subscribing, "MOST", 1)
    desk = a_desk()
    first, last = [await desk.asking.ask(AGENT, a_new_ask()) for _ in range(2)]
    async with a_subscriber(desk) as line:
        for each in (first, last):
            await line.call("resources/subscribe", {"uri": uri_of(each)})
        await answer(desk, first.id)
        await answer(desk, last.id)

        assert await line.hear() == update_of(last)


@promise("never-lost")
@pytest.mark.parametrize("revision", [JUNE, MODERN])
async def test_what_was_settled_while_the_service_was_away_is_told_to_a_repeated_subscription(
    revision: str,
) -> None:
    store = EphemeralAsks()
    before, after = a_desk(store), a_desk(store)
    ask = await before.asking.ask(AGENT, a_new_ask())
    method, params = "resources/subscribe", {"uri": uri_of(ask)}
    if revision == MODERN:
        method = "subscriptions/listen"
        params = {"notifications": {"resourceSubscriptions": [uri_of(ask)]}}
    async with a_line(build_server(before, StoppedClock()), revision=revision) as dead:
        await dead.ask(method, params)
        await dead.hear()
        await answer(before, ask.id)
    again = a_hello("cafe", again=1, upcoming=3, replay=(1, 2) if revision == JUNE else (1,))
    async with (
        background(after.run),
        a_line(build_server(after, StoppedClock()), again, revision=revision) as line,
    ):
        await line.ask(method, params)
        await line.hear()
        told = await line.hear()

    assert told["method"] == "notifications/resources/updated"
    assert told["params"]["uri"] == uri_of(ask)


async def test_a_subscription_over_http_reaches_the_session_that_made_it(tmp_path: Path) -> None:
    told = anyio.Event()

    async def hear(message: object) -> None:
        assert isinstance(message, ResourceUpdatedNotification)
        assert message.params.uri == uri_of(ask)
        told.set()

    async with an_mcp_house(tmp_path) as house, house.http as http:
        ask = await house.desk.asking.ask(AGENT, a_new_ask())
        await answer(house.desk, ask.id)
        transport = streamable_http_client(house.url, http_client=http)
        async with Client(transport, mode="legacy", message_handler=hear) as client:
            # Again, because what is told before the client's stream is open is lost.
            while not told.is_set():
                with pytest.warns(MCPDeprecationWarning):
                    await client.session.subscribe_resource(uri_of(ask))  # pyright: ignore[reportDeprecated]
                await checkpoint()
