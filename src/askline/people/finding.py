"""Whom an ask is put to first and who is asked later, among those who can answer it and are there. Pure.

Whoever left, or may not answer, is left out of a rule's steps. Who is away is passed over, and their
deputy takes their place; a team is away when everybody who answers for it is. A step in which nobody is
left is skipped at once. Where nobody is left at all, the first word that one of them left is said to the
ask; what no word may be said to, and what nobody left a word for, goes to them all the same.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from askline.asks.addressing import Addressed
from askline.asks.model import AskKind, Matter
from askline.asks.routes import Route, Standing, Step
from askline.core.people import Actor, Door, Right
from askline.people.absences import Absence, may_be_said_to
from askline.people.model import Membership, Person
from askline.people.roles import TEAM, actor_of
from askline.people.routing_rules import RoutingStep


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """Somebody whom an address leads to, with what they hold now and whether they said to be away."""

    person: Person
    memberships: tuple[Membership, ...] = ()
    absence: Absence | None = None

    def is_away(self, now: datetime) -> bool:
        return self.absence is not None and self.absence.away.holds(now)


class Reach:
    """Who can answer what is put to an address, by the same rights that are asked when they do."""

    def __init__(self, people: Iterable[Reached], matter: Matter) -> None:
        self._names: dict[str, str] = {}
        self._answering: dict[str, list[Reached]] = {}
        for each in people:
            actor = actor_of(each.person, each.memberships, Door.API)
            self._names[actor.id] = actor.name
            for address in _answered_for(actor, matter):
                self._answering.setdefault(address, []).append(each)

    def answering(self, address: str) -> list[Reached]:
        return self._answering.get(address, [])

    def named(self, address: str) -> str:
        return self._names.get(address, address.removeprefix(TEAM))


def _answered_for(actor: Actor, matter: Matter) -> frozenset[str]:
    if matter.kind is AskKind.APPROVAL:
        return actor.approves or frozenset()
    return actor.addresses if actor.may(Right.ANSWER) else frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Look:
    """What is left of a step, and who of it is away."""

    to: tuple[str, ...]
    after: timedelta
    gone: tuple[Reached, ...]
    left_empty: bool


def steps_of(
    said: Sequence[RoutingStep], usual: tuple[str, ...], reach: Reach
) -> list[RoutingStep]:
    """A rule's steps with those who can answer; with `usual` where it names nobody at first, or nobody
    who can. Empty where nobody would ever see it."""
    steps = [replace(step, to=tuple(filter(reach.answering, step.to))) for step in said]
    if not said or not said[0].to or not any(step.to for step in steps):
        steps[:1] = [RoutingStep(to=usual)]
    return _closed_up(steps)


def addressed(
    steps: Sequence[RoutingStep], route: Route, reach: Reach, matter: Matter, now: datetime
) -> Addressed:
    """`steps` are some, and none of them is empty."""
    looks = [_looked(step, reach, now) for step in steps]
    left = [RoutingStep(to=() if each.left_empty else each.to, after=each.after) for each in looks]
    there = _closed_up(left)
    if there:
        return _put_to(there, route, reach)
    gone = [each for look in looks for each in look.gone]
    word = _word_of(gone) if may_be_said_to(matter) else None
    return replace(_put_to(steps, route, reach), word=word)


def _looked(step: RoutingStep, reach: Reach, now: datetime) -> _Look:
    kept: list[str] = []
    gone: list[Reached] = []
    anybody = False
    for address in step.to:
        who = reach.answering(address)
        away = [each for each in who if each.is_away(now)]
        if not who or len(away) < len(who):
            # Where nobody can answer yet it stays: it is a project's team, or the asker's own person.
            kept.append(address)
            anybody |= bool(who)
            continue
        gone += away
        deputies = _deputies(away, reach, now)
        kept += deputies
        anybody |= bool(deputies)
    left_empty = bool(gone) and not anybody
    return _Look(
        to=tuple(dict.fromkeys(kept)), after=step.after, gone=(*gone,), left_empty=left_empty
    )


def _deputies(away: Iterable[Reached], reach: Reach, now: datetime) -> list[str]:
    """Those of them who are there; nobody stands in for a deputy."""
    named = [each.absence.deputy for each in away if each.absence and each.absence.deputy]
    return [each for each in named if any(not who.is_away(now) for who in reach.answering(each))]


def _closed_up(steps: Sequence[RoutingStep]) -> list[RoutingStep]:
    """Without empty ones: who comes after one comes when it would have come."""
    found: list[RoutingStep] = []
    due: timedelta | None = None
    for step in steps:
        due = step.after if due is None else due
        if step.to:
            found.append(replace(step, after=due))
            due = None
    return found


def _put_to(steps: Sequence[RoutingStep], route: Route, reach: Reach) -> Addressed:
    first, *rest = steps
    onward = tuple(
        Step(to=each.to, named=tuple(map(reach.named, each.to)), after=each.after) for each in rest
    )
    return Addressed(recipients=first.to, route=replace(route, steps=onward))


def _word_of(gone: Iterable[Reached]) -> Standing | None:
    for each in gone:
        words = each.absence.away.words if each.absence else ""
        if words:
            return Standing(id=str(each.person.id), who=each.person.name, words=words)
    return None
