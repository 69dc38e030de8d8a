"""Who may do what at a hub: every route, everybody, and asks of the own team, another, another tenant."""

from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager

import anyio
import httpx
import pytest

from askline.asks.model import Ask
from tests.hubs.matrix import GONE, MATRIX, OWN, PLACES, SEES, Line
from tests.hubs.town import Town, a_town, routes_of, shown
from tests.replicas import Json, a_hub

UPLOAD = {"Askline-Upload": "1"}
JSON_OR_STREAM = {"Accept": "application/json, text/event-stream"}
HELLO: Json = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "somebody", "version": "1"},
    },
}
NO_FILE = "0" * 64


ROOMS = ("asks", "people", "pages", *(line.route for line in MATRIX if line.leaves))


def room_of(line: Line) -> str:
    """Which of what is no one ask's is tried in one town; who has left does not come back to it."""
    if line.of_one_ask or line.leaves:
        return "one ask" if line.of_one_ask else line.route
    if line.path.startswith("/api/v1/people"):
        return "people"
    return "asks" if line.path.startswith(("/api", "/mcp")) else "pages"


@asynccontextmanager
async def a_hubs_town(dsn: str) -> AsyncGenerator[Town]:
    async with a_hub(dsn) as [hub], a_town(hub) as town:
        yield town


async def told(town: Town, line: Line, who: str, ask: Ask) -> httpx.Response:
    """What they are told, when they try it on this ask."""
    path = line.path.format(id=ask.id, sha256=NO_FILE, name="nothing.js", word="w") + line.query
    url, client = f"{town.hub.url}{path}", town.clients[who]
    if line.method == "*":
        return await client.post(url, json=HELLO, headers=JSON_OR_STREAM)
    if line.body is None:
        async with client.stream(line.method, url) as reply:
            if "/events" in path:  # it has no end; what it says is looked at elsewhere
                return httpx.Response(reply.status_code)
            await reply.aread()
            return reply
    return await client.request(line.method, url, json=line.body, headers=UPLOAD)


@pytest.mark.parametrize("place", PLACES)
async def test_everybody_is_told_what_the_matrix_says_of_an_ask(postgres: str, place: str) -> None:
    lines = [line for line in MATRIX if line.of_one_ask]
    who = [*SEES, *(GONE if place == OWN else ())]
    with anyio.fail_after(55):
        async with a_hubs_town(postgres) as town:
            wrong = [each for line in lines for each in await unlike(town, line, place, who)]

    assert wrong == []


@pytest.mark.parametrize("room", ROOMS)
async def test_everybody_is_told_what_the_matrix_says_of_all_else(postgres: str, room: str) -> None:
    lines = [line for line in MATRIX if room_of(line) == room]
    with anyio.fail_after(55):
        async with a_hubs_town(postgres) as town:
            assert set(town.clients) == {*SEES, *GONE}
            for place in PLACES:
                await town.ask(place, settled=True)
            wrong = [each for line in lines for each in await unlike(town, line, OWN, town.clients)]

    assert wrong == []


async def unlike(town: Town, line: Line, place: str, who: Iterable[str]) -> list[str]:
    """Who is told something else than the matrix says, or shown what is not theirs."""
    ask = await town.ask(place, settled=line.settled)
    heard: dict[str, httpx.Response] = {}
    for each in who:
        heard[each] = await told(town, line, each, ask)
        if heard[each].is_success and line.body is not None:
            ask = await town.ask(place, settled=line.settled)
    return [
        f"{line.route}: {each} is told {reply.status_code}, shown {shown(reply.text, each)}"
        for each, reply in heard.items()
        if reply.status_code != line.expected(each, place) or shown(reply.text, each)
    ]


async def test_every_route_is_in_the_matrix(postgres: str) -> None:
    async with a_hub(postgres) as [hub]:
        served = {f"{method} {path}" for method, path in routes_of(hub.replica.front)}

    assert sorted(served) == sorted(line.route for line in MATRIX)
