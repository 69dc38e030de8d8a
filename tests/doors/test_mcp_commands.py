"""A declared command is a tool: typed, approved where a person must, given a moment to end."""

import pytest

from askline.commands.operation import Status
from askline.commands.ports import Ended, How
from askline.doors.mcp import running
from askline.doors.mcp.server import server_with
from tests.builders import ADA, SHOP
from tests.doors.asks import the_ask
from tests.doors.bench import AWAY
from tests.doors.command_scene import DEMO, CommandScene, a_command_scene, at_rest
from tests.doors.lines import JUNE, MODERN, Json, a_hello, a_line
from tests.doors.profiles import some_means, trouble, words
from tests.unit.declarations import a_source, option
from tests.unit.workshop_house import a_shop

ERAS = pytest.mark.parametrize("revision", [JUNE, MODERN])
FILE: Json = {"file": "a.py"}
OPERATION_TOOLS = ["operation_status", "operation_await", "operation_cancel", "operation_output"]
MAY_BE_MISSING: Json = {
    "availability_check": {"args": ["--version"]},
    "install_instructions": "Install it first.",
}
COMMANDS = ["demo_version", "demo_run", "demo_gated", "demo_never"]


async def names(scene: CommandScene) -> list[str]:
    listed = await scene.line.call("tools/list")
    return [tool["name"] for tool in listed["result"]["tools"]]


@ERAS
async def test_commands_are_listed_after_the_fixed_tools_in_the_order_of_their_declaration(
    revision: str,
) -> None:
    async with a_command_scene(revision=revision) as scene:
        own = ["ask_user", "ask_await", "question_summary"]
        assert await names(scene) == [*own, *OPERATION_TOOLS, *COMMANDS]


async def test_the_profile_ahma_has_the_commands_alone() -> None:
    async with a_command_scene(profile="ahma") as scene:
        assert await names(scene) == [*OPERATION_TOOLS, *COMMANDS]


@pytest.mark.parametrize("profile", ["auq", "codenomad", "permission"])
async def test_no_other_contract_lists_commands(profile: str) -> None:
    async with a_command_scene(profile=profile) as scene:
        listed = await names(scene)
        called = await scene.line.call("tools/call", {"name": "demo_run", "arguments": FILE})

    assert not {*listed} & {*COMMANDS, *OPERATION_TOOLS}
    assert called["error"]["message"].startswith("Unknown tool: demo_run.")


async def test_without_a_project_or_a_workshop_in_order_nothing_is_offered() -> None:
    async with a_command_scene(cwd=None) as scene:
        assert "demo_run" not in await names(scene)
    async with a_command_scene() as scene:
        scene.bench.disk.trouble = AWAY
        assert await names(scene) == ["ask_user", "ask_await", "question_summary"]


async def test_a_command_is_listed_typed_with_hints_and_two_lines() -> None:
    async with a_command_scene() as scene:
        listed = await scene.line.call("tools/list")
    tool = {each["name"]: each for each in listed["result"]["tools"]}

    assert tool["demo_run"]["inputSchema"] == {
        "type": "object",
        "properties": {"file": {"type": "string"}},
        "required": ["file"],
        "additionalProperties": False,
    }
    assert tool["demo_run"]["title"] == "demo run"
    assert tool["demo_run"]["annotations"]["readOnlyHint"] is False
    assert tool["demo_run"]["outputSchema"]["required"] == ["tool", "status"]
    assert tool["demo_run"]["description"].count("\n") == 1
    assert "operation" not in tool["demo_version"]["description"].lower()


@ERAS
async def test_a_synchronous_command_returns_its_result_and_names_no_operation(
    revision: str,
) -> None:
    async with a_command_scene(revision=revision) as scene:
        call = await scene.line.use("demo_version", {"loud": "true"})
        await scene.bench.end(await scene.bench.begun(), "demo 3.1\n")
        result = await scene.line.result_of(call)

    assert result["structuredContent"] == {
        "tool": "demo_version",
        "status": "completed",
        "exit_code": 0,
        "elapsed_s": 0.0,
        "output": {"head": "demo 3.1\n", "tail": "", "omitted_bytes": 0},
    }
    said = words(result)
    assert said.startswith("demo_version ended with exit code 0 after 0.0 s.")
    assert "What it wrote, as data:\ndemo 3.1" in said
    assert "operation" not in said
    assert scene.bench.the_operation.arguments == {"loud": True}


async def test_a_synchronous_command_that_takes_too_long_goes_on_as_an_operation() -> None:
    async with a_command_scene(cap_s=0.001) as scene:
        result = await scene.used("demo_version")
        operation = scene.bench.the_operation

    following = {"tool": "operation_await", "arguments": {"ids": [str(operation.id)]}}
    assert result["structuredContent"]["status"] == "working"
    assert result["structuredContent"]["next"] == following
    assert f'`operation_await` with {{"ids":["{operation.id}"]}}' in words(result)


