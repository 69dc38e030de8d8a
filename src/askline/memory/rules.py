"""A rule: the human's word that a question is answered the same way from now on. Pure.

Made by a person from an answer of their own, kept in their store, never read from a project. It
speaks to the very same question alone (title, context and texts), in the project it was made in, and
never to what is sensitive, to approvals, to what only a person may settle, or to what was asked
before it was made. What is near is for a person to decide.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NewType
from uuid import UUID

from askline.asks.answers import Given
from askline.asks.model import Ask, Question
from askline.asks.spelling import Json, time_text
from askline.core.ids import AskId, short_id
from askline.core.people import Actor, ActorKind, Right
from askline.memory.recall import (
    given_shapes,
    may_be_recalled,
    option_texts,
    options_key,
    place_of,
    text_key,
)

RuleId = NewType("RuleId", UUID)

Picked = tuple[tuple[str, ...], ...]
"""What was picked, each option with all of its texts: under a label may stand something else now."""


class Scope(StrEnum):
    OPTIONS = "options"
    """Only where exactly the same options are offered."""
    PROJECT = "project"
    """Also where others are offered beside what was picked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    id: RuleId
    tenant: str
    person: str
    place: str
    project: str
    scope: Scope
    ask_id: AskId
    """The ask whose answer it repeats."""
    text_key: str
    options_key: str
    questions: tuple[str, ...]
    answers: tuple[Given, ...]
    picked: tuple[Picked, ...]
    made_at: datetime
    until: datetime | None = None
    revoked_at: datetime | None = None

    @property
    def short_id(self) -> str:
        return short_id(AskId(self.id))

    def holds(self, now: datetime) -> bool:
        return self.revoked_at is None and (self.until is None or now < self.until)

    def speaks_to(self, ask: Ask) -> bool:
        open_to_it = not ask.state.settled and ask.asked_at >= self.made_at
        ours = (ask.tenant, place_of(ask.project)) == (self.tenant, self.place)
        if not (open_to_it and ours and may_be_recalled(ask) and self.person in ask.recipients):
            return False
        return text_key(ask) == self.text_key and self._offered_in(ask)

    def given_to(self, ask: Ask) -> dict[str, Given]:
        questions = zip(ask.questions, self.answers, strict=True)
        return {question.id: given for question, given in questions if given != Given()}

    def actor(self) -> Actor:
        """Who answers then: the rule, by its id, with no right but that."""
        return Actor(
            tenant=self.tenant,
            kind=ActorKind.RULE,
            id=str(self.id),
            name=f"rule {self.short_id}",
            rights=frozenset({Right.ANSWER}),
            addresses=frozenset({self.person}),
        )

    def _offered_in(self, ask: Ask) -> bool:
        if self.scope is Scope.OPTIONS:
            return options_key(ask) == self.options_key
        questions = zip(ask.questions, self.picked, strict=True)
        return all(set(picked) <= _offers(question) for question, picked in questions)


def picked_in(question: Question, given: Given) -> Picked:
    picked = [option for option in question.options if option.label in given.values]
    return tuple(tuple(option_texts(option)) for option in picked)


def rule_shape(rule: Rule, now: datetime) -> Json:
    state = "standing" if rule.holds(now) else "revoked" if rule.revoked_at else "expired"
    return {
        "id": str(rule.id),
        "short_id": rule.short_id,
        "state": state,
        "scope": rule.scope,
        "project": {"name": rule.project, "path": rule.place},
        "ask_id": str(rule.ask_id),
        "questions": [*rule.questions],
        "answers": given_shapes(rule.answers),
        "made_at": time_text(rule.made_at),
        "until": time_text(rule.until),
        "revoked_at": time_text(rule.revoked_at),
    }


def _offers(question: Question) -> set[tuple[str, ...]]:
    return {tuple(option_texts(option)) for option in question.options}
