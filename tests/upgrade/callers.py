"""Who comes to a replica of either version, by HTTP alone: a person, a program, an agent with forms."""

import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import httpx

from tests.doors.asks import ASK
from tests.doors.lines import MODERN, an_envelope
from tests.hub import PASSWORD
from tests.hubs.processes import NAME, Running

Json = dict[str, Any]
Act = Callable[[], Awaitable[None]]
ANSWER: Json = {"answers": {"db": {"values": ["SQLite"]}}, "receipt": "r"}
HEADERS = {
    "Accept": "application/json, text/event-stream",
    "MCP-Protocol-Version": MODERN,
    "Mcp-Method": "tools/call",
    "Mcp-Name": "ask_user",
}
NUMBERS = count(1)
FORMS: Json = {"elicitation": {"form": {}}}


@asynccontextmanager
async def a_browser(at: Running, cookies: Any = None) -> AsyncGenerator[httpx.AsyncClient]:
    """Of Ada, who signs in here; or signed in elsewhere, and brings the cookies."""
    async with httpx.AsyncClient(
        base_url=at.url,
        headers={"Host": NAME, "Origin": f"http://{NAME}"},
        cookies=cookies,
        trust_env=False,
        timeout=30,
    ) as client:
        if cookies is None:
            said = {"tenant": "acme", "login": "ada", "password": PASSWORD}
            begun = await client.post("/sign-in", json=said)
            assert begun.status_code == 303, begun.text
        client.base_url = httpx.URL(f"{at.url}/api/v1")
        yield client


@asynccontextmanager
async def a_program(at: Running, token: str) -> AsyncGenerator[httpx.AsyncClient]:
    async with httpx.AsyncClient(
        base_url=f"{at.url}/api/v1",
        headers={"Host": NAME, "Authorization": f"Bearer {token}"},
        trust_env=False,
        timeout=30,
    ) as client:
        yield client


async def token_from(at: Running, *scopes: str) -> str:
    async with a_browser(at) as ada:
        made = await ada.post("/people/tokens", json={"name": "agent", "scopes": [*scopes]})
    return made.json()["secret"]


async def asked(at: Running, token: str) -> str:
    """Another ask each time: the same again would be the one that stands."""
    async with a_program(at, token) as program:
        made = await program.post("/asks", json={**ASK, "title": f"Ask {next(NUMBERS)}"})
    assert made.status_code == 201, made.text
    return made.json()["id"]


async def answered(at: Running, ask_id: str) -> None:
    async with a_browser(at) as ada:
        done = await ada.post(f"/asks/{ask_id}/answer", json=ANSWER)
    assert done.status_code == 200, done.text


async def outcome(at: Running, token: str, ask_id: str) -> list[str] | None:
    """What was answered, waited for; none where the replica ends meanwhile."""
    async with a_program(at, token) as program:
        told: Json = (await program.get(f"/asks/{ask_id}/outcome", params={"wait": 20})).json()
    return told["answers"][0]["values"] if told["answers"] else None


async def follow(client: httpx.AsyncClient, ask_id: str, act: Act) -> None:
    """A stream of events shows it pending; then somebody acts, and the stream tells that it is settled."""
    acted = False
    async with client.stream("GET", "/events") as events:
        async for line in events.aiter_lines():
            if ask_id not in line:
                continue
            if not acted:
                acted = True
                await act()
            elif json.loads(line.removeprefix("data: "))["ask"]["state"] == "answered":
                return


async def put_form(at: Running, token: str, title: str, **brought: Any) -> Json:
    """The result of one call of a client that draws forms, and calls again with what came of them."""
    arguments = {**ASK, "title": title}
    meta = an_envelope(capabilities=FORMS)
    params = {"name": "ask_user", "arguments": arguments, "_meta": meta, **brought}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    async with a_program(at, token) as client:
        reply = await client.post(f"{at.url}/mcp", json=body, headers=HEADERS)
    [said] = [line for line in reply.text.splitlines() if line.startswith(("data: {", "{"))]
    return json.loads(said.removeprefix("data: "))["result"]


async def bring_back(at: Running, token: str, title: str, form: Json) -> list[str]:
    """The second round, with the form filled."""
    filled = {"action": "accept", "content": {"q1_db": "SQLite"}}
    replies = dict.fromkeys(form["inputRequests"], filled)
    state = {"inputResponses": replies, "requestState": form["requestState"]}
    result = await put_form(at, token, title, **state)
    return result["structuredContent"]["answers"][0]["values"]
