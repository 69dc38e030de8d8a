"""The use cases of a tenant's routing rules. Admins only, and everything that is wrong at once."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from askline.asks.fields import spelled, stop_at
from askline.asks.model import AskKind, Matter
from askline.core.clock import Clock
from askline.core.errors import FieldProblem, InvalidArguments
from askline.core.people import Actor
from askline.people.acts import doer
from askline.people.addressing import named_address, person_in
from askline.people.deciding import decide, person_of, standing_of
from askline.people.finding import Reach, Reached
from askline.people.granting import must_administer, unknown
from askline.people.model import Person, PersonId
from askline.people.ports import Change, PeopleBook, Roster, RouteBook
from askline.people.roles import TEAM
from askline.people.routing_rules import MOST_RULES, RoutingRule
from askline.people.rule_reading import SOMEBODY, SaidRule, read_rule


@dataclass(frozen=True, slots=True)
class NamedRule:
    """A rule, with what those are called whom it names."""

    rule: RoutingRule
    names: Mapping[str, str]


class Directing:
    def __init__(self, book: PeopleBook, routes: RouteBook, clock: Clock) -> None:
        self._book = book
        self._routes = routes
        self._clock = clock

    async def rules(self, actor: Actor) -> list[NamedRule]:
        """Raises: NotAllowed, PersonRequired."""
        await self._administering(actor)
        names = {str(each.id): each.name for each in await self._book.people(actor.tenant)}
        return [_named(each, names) for each in await self._routes.rules(actor.tenant)]

    async def rule(self, actor: Actor, name: str) -> NamedRule:
        """Raises: NotFound, NotAllowed, PersonRequired."""
        for each in await self.rules(actor):
            if each.rule.name == name:
                return each
        raise unknown("routing rule", name)

    async def keep(self, actor: Actor, name: str, said: Mapping[str, Any]) -> NamedRule:
        """In place of one that is called so.

        Raises: InvalidArguments, with everything that is wrong; NotAllowed, PersonRequired.
        """
        await self._administering(actor)
        problems: list[FieldProblem] = []
        said_rule = read_rule(name, said, problems)
        meant = await self._meant(actor, (each for step in said_rule.steps for each in step.to))
        wanted = _Wanted(name, said_rule, meant, problems)
        me, kept = person_of(actor), list[NamedRule]()

        async def look() -> None:
            wanted.others = await self._routes.rules(actor.tenant)

        def rule(roster: Roster) -> Change:
            must_administer(actor, roster.held_by(me))
            kept[:] = [wanted.decided(actor.tenant, roster)]
            return Change(tenant=actor.tenant, revision=roster.revision, routed=kept[0].rule)

        by = doer(actor, self._clock.now())
        named = [me, *wanted.people]
        await decide(self._book, actor.tenant, named, rule, by=by, before=look)
        return kept[0]

    async def drop(self, actor: Actor, name: str) -> None:
        """What was asked by it goes on as it began. Raises: NotFound, NotAllowed, PersonRequired."""
        me = person_of(actor)

        async def look() -> None:
            await self.rule(actor, name)

        def rule(roster: Roster) -> Change:
            must_administer(actor, roster.held_by(me))
            return Change(tenant=actor.tenant, revision=roster.revision, unrouted=name)

        by = doer(actor, self._clock.now())
        await decide(self._book, actor.tenant, [me], rule, by=by, before=look)

    async def _administering(self, actor: Actor) -> None:
        roster = await standing_of(self._book, actor)
        must_administer(actor, roster.held_by(person_of(actor)))

    async def _meant(self, actor: Actor, names: Iterable[str]) -> dict[str, str]:
        """From names to addresses; without those that are nobody's."""
        found: dict[str, str] = {}
        for name in dict.fromkeys(names):
            try:
                address = await named_address(self._book, actor.tenant, name)
            except InvalidArguments:
                continue
            if address is not None:
                found[name] = address
        return found


class _Wanted:
    """What shall be kept, once it is known whom it names and what stands beside it."""

    def __init__(
        self, name: str, said: SaidRule, meant: Mapping[str, str], problems: list[FieldProblem]
    ) -> None:
        self._name = name
        self._said = said
        self._meant = meant
        self._problems = problems
        self.others: Sequence[RoutingRule] = ()
        """All that stand; also the one it takes the place of."""

    @property
    def people(self) -> list[PersonId]:
        return [found for each in self._meant.values() if (found := person_in(each))]

    def decided(self, tenant: str, roster: Roster) -> NamedRule:
        """Raises: InvalidArguments."""
        known = _Known(roster, self._said.kind)
        wrong = [
            FieldProblem(f"steps[{number}].to", expected, spelled(each))
            for number, step in enumerate(self._said.steps)
            for each in step.to
            if (expected := known.lacks(self._meant.get(each, "")))
        ]
        stop_at([*self._problems, *wrong])
        rule = self._said.rule(tenant, self._name, self._meant)
        _must_stand_beside(rule, [each for each in self.others if each.name != self._name])
        return _named(rule, known.names)


class _Known:
    """Whom a rule may name: teams that are there, and people who could answer what it is for."""

    def __init__(self, roster: Roster, kind: AskKind | None) -> None:
        people = roster.people.values()
        self._approval = kind is AskKind.APPROVAL
        self._teams = roster.teams
        self._people = {str(each.id) for each in people if each.left_at is None}
        matter = Matter(questions=(), kind=kind or AskKind.QUESTION)
        self._reach = Reach([_reached(roster, each) for each in people], matter)
        self.names = {str(each.id): each.name for each in people}

    def lacks(self, address: str) -> str:
        """What is expected in its place; nothing where it will do."""
        if address.startswith(TEAM):
            return "" if address.removeprefix(TEAM) in self._teams else "a team of this tenant"
        if address not in self._people:
            return SOMEBODY
        if self._reach.answering(address):
            return ""
        if self._approval:
            return "somebody who may approve in the whole tenant; for others name their team"
        return "somebody who may answer"


def _reached(roster: Roster, person: Person) -> Reached:
    return Reached(person=person, memberships=roster.held_by(person.id))


def _must_stand_beside(rule: RoutingRule, others: Sequence[RoutingRule]) -> None:
    """Raises: InvalidArguments."""
    same = next((each for each in others if each.fits == rule.fits), None)
    if same is not None:
        raise InvalidArguments(
            f"The rule {same.name} is for the same project and kind.",
            hint="Change that one, or end it first: no two may speak to one ask.",
        )
    if len(others) >= MOST_RULES:
        raise InvalidArguments(
            f"There are {len(others)} rules.", hint=f"End one first: at most {MOST_RULES} are kept."
        )
    people = {each for each in rule.addresses if not each.startswith(TEAM)}
    closed = rule.steps and rule.steps[0].to and len(people) == len(rule.addresses)
    if closed and len(people) < rule.quorum:
        raise InvalidArguments(
            f"{rule.quorum} must agree, and the rule names {len(people)}.",
            hint="Name more people or a team, or let fewer agree.",
        )


def _named(rule: RoutingRule, names: Mapping[str, str]) -> NamedRule:
    called = {each: names.get(each, each.removeprefix(TEAM)) for each in rule.addresses}
    return NamedRule(rule, called)
