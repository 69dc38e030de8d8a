"""The protocol's inspector finds no fault with the tools of the line, whichever era it speaks."""

import json
import subprocess
import sys
from collections.abc import Generator

import pytest

from tests.clients.conversation import Json
from tests.clients.installing import installed
from tests.clients.scene import Scene, a_scene

NOWHERE = "http://127.0.0.1:9"
ERAS = ("legacy", "modern", "auto")

pytestmark = [pytest.mark.clients, pytest.mark.nightly, pytest.mark.timeout(300)]


@pytest.fixture
def scene() -> Generator[Scene]:
    with a_scene(NOWHERE) as made:
        yield made


def inspected(scene: Scene, era: str, *words: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "askline", "mcp"]
    options = ["--protocol-era", era, "--format", "json", "--quiet"]
    return subprocess.run(
        [str(installed("inspector")), "--cli", *line, *words, *options],
        env=scene.env,
        cwd=scene.project,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("era", ERAS)
def test_the_inspector_finds_no_fault_with_the_tools(scene: Scene, era: str) -> None:
    done = inspected(scene, era, "--method", "tools/list", "--strict")

    assert done.returncode == 0, done.stdout + done.stderr
    tools: list[Json] = json.loads(done.stdout)["result"]["tools"]
    assert [tool["name"] for tool in tools] == ["ask_user", "ask_await", "question_summary"]


@pytest.mark.parametrize("era", ERAS)
def test_the_inspector_takes_a_result_as_the_tool_declares_it(scene: Scene, era: str) -> None:
    done = inspected(scene, era, "--method", "tools/call", "--tool-name", "question_summary")

    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout)["result"]["structuredContent"]["count"] == 0


def test_the_inspector_is_told_what_is_pending(scene: Scene) -> None:
    """After a handshake: later it declares tasks, and would wait for this one's end."""
    arguments = ["--tool-arg", "question=Shall it be?", "--tool-arg", "blocking=false"]

    done = inspected(
        scene, "legacy", "--method", "tools/call", "--tool-name", "ask_user", *arguments
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout)["result"]["structuredContent"]["state"] == "pending"
    assert [ask["agent"]["name"] for ask in scene.human.json("list")] == ["inspector-cli"]
