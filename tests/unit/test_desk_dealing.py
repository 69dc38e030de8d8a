"""What people do with an ask before it is settled, through the desk."""

from dataclasses import replace
from datetime import timedelta

import pytest

from askline.asks import lifecycle, rights
from askline.asks.addressing import ToTheOnePerson
from askline.asks.ports import News
from askline.asks.routes import Why
from askline.asks.state import State
from askline.core.errors import AlreadySettled, NotAllowed, NotFound
from askline.core.people import LOCAL_PERSON
from askline.stores.forgetting import open_ephemeral
from tests.builders import ADA as LOCAL
from tests.builders import AGENT, NOON, StoppedClock, a_desk, a_new_ask, given
from tests.promises import promise
from tests.routed import ADA, BEA, MINUTE, OPERATOR, a_routed_desk, routed
from tests.unit.troubles import Rung


async def test_who_has_it_in_hand_is_known_to_all_who_look() -> None:
    desk = a_routed_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask())

    claimed = await desk.dealing.claim(ADA, ask.id)
    released = await desk.dealing.release(ADA, ask.id)

    assert claimed.claim is not None
    assert (claimed.claim.who, released.claim) == ("Ada", None)
    assert [event.kind for event in await desk.reading.trail(ADA, ask.id)] == [
        "asked",
        "claimed",
        "released",
    ]


@promise("one-truth-everywhere")
async def test_who_passed_it_on_has_it_no_more_and_the_bell_says_that_it_moved() -> None:
    bell = Rung()
    desk = a_routed_desk(bell=bell)
    ask = await desk.asking.ask(AGENT, a_new_ask())

    await desk.dealing.pass_on(ADA, ask.id, "bea")

    assert bell.hints[-1].news is News.MARKED
    assert [each.id for each in await desk.reading.inbox(BEA)] == [ask.id]
    assert await desk.reading.inbox(ADA) == []
    with pytest.raises(NotFound):
        await desk.answering.answer(ADA, ask.id, given(), receipt="r1")


async def test_a_claim_keeps_nobody_from_answering() -> None:
    desk = a_routed_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask())
    await desk.dealing.claim(ADA, ask.id)
    other = replace(ADA, id="substitute")

    assert (await desk.answering.reject(other, ask.id, receipt="r1")).state is State.REJECTED
    with pytest.raises(AlreadySettled):
        await desk.dealing.claim(ADA, ask.id)


async def test_time_comes_before_whatever_somebody_does() -> None:
    clock = StoppedClock()
    desk = a_routed_desk(clock=clock)
    ask = await desk.asking.ask(AGENT, a_new_ask())
    clock.time = NOON + 10 * MINUTE

    claimed = await desk.dealing.claim(ADA, ask.id)

    assert claimed.recipients == ("ada", "team:ops")
    assert [event.kind for event in await desk.reading.trail(ADA, ask.id)] == [
        "asked",
        "escalated",
        "claimed",
    ]


@promise("told")
async def test_who_could_not_be_told_hands_it_on_in_plain_words() -> None:
    keeping = open_ephemeral()
    desk = a_routed_desk(keeping.asks)
    ask = await desk.asking.ask(AGENT, a_new_ask())

    hastened = await desk.dealing.hasten(OPERATOR, ask.id, "no\x1b[31m way" + "!" * 500)

    (event,) = [e for e in await desk.reading.trail(ADA, ask.id) if e.kind == "escalated"]
    assert hastened.recipients == ("ada", "team:ops")
    assert event.detail.startswith("team:ops: no way!!!")
    assert len(event.detail) < 250
    assert keeping.summons is not None
    taken = await keeping.summons.take(NOON, 9, until=NOON + MINUTE)
    assert [(each.recipient, each.why) for each in taken] == [("team:ops", Why.ESCALATED)]


async def test_the_one_person_of_a_house_snoozes_and_has_nobody_to_pass_to() -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask())
    until = NOON + timedelta(hours=2)

    snoozed = await desk.dealing.snooze(LOCAL, ask.id, until)
    awake = await desk.dealing.snooze(LOCAL, ask.id, None)

    assert [(each.id, each.until) for each in snoozed.snoozes] == [(LOCAL_PERSON, until)]
    assert awake.snoozes == ()
    with pytest.raises(NotAllowed):
        await desk.dealing.pass_on(LOCAL, ask.id, "bea")
    with pytest.raises(NotAllowed):
        await ToTheOnePerson().addressee(LOCAL, "bea")


@pytest.mark.parametrize("verb", ["claim", "release", "pass_on"])
async def test_what_a_hub_decides_is_dealt_with_there_and_snoozed_here(verb: str) -> None:
    store = open_ephemeral().asks
    desk = a_routed_desk(store)
    ask = await desk.asking.ask(AGENT, a_new_ask())
    await store.swap(lifecycle.hand_over(ask, "https://hub", by=LOCAL, at=NOON))
    deal = desk.dealing
    verbs = {
        "claim": lambda: deal.claim(ADA, ask.id),
        "release": lambda: deal.release(ADA, ask.id),
        "pass_on": lambda: deal.pass_on(ADA, ask.id, "bea"),
    }

    with pytest.raises(NotAllowed, match="handed over"):
        await verbs[verb]()

    assert (await deal.snooze(ADA, ask.id, NOON + MINUTE)).snoozes


def test_who_finds_it_in_the_inbox_is_asked_or_keeps_order() -> None:
    ask = routed()

    assert rights.may_find(ADA, ask)
    assert rights.may_find(OPERATOR, ask)
    assert not rights.may_find(BEA, ask)
    assert not rights.may_find(AGENT, ask)
    assert rights.may_see(AGENT, ask)
    assert not rights.may_find(replace(OPERATOR, tenant="elsewhere"), ask)
