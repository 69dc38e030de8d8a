"""The rules of an ask beyond the table: what exactly a move changes, and what no move can change."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest

from askline.asks import changes, lifecycle, repeats
from askline.asks.answers import Amendment, AmendmentKind, Outcome, SettledBy, settled_by
from askline.asks.changes import Change
from askline.asks.model import Ask, Seen
from askline.asks.state import State
from askline.asks.trail import EventKind
from askline.core.errors import (
    AlreadySettled,
    DeadlinePast,
    InvalidArguments,
    NotAllowed,
)
from askline.core.people import Actor, ActorKind, Agent, Door
from tests.builders import (
    ADA,
    AGENT,
    BOB,
    CLIENT,
    LATER,
    MEMORY,
    NOON,
    RULE,
    a_matter,
    an_ask,
    an_opening,
    answered,
    answers,
    outcome_of,
)
from tests.promises import promise

HOUR = timedelta(hours=1)
MOMENT = timedelta(milliseconds=1)


def pending(**changes: object) -> Ask:
    return an_opening(**changes).after


def timed_out() -> Ask:
    return lifecycle.expire(pending(deadline=NOON), NOON).after


def test_asking_is_the_first_event() -> None:
    ask = an_ask()

    change = lifecycle.opened(ask, AGENT)

    (event,) = change.events
    assert (event.number, event.kind, event.at) == (1, EventKind.ASKED, NOON)
    assert (event.actor_kind, event.actor_name, event.door) == (
        ActorKind.AGENT,
        "claude-code",
        Door.MCP,
    )
    assert change.after == replace(ask, revision=1, head=event.hash)


@promise("truth")
@pytest.mark.parametrize(
    ("by", "expected"),
    [
        pytest.param(ADA, (ActorKind.HUMAN, "me", "me", Door.TUI), id="human"),
        pytest.param(RULE, (ActorKind.RULE, "rule-1", "rule 1", None), id="rule"),
        pytest.param(MEMORY, (ActorKind.MEMORY, "entry-1", "entry 1", None), id="memory"),
        pytest.param(
            CLIENT, (ActorKind.CLIENT, "claude-code", "claude-code", Door.FORM), id="client"
        ),
    ],
)
def test_the_outcome_says_who_answered_and_by_which_door(by: Actor, expected: object) -> None:
    outcome = outcome_of(answered(pending(), by, "r1", LATER).after)

    assert outcome == Outcome(
        state=State.ANSWERED, settled_by=settled_by(by, LATER), receipt="r1", answers=answers()
    )
    who = outcome.settled_by
    assert (who.kind, who.id, who.who, who.door) == expected


@promise("truth")
def test_time_settles_in_its_own_name() -> None:
    outcome = outcome_of(timed_out())

    assert outcome.settled_by == SettledBy(
        kind=ActorKind.TIME, id="time", who="time", door=None, at=NOON
    )
    assert (outcome.state, outcome.answers, outcome.reason) == (State.TIMED_OUT, (), None)


def test_the_words_of_a_rejection_a_cancel_and_an_ask_back_are_kept() -> None:
    ask = pending()

    rejected = outcome_of(lifecycle.reject(ask, "too soon", by=ADA, at=NOON, receipt="r").after)
    cancelled = outcome_of(lifecycle.cancel(ask, "moot", by=AGENT, at=NOON, receipt="r").after)
    asked_back = outcome_of(lifecycle.ask_back(ask, "Which?", by=ADA, at=NOON, receipt="r").after)

    assert (rejected.reason, rejected.ask_back) == ("too soon", None)
    assert (cancelled.reason, cancelled.ask_back) == ("moot", None)
    assert (asked_back.reason, asked_back.ask_back) == (None, "Which?")


def test_a_superseded_ask_says_why() -> None:
    outcome = outcome_of(lifecycle.supersede(pending(), by=AGENT, at=NOON, receipt="r").after)

    assert outcome.reason == "A newer question of the same stream took its place."


@promise("answer-once")
def test_the_loser_is_told_what_who_where_and_when() -> None:
    ask = lifecycle.ask_back(pending(), "Why?", by=BOB, at=NOON, receipt="r1").after

    with pytest.raises(AlreadySettled) as refused:
        lifecycle.answer(ask, answers(), by=ADA, at=LATER, receipt="r2")

    assert refused.value.message == (
        f"Ask {ask.short_id} is already asked back by bob (web) at 2026-11-14T12:00:00+00:00."
    )


def test_the_one_who_is_late_for_a_cancelled_ask_is_told_that_time_was_first() -> None:
    left = pending(leave_at=NOON)
    ask = lifecycle.expire(left, NOON).after

    with pytest.raises(AlreadySettled, match=r"is already cancelled by time at 2026-11-14T12:00"):
        answered(ask, receipt="r2")


@promise("deadline-utc")
@pytest.mark.parametrize(
    ("now", "state"),
    [
        pytest.param(LATER - MOMENT, State.PENDING, id="a moment before"),
        pytest.param(LATER, State.TIMED_OUT, id="exactly on time"),
        pytest.param(LATER + HOUR, State.TIMED_OUT, id="an hour after"),
        pytest.param(
            LATER.astimezone(timezone(timedelta(hours=9))), State.TIMED_OUT, id="said in Tokyo"
        ),
    ],
)
def test_an_ask_times_out_at_its_deadline(now: datetime, state: State) -> None:
    assert lifecycle.expire(pending(deadline=LATER), now).after.state is state


@promise("deadline-utc")
def test_without_a_deadline_an_ask_waits_forever() -> None:
    ask = pending()

    assert ask.due_at is None
    assert not lifecycle.is_due(ask, datetime.max.replace(tzinfo=NOON.tzinfo))


@promise("deadline-utc")
def test_a_deadline_moves_later_and_the_event_says_to_when() -> None:
    ask = pending(deadline=LATER)

    change = lifecycle.extend(ask, LATER + HOUR, by=ADA, at=NOON)

    assert change.after.deadline == LATER + HOUR
    assert [(event.kind, event.detail) for event in change.events] == [
        (EventKind.EXTENDED, "2026-11-14T14:00:00+00:00")
    ]


@promise("deadline-utc")
@pytest.mark.parametrize(
    ("deadline", "at"),
    [
        pytest.param(LATER - MOMENT, NOON, id="earlier than it is"),
        pytest.param(NOON, NOON, id="now"),
        pytest.param(LATER + HOUR, LATER + HOUR, id="later than it is, but passed"),
    ],
)
def test_a_deadline_never_moves_earlier(deadline: datetime, at: datetime) -> None:
    with pytest.raises(DeadlinePast):
        lifecycle.extend(pending(deadline=LATER), deadline, by=ADA, at=at)


@promise("deadline-utc")
def test_what_waits_forever_cannot_be_given_a_deadline() -> None:
    with pytest.raises(InvalidArguments, match="has no deadline"):
        lifecycle.extend(pending(), LATER, by=ADA, at=NOON)


def test_extending_to_the_same_deadline_changes_nothing() -> None:
    ask = pending(deadline=LATER)

    assert lifecycle.extend(ask, LATER, by=ADA, at=NOON) == changes.unchanged(ask)


@promise("deadline-utc")
def test_a_fixed_deadline_cannot_be_moved() -> None:
    ask = pending(deadline=LATER, matter=a_matter(extendable=False))

    with pytest.raises(NotAllowed, match="is fixed"):
        lifecycle.extend(ask, LATER + HOUR, by=ADA, at=NOON)


@promise("late-kept")
def test_a_late_answer_stands_beside_the_time_out() -> None:
    ask = timed_out()

    late = lifecycle.answer(ask, answers(), by=ADA, at=LATER, receipt="r2").after

    assert (late.state, late.outcome) == (State.TIMED_OUT, ask.outcome)
    assert late.amendments == (
        Amendment(
            kind=AmendmentKind.LATE, by=settled_by(ADA, LATER), receipt="r2", answers=answers()
        ),
    )


@promise("late-kept")
@pytest.mark.parametrize("again", ["answer", "correct"])
def test_a_retry_of_a_late_answer_adds_nothing(again: str) -> None:
    late = lifecycle.answer(timed_out(), answers(), by=ADA, at=LATER, receipt="r2").after

    retries: dict[str, Callable[[], Change]] = {
        "answer": lambda: lifecycle.answer(late, answers(), by=ADA, at=LATER, receipt="r2"),
        "correct": lambda: lifecycle.correct(late, answers(), None, by=ADA, at=LATER, receipt="r2"),
    }

    assert retries[again]() == changes.unchanged(late)


@promise("late-kept")
@pytest.mark.parametrize("receipt", ["time", "", "r"])
def test_a_late_answer_is_kept_whatever_its_receipt(receipt: str) -> None:
    late = lifecycle.answer(timed_out(), answers(), by=ADA, at=LATER, receipt=receipt).after

    assert [amendment.receipt for amendment in late.amendments] == [receipt]


@promise("answer-once")
def test_an_empty_receipt_repeats_nothing() -> None:
    ask = answered(pending(), receipt="").after

    with pytest.raises(AlreadySettled):
        lifecycle.reject(ask, None, by=BOB, at=NOON, receipt="")


def test_corrections_add_up_and_the_answer_stays() -> None:
    ask = answered(pending()).after

    first = lifecycle.correct(ask, answers(db="PostgreSQL"), "oops", by=ADA, at=LATER, receipt="c1")
    second = lifecycle.correct(first.after, answers(), None, by=BOB, at=LATER, receipt="c2").after

    assert second.outcome == ask.outcome
    assert [(a.kind, a.receipt, a.reason) for a in second.amendments] == [
        (AmendmentKind.CORRECTION, "c1", "oops"),
        (AmendmentKind.CORRECTION, "c2", None),
    ]


@promise("late-kept")
def test_what_is_added_after_delivery_is_to_be_delivered_too() -> None:
    told = lifecycle.deliver(answered(pending()).after, by=AGENT, at=NOON).after

    corrected = lifecycle.correct(told, answers(), None, by=ADA, at=LATER, receipt="c1").after

    assert told.delivered_at == NOON
    assert corrected.delivered_at is None
    assert lifecycle.deliver(corrected, 0, by=AGENT, at=LATER).events == ()
    assert lifecycle.deliver(corrected, 1, by=AGENT, at=LATER).after.delivered_at == LATER


@promise("ask-once")
@pytest.mark.parametrize("conversation", [None, "chat-1"])
def test_delivery_gives_back_every_key_of_likeness_once(conversation: str | None) -> None:
    asked = an_ask(agent=Agent(name="codex", conversation=conversation))
    ask = answered(pending(agent=asked.agent, same_key=repeats.same_key(asked))).after

    change = lifecycle.deliver(ask, by=AGENT, at=NOON)

    assert change.release == repeats.passing_keys(ask)
    assert change.after.same_key is None
    assert lifecycle.deliver(change.after, by=AGENT, at=LATER).release == ()


def test_who_saw_it_where_is_noted_once() -> None:
    first = lifecycle.see(pending(), by=BOB, at=NOON).after

    assert first.seen == (Seen(door=Door.WEB, who="bob", at=NOON, id="bob"),)
    assert lifecycle.see(first, by=BOB, at=LATER) == changes.unchanged(first)
    elsewhere = lifecycle.see(first, by=replace(BOB, door=Door.TUI), at=LATER).after
    assert [seen.door for seen in elsewhere.seen] == [Door.WEB, Door.TUI]


def test_who_is_called_alike_or_acts_for_somebody_has_not_seen_it_for_them() -> None:
    namesake = replace(BOB, id="bob-2")
    program = replace(BOB, kind=ActorKind.CLIENT)

    ask = lifecycle.see(pending(), by=program, at=NOON).after
    ask = lifecycle.see(lifecycle.see(ask, by=namesake, at=NOON).after, by=BOB, at=NOON).after

    assert [seen.id for seen in ask.seen] == [None, "bob-2", "bob"]
    for again in (program, namesake, replace(BOB, name="Robert")):
        assert lifecycle.see(ask, by=again, at=LATER) == changes.unchanged(ask)


@promise("detach-not-cancel")
@pytest.mark.parametrize(
    ("grace", "leave_at"),
    [
        pytest.param(None, None, id="no grace is set"),
        pytest.param(HOUR, LATER, id="an hour's grace"),
        pytest.param(timedelta(0), NOON, id="no time at all"),
    ],
)
def test_an_agent_that_goes_away_leaves_its_ask_pending(
    grace: timedelta | None, leave_at: datetime | None
) -> None:
    ask = pending(holder="line-1")

    gone = lifecycle.detach(ask, "line-1", by=AGENT, at=NOON, grace=grace).after

    assert (gone.state, gone.detached, gone.leave_at) == (State.PENDING, True, leave_at)
    assert gone.due_at == leave_at


@promise("detach-not-cancel")
def test_an_older_connections_end_detaches_nothing() -> None:
    ask = lifecycle.attach(pending(holder="line-1"), "line-2", by=AGENT, at=NOON).after

    assert lifecycle.detach(ask, "line-1", by=AGENT, at=NOON) == changes.unchanged(ask)


@promise("detach-not-cancel")
def test_an_agent_that_comes_back_ends_the_grace() -> None:
    gone = lifecycle.detach(pending(holder="a"), "a", by=AGENT, at=NOON, grace=HOUR).after

    back = lifecycle.attach(gone, "b", by=AGENT, at=NOON).after

    assert (back.holder, back.leave_at, back.due_at) == ("b", None, None)
    assert (gone.detached, back.detached) == (True, False)
    assert lifecycle.attach(back, "b", by=AGENT, at=LATER) == changes.unchanged(back)


@promise("detach-not-cancel")
def test_a_settled_ask_knows_no_grace() -> None:
    left = lifecycle.detach(pending(holder="a"), "a", by=AGENT, at=NOON, grace=HOUR).after
    ask = answered(pending(holder="a")).after

    assert answered(left).after.leave_at is None
    assert lifecycle.detach(ask, "a", by=AGENT, at=NOON, grace=HOUR).after.leave_at is None


@pytest.mark.parametrize(
    ("now", "state"),
    [
        pytest.param(NOON, State.CANCELLED, id="the grace ended first"),
        pytest.param(LATER, State.TIMED_OUT, id="both have passed: the deadline says more"),
    ],
)
def test_time_takes_the_deadline_before_the_grace(now: datetime, state: State) -> None:
    ask = pending(deadline=LATER, leave_at=NOON)

    assert ask.due_at == NOON
    assert lifecycle.expire(ask, now).after.state is state
