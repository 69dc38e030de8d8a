"""Trails of a whole tenant are taken along and verified in steps; usage is counted; PostgreSQL is real."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import pytest

from askline.asks.answers import Given
from askline.asks.desk import Desk, open_desk
from askline.asks.model import Ask
from askline.asks.pruning import Rule
from askline.asks.reviewing import MOST_FLAWS, Review, Reviewing, Stretch
from askline.asks.usage import Usage
from askline.core.errors import NotAllowed
from askline.core.people import Project, Right
from askline.service.hub.retaining import keeper_of
from askline.service.hub.ties import Ties, open_ties
from askline.stores.ears import Ears
from askline.stores.postgres.opening import open_postgres
from tests.builders import ADA, AGENT, NOON, UNPACED, StoppedClock, a_new_ask, minted
from tests.contract.test_postgres import raw
from tests.places import PostgresPlace
from tests.promises import promise

KEEPER = keeper_of("acme")
HUMAN = replace(ADA, tenant="acme")
ALL = Stretch(tenant="acme")
HOUR = timedelta(hours=1)
EVERYTHING = 1_000_000


@dataclass
class Archive:
    desk: Desk
    clock: StoppedClock
    ties: Ties
    db: Any

    @property
    def reviewing(self) -> Reviewing:
        return Reviewing(self.ties.trails)

    async def asked(self, key: str, tenant: str = "acme", project: str = "shop") -> Ask:
        who = replace(AGENT, tenant=tenant)
        new = a_new_ask(key=key, project=Project(name=project))
        ask = await self.desk.asking.ask(who, new)
        self.clock.time += HOUR
        return ask

    async def answered(self, key: str, **where: str) -> Ask:
        ask = await self.asked(key, **where)
        given = {"db": Given(values=("SQLite",))}
        by = replace(HUMAN, tenant=ask.tenant)
        settled = await self.desk.answering.answer(by, ask.id, given, receipt="r")
        await self.desk.asking.delivered(replace(AGENT, tenant=ask.tenant), ask.id)
        return settled

    async def lines(self, which: Stretch = ALL) -> list[dict[str, Any]]:
        return [each async for each in await self.reviewing.export(KEEPER, which)]

    async def verified(self, which: Stretch = ALL, most: int = EVERYTHING) -> Review:
        return await self.reviewing.verify(KEEPER, which, most=most)


@asynccontextmanager
async def an_archive(dsn: str) -> AsyncGenerator[Archive]:
    await PostgresPlace(dsn).empty()
    async with open_postgres(dsn) as keeping, open_ties(dsn) as ties, raw(dsn) as db:
        clock = StoppedClock()
        desk = open_desk(keeping.asks, Ears(), clock, minted, limits=UNPACED)
        yield Archive(desk, clock, ties, db)


@pytest.fixture
async def archive(postgres: str) -> AsyncGenerator[Archive]:
    async with an_archive(postgres) as made:
        yield made


async def test_every_event_of_the_tenant_is_a_line_and_no_word_of_an_ask(archive: Archive) -> None:
    first = await archive.answered("1")
    await archive.asked("1", tenant="evil")

    lines = await archive.lines()

    assert [(each["kind"], each["number"]) for each in lines] == [
        ("asked", 1),
        ("answered", 2),
        ("delivered", 3),
    ]
    assert {each["ask_id"] for each in lines} == {str(first.id)}
    assert lines[1]["actor"]["name"] == HUMAN.name
    assert "database" not in str(lines)


async def test_a_span_is_of_when_asks_were_asked(archive: Archive) -> None:
    await archive.asked("1")
    second = await archive.asked("2")
    await archive.asked("3")

    span = replace(ALL, since=NOON + HOUR, until=NOON + 2 * HOUR)

    assert [each["ask_id"] for each in await archive.lines(span)] == [str(second.id)]
    assert (await archive.verified(span)).asks == 1


async def test_what_was_pruned_is_a_line_with_the_hash_that_its_trail_ended_in(
    archive: Archive,
) -> None:
    gone = await archive.answered("1")
    await archive.desk.pruning.step(KEEPER, Rule(before=archive.clock.now()))

    [line] = await archive.lines()

    assert (line["ask_id"], line["pruned"]["events"]) == (str(gone.id), 3)
    assert (await archive.verified()).pruned == 1


async def test_long_spans_are_read_in_steps(archive: Archive) -> None:
    for number in range(5):
        await archive.asked(str(number))
    small = replace(ALL, limit=2)

    assert len(await archive.lines(small)) == 5
    assert (await archive.verified(small)).asks == 5
    part = await archive.verified(small, most=2)
    assert part.asks == 2
    rest = await archive.verified(replace(small, after=part.next))
    assert (rest.asks, rest.next) == (3, None)


@promise("audit")
@pytest.mark.parametrize(
    ("tampered", "problem"),
    [
        ("UPDATE ask_events SET actor_name = 'eve' WHERE number = 2", "event 2 is not what"),
        ("DELETE FROM ask_events WHERE number = 2", "event 2 is missing"),
        ("DELETE FROM ask_events WHERE number = 3", "the trail ends too early"),
        ("""UPDATE asks SET matter = jsonb_set(matter, '{title}', '"No"')""", "other words"),
    ],
)
async def test_what_was_changed_afterwards_is_found_with_its_ask(
    archive: Archive, tampered: str, problem: str
) -> None:
    ask = await archive.answered("1")
    assert (await archive.verified()).flaws == ()
    await archive.db.execute(tampered)

    found = await archive.verified()

    assert (found.asks, found.broken) == (1, 1)
    [(ask_id, flaw)] = found.flaws
    assert ask_id == ask.id
    assert problem in flaw.problem


async def test_of_many_flaws_the_first_are_named_and_all_are_counted(archive: Archive) -> None:
    for number in range(MOST_FLAWS + 1):
        await archive.asked(str(number))
    await archive.db.execute("UPDATE ask_events SET actor_name = 'eve'")

    found = await archive.verified()

    assert (found.broken, len(found.flaws)) == (MOST_FLAWS + 1, MOST_FLAWS)


async def test_only_who_keeps_order_reviews(archive: Archive) -> None:
    with pytest.raises(NotAllowed):
        await archive.reviewing.export(replace(HUMAN, rights=frozenset({Right.ASK})), ALL)


async def test_usage_is_counted_on_the_day_of_asking(archive: Archive) -> None:
    await archive.answered("1")
    await archive.asked("2", project="bank")
    cancelled = await archive.asked("3")
    await archive.desk.asking.cancel(KEEPER, cancelled.id, receipt="r")
    await archive.asked("1", tenant="evil")
    archive.clock.time += timedelta(days=1)
    rejected = await archive.asked("4")
    await archive.desk.answering.reject(HUMAN, rejected.id, receipt="r")

    used = await Usage(archive.ties.usage, archive.clock).of(KEEPER, 3)

    assert [(each["day"], each["asked"]) for each in used["days"]] == [
        ("2026-11-13", 0),
        ("2026-11-14", 3),
        ("2026-11-15", 1),
    ]
    _, noon, today = used["days"]
    assert (noon["answered"], noon["cancelled"], noon["median_s"]) == (1, 1, 3600.0)
    assert (today["rejected"], today["answered"], today["timed_out"]) == (1, 0, 0)
    assert [(each["name"], each["asked"]) for each in used["projects"]] == [
        ("shop", 3),
        ("bank", 1),
    ]
    assert used["projects"][1]["median_s"] is None
