"""What clients are shown: pinned, tool by tool, in every revision."""

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from mcp.server.lowlevel import Server

from askline.doors.mcp.contracts.askline import TOOLS
from askline.doors.mcp.server import build_server, listing_snapshot
from askline.doors.mcp.tools import Declared, Toolbox
from tests.builders import StoppedClock, a_desk
from tests.doors.lines import JUNE, MODERN, NOVEMBER, Json, a_hello, a_line

SNAPS = Path(__file__).parents[1] / "toolsnaps"


def a_server() -> Server[Any]:
    return build_server(a_desk(), StoppedClock())


@pytest.mark.parametrize("name", ["ask_user", "ask_await", "question_summary"])
async def test_a_tool_is_listed_as_it_is_pinned(name: str) -> None:
    """After a wanted change: ASKLINE_WRITE_TOOLSNAPS=1, and say so in `changes`."""
    listed = (await listing_snapshot(a_server(), "askline"))["tools/list"][MODERN]["tools"]
    [tool] = [tool for tool in listed if tool["name"] == name]
    pinned = SNAPS / f"{name}.json"
    if "ASKLINE_WRITE_TOOLSNAPS" in os.environ:  # pragma: other machines
        pinned.write_text(json.dumps(tool, indent=2, ensure_ascii=False) + "\n")

    assert tool == json.loads(pinned.read_text())


@pytest.mark.parametrize("tool", TOOLS)
def test_a_tools_schemas_are_schemas_of_objects(tool: Declared) -> None:
    for schema in (tool.input_schema, tool.output_schema):
        Draft202012Validator.check_schema(schema)
        assert schema["type"] == "object"
    assert tool.input_schema["additionalProperties"] is False


async def test_the_first_150_characters_say_when_to_call() -> None:
    snapshot = await listing_snapshot(a_server(), "askline")

    for tool in snapshot["tools/list"][MODERN]["tools"]:
        assert tool["description"][:150].startswith("Call this ")
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
        assert answer["error"]["message"] == "There is no profile 'nonsense'. Profiles: askline"
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
