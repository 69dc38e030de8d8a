"""A command that a person must approve: what its call says meanwhile, and after each way to decide."""

import pytest

from askline.doors.mcp import running
from tests.builders import ADA, AGENT, given
from tests.doors.asks import the_ask
from tests.doors.command_scene import a_command_scene, the_page
from tests.doors.lines import JUNE, MODERN, Json
from tests.doors.profiles import trouble, words

ERAS = pytest.mark.parametrize("revision", [JUNE, MODERN])
FILE: Json = {"file": "a.py"}


@ERAS
async def test_an_approved_command_runs_and_its_call_returns_the_result(revision: str) -> None:
    async with a_command_scene(revision=revision, inline_s=5) as scene:
        call = await scene.line.use("demo_gated", {"names": ["x"]})
        ask = await the_ask(scene.desk)
        assert scene.bench.the_operation.started_at is None
        await scene.desk.answering.answer(ADA, ask.id, given(approve="yes"), receipt="r1")
        await scene.bench.end(await scene.bench.begun(), "ran\n")
        result = await scene.line.result_of(call)

    assert result["structuredContent"]["output"]["head"] == "ran\n"
    assert not scene.line.notes  # no form: the client's program is the one that wants to run it


@pytest.mark.parametrize("how", ["rejected", "answered no"])
async def test_a_command_that_nobody_approves_is_refused_with_the_humans_words(how: str) -> None:
    async with a_command_scene() as scene:
        call = await scene.line.use("demo_gated", {})
        ask = await the_ask(scene.desk)
        answering = scene.desk.answering
        if how == "rejected":
            await answering.reject(ADA, ask.id, receipt="r1", reason="not now")
        else:
            await answering.answer(ADA, ask.id, given(approve="no"), receipt="r1")
        said = trouble(await scene.line.result_of(call))
        await scene.line.say(scene.line.words[-1].replace("!carries", "!delivered").strip())
        await scene.line.call("tools/list")

    assert said.startswith("demo_gated was not approved, and nothing ran.")
    assert "[command_refused]" in said
    assert ("not now" in said) == (how == "rejected")
    assert scene.bench.the_operation.delivered_at is not None


async def test_an_approval_that_was_withdrawn_is_no_refusal() -> None:
    async with a_command_scene() as scene:
        call = await scene.line.use("demo_gated", {})
        ask = await the_ask(scene.desk)
        await scene.desk.asking.cancel(AGENT, ask.id, receipt="r1", reason="Not needed.")
        result = await scene.line.result_of(call)

    assert result["structuredContent"]["status"] == "cancelled"
    assert "was cancelled before it ran.\n\nReason: Not needed." in words(result)


async def test_a_call_that_ends_before_the_approval_says_where_it_is_given() -> None:
    async with a_command_scene(cap_s=0.001, inbox_url=the_page) as scene:
        result = await scene.used("demo_gated")
        waited = await scene.used(
            "operation_await", result["structuredContent"]["next"]["arguments"]
        )
        ask = await the_ask(scene.desk)

    facts = result["structuredContent"]
    assert (facts["status"], facts["url"]) == ("awaiting_approval", "http://here/ask")
    assert "Your human can approve it at http://here/ask." in words(result)
    assert waited["structuredContent"]["operations"][0]["status"] == "awaiting_approval"
    assert ask.holder is not None


async def test_an_approval_that_its_command_has_not_heard_of_is_told_as_it_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(running, "DECIDES_S", 0.001)
    async with a_command_scene() as scene:
        call = await scene.line.use("demo_gated", {})
        ask = await the_ask(scene.desk)
        waiting = scene.bench.the_operation
        async with scene.workshop.watching.changes() as changes:
            await scene.desk.answering.answer(ADA, ask.id, given(approve="yes"), receipt="r1")
            await anext(changes)
            scene.bench.move(waiting)
        result = await scene.line.result_of(call)

    assert result["structuredContent"]["status"] == "awaiting_approval"
