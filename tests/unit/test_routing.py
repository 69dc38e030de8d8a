"""How an ask finds somebody: the pure rules."""

from dataclasses import replace
from datetime import timedelta

import pytest

from askline.asks import lifecycle, routing
from askline.asks.routes import Claim, Snooze, Why
from askline.asks.state import State
from askline.asks.trail import EventKind
from askline.core.errors import AlreadySettled, DeadlinePast, NotAllowed
from askline.core.people import ActorKind, timekeeper
from tests.builders import NOON, a_matter, an_approval, an_opening, answered, outcome_of
from tests.promises import promise
from tests.routed import (
    ADA,
    BEA,
    MINUTE,
    OPS,
    ROUTE,
    WORD,
    opened,
    pass_time,
    routed,
    to,
)

HOUR = timedelta(hours=1)
TIME = timekeeper("local")


def test_who_is_asked_is_told_after_a_while_and_once_each() -> None:
    ask = routing.set_out(routed(recipients=("ada", "bea", "ada")), ROUTE)

    told = opened(ask).summons

    assert [(each.recipient, each.why, each.number) for each in told] == [
        ("ada", Why.ASKED, 0),
        ("bea", Why.ASKED, 0),
    ]
    assert {each.at for each in told} == {NOON + MINUTE}
    assert {(each.ask_id, each.tenant) for each in told} == {(ask.id, "local")}


def test_where_nobody_is_told_elsewhere_there_are_no_summonses() -> None:
    quiet = routing.set_out(routed(), replace(ROUTE, tell_after=None))

    assert opened(quiet).summons == ()
    assert routing.advance(quiet, NOON + HOUR).summons == ()
    assert an_opening().summons == ()


def test_a_claim_holds_the_ask_back() -> None:
    ask = routed()

    change = routing.claim(ask, by=ADA, at=NOON)

    assert change.after.claim == Claim(id="ada", who="Ada", at=NOON)
    assert [event.kind for event in change.events] == [EventKind.CLAIMED]
    assert change.after.due_at == NOON + 30 * MINUTE
    assert not lifecycle.expire(change.after, NOON + 29 * MINUTE).events
    assert not routing.claim(change.after, by=ADA, at=NOON + MINUTE).events


def test_who_claims_last_has_it() -> None:
    taken = routing.claim(routed(), by=ADA, at=NOON).after

    assert routing.claim(taken, by=BEA, at=NOON + MINUTE).after.claim == Claim(
        id="bea", who="Bea", at=NOON + MINUTE
    )


def test_a_claim_without_a_lapse_holds_until_the_ask_is_settled() -> None:
    held = routing.claim(routed(replace(ROUTE, lapse=None)), by=ADA, at=NOON).after

    assert held.due_at is None
    assert not routing.advance(held, NOON + 1000 * HOUR).events


def test_what_is_released_goes_on_as_if_just_asked() -> None:
    taken = routing.claim(routed(), by=ADA, at=NOON).after

    freed = routing.release(taken, by=ADA, at=NOON + 25 * MINUTE)

    assert freed.after.claim is None
    assert freed.after.next_at == NOON + 35 * MINUTE
    assert not routing.release(taken, by=BEA, at=NOON).events
    assert not routing.release(freed.after, by=ADA, at=NOON).events


def test_a_claim_that_lapsed_is_told_and_the_route_goes_on() -> None:
    taken = routing.claim(routed(), by=ADA, at=NOON).after

    lapsed = lifecycle.expire(taken, NOON + 30 * MINUTE)

    (event,) = lapsed.events
    assert (event.kind, event.actor_kind, event.detail) == (
        EventKind.LAPSED,
        ActorKind.TIME,
        "Ada",
    )
    assert lapsed.after.claim is None
    assert lapsed.after.next_at == NOON + 40 * MINUTE
    assert [(each.recipient, each.why) for each in lapsed.summons] == [("ada", Why.REMINDED)]


