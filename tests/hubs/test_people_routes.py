"""Admins say over a hub's API whom its asks go to, and everybody whether they are away."""

from typing import Any

import anyio
import httpx
import pytest

from askline.core.people import Right
from askline.people.model import Grant, Role
from tests.hubs.people_house import PeopleHouse
from tests.promises import promise
from tests.replicas import Json

ANSWERER, APPROVER = Grant(role=Role.ANSWERER), Grant(role=Role.APPROVER)
ON_CALL: Json = {
    "project": "shop",
    "kind": "question",
    "steps": [{"to": ["bo"]}, {"to": ["cy", "team:ops"], "after_s": 600}],
    "remind_s": 300,
    "claim_s": 1800,
}
ASKED: Json = {
    "questions": [{"id": "q", "question": "Which?", "options": ["A", "B"]}],
    "project": {"name": "shop"},
}


async def asked(hub: PeopleHouse, wait: int = 0, **more: Any) -> Json:
    """An ask of a service in the project `shop`, as it stands then or when it is settled."""
    token = await hub.standing.token(hub.ada, Right.ASK, Right.OPERATE, service="ci")
    async with hub.standing.program(token) as program:
        made = await program.post("/asks", json={**ASKED, **more})
        assert made.status_code == 201, made.text
        where = f"/asks/{made.json()['id']}"
        await program.get(f"{where}/outcome?wait={wait}")
        return (await program.get(where)).json()


async def removed(client: httpx.AsyncClient, path: str) -> httpx.Response:
    return await client.request("DELETE", path, json={})


async def test_an_on_call_order_is_kept_shown_with_names_and_followed(hub: PeopleHouse) -> None:
    bo, cy = await hub.joined("bo", ANSWERER), await hub.joined("cy", ANSWERER)
    async with hub.browser() as ada:
        await ada.post("/teams", json={"name": "ops"})
        kept = await ada.put("/routes/on-call", json=ON_CALL)
        one, [listed] = (
            (await ada.get("/routes/on-call")).json(),
            (await ada.get("/routes")).json()["routes"],
        )
    ask = await asked(hub)

    assert (kept.status_code, kept.json()) == (200, listed)
    assert one == listed
    assert listed["steps"] == [
        {"to": [bo.id], "named": ["bo"], "after_s": 0},
        {"to": [cy.id, "team:ops"], "named": ["cy", "ops"], "after_s": 600},
    ]
    assert (listed["quorum"], listed["self_approval"], listed["tell_after_s"]) == (1, False, 5)
    assert (ask["routing"]["rule"], ask["routing"]["recipients"]) == ("on-call", [bo.id])
    # Nobody answers for the team yet.
    assert ask["routing"]["next_to"] == ["cy"]


async def test_a_rule_that_ended_sends_nobody_on(hub: PeopleHouse) -> None:
    await hub.joined("bo", ANSWERER)
    async with hub.browser() as ada:
        await ada.put("/routes/shop", json={"steps": [{"to": ["bo"]}]})
        assert (await removed(ada, "/routes/shop")).status_code == 204
        gone = [(await removed(ada, "/routes/shop")), await ada.get("/routes/shop")]
        await ada.post("/teams", json={"name": "web"})
        await ada.post("/projects", json={"project": "shop", "team": "web"})
    ask = await asked(hub)

    assert [each.status_code for each in gone] == [404, 404]
    assert ask["routing"]["rule"] == "default"
    assert ask["routing"]["recipients"] == ["team:web"]


async def test_all_that_is_wrong_with_a_rule_is_named(hub: PeopleHouse) -> None:
    eve = await hub.standing.found(f"{hub.tenant}-evil", "eve")
    await hub.standing.replica.administering.make_team(eve, "evils")
    said = {"quorum": 0, "steps": [{"to": ["eve", eve.id, "team:evils"]}]}
    async with hub.browser() as ada:
        refused = await ada.put("/routes/shop", json=said)
        listed = (await ada.get("/routes")).json()

    assert (refused.status_code, listed) == (422, {"routes": []})
    fields = [each["field"] for each in refused.json()["errors"]]
    assert fields == ["quorum", "steps[0].to", "steps[0].to", "steps[0].to"]
    assert "evil" not in refused.json()["hint"]


