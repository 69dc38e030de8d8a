"""Old asks go by a rule, and with them the files that nobody else names."""

from dataclasses import replace
from datetime import timedelta

import pytest

from askline.asks import pruning, searching
from askline.asks.answers import Attachment, Given
from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.asks.pruning import Rule
from askline.asks.state import State
from askline.core.errors import InvalidArguments, NotAllowed
from askline.stores.ephemeral import EphemeralAsks, EphemeralShelf
from tests.builders import ADA, AGENT, LATER, NOON, StoppedClock, a_desk, a_new_ask, given

EVERYTHING = Rule(before=LATER)


async def over(desk: Desk, *files: Attachment) -> Ask:
    ask = await desk.asking.ask(AGENT, a_new_ask())
    said = {"db": replace(given()["db"], attachments=files)}
    await desk.answering.answer(ADA, ask.id, said, receipt=str(ask.id))
    return await desk.asking.delivered(AGENT, ask.id)


async def test_what_is_pending_or_not_delivered_stays() -> None:
    desk = a_desk()
    gone = await over(desk)
    pending = await desk.asking.ask(AGENT, a_new_ask())
    owed = await desk.asking.ask(AGENT, a_new_ask())
    await desk.answering.answer(ADA, owed.id, given(), receipt="r1")

    dry = await desk.pruning.step(ADA, EVERYTHING, dry=True)
    step = await desk.pruning.step(ADA, EVERYTHING)

    assert dry.asks == step.asks == (gone,)
    assert (step.after, step.files) == (None, 0)
    left = await searching.newest(desk.reading, ADA, searching.Wanted(), limit=9)
    assert {ask.id for ask in left} == {pending.id, owed.id}


async def test_it_goes_in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "AT_ONCE", 2)
    desk = a_desk()
    asks = [await over(desk) for _ in range(3)]

    first = await desk.pruning.step(ADA, EVERYTHING)
    last = await desk.pruning.step(ADA, EVERYTHING, after=first.after)

    assert [*first.asks, *last.asks] == asks
    assert (first.after, last.after) == (asks[1].id, None)


async def test_a_file_goes_when_no_other_ask_and_no_draft_names_it() -> None:
    clock = StoppedClock()
    desk = a_desk(clock=clock, shelf=EphemeralShelf())

    async def put(content: bytes) -> Attachment:
        return await desk.attachments.keep(
            ADA, name="a.txt", media_type="text/plain", content=content
        )

    alone, shared, drafted = await put(b"alone"), await put(b"shared"), await put(b"drafted")
    old = await over(desk, alone, shared, drafted)
    clock.time = LATER
    newer = await over(desk, shared)
    waiting = await desk.asking.ask(AGENT, a_new_ask())
    await desk.answering.draft(ADA, waiting.id, {"db": Given(attachments=(drafted,))})

    step = await desk.pruning.step(ADA, EVERYTHING)

    assert (step.asks, step.files) == ((old,), 1)
    assert (await desk.attachments.take(ADA, newer, shared.sha256))[1] == b"shared"
    assert (await desk.attachments.take(ADA, waiting, drafted.sha256))[1] == b"drafted"


async def test_without_a_shelf_there_are_no_files_to_go() -> None:
    store, clock = EphemeralAsks(), StoppedClock()
    desk = a_desk(store, clock=clock, shelf=EphemeralShelf())
    file = await desk.attachments.keep(ADA, name="a", media_type="text/plain", content=b"a")
    await over(desk, file)

    assert (await a_desk(store, clock=clock).pruning.step(ADA, EVERYTHING)).files == 0


async def test_only_who_keeps_order_prunes_and_nothing_that_is_pending() -> None:
    desk = a_desk()

    with pytest.raises(NotAllowed):
        await desk.pruning.step(AGENT, EVERYTHING)
    with pytest.raises(InvalidArguments, match="pending"):
        Rule(before=NOON, states=frozenset({State.PENDING}))


async def test_a_younger_ask_stays() -> None:
    desk = a_desk()
    await over(desk)

    assert (await desk.pruning.step(ADA, Rule(before=NOON - timedelta(days=1)))).asks == ()