def test_what_is_passed_on_is_theirs_alone_and_its_route_begins_anew() -> None:
    taken = routing.claim(routed(), by=ADA, at=NOON).after

    change = routing.pass_on(taken, to("bea"), by=ADA, at=NOON + 5 * MINUTE)

    assert (change.after.recipients, change.after.claim) == (("bea",), None)
    assert change.after.next_at == NOON + 15 * MINUTE
    assert [(event.kind, event.detail) for event in change.events] == [(EventKind.PASSED_ON, "bea")]
    assert [(each.recipient, each.why, each.at, each.number) for each in change.summons] == [
        ("bea", Why.PASSED_ON, NOON + 5 * MINUTE, 1)
    ]
    assert not routing.pass_on(change.after, to("bea"), by=ADA, at=NOON).events


def test_an_approval_is_not_passed_on_to_who_may_not_give_it() -> None:
    strict = replace(ROUTE, self_approval=False)
    approval = routed(strict, matter=an_approval(), principal="cal")

    with pytest.raises(NotAllowed):
        routing.pass_on(approval, to("cal"), by=ADA, at=NOON)
    for free in (routed(strict, principal="cal"), routed(matter=an_approval(), principal="cal")):
        assert routing.pass_on(free, to("cal"), by=ADA, at=NOON).after.recipients == ("cal",)


def test_a_snooze_is_ones_own_and_the_newest_counts() -> None:
    ask = routing.snooze(routed(), NOON + HOUR, by=ADA, at=NOON).after
    ask = routing.snooze(ask, NOON + HOUR, by=BEA, at=NOON).after

    later = routing.snooze(ask, NOON + 2 * HOUR, by=ADA, at=NOON)

    assert later.after.snoozes == (
        Snooze(id="bea", until=NOON + HOUR),
        Snooze(id="ada", until=NOON + 2 * HOUR),
    )
    assert later.events[0].detail == "2026-11-14T14:00:00.000Z"
    assert later.after.due_at == ask.due_at
    assert not routing.snooze(later.after, NOON + 2 * HOUR, by=ADA, at=NOON).events


def test_a_snooze_ends_when_its_person_says_so() -> None:
    ask = routing.snooze(routed(), NOON + HOUR, by=ADA, at=NOON).after

    ended = routing.snooze(ask, None, by=ADA, at=NOON)

    assert ended.after.snoozes == ()
    assert ended.events[0].detail == ""
    assert not routing.snooze(ended.after, None, by=ADA, at=NOON).events


def test_nobody_snoozes_into_the_past_or_what_is_settled() -> None:
    ask = routed()

    with pytest.raises(DeadlinePast):
        routing.snooze(ask, NOON, by=ADA, at=NOON)
    with pytest.raises(AlreadySettled):
        routing.snooze(answered(ask, by=ADA).after, NOON + HOUR, by=ADA, at=NOON)


def test_an_ask_of_one_person_is_snoozed_and_neither_claimed_nor_passed_on() -> None:
    ask = an_opening().after

    assert routing.snooze(ask, NOON + HOUR, by=ADA, at=NOON).after.snoozes
    with pytest.raises(NotAllowed):
        routing.claim(ask, by=ADA, at=NOON)
    with pytest.raises(NotAllowed):
        routing.release(ask, by=ADA, at=NOON)
    with pytest.raises(NotAllowed):
        routing.pass_on(ask, to("bea"), by=ADA, at=NOON)
    assert not routing.hasten(ask, "", by=TIME, at=NOON).events
    assert not routing.advance(ask, NOON + HOUR).events


@promise("goes-on")
def test_what_nobody_takes_goes_through_every_step_each_once() -> None:
    ask = routed(replace(ROUTE, remind=None))

    first = pass_time(ask, NOON + 10 * MINUTE)
    second = pass_time(first[-1].after, NOON + 30 * MINUTE)
    third = pass_time(second[-1].after, NOON + 1000 * HOUR)

    assert [len(first), len(second), len(third)] == [1, 1, 0]
    assert first[0].after.recipients == ("ada", "team:ops")
    assert second[0].after.recipients == ("ada", "team:ops", "boss")
    assert [event.detail for event in (*first[0].events, *second[0].events)] == [
        "team:ops",
        "boss, team:ops",
    ]
    assert [(each.recipient, each.why) for each in second[0].summons] == [
        ("boss", Why.ESCALATED),
        ("team:ops", Why.ESCALATED),
    ]
    assert second[0].after.due_at is None


