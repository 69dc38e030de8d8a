"""While the human is away agents get the human's own word, and nobody speaks where a person is needed."""

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import anyio
import pytest
from anyio.lowlevel import checkpoint

from askline.asks.away import Away
from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.asks.ports import Hint, Inbox, News, Ring
from askline.asks.standing import StandingWord
from askline.asks.state import State
from askline.config import away as kept
from askline.core.background import background
from askline.core.errors import StoreUnavailable
from askline.core.ids import AskId
from askline.core.people import ActorKind
from askline.stores.ears import Ears
from askline.stores.ephemeral import EphemeralAsks
from tests.builders import ADA, AGENT, StoppedClock, a_desk, a_new_ask, a_select
from tests.promises import promise

NOW = StoppedClock().now()
GONE = Away(words="stop", since=NOW, until=NOW + timedelta(hours=1))


@asynccontextmanager
async def a_house(word: Away | None, clock: StoppedClock) -> AsyncGenerator[tuple[Desk, Ears]]:
    bell = Ears()
    desk = a_desk(bell=bell, clock=clock)
    standing = StandingWord(desk.reading, desk.answering, bell, clock, lambda: word)
    with anyio.fail_after(10):
        async with background(standing.run):
            await bell.wanted()
            yield desk, bell


async def settled(desk: Desk, ask: Ask) -> Ask:
    while not (found := await desk.reading.read(ADA, ask.id)).state.settled:
        await checkpoint()
    return found


@promise("truth")
async def test_what_is_asked_meanwhile_gets_the_word_and_is_shown_as_a_rules() -> None:
    async with a_house(GONE, StoppedClock()) as (desk, _):
        ask = await settled(desk, await desk.asking.ask(AGENT, a_new_ask(a_select())))

    assert ask.state is State.REJECTED
    assert ask.outcome is not None
    assert ask.outcome.reason == "stop"
    assert ask.outcome.settled_by.kind is ActorKind.RULE
    assert ask.outcome.settled_by.id == "away"


@promise("person")
@pytest.mark.parametrize("field", ["human_only", "sensitive"])
async def test_where_a_person_is_needed_it_says_nothing(field: str) -> None:
    new = a_new_ask(a_select())
    needs = replace(new, matter=replace(new.matter, **{field: True}))
    async with a_house(GONE, StoppedClock()) as (desk, _):
        ask = await desk.asking.ask(AGENT, needs)
        await anyio.wait_all_tasks_blocked()

        assert not (await desk.reading.read(ADA, ask.id)).state.settled


@pytest.mark.parametrize(
    ("word", "later"), [(None, 0), (GONE, 2), (replace(GONE, since=NOW + timedelta(minutes=1)), 0)]
)
async def test_before_and_after_it_every_ask_waits(word: Away | None, later: int) -> None:
    clock = StoppedClock()
    clock.time += timedelta(hours=later)
    async with a_house(word, clock) as (desk, _):
        ask = await desk.asking.ask(AGENT, a_new_ask(a_select()))
        await anyio.wait_all_tasks_blocked()

        assert not (await desk.reading.read(ADA, ask.id)).state.settled


async def test_after_the_bell_was_deaf_it_looks_at_all_that_waits(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    clock, bell = StoppedClock(), Ears()
    desk = a_desk(bell=Ears(), clock=clock)
    ask = await desk.asking.ask(AGENT, a_new_ask(a_select()))
    standing = StandingWord(desk.reading, desk.answering, bell, clock, lambda: GONE)

    unknown = Hint(tenant=ask.tenant, ask_id=AskId(uuid4()), news=News.ASKED)
    await standing._hear(Ring(hints=(unknown,)), GONE)
    assert caplog.messages == ["the standing word was not said: not_found"]
    await standing._hear(Ring(missed=True), GONE)

    assert (await desk.reading.read(ADA, ask.id)).state is State.REJECTED


async def test_who_was_faster_with_one_ask_leaves_the_word_to_the_others() -> None:
    desk = a_desk(bell=Ears())
    standing = StandingWord(desk.reading, desk.answering, Ears(), StoppedClock(), lambda: GONE)
    ask = await desk.asking.ask(AGENT, a_new_ask(a_select()))
    first, second = (
        Hint(tenant=ask.tenant, ask_id=each, news=News.ASKED) for each in (AskId(uuid4()), ask.id)
    )

    await standing._hear(Ring(hints=(first, second)), GONE)

    assert (await desk.reading.read(ADA, ask.id)).state is State.REJECTED


async def test_a_store_that_is_away_leaves_the_word_unsaid(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Away(EphemeralAsks):
        async def inbox(self, which: Inbox) -> list[Ask]:
            raise StoreUnavailable(f"away for {which.tenant}", hint="wait")

    caplog.set_level(logging.INFO)
    desk = a_desk(Away(), Ears())
    standing = StandingWord(desk.reading, desk.answering, Ears(), StoppedClock(), lambda: GONE)

    await standing._hear(Ring(missed=True), GONE)

    assert caplog.messages == ["the standing word was not said: store_unavailable"]


def test_it_is_kept_in_a_file_and_gone_when_they_are_back(tmp_path: Path) -> None:
    state = str(tmp_path / "state")
    assert kept.read(state) is None

    for word in (GONE, replace(GONE, until=None)):
        kept.write(state, word)
        assert kept.read(state) == word
    assert kept.remove(state)
    assert not kept.remove(state)
    (tmp_path / "state" / "away.json").write_text("{}")
    assert kept.read(state) is None