async def test_where_output_is_left_out_the_result_says_how_to_read_it() -> None:
    async with a_command_scene() as scene:
        scene.bench.programs.shown = 40
        call = await scene.line.use("demo_version", {})
        operation = await scene.bench.end(await scene.bench.begun(), "a" * 40 + "b" * 60)
        result = await scene.line.result_of(call)

    facts = result["structuredContent"]
    assert facts["operation_id"] == str(operation.id)
    assert facts["output"] == {"head": "a" * 40, "tail": "b" * 40, "omitted_bytes": 20}
    assert f'20 bytes left out; read them with `operation_output` {{"id":"{operation.id}"' in words(
        result
    )


@ERAS
async def test_a_command_in_the_background_that_ends_in_its_moment_is_a_whole_result(
    revision: str,
) -> None:
    async with a_command_scene(revision=revision, inline_s=5) as scene:
        call = await scene.line.use("demo_run", FILE)
        operation = await scene.bench.begun()
        await scene.bench.end(operation, ended=Ended(How.EXITED, exit_code=3))
        result = await scene.line.result_of(call)

    facts = result["structuredContent"]
    assert (facts["operation_id"], facts["status"]) == (str(operation.id), "completed")
    assert (facts["exit_code"], result["isError"]) == (3, False)
    assert "It wrote nothing." in words(result)


@pytest.mark.parametrize(("profile", "inline_s"), [("ahma", 5), ("askline", 0)])
async def test_one_that_goes_on_is_an_operation_and_the_result_says_what_to_do(
    profile: str, inline_s: float
) -> None:
    async with a_command_scene(profile=profile, inline_s=inline_s) as scene:
        result = await scene.used("demo_run", FILE)
        another = await scene.used("demo_run", FILE)

    facts = result["structuredContent"]
    begun = [facts["operation_id"], another["structuredContent"]["operation_id"]]
    assert {*map(str, scene.bench.operations)} == {*begun}
    assert facts["status"] == "working"
    assert facts["next"]["arguments"] == {"ids": begun[:1]}
    assert "has started and is running since 0.0 s." in words(result)
    assert "Go on with other work" in words(result)


async def test_while_its_moment_lasts_the_client_hears_of_progress() -> None:
    async with a_command_scene(inline_s=5, beat_s=0.01) as scene:
        call = await scene.line.use("demo_run", FILE, beats="t")
        await scene.line.hear_progress()
        await scene.bench.end(await scene.bench.begun())
        await scene.line.result_of(call)

    assert scene.line.notes[0]["params"]["message"] == "Running: demo_run"


async def test_wrong_arguments_are_refused_all_at_once_with_the_nearest_name() -> None:
    async with a_command_scene() as scene:
        said = trouble(await scene.used("demo_run", {"files": 1}))
        dash = trouble(await scene.used("demo_run", {"file": "-c"}))

    assert "- files: expected one of file, got an unknown argument. Did you mean 'file'?" in said
    assert "- file: expected" in said
    assert "[invalid_arguments]" in dash
    assert scene.bench.operations == {}


async def test_arguments_are_taken_as_models_send_them() -> None:
    numbers = {"options": [option("n", "integer"), option("o", "object")]}
    list_of = option("many", "array", items={"type": "integer"})
    count = a_source({"name": "count", **numbers, "positional_args": [list_of]})
    async with a_command_scene(count) as scene:
        await scene.used("demo_count", {"n": "3", "o": '{"a": 1}', "many": "[1, 2]"})

    assert scene.bench.the_operation.arguments == {"n": 3, "o": {"a": 1}, "many": [1, 2]}


@pytest.mark.parametrize("profile", ["askline", "ahma"])
async def test_where_there_is_no_room_the_call_returns_all_the_same(
    profile: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "STARTS_S", 0.001)
    async with a_command_scene(profile=profile, at_once=1) as scene:
        first = await scene.used("demo_run", FILE)
        second = await scene.used("demo_run", FILE)

    assert first["structuredContent"]["status"] in ("pending", "working")
    assert second["structuredContent"]["status"] == "pending"
    assert "was begun, and starts as soon as there is room." in words(second)


async def test_a_call_goes_through_the_workshop_to_its_end() -> None:
    async with a_shop() as shop:
        means = some_means(shop.desk, workshop=shop.workshop)
        async with a_line(server_with(means)) as line:
            call = await line.use("demo_wait", {})
            (await shop.bench.begun()).end()
            done = await line.result_of(call)
            asking = await line.use("demo_ask", {})
            ask = await the_ask(shop.desk)
            await shop.desk.answering.reject(ADA, ask.id, receipt="r1", reason="not now")
            refused = await line.result_of(asking)

    assert done["structuredContent"]["exit_code"] == 0
    assert done["structuredContent"]["output"]["head"] == "demo wait\n"
    assert "not now" in trouble(refused)


