"""Files of answers at a hub: put down at one replica, taken from another, and never by another tenant."""

from typing import Any

import httpx

from askline.people.model import Grant, Role
from tests.doors.asks import ASK
from tests.replicas import Json, Standing, a_hub

PLAN = b"\x89PNG\r\n\x1a\n the plan"


async def put_down(person: httpx.AsyncClient) -> Json:
    headers = {"Content-Type": "image/png", "Askline-Upload": "1"}
    reply = await person.post(
        "/attachments", params={"name": "plan.png"}, content=PLAN, headers=headers
    )
    assert reply.status_code == 201, reply.text
    return reply.json()


async def asked(hub: Standing, tenant: str) -> str:
    token = await hub.token(await hub.found(tenant))
    async with hub.program(token) as program:
        return (await program.post("/asks", json=ASK)).json()["id"]


async def answered(person: httpx.AsyncClient, ask_id: str, file: Any) -> httpx.Response:
    given = {"db": {"values": ["SQLite"], "attachments": [file]}}
    return await person.post(f"/asks/{ask_id}/answer", json={"answers": given, "receipt": "r"})


async def test_a_file_put_down_at_one_replica_is_taken_from_another(postgres: str) -> None:
    async with a_hub(postgres, replicas=2) as (here, there):
        ask_id = await asked(here, "acme")
        async with here.browser("ada") as one, there.browser("ada") as other:
            file = await put_down(one)
            assert (await answered(other, ask_id, file)).status_code == 200
            taken = await other.get(f"/attachments/{file['sha256']}")

    assert taken.content == PLAN


async def test_who_knows_the_hash_of_a_colleagues_file_cannot_take_it(postgres: str) -> None:
    async with a_hub(postgres) as [hub]:
        ada = await hub.found("acme")
        await hub.joined(ada, "bo", Grant(role=Role.ANSWERER), Grant(role=Role.ASKER))
        async with hub.browser("ada") as owner, hub.browser("bo") as thief:
            file = await put_down(owner)
            ask_id = (await thief.post("/asks", json=ASK)).json()["id"]
            refused = await answered(thief, ask_id, file)
            given = {"db": {"values": [], "attachments": [file]}}
            await thief.put(f"/asks/{ask_id}/draft", json={"answers": given})
            taken = await thief.get(f"/attachments/{file['sha256']}")

    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_answer")
    assert taken.status_code == 404


async def test_who_knows_the_hash_of_another_tenants_file_cannot_answer_with_it(
    postgres: str,
) -> None:
    async with a_hub(postgres) as [hub]:
        await asked(hub, "acme")
        ask_id = await asked(hub, "bolt")
        async with hub.browser("ada", "acme") as owner, hub.browser("ada", "bolt") as thief:
            file = await put_down(owner)
            refused = await answered(thief, ask_id, file)
            taken = await thief.get(f"/attachments/{file['sha256']}")

    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_answer")
    assert taken.status_code == 404
