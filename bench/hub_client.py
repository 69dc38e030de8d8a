"""One process of many clients of a hub, each a bare connection: who waits for an outcome, and who listens
to an inbox.

Started by `hub_crowds` with a file that says what to ask of whom; told by lines on standard input, and
tells in lines on standard output. When a connection is lost it goes to the next replica after a moment,
as clients do.
"""

import json
import re
import socket
import sys
import time
from asyncio import (  # noqa: TID251 - a hundred thousand clients should cost as little as can be
    AbstractEventLoop,
    BaseTransport,
    Protocol,
    Transport,
    get_running_loop,
)
from collections.abc import Sequence
from pathlib import Path
from random import random
from typing import Any, cast

import anyio

from bench.hub_wire import request

AT_ONCE = 100
"""Connections that are being made at a time."""
RETRY_S = 1.0
ANSWERED, PENDING = b'"state":"answered"', b'"state":"pending"'
SETTLED = re.compile(rb'event: settled\n.*?"id":"([0-9a-f-]{36})"', re.DOTALL)


class Crowd:
    def __init__(self, source: str, places: list[tuple[str, int]]) -> None:
        self.source = source
        self.places = places
        self.loop: AbstractEventLoop = get_running_loop()
        self.woken: dict[str, float] = {}
        self.heard: list[tuple[str, float]] = []
        self.listening = 0
        self.lost = 0
        self.ended = False
        self.coming: set[Any] = set()
        self._room = anyio.Semaphore(AT_ONCE)
        self._turn = 0

    async def come(self, client: "Client", place: tuple[str, int]) -> None:
        while True:
            async with self._room:
                try:
                    plug = socket.socket()
                    plug.setblocking(False)
                    plug.bind((self.source, 0))
                    await self.loop.sock_connect(plug, place)
                    await self.loop.create_connection(lambda: client, sock=plug)
                except OSError:
                    plug.close()
                else:
                    return
            await anyio.sleep(RETRY_S * random())
            place = self.next_place()

    def next_place(self) -> tuple[str, int]:
        self._turn += 1
        return self.places[self._turn % len(self.places)]

    def facts(self) -> dict[str, Any]:
        return {"listening": self.listening, "lost": self.lost, "woken": len(self.woken)}


class Client(Protocol):
    """Asks once, and again wherever it comes to after it was cut off."""

    __slots__ = ("_crowd", "_said", "_told", "_transport")

    def __init__(self, crowd: Crowd, said: bytes) -> None:
        self._crowd = crowd
        self._said = said
        self._told = False

    def connection_made(self, transport: BaseTransport) -> None:
        self._transport = cast("Transport", transport)
        self._transport.write(self._said)

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self.end()
        if not (self._crowd.ended or self._told):
            self._crowd.lost += 1
            self._crowd.loop.call_later(RETRY_S * random(), self._again)

    def end(self) -> None:
        """It is no longer served."""

    def _again(self) -> None:
        coming = self._crowd.coming
        task = self._crowd.loop.create_task(self._crowd.come(self, self._crowd.next_place()))
        coming.add(task)
        task.add_done_callback(coming.discard)


class Waiter(Client):
    __slots__ = ("_ask_id",)

    def __init__(self, crowd: Crowd, said: bytes, ask_id: str) -> None:
        super().__init__(crowd, said)
        self._ask_id = ask_id

    def data_received(self, data: bytes) -> None:
        if ANSWERED in data:
            self._crowd.woken.setdefault(self._ask_id, time.perf_counter())
            self._told = True
            self._transport.abort()
        elif PENDING in data:
            self._transport.write(self._said)  # it waited as long as one may, and waits on


class Listener(Client):
    def data_received(self, data: bytes) -> None:
        if not self._told:
            self._told = True
            self._crowd.listening += 1
        if found := SETTLED.search(data):
            self._crowd.heard.append((found[1].decode(), time.perf_counter()))

    def end(self) -> None:
        self._crowd.listening -= self._told
        self._told = False


async def main(told: dict[str, Any]) -> None:
    places = [(host, port) for host, port in told["places"]]
    crowd = Crowd(told["source"], places[1:] or places)
    wait = f"/outcome?wait={told['wait']}"
    waiters = [
        Waiter(crowd, request(f"GET /api/v1/asks/{ask_id}{wait}", key), ask_id)
        for ask_id, key in told["waiters"]
    ]
    listeners = [Listener(crowd, request("GET /api/v1/events", key)) for key in told["listeners"]]
    async for line in anyio.wrap_file(sys.stdin):
        match line.strip():
            case "wait":
                await all_come(crowd, waiters, places[0])
            case "listen":
                await all_come(crowd, listeners, places[0])
            case "tell":
                say({"woken": crowd.woken, "heard": crowd.heard})
            case "end":
                crowd.ended = True
                return
            case _:
                say(crowd.facts())


async def all_come(crowd: Crowd, clients: Sequence[Client], place: tuple[str, int]) -> None:
    begun = time.perf_counter()
    async with anyio.create_task_group() as tasks:
        for client in clients:
            tasks.start_soon(crowd.come, client, place)
    say({"come": len(clients), "seconds": time.perf_counter() - begun})


def say(facts: dict[str, Any]) -> None:
    print(json.dumps(facts), flush=True)


if __name__ == "__main__":
    anyio.run(main, json.loads(Path(sys.argv[1]).read_text()))
