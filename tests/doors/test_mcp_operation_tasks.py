"""An operation seen from outside its calls: as a task, as a resource, and by whoever is told of changes."""

from datetime import timedelta
from typing import Any

import pytest

from askline.commands.operation import Status
from askline.commands.ports import Ended, How
from askline.doors.mcp.server import server_with
from tests.builders import ADA, an_id, an_operation, given
from tests.doors.asks import the_ask
from tests.doors.bench import AWAY
from tests.doors.command_scene import DEMO, ONE, CommandScene, a_command_scene, at_rest, the_page
from tests.doors.lines import JUNE, MODERN, Json, a_line
from tests.doors.profiles import some_means
from tests.doors.task_client import CAPABILITIES, TASKS

FILE: Json = {"file": "a.py"}
PLACE = "askline://operations/"


async def a_task(scene: CommandScene, tool: str = "demo_run", **arguments: Any) -> Json:
    said = {"name": tool, "arguments": arguments or FILE}
    return (await scene.as_task("tools/call", said))["result"]


async def got(scene: CommandScene, task: Json) -> Json:
    return (await scene.as_task("tasks/get", {"taskId": task["taskId"]}))["result"]


async def test_an_operation_that_outlives_its_call_is_a_task_under_its_own_id() -> None:
    async with a_command_scene(revision=MODERN) as scene:
        task = await a_task(scene)
        working = await got(scene, task)
        scene.clock.time += timedelta(minutes=1)
        await scene.bench.end(scene.bench.the_operation, "done\n", Ended(How.EXITED, exit_code=1))
        scene.clock.time += timedelta(minutes=1)
        done = await got(scene, task)
        plain = await scene.used("operation_await", {"ids": [task["taskId"]]})

    assert task["resultType"] == "task"
    assert task["taskId"] == str(scene.bench.the_operation.id)
    assert (working["status"], working["pollIntervalMs"]) == ("working", 2_000)
    assert "has started and is running" in working["statusMessage"]
    days = scene.workshop.retaining.keeps // timedelta(milliseconds=1)
    assert (working["ttlMs"], done["ttlMs"]) == (days, days + 60_000)
    assert (done["status"], done["result"]["isError"]) == ("completed", False)
    assert done["result"]["structuredContent"] == plain["structuredContent"]["operations"][0]


async def test_what_ends_in_its_moment_or_is_synchronous_is_no_task() -> None:
    async with a_command_scene(revision=MODERN, inline_s=5, cap_s=0.001) as scene:
        call: Json = {"name": "demo_version", "arguments": {}}
        result = (await scene.as_task("tools/call", call))["result"]

    assert result["resultType"] == "complete"
    assert result["structuredContent"]["status"] == "working"


async def test_a_task_of_a_refused_command_completes_with_the_error() -> None:
    async with a_command_scene(revision=MODERN, cap_s=0.001, inbox_url=the_page) as scene:
        task = await a_task(scene, "demo_gated", names=[])
        ask = await the_ask(scene.desk)
        await scene.desk.answering.reject(ADA, ask.id, receipt="r1", reason="not now")
        await scene.workshop.waiting.ended(ADA, scene.bench.the_operation.id)
        done = await got(scene, task)

    assert task["status"] == "working"
    assert "waits for your human's approval" in task["statusMessage"]
    assert "Your human can approve it at http://here/ask." in task["statusMessage"]
    assert (done["status"], done["result"]["isError"]) == ("completed", True)
    assert "not now" in done["result"]["content"][0]["text"]


async def test_where_a_store_is_away_the_task_says_no_place_to_approve() -> None:
    async with a_command_scene(revision=MODERN, cap_s=0.001, inbox_url=str) as scene:
        task = await a_task(scene, "demo_gated", names=[])
        operation = scene.bench.the_operation
        unknown = scene.bench.move(operation, id=an_operation().id, approval=an_id(1))
        again = await got(scene, {"taskId": str(unknown.id)})

    assert "Your human can approve it" in task["statusMessage"]
    assert "Your human" not in again["statusMessage"].replace("your human's", "")


