"""Asks as the terminal reads them, made from the service's own shapes."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from askline.asks import lifecycle
from askline.asks.answers import Answer
from askline.asks.model import Option, Question
from askline.asks.shapes import ask_shape
from askline.doors.tui.model import Ask, read_ask
from tests.builders import (
    ADA,
    NOON,
    a_confirm,
    a_matter,
    a_multi_select,
    a_select,
    a_text,
    an_opening,
    answers,
)

TABLES = a_multi_select(
    "tables",
    header="Tables",
    options=(
        Option(label="orders", recommended=True),
        Option(label="items", recommended=True),
        Option(label="logs"),
    ),
    min_picks=1,
    max_picks=3,
)
STRATEGY = a_select("db", header="Strategy")
LIMITS = a_text("limits", header="Limits", required=False, placeholder="Hours, people")
GO = a_confirm("go")


def shown(*questions: Question, **changes: Any) -> Ask:
    """A pending ask; without a question of the caller's it has one of each type."""
    asked = questions or (STRATEGY, TABLES, LIMITS, GO)
    title = changes.pop("title", "Move the orders")
    matter = replace(a_matter(*asked, title=title), **changes.pop("matter", {}))
    return read_ask(ask_shape(an_opening(matter=matter, **changes).after))


def one(**changes: Any) -> Ask:
    """An ask of one question."""
    return shown(a_select("db"), **changes)


def due(minutes: float, **changes: Any) -> Ask:
    return one(deadline=NOON + timedelta(minutes=minutes), **changes)


def settled(state: str, *, late: tuple[Answer, ...] = (), **said: Any) -> Ask:
    """How such an ask looks after its end."""
    ask = an_opening(matter=a_matter(a_select("db")), deadline=NOON).after
    done = {
        "answered": lambda: lifecycle.answer(ask, answers(), by=ADA, at=NOON, receipt="r"),
        "rejected": lambda: lifecycle.reject(ask, said.get("reason"), by=ADA, at=NOON, receipt="r"),
        "asked_back": lambda: lifecycle.ask_back(ask, "Why?", by=ADA, at=NOON, receipt="r"),
        "cancelled": lambda: lifecycle.cancel(
            ask, said.get("reason"), by=ADA, at=NOON, receipt="r"
        ),
        "superseded": lambda: lifecycle.supersede(ask, by=ADA, at=NOON, receipt="r"),
        "timed_out": lambda: lifecycle.expire(ask, NOON),
    }[state]().after
    if late:
        done = lifecycle.answer(done, late, by=ADA, at=NOON, receipt="l").after
    return read_ask(ask_shape(done))
