"""Who may bring an approval to a hub: a program with its token, never a person's browser."""

from typing import Any

from askline.core.people import Right
from tests.replicas import a_hub
from tests.unit.test_asked_approvals import said

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
