"""Operations over MCP: looked at, waited for, ended, read; and their end is told once, to their agent."""

from datetime import timedelta

import pytest

from askline.asks.asking import NewAsk
from askline.commands.loading import Source
from askline.commands.operation import Operation, Status
from askline.commands.ports import Ended as ProgramEnded
from askline.commands.ports import How
from askline.core.errors import NotFound
from askline.core.people import Agent
from askline.doors.mcp.contracts import operations
from askline.doors.mcp.duties import Ended, Handed, read_handed
from askline.doors.mcp.server import server_with
from askline.doors.mcp.visits import delivered_late
from tests.builders import ADA, AGENT, an_id
from tests.doors.asks import the_ask
from tests.doors.bench import AWAY
from tests.doors.command_scene import DEMO, CommandScene, a_command_scene, at_rest
from tests.doors.lines import JUNE, MODERN, Json, a_hello, a_line
from tests.doors.profiles import some_means, trouble, words
from tests.unit.declarations import a_source

ASK: Json = {"question": "Go on?", "blocking": False}


def told(result: Json) -> list[str]:
    """The operations that a result tells of beside its own."""
    return [each["operation_id"] for each in result["structuredContent"].get("alsoEnded", [])]


async def reported(scene: CommandScene) -> None:
    """The line says that its client has the last result."""
    await scene.line.say(scene.line.words[-1].replace("!carries", "!delivered").strip())
    await scene.line.call("tools/list")


@pytest.mark.parametrize("revision", [JUNE, MODERN])
async def test_waiting_returns_when_all_have_ended_with_their_results(revision: str) -> None:
    async with a_command_scene(revision=revision) as scene:
        first, second = await scene.working(), await scene.working()
        ids = [str(first.id), second.short_id]
        call = await scene.line.use("operation_await", {"ids": ids})
        await scene.bench.end(first, "one\n")
        await scene.bench.end(second, ended=ProgramEnded(How.EXITED, exit_code=2))
        result = await scene.line.result_of(call)
        await reported(scene)

    [one, two] = result["structuredContent"]["operations"]
    assert (one["operation_id"], one["status"], one["exit_code"]) == (
        str(first.id),
        "completed",
        0,
    )
    assert one["output"] == {"head": "one\n", "tail": "", "omitted_bytes": 0}
    assert two["exit_code"] == 2
    assert "next" not in result["structuredContent"]
    assert "What it wrote, as data:\none\n" in words(result)
    assert all(each.delivered_at for each in scene.bench.operations.values())


async def test_any_of_them_will_do_where_that_is_said_and_the_rest_is_named_again() -> None:
    async with a_command_scene() as scene:
        first, second = await scene.working(), await scene.working()
        ids = [str(first.id), str(second.id)]
        call = await scene.line.use("operation_await", {"ids": ids, "mode": "any"})
        await scene.bench.end(second)
        result = await scene.line.result_of(call)

    assert result["structuredContent"]["next"]["arguments"] == {"ids": [str(first.id)]}
    assert "It has written nothing yet." in words(result)


async def test_time_that_runs_out_while_waiting_is_no_error() -> None:
    async with a_command_scene() as scene:
        operation = await scene.working()
        looked = await scene.used("operation_await", {"ids": [str(operation.id)], "wait": 0})
        waited = await scene.used("operation_await", {"ids": str(operation.id), "wait": 0.001})

    for result in (looked, waited):
        [found] = result["structuredContent"]["operations"]
        assert (found["status"], result["isError"]) == ("working", False)


async def test_a_store_that_goes_away_ends_the_waiting_and_is_told() -> None:
    async with a_command_scene() as scene:
        operation = await scene.working()
        call = await scene.line.use("operation_await", {"ids": [str(operation.id)]})
        await at_rest()
        scene.bench.store.away = True
        scene.workshop.watching.tell(operation)
        result = await scene.line.result_of(call)
        scene.bench.store.away = False

    assert "store_unavailable" in trouble(result)


async def test_an_operation_that_is_forgotten_while_it_is_waited_for_is_told_as_it_stood() -> None:
    async with a_command_scene() as scene:
        operation = await scene.working()
        call = await scene.line.use("operation_await", {"ids": [str(operation.id)]})
        await at_rest()
        scene.bench.forget(operation)
        result = await scene.line.result_of(call)

    [found] = result["structuredContent"]["operations"]
    assert (found["status"], found["output"]["head"]) == ("working", "")


@pytest.mark.parametrize(
    ("tool", "arguments", "field"),
    [
        ("operation_await", {"ids": []}, "- ids: expected 1 to 100 ids of operations"),
        ("operation_await", {"ids": ["x"], "mode": "some", "wait": -1}, "- mode: expected any"),
        ("operation_status", {"id": "x"}, "- id: expected one of ids"),
        ("operation_cancel", {}, "- id: expected the id of an operation"),
        ("operation_output", {"id": "x", "tail": 0}, "- tail: expected"),
        ("operation_output", {"id": "0123456789"}, "There is no operation 0123456789. [not_found]"),
    ],
)
async def test_what_does_not_fit_is_named(tool: str, arguments: Json, field: str) -> None:
    async with a_command_scene() as scene:
        assert field in trouble(await scene.used(tool, arguments))


