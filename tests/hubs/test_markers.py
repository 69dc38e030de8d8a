"""No reply, event or tool shows anybody an ask of another tenant or team: each bears a marker."""

from collections.abc import Iterable
from functools import partial

import anyio
import httpx
from anyio.lowlevel import checkpoint

from askline.asks.model import Ask
from askline.core.background import background
from askline.doors.http.app import feed_of
from tests.doors.lines import MODERN, Json, an_envelope
from tests.hubs.matrix import ASKING, OWN, PLACES, SEES, TENANT
from tests.hubs.town import Town, a_town, shown
from tests.replicas import a_hub

TASKS: Json = {"extensions": {"io.modelcontextprotocol/tasks": {}}}
NO_FILE = "0" * 64
FURTHER = (
    "/history?q=MARK&state=pending",
    "/history?before={id}",
    "/asks/{short}",
    "/audit?ask={id}",
    "/audit?before={id}",
    "/attachments/{sha256}?ask={id}",
)
"""Other questions than those of the matrix that name an ask or look for one."""


async def test_no_reply_shows_an_ask_of_elsewhere(postgres: str) -> None:
    leaks: list[str] = []
    with anyio.fail_after(55):
        async with a_hub(postgres) as [hub], a_town(hub) as town:
            asks = {place: await town.ask(place) for place in PLACES}
            for place, ask in asks.items():
                leaks += [
                    each for path in FURTHER for each in await leaks_of(town, path, place, ask)
                ]

    assert leaks == []


async def leaks_of(town: Town, path: str, place: str, ask: Ask) -> list[str]:
    """To whom the reply shows what is not theirs."""
    asked = path.format(id=ask.id, short=ask.short_id, sha256=NO_FILE)
    leaks: list[str] = []
    for who in (each for each in SEES if place not in SEES[each]):
        reply = await town.clients[who].get(asked)
        leaks += [f"{path} shows {each} to {who}" for each in shown(reply.text, who)]
    return leaks


async def test_no_event_is_about_an_ask_of_elsewhere(postgres: str) -> None:
    heard = dict.fromkeys(SEES, "")
    with anyio.fail_after(55):
        async with a_hub(postgres) as [hub], a_town(hub) as town:

            async def listen(who: str) -> None:
                async with town.clients[who].stream("GET", "/events") as stream:
                    async for text in stream.aiter_text():
                        heard[who] += text

            async with background(*(partial(listen, who) for who in SEES)):
                for place in PLACES:
                    await town.ask(place, settled=True)
                feed = feed_of(hub.replica.api)
                while feed.last < 2 * len(PLACES):
                    await checkpoint()
                # Everybody is told of the last moment, if only that there was nothing for them.
                while not all(f"id: {feed.id_of(feed.last)}" in each for each in heard.values()):
                    await checkpoint()

    assert {who: shown(said, who) for who, said in heard.items()} == {who: [] for who in SEES}
    assert OWN in heard["answerer"]
    assert TENANT in heard["of another tenant"]


PROGRAMS = ("asking token", "token bound to another project", ASKING, "token of another tenant")


def calls_about(ask: Ask) -> Iterable[tuple[str, Json]]:
    """Everything of the tools' door that takes the name of an ask."""
    uri = f"askline://asks/{ask.id}"
    waiting = {"ids": [str(ask.id)], "wait": 0}
    yield "tools/call", {"name": "ask_await", "arguments": waiting}
    yield "tools/call", {"name": "ask_await", "arguments": {**waiting, "ids": [ask.short_id]}}
    yield "tools/call", {"name": "question_summary", "arguments": {}}
    yield "resources/read", {"uri": uri}
    yield "resources/read", {"uri": "askline://memory"}
    yield "resources/list", {}
    yield "resources/list", {"cursor": str(ask.id)}
    yield "tasks/get", {"taskId": str(ask.id)}
    yield "tasks/update", {"taskId": str(ask.id), "inputResponses": {"answer": {}}}
    yield "tasks/cancel", {"taskId": str(ask.id)}


async def called(client: httpx.AsyncClient, url: str, method: str, params: Json) -> httpx.Response:
    name = params.get("name") or params.get("uri") or params.get("taskId")
    headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": MODERN}
    headers |= {"Mcp-Method": method} | ({"Mcp-Name": name} if name else {})
    said = {**params, "_meta": an_envelope(capabilities=TASKS)}
    body = {"jsonrpc": "2.0", "id": 7, "method": method, "params": said}
    return await client.post(f"{url}/mcp", json=body, headers=headers)


async def test_no_tool_resource_or_task_shows_or_changes_an_ask_of_elsewhere(
    postgres: str,
) -> None:
    leaks: list[str] = []
    with anyio.fail_after(50):
        async with a_hub(postgres) as [hub], a_town(hub) as town:
            asks = {place: await town.ask(place) for place in PLACES}
            for who in PROGRAMS:
                foreign = [ask for place, ask in asks.items() if place not in SEES[who]]
                for method, params in (call for ask in foreign for call in calls_about(ask)):
                    reply = await called(town.clients[who], hub.url, method, params)
                    assert reply.status_code in (200, 400), reply.text
                    leaks += [f"{method} shows {each}" for each in shown(reply.text, who)]
                assert [await town.looked_at(ask) for ask in foreign] == foreign

    assert leaks == []
