"""Taking an ask in hand, letting it go, passing it on and putting it off, over HTTP."""

import pytest
from starlette.requests import Request

from askline.core.people import Actor, Door, local_person
from tests.builders import NOON, an_approval
from tests.doors.http_house import House, Json
from tests.several import ANA, BEN, ToSeveral, by_two

SQLITE: Json = {"db": {"values": ["SQLite"]}}
YES: Json = {"approve": {"values": ["yes"]}}


def who(request: Request) -> Actor:
    people = {"ana": ANA, "ben": BEN}
    return people.get(request.headers.get("x-person", ""), local_person(Door.WEB))


def a_house(addressing: ToSeveral | None = None) -> House:
    return House(who=who, addressing=addressing or ToSeveral())


async def test_who_claims_an_ask_has_it_in_hand_until_they_release_it() -> None:
    house = a_house()
    ask = await house.asked()

    claimed = await house.post(f"/asks/{ask.short_id}/claim")
    released = await house.post(f"/asks/{ask.short_id}/release")

    assert claimed["routing"] == {
        "rule": "shop",
        "recipients": ["me", "team:ops"],
        "claim": {"id": "me", "who": "me", "at": "2026-11-14T12:00:00.000Z"},
        "quorum": 1,
        "agreed": [],
        "self_approval": True,
        "next_at": None,
        "next_to": [],
    }
    assert released["routing"]["claim"] is None
    assert released["routing"]["next_at"] == "2026-11-14T12:05:00.000Z"
    assert released["routing"]["next_to"] == ["Ben"]


async def test_an_ask_is_passed_on_by_login_or_to_a_team() -> None:
    house = a_house()
    first, second = await house.asked(), await house.asked()

    ana = await house.post(f"/asks/{first.id}/pass", to=" ana\x07 ")
    team = await house.post(f"/asks/{second.id}/pass", to="team:ops")

    assert [each["routing"]["recipients"] for each in (ana, team)] == [["ana"], ["team:ops"]]


async def test_a_snooze_is_ones_own_and_ends_without_a_time() -> None:
    house = a_house()
    ask = await house.asked()

    put_off = await house.post(f"/asks/{ask.id}/snooze", until="2026-11-14T15:00:00+01:00")
    again = await house.post(f"/asks/{ask.id}/snooze", until=None)

    assert put_off["snoozes"] == [{"id": "me", "until": "2026-11-14T14:00:00.000Z"}]
    assert (put_off["state"], again["snoozes"]) == ("pending", [])


async def test_an_ask_of_one_person_is_snoozed_but_neither_claimed_nor_passed_on() -> None:
    house = House()
    ask = await house.asked()

    put_off = await house.post(f"/asks/{ask.id}/snooze", until="2026-11-14T14:00:00Z")
    claimed = await house.post(f"/asks/{ask.id}/claim", 403)
    passed = await house.post(f"/asks/{ask.id}/pass", 403, to="ana")

    assert (put_off["routing"], len(put_off["snoozes"])) == (None, 1)
    assert {claimed["code"], passed["code"]} == {"not_allowed"}


@pytest.mark.parametrize(
    ("verb", "body", "field"),
    [
        ("claim", {"to": "ana"}, "to"),
        ("release", {"reason": "lunch"}, "reason"),
        ("pass", {}, "to"),
        ("pass", {"to": "   "}, "to"),
        ("pass", {"to": "\x07"}, "to"),
        ("pass", {"to": "a" * 201}, "to"),
        ("pass", {"to": 7}, "to"),
        ("pass", {"whom": "ana"}, "whom"),
        ("snooze", {"until": "tomorrow"}, "until"),
        ("snooze", {"for": "2h"}, "for"),
    ],
)
async def test_what_does_not_fit_is_refused_by_its_field(verb: str, body: Json, field: str) -> None:
    house = a_house()
    ask = await house.asked()

    refused = await house.post(f"/asks/{ask.id}/{verb}", 422, **body)

    assert refused["code"] == "invalid_arguments"
    assert field in [each["field"] for each in refused["errors"]]


async def test_a_time_that_has_passed_or_has_no_zone_is_no_snooze() -> None:
    house = a_house()
    ask = await house.asked()

    past = await house.post(f"/asks/{ask.id}/snooze", 422, until=NOON.isoformat())
    zoneless = await house.post(f"/asks/{ask.id}/snooze", 422, until="2026-11-15")

    assert past["code"] == "deadline_past"
    assert zoneless["code"] == "invalid_arguments"


async def test_nobody_is_passed_an_ask_who_is_not_there() -> None:
    house = a_house()
    ask = await house.asked()

    refused = await house.post(f"/asks/{ask.id}/pass", 404, to="nobody")

    assert refused["detail"] == "There is nobody called nobody."


async def test_who_may_not_pass_it_on_does_not_learn_who_is_there() -> None:
    house = a_house()
    ask = await house.asked()
    await house.post(f"/asks/{ask.id}/pass", to="ben")

    known = await house.post(f"/asks/{ask.id}/pass", 403, to="ana")
    unknown = await house.post(f"/asks/{ask.id}/pass", 403, to="nobody")

    assert known["detail"] == unknown["detail"]


@pytest.mark.parametrize(
    ("verb", "body"),
    [("claim", {}), ("release", {}), ("pass", {"to": "ana"}), ("snooze", {"until": None})],
)
async def test_after_it_was_settled_the_outcome_is_told(verb: str, body: Json) -> None:
    house = a_house()
    ask = await house.asked()
    await house.post(f"/asks/{ask.id}/answer", answers=SQLITE)

    second = await house.post(f"/asks/{ask.id}/{verb}", 409, **body)

    assert (second["code"], second["outcome"]["state"]) == ("already_settled", "answered")


async def test_an_approval_that_two_must_give_waits_for_the_second() -> None:
    house = a_house(by_two())
    ask = await house.asked(matter=an_approval())

    first = await house.post(f"/asks/{ask.id}/answer", answers=YES)
    between = await house.get(f"/asks/{ask.id}")
    second = await house.http.post(
        f"/asks/{ask.id}/answer", json={"answers": YES}, headers={"x-person": "ana"}
    )

    assert (first["state"], first["settledBy"]) == ("pending", None)
    assert [each["who"] for each in between["routing"]["agreed"]] == ["me"]
    assert second.json()["state"] == "answered"


async def test_whom_it_is_taken_from_gets_a_list_without_it() -> None:
    house = a_house()
    ask = await house.asked()
    await house.post(f"/asks/{ask.id}/pass", to="ben")
    never = await house.asked()
    async with house.open():
        as_ben = house.listening(headers=[(b"x-person", b"ben")])
        async with as_ben as listener:
            snapshot = await listener.next()
            await house.http.post(
                f"/asks/{ask.id}/pass", json={"to": "ana"}, headers={"x-person": "ben"}
            )
            left = await listener.next()
            await house.post(f"/asks/{never.id}/claim")
            await house.post(f"/asks/{never.id}/pass", to="ben")
            came = await listener.next()

    assert [each["id"] for each in snapshot.data["asks"]] == [str(ask.id)]
    assert (left.name, left.data["asks"]) == ("snapshot", [])
    assert (came.name, came.ask["id"]) == ("asked", str(never.id))
