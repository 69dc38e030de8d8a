"""`/mcp` of a real service: found by its status, opened by its token, kept over a restart."""

from collections.abc import Generator
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from anyio import to_thread
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from askline.core.background import background
from tests.journeys.agents import Home
from tests.journeys.agents import home as a_home

ASK = {"questions": [{"id": "q", "question": "What shall it be called?"}]}


@pytest.fixture
def home() -> Generator[Home]:
    with a_home() as made:
        made.run("list")  # whatever needs the service starts it
        yield made


async def answer(home: Home) -> None:
    await to_thread.run_sync(lambda: home.answer(home.pending(1)[0], "Askline"))


def token_in(where: dict[str, str]) -> str:
    return Path(where["token_file"]).read_text(encoding="ascii").strip()


async def asked(where: dict[str, str], mode: str) -> Any:
    headers = {"Authorization": f"Bearer {token_in(where)}"}
    async with httpx2.AsyncClient(headers=headers, timeout=20, trust_env=False) as http:
        transport = streamable_http_client(where["url"], http_client=http)
        async with Client(transport, mode=mode) as client:
            result = await client.call_tool("ask_user", ASK)
    return result.structured_content


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_an_agent_over_http_is_answered_from_the_command_line(home: Home, mode: str) -> None:
    where = home.json("service", "status")["mcp"]

    with anyio.fail_after(30):
        async with background(partial(answer, home)):
            result = await asked(where, mode)

    assert result["answers"][0]["values"] == ["Askline"]


def test_address_and_token_stay_over_a_restart(home: Home) -> None:
    before = home.json("service", "status")["mcp"]
    token = token_in(before)

    home.run("service", "restart")

    assert home.json("service", "status")["mcp"] == before
    assert token_in(before) == token


def test_who_wants_nothing_on_tcp_gets_nothing(home: Home) -> None:
    home.run("config", "set", "web.enabled", "false")
    home.run("service", "restart")

    assert home.json("service", "status")["mcp"] is None