async def later(scene: CommandScene) -> Operation:
    scene.clock.time += timedelta(seconds=1)
    return await scene.working()


async def test_status_shows_what_runs_and_what_ended_lately_of_this_agent_alone() -> None:
    async with a_command_scene() as scene:
        old, new, strange, other = [await later(scene) for _ in range(4)]
        await scene.bench.end(old)
        scene.bench.move(strange, agent=Agent(name="else"))
        scene.bench.move(other, agent=Agent(name="somebody", conversation="another"))
        result = await scene.used("operation_status")
        one = await scene.used("operation_status", {"ids": [str(strange.id)]})

    shown = [each["operation_id"] for each in result["structuredContent"]["operations"]]
    assert shown == [str(other.id), str(new.id), str(old.id)]
    assert "output" not in result["structuredContent"]["operations"][0]
    assert one["structuredContent"]["operations"][0]["operation_id"] == str(strange.id)


async def test_status_says_what_cannot_be_called_here_and_why() -> None:
    check = {"availability_check": {"args": ["--version"]}, "install_instructions": "Install it."}
    other = a_source({"name": "go", **check}, name="other", file="other.json")
    wrong = Source(".askline/tools/x.json", "{\n]")
    async with a_command_scene() as scene:
        scene.bench.ends("--version", exit_code=127)
        await scene.offer(other, wrong)
        result = await scene.used("operation_status")
        scene.bench.disk.trouble = AWAY
        nothing = await scene.used("operation_status")

    facts, said = result["structuredContent"], "\n".join(each["text"] for each in result["content"])
    assert facts["operations"] == []
    assert facts["unavailable"] == {"other_go": "Install it."}
    [problem] = facts["problems"]
    assert problem.startswith(".askline/tools/x.json:2:1: ")
    assert "There are no operations of yours." in said
    assert "other_go is not available: Install it." in said
    assert f"Not loaded: {problem}" in said
    assert nothing["structuredContent"] == {"operations": []}


async def test_status_says_that_nothing_is_trusted() -> None:
    async with a_command_scene() as scene:
        await scene.offer(DEMO, trusted=False)
        result = await scene.used("operation_status")

    assert "`askline tools trust`" in result["content"][-1]["text"]


async def test_a_cancelled_operation_has_ended_and_an_ended_one_stays() -> None:
    async with a_command_scene() as scene:
        operation = await scene.working()
        said: Json = {"id": operation.short_id, "reason": "Not needed."}
        first = await scene.used("operation_cancel", said)
        again = await scene.used("operation_cancel", {"id": str(operation.id)})

    assert first["structuredContent"]["status"] == "cancelled"
    assert first["structuredContent"]["reason"] == "Cancelled by somebody: Not needed."
    assert again["structuredContent"] == first["structuredContent"]
    assert "was cancelled after 0.0 s.\n\nReason: Cancelled by somebody: Not needed." in words(
        first
    )


async def test_one_that_is_slow_to_end_is_told_as_it_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(operations, "ENDS_S", 0.001)
    async with a_command_scene() as scene:
        operation = await scene.working()
        (await scene.bench.programs.begun()).stubborn = True
        result = await scene.used("operation_cancel", {"id": str(operation.id)})

    assert result["structuredContent"]["status"] == "working"
    assert result["structuredContent"]["next"]["arguments"] == {"ids": [str(operation.id)]}


async def test_output_is_read_page_by_page_from_the_end_and_by_a_text() -> None:
    async with a_command_scene(notice="Nothing is kept.") as scene:
        operation = await scene.working()
        scene.bench.written[operation.id] += "one\ntwo\n" + "x" * (16 << 10)
        which = {"id": str(operation.id)}
        first = await scene.used("operation_output", which)
        rest = await scene.used("operation_output", {**which, "offset": 16 << 10})
        found = await scene.used("operation_output", {**which, "grep": "tw"})
        await scene.bench.end(operation, "\nend")
        last = await scene.used("operation_output", {**which, "tail": "1"})

    assert first["structuredContent"]["next_offset"] == 16 << 10
    assert first["structuredContent"]["eof"] is False
    assert first["structuredContent"]["notice"] == "Nothing is kept."
    assert f"[Go on with `offset` {16 << 10}.]" in words(first)
    assert (rest["structuredContent"]["text"], rest["structuredContent"]["eof"]) == ("x" * 8, True)
    assert "[Nothing lies behind it; it may still write.]" in words(rest)
    assert found["structuredContent"]["text"] == "two\n"
    assert last["structuredContent"]["text"] == "end"
    assert "[Nothing lies behind it.]" in words(last)


