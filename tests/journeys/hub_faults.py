"""Load on a hub while parts of it fail: agents ask and wait, people answer, each at any replica.

Who is not answered goes to the next replica and says the same again. Only what was acknowledged is
written down; what became of it is for `judging` to say.
"""

import json
from collections.abc import AsyncGenerator, Callable, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

import anyio
import httpx
import httpx2
from mcp.client import Client as McpClient
from mcp.client.streamable_http import streamable_http_client

from askline.core.ids import AskId
from tests.journeys.hub_processes import HOST, PUBLIC

Json = dict[str, Any]

HOLD_S = 20
"""How long a call waits for an outcome. A bell that stayed deaf after all shows as that much."""
PATIENCE_S = 5.0
PAUSE_S = 0.2
HEAL_S = 45.0
PROJECT = "house"
SECOND, AWAY = 409, 503
REPLIES = (200, 201, SECOND, AWAY)


@dataclass(frozen=True, slots=True)
class Keys:
    """Tokens of agents, sessions of people."""

    agents: Sequence[str]
    people: Sequence[str]


@dataclass
class Said:
    """What the hub told its callers."""

    asked: set[AskId] = field(default_factory=set[AskId])
    won: dict[AskId, dict[str, float]] = field(default_factory=dict[AskId, dict[str, float]])
    """The words of everybody who was told that they are the answer, and when."""
    received: dict[AskId, str] = field(default_factory=dict[AskId, str])
    """The words that came to the agent."""
    seconds: int = 0
    """How often somebody was told to be too late."""
    turned_away: int = 0
    slowest_s: float = 0.0
    """From an answer, or from the end of a fault, until the agent had it."""

    def counts(self) -> str:
        told = f"{len(self.asked)} asked, {len(self.won)} won, {self.seconds} too late"
        return f"{told}, {self.turned_away} turned away"


class Caller:
    """Somebody with a key, who goes from replica to replica until one answers."""

    def __init__(self, urls: Sequence[str], said: Said, first: int, **key: Any) -> None:
        self._urls = urls
        self._said = said
        self._next = first
        self.key = key

    @property
    def url(self) -> str:
        return self._urls[self._next % len(self._urls)]

    def move_on(self) -> None:
        """To the next replica, so that all are called by everybody."""
        self._next += 1

    async def turn_away(self) -> None:
        self._said.turned_away += 1
        self.move_on()
        await anyio.sleep(PAUSE_S)

    def client(self, patience: float) -> httpx.AsyncClient:
        """Without TLS, and so without the time that it takes to read whom to trust there."""
        return httpx.AsyncClient(timeout=patience, trust_env=False, verify=False, **self.key)  # noqa: S501

    async def say(
        self, method: str, path: str, *, patience: float = PATIENCE_S, **more: Any
    ) -> httpx.Response:
        """The reply of the first replica that has one; a hub that has faults replies nothing else."""
        async with self.client(patience) as client:
            while True:
                with suppress(httpx.TransportError):
                    reply = await client.request(method, f"{self.url}/api/v1{path}", **more)
                    assert reply.status_code in REPLIES, reply.text
                    if reply.status_code != AWAY:
                        return reply
                await self.turn_away()


