"""Who may bring an approval to a hub: a program with its token, never a person's browser."""

from typing import Any

import pytest

from askline.core.people import Right
from askline.people.model import Grant, Role
from tests.replicas import a_hub
from tests.unit.test_asked_approvals import said

APPROVER = Grant(role=Role.APPROVER)
ASKED: dict[str, Any] = {
    "questions": [{"id": "approve", "question": "May it run?", "type": "confirm"}],
    **said(),
}


async def test_a_service_brings_an_approval_and_a_browser_does_not(postgres: str) -> None:
    async with a_hub(postgres) as [hub]:
        token = await hub.token(await hub.found(), Right.ASK)
        async with hub.program(token) as service, hub.browser("ada") as browser:
            brought = await service.post("/asks", json=ASKED)
            refused = await browser.post("/asks", json={**ASKED, "key": "another"})
            told = (await service.get("/openapi.json")).json()
            plain = await browser.post("/asks", json={"question": "Which?"})

    assert (brought.status_code, brought.json()["kind"]) == (201, "approval")
    assert brought.json()["human_only"]
    assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")
    taken = told["components"]["schemas"]["NewAsk"]["properties"]
    assert {"kind", "command"} <= {*taken}
    assert plain.json()["kind"] == "question"


@pytest.mark.parametrize("how", ["removed", "no approver"])
async def test_the_yes_of_an_approver_who_is_none_any_more_does_not_count(
    postgres: str, how: str
) -> None:
    async with a_hub(postgres) as [hub]:
        ada = await hub.found()
        people = {login: await hub.joined(ada, login, APPROVER) for login in ("bo", "cy")}
        async with (
            hub.browser("ada") as admin,
            hub.browser("bo") as bo,
            hub.browser("cy") as cy,
            hub.program(await hub.token(ada, Right.ASK, service="ci")) as service,
        ):
            rule = {"quorum": 2, "steps": [{"to": ["ada", "bo", "cy"]}]}
            assert (await admin.put("/people/routes/deploys", json=rule)).status_code == 200
            ask = (await service.post("/asks", json=ASKED)).json()
            path = f"/asks/{ask['id']}"
            said = [(await bo.post(f"{path}/answer", json=yes("r1"))).json()]
            where = f"/people/{people['bo'].id}"
            if how == "removed":
                gone = await admin.post(f"{where}/remove", json={})
            else:
                gone = await admin.post(f"{where}/roles/take", json={"role": "approver"})
            said.append((await cy.post(f"{path}/answer", json=yes("r2"))).json())
            waits = (await service.get(path)).json()
            said.append((await admin.post(f"{path}/answer", json=yes("r3"))).json())

    assert gone.is_success
    assert [each["state"] for each in said] == ["pending", "pending", "answered"]
    assert [each["who"] for each in waits["routing"]["agreed"]] == ["cy"]


def yes(receipt: str) -> dict[str, Any]:
    return {"answers": {"approve": {"values": ["yes"]}}, "receipt": receipt}
