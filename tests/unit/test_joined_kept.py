"""What is kept of a hub that was joined: the key, and where each ask is there."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from askline.asks import lifecycle
from askline.asks.handing import Handed
from askline.config.joined import HubKey, forget_key, keep_key, read_key
from askline.core.errors import StoreUnavailable
from askline.doors.cli import findings
from askline.doors.cli.findings import State
from askline.stores.sqlite.opening import open_sqlite
from tests.builders import ADA, LATER, NOON, an_id, an_opening, answered

HUB = "https://ask.example"


def test_a_key_is_kept_until_it_is_forgotten(tmp_path: Path) -> None:
    file = str(tmp_path / "state" / "hub-key")

    keep_key(file, HubKey(HUB, "t"))
    assert read_key(file) == HubKey(HUB, "t")
    forget_key(file)
    forget_key(file)

    assert read_key(file) is None


@pytest.mark.parametrize("text", ["", "[]", '{"url": 1}', '{"url": "socket", "token": "t"}'])
def test_what_is_no_key_joins_nothing(tmp_path: Path, text: str) -> None:
    file = tmp_path / "hub-key"
    file.write_text(text)

    assert read_key(str(file)) is None


async def test_where_asks_are_is_kept_with_them(tmp_path: Path) -> None:
    first = Handed(ask_id=an_id(1), hub=HUB, hub_id="h1")
    refused = Handed(ask_id=an_id(2), hub=HUB, hub_id=None)
    other = Handed(ask_id=an_id(3), hub="https://other.example", hub_id="h1")
    async with open_sqlite(tmp_path / "askline.db") as keeping:
        book = keeping.handed
        assert book is not None
        for each in (first, refused, other):
            await book.keep(each)
        assert await book.of(an_id(4)) is None
        assert await book.of(refused.ask_id) == refused
        assert await book.at(HUB, "h1") == first
        assert await book.at(HUB, "h2") is None
        assert await book.open_or_since(HUB, NOON) == [first]
        done = replace(first, settled_at=LATER)
        await book.keep(done)
        assert await book.open_or_since(HUB, LATER - timedelta(seconds=1)) == [done]
        assert await book.open_or_since(HUB, LATER) == []
    with pytest.raises(StoreUnavailable):
        await book.of(first.ask_id)


async def test_an_ask_that_goes_takes_its_place_at_the_hub_along(tmp_path: Path) -> None:
    opening = an_opening(agent_key="")
    settled = answered(opening.after)
    async with open_sqlite(tmp_path / "askline.db") as keeping:
        book = keeping.handed
        assert book is not None
        await keeping.asks.add(opening, ())
        await keeping.asks.swap(settled)
        await book.keep(Handed(ask_id=opening.after.id, hub=HUB, hub_id="h1"))
        await keeping.asks.prune([settled.after], LATER)

        assert await book.of(opening.after.id) is None


async def test_that_an_ask_is_at_a_hub_is_kept_and_no_time_settles_it(tmp_path: Path) -> None:
    opening = an_opening(deadline=NOON)
    async with open_sqlite(tmp_path / "askline.db") as keeping:
        await keeping.asks.add(opening, ())
        change = lifecycle.hand_over(opening.after, HUB, by=ADA, at=NOON)
        await keeping.asks.swap(change)
        due = await keeping.asks.sweep(LATER, 10, lambda ask: lifecycle.expire(ask, LATER))

        assert due == []
        assert await keeping.asks.get(opening.after.id) == change.after


def test_a_look_at_the_house_says_whether_the_hub_is_reached() -> None:
    hub = {"url": HUB, "joined": True, "reached": True}

    assert [*findings.of_hub(None)] == []
    assert [each.state for each in findings.of_hub(hub)] == [State.OK]
    [bad] = findings.of_hub({**hub, "reached": False})
    assert (bad.state, bad.says) == (
        State.BAD,
        f"It works for {HUB}, which is out of reach now.",
    )
    assert findings.hub_told({**hub, "joined": False}).startswith("It follows what")
