"""An agent that wants to approve its own command, by every way that its own line has."""

import pytest

from askline.asks.state import State
from askline.commands.operation import Status
from tests.builders import ADA
from tests.doors.command_scene import a_command_scene, at_rest
from tests.doors.lines import MODERN, Json
from tests.promises import promise

YES: Json = {"approve": {"values": ["yes"]}}
FORM: Json = {"answer": {"action": "accept", "content": {"approve": "yes"}}}


@promise("person")
@pytest.mark.parametrize("tool", ["ask_ui_answer", "ask_ui_open", "ask_ui_reject", "answer"])
async def test_no_tool_lets_an_agent_approve(tool: str) -> None:
    async with a_command_scene(inline_s=0, cap_s=1) as scene:
        await scene.line.use("demo_gated", {"names": ["x"]})
        await at_rest()
        [ask] = await scene.desk.reading.inbox(ADA)
        said = await scene.line.call(
            "tools/call",
            {"name": tool, "arguments": {"id": str(ask.id), "answers": YES, "receipt": "r"}},
        )
        after = await scene.desk.reading.read(ADA, ask.id)

        assert "error" in said or said["result"]["isError"]
        assert after.state is State.PENDING
        assert scene.bench.the_operation.status is Status.AWAITING_APPROVAL


@promise("person")
async def test_no_task_takes_an_approval() -> None:
    async with a_command_scene(revision=MODERN, inline_s=0) as scene:
        await scene.line.use("demo_gated", {"names": ["x"]})
        await at_rest()
        [ask] = await scene.desk.reading.inbox(ADA)
        for task in (str(ask.id), str(scene.bench.the_operation.id)):
            await scene.as_task("tasks/update", {"taskId": task, "inputResponses": FORM})
        after = await scene.desk.reading.read(ADA, ask.id)

        assert after.state is State.PENDING
        assert scene.bench.the_operation.status is Status.AWAITING_APPROVAL
