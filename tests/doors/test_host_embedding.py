"""A host's page sees and answers the asks of its stream, from its own origin, and nothing else."""

from datetime import timedelta
from pathlib import Path

import anyio
import pytest

from askline.asks.model import Matter
from askline.asks.state import State
from askline.doors.http.embedding import CARD_FILES, EMBED
from tests.builders import ADA, AGENT, a_confirm, a_new_ask, an_approval
from tests.doors.host_house import ANOTHER, ORIGIN, HostHouse, Json, a_host_house

EVENTS = f"{EMBED}/events"
ANSWER = {"answers": {"db": {"values": ["SQLite"]}}}


async def tried(house: HostHouse, path: str, headers: Json, body: Json) -> int:
    return (await house.http.post(f"{EMBED}/asks/{path}", json=body, headers=headers)).status_code


async def test_a_page_hears_of_its_streams_asks_alone(tmp_path: Path) -> None:
    async with a_host_house(tmp_path) as house:
        stream, other = await house.begun(), await house.begun()
        before = await house.asked_in(stream)
        await house.asked_in(other)
        async with house.listening(EVENTS, headers=house.page(stream)) as heard:
            snapshot = await heard.next()
            await house.asked_in(other)
            mine = await house.asked_in(stream)
            asked = await heard.next()
            heard.leave()

    assert [ask["id"] for ask in snapshot.data["asks"]] == [str(before.id)]
    assert (asked.name, asked.ask["id"]) == ("asked", str(mine.id))


async def test_a_page_learns_of_no_operation_and_reaches_none(tmp_path: Path) -> None:
    async with a_host_house(tmp_path) as house:
        stream = await house.begun()
        operation = house.bench.put()
        page = house.page(stream)
        async with house.listening(EVENTS, headers=page) as heard:
            snapshot = await heard.next()
            house.bench.move(operation, exit_code=1)
            await house.asked_in(stream)
            asked = await heard.next()
            heard.leave()
        routes = ["operations", f"operations/{operation.id}", f"embed/operations/{operation.id}"]
        replies = [await house.http.get(f"/api/v1/{each}", headers=page) for each in routes]

    assert set(snapshot.data) == {"seq", "asks"}
    assert asked.name == "asked"
    assert [reply.status_code for reply in replies] == [403, 403, 401]


async def test_a_page_answers_as_its_user_and_the_record_says_where(tmp_path: Path) -> None:
    async with a_host_house(tmp_path) as house:
        stream = await house.begun(user="Ada")
        ask = await house.asked_in(stream)
        page = house.page(stream)
        draft = await house.http.put(f"{EMBED}/asks/{ask.id}/draft", json=ANSWER, headers=page)
        reply = await house.http.post(f"{EMBED}/asks/{ask.id}/answer", json=ANSWER, headers=page)

    by = reply.json()["settledBy"]
    assert (draft.status_code, reply.status_code) == (204, 200)
    assert (by["kind"], by["who"], by["door"]) == ("human", "Ada", "web")
    assert reply.headers["access-control-allow-origin"] == ORIGIN
    assert "access-control-allow-credentials" not in reply.headers


@pytest.mark.parametrize(
    ("verb", "body", "state"),
    [
        ("reject", {"reason": "no"}, State.REJECTED),
        ("ask-back", {"words": "Why?"}, State.ASKED_BACK),
    ],
)
async def test_a_page_may_also_say_no_or_ask_back(
    tmp_path: Path, verb: str, body: Json, state: State
) -> None:
    async with a_host_house(tmp_path) as house:
        stream = await house.begun()
        ask = await house.asked_in(stream)
        assert await tried(house, f"{ask.id}/{verb}", house.page(stream), body) == 200
        assert (await house.desk.reading.read(ADA, ask.id)).state is state


async def test_asks_of_other_streams_do_not_exist_for_a_page(tmp_path: Path) -> None:
    async with a_host_house(tmp_path) as house:
        stream, other = await house.begun(), await house.begun()
        theirs = await house.asked_in(other)
        nobodys = await house.desk.asking.ask(AGENT, a_new_ask())
        for ask in (theirs, nobodys):
            assert await tried(house, f"{ask.id}/answer", house.page(stream), ANSWER) == 404
            assert await tried(house, f"{ask.short_id}/seen", house.page(stream), {}) == 404


