"""What one replica gave a client to bring back, another opens: also over a change of keys."""

import json
from typing import Any

import anyio

from askline.core.people import Right
from askline.doors.mcp.seal import Seal
from askline.service.hub.keys import Rotating
from askline.service.hub.ties import open_ties
from tests.contract.test_postgres import raw
from tests.doors.asks import ASK
from tests.doors.lines import MODERN, an_envelope
from tests.places import PostgresPlace
from tests.promises import promise
from tests.replicas import Json, Standing, a_hub

HEADERS = {
    "Accept": "application/json, text/event-stream",
    "MCP-Protocol-Version": MODERN,
    "Mcp-Method": "tools/call",
    "Mcp-Name": "ask_user",
}
SQLITE: Json = {"action": "accept", "content": {"q1_db": "SQLite"}}
OLDER = "UPDATE sealing_keys SET made_at = made_at - $1::text::interval"


async def called(hub: Standing, token: str, arguments: Json, **brought: Any) -> Json:
    """The result of one call of a client that draws forms, and calls again with what came of them."""
    meta = an_envelope(capabilities={"elicitation": {"form": {}}})
    params = {"name": "ask_user", "arguments": arguments, "_meta": meta, **brought}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    async with hub.program(token) as client:
        reply = await client.post(f"{hub.url}/mcp", json=body, headers=HEADERS)
    [said] = [line for line in reply.text.splitlines() if line.startswith(("data: {", "{"))]
    return json.loads(said.removeprefix("data: "))["result"]


async def asking(hub: Standing, token: str, question: str) -> tuple[Json, Json]:
    """The first round: the arguments, and the form to show."""
    arguments = {**ASK, "title": question}
    form = await called(hub, token, arguments)
    assert form["resultType"] == "input_required"
    return arguments, form


async def answered(hub: Standing, token: str, first: tuple[Json, Json]) -> list[str]:
    """The second round."""
    arguments, form = first
    replies = dict.fromkeys(form["inputRequests"], SQLITE)
    state = {"inputResponses": replies, "requestState": form["requestState"]}
    result = await called(hub, token, arguments, **state)
    return result["structuredContent"]["answers"][0]["values"]


@promise("one-truth-everywhere")
async def test_a_form_of_one_replica_is_brought_to_another_also_across_new_keys(
    postgres: str,
) -> None:
    with anyio.fail_after(50):
        async with a_hub(postgres, replicas=2) as (here, there), raw(postgres) as db:
            token = await here.token(await here.found(), Right.ASK, Right.ANSWER)
            old = await asking(here, token, "before the next key")
            await db.execute(OLDER, "8 days")
            await here.replica.rotating.learn()
            known_here = await asking(here, token, "before all know it")

            # It has not read of the new key, and need not have.
            assert await answered(there, token, known_here) == ["SQLite"]

            await there.replica.rotating.learn()
            await db.execute(OLDER, "11 minutes")
            await here.replica.rotating.learn()
            new = await asking(here, token, "with the next key")

            assert await answered(there, token, new) == ["SQLite"]
            assert await answered(there, token, old) == ["SQLite"]
            assert await db.fetchval("SELECT count(*) FROM sealing_keys") == 2


async def test_of_many_replicas_that_find_no_key_one_makes_it_and_all_seal_with_it(
    postgres: str,
) -> None:
    await PostgresPlace(postgres).empty()
    seals = [Seal() for _ in range(6)]

    async def replica(seal: Seal) -> None:
        async with open_ties(postgres) as ties:
            await Rotating(ties.keys, seal).learn()

    async with anyio.create_task_group() as replicas:
        for seal in seals:
            replicas.start_soon(replica, seal)

    given_out = [seal.seal(b"state") for seal in seals]
    assert {seal.unseal(each) for seal in seals for each in given_out} == {b"state"}


async def test_a_key_that_nothing_can_come_back_under_is_dropped(postgres: str) -> None:
    await PostgresPlace(postgres).empty()
    async with open_ties(postgres) as ties, raw(postgres) as db:
        rotating = Rotating(ties.keys, Seal())
        for _ in range(4):
            await rotating.learn()
            await db.execute(OLDER, "8 days")
        await rotating.learn()

        assert [age.days for _, age in await ties.keys.keys()] == [0, 8]
