"""What clients are shown: pinned, tool by tool, in every revision."""

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from mcp.server.lowlevel import Server

from askline.core.version import VERSION
from askline.doors.mcp.audiences import Audience
from askline.doors.mcp.contracts.askline import TOOLS
from askline.doors.mcp.server import PROFILES, build_server, listing_snapshot, server_with
from askline.doors.mcp.tools import Declared, Toolbox
from tests.builders import StoppedClock, a_desk
from tests.doors.bench import Workbench
from tests.doors.lines import JUNE, MODERN, NOVEMBER, Json, a_hello, a_line
from tests.doors.profiles import some_means

SOMEBODY = Audience(commands=True)
"""Whose project offers commands."""
SNAPS = Path(__file__).parents[1] / "toolsnaps"


def a_server() -> Server[Any]:
    return build_server(a_desk(), StoppedClock())


async def listed(
    profile: str, revision: str = MODERN, *, apps: bool = False, commands: bool = False
) -> dict[str, Json]:
    means = some_means()
    workshop = Workbench(means.desk, means.clock).workshop if commands else None
    server = server_with(replace(means, workshop=workshop), profile)
    project = "/home/ada/shop" if commands else None
    snapshot = await listing_snapshot(server, profile, apps=apps, project=project)
    return {tool["name"]: tool for tool in snapshot["tools/list"][revision]["tools"]}


def pinned(profile: str) -> Path:
    return SNAPS if profile == "askline" else SNAPS / profile


def listings() -> Iterator[tuple[str, str, Path, bool]]:
    """Each tool of each profile, where it is pinned, and whether only lines with apps list it so."""
    for profile, face in PROFILES.items():
        for tool in face.tools:
            if tool.shown_to(SOMEBODY):
                yield profile, tool.name, pinned(profile), False
            if tool.ui is not None:
                yield profile, tool.name, pinned(profile) / "apps", True


@pytest.mark.parametrize(("profile", "name", "place", "apps"), [*listings()])
async def test_a_tool_is_listed_as_it_is_pinned(
    profile: str, name: str, place: Path, apps: bool
) -> None:
    """After a wanted change: ASKLINE_WRITE_TOOLSNAPS=1, and say so in `changes`."""
    tool = (await listed(profile, apps=apps, commands=True))[name]
    snap = place / f"{name}.json"
    if "ASKLINE_WRITE_TOOLSNAPS" in os.environ:  # pragma: other machines
        snap.parent.mkdir(exist_ok=True)
        snap.write_text(json.dumps(tool, indent=2, ensure_ascii=False) + "\n")

    assert tool == json.loads(snap.read_text())


@pytest.mark.parametrize(
    ("profile", "tools"),
    [
        ("askline", ["ask_user", "ask_await", "question_summary"]),
        ("auq", ["ask_user_questions", "get_answered_questions"]),
        ("swissarmyhammer", ["question_ask", "question_summary"]),
        ("codenomad", ["ask_user"]),
        ("promptmanager", ["ask_user"]),
        ("feedback", ["interactive_feedback"]),
        ("permission", ["approve"]),
        ("ahma", []),
    ],
)
async def test_a_profile_lists_its_contracts_tools_and_no_other(
    profile: str, tools: list[str]
) -> None:
    assert list(await listed(profile)) == tools


@pytest.mark.parametrize(
    ("profile", "name"),
    [("auq", "AskUserQuestions"), ("promptmanager", "ask-user"), ("askline", "askline")],
)
async def test_a_server_has_the_name_that_its_contract_gives_it(profile: str, name: str) -> None:
    means = some_means()
    snapshot = await listing_snapshot(server_with(means, profile), profile)

    begun, found = snapshot["initialize"][JUNE], snapshot["server/discover"]
    info = found["_meta"]["io.modelcontextprotocol/serverInfo"]
    assert (begun["serverInfo"]["name"], begun["serverInfo"]["version"]) == (name, VERSION)
    assert (info["name"], info["version"]) == (name, VERSION)
    assert begun["instructions"] == found["instructions"]
    assert len(begun["instructions"]) > 100


