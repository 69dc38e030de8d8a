"""What the command line says of an ask that several people could answer. Names are cleaned."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from askline.asks import routing
from askline.asks.answers import Answer
from askline.asks.model import Ask
from askline.asks.routes import Route, Step
from askline.asks.shapes import ask_shape
from askline.doors.cli import routed
from askline.doors.cli.routed import Viewer
from tests.builders import ADA, BOB, NOON, an_approval, an_opening, answers

ON_CALL = Step(to=("ben",), named=("Ben\x1b[31m", "Cy"), after=timedelta(minutes=5))


def kept(route: Route | None = None, **changes: Any) -> Ask:
    return routing.set_out(
        an_opening(**changes).after, route or Route(rule="shop", steps=(ON_CALL,))
    )


def test_where_it_goes_next_is_said_with_clean_names() -> None:
    at = (NOON + timedelta(minutes=5)).astimezone().strftime("%H:%M")

    assert routed.facts(ask_shape(kept()), NOON) == [f"goes to Ben, Cy at {at}"]


def test_a_snooze_is_the_viewers_own_and_over_when_it_is_over() -> None:
    until = NOON + timedelta(days=1)
    ask = ask_shape(routing.snooze(an_opening().after, until, by=BOB, at=NOON).after)
    day = until.astimezone().strftime("%d %b %H:%M")

    assert routed.facts(ask, NOON, Viewer("bob")) == [f"snoozed until {day}"]
    assert routed.facts(ask, NOON) == []
    assert routed.facts(ask, until, Viewer("bob")) == []
    assert routed.facts({**ask, "state": "answered"}, NOON, Viewer("bob")) == []
    assert [*routed.lines({**ask, "state": "answered"}, NOON, Viewer("bob"))] == []
    assert routed.needs_a_name(ask)
    assert not routed.needs_a_name(ask_shape(an_opening().after))


def test_it_is_said_that_a_hub_decides_and_which() -> None:
    ask = ask_shape(replace(an_opening().after, handed="https://hub.example"))

    assert routed.facts(ask, NOON) == ["the hub decides it"]
    assert [*routed.lines(ask, NOON)] == ["Decided by: the hub https://hub.example"]
    assert [*routed.lines({**ask, "state": "answered"}, NOON)] == []


def test_who_agreed_and_who_must_not_stand_in_the_whole_of_it() -> None:
    given: tuple[Answer, ...] = answers(approve="yes")
    ask = kept(Route(rule="prod", quorum=3, self_approval=False), matter=an_approval())
    ask = routing.agree(ask, given, by=replace(BOB, name="B\x07ob"), at=NOON, receipt="r").after
    ask = routing.claim(ask, by=ADA, at=NOON).after
    at = NOON.astimezone().strftime("%H:%M")

    lines = [*routed.lines(ask_shape(ask), NOON, Viewer("me", {"me": "never"}))]

    assert lines == [
        "Put to: you, by the rule prod",
        f"In hand: you, since {at}",
        "Approved: 1 of 3",
        f"  by Bob at {at}",
        "Not to be approved by the person it was asked for.",
    ]
    assert routed.facts(ask_shape(ask), NOON) == ["you have it", "1 of 3 approved"]
    assert routed.still_needed(ask_shape(ask)) == "You agreed. 2 more people must."


def test_without_a_route_somebody_else_must_at_least() -> None:
    assert routed.still_needed({"routing": None}) == "You agreed. 1 more person must."
