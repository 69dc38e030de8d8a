"""Who listens goes on listening while the service is killed; and a stranger's client asks by task."""

import time

import pytest
from anyio import to_thread
from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from fastmcp_tasks import (
    call_tool_task,  # pyright: ignore[reportUnknownVariableType] - of any client
)

from tests.journeys.agents import ASKLINE, JUNE, MODERN, Agent, Home, Json, home
from tests.promises import promise

TASKS: Json = {
    "io.modelcontextprotocol/clientCapabilities": {
        "extensions": {"io.modelcontextprotocol/tasks": {}}
    }
}


def told(agent: Agent, method: str, within: float = 30) -> list[Json]:
    """The notifications of this kind, once there is one."""
    end = time.monotonic() + within
    while not (notes := [each for each in agent.notifications if each["method"] == method]):
        assert time.monotonic() < end, f"no {method} after {within} s"
        time.sleep(0.02)
    return [note["params"] for note in notes]


def a_task(agent: Agent) -> Json:
    arguments = {"questions": [{"id": "q", "question": "Well?"}], "blocking": False}
    said = {"name": "ask_user", "arguments": arguments, "_meta": TASKS}
    return agent.call("tools/call", said)


def kill_and_answer(place: Home) -> None:
    (ask,) = place.pending(1)
    place.kill_service()
    place.answer(ask, "well")


@promise("never-lost")
def test_a_stream_of_notifications_outlives_the_service() -> None:
    with home() as place:
        agent = Agent(place, MODERN)
        task = a_task(agent)
        uri = f"askline://asks/{task['taskId']}"
        wanted = {"taskIds": [task["taskId"]], "resourceSubscriptions": [uri]}
        agent.start("subscriptions/listen", {"notifications": wanted, "_meta": TASKS})
        told(agent, "notifications/subscriptions/acknowledged")

        kill_and_answer(place)

        completed = told(agent, "notifications/tasks")[-1]
        assert completed["status"] == "completed"
        assert completed["result"]["structuredContent"]["answers"][0]["values"] == ["well"]
        assert told(agent, "notifications/resources/updated")[-1]["uri"] == uri
        got = agent.call("tasks/get", {"taskId": task["taskId"], "_meta": TASKS})
        assert got["result"] == completed["result"]
        agent.close()


@promise("never-lost")
def test_a_subscription_made_after_a_handshake_outlives_the_service() -> None:
    with home() as place:
        agent = Agent(place, JUNE)
        asked = agent.wait(agent.ask("Well?", blocking=False))["structuredContent"]
        uri = f"askline://asks/{asked['askId']}"
        agent.call("resources/subscribe", {"uri": uri})

        kill_and_answer(place)

        assert told(agent, "notifications/resources/updated") == [{"uri": uri}]
        agent.close()


@pytest.mark.timeout(120)
async def test_a_foreign_client_asks_by_task_through_a_line_and_a_kill() -> None:
    with home() as place:
        line = StdioTransport(ASKLINE[0], [*ASKLINE[1:], "mcp"], env=place.env, keep_alive=False)
        async with Client(line, mode="auto") as client:
            arguments = {"questions": [{"id": "q", "question": "Well?"}], "blocking": False}
            task = await call_tool_task(client, "ask_user", arguments)
            before = await task.status()
            await to_thread.run_sync(kill_and_answer, place)
            result = await task.result()

        assert before.status == "working"
        assert result.structured_content is not None
        assert result.structured_content["answers"][0]["values"] == ["well"]
        assert place.json("list", "--all")[0]["state"] == "answered"
