"""An ask as a row, and back: nothing is lost, and what is looked up has its column."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from askline.asks.answers import Given
from askline.asks.model import Ask
from askline.asks.ports import Draft
from askline.stores.order import NEVER, inbox_place
from askline.stores.rows import answers_text, ask_of, moving_of, read_answers, row_of
from tests.builders import LATER, NOON, an_ask, an_opening, answered
from tests.unit import values


@given(values.asks)
def test_an_ask_comes_back_from_its_row_whole(ask: Ask) -> None:
    assert ask_of(row_of(ask)) == ask


@given(values.asks, values.asks)
def test_a_change_writes_only_the_moving_columns(before: Ask, after: Ask) -> None:
    moved = replace(
        after,
        id=before.id,
        tenant=before.tenant,
        recipients=before.recipients,
        matter=before.matter,
        agent=before.agent,
        project=before.project,
        principal=before.principal,
        agent_key=before.agent_key,
        asked_at=before.asked_at,
        profile=before.profile,
        stream=before.stream,
    )

    assert ask_of(replace(row_of(before), moving=moving_of(moved))) == moved


def test_a_row_from_before_profiles_were_kept_has_none() -> None:
    row = row_of(an_ask(profile="auq"))

    assert ask_of(row).profile == "auq"
    assert ask_of(replace(row, asker=row.asker.replace(',"profile":"auq"', ""))).profile is None


def test_the_columns_hold_what_is_looked_up() -> None:
    ask = an_opening(deadline=LATER).after

    row = row_of(ask)

    assert (row.id, row.tenant, row.short_id) == (ask.id, "local", ask.short_id)
    assert (row.recipients, row.asked_at) == (("me",), NOON)
    assert (row.moving.state, row.moving.deadline, row.moving.due_at) == ("pending", LATER, LATER)
    assert (row.moving.revision, row.moving.head) == (1, ask.head)


def test_nothing_is_due_once_it_is_settled() -> None:
    assert row_of(answered(an_opening(deadline=LATER).after).after).moving.due_at is None


def test_an_ask_without_marks_costs_no_room_for_them() -> None:
    moving = row_of(an_opening().after).moving

    assert (moving.marks, moving.outcome) == ("{}", None)


@given(st.dictionaries(values.texts, values.givens))
def test_a_draft_comes_back_whole(answers: dict[str, Given]) -> None:
    draft = Draft(ask_id=an_ask().id, person="ada", answers=answers, at=NOON)

    assert read_answers(answers_text(draft.answers)) == answers


def test_an_inbox_has_the_soonest_deadline_first_then_the_oldest() -> None:
    old, new = an_ask(), an_ask()
    soon, late = an_ask(deadline=NOON), an_ask(deadline=LATER)

    assert sorted([new, late, old, soon], key=inbox_place) == [soon, late, old, new]
    assert inbox_place(old) == (NEVER, old.id)
