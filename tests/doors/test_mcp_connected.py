"""The house knows what its clients said of themselves, for as long as they are there."""

from typing import Any

import pytest

from askline.doors.mcp import connected
from askline.doors.mcp.connected import Connected
from askline.doors.mcp.server import server_with
from askline.doors.mcp.settings import McpSettings
from askline.doors.mcp.visits import Means
from askline.memory.memory import open_memory
from tests.builders import StoppedClock, a_desk
from tests.doors.lines import JUNE, MODERN, NOVEMBER, a_hello, a_line

FORMS: dict[str, Any] = {"elicitation": {"form": {}, "url": {}}, "roots": {}}


def means(seen: Connected, cap_s: float | None = None) -> Means:
    desk, clock = a_desk(), StoppedClock()
    settings = McpSettings(cap_s=cap_s)
    return Means(
        desk=desk,
        clock=clock,
        memory=open_memory(desk, clock),
        settings=settings,
        connected=seen,
    )


async def test_a_client_is_known_by_what_it_declared_until_it_has_gone() -> None:
    seen, hello = Connected(), a_hello()
    server = server_with(means(seen))
    async with a_line(
        server, hello, revision=NOVEMBER, client="codex-mcp-client\x1b[1m", capabilities=FORMS
    ) as line:
        await line.call("tools/list")
        await line.call("tools/list")

    assert seen.shapes(lambda holder: holder == hello.caller.holder) == [
        {
            "name": "codex-mcp-client",
            "version": "1",
            "project": "/home/ada/shop",
            "profile": "askline",
            "protocol": NOVEMBER,
            "declares": ["elicitation.form", "elicitation.url", "roots"],
            "waits_s": 280.0,
        }
    ]
    assert seen.shapes(lambda _: False) == []


async def test_a_client_without_a_cap_or_without_a_name_is_no_trouble() -> None:
    seen = Connected()
    server = server_with(means(seen, cap_s=0))
    for revision in (JUNE, MODERN):
        async with a_line(server, a_hello(one_call=revision == MODERN), revision=revision) as line:
            await line.call("tools/list")

    [client] = seen.shapes(lambda _: True)
    assert client["waits_s"] is None
    assert client["declares"] == []


async def test_only_so_many_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connected, "MOST", 1)
    seen = Connected()
    server = server_with(means(seen))
    for client in ("one", "two"):
        async with a_line(server, client=client) as line:
            await line.call("tools/list")

    assert [client["name"] for client in seen.shapes(lambda _: True)] == ["two"]