async def test_a_cancelled_task_is_cancelled() -> None:
    async with a_command_scene(revision=MODERN) as scene:
        task = await a_task(scene)
        said = await scene.as_task("tasks/cancel", {"taskId": task["taskId"]})
        await scene.as_task("tasks/update", {"taskId": task["taskId"], "inputResponses": {}})
        await scene.workshop.waiting.ended(ADA, scene.bench.the_operation.id)
        done = await got(scene, task)

    assert said["result"]["resultType"] == "complete"
    assert done["status"] == "cancelled"
    assert "was cancelled" in done["statusMessage"]


@pytest.mark.parametrize("task", ["nonsense", "01a1d9ed-c200-7000-8a88-ceb8469c6585"])
async def test_an_unknown_task_is_refused(task: str) -> None:
    async with a_command_scene(revision=MODERN) as scene:
        answer = await scene.as_task("tasks/get", {"taskId": task})

    assert answer["error"]["code"] == -32602


def operations_in(listed: Json) -> list[str]:
    uris = [each["uri"] for each in listed["result"]["resources"]]
    return [each for each in uris if each.startswith(PLACE)]


@pytest.mark.parametrize("revision", [JUNE, MODERN])
async def test_operations_are_resources_while_they_run_and_are_read_after(revision: str) -> None:
    async with a_command_scene(revision=revision) as scene:
        ended, running = await scene.working(), await scene.working()
        await scene.bench.end(ended, "all of it\n")
        listed = await scene.line.call("resources/list")
        uri = f"{PLACE}{ended.id}"
        read = await scene.line.call("resources/read", {"uri": uri})
        wrote = await scene.line.call("resources/read", {"uri": f"{uri}/output"})
        missing = await scene.line.call("resources/read", {"uri": f"{PLACE}nonsense"})

    assert operations_in(listed) == [f"{PLACE}{running.id}"]
    assert '"status":"completed"' in read["result"]["contents"][0]["text"]
    assert wrote["result"]["contents"][0]["text"] == "all of it\n"
    assert missing["error"]["message"] == "There is no such resource."
    assert scene.bench.operations[ended.id].delivered_at is None


async def test_without_a_workshop_no_operation_is_found() -> None:
    async with a_line(server_with(some_means())) as line:
        listed = await line.call("resources/list")
        read = await line.call("resources/read", {"uri": f"{PLACE}nonsense"})

    assert operations_in(listed) == []
    assert "error" in read


async def test_after_a_handshake_a_subscriber_is_told_of_every_move() -> None:
    async with a_command_scene() as scene:
        operation = await scene.working()
        await scene.line.call("resources/subscribe", {"uri": f"{PLACE}{operation.id}"})
        await at_rest()
        await scene.bench.end(operation)
        note = await scene.line.hear()
        await scene.line.call("resources/unsubscribe", {"uri": f"{PLACE}{operation.id}"})

    assert note["method"] == "notifications/resources/updated"
    assert note["params"]["uri"] == f"{PLACE}{operation.id}"


async def listening(scene: CommandScene, **wanted: Any) -> Json:
    """Open a stream; what it acknowledges."""
    meta: Json = {"_meta": {CAPABILITIES: {"extensions": {TASKS: {}}}}}
    await scene.line.ask("subscriptions/listen", {"notifications": wanted, **meta})
    heard = await scene.line.hear()
    assert heard["method"] == "notifications/subscriptions/acknowledged"
    return heard["params"]["notifications"]


