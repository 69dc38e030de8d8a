"""Somebody else's client drives our tasks: the one of `fastmcp-tasks`, as it comes."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from fastmcp import Client
from fastmcp.client.elicitation import ElicitResult
from fastmcp.client.transports import StreamableHttpTransport
from fastmcp_tasks import (
    ToolTask,
    call_tool_task,  # pyright: ignore[reportUnknownVariableType] - of any client
)

from askline.core.background import background
from tests.builders import ADA
from tests.doors.asks import ASK
from tests.doors.mcp_house import McpHouse, an_mcp_house

LATER = {**ASK, "blocking": False}


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[McpHouse]:
    async with an_mcp_house(tmp_path) as made:
        yield made


@asynccontextmanager
async def a_foreigner(house: McpHouse, **more: Any) -> AsyncGenerator[Client[Any]]:
    token = {"Authorization": f"Bearer {house.place.token}"}
    transport = StreamableHttpTransport(house.url, headers=token)
    async with Client(transport, mode="auto", **more) as client:
        yield client


async def a_task(client: Client[Any]) -> ToolTask:
    return await call_tool_task(client, "ask_user", LATER)


async def test_it_polls_a_task_until_the_human_has_answered(house: McpHouse) -> None:
    async with a_foreigner(house) as client:
        task = await a_task(client)
        before = await task.status()
        await house.answered()
        result = await task.result()

    assert before.status == "working"
    assert result.structured_content is not None
    assert result.structured_content["answers"][0]["values"] == ["SQLite"]


async def test_it_hides_the_task_from_who_only_wants_the_result(house: McpHouse) -> None:
    async with a_foreigner(house) as client, background(house.answered):
        result = await client.call_tool("ask_user", LATER)

    assert result.structured_content is not None
    assert result.structured_content["settledBy"]["door"] == "tui"


async def test_it_cancels_a_task_and_the_ask_with_it(house: McpHouse) -> None:
    async with a_foreigner(house) as client:
        task = await a_task(client)
        ask = await house.the_ask()
        await task.cancel()
        after = await task.status()

    assert after.status == "cancelled"
    assert (await house.desk.reading.read(ADA, ask.id)).state == "cancelled"


async def test_it_fills_the_form_of_a_task(house: McpHouse) -> None:
    async def fill(message: str, *_: Any) -> ElicitResult[dict[str, Any]]:
        assert message == "Which database?"
        return ElicitResult(action="accept", content={"q1_db": "SQLite"})

    async with a_foreigner(house, elicitation_handler=fill) as client:
        result = await client.call_tool("ask_user", LATER)

    assert result.structured_content is not None
    assert result.structured_content["answers"][0]["values"] == ["SQLite"]
    assert result.structured_content["settledBy"]["kind"] == "client"
