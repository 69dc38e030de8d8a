"""Asks that a hub decides in place of this house: which are handed over, in which words, and what
comes back.

Once an ask is handed over the hub decides, so a settle that is meant for it goes there first and counts
here only when the hub has taken it. Pure; who carries it there is behind the port.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Protocol

from askline.asks.answer_shapes import given_shape, read_amendment, read_answers, read_settled_by
from askline.asks.answers import Amendment, Answer, Attachment, Given, Outcome, SettledBy
from askline.asks.asked import LONGEST_TIMEOUT_MS, SHORTEST_TIMEOUT_MS
from askline.asks.model import Ask, AskKind
from askline.asks.shapes import agent_shape, matter_shape, project_shape
from askline.asks.spelling import Json
from askline.asks.state import State
from askline.core.errors import HubUnreachable
from askline.core.ids import AskId
from askline.core.people import Actor
from askline.core.text import as_typed, clean

MILLISECOND = timedelta(milliseconds=1)
PUT = ("title", "context", "questions", "sensitive")
PUT_FOR_APPROVAL = ("kind", "command", "human_only")


class Verb(StrEnum):
    """What can be said to an ask at a hub, as its API's client calls it."""

    ANSWER = "answer"
    REJECT = "reject"
    ASK_BACK = "ask_back"
    CANCEL = "cancel"
    CORRECT = "correct"
    EXTEND = "extend"


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """What somebody here says to an ask, to be said at the hub."""

    verb: Verb
    said: Mapping[str, Any] = field(default_factory=dict[str, Any])
    receipt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """How an ask stands at the hub."""

    outcome: Outcome | None = None
    """None where it is pending there."""
    amendments: tuple[Amendment, ...] = ()
    second: bool = False
    """Whether somebody else was first, and a word from here came too late."""


class Elsewhere(Protocol):
    async def say(self, actor: Actor, ask: Ask, word: Word) -> Decided:
        """Say it where the ask was handed to; how it stands there now.

        Raises: HubUnreachable, and whatever the hub refuses.
        """
        ...


class Nowhere:
    """No hub was joined here."""

    async def say(self, actor: Actor, ask: Ask, word: Word) -> Decided:
        del actor, word
        raise not_reached(ask)


@dataclass(frozen=True, slots=True, kw_only=True)
class Handed:
    """Where an ask is at its hub."""

    ask_id: AskId
    hub: str
    hub_id: str | None
    """None where the hub would not have it: it stays at home."""
    settled_at: datetime | None = None
    """When its outcome came home."""


class HandedBook(Protocol):
    async def keep(self, handed: Handed) -> None: ...

    async def of(self, ask_id: AskId) -> Handed | None: ...

    async def at(self, hub: str, hub_id: str) -> Handed | None: ...

    async def open_or_since(self, hub: str, moment: datetime) -> list[Handed]:
        """Those whose outcome is still to come home, or came after that moment; oldest first."""
        ...


def is_for_hub(ask: Ask, now: datetime, *, approvals: bool = False) -> bool:
    """What only a person may settle and what belongs to a host's stream stay at home: a token is never a
    person. So do approvals, for commands run here; unless `approvals` says that the hub's people decide."""
    if ask.state.settled or ask.handed or ask.stream:
        return False
    theirs = approvals if ask.matter.kind is AskKind.APPROVAL else not ask.human_only
    return theirs and ask.matter.extendable and _fits(ask.deadline, now)


def new_ask(ask: Ask, now: datetime) -> Json:
    """The ask as the hub is asked it. Its id here is the key, so that a repeat never asks twice."""
    matter = matter_shape(ask.matter)
    names = (*PUT, *PUT_FOR_APPROVAL) if ask.matter.kind is AskKind.APPROVAL else PUT
    left = None if ask.deadline is None else (ask.deadline - now) // MILLISECOND
    return {
        **{name: matter[name] for name in names},
        "agent": agent_shape(ask.agent),
        "project": project_shape(ask.project),
        "key": str(ask.id),
        **({} if left is None else {"timeout": max(left, SHORTEST_TIMEOUT_MS)}),
    }


def is_same(ask: Ask, there: Json) -> bool:
    """Whether what a hub shows is what was handed over: an approval counts for its command alone.

    Raises: LookupError, TypeError: it is nothing that a hub of ours would show.
    """
    command = ask.matter.command
    return command is None or (there["kind"], there["command"]["sha256"]) == (
        AskKind.APPROVAL,
        command.sha256,
    )


def answer_word(verb: Verb, given: Mapping[str, Given], receipt: str, **more: Any) -> Word:
    answers = {question_id: given_shape(each) for question_id, each in given.items()}
    return Word(verb=verb, said={"answers": answers, **more}, receipt=receipt)


def read_decided(result: Json, by: Actor | None = None, receipt: str = "") -> Decided:
    """What a hub tells of an outcome. Where it took a word from here, `by` said it, with `receipt`.

    Raises: LookupError, TypeError, ValueError: it is nothing that a hub of ours would say.
    """
    state = State(result["state"])
    if not state.settled:
        return Decided()
    amendments = tuple(_amendment(read_amendment(each)) for each in result["amendments"])
    later = any(receipt and each.receipt == receipt for each in amendments)
    outcome = Outcome(
        state=state,
        settled_by=_author(read_settled_by(result["settledBy"])),
        receipt="",
        answers=_answers(read_answers(result["answers"])),
        reason=_text(result["reason"]),
        ask_back=_text(result["askBack"]),
    )
    if by is None:
        return Decided(outcome=outcome, amendments=amendments)
    if not later:
        mine = _mine(by, outcome.settled_by)
        return Decided(
            outcome=replace(outcome, settled_by=mine, receipt=receipt), amendments=amendments
        )
    own = tuple(
        replace(each, by=_mine(by, each.by)) if each.receipt == receipt else each
        for each in amendments
    )
    return Decided(outcome=outcome, amendments=own)


def not_reached(ask: Ask) -> HubUnreachable:
    return HubUnreachable(
        f"Ask {ask.short_id} was handed over to {ask.handed}, which is out of reach now.",
        hint="It is decided there: try again when the hub is back, or answer it at the hub.",
    )


def _fits(deadline: datetime | None, now: datetime) -> bool:
    """What a hub can be told as a time-out."""
    if deadline is None:
        return True
    return SHORTEST_TIMEOUT_MS < (deadline - now) // MILLISECOND <= LONGEST_TIMEOUT_MS


def _mine(by: Actor, theirs: SettledBy) -> SettledBy:
    """To the hub it was a token; who it was is known here."""
    return SettledBy(kind=by.kind, id=by.id, who=by.name, door=by.door, at=theirs.at)


def _author(by: SettledBy) -> SettledBy:
    return replace(
        by, id=clean(by.id, multiline=False)[:200], who=clean(by.who, multiline=False)[:200]
    )


def _amendment(said: Amendment) -> Amendment:
    return replace(
        said,
        by=_author(said.by),
        receipt=clean(said.receipt, multiline=False),
        answers=_answers(said.answers),
        reason=_text(said.reason),
    )


def _answers(said: Sequence[Answer]) -> tuple[Answer, ...]:
    """Files lie with the hub, and are named there alone."""
    nothing: tuple[Attachment, ...] = ()
    return tuple(
        replace(
            answer,
            values=tuple(as_typed(value) for value in answer.values),
            custom_text=_text(answer.custom_text),
            note=_text(answer.note),
            attachments=nothing,
        )
        for answer in said
    )


def _text(said: str | None) -> str | None:
    return as_typed(said) if said else None
