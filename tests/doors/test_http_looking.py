"""Looking over HTTP: what is pending, what was, one ask and all about it."""

from dataclasses import replace
from typing import Any

import pytest

from askline.asks import searching
from askline.asks.model import Option
from askline.core.people import Door
from tests.builders import (
    ADA,
    AGENT,
    LATER,
    SHOP,
    STRANGER,
    NamedMint,
    a_desk,
    a_matter,
    a_new_ask,
    a_select,
    a_text,
    an_id,
    given,
)
from tests.doors.http_house import AWAY, FACTS, House, Json, UnreadableAsks


def ids(asks: list[Json]) -> list[str]:
    return [ask["id"] for ask in asks]


async def test_the_inbox_is_in_its_order_and_everything_newest_first() -> None:
    house = House()
    older, newer = await house.asked(), await house.asked()
    urgent = await house.asked(deadline=LATER)
    settled = await house.asked()
    await house.desk.answering.answer(ADA, settled.id, given(), receipt="r1")

    pending = await house.get("/asks")
    everything = await house.get("/asks", all=1)

    assert ids(pending) == [str(ask.id) for ask in (urgent, older, newer)]
    assert ids(everything) == [str(ask.id) for ask in (settled, urgent, newer, older)]
    assert everything[0]["outcome"]["answered"] is True


@pytest.mark.parametrize("every", [0, 1])
@pytest.mark.parametrize("project", ["garden", "/home/ada/garden"])
async def test_the_list_can_be_of_one_project_and_short(every: int, project: str) -> None:
    house = House()
    garden = replace(SHOP, name="garden", path="/home/ada/garden")
    await house.asked()
    first, second = await house.asked(project=garden), await house.asked(project=garden)
    await house.asked()

    of_one = await house.get("/asks", all=every, project=project)
    short = await house.get("/asks", all=every, project=project, limit=1)

    expected = [str(second.id), str(first.id)] if every else [str(first.id), str(second.id)]
    assert ids(of_one) == expected
    assert ids(short) == expected[:1]


async def test_long_lists_are_read_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "PAGE", 2)
    house = House()
    asks = [str((await house.asked()).id) for _ in range(5)]

    assert ids(await house.get("/asks")) == asks
    assert ids(await house.get("/asks", limit=3)) == asks[:3]
    assert ids(await house.get("/asks", all=1)) == asks[::-1]
    assert ids(await house.get("/asks", all=1, limit=4)) == asks[:0:-1]


async def test_one_ask_is_found_by_its_whole_and_its_short_id() -> None:
    house = House()
    ask = await house.asked()

    whole = await house.get(f"/asks/{ask.id}")
    short = await house.get(f"/asks/{ask.short_id.upper()}")

    assert whole == short
    assert whole["id"] == str(ask.id)


async def test_an_ask_of_others_is_not_found() -> None:
    house = House()
    theirs = await house.desk.asking.ask(STRANGER, a_new_ask())

    for path in ("", "/trail", "/drafts", "/outcome"):
        reply = await house.http.get(f"/asks/{theirs.id}{path}")
        assert (reply.status_code, reply.json()["code"]) == (404, "not_found")


async def test_a_short_id_of_two_old_asks_is_ambiguous() -> None:
    house = House()
    twins = an_id(7), an_id(7 + (1 << 32))
    desk = a_desk(house.store, house.bell, house.clock, NamedMint(*twins))
    for _ in twins:
        ask = await desk.asking.ask(AGENT, a_new_ask())
        await desk.answering.reject(ADA, ask.id, receipt="r1")

    reply = await house.http.get(f"/asks/{ask.short_id}")

    assert (reply.status_code, reply.json()["code"]) == (404, "ambiguous_id")


async def test_a_trail_holds_and_says_who_did_what_where() -> None:
    house = House()
    ask = await house.asked()
    await house.post(f"/asks/{ask.id}/reject")

    trail = await house.get(f"/asks/{ask.id}/trail")

    assert trail["flaw"] is None
    assert trail["head"] == trail["events"][-1]["hash"]
    assert [(event["number"], event["kind"]) for event in trail["events"]] == [
        (1, "asked"),
        (2, "rejected"),
    ]
    assert trail["events"][1] == {
        "number": 2,
        "kind": "rejected",
        "actor": {"kind": "human", "id": "me", "name": "me"},
        "door": "api",
        "at": "2026-11-14T12:00:00.000Z",
        "content_sha256": trail["events"][1]["content_sha256"],
        "detail": "",
        "hash": trail["head"],
    }


async def test_history_goes_on_page_by_page() -> None:
    house = House()
    asks = [str((await house.asked()).id) for _ in range(5)]

    first = await house.get("/history", limit=2)
    second = await house.get("/history", limit=2, before=first["next"])
    third = await house.get("/history", limit=2, before=second["next"])

    pages = [ids(page["asks"]) for page in (first, second, third)]
    assert pages == [[asks[4], asks[3]], [asks[2], asks[1]], [asks[0]]]
    assert third["next"] is None


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, True),
        ({"q": "MOON cheese"}, True),
        ({"q": "duck"}, True),
        ({"q": "because later"}, True),
        ({"q": "moon mars"}, False),
        ({"state": "answered"}, True),
        ({"state": "pending,rejected"}, False),
        ({"project": "shop"}, True),
        ({"project": "garden", "q": "moon"}, False),
    ],
)
async def test_history_is_searched_by_words_state_and_project(query: Json, found: bool) -> None:
    house = House()
    question = a_text(text="Is the moon made of Cheese?")
    ask = await house.desk.asking.ask(AGENT, a_new_ask(question))
    path = f"/asks/{ask.id}"
    await house.post(f"{path}/answer", answers={"name": {"values": ["duck"], "note": "because"}})
    await house.post(f"{path}/correct", answers={"name": {"values": ["later"]}})

    history = await house.get("/history", **query)

    assert ids(history["asks"]) == ([str(ask.id)] if found else [])


