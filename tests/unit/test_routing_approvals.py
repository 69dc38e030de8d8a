"""Approvals that several people must give, and who may not give their own."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from askline.asks import lifecycle, rights, routing
from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.asks.state import State
from askline.asks.trail import EventKind
from askline.core.errors import AlreadySettled, NotAllowed, NotFound
from askline.core.people import Actor, ActorKind, Right
from askline.stores.ephemeral import EphemeralAsks
from tests.builders import NOON, an_approval, an_opening, answers, given, outcome_of
from tests.promises import promise
from tests.routed import (
    ADA,
    BEA,
    CAL,
    ROUTE,
    a_routed_desk,
    for_two,
    opened,
    person,
    routed,
    to,
)

YES = answers(approve="yes")
NO = answers(approve="no")


def said_yes(ask: Ask, by: Actor, receipt: str = "r1") -> Ask:
    return lifecycle.answer(ask, YES, by=by, at=NOON, receipt=receipt).after


@promise("answer-once")
def test_the_last_of_those_who_must_agree_settles_it() -> None:
    first = said_yes(for_two(), ADA)
    second = said_yes(first, BEA, "r2")

    assert first.state is State.PENDING
    assert [each.by.id for each in first.agreed] == ["ada"]
    assert second.state is State.ANSWERED
    assert outcome_of(second).settled_by.id == "bea"
    assert second.agreed == first.agreed


@promise("audit")
def test_an_agreement_is_an_event_with_its_content() -> None:
    change = lifecycle.answer(for_two(), YES, by=ADA, at=NOON, receipt="r1")

    (event,) = change.events
    assert (event.kind, event.actor_id) == (EventKind.AGREED, "ada")
    assert event.content_sha256
    assert change.summons == ()


def test_one_person_counts_once_however_often_they_agree() -> None:
    ask = said_yes(said_yes(for_two(), ADA), ADA, "r2")

    assert ask.state is State.PENDING
    assert len(ask.agreed) == 1


@promise("answer-once")
def test_a_retry_of_an_agreement_repeats_it_before_and_after_the_end() -> None:
    first = said_yes(for_two(), ADA)
    settled = said_yes(first, BEA, "r2")

    assert said_yes(first, ADA) == first
    assert said_yes(settled, ADA) == settled
    with pytest.raises(AlreadySettled):
        said_yes(settled, CAL, "r3")


@promise("truth")
def test_one_no_is_enough() -> None:
    agreed = said_yes(for_two(), ADA)

    denied = lifecycle.answer(agreed, NO, by=BEA, at=NOON, receipt="r2").after
    rejected = lifecycle.reject(agreed, "Not today.", by=ADA, at=NOON, receipt="r3").after

    assert (denied.state, outcome_of(denied).answers[0].values) == (State.ANSWERED, ("no",))
    assert rejected.state is State.REJECTED


def test_agreements_stay_with_an_ask_that_is_passed_on() -> None:
    passed = routing.pass_on(said_yes(for_two(), ADA), to("cal"), by=BEA, at=NOON).after

    assert said_yes(passed, CAL, "r2").state is State.ANSWERED


@promise("never-lost")
def test_what_two_must_approve_is_not_passed_on_to_one_who_could_never_settle_it() -> None:
    fresh, agreed = for_two(), said_yes(for_two(), ADA)

    for ask, alone in ((fresh, "cal"), (agreed, "ada")):
        with pytest.raises(NotAllowed, match="needs the yes of 2 people"):
            routing.pass_on(ask, to(alone), by=BEA, at=NOON)
        assert routing.pass_on(ask, to("team:ops"), by=BEA, at=NOON).after.recipients == (
            "team:ops",
        )


def test_only_an_approval_needs_several() -> None:
    question = routed(replace(ROUTE, quorum=2))
    local = an_opening(matter=an_approval()).after

    assert said_yes(question, ADA).state is State.ANSWERED
    assert said_yes(local, ADA).state is State.ANSWERED


@promise("late-kept")
def test_a_yes_after_the_deadline_is_kept_beside_and_approves_nothing() -> None:
    ask = replace(for_two(), deadline=NOON)
    late = said_yes(lifecycle.expire(ask, NOON).after, ADA)

    assert late.state is State.TIMED_OUT
    assert (len(late.amendments), late.agreed) == (1, ())


@promise("person")
def test_nobody_approves_their_own_where_the_rule_wants_a_second_pair_of_eyes() -> None:
    strict = replace(ROUTE, self_approval=False)
    own = routed(strict, matter=an_approval(), principal="ada")

    with pytest.raises(NotAllowed):
        rights.must_settle(ADA, own)
    with pytest.raises(NotAllowed):
        rights.must_deal(ADA, own)
    rights.must_settle(ADA, replace(own, principal="bea"))
    rights.must_settle(ADA, routed(strict, principal="ada"))
    rights.must_settle(ADA, routed(matter=an_approval(), principal="ada"))


def test_a_person_who_could_settle_it_deals_with_it() -> None:
    ask = routed()

    rights.must_deal(ADA, ask)
    with pytest.raises(NotFound):
        rights.must_deal(CAL, ask)
    with pytest.raises(NotAllowed):
        rights.must_deal(replace(ADA, rights=frozenset[Right]()), ask)
    with pytest.raises(NotAllowed):
        rights.must_deal(replace(person("ada"), kind=ActorKind.RULE), ask)


class Now:
    """Who may approve what at this moment; a test changes it."""

    def __init__(self, *people: Actor) -> None:
        self.may = {each.id: each.addresses for each in people}

    async def approving(self, tenant: str, people: Sequence[str]) -> Mapping[str, frozenset[str]]:
        assert tenant == "local"
        return {each: self.may.get(each, frozenset()) for each in people}


async def a_desk_for_two(now: Now) -> tuple[Desk, Ask]:
    store, ask = EphemeralAsks(), for_two()
    await store.add(opened(replace(ask, revision=0, head="")), [])
    return a_routed_desk(store, approvers=now), ask


async def says_yes(desk: Desk, ask: Ask, by: Actor, receipt: str) -> Ask:
    return await desk.answering.answer(by, ask.id, given(approve="yes"), receipt=receipt)


@promise("person")
async def test_the_yes_of_who_may_approve_no_more_counts_no_more() -> None:
    now = Now(ADA, BEA, CAL)
    desk, ask = await a_desk_for_two(now)
    await says_yes(desk, ask, ADA, "r1")
    now.may["ada"] = frozenset()

    alone = await says_yes(desk, ask, BEA, "r2")
    both = await says_yes(desk, ask, CAL, "r3")

    assert (alone.state, [each.by.id for each in alone.agreed]) == (State.PENDING, ["bea"])
    assert (both.state, [each.by.id for each in both.agreed]) == (State.ANSWERED, ["bea"])
    assert (await says_yes(desk, ask, BEA, "r2")).state is State.ANSWERED


async def test_who_may_approve_again_says_yes_again() -> None:
    now = Now(ADA, BEA)
    desk, ask = await a_desk_for_two(now)
    await says_yes(desk, ask, ADA, "r1")
    now.may["ada"] = frozenset({"team:web"})
    assert (await says_yes(desk, ask, BEA, "r2")).state is State.PENDING
    now.may["ada"] = ADA.addresses

    assert (await says_yes(desk, ask, ADA, "r3")).state is State.ANSWERED