class Load:
    def __init__(self, urls: Sequence[str], keys: Keys) -> None:
        self.said = Said()
        self._urls = urls
        self._keys = keys
        self._stopped = False
        self._moved = anyio.Event()
        self._healed_at = float("inf")

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """At the end nobody asks any more, and what was asked has time to come to its end."""
        self._healed_at = anyio.current_time()
        async with anyio.create_task_group() as people:
            for number, session in enumerate(self._keys.people):
                people.start_soon(self._person, number, session)
            async with anyio.create_task_group() as agents:
                for number, token in enumerate(self._keys.agents):
                    work = self._over_mcp if number == 0 else self._over_api
                    agents.start_soon(self._agent, number, token, work)
                yield
                self._stopped = True
                agents.cancel_scope.deadline = anyio.current_time() + HEAL_S
            people.cancel_scope.cancel()

    async def reaches(self, more: int) -> None:
        """Until so many more came to their agents."""
        enough = len(self.said.received) + more
        with anyio.fail_after(HEAL_S):
            while len(self.said.received) < enough:
                await self._moved.wait()

    @contextmanager
    def fault(self) -> Generator[None]:
        """While it lasts nobody is late."""
        self._healed_at = float("inf")
        yield
        self._healed_at = anyio.current_time()

    async def _agent(self, number: int, token: str, work: Callable[[Caller, str], Any]) -> None:
        headers = {"Host": HOST, "Authorization": f"Bearer {token}"}
        caller = Caller(self._urls, self.said, number, headers=headers)
        while not self._stopped:
            await work(caller, f"{number}-{uuid4().hex}")
            caller.move_on()

    async def _over_api(self, caller: Caller, name: str) -> None:
        body = {**_questions(name), "agent": {"name": name}, "project": {"name": PROJECT}}
        again = {"Idempotency-Key": name}
        asked: Json = (await caller.say("POST", "/asks", json=body, headers=again)).json()
        self.said.asked.add(AskId(UUID(asked["id"])))
        path = f"/asks/{asked['id']}"
        outcome: Json = {"state": "pending"}
        while outcome["state"] == "pending":
            reply = await caller.say(
                "GET", f"{path}/outcome?wait={HOLD_S}", patience=HOLD_S + PATIENCE_S
            )
            outcome = reply.json()
        self._received(outcome)
        await caller.say("POST", f"{path}/delivered", json={"amendments": 0})

    async def _over_mcp(self, caller: Caller, name: str) -> None:
        """Asks in one call that ends with the outcome, and repeats it word for word."""
        outcome: Json = {"state": "pending"}
        while outcome["state"] == "pending":
            # Whatever became of the call, it is made again.
            with suppress(Exception):
                outcome = await self._call(caller, {**_questions(name), "key": name})
            caller.move_on()
            await anyio.sleep(PAUSE_S)
        self.said.asked.add(AskId(UUID(outcome["askId"])))
        self._received(outcome)

    async def _call(self, caller: Caller, arguments: Json) -> Json:
        async with httpx2.AsyncClient(
            timeout=HOLD_S + PATIENCE_S, trust_env=False, verify=False, **caller.key
        ) as http:
            transport = streamable_http_client(f"{caller.url}/mcp", http_client=http)
            async with McpClient(transport, mode="auto") as client:
                result = await client.call_tool("ask_user", arguments)
                assert not result.is_error
                return result.structured_content or {}

    def _received(self, outcome: Json) -> None:
        ask_id, now = AskId(UUID(outcome["askId"])), anyio.current_time()
        self.said.received[ask_id] = outcome["answers"][0]["customText"]
        for won_at in self.said.won.get(ask_id, {}).values():
            late = now - max(won_at, self._healed_at)
            self.said.slowest_s = max(self.said.slowest_s, late)
        moved, self._moved = self._moved, anyio.Event()
        moved.set()

    async def _person(self, number: int, session: str) -> None:
        """Hears of asks by the events, and answers every one, whoever else does."""
        key = {"headers": {"Host": HOST, "Origin": PUBLIC}, "cookies": {"askline_hub": session}}
        listener = Caller(self._urls, self.said, number, **key)
        answerer = Caller(self._urls, self.said, number + 1, **key)
        tried: set[str] = set()
        while True:
            with suppress(httpx.TransportError):
                async with (
                    listener.client(HOLD_S) as client,
                    client.stream("GET", f"{listener.url}/api/v1/events") as stream,
                ):
                    async for line in stream.aiter_lines():
                        for ask_id in _pending(line):
                            if ask_id not in tried:
                                tried.add(ask_id)
                                await self._answer(
                                    answerer, ask_id, f"person-{number}-{uuid4().hex}"
                                )
            await listener.turn_away()

    async def _answer(self, caller: Caller, ask_id: str, words: str) -> None:
        body = {"answers": {"it": {"customText": words}}, "receipt": words}
        caller.move_on()
        reply = await caller.say("POST", f"/asks/{ask_id}/answer", json=body)
        if reply.status_code == SECOND:
            self.said.seconds += 1
        else:
            self.said.won.setdefault(AskId(UUID(ask_id)), {})[words] = anyio.current_time()


def _questions(name: str) -> Json:
    return {
        "questions": [{"id": "it", "question": f"Which of them, {name}?", "options": ["A", "B"]}]
    }


def _pending(line: str) -> list[str]:
    """The asks that are open, in one line of the events."""
    if not line.startswith("data: "):
        return []
    told: Json = json.loads(line[6:])
    asks: list[Json] = told.get("asks") or ([told["ask"]] if "ask" in told else [])
    return [ask["id"] for ask in asks if ask["state"] == "pending"]
