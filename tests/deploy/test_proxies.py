"""Real proxies with the files of `deploy` before two real replicas."""

import json
import re
import shutil
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from starlette.requests import Request

from askline.core.background import background
from askline.doors.http.hub_addresses import Addresses
from tests.deploy.fronts import Front, Makes, a_front, by_caddy, by_nginx, echoing, proxied
from tests.deploy.running import PATIENCE_S, free_port
from tests.deploy.teams import Team, a_team
from tests.doors.asks import ASK

pytestmark = pytest.mark.timeout(300)

WITHIN_S = 60
API = "/api/v1"


NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin")
NO_NGINX = pytest.mark.skipif(
    NGINX is None,
    reason="nginx is not installed, so its file was NOT tried: see scripts/setup-dev",
)
PROXIES = [
    pytest.param(by_nginx, id="nginx", marks=NO_NGINX),
    pytest.param(by_caddy, id="caddy"),
]


@pytest.fixture(scope="module")
async def fronts(
    postgres: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[dict[Makes, Front]]:
    """All of them at once: in whatever order the tests come, each is started once."""
    here = [by_caddy, *[by_nginx] * (NGINX is not None)]
    async with AsyncExitStack() as stack:
        yield {
            makes: await stack.enter_async_context(
                a_front(postgres, tmp_path_factory.mktemp("front"), makes)
            )
            for makes in here
        }


@pytest.fixture(params=PROXIES)
def front(request: pytest.FixtureRequest, fronts: dict[Makes, Front]) -> Front:
    return fronts[request.param]


@pytest.fixture
async def team(postgres: str) -> Team:
    return await a_team(postgres, tokens=4)


async def asked(front: Front, team: Team, key: str = "") -> str:
    async with front.browser(**team.program()) as program:
        reply = await program.post(f"{API}/asks", json={**ASK, "key": key or "one"})
    assert reply.status_code == 201, reply.text
    return reply.json()["id"]


async def answered(front: Front, team: Team, ask_id: str) -> None:
    said = {"answers": {"db": {"values": ["SQLite"]}}, "receipt": "r"}
    async with front.browser() as ada:
        await team.sign_in(ada)
        reply = await ada.post(f"{API}/asks/{ask_id}/answer", json=said)
    assert reply.status_code == 200, reply.text


async def told(lines: Any, name: str) -> Any:
    """The data of the next event of this name."""
    while await anext(lines) != f"event: {name}":
        pass
    while not (line := await anext(lines)).startswith("data: "):
        pass
    return json.loads(line.removeprefix("data: "))


async def test_an_event_comes_through_while_its_stream_is_open(front: Front, team: Team) -> None:
    with anyio.fail_after(WITHIN_S):
        async with front.browser() as ada:
            await team.sign_in(ada)
            async with ada.stream("GET", f"{API}/events") as stream:
                lines = stream.aiter_lines()
                assert (await told(lines, "snapshot"))["asks"] == []
                ask_id = await asked(front, team)

                assert (await told(lines, "asked"))["ask"]["id"] == ask_id


async def test_a_long_poll_lasts_until_the_answer(front: Front, team: Team) -> None:
    with anyio.fail_after(WITHIN_S):
        ask_id = await asked(front, team)
        async with (
            front.browser(**team.program()) as program,
            background(lambda: answered(front, team, ask_id)),
        ):
            reply = await program.get(f"{API}/asks/{ask_id}/outcome", params={"wait": 30})

    assert reply.json()["state"] == "answered"


async def test_a_client_that_hangs_up_is_noticed(front: Front, team: Team) -> None:
    with anyio.fail_after(WITHIN_S):
        ask_id = await asked(front, team)
        async with front.browser(**team.program()) as program, front.browser() as ada:
            await team.sign_in(ada)
            waits = program.get(f"{API}/asks/{ask_id}/outcome", params={"wait": 60})
            async with background(lambda: waits):
                await noted(ada, ask_id, "attached")

            await noted(ada, ask_id, "detached")


async def noted(ada: httpx.AsyncClient, ask_id: str, kind: str) -> None:
    """Once the trail says so."""
    while f'"{kind}"' not in (await ada.get(f"{API}/asks/{ask_id}/trail")).text:
        pass


async def test_sessions_of_older_clients_stay_where_they_were_opened(
    front: Front, team: Team
) -> None:
    with anyio.fail_after(WITHIN_S * 2):
        for token in team.tokens:
            async with front.agent(token, "legacy") as agent:
                for _ in range(3):
                    assert (await agent.list_tools()).tools


async def test_where_a_replica_was_killed_the_next_calls_go_to_the_other(
    front: Front, team: Team
) -> None:
    with anyio.fail_after(PATIENCE_S * 1.5):
        async with front.without_one():
            made = [await asked(front, team, f"key {each}") for each in range(6)]
            for token in team.tokens:
                async with front.agent(token, "legacy") as agent:
                    assert (await agent.list_tools()).tools

    assert len(set(made)) == 6


@pytest.mark.parametrize("makes", PROXIES)
async def test_a_hub_learns_who_called_and_what_they_called_and_not_what_they_say(
    makes: Makes, tmp_path: Path
) -> None:
    with anyio.fail_after(WITHIN_S):
        async with echoing() as one, echoing() as other:
            port = free_port()
            part, origin = makes(tmp_path, port, [one, other])
            async with proxied(part, tmp_path / "log", f"{origin}:{port}"):
                forged = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "gopher"}
                async with httpx.AsyncClient(trust_env=False, verify=False) as client:  # noqa: S501 - the test's own certificate
                    reply = await client.get(f"{origin}:{port}/api/v1/asks", headers=forged)

    said = [tuple(line.split(": ", 1)) for line in reply.text.splitlines()[1:] if line]
    raw = [(name.lower().encode(), value.encode()) for name, value in said]
    request = Request({"type": "http", "headers": raw, "client": ("10.0.0.1", 1)})
    assert Addresses(1)(request) == "127.0.0.1"
    assert request.headers["host"] == f"localhost:{port}"
    assert request.headers["x-forwarded-proto"] == re.sub(":.*", "", origin)
    assert request.headers.get("connection") in (None, "")
