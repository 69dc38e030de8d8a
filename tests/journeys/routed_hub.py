"""A hub whose time the test moves: replicas over one PostgreSQL, any of which can die in the middle of what
it does; its people, rules and contacts come to it over its own API.
"""

import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import anyio
import httpx
from anyio.abc import TaskStatus
from anyio.lowlevel import checkpoint

from askline.core.clock import SystemClock
from askline.service.hub.ties import open_ties
from askline.service.sharing import open_shared
from askline.stores.postgres.opening import open_register
from tests.hub import PASSWORD
from tests.places import PostgresPlace
from tests.replicas import Json, Standing, a_replica

SOMETHING: Json = {"questions": [{"id": "q", "question": "Which colour?", "options": ["A", "B"]}]}


class Ahead:
    """The machine's clock, so far ahead as the test moved it."""

    def __init__(self) -> None:
        self.by = timedelta()

    def now(self) -> datetime:
        return SystemClock().now() + self.by


@dataclass
class Life:
    """One replica, until it is killed."""

    scope: anyio.CancelScope
    standing: Standing
    ended: anyio.Event = field(default_factory=anyio.Event)

    async def tick(self) -> None:
        """What it does each second, now: no wait for the next one."""
        summoning = self.standing.replica.telling.summoning
        assert summoning is not None
        await self.standing.replica.desk.sweeping.sweep()
        await summoning.look()

    def kill(self) -> None:
        self.scope.cancel()


@dataclass
class RoutedHub:
    lives: list[Life]
    clock: Ahead
    secrets: list[str] = field(default_factory=list[str])
    """Everything that stands in no export."""
    ids: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def here(self) -> Standing:
        """The last replica that stands."""
        return self.lives[-1].standing

    async def passes(self, **time: float) -> None:
        """So much time, after which every replica looks for what is due; all at once."""
        self.clock.by += timedelta(**time)
        async with anyio.create_task_group() as tasks:
            for each in self.lives:
                tasks.start_soon(each.tick)

    async def loses_one(self, turns: int, **time: float) -> None:
        """So much time; the first replica dies so many turns into what is due then."""
        self.clock.by += timedelta(**time)
        dying = self.lives.pop(0)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(dying.tick)
            for _ in range(turns):
                await checkpoint()
            tasks.cancel_scope.cancel()
        dying.kill()
        await self.passes()

    async def joined(self, admin: httpx.AsyncClient, *logins: str, role: str = "approver") -> None:
        for login in logins:
            asked = {"login": login, "grants": [{"role": role}]}
            link = (await admin.post("/people/invitations", json=asked)).json()["link"]
            mine = {"invitation": link.partition("#")[2], "name": login.title()}
            async with self.visitor() as visitor:
                await visitor.post("/join", json={**mine, "password": PASSWORD})
        self.ids = {
            each["login"]: each["id"] for each in (await admin.get("/people")).json()
        } | self.ids

    async def token(self, admin: httpx.AsyncClient) -> str:
        """Of a service that asks for the project `shop`."""
        wanted = {"name": "agent", "service": "ci", "project": "shop", "scopes": ["ask"]}
        secret = (await admin.post("/people/tokens", json=wanted)).json()["secret"]
        self.secrets.append(secret)
        return secret

    async def told_at(self, person: httpx.AsyncClient, port: int, **more: Any) -> Json:
        """A person names where they are told from now on."""
        where = f"http://127.0.0.1:{port}/hook-of-somebody"
        body = {"channel": "webhook", "where": where, **more}
        made = (await person.post("/people/contacts", json=body)).json()
        self.secrets += [made["secret"], "hook-of-somebody"]
        return made

    @asynccontextmanager
    async def visitor(self) -> AsyncGenerator[httpx.AsyncClient]:
        """A browser that nobody signed in, or a scanner of mail."""
        url = self.here.url
        async with httpx.AsyncClient(
            base_url=url, headers={"Origin": url}, trust_env=False, timeout=20
        ) as visitor:
            yield visitor


async def proven(
    admin: httpx.AsyncClient, *moves: str, acts: set[str], secrets: Sequence[str]
) -> None:
    """Every trail holds; the exports name these moves of asks in this order, and these acts; and nothing
    in them is a secret or a word of an ask."""
    trails = (await admin.get("/people/audit/verify")).json()
    deeds = (await admin.get("/people/acts/verify")).json()
    asks, admins = [(await admin.get(f"/people/{of}/export")).text for of in ("audit", "acts")]
    kinds = [each["kind"] for each in lines(asks)]
    assert (trails["flaws"], trails["broken"], deeds["flaw"]) == ([], 0, None)
    assert trails["events"] == len(kinds) >= len(moves)
    assert [each for each in kinds if each in moves] == [*moves]
    assert acts <= {each["kind"] for each in lines(admins)}
    for word in (*secrets, PASSWORD, "Which colour", "whsec_", "touch made"):
        assert word not in asks + admins


def lines(exported: str) -> list[Json]:
    return [json.loads(each) for each in exported.splitlines()]


@dataclass
class Watching:
    """A person's inbox, open: what it was told so far."""

    told: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    more: anyio.Event = field(default_factory=anyio.Event)

    def hear(self, name: str, data: str) -> None:
        self.told.append((name, data))
        more, self.more = self.more, anyio.Event()
        more.set()

    async def hears(self, name: str, times: int = 1) -> None:
        while self.names.count(name) < times:
            await self.more.wait()

    @property
    def names(self) -> list[str]:
        """Without signs of life, which come when nothing does."""
        return [name for name, _ in self.told if name != "ping"]


@asynccontextmanager
async def watched(browser: httpx.AsyncClient) -> AsyncGenerator[Watching]:
    watching = Watching()
    async with browser.stream("GET", "/events") as reply, anyio.create_task_group() as tasks:

        async def listen() -> None:
            name = ""
            async for line in reply.aiter_lines():
                if line.startswith("event: "):
                    name = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    watching.hear(name, line.removeprefix("data: "))

        tasks.start_soon(listen)
        await watching.hears("snapshot")
        yield watching
        tasks.cancel_scope.cancel()


@asynccontextmanager
async def a_routed_hub(
    dsn: str, replicas: int = 1, **told: Any
) -> AsyncGenerator[tuple[RoutedHub, httpx.AsyncClient]]:
    """It, and the browser of its first person, who holds every role."""
    await PostgresPlace(dsn).empty()
    clock = Ahead()
    async with anyio.create_task_group() as tasks:
        lives = [await tasks.start(_live, dsn, clock, told) for _ in range(replicas)]
        hub = RoutedHub(lives, clock)
        await hub.here.found()
        async with hub.here.browser("ada") as ada:
            yield hub, ada
        for each in hub.lives:
            each.ended.set()


async def _live(
    dsn: str, clock: Ahead, told: Json, *, task_status: TaskStatus[Life] = anyio.TASK_STATUS_IGNORED
) -> None:
    with anyio.CancelScope() as scope:
        async with AsyncExitStack() as stack:
            keeping = await stack.enter_async_context(open_shared(dsn))
            register = await stack.enter_async_context(open_register(dsn))
            ties = await stack.enter_async_context(open_ties(dsn))
            served = a_replica(keeping, register, ties, clock=clock, **told)
            standing = await stack.enter_async_context(served)
            life = Life(scope, standing)
            task_status.started(life)
            await life.ended.wait()