@pytest.mark.parametrize(
    "matter", [an_approval(), Matter(questions=(a_confirm("approve"),), human_only=True)]
)
async def test_what_only_a_person_may_settle_is_not_settled_in_somebody_elses_page(
    tmp_path: Path, matter: Matter
) -> None:
    body = {"answers": {"approve": {"values": ["yes"]}}}
    async with a_host_house(tmp_path) as house:
        stream = await house.begun()
        new = a_new_ask(matter=matter, stream=stream["stream"])
        ask = await house.desk.asking.ask(AGENT, new)

        assert await tried(house, f"{ask.id}/answer", house.page(stream), body) == 403


async def test_a_token_is_good_from_its_own_origin_and_for_minutes(tmp_path: Path) -> None:
    async with a_host_house(tmp_path) as house:
        stream = await house.begun()
        ask = await house.asked_in(stream)
        path = f"{ask.id}/seen"
        token = stream["embed_token"]
        forged = {
            "stolen": house.page(stream, ANOTHER),
            "no origin": house.page(stream, None),
            "unlisted": house.page(stream, "http://evil.example"),
        }
        unknown = [
            {"Origin": ORIGIN},
            {"Origin": ORIGIN, "Authorization": f"Basic {token}"},
            {"Origin": ORIGIN, "Authorization": f"Bearer {token}x"},
            {"Origin": ORIGIN, "Authorization": f"Bearer {token.replace('.', '.x', 1)}"},
            {"Origin": ORIGIN, "Authorization": f"Bearer {stream['token']}"},
        ]
        assert {await tried(house, path, each, {}) for each in forged.values()} == {403}
        assert {await tried(house, path, each, {}) for each in unknown} == {401}
        assert await tried(house, path, house.page(stream), {}) == 200
        house.clock.time += timedelta(minutes=15)
        assert await tried(house, path, house.page(stream), {}) == 401


async def test_when_its_stream_ends_a_page_is_cut_off(tmp_path: Path) -> None:
    async with a_host_house(tmp_path) as house:
        stream = await house.begun()
        async with house.listening(EVENTS, headers=house.page(stream)) as heard:
            await heard.next()
            await house.local.delete(f"/api/v1/streams/{stream['stream']}")
            with anyio.fail_after(5):
                assert await tried(house, "x/seen", house.page(stream), {}) == 401


@pytest.mark.parametrize("path", [EVENTS, f"{EMBED}/asks/x/answer", *CARD_FILES[:2]])
async def test_browsers_are_told_beforehand_what_listed_origins_may(
    tmp_path: Path, path: str
) -> None:
    wanted = {
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Private-Network": "true",
    }
    async with a_host_house(tmp_path) as house:
        reply = await house.http.options(path, headers={"Origin": ORIGIN, **wanted})
        del wanted["Access-Control-Request-Private-Network"]
        near = await house.http.options(path, headers={"Origin": ORIGIN, **wanted})
        plain = await house.http.options(path, headers={"Origin": ORIGIN})
        evil = await house.http.options(path, headers={"Origin": "http://evil.example", **wanted})

    assert reply.status_code == 204
    assert reply.headers["access-control-allow-origin"] == ORIGIN
    assert reply.headers["access-control-allow-private-network"] == "true"
    assert "authorization" in reply.headers["access-control-allow-headers"]
    assert "access-control-allow-private-network" not in near.headers
    assert plain.status_code in (401, 405)
    assert evil.status_code == 403
    assert "access-control-allow-origin" not in evil.headers


async def test_the_card_may_be_loaded_by_listed_origins_and_the_inbox_by_none(
    tmp_path: Path,
) -> None:
    async with a_host_house(tmp_path) as house:
        card = await house.http.get(CARD_FILES[0], headers={"Origin": ORIGIN})
        inbox = await house.http.get("/static/askline-inbox.js", headers={"Origin": ORIGIN})
        asks = await house.http.get("/api/v1/asks", headers=house.page(await house.begun()))
        own = await house.http.get(CARD_FILES[0])

    assert card.headers["access-control-allow-origin"] == ORIGIN
    assert card.headers["cross-origin-resource-policy"] == "cross-origin"
    assert (inbox.status_code, asks.status_code) == (403, 403)
    assert "access-control-allow-origin" not in own.headers