def test_after_a_long_sleep_each_step_still_has_its_own_time() -> None:
    woken = NOON + 500 * HOUR
    ask = routed(replace(ROUTE, remind=None))

    slept = pass_time(ask, woken)

    assert [change.after.recipients for change in slept] == [("ada", "team:ops")]
    assert slept[-1].after.next_at == woken + 20 * MINUTE


def test_those_who_have_it_are_reminded_and_at_some_time_no_more() -> None:
    ask, at, reminded = routed(replace(ROUTE, steps=())), NOON, 0

    for _ in range(100):
        at += 4 * MINUTE
        for change in pass_time(ask, at):
            reminded += 1
            ask = change.after
            assert [(each.why, each.number) for each in change.summons] == [
                (Why.REMINDED, reminded)
            ]

    assert reminded == routing.MOST_TOLD
    assert ask.due_at is None
    assert not ask.state.settled


def test_who_cannot_be_told_hands_it_to_the_next_at_once() -> None:
    change = routing.hasten(routed(), "no way to reach them", by=TIME, at=NOON + MINUTE)

    assert change.after.recipients == ("ada", "team:ops")
    assert change.events[0].detail == "team:ops: no way to reach them"
    assert change.after.next_at == NOON + 21 * MINUTE


@promise("goes-on")
def test_however_many_could_not_be_told_of_one_telling_one_step_is_made() -> None:
    ask = routed()

    first = routing.hasten(ask, "", by=TIME, at=NOON, told=0).after
    again = routing.hasten(first, "", by=TIME, at=NOON, told=0)
    next_one = routing.hasten(first, "", by=TIME, at=NOON, told=1)

    assert first.recipients == ("ada", "team:ops")
    assert not again.events
    assert next_one.after.recipients == ("ada", "team:ops", "boss")


def test_nothing_hastens_what_is_claimed_settled_or_at_its_last_step() -> None:
    ask = routed()
    taken = routing.claim(ask, by=ADA, at=NOON).after
    settled = answered(ask, by=ADA).after
    last = routed(replace(ROUTE, steps=()))

    for each in (taken, settled, last):
        assert not routing.hasten(each, "", by=TIME, at=NOON).events


def test_a_deadline_comes_before_every_step_of_a_route() -> None:
    ask = routed(deadline=NOON + 10 * MINUTE)

    (change,) = pass_time(ask, NOON + HOUR)

    assert change.after.state is State.TIMED_OUT
    assert change.after.recipients == ("ada",)


def test_time_does_nothing_before_it_is_due() -> None:
    ask = routed()

    assert not routing.advance(ask, NOON + 3 * MINUTE).events
    assert not lifecycle.expire(ask, NOON + 3 * MINUTE).events


@promise("truth")
def test_a_standing_word_is_said_at_once_in_the_name_of_a_rule() -> None:
    ask = routed(word=WORD, deadline=NOON + HOUR)

    change = lifecycle.expire(ask, NOON)

    outcome = outcome_of(change.after)
    assert (outcome.state, outcome.reason) == (State.REJECTED, WORD.words)
    assert (outcome.settled_by.kind, outcome.settled_by.id) == (ActorKind.RULE, "away/ada")
    assert change.after.seen == ()
    assert opened(ask).summons == ()


@promise("person")
def test_no_word_speaks_for_a_person_or_to_what_is_sensitive() -> None:
    for matter in (an_approval(), a_matter(human_only=True), a_matter(sensitive=True)):
        ask = routed(word=WORD, matter=matter)

        assert ask.word is None
        assert not lifecycle.expire(ask, NOON).events


def test_what_is_settled_tells_nobody_that_it_was_asked() -> None:
    assert routing.opened_for(answered(routed(), by=ADA).after) == ()


def test_a_step_to_nobody_new_asks_them_again() -> None:
    again = replace(ROUTE, steps=(replace(OPS, to=("ada",)),))

    (change,) = pass_time(routed(replace(again, remind=None)), NOON + 10 * MINUTE)

    assert change.after.recipients == ("ada",)
    assert [each.recipient for each in change.summons] == ["ada"]
