"""Who calls: hellos, agents, projects and their branches, and how long each is made to wait."""

import json
import math
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp_types import Implementation

from askline.core.errors import InvalidArguments, StoreUnavailable
from askline.core.people import Agent, Project
from askline.doors.mcp.branches import branch_of
from askline.doors.mcp.callers import Caller, agent_of, project_of, read_hello
from askline.doors.mcp.caps import cap_of
from askline.doors.mcp.duties import Duties, Ended, Handed
from askline.doors.mcp.settings import McpSettings
from tests.builders import NOON, minted

HELLO: dict[str, Any] = {
    "wire": 1,
    "version": "0.1.0",
    "connection": "c0ffee",
    "again": 2,
    "pid": 1,
    "cwd": "/x",
    "profile": None,
    "cap_s": 3.5,
    "labels": {"CLAUDE_CODE_ENTRYPOINT": "cli", "ODD": 5},
    "next": 7,
    "replay": [1, 5],
    "of a newer line": True,
}


def test_a_hello_says_who_calls_and_what_is_repeated() -> None:
    hello = read_hello(json.dumps(HELLO))

    assert hello.caller == Caller(
        connection="c0ffee",
        again=2,
        cwd="/x",
        cap_s=3.5,
        labels={"CLAUDE_CODE_ENTRYPOINT": "cli"},
    )
    assert (hello.caller.profile, hello.caller.holder) == ("askline", "c0ffee+2")
    assert (hello.next, hello.replay) == (7, (1, 5))


def test_a_short_hello_will_do() -> None:
    hello = read_hello(b'{"wire": 1, "connection": "c0ffee"}')

    assert (hello.next, hello.replay, hello.caller.holder) == (1, (), "c0ffee")
    assert (hello.caller.cap_s, hello.caller.cwd) == (None, None)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"wire": 2}, "wire"),
        ({"connection": ""}, "connection"),
        ({"connection": 5}, "connection"),
        ({"again": -1}, "again"),
        ({"next": 0}, "next"),
        ({"replay": [0]}, "replay"),
        ({"replay": [True]}, "replay"),
        ({"replay": "1"}, "replay"),
        ({"cap_s": -1}, "cap_s"),
        ({"cap_s": "3"}, "cap_s"),
        ({"cap_s": True}, "cap_s"),
        ({"cap_s": math.inf}, "cap_s"),
        ({"cap_s": math.nan}, "cap_s"),
        ({"labels": []}, "labels"),
        ({"cwd": 5}, "cwd"),
        ({"profile": 5}, "profile"),
    ],
)
def test_a_hello_that_does_not_fit_is_refused_by_field(change: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidArguments) as refused:
        read_hello(json.dumps(HELLO | change))

    assert refused.value.fields[0].field == field


@pytest.mark.parametrize("text", ["", "[]", "{", "5"])
def test_a_hello_must_be_an_object(text: str) -> None:
    with pytest.raises(InvalidArguments, match="must be an object"):
        read_hello(text)


def test_an_agent_is_what_its_client_says_it_is() -> None:
    client = Implementation(name="codex-mcp-client", version="0.166", title="Codex")
    caller = Caller(connection="c", labels={"AGENT_SESSION_ID": "", "QWEN_CODE_SESSION_ID": "q"})

    assert agent_of(caller, client, {}) == Agent(
        name="codex-mcp-client", version="0.166", label="Codex", conversation="q"
    )
    assert agent_of(caller, None, {"threadId": "t1"}) == Agent(name="agent", conversation="t1")
    assert agent_of(caller, None, {"threadId": 5}).conversation == "q"


async def test_a_project_is_where_the_client_says_it_works_or_where_it_stands(
    tmp_path: Path,
) -> None:
    labels = {"CLAUDE_PROJECT_DIR": str(tmp_path)}

    assert await project_of(Caller(connection="c", cwd="/x", labels=labels)) == Project(
        name=tmp_path.name, path=str(tmp_path)
    )
    assert await project_of(Caller(connection="c", cwd="/")) == Project(name="/", path="/")
    assert await project_of(Caller(connection="c")) == Project(name="project")


async def test_the_directory_that_qwen_code_names_is_not_the_project() -> None:
    labels = {"QWEN_CODE_PROJECT_DIR": "/home/ada/.qwen/projects/-src-shop"}

    project = await project_of(Caller(connection="c", cwd="/src/shop", labels=labels))

    assert project == Project(name="shop", path="/src/shop")


def a_repository(at: Path, head: str) -> Path:
    at.mkdir(parents=True)
    (at / "HEAD").write_text(head)
    return at