async def test_what_nobody_answered_yet_is_found_by_what_was_asked() -> None:
    house = House()
    ask = await house.asked()
    await house.asked(matter=a_matter(a_text(), title=None))

    assert ids((await house.get("/history", q="postgresql storage"))["asks"]) == [str(ask.id)]


async def test_history_knows_why_something_was_rejected_or_asked_back() -> None:
    house = House()
    rejected, asked_back = await house.asked(), await house.asked()
    await house.post(f"/asks/{rejected.id}/reject", reason="Unheard of")
    await house.post(f"/asks/{asked_back.id}/ask-back", words="Which part?")

    assert ids((await house.get("/history", q="unheard"))["asks"]) == [str(rejected.id)]
    assert ids((await house.get("/history", q="which part?"))["asks"]) == [str(asked_back.id)]


@pytest.mark.parametrize(
    ("path", "query", "field", "hint"),
    [
        ("/asks", {"limits": "1"}, "limits", "Did you mean 'limit'?"),
        ("/asks", {"limit": "0"}, "limit", "Mend the query and try again."),
        ("/asks", {"limit": "1001"}, "limit", "Mend the query and try again."),
        ("/asks", {"limit": "9" * 5000}, "limit", "Mend the query and try again."),
        ("/asks", {"limit": "\u0663"}, "limit", "Mend the query and try again."),
        ("/asks", {"all": "yes"}, "all", "Mend the query and try again."),
        ("/asks", {"project": "\0"}, "project", "Mend the query and try again."),
        ("/history", {"state": "open"}, "state", "Mend the named fields and try again."),
        ("/asks/{id}/outcome", {"wait": "long"}, "wait", "Mend the query and try again."),
        ("/asks/{id}/outcome", {"wait": "601"}, "wait", "Mend the query and try again."),
        ("/asks/{id}/outcome", {"wait": "nan"}, "wait", "Mend the query and try again."),
    ],
)
async def test_a_query_that_does_not_fit_is_refused(
    path: str, query: Any, field: str, hint: str
) -> None:
    house = House()
    ask = await house.asked()

    reply = await house.http.get(path.format(id=ask.id), params=query)

    refused = reply.json()
    assert (reply.status_code, refused["code"]) == (422, "invalid_arguments")
    assert [error["field"] for error in refused["errors"]] == [field]
    assert refused["hint"] == hint


async def test_health_says_what_it_is_and_counts() -> None:
    house = House()
    await house.asked()

    assert await house.get("/health") == {
        **FACTS,
        "running": True,
        "counts": {"pending": 1, "waiting": 0, "lines": 2},
    }


async def test_health_answers_also_while_the_store_is_away() -> None:
    house = House(store=UnreadableAsks(AWAY))

    assert (await house.get("/health"))["counts"]["pending"] is None


async def test_the_version_is_the_services_own() -> None:
    assert await House().get("/version") == {"version": "0.1.0"}


async def test_no_reply_may_be_kept() -> None:
    reply = await House(who=lambda _: replace(ADA, door=Door.WEB)).http.get("/asks")

    assert reply.headers["cache-control"] == "no-store"
    assert reply.headers["content-type"] == "application/json"


async def test_a_page_gets_markdown_as_nodes_where_it_asks_for_them() -> None:
    house = House()
    options = (Option(label="A", preview="*a*"), Option(label="B"))
    ask = await house.asked(matter=a_matter(a_select(options=options), context="# Why"))
    plain = await house.asked()

    whole = await house.get(f"/asks/{ask.id}", nodes=1)

    assert whole["context_nodes"] == [{"tag": "h1", "children": ["Why"]}]
    [first, second] = whole["questions"][0]["options"]
    em = {"tag": "em", "children": ["a"]}
    assert first["preview_nodes"] == [{"tag": "p", "children": [em]}]
    assert second["preview_nodes"] is None
    assert (await house.get("/asks", nodes=1))[0] == whole
    assert (await house.get("/history", nodes=1))["asks"][1] == whole
    assert (await house.get(f"/asks/{plain.id}", nodes=1))["context_nodes"] is None
    assert "context_nodes" not in await house.get(f"/asks/{ask.id}")


async def test_only_so_much_markdown_of_one_ask_is_read() -> None:
    house = House()
    options = tuple(Option(label=f"{n}", preview=f"*{n}*" + "a" * 16_000) for n in range(20))
    ask = await house.asked(matter=a_matter(a_select(options=options)))

    [question] = (await house.get(f"/asks/{ask.id}", nodes=1))["questions"]

    tags = [option["preview_nodes"][0]["tag"] for option in question["options"]]
    assert tags == ["p"] * 8 + ["pre"] * 12
