"""Asks as resources: an agent sees its own that are pending, and reads what became of one."""

import json
from dataclasses import replace

import pytest

from askline.asks.desk import Desk
from askline.core.errors import StoreUnavailable
from askline.core.ids import AskId
from askline.doors.mcp import resources
from askline.doors.mcp.server import build_server
from askline.stores.ephemeral import EphemeralAsks
from tests.builders import (
    ADA,
    AGENT,
    StoppedClock,
    a_desk,
    a_matter,
    a_new_ask,
    a_text,
    an_id,
    given,
)
from tests.doors.lines import JUNE, MODERN, Json, LineEnd, a_line

BOTH = pytest.mark.parametrize("revision", [JUNE, MODERN])


async def listed(line: LineEnd) -> list[Json]:
    """The asks among them, which come after the memory."""
    memory, *asks = (await line.call("resources/list"))["result"]["resources"]
    assert memory["uri"] == "askline://memory"
    return asks


async def read(line: LineEnd, uri: str) -> Json:
    result = (await line.call("resources/read", {"uri": uri}))["result"]
    [content] = result["contents"]
    assert (content["uri"], content["mimeType"]) == (uri, "application/json")
    return json.loads(content["text"])


@BOTH
async def test_an_agents_pending_asks_are_listed_under_their_addresses(revision: str) -> None:
    desk = a_desk()
    titled = await desk.asking.ask(AGENT, a_new_ask())
    untitled = await desk.asking.ask(
        AGENT, replace(a_new_ask(), matter=a_matter(a_text(), title=None))
    )
    settled = await desk.asking.ask(AGENT, a_new_ask())
    await desk.answering.answer(ADA, settled.id, given(), receipt="r1")
    await desk.asking.ask(replace(AGENT, id="bob"), a_new_ask())
    async with a_line(build_server(desk, StoppedClock()), revision=revision) as line:
        found = await listed(line)
        templates = (await line.call("resources/templates/list"))["result"]["resourceTemplates"]

    assert [(each["uri"], each["name"], each["title"]) for each in found] == [
        (f"askline://asks/{titled.id}", titled.short_id, "Storage"),
        (f"askline://asks/{untitled.id}", untitled.short_id, "What shall it be called?"),
    ]
    assert [each["uriTemplate"] for each in templates] == [
        "askline://asks/{id}",
        "askline://asks/{id}/files/{sha256}/{name}",
        "askline://operations/{id}",
        "askline://operations/{id}/output",
    ]


async def test_a_long_list_comes_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "PAGE", 2)
    desk = a_desk()
    asks = [await desk.asking.ask(AGENT, a_new_ask()) for _ in range(3)]
    async with a_line(build_server(desk, StoppedClock())) as line:
        first = (await line.call("resources/list"))["result"]
        rest = (await line.call("resources/list", {"cursor": first["nextCursor"]}))["result"]

    names = [each["name"] for each in first["resources"][1:] + rest["resources"]]
    assert sorted(names) == sorted(ask.short_id for ask in asks)
    assert "nextCursor" not in rest


@BOTH
async def test_reading_an_ask_tells_what_became_of_it_and_delivers_nothing(revision: str) -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask(a_text()))
    uri = f"askline://asks/{ask.id}"
    async with a_line(build_server(desk, StoppedClock()), revision=revision) as line:
        pending = await read(line, uri)
        await desk.answering.answer(ADA, ask.id, given(name="shop"), receipt="r1")
        settled = await read(line, uri)

    assert (pending["state"], pending["next"]["tool"]) == ("pending", "ask_await")
    assert settled["answers"][0]["values"] == ["shop"]
    assert (await desk.reading.read(ADA, ask.id)).delivered_at is None


async def bobs_uri(desk: Desk) -> str:
    ask = await desk.asking.ask(replace(AGENT, id="bob"), a_new_ask())
    return f"askline://asks/{ask.id}"


@pytest.mark.parametrize("method", ["resources/read", "resources/subscribe"])
async def test_somebody_elses_ask_is_as_unknown_as_any_other_address(method: str) -> None:
    desk = a_desk()
    uris = [await bobs_uri(desk), f"askline://asks/{an_id(7)}", "askline://asks/", "file:///x"]
    async with a_line(build_server(desk, StoppedClock())) as line:
        refused = [(await line.call(method, {"uri": uri}))["error"] for uri in uris]

    assert [each["code"] for each in refused] == [-32602] * 4
    assert [each["data"]["uri"] for each in refused] == uris
    assert len({each["message"] for each in refused}) == 1


class AwayAsks(EphemeralAsks):
    async def get(self, ask_id: AskId) -> None:
        del ask_id
        raise StoreUnavailable("The store is away.", hint="Try again.")


async def test_a_store_that_is_away_is_said_so() -> None:
    async with a_line(build_server(a_desk(AwayAsks()), StoppedClock())) as line:
        refused = await line.call("resources/read", {"uri": f"askline://asks/{an_id(7)}"})

    assert refused["error"]["code"] == -32603