def test_a_branch_is_read_from_the_repository_above(tmp_path: Path) -> None:
    a_repository(tmp_path / ".git", "ref: refs/heads/feature/cards\n")
    below = tmp_path / "src" / "deep"
    below.mkdir(parents=True)

    assert branch_of(str(tmp_path)) == "feature/cards"
    assert branch_of(str(below)) == "feature/cards"


@pytest.mark.parametrize("absolute", [True, False])
def test_a_worktree_has_a_branch_of_its_own(tmp_path: Path, absolute: bool) -> None:
    a_repository(tmp_path / "main" / ".git" / "worktrees" / "side", "ref: refs/heads/side\n")
    tree = tmp_path / "side"
    tree.mkdir()
    there = tmp_path / "main" if absolute else Path("../main")
    (tree / ".git").write_text(f"gitdir: {there}/.git/worktrees/side\n")

    assert branch_of(str(tree)) == "side"


def test_whatever_is_unusual_is_no_branch(tmp_path: Path) -> None:
    a_repository(tmp_path / "detached" / ".git", "8232c8d0000000000000000000000000\n")
    (tmp_path / "headless" / ".git").mkdir(parents=True)
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / ".git").write_text("nothing to see")

    for name in ("detached", "headless", "odd", "missing", "nul\0"):
        assert branch_of(str(tmp_path / name)) is None


CLI = {"CLAUDE_CODE_ENTRYPOINT": "cli"}


@pytest.mark.parametrize(
    ("client", "labels", "beats", "seconds"),
    [
        ("claude-code", CLI, True, 110),
        ("claude-code", CLI | {"CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS": "0"}, True, 1500),
        ("claude-code", {"CLAUDE_CODE_ENTRYPOINT": "sdk-cli"}, True, 1500),
        ("claude-code", {}, True, 110),
        ("claude-code", CLI, False, 50),
        ("codex-mcp-client", {}, True, 280),
        ("copilot-cli", {}, True, 1500),
        ("copilot-cli", {}, False, 170),
        ("opencode", {}, True, 1500),
        ("opencode", {}, False, 50),
        ("qwen-cli-mcp-client-askline", {}, True, 1500),
        ("gemini-cli-mcp-client", {}, True, 540),
        ("continue-cli-client", {}, False, 50),
        ("somebody", {}, True, 50),
    ],
)
def test_a_call_ends_before_its_client_gives_up(
    client: str, labels: dict[str, str], beats: bool, seconds: float
) -> None:
    caller = Caller(connection="c", labels=labels)

    assert cap_of(caller, client, McpSettings(), beats=beats) == seconds


def test_what_was_set_goes_before_what_is_known() -> None:
    told, untold = Caller(connection="c", cap_s=7), Caller(connection="c")
    settings = McpSettings(cap_s=30, clients={"op": 40, "opencode": 45})

    assert cap_of(told, "opencode", settings, beats=True) == 7
    assert cap_of(untold, "opencode", settings, beats=True) == 45
    assert cap_of(untold, "somebody", settings, beats=True) == 30


def test_zero_is_without_cap() -> None:
    assert cap_of(Caller(connection="c", cap_s=0), "x", McpSettings(), beats=False) == math.inf
    assert cap_of(Caller(connection="c"), "x", McpSettings(cap_s=0), beats=False) == math.inf


async def test_an_errand_that_fails_does_not_stop_the_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    done: list[str] = []

    async def broken() -> None:
        raise StoreUnavailable("away", hint="wait")

    async def works() -> None:
        done.append("works")

    duties = Duties()
    duties.when_delivered(1, Handed(minted.ask_id(NOON), 0), broken)
    duties.when_delivered(1, Handed(minted.ask_id(NOON), 0), works)
    duties.when_delivered(2, Handed(minted.ask_id(NOON), 0), works)
    duties.undelivered(2)

    await duties.delivered(1)
    await duties.delivered(2)

    assert done == ["works"]
    assert "a mark was not kept: store_unavailable" in caplog.text


async def test_what_another_version_says_a_result_carried_is_passed_over() -> None:
    handed = Handed(minted.ask_id(NOON), 2)
    late: list[Handed | Ended] = []

    async def take(handed: Handed | Ended) -> None:
        late.append(handed)

    await Duties(take).delivered(7, f"x {handed.ask_id} {handed.ask_id}/2 {handed.ask_id}/many")
    await Duties().delivered(7, f"{handed.ask_id}/2")

    assert late == [handed]


async def test_a_connection_does_not_wait_for_ever_to_let_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("askline.doors.mcp.duties.PATIENCE_S", 0.001)
    duties = Duties()
    duties.hold(minted.ask_id(NOON), anyio.sleep_forever)

    with anyio.fail_after(5):
        await duties.end()
