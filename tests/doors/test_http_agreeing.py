"""Standing approvals over HTTP: offered beside an approval, made with its yes, listed, revoked."""

from dataclasses import replace

import pytest

from askline.core.people import Right
from tests.builders import ABSENT, ADA, SHOP
from tests.doors.http_house import House, Json

YES: Json = {"approve": {"values": ["yes"]}}
EXACT: Json = {"pattern": "exact", "scope": "project"}


async def asking(house: House, tool: str = "demo_ask") -> Json:
    """An operation that awaits approval."""
    body = {"tool": tool, "project": {"path": SHOP.path}}
    return await house.post("/operations", 201, **body)


async def test_a_yes_may_stand_and_the_next_call_is_not_asked_about() -> None:
    house = House(who=lambda _: ADA)
    async with house.open():
        operation = await asking(house)
        path = f"/asks/{operation['approval']}"
        offers = (await house.get(f"{path}/standing"))["offers"]
        until = "2026-11-14T20:00:00.000Z"
        outcome = await house.post(
            f"{path}/answer", answers=YES, standing={**EXACT, "until": until}
        )
        again = await asking(house)
        [standing] = (await house.get("/approvals", project=SHOP.path))["approvals"]

    assert EXACT.items() <= offers[-1].items()
    assert (offers[-1]["shown"], offers[-1]["further_count"]) == ("demo ask", 0)
    assert outcome["state"] == "answered"
    assert (again["approval"], again["standing"]) == (None, standing["id"])
    assert standing["until"] == until
    assert standing["shown"] == "demo ask"


async def test_an_offer_names_the_earlier_operations_that_it_would_have_let_run() -> None:
    house = House(who=lambda _: ADA)
    async with house.open():
        first = await asking(house)
        await house.post(f"/asks/{first['approval']}/reject")
        second = await asking(house)
        offers = (await house.get(f"/asks/{second['approval']}/standing"))["offers"]

    [match] = offers[-1]["further"]
    assert match["operation_id"] == first["operation_id"]
    assert match["commands"][0]["argv"] == ["demo", "ask"]


async def test_what_was_revoked_is_asked_about_again() -> None:
    house = House(who=lambda _: ADA)
    async with house.open():
        operation = await asking(house)
        await house.post(f"/asks/{operation['approval']}/answer", standing=EXACT)
        [standing] = (await house.get("/approvals"))["approvals"]

        path = f"/approvals/{standing['id']}/revoke"
        revoked = [await house.http.post(path, json={}) for _ in range(2)]
        again = await asking(house)

    assert [reply.status_code for reply in revoked] == [204, 404]
    assert again["status"] == "awaiting_approval"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"answers": {"approve": {"values": ["no"]}}, "standing": EXACT}, "standing"),
        ({"answers": YES, "note": "fine", "standing": EXACT}, "standing"),
        ({"standing": {"pattern": "all", "scope": "project"}}, "standing.pattern"),
        ({"standing": {"pattern": "exact"}}, "standing.scope"),
        ({"standing": {**EXACT, "until": "soon"}}, "standing.until"),
        ({"standing": {**EXACT, "for": "ever"}}, "standing.for"),
        ({"standing": "project"}, "standing"),
    ],
    ids=["no", "note", "pattern", "scope", "until", "unknown", "text"],
)
async def test_only_a_plain_yes_stands_and_only_as_it_was_offered(body: Json, field: str) -> None:
    house = House(who=lambda _: ADA)
    async with house.open():
        operation = await asking(house)
        said = await house.post(f"/asks/{operation['approval']}/answer", 422, **body)
        ask = await house.get(f"/asks/{operation['approval']}")

    assert field in [each["field"] for each in said["errors"]]
    assert ask["state"] == "pending"


async def test_a_question_cannot_stand_and_a_settled_approval_says_so() -> None:
    house = House(who=lambda _: ADA)
    question = await house.asked()
    async with house.open():
        await house.post(f"/asks/{question.id}/answer", 422, standing=EXACT)
        assert (await house.http.get(f"/asks/{question.id}/standing")).status_code == 404
        operation = await asking(house)
        path = f"/asks/{operation['approval']}/answer"
        await house.post(path, answers=YES)
        second = await house.post(path, 409, answers=YES, standing=EXACT)

    assert second["outcome"]["state"] == "answered"


async def test_only_a_person_lets_something_stand_or_revokes_it() -> None:
    house = House(who=lambda _: ABSENT)
    guest = House(who=lambda _: replace(ADA, rights=frozenset({Right.ANSWER})))
    async with house.open():
        operation = await asking(house)
        path = f"/asks/{operation['approval']}/answer"
        made = await house.post(path, 403, answers=YES, standing=EXACT)
        revoked = await house.post("/approvals/x/revoke", 403)

    assert [made["code"], revoked["code"]] == ["person_required"] * 2
    assert (await guest.http.get("/approvals")).status_code == 403
