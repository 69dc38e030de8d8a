"""The SDK's own client, which checks what it gets against what was listed."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp_types import CallToolResult, TextContent

from askline.asks.desk import Desk
from askline.core.background import background
from askline.doors.mcp.server import build_server
from askline.stores.ephemeral import EphemeralAsks
from tests.builders import ADA, StoppedClock, a_desk, given
from tests.doors.asks import ASK, the_ask
from tests.doors.lines import a_line

MODES = ("legacy", "auto")


@asynccontextmanager
async def answering(desk: Desk) -> AsyncGenerator[None]:
    """A human who answers the one ask that comes."""

    async def answer() -> None:
        ask = await the_ask(desk)
        await desk.answering.answer(ADA, ask.id, given(db="SQLite"), receipt="r1")

    with anyio.fail_after(5):
        async with background(answer):
            yield


def text_of(result: CallToolResult) -> str:
    [block] = result.content
    assert isinstance(block, TextContent)
    return block.text


@pytest.mark.parametrize("mode", MODES)
async def test_results_fit_their_schema_in_both_eras(mode: str) -> None:
    desk = a_desk()
    server = build_server(desk, StoppedClock())
    async with Client(server, mode=mode) as client:
        await client.list_tools()
        pending = await client.call_tool("ask_user", {**ASK, "blocking": False})
        waiting: dict[str, Any] = pending.structured_content["next"]["arguments"]
        async with answering(desk):
            result = await client.call_tool("ask_await", waiting)
        again = await client.call_tool("ask_user", ASK)

    assert result.structured_content["asks"][0]["answers"][0]["values"] == ["SQLite"]
    assert '"SQLite"' in text_of(result)
    assert again.structured_content == result.structured_content["asks"][0]


@pytest.mark.parametrize("mode", MODES)
async def test_errors_are_results_that_the_model_can_read(mode: str) -> None:
    async with Client(build_server(a_desk(), StoppedClock()), mode=mode) as client:
        result = await client.call_tool("ask_user", {"questions": []})

    assert result.is_error
    assert "questions array must have at least 1 item" in text_of(result)


SAID = "what somebody said"


class BrokenAsks(EphemeralAsks):
    async def add(self, change: Any, keys: Any) -> Any:
        del change, keys
        raise KeyError(SAID)


async def test_a_defect_of_ours_is_told_as_one_and_logged_without_what_was_said(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with a_line(build_server(a_desk(BrokenAsks()), StoppedClock())) as line:
        result = await line.result_of(await line.use("ask_user", ASK))

    assert result["isError"] is True
    assert result["content"][0]["text"].startswith(
        "Something went wrong inside Askline. [internal]"
    )
    assert "ask_user failed with KeyError" in caplog.text
    assert SAID not in caplog.text
