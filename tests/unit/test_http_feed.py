"""What changed in one tenant is kept for its listeners, and stirs nobody else."""

from collections.abc import AsyncIterator

import anyio
import pytest

from askline.asks.ports import Hint, News, Ring
from askline.core.ids import AskId
from askline.doors.http.feed import IDLE_STRANDS, Feed, Strand
from tests.builders import NOON, minted


def hint(tenant: str) -> Hint:
    return Hint(News.ASKED, minted.ask_id(NOON), tenant)


async def rung(feed: Feed, *rings: Ring) -> None:
    async def bell() -> AsyncIterator[Ring]:
        for ring in rings:
            yield ring

    await feed.run(bell())


def asks(strand: Strand, seq: int = 0) -> list[AskId]:
    items = strand.since(seq)
    assert items is not None
    return [item.about.ask_id for item in items if isinstance(item.about, Hint)]


async def test_news_of_another_tenant_wakes_nobody() -> None:
    feed, ours, theirs = Feed(), hint("acme"), hint("other")
    with feed.listening("acme") as strand:
        await rung(feed, Ring(hints=(theirs,)))
        with pytest.raises(TimeoutError), anyio.fail_after(0):
            await strand.wait_past(0)

        await rung(feed, Ring(hints=(theirs, ours)))
        with anyio.fail_after(1):
            await strand.wait_past(0)

        assert asks(strand) == [ours.ask_id]
        assert feed.last == 3


async def test_who_comes_back_soon_finds_what_came_meanwhile() -> None:
    feed, missed = Feed(), hint("acme")
    with feed.listening("acme"):
        place = feed.last
    await rung(feed, Ring(hints=(missed,)))

    with feed.listening("acme") as strand:
        assert asks(strand, place) == [missed.ask_id]


async def test_who_comes_back_after_many_others_left_starts_from_a_snapshot() -> None:
    feed = Feed()
    with feed.listening("acme"), feed.listening("still here") as kept:
        pass
    with feed.listening("still here"):
        for number in range(IDLE_STRANDS):
            with feed.listening(f"t{number}"):
                pass
        await rung(feed, Ring(hints=(hint("acme"), hint("still here"))))

        assert len(asks(kept)) == 1
    with feed.listening("acme") as strand:
        assert strand.since(0) is None


async def test_a_feed_that_ended_keeps_nobody_waiting() -> None:
    feed = Feed()
    with feed.listening("acme") as strand:
        feed.end()
        with anyio.fail_after(1):
            await strand.wait_past(feed.last)
