"""Who operates a hub does it over its API: limits, usage, acts, trails."""

import json

import pytest

from askline.core.people import Right
from askline.doors.http.hub_auditing import NDJSON
from askline.doors.http.openapi.operating_routes import ROUTES
from askline.people.limits import NAMES
from askline.people.model import Grant, Role
from tests.contract.test_postgres import raw
from tests.docs.test_reference import DOCS, rows
from tests.hubs.people_house import PeopleHouse
from tests.replicas import Json

ASK: Json = {"questions": [{"id": "q", "question": "Which?", "options": ["A", "B"]}]}


def lines(text: str) -> list[Json]:
    return [json.loads(each) for each in text.splitlines()]


async def test_an_admin_sets_limits_and_sees_what_holds(hub: PeopleHouse) -> None:
    async with hub.browser() as ada:
        before = (await ada.get("/limits")).json()
        reply = await ada.put("/limits", json={"pending": 5, "retention_days": 30, "people": None})
        after = (await ada.get("/limits")).json()

    assert before["own"] == dict.fromkeys(NAMES)
    assert reply.status_code == 200
    assert after == reply.json()
    assert after["holds"] == {**dict.fromkeys(NAMES), "pending": 5, "retention_days": 30}


@pytest.mark.parametrize(
    "body", [{"pending": -1}, {"retention_days": 0}, {"people": "many"}, {"bananas": 1}]
)
async def test_limits_that_make_no_sense_are_refused(hub: PeopleHouse, body: Json) -> None:
    async with hub.browser() as ada:
        reply = await ada.put("/limits", json=body)

    assert reply.status_code == 422
    assert reply.json()["errors"][0]["field"] == next(iter(body))


async def test_an_agent_is_told_truly_that_its_tenant_has_enough_pending(hub: PeopleHouse) -> None:
    token = await hub.standing.token(hub.ada, Right.ASK)
    async with hub.browser() as ada, hub.standing.program(token) as agent:
        await ada.put("/limits", json={"pending": 1})
        first = await agent.post("/asks", json={**ASK, "key": "1"})
        second = await agent.post("/asks", json={**ASK, "key": "2"})
        again = await agent.post("/asks", json={**ASK, "key": "1"})

    assert (first.status_code, second.status_code) == (201, 429)
    assert "1 asks pending" in second.json()["detail"]
    assert "admin" in second.json()["hint"]
    assert again.json()["id"] == first.json()["id"]


async def test_acts_are_listed_taken_along_and_verified(hub: PeopleHouse) -> None:
    await hub.joined("bo", Grant(role=Role.ASKER))
    async with hub.browser() as ada:
        newest = (await ada.get("/acts", params={"limit": 2})).json()
        older = (await ada.get("/acts", params={"before": newest["next"]})).json()
        export = await ada.get("/acts/export")
        held = (await ada.get("/acts/verify")).json()

    assert [each["kind"] for each in newest["acts"]] == ["joined", "invited"]
    assert [each["kind"] for each in older["acts"]] == ["founded"]
    assert older["next"] is None
    assert export.headers["content-type"].startswith(NDJSON)
    taken = lines(export.text)
    assert [each["kind"] for each in taken] == ["founded", "invited", "joined", "exported"]
    assert (held["checked"], held["flaw"]) == (4, None)
    assert held["head"] == {"number": 4, "hash": taken[-1]["hash"]}


async def test_an_operating_token_takes_trails_along_and_verifies_them(hub: PeopleHouse) -> None:
    keeper = await hub.standing.token(hub.ada, Right.OPERATE)
    asker = await hub.standing.token(hub.ada, Right.ASK)
    async with hub.standing.program(keeper) as program, hub.standing.program(asker) as agent:
        ask = (await agent.post("/asks", json=ASK)).json()
        export = await program.get("/people/audit/export", params={"since": "2020-01-01"})
        later = await program.get("/people/audit/export", params={"until": "2020-01-01"})
        review = (await program.get("/people/audit/verify")).json()
        wrong = await program.get("/people/audit/verify", params={"after": "abcdef"})

    assert [(each["ask_id"], each["kind"]) for each in lines(export.text)] == [(ask["id"], "asked")]
    assert later.text == ""
    assert review == {
        "asks": 1,
        "events": 1,
        "pruned": 0,
        "broken": 0,
        "flaws": [],
        "next": None,
    }
    assert wrong.status_code == 422
    acts = await hub.standing.replica.operating.acts.newest(hub.ada, limit=2)
    assert [(each.kind, each.subject) for each in acts] == [("exported", "trails")] * 2


async def test_what_was_changed_afterwards_is_named_with_its_place(
    hub: PeopleHouse, postgres: str
) -> None:
    token = await hub.standing.token(hub.ada, Right.ASK, Right.OPERATE)
    async with hub.standing.program(token) as program, hub.browser() as ada, raw(postgres) as db:
        ask = (await program.post("/asks", json=ASK)).json()
        await db.execute("UPDATE ask_events SET actor_name = 'eve' WHERE tenant = $1", hub.tenant)
        await db.execute("DELETE FROM acts WHERE number = 1 AND tenant = $1", hub.tenant)
        review = (await program.get("/people/audit/verify")).json()
        held = (await ada.get("/acts/verify")).json()

    problem = "event 1 is not what was written"
    assert review["flaws"] == [{"ask_id": ask["id"], "number": 1, "problem": problem}]
    assert held["flaw"] == {"number": 1, "problem": "act 1 is missing"}


async def test_an_operator_sees_what_is_asked_day_by_day(hub: PeopleHouse) -> None:
    token = await hub.standing.token(hub.ada, Right.ASK, Right.OPERATE)
    async with hub.standing.program(token) as program:
        await program.post("/asks", json={**ASK, "project": {"name": "shop"}})
        used = (await program.get("/people/usage", params={"days": 2})).json()
        wrong = await program.get("/people/usage", params={"days": 91})

    assert [each["asked"] for each in used["days"]] == [0, 1]
    assert [(each["name"], each["asked"]) for each in used["projects"]] == [("shop", 1)]
    assert wrong.status_code == 422


def test_every_route_of_who_operates_is_in_the_guide_and_no_other() -> None:
    guide = [row[0] for row in rows("guides/hub-operating.md")]

    assert [each for each in guide if each.startswith(("`GET", "`PUT"))] == [
        f"`{each.method} {each.path.removeprefix('/api/v1')}`" for each in ROUTES
    ]


def test_every_limit_is_in_the_guide() -> None:
    page = (DOCS / "guides/hub-operating.md").read_text()

    assert all(f"`{name}`" in page for name in NAMES)
