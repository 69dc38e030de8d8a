"""A replica that takes its leave, and what a load balancer is told of one."""

import anyio
import httpx
import pytest
from anyio.lowlevel import checkpoint

from askline.core.background import background
from askline.core.people import Actor
from tests.builders import given
from tests.doors.asks import ASK
from tests.promises import promise
from tests.replicas import Standing, a_hub


async def probed(hub: Standing, path: str = "/readyz") -> tuple[int, str]:
    """As a load balancer does it: by a name that is not ours, and without a key."""
    headers = {"Host": "10.0.0.7"}
    async with httpx.AsyncClient(base_url=hub.url, headers=headers, trust_env=False) as prober:
        reply = await prober.get(path)
    assert reply.headers["cache-control"] == "no-store"
    return reply.status_code, reply.text


async def answered(hub: Standing, ada: Actor) -> None:
    verbs = hub.replica.desk
    [ask] = await verbs.reading.inbox(ada)
    await verbs.answering.answer(ada, ask.id, given(db="SQLite"), receipt="r")


async def test_who_takes_leave_says_so_and_lets_nobody_in(postgres: str) -> None:
    async with a_hub(postgres) as [hub]:
        token = await hub.token(await hub.found())
        assert await probed(hub) == (200, "ok")
        async with hub.program(token) as program:
            assert (await program.get("/health")).json()["counts"]["calls"] == 0
        hub.replica.drain()

        assert await probed(hub) == (503, "draining")
        assert await probed(hub, "/healthz") == (200, "ok")
        async with hub.program(token) as program:
            for refused in (
                await program.get("/asks"),
                await program.post(f"{hub.url}/mcp", json={}),
            ):
                assert (refused.status_code, refused.json()["code"]) == (503, "hub_unreachable")
                assert refused.headers["retry-after"] == "1"
                assert refused.headers["connection"] == "close"


async def test_open_streams_end_with_a_hint_when_to_come_back(postgres: str) -> None:
    with anyio.fail_after(20):
        async with a_hub(postgres) as [hub]:
            await hub.found()
            async with hub.browser("ada") as ada, ada.stream("GET", "/events") as told:
                lines = told.aiter_lines()
                assert await anext(lines) == "retry: 1000"
                while await anext(lines) != "event: snapshot":
                    pass
                hub.replica.drain()
                rest = [line async for line in lines]

    [hint] = [line for line in rest if line.startswith("retry: ")]
    assert 1_000 <= int(hint.removeprefix("retry: ")) < 5_000


@promise("no-silent-end")
@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_a_call_that_waits_is_not_ended_by_the_leave(postgres: str, mode: str) -> None:
    with anyio.fail_after(20):
        async with a_hub(postgres) as [hub]:
            ada = await hub.found()

            async def leave_and_answer() -> None:
                while not len(hub.replica.desk.waiting):
                    await checkpoint()
                hub.replica.drain()
                await answered(hub, ada)

            async with hub.agent(await hub.token(ada), mode) as agent, background(leave_and_answer):
                result = await agent.call_tool("ask_user", ASK)

    assert result.structured_content["answers"][0]["values"] == ["SQLite"]
