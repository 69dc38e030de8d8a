"""Replicas that show what they do, and one ask's whole life at them."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager

import anyio
from anyio.lowlevel import checkpoint
from prometheus_client import CollectorRegistry

from askline.core.background import background
from askline.core.people import Right
from askline.service.hub.observing import Observing
from askline.service.hub.ties import open_ties
from askline.service.sharing import open_shared
from askline.stores.postgres.opening import open_register
from tests.doors.asks import ASK
from tests.places import PostgresPlace
from tests.replicas import Standing, a_replica

QUESTION = "Which database?"
ANSWER = "SQLite"


@asynccontextmanager
async def observed(dsn: str, *each: Observing) -> AsyncGenerator[list[Standing]]:
    """One replica for each, over one empty database."""
    await PostgresPlace(dsn).empty()
    async with AsyncExitStack() as stack:
        standing: list[Standing] = []
        for observing in each:
            shared = open_shared(dsn, watch=observing.watch)
            keeping = await stack.enter_async_context(shared)
            register = await stack.enter_async_context(open_register(dsn))
            ties = await stack.enter_async_context(open_ties(dsn))
            standing.append(
                await stack.enter_async_context(a_replica(keeping, register, ties, observing))
            )
        yield standing


async def lived(here: Standing, there: Standing, headers: dict[str, str] | None = None) -> str:
    """An ask from its asking here to its delivery, seen and answered there; its id."""
    ada = await here.found()
    token = await here.token(ada, Right.ASK)
    async with here.program(token) as agent, there.browser("ada") as ada_there:
        asked = await agent.post("/asks", json=ASK, headers=headers)
        ask = f"/asks/{asked.json()['id']}"

        async def answered() -> None:
            await ada_there.post(f"{ask}/seen", json={})
            body = {"answers": {"db": {"values": [ANSWER]}}, "receipt": "r"}
            await ada_there.post(f"{ask}/answer", json=body)
            await anyio.sleep_forever()

        async with background(answered):
            outcome = await agent.get(f"{ask}/outcome", params={"wait": 20})
        assert outcome.json()["answers"][0]["values"] == [ANSWER]
        await agent.post(f"{ask}/delivered", json={})
    return asked.json()["id"]


def figure(registry: CollectorRegistry, name: str, **labels: str) -> float:
    return registry.get_sample_value(name, labels) or 0.0


async def reached(registry: CollectorRegistry, name: str, value: float, **labels: str) -> None:
    """Returns when a figure is so high."""
    with anyio.fail_after(20):
        while figure(registry, name, **labels) < value:
            await checkpoint()
