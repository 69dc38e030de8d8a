"""Keeping order over HTTP: searching, measuring, verifying, pruning, importing."""

from dataclasses import replace
from typing import Any

import pytest

from askline.asks import pruning
from askline.asks.changes import Change
from askline.core.people import Agent, Project, Right
from askline.doors.http import housekeeping
from tests.builders import ADA, AGENT, LATER, an_id, given
from tests.doors.http_house import House, Json


async def over(house: House, **changes: Any) -> str:
    ask = await house.asked(**changes)
    await house.desk.answering.answer(ADA, ask.id, given(), receipt=str(ask.id))
    await house.desk.asking.delivered(AGENT, ask.id)
    return str(ask.id)


async def found(house: House, **query: Any) -> list[str]:
    return [ask["id"] for ask in (await house.get("/history", **query))["asks"]]


async def test_history_is_narrowed_by_fields_and_by_words_in_one_field() -> None:
    house = House()
    here = await over(house)
    house.clock.time = LATER
    there = await over(house, project=Project(name="garden"), agent=Agent(name="codex"))

    for query in (
        {"agent": "codex"},
        {"project": "garden"},
        {"since": "2026-11-14T13:00:00Z"},
        {"q": "project:garden"},
        {"q": "agent:codex database since:2026-11-14"},
        {"q": "CODEX"},
    ):
        assert await found(house, **query) == [there]
    assert await found(house, until="2026-11-14T13:00:00Z") == [here]
    assert await found(house, state="answered", q="state:rejected") == []


@pytest.mark.parametrize("name", ["since", "until"])
async def test_a_time_that_is_none_is_refused_with_its_name(name: str) -> None:
    reply = await House().http.get("/history", params={name: "last week"})

    assert reply.status_code == 422
    assert reply.json()["errors"][0]["field"] == name


async def test_stats_are_of_thirty_days_or_since_a_day() -> None:
    house = House()
    await over(house)

    usual = await house.get("/stats")
    short = await house.get("/stats", since="2026-11-14")

    assert (usual["asked"], usual["answered"], len(usual["days"])) == (1, 1, 30)
    assert [day["day"] for day in short["days"]] == ["2026-11-14"]


@pytest.mark.parametrize("since", ["2020-01-01", "2027-01-01"])
async def test_stats_of_another_age_are_refused(since: str) -> None:
    assert (await House().http.get("/stats", params={"since": since})).status_code == 422


async def test_trails_are_verified_page_by_page_or_one_alone() -> None:
    house = House()
    asks = [await over(house) for _ in range(3)]

    page = await house.get("/audit", limit=2)
    rest = await house.get("/audit", limit=2, before=page["next"])
    one = await house.get("/audit", ask=asks[0])

    assert (page["checked"], page["flaws"], page["next"]) == (2, [], asks[1])
    assert (rest["checked"], rest["next"]) == (1, None)
    assert (one["checked"], one["flaws"], one["pruned"]) == (1, [], [])


async def test_a_broken_trail_is_named_with_the_place() -> None:
    house = House()
    ask = await house.asked()
    forged = replace(ask, head="00", revision=ask.revision + 1)
    assert await house.store.swap(Change(before=ask, after=forged))

    everything = await house.get("/audit")
    one = await house.get("/audit", ask=str(ask.id))

    flaw = {"ask_id": str(ask.id), "number": 2, "problem": "the trail ends too early"}
    assert everything["flaws"] == one["flaws"] == [flaw]


async def test_what_was_pruned_leaves_its_hash_to_be_verified_by() -> None:
    house = House()
    ask_id = await over(house)
    trail = await house.get(f"/asks/{ask_id}/trail")
    await house.post("/prune", before="2026-11-15")

    found = await house.get("/audit", ask=ask_id)
    (stays,) = found["pruned"]
    assert (stays["ask_id"], stays["head"], stays["events"]) == (ask_id, trail["head"], 3)
    unknown = await house.http.get("/audit", params={"ask": str(an_id(1))})
    short = await house.http.get("/audit", params={"ask": "k7m2qd"})
    assert (unknown.status_code, short.status_code) == (404, 404)
    nobody = replace(ADA, rights=frozenset())
    assert await house.desk.reading.pruned(nobody, ask_id) is None


async def test_pruning_tells_what_goes_and_where_to_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "AT_ONCE", 1)
    house = House()
    first, second = await over(house), await over(house)
    await house.recall.recollecting.catch_up()
    assert not await house.keeping.recollection.is_empty()

    dry = await house.post("/prune", before="2026-11-15", dry_run=True)
    step = await house.post("/prune", before="2026-11-15", journal=True, states=["answered"])
    rest = await house.post("/prune", before="2026-11-15", after=step["next"])

    assert dry == step == {"asks": 1, "files": 0, "entries": 0, "next": first}
    assert rest["next"] == second
    assert await found(house) == []
    assert await house.keeping.recollection.is_empty()


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"before": "soon"},
        {"before": "2026-11-15", "states": ["pending"]},
        {"before": "2026-11-15", "states": ["open"]},
        {"before": "2026-11-15", "after": "k7m2qd"},
        {"before": "2026-11-15", "dry": True},
    ],
)
async def test_a_rule_that_makes_no_sense_prunes_nothing(body: Json) -> None:
    house = House()
    await over(house)

    assert (await house.http.post("/prune", json=body)).status_code == 422
    assert len(await found(house)) == 1


async def test_records_come_in_and_what_cannot_be_read_is_named() -> None:
    done = await House().post("/memory/import", source="auq", records=[{"name": "x"}])

    assert (done["imported"], done["known"]) == (0, 0)
    assert done["refused"][0]["name"] == "x"


STRANGE: list[Json] = [
    {"records": []},
    {"source": "elsewhere", "records": []},
    {"source": "auq"},
    {"source": "auq", "records": ["text"]},
    {"source": "auq", "records": [{}, {}]},
]


@pytest.mark.parametrize("body", STRANGE)
async def test_an_import_of_nothing_known_is_refused(
    body: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "MOST_RECORDS", 1)

    assert (await House().http.post("/memory/import", json=body)).status_code == 422


async def test_only_who_keeps_order_may() -> None:
    house = House(who=lambda _: replace(ADA, rights=ADA.rights - {Right.OPERATE}))

    assert (await house.http.get("/audit")).status_code == 403
    assert (await house.http.post("/prune", json={"before": "2026"})).status_code == 403
    assert (await house.http.post("/memory/import", json={})).status_code == 403
    assert (await house.get("/stats"))["asked"] == 0
