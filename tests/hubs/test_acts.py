"""What people change of how a hub reaches them stands among its acts, and no secret of it."""

from typing import Any

import httpx

from askline.people.model import Grant, Role
from tests.hubs.people_house import PeopleHouse

HOOK = "https://hook.example/very/secret"
Act = tuple[str, str, str, str]


async def removed(client: httpx.AsyncClient, path: str) -> int:
    return (await client.request("DELETE", path, json={})).status_code


async def acts(client: httpx.AsyncClient, newest: int) -> list[Act]:
    """Kind, doer, subject and detail of so many, the oldest of them first."""
    found: list[dict[str, Any]] = (await client.get("/acts", params={"limit": newest})).json()[
        "acts"
    ]
    return [
        (each["kind"], each["actor"]["name"], each["subject"], each["detail"])
        for each in reversed(found)
    ]


async def test_a_rule_that_is_set_or_removed_leaves_an_act(hub: PeopleHouse) -> None:
    await hub.joined("bo", Grant(role=Role.APPROVER))
    rule = {"project": "shop", "kind": "approval", "steps": [{"to": ["ada", "bo"]}], "quorum": 2}
    async with hub.browser() as ada:
        assert (await ada.put("/routes/two", json=rule)).status_code == 200
        await ada.put("/routes/all", json={"steps": [{"to": ["ada"]}]})
        assert await removed(ada, "/routes/two") == 204
        assert await removed(ada, "/routes/two") == 404
        left = await acts(ada, 4)
        held = (await ada.get("/acts/verify")).json()

    assert left[1:] == [
        ("route_set", "ada", "two", "approval of shop: 1 steps, 2 must agree"),
        ("route_set", "ada", "all", "everything of every project: 1 steps, 1 must agree"),
        ("route_removed", "ada", "two", ""),
    ]
    assert left[0][0] == "joined"
    assert held["flaw"] is None


async def test_a_contact_that_is_added_or_removed_leaves_an_act_without_its_secrets(
    hub: PeopleHouse,
) -> None:
    await hub.joined("bo", Grant(role=Role.ANSWERER))
    async with hub.browser("bo") as theirs, hub.browser() as ada:
        made = (await theirs.post("/contacts", json={"channel": "webhook", "where": HOOK})).json()
        assert await removed(ada, f"/contacts/{made['id']}") == 404
        assert await removed(theirs, f"/contacts/{made['id']}") == 204
        left = await acts(ada, 3)
        export = (await ada.get("/acts/export")).text

    detail = f"webhook of {made['owner']}"
    assert left[0][0] == "joined"
    assert left[1:] == [
        ("contact_added", "bo", made["id"], detail),
        ("contact_removed", "bo", made["id"], detail),
    ]
    assert "very" not in export
    assert made["secret"] not in export


async def test_only_an_absence_that_somebody_else_ended_leaves_an_act(hub: PeopleHouse) -> None:
    bo = await hub.joined("bo", Grant(role=Role.ANSWERER))
    async with hub.browser() as ada, hub.browser("bo") as theirs:
        await theirs.put("/away", json={})
        assert await removed(theirs, "/away") == 204
        await theirs.put("/away", json={})
        assert await removed(ada, f"/{bo.id}/away") == 204
        assert await removed(ada, f"/{bo.id}/away") == 404
        left = await acts(ada, 2)

    assert [each[0] for each in left] == ["joined", "away_ended"]
    assert left[1] == ("away_ended", "ada", bo.id, "")