@pytest.mark.parametrize("role", [each for each in Role if each is not Role.ADMIN])
async def test_who_is_no_admin_makes_reads_and_ends_no_rule(hub: PeopleHouse, role: Role) -> None:
    await hub.joined("bo", Grant(role=role))
    async with hub.browser() as ada, hub.browser("bo") as bo:
        await ada.put("/routes/shop", json={})
        told = [
            await bo.get("/routes"),
            await bo.get("/routes/shop"),
            await bo.put("/routes/shop", json={"quorum": 2}),
            await removed(bo, "/routes/shop"),
            await removed(bo, f"/{hub.ada.id}/away"),
        ]
        stands = (await ada.get("/routes/shop")).json()

    assert {(each.status_code, each.json()["code"]) for each in told} == {(403, "not_allowed")}
    assert stands["quorum"] == 1


async def test_a_program_does_nothing_of_it(hub: PeopleHouse) -> None:
    token = await hub.standing.token(hub.ada, Right.ASK, Right.ANSWER, Right.OPERATE)
    async with hub.standing.program(token) as program:
        told = [
            *[await program.get(f"/people{path}") for path in ("/addressees", "/routes", "/away")],
            *[await program.put(f"/people{path}", json={}) for path in ("/routes/x", "/away")],
            *[await removed(program, f"/people{path}") for path in ("/routes/x", "/away")],
            await removed(program, f"/people/{hub.ada.id}/away"),
        ]

    assert {(each.status_code, each.json()["code"]) for each in told} == {(403, "person_required")}


@promise("truth")
async def test_where_all_are_away_the_agent_is_told_whose_word_it_gets(hub: PeopleHouse) -> None:
    bo = await hub.joined("bo", ANSWERER)
    async with hub.browser() as ada, hub.browser("bo") as theirs:
        await ada.put("/routes/shop", json={"steps": [{"to": ["bo"]}]})
        said = {"words": "Go on with something else.", "until": "2099-01-01T00:00:00Z"}
        gone = await theirs.put("/away", json={**said, "deputy": "ada"})
        mine = await theirs.get("/away")
        to_the_deputy = await asked(hub)
        await theirs.put("/away", json=said)
    with anyio.fail_after(10):
        ask = await asked(hub, wait=5, title="Another")

    assert gone.json() == mine.json()
    assert mine.json()["away"]["deputy_name"] == "ada"
    assert to_the_deputy["routing"]["recipients"] == [hub.ada.id]
    assert ask["routing"]["recipients"] == [bo.id]
    outcome = ask["outcome"]
    assert (ask["state"], outcome["reason"]) == ("rejected", said["words"])
    settled = outcome["settledBy"]
    assert (settled["kind"], settled["who"]) == ("rule", "bo, away")


async def test_who_is_back_says_so_or_an_admin_does(hub: PeopleHouse) -> None:
    bo = await hub.joined("bo", ANSWERER)
    async with hub.browser() as ada, hub.browser("bo") as theirs:
        assert (await theirs.get("/away")).json() == {"away": None}
        await theirs.put("/away", json={})
        assert (await removed(theirs, "/away")).status_code == 204
        assert (await theirs.get("/away")).json() == {"away": None}

        await theirs.put("/away", json={"words": None})
        assert (await theirs.get("/away")).json()["away"]["words"] is None
        assert (await removed(ada, f"/{bo.id}/away")).status_code == 204
        assert (await removed(ada, f"/{bo.id}/away")).status_code == 404
        assert (await theirs.get("/away")).json() == {"away": None}


MISSHAPEN: dict[str, tuple[Json, str]] = {
    "until": ({"until": "tomorrow"}, "until"),
    "words": ({"words": 3}, "words"),
    "more": ({"since": "2026-01-01T00:00:00Z"}, "since"),
}


@pytest.mark.parametrize("case", [*MISSHAPEN])
async def test_what_is_no_absence_is_named(hub: PeopleHouse, case: str) -> None:
    said, field = MISSHAPEN[case]
    async with hub.browser() as ada:
        refused = await ada.put("/away", json=said)

    assert refused.status_code == 422
    assert refused.json()["errors"][0]["field"] == field


async def test_people_learn_whom_they_may_pass_on_to(hub: PeopleHouse) -> None:
    bo = await hub.joined("bo", Grant(role=Role.ANSWERER))
    await hub.joined("cy", Grant(role=Role.ASKER))
    async with hub.browser() as ada, hub.browser("cy") as cy:
        await ada.post("/teams", json={"name": "ops"})
        await ada.post(f"/{bo.id}/roles", json={"role": "answerer", "team": "ops"})
        told = (await cy.get("/addressees")).json()

    assert told == {
        "addressees": [
            {"address": hub.ada.id, "name": "ada", "kind": "person"},
            {"address": bo.id, "name": "bo", "kind": "person"},
            {"address": "team:ops", "name": "ops", "kind": "team"},
        ]
    }
