"""The trail of an ask holds, and shows where it was touched."""

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askline.asks import lifecycle, trail
from askline.asks.answer_shapes import amendment_shape, outcome_shape
from askline.asks.shapes import matter_shape
from askline.asks.spelling import text_of
from askline.asks.trail import Event, EventKind, Flaw
from askline.core.people import Actor, ActorKind, Door
from tests.builders import (
    ADA,
    AGENT,
    BOB,
    LATER,
    NOON,
    an_id,
    an_opening,
    answered,
    answers,
    outcome_of,
)
from tests.promises import promise
from tests.unit.paths import PATHS, Step, walked

ASK_ID = an_id(7)
OTHERWISE: dict[str, Callable[[Event], object]] = {
    "ask_id": lambda _: an_id(1),
    "tenant": lambda event: event.tenant + "x",
    "number": lambda event: event.number + 1,
    "kind": lambda event: next(kind for kind in EventKind if kind is not event.kind),
    "actor_kind": lambda event: next(kind for kind in ActorKind if kind is not event.actor_kind),
    "actor_id": lambda event: event.actor_id + " ",
    "actor_name": lambda _: "mallory",
    "door": lambda event: None if event.door else Door.LINK,
    "at": lambda event: event.at + timedelta(milliseconds=1),
    "content_sha256": lambda event: event.content_sha256[1:] + "0",
    "detail": lambda event: event.detail + "\n",
    "hash": lambda event: event.hash[::-1],
}


def a_trail() -> tuple[list[Event], str]:
    opening = an_opening(holder="line-1")
    seen = lifecycle.see(opening.after, by=ADA, at=NOON)
    settled = answered(seen.after)
    return [*opening.events, *seen.events, *settled.events], settled.after.head


def test_every_field_of_an_event_can_be_tampered_with_here() -> None:
    assert set(OTHERWISE) == {field.name for field in fields(Event)}


@promise("audit")
@given(PATHS, st.sampled_from(sorted(OTHERWISE)), st.data())
def test_tampering_with_any_field_of_any_event_is_found(
    path: Sequence[Step], field: str, data: st.DataObject
) -> None:
    walk = walked(path)
    place = data.draw(st.integers(0, len(walk.events) - 1))
    changed: dict[str, Any] = {field: OTHERWISE[field](walk.events[place])}

    walk.events[place] = replace(walk.events[place], **changed)

    found = trail.flaw(walk.events, walk.ask.head)
    assert found is not None
    assert found.number == place + 1


TOUCHED: dict[str, tuple[Callable[[list[Event]], list[Event]], Flaw]] = {
    "the first is gone": (
        lambda events: events[1:],
        Flaw(number=1, problem="event 1 is missing"),
    ),
    "one in the middle is gone": (
        lambda events: [events[0], events[2]],
        Flaw(number=2, problem="event 2 is missing"),
    ),
    "the last is gone": (
        lambda events: events[:2],
        Flaw(number=3, problem="the trail ends too early"),
    ),
    "all are gone": (
        lambda _: [],
        Flaw(number=1, problem="the trail ends too early"),
    ),
    "one stands twice": (
        lambda events: [events[0], *events],
        Flaw(number=2, problem="event 2 is missing"),
    ),
    "one has another name": (
        lambda events: [events[0], replace(events[1], actor_name="bob"), events[2]],
        Flaw(number=2, problem="event 2 is not what was written"),
    ),
}


@promise("audit")
@pytest.mark.parametrize("how", TOUCHED)
def test_what_is_missing_or_rewritten_is_named(how: str) -> None:
    events, head = a_trail()
    touch, flaw = TOUCHED[how]

    assert trail.flaw(events, head) is None
    assert trail.flaw(touch(events), head) == flaw


@promise("audit")
def test_a_rewritten_event_with_a_fresh_hash_breaks_the_next_one() -> None:
    events, head = a_trail()

    events[1] = trail.event(
        EventKind.SEEN, ask_id=events[0].ask_id, after=1, head=events[0].hash, by=BOB, at=NOON
    )

    assert trail.flaw(events, head) == Flaw(number=3, problem="event 3 is not what was written")


def test_a_border_moved_between_two_facts_gives_another_hash() -> None:
    def seen_by(actor: Actor) -> Event:
        return trail.event(EventKind.SEEN, ask_id=ASK_ID, after=0, head="", by=actor, at=NOON)

    one, other = seen_by(replace(ADA, id="ab", name="c")), seen_by(replace(ADA, id="a", name="bc"))

    assert one.hash != other.hash


@promise("audit")
def test_an_event_binds_the_content_by_its_hash_and_does_not_hold_it() -> None:
    opening = an_opening()
    settled = lifecycle.reject(opening.after, "secret", by=ADA, at=NOON, receipt="r1")
    late = lifecycle.expire(an_opening(deadline=NOON).after, NOON).after
    amended = lifecycle.answer(late, answers(), by=ADA, at=LATER, receipt="r2")

    bound = {
        opening.events[0]: matter_shape(opening.after.matter),
        settled.events[0]: outcome_shape(outcome_of(settled.after)),
        amended.events[0]: amendment_shape(amended.after.amendments[0]),
    }

    for event, shape in bound.items():
        assert event.content_sha256 == trail.sha256_of(text_of(shape))
        assert "secret" not in repr(event)


def test_a_mark_has_no_content() -> None:
    (event,) = lifecycle.attach(an_opening().after, "line-1", by=AGENT, at=NOON).events

    assert (event.content_sha256, event.detail) == ("", "line-1")


@promise("audit")
def test_a_kind_of_event_that_a_newer_version_wrote_verifies_as_it_stands() -> None:
    opening = an_opening()
    kind = EventKind("of tomorrow")
    told = trail.event(
        kind, ask_id=opening.after.id, after=1, head=opening.after.head, by=ADA, at=NOON
    )

    assert (kind.value, str(kind)) == ("of tomorrow", "of tomorrow")
    assert trail.flaw([*opening.events, told], told.hash) is None
    with pytest.raises(ValueError, match="7"):
        EventKind(7)  # what no version wrote
