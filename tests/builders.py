"""Plain functions that make valid values; a test names only what matters to it."""

from collections import defaultdict
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import count
from typing import Any
from uuid import UUID

from askline.asks import lifecycle
from askline.asks.addressing import Addressing
from askline.asks.answers import Answer, AnswerState, Given, Outcome
from askline.asks.asking import NewAsk
from askline.asks.changes import Change
from askline.asks.desk import Desk, open_desk
from askline.asks.limits import Limits
from askline.asks.model import (
    Ask,
    AskKind,
    CommandShown,
    Matter,
    Option,
    Question,
    QuestionKind,
)
from askline.asks.ports import AskStore, Bell, Shelf
from askline.commands.operation import Operation
from askline.core.clock import Clock
from askline.core.ids import AskId, Mint, OperationId, RandomMint
from askline.core.people import Actor, ActorKind, Agent, Door, Project, local_agent, local_person
from askline.stores.ears import Ears
from askline.stores.ephemeral import EphemeralAsks
from askline.testing.clock import NOON, StoppedClock

LATER = NOON + timedelta(hours=1)

CODER = Agent(name="claude-code", version="2.1")
SHOP = Project(name="shop", path="/home/ada/shop", branch="main")
AGENT = local_agent(CODER)
ADA = local_person(Door.TUI)
BOB = replace(local_person(Door.WEB), id="bob", name="bob")
ABSENT = local_person(Door.CLI, present=False)
RULE = replace(ADA, kind=ActorKind.RULE, id="rule-1", name="rule 1", door=None)
MEMORY = replace(ADA, kind=ActorKind.MEMORY, id="entry-1", name="entry 1", door=None)
CLIENT = replace(ADA, kind=ActorKind.CLIENT, id="claude-code", name="claude-code", door=Door.FORM)
STRANGER = replace(ADA, tenant="elsewhere", id="eve", name="eve")

UNPACED = Limits(asks_per_minute=1_000_000_000, pending_asks=1_000_000_000)
"""For one agent that stands for many."""


class TimelyMint:
    """Ids of the very time that a test names, also where another named a later one before."""

    def __init__(self) -> None:
        self._mints: defaultdict[datetime, RandomMint] = defaultdict(RandomMint)

    def ask_id(self, at: datetime) -> AskId:
        return self._mints[at].ask_id(at)

    def operation_id(self, at: datetime) -> OperationId:
        return self._mints[at].operation_id(at)


minted = TimelyMint()


class NamedMint:
    """Ids in a row that the test chose, then random ones."""

    def __init__(self, *ids: AskId) -> None:
        self._ids = list(ids)

    def ask_id(self, at: datetime) -> AskId:
        return self._ids.pop(0) if self._ids else minted.ask_id(at)

    operation_id = staticmethod(minted.operation_id)


numbers = count(1)


def a_select(question_id: str = "db", **changes: Any) -> Question:
    plain = Question(
        id=question_id,
        text="Which database?",
        kind=QuestionKind.SELECT,
        options=(Option(label="PostgreSQL", recommended=True), Option(label="SQLite")),
    )
    return replace(plain, **changes)


def a_text(question_id: str = "name", **changes: Any) -> Question:
    return replace(Question(id=question_id, text="What shall it be called?"), **changes)


def a_multi_select(question_id: str = "tests", **changes: Any) -> Question:
    plain = Question(
        id=question_id,
        text="Which tests?",
        kind=QuestionKind.MULTI_SELECT,
        options=(Option(label="unit"), Option(label="contract"), Option(label="journeys")),
    )
    return replace(plain, **changes)


def a_confirm(question_id: str = "go", **changes: Any) -> Question:
    return replace(Question(id=question_id, text="Go on?", kind=QuestionKind.CONFIRM), **changes)


def an_approval(**changes: Any) -> Matter:
    command = CommandShown(
        argv=("git", "push"), cwd="/home/ada/shop", env=("PATH",), sandbox="project", sha256="ab12"
    )
    plain = Matter(questions=(a_confirm("approve"),), kind=AskKind.APPROVAL, command=command)
    return replace(plain, **changes)


def a_matter(*questions: Question, **changes: Any) -> Matter:
    return replace(Matter(questions=questions or (a_select(),), title="Storage"), **changes)


def an_ask(**changes: Any) -> Ask:
    """A pending ask as it is built, before its asking is an event."""
    plain = Ask(
        id=minted.ask_id(changes.get("asked_at", NOON)),
        tenant="local",
        recipients=("me",),
        matter=a_matter(),
        agent=CODER,
        project=SHOP,
        principal="me",
        asked_at=NOON,
    )
    return replace(plain, **changes)


def an_operation(**changes: Any) -> Operation:
    """Pending, as it is kept before anything runs."""
    command = CommandShown(
        argv=("make", "test"), cwd="/home/ada/shop", env=("PATH",), sandbox="strict", sha256="cd34"
    )
    plain = Operation(
        id=minted.operation_id(changes.get("created_at", NOON)),
        tenant="local",
        principal="me",
        tool="make_test",
        arguments={},
        commands=(command,),
        sha256="cd34",
        synchronous=False,
        agent=CODER,
        project=SHOP,
        owner="1-here",
        created_at=NOON,
    )
    return replace(plain, **changes)


def an_opening(**changes: Any) -> Change:
    return lifecycle.opened(an_ask(**changes), AGENT)


def an_id(tail: int, at: datetime = NOON) -> AskId:
    """An id whose short form the test chooses by its tail."""
    head = minted.ask_id(at).int >> 64
    return AskId(UUID(int=(head << 64) | (1 << 63) | tail))


def answers(**values: str) -> tuple[Answer, ...]:
    chosen = values or {"db": "SQLite"}
    return tuple(
        Answer(question_id=question_id, state=AnswerState.ANSWERED, values=(value,))
        for question_id, value in chosen.items()
    )


def given(**values: str) -> dict[str, Given]:
    chosen = values or {"db": "SQLite"}
    return {question_id: Given(values=(value,)) for question_id, value in chosen.items()}


def answered(ask: Ask, by: Actor = ADA, receipt: str = "r1", at: datetime = NOON) -> Change:
    return lifecycle.answer(ask, answers(), by=by, at=at, receipt=receipt)


def outcome_of(ask: Ask) -> Outcome:
    assert ask.outcome is not None
    return ask.outcome


def a_new_ask(*questions: Question, **changes: Any) -> NewAsk:
    """Like no other ask, unless the test says so: a repeat would attach."""
    asked = questions or (a_select(text=f"Which database for part {next(numbers)}?"),)
    return replace(NewAsk(matter=a_matter(*asked), agent=CODER, project=SHOP), **changes)


def a_desk(
    store: AskStore | None = None,
    bell: Bell | None = None,
    clock: Clock | None = None,
    mint: Mint | None = None,
    *,
    limits: Limits | None = None,
    detach_grace: timedelta | None = None,
    shelf: Shelf | None = None,
    addressing: Addressing | None = None,
) -> Desk:
    return open_desk(
        store or EphemeralAsks(),
        bell or Ears(),
        clock or StoppedClock(),
        mint or RandomMint(),
        limits=limits,
        detach_grace=detach_grace,
        shelf=shelf,
        addressing=addressing,
    )
