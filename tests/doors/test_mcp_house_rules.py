"""What the user's settings say of commands holds for every agent."""

from askline.commands.house_rules import HouseRules
from tests.builders import ADA, given
from tests.doors.asks import the_ask
from tests.doors.command_scene import a_command_scene
from tests.doors.profiles import trouble


async def test_what_the_users_settings_deny_never_runs() -> None:
    async with a_command_scene() as scene:
        scene.bench.disk.house = HouseRules(ask=("demo_*",), deny=("demo_version",))
        said = trouble(await scene.used("demo_version"))

    assert said.startswith("demo_version is not allowed here: the user's settings deny it")
    assert "[command_refused]" in said


async def test_what_the_users_settings_want_approved_waits_for_a_person() -> None:
    async with a_command_scene(inline_s=5) as scene:
        scene.bench.disk.house = HouseRules(ask=("demo_r*",))
        call = await scene.line.use("demo_run", {"file": "a.py"})
        ask = await the_ask(scene.desk)
        await scene.desk.answering.answer(ADA, ask.id, given(approve="yes"), receipt="r1")
        await scene.bench.end(await scene.bench.begun(), "ran\n")
        result = await scene.line.result_of(call)

    assert ask.matter.command is not None
    assert ask.matter.command.why == "the user's settings want it approved"
    assert result["structuredContent"]["output"]["head"] == "ran\n"