async def test_what_the_policy_denies_is_refused() -> None:
    async with a_command_scene() as scene:
        said = trouble(await scene.used("demo_never"))

    assert said.startswith("demo_never is not allowed here. [command_refused]\nDo not try another")


async def test_where_nobody_can_be_reached_nothing_is_put_to_anybody() -> None:
    async with a_command_scene(notice="Nothing is kept.") as scene:
        said = trouble(await scene.used("demo_gated"))
        result = await scene.used("demo_run", FILE)

    assert "[command_refused]" in said
    assert result["structuredContent"]["notice"] == "Nothing is kept."
    assert words(result).startswith("Nothing is kept.")


@pytest.mark.parametrize(("tool", "ends"), [("demo_version", True), ("demo_run", False)])
async def test_a_cancelled_call_ends_a_synchronous_command_and_no_other(
    tool: str, ends: bool
) -> None:
    async with a_command_scene(inline_s=5) as scene:
        call = await scene.line.use(tool, {} if ends else FILE)
        operation = await scene.bench.begun()
        note: Json = {"method": "notifications/cancelled", "params": {"requestId": call}}
        await scene.line.say({"jsonrpc": "2.0", **note})
        await scene.line.call("tools/list")
        await at_rest()
        status = scene.bench.operations[operation.id].status

    assert status is (Status.CANCELLED if ends else Status.WORKING)


async def test_a_repeated_call_finds_its_operation() -> None:
    async with a_command_scene(revision=MODERN) as scene:
        operation = await scene.working()
        caller: Json = {"cwd": "/home/ada/shop", "again": 1, "cap_s": 50}
        hello = a_hello(scene.connection, upcoming=2, replay=(1,), **caller)
        means = some_means(scene.desk, scene.clock, workshop=scene.workshop)
        async with a_line(server_with(means), hello, revision=MODERN) as again:
            await again.say("!since 60000")
            result = await again.result_of(await again.use("demo_run", FILE))

    assert result["structuredContent"]["operation_id"] == str(operation.id)
    assert [*scene.bench.operations] == [operation.id]


async def test_the_steps_of_a_sequence_are_told_one_by_one() -> None:
    one = {"tool": "demo", "subcommand": "one"}
    plain = {
        "name": "all",
        "sequence": [{**one, "skip_if_file_exists": "done"}, one, one],
        "step_delay_ms": 1,
    }
    async with a_command_scene(a_source({"name": "one"}, plain), inline_s=5) as scene:
        scene.bench.disk.there.add(f"{SHOP.path}/done")
        call = await scene.line.use("demo_all", {})
        (await scene.bench.programs.begun()).end(Ended(How.EXITED, exit_code=0, elapsed_s=2.0))
        (await scene.bench.programs.begun(2)).end(Ended(How.EXITED, signal=9, elapsed_s=1.0))
        result = await scene.line.result_of(call)

    assert "- demo_one: skipped, done is there" in words(result)
    assert "- demo_one: exit code 0 after 2.0 s" in words(result)
    assert "- demo_one: signal 9 after 1.0 s" in words(result)
    assert "demo_all" in words(result)
    assert ") ended by signal 9" in words(result)
    assert result["structuredContent"]["steps"][0]["skipped"] == "done is there"


async def test_a_call_of_what_is_not_offered_says_why() -> None:
    async with a_command_scene() as scene:
        scene.bench.ends("--version", exit_code=127)
        await scene.offer(a_source({"name": "go", **MAY_BE_MISSING}, name="other"))
        missing = await scene.line.call("tools/call", {"name": "other_go", "arguments": {}})
        await scene.offer(DEMO, trusted=False)
        untrusted = await scene.line.call("tools/call", {"name": "demo_run", "arguments": {}})

    assert missing["error"]["message"].startswith("Unknown tool: other_go. Install it first.")
    assert "with `askline tools trust`, at a terminal. Tools:" in untrusted["error"]["message"]


@ERAS
async def test_agents_learn_that_declared_commands_wait_for_trust(revision: str) -> None:
    async with a_command_scene(revision=revision) as scene:
        await scene.offer(DEMO, trusted=False)
        if revision == MODERN:
            greeting = await scene.line.call("server/discover")
        else:
            hands: Json = {
                "protocolVersion": JUNE,
                "capabilities": {},
                "clientInfo": {"name": "x", "version": "1"},
            }
            greeting = await scene.line.call("initialize", hands)

    assert greeting["result"]["instructions"].endswith("with `askline tools trust`, at a terminal.")