async def test_a_stream_tells_of_tasks_and_resources_and_of_what_had_ended() -> None:
    async with a_command_scene(revision=MODERN) as scene:
        before, after = await scene.working(), await scene.working()
        await scene.bench.end(before)
        uri = f"{PLACE}{before.id}"
        wanted = {"taskIds": [str(after.id), "nonsense"], "resourceSubscriptions": [uri, PLACE]}
        honoured = await listening(scene, **wanted)
        first = await scene.line.hear()
        await scene.bench.end(after)
        second = await scene.line.hear()

    assert honoured == {"taskIds": [str(after.id)], "resourceSubscriptions": [uri]}
    assert (first["method"], first["params"]["uri"]) == ("notifications/resources/updated", uri)
    assert (second["method"], second["params"]["status"]) == ("notifications/tasks", "completed")


@pytest.mark.parametrize("how", [How.TIMED_OUT, How.FAILED_TO_START, How.INTERRUPTED])
async def test_failures_and_time_outs_are_pushed_like_any_end(how: How) -> None:
    async with a_command_scene(revision=MODERN) as scene:
        operation = await scene.working()
        await listening(scene, taskIds=[str(operation.id)])
        await scene.bench.end(operation, ended=Ended(how, why="It went wrong."))
        note = await scene.line.hear()

    facts = note["params"]["result"]["structuredContent"]
    assert (note["method"], note["params"]["status"]) == ("notifications/tasks", "completed")
    assert (facts["status"], facts["reason"]) == (str(how), "It went wrong.")


async def test_a_stream_passes_over_what_cannot_be_read_now() -> None:
    async with a_command_scene(revision=MODERN) as scene:
        operation = await scene.working()
        await listening(scene, taskIds=[str(operation.id)])
        await at_rest()
        scene.bench.forget(operation)
        await at_rest()
        scene.bench.move(operation)
        note = await scene.line.hear()

    assert note["params"]["taskId"] == str(operation.id)


async def test_a_client_of_the_handshake_is_told_when_its_tools_are_others() -> None:
    async with a_command_scene() as scene:
        await at_rest()
        await scene.offer(DEMO)
        await scene.offer(ONE)
        note = await scene.line.hear()
        listed = await scene.line.call("tools/list")

    assert note == {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}
    assert listed["result"]["tools"][-1]["name"] == "demo_version"
    assert not scene.line.notes


async def test_a_stream_is_told_when_the_tools_are_others() -> None:
    async with a_command_scene(revision=MODERN) as scene:
        honoured = await listening(scene, toolsListChanged=True)
        await at_rest()
        await scene.offer()
        note = await scene.line.hear()

    assert honoured == {"toolsListChanged": True}
    assert note["method"] == "notifications/tools/list_changed"


@pytest.mark.parametrize("profile", ["askline", "auq"])
async def test_only_lists_with_commands_are_said_to_change(profile: str) -> None:
    async with a_command_scene(profile=profile, revision=MODERN) as scene:
        found = await scene.line.call("server/discover")
        honoured = await listening(scene, toolsListChanged=True)

    changes = profile == "askline"
    assert found["result"]["capabilities"]["tools"] == {"listChanged": changes}
    assert honoured == ({"toolsListChanged": True} if changes else {})


async def test_an_offer_that_cannot_be_read_now_is_an_empty_one() -> None:
    async with a_command_scene() as scene:
        await at_rest()
        await scene.offer(ONE)
        scene.bench.disk.trouble = AWAY
        note = await scene.line.hear()
        listed = await scene.line.call("tools/list")

    assert note["method"] == "notifications/tools/list_changed"
    assert "demo_version" not in str(listed)


async def test_an_approved_task_works_on_and_ends() -> None:
    async with a_command_scene(revision=MODERN, cap_s=0.001) as scene:
        task = await a_task(scene, "demo_gated", names=[])
        ask = await the_ask(scene.desk)
        await scene.desk.answering.answer(ADA, ask.id, given(approve="yes"), receipt="r1")
        started = await scene.workshop.waiting.started(ADA, scene.bench.the_operation.id)
        working = await got(scene, task)

    assert started.status is Status.WORKING
    assert working["status"] == "working"