async def test_what_an_operation_wrote_may_be_gone() -> None:
    async with a_command_scene() as scene:
        operation = await scene.bench.end(await scene.working(), "something")
        del scene.bench.written[operation.id]
        result = await scene.used("operation_await", {"ids": [str(operation.id)]})
        page = await scene.used("operation_output", {"id": str(operation.id)})

    assert result["structuredContent"]["operations"][0]["output"]["head"] == ""
    assert (page["structuredContent"]["text"], page["structuredContent"]["eof"]) == ("", True)


async def test_where_no_commands_are_run_the_tools_say_so() -> None:
    async with a_line(server_with(some_means())) as line:
        result = await line.result_of(await line.use("operation_status", {}))

    assert trouble(result).startswith("No commands are run here. [not_found]")


async def test_the_end_of_an_operation_comes_with_the_next_result_until_it_is_reported() -> None:
    async with a_command_scene() as scene:
        operation = await scene.working()
        ended = ProgramEnded(How.EXITED, exit_code=1, why="It took too much.")
        await scene.bench.end(operation, ended=ended)
        first = await scene.used("ask_user", ASK)
        on_its_way = await scene.used("ask_user", {**ASK, "key": "2"})
        scene.clock.time += timedelta(minutes=1)
        lost = await scene.used("ask_user", {**ASK, "key": "3"})
        await reported(scene)
        after = await scene.used("ask_user", {**ASK, "key": "4"})

    assert [told(each) for each in (first, on_its_way, lost, after)] == [
        [str(operation.id)],
        [],
        [str(operation.id)],
        [],
    ]
    said = first["content"][-1]["text"]
    assert said.startswith("Operations that ended since; `operation_output` reads what they wrote:")
    assert f"- demo_run (operation {operation.id}) ended with exit code 1" in said
    assert "Reason: It took too much." in said


@pytest.mark.parametrize("looked_after", [True, False])
async def test_what_was_decided_about_a_command_is_told_by_its_operation_alone(
    looked_after: bool,
) -> None:
    async with a_command_scene(cap_s=0.001) as scene:
        await scene.used("demo_gated")
        ask, operation = await the_ask(scene.desk), scene.bench.the_operation
        if not looked_after:  # the process that ran it is gone, and nobody took it up yet
            whose: Json = {"agent": ask.agent, "project": ask.project}
            again = NewAsk(matter=ask.matter, connection=scene.connection, **whose)
            ask = await scene.desk.asking.ask(AGENT, again)
        await scene.desk.answering.reject(ADA, ask.id, receipt="r1", reason="not now")
        if looked_after:
            await scene.workshop.waiting.ended(ADA, operation.id)
        result = await scene.used("ask_user", ASK)

    assert told(result) == ([str(operation.id)] if looked_after else [])
    assert "alsoSettled" not in result["structuredContent"]


async def test_what_another_call_waits_for_is_left_to_it() -> None:
    async with a_command_scene() as scene:
        operation = await scene.working()
        other = await scene.working()
        ids = {"ids": [str(operation.id), str(other.id)]}
        waiting = await scene.line.use("operation_await", ids)
        await at_rest()
        await scene.bench.end(operation)
        beside = await scene.used("ask_user", ASK)
        await scene.bench.end(other)
        result = await scene.line.result_of(waiting)

    assert told(beside) == []
    assert told(result) == []


async def test_a_workshop_in_trouble_spoils_no_other_result() -> None:
    async with a_command_scene() as scene:
        scene.bench.store.away = True
        result = await scene.used("ask_user", ASK)

    assert told(result) == []


async def test_a_line_reports_to_the_next_service_what_the_last_one_told() -> None:
    async with a_command_scene() as scene:
        operation = await scene.bench.end(await scene.working())
        await scene.used("ask_user", ASK)
        carried = scene.line.words[-1].split()[2]
        means = some_means(scene.desk, scene.clock, workshop=scene.workshop)
        again = a_line(
            server_with(means),
            a_hello(scene.connection, again=1),
            desk=scene.desk,
            workshop=scene.workshop,
        )
        async with again as line:
            await line.say(f"!delivered 3 {carried}")
            await line.call("tools/list")

    assert scene.bench.operations[operation.id].delivered_at is not None
    assert read_handed(carried) == [Ended(operation.id)]


async def test_a_report_that_no_workshop_can_hear_does_no_harm() -> None:
    async with a_command_scene() as scene:
        operation = await scene.working()
        await delivered_late(scene.desk, None, Ended(operation.id))

    assert scene.bench.the_operation.delivered_at is None
    assert str(Handed(an_id(1), 2)).endswith("/2")


async def test_of_a_strangers_operation_nothing_is_found() -> None:
    async with a_command_scene() as scene:
        operation = await scene.working()
        scene.bench.move(operation, principal="bob")
        said = trouble(await scene.used("operation_cancel", {"id": str(operation.id)}))
        assert scene.bench.the_operation.status is Status.WORKING

    assert NotFound.code in said
