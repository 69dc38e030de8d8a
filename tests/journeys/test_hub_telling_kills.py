"""A replica that is killed over telling somebody: another tells them, and nobody is told more than twice."""

from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta

import anyio
import asyncpg
import httpx
import pytest
from anyio import to_thread

from tests.doors.receivers import Receiver, a_receiver
from tests.hubs.processes import NAME, Running, a_process
from tests.journeys.routed_hub import SOMETHING, RoutedHub, a_routed_hub, proven
from tests.promises import promise
from tests.replicas import Json

RULE: Json = {"project": "shop", "steps": [{"to": ["ana"]}], "tell_after_s": 0}
BEFORE = timedelta(hours=-1)
"""So far back is the heir at first: nothing is due to it, and the other replica takes it all."""
TAKEN = "SELECT count(*) FROM summonses WHERE taken_until IS NOT NULL"
LEFT = "SELECT count(*) FROM summonses"
CLAIMING = """
SELECT count(*) FROM pg_stat_activity
WHERE wait_event_type = 'Lock' AND datname = current_database() AND application_name = 'askline'
"""

pytestmark = pytest.mark.timeout(120)


@dataclass
class Scene:
    """Two replicas: one a process that will be killed, the other its heir."""

    hub: RoutedHub
    ada: httpx.AsyncClient
    mortal: Running
    receiver: Receiver
    db: "asyncpg.Connection[asyncpg.Record]"
    token: str

    async def asks(self) -> None:
        headers = {"Authorization": f"Bearer {self.token}", "Host": NAME}
        async with httpx.AsyncClient(headers=headers, trust_env=False, timeout=20) as agent:
            body = {**SOMETHING, "project": {"name": "shop"}}
            made = await agent.post(f"{self.mortal.url}/api/v1/asks", json=body)
        assert made.status_code == 201, made.text

    async def until(self, query: str, count: int) -> None:
        while await self.db.fetchval(query) != count:  # noqa: ASYNC110 - no process tells
            await anyio.sleep(0.01)

    async def inherited(self) -> list[Json]:
        """The process dies; what became of its alerts when its lease is over."""
        self.mortal.process.kill()
        await self.mortal.process.wait()
        self.receiver.replies.set()
        self.hub.clock.by = timedelta()
        await self.hub.passes(seconds=90)
        assert await self.db.fetchval(LEFT) == 1, "the lease is the dead one's still"
        await self.hub.passes(seconds=90)
        await self.until(LEFT, 0)
        return (await self.ada.get("/people/alerts")).json()["alerts"]


@pytest.fixture
def receiver() -> Generator[Receiver]:
    with a_receiver() as receiver:
        yield receiver


@asynccontextmanager
async def a_scene(dsn: str, receiver: Receiver) -> AsyncGenerator[Scene]:
    host = f"127.0.0.1:{receiver.port}"
    async with a_routed_hub(dsn, allow_hosts=frozenset({host})) as (hub, ada):
        await hub.joined(ada, "ana", role="answerer")
        await ada.put("/people/routes/shop", json=RULE)
        async with hub.here.browser("ana") as ana:
            await hub.told_at(ana, receiver.port)
        token = await hub.token(ada)
        hub.clock.by = BEFORE
        async with a_process(dsn, ALLOW_HOSTS=host) as mortal:
            db = await asyncpg.connect(dsn)
            try:
                yield Scene(hub, ada, mortal, receiver, db, token)
            finally:
                await db.close()


@promise("told")
async def test_who_was_to_be_told_is_told_once_by_another(
    postgres: str, receiver: Receiver
) -> None:
    """Killed after it took the summons, before it told anybody."""
    with anyio.fail_after(100):
        async with a_scene(postgres, receiver) as scene:
            async with scene.db.transaction():
                await scene.db.execute("LOCK TABLE alerts IN ACCESS EXCLUSIVE MODE")
                await scene.asks()
                await scene.until(TAKEN, 1)
                await scene.until(CLAIMING, 1)
                scene.mortal.process.kill()
            [alert] = await scene.inherited()
            await proven(scene.ada, "asked", acts=set(), secrets=scene.hub.secrets)

    assert (alert["state"], receiver.posted.qsize()) == ("sent", 1)


@promise("told")
async def test_who_was_told_just_before_is_told_twice_at_most(
    postgres: str, receiver: Receiver
) -> None:
    """Killed between sending and keeping that it was sent."""
    receiver.replies.clear()
    with anyio.fail_after(100):
        async with a_scene(postgres, receiver) as scene:
            await scene.asks()
            first = await to_thread.run_sync(receiver.next)
            [alert] = await scene.inherited()

    second = receiver.next()
    assert (alert["state"], receiver.posted.qsize()) == ("sent", 0)
    asks = {each.json["url"].rpartition("/")[2] for each in (first, second)}
    assert len(asks) == 1
