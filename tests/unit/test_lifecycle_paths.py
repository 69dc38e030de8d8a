"""Whatever is done to an ask, in whatever order: what always holds."""

from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given

from askline.asks import lifecycle, trail
from askline.asks.state import State
from askline.stores.rows import ask_of, row_of
from tests.promises import promise
from tests.unit.paths import FOR_TWO, PATHS, Step, walked


@promise("answer-once")
@given(PATHS)
def test_a_settled_state_is_never_left_and_its_outcome_never_changed(path: Sequence[Step]) -> None:
    for before, after in pairwise(walked(path).stations):
        stays = (after.state, after.outcome) == (before.state, before.outcome)
        assert stays or not before.state.settled


@given(PATHS)
def test_settled_means_an_outcome_of_that_state_and_nothing_due(path: Sequence[Step]) -> None:
    for ask in walked(path).stations:
        told = ask.outcome.state if ask.outcome else State.PENDING
        assert told is ask.state
        assert not (ask.state.settled and ask.due_at)


@promise("late-kept")
@given(PATHS)
def test_amendments_are_only_added_and_only_after_an_answer_or_a_time_out(
    path: Sequence[Step],
) -> None:
    for before, after in pairwise(walked(path).stations):
        assert after.amendments[: len(before.amendments)] == before.amendments
        assert not after.amendments or after.state in (State.ANSWERED, State.TIMED_OUT)


@promise("answer-once")
@given(PATHS)
def test_no_receipt_counts_twice(path: Sequence[Step]) -> None:
    ask = walked(path).ask

    won = [ask.outcome.receipt] if ask.outcome else []
    receipts = won + [each.receipt for each in (*ask.amendments, *ask.agreed)]

    assert len(receipts) == len(set(receipts))


@promise("deadline-utc")
@given(PATHS)
def test_a_deadline_only_moves_later(path: Sequence[Step]) -> None:
    deadlines = [ask.deadline for ask in walked(path).stations if ask.deadline]

    assert deadlines == sorted(deadlines)


@promise("audit")
@given(PATHS)
def test_the_revision_counts_the_events_and_the_trail_verifies(path: Sequence[Step]) -> None:
    walk = walked(path)

    assert walk.ask.revision == len(walk.events)
    assert trail.flaw(walk.events, walk.ask.head) is None


@promise("audit")
@given(PATHS)
def test_every_step_that_changes_something_is_one_event(path: Sequence[Step]) -> None:
    for before, after in pairwise(walked(path).stations):
        assert after.revision == before.revision + (0 if after == before else 1)


@promise("goes-on")
@given(PATHS)
def test_somebody_always_has_it_and_its_row_holds_all_of_it(path: Sequence[Step]) -> None:
    for ask in walked(path).stations:
        assert ask.recipients
        assert ask_of(row_of(ask)) == ask


@given(PATHS)
def test_what_is_due_is_moved_by_time_and_is_not_due_for_ever(path: Sequence[Step]) -> None:
    for ask in walked(path).stations:
        if ask.due_at is not None:
            after, moment = ask, ask.due_at
            while lifecycle.is_due(after, moment):
                change = lifecycle.expire(after, moment)
                assert change.events
                after = change.after


@promise("answer-once")
@given(PATHS)
def test_an_approval_for_two_is_given_by_two(path: Sequence[Step]) -> None:
    ask = walked(path).ask

    people = [each.by.id for each in ask.agreed]
    assert len(people) == len(set(people)) < FOR_TWO.quorum
    approved = ask.outcome and [answer.values for answer in ask.outcome.answers] == [("yes",)]
    last = {ask.outcome.settled_by.id} if ask.outcome else set[str]()
    assert not approved or len({*last, *people}) == FOR_TWO.quorum


@promise("told")
@given(PATHS)
def test_nobody_is_summoned_twice_by_one_step(path: Sequence[Step]) -> None:
    summons = [(each.number, each.recipient) for each in walked(path).summons]

    assert len(summons) == len(set(summons))