def test_the_hints_of_auq_are_those_of_its_contract() -> None:
    hints = PROFILES["auq"].tools[0].annotations
    assert hints is not None

    assert (hints.open_world_hint, hints.read_only_hint, hints.idempotent_hint) == (
        True,
        False,
        True,
    )


@pytest.mark.parametrize("tool", [tool for face in PROFILES.values() for tool in face.tools])
def test_a_tools_schemas_are_schemas_of_objects(tool: Declared) -> None:
    for schema in filter(None, (tool.input_schema, tool.output_schema)):
        Draft202012Validator.check_schema(schema)
        assert schema["type"] == "object"


@pytest.mark.parametrize("tool", TOOLS)
def test_our_own_tools_take_nothing_that_they_do_not_know(tool: Declared) -> None:
    assert tool.input_schema["additionalProperties"] is False


@pytest.mark.parametrize("profile", ["askline", "ahma"])
async def test_the_first_150_characters_say_when_to_call(profile: str) -> None:
    for name, tool in (await listed(profile, commands=True)).items():
        declared = name.startswith("demo_")
        assert tool["description"].startswith("Does it." if declared else "Call this ")
        assert "\n" in tool["description"][:151]


@pytest.mark.parametrize("revision", [JUNE, NOVEMBER])
async def test_a_snapshot_is_what_a_client_of_the_handshake_hears(revision: str) -> None:
    server = a_server()
    hands: Json = {
        "protocolVersion": revision,
        "capabilities": {},
        "clientInfo": {"name": "x", "version": "1"},
    }
    async with a_line(server, begun=False) as line:
        begun = await line.call("initialize", hands)
        tools = await line.call("tools/list")

    snapshot = await listing_snapshot(server, "askline")
    assert snapshot["initialize"][revision] == begun["result"]
    assert snapshot["tools/list"][revision] == tools["result"]


async def test_a_snapshot_is_what_a_modern_client_hears() -> None:
    server = a_server()
    async with a_line(server, revision=MODERN) as line:
        found = await line.call("server/discover")
        tools = await line.call("tools/list")

    snapshot = await listing_snapshot(server, "askline")
    assert snapshot["server/discover"] == found["result"]
    assert snapshot["tools/list"][MODERN] == tools["result"]
    assert (tools["result"]["ttlMs"], tools["result"]["cacheScope"]) == (60_000, "private")


async def test_there_is_no_snapshot_of_a_profile_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="There is no profile 'nonsense'"):
        await listing_snapshot(a_server(), "nonsense")


async def test_an_unknown_profile_or_tool_is_said_so_with_what_there_is() -> None:
    server = a_server()
    call: Json = {"name": "ask_human", "arguments": {}}
    async with a_line(server, a_hello(profile="nonsense")) as line:
        listed = await line.call("tools/list")
        called = await line.call("tools/call", call)
    async with a_line(server) as line:
        unknown = await line.call("tools/call", call)

    for answer in (listed, called):
        assert answer["error"]["message"] == (
            "There is no profile 'nonsense'. Profiles: askline, auq, swissarmyhammer, codenomad,"
            " promptmanager, feedback, permission, ahma"
        )
    assert unknown["error"] == {
        "code": -32602,
        "message": "Unknown tool: ask_human. Tools: ask_user, ask_await, question_summary",
    }


def test_a_tool_is_listed_only_where_what_it_needs_is_there() -> None:
    ask_user, ask_await, *_ = TOOLS
    profiles = {"askline": (ask_user, replace(ask_await, needs=frozenset({"commands"})))}

    without = Toolbox(profiles).listed("askline")
    with_them = Toolbox(profiles, frozenset({"commands"})).listed("askline")

    assert [tool.name for tool in without or ()] == ["ask_user"]
    assert [tool.name for tool in with_them or ()] == ["ask_user", "ask_await"]
