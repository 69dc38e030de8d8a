"""Whom asks go to, in this process alone; the reference that the other book is read against."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from askline.people.absences import Absence
from askline.people.finding import Reached
from askline.people.model import PersonId
from askline.people.ports import Change, PeopleBook, Ways
from askline.people.routing_rules import RoutingRule


@dataclass
class KeptRoutes:
    rules: dict[tuple[str, str], RoutingRule] = field(
        default_factory=dict[tuple[str, str], RoutingRule]
    )
    absences: dict[tuple[str, PersonId], Absence] = field(
        default_factory=dict[tuple[str, PersonId], Absence]
    )

    def of(self, tenant: str) -> list[RoutingRule]:
        return [self.rules[key] for key in sorted(self.rules) if key[0] == tenant]

    def may_take(self, change: Change) -> bool:
        """Whether its rule is the only one for what it is for, and what it ends is there."""
        new = change.routed
        if change.unrouted is not None and (change.tenant, change.unrouted) not in self.rules:
            return False
        return new is None or all(
            each.fits != new.fits or each.name == new.name for each in self.of(change.tenant)
        )

    def take_part(self, change: Change) -> None:
        if change.routed is not None:
            self.rules[change.tenant, change.routed.name] = change.routed
        if change.unrouted is not None:
            del self.rules[change.tenant, change.unrouted]
        if change.left is not None:
            self.absences.pop((change.tenant, change.left[0]), None)


class EphemeralRoutes:
    def __init__(self, people: PeopleBook, kept: KeptRoutes) -> None:
        self._people = people
        self._kept = kept

    async def ways(self, tenant: str, project: str) -> Ways:
        opened = await self._people.projects(tenant)
        rules = self._kept.of(tenant)
        return Ways(
            teams=tuple(each.team for each in opened if each.project == project),
            rules=tuple(each for each in rules if each.project in (None, project)),
            anybody_away=any(of == tenant for of, _ in self._kept.absences),
        )

    async def reached(self, tenant: str, addresses: Sequence[str]) -> Sequence[Reached]:
        """All of the tenant, which is more than these lead to."""
        del addresses
        found = [
            await self._people.standing(tenant, each.id)
            for each in await self._people.people(tenant)
        ]
        return [
            Reached(
                person=each.person,
                memberships=each.memberships,
                absence=self._kept.absences.get((tenant, each.person.id)),
            )
            for each in filter(None, found)
        ]

    async def rules(self, tenant: str) -> list[RoutingRule]:
        return self._kept.of(tenant)

    async def absence(self, tenant: str, person: PersonId) -> Absence | None:
        return self._kept.absences.get((tenant, person))

    async def keep_absence(self, absence: Absence) -> None:
        self._kept.absences[absence.tenant, absence.person] = absence

    async def end_absence(self, tenant: str, person: PersonId) -> bool:
        return self._kept.absences.pop((tenant, person), None) is not None

    async def forget(self, before: datetime) -> None:
        over = [
            key
            for key, each in self._kept.absences.items()
            if each.away.until is not None and each.away.until < before
        ]
        for key in over:
            del self._kept.absences[key]
