"""Whatever is done to an ask, in whatever order: what always holds."""

from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given

from askline.asks import trail
from askline.asks.state import State
from tests.promises import promise
from tests.unit.paths import PATHS, Step, walked


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
    receipts = won + [amendment.receipt for amendment in ask.amendments]

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
