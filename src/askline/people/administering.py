"""The use cases of those who administer a tenant: roles, teams, projects, and leaving."""

from dataclasses import dataclass, replace

from askline.core.clock import Clock
from askline.core.errors import InvalidArguments
from askline.core.people import Actor
from askline.people.acts import ActKind, doer
from askline.people.deciding import decide, parse_person, person_of, standing_of, there
from askline.people.granting import must_administer, must_give_to, must_leave_an_admin, unknown
from askline.people.model import Access, Grant, Membership, Person, Role, Team
from askline.people.naming import must_name, must_slug
from askline.people.ports import Change, PeopleBook, Roster
from askline.people.recording import Acts
from askline.people.roles import team_address


@dataclass(frozen=True, slots=True)
class Listed:
    """Somebody, with all that they hold."""

    person: Person
    held: tuple[Membership, ...]


class Administering:
    def __init__(self, book: PeopleBook, clock: Clock, acts: Acts) -> None:
        self._book = book
        self._clock = clock
        self._acts = acts

    async def give(self, actor: Actor, person: str, grant: Grant) -> Membership:
        """Give somebody a role, in a team or the whole tenant.

        Raises: NotFound, NotAllowed, InvalidArguments, PersonRequired.
        """
        me, them = person_of(actor), parse_person(person)
        given = Membership(tenant=actor.tenant, person=them, role=grant.role, team=grant.team)

        def rule(roster: Roster) -> Change:
            must_give_to(actor, roster.held_by(me), grant, them)
            there(roster, them)
            must_know_teams(roster, [grant])
            return replace(_nothing(actor, roster), given=(given,))

        await decide(self._book, actor.tenant, [me, them], rule, by=doer(actor, self._clock.now()))
        return given

    async def take(self, actor: Actor, person: str, grant: Grant) -> None:
        """Take a role away; one's own too, but not the last admin's.

        Raises: NotFound, NotAllowed, PersonRequired.
        """
        me, them = person_of(actor), parse_person(person)
        taken = Membership(tenant=actor.tenant, person=them, role=grant.role, team=grant.team)

        def rule(roster: Roster) -> Change:
            if them != me:
                must_administer(actor, roster.held_by(me))
            if taken not in roster.memberships:
                raise unknown("such role of person", person)
            if grant.role is Role.ADMIN:
                must_leave_an_admin(roster.admins, them)
            return replace(_nothing(actor, roster), taken=(taken,))

        await decide(self._book, actor.tenant, [me, them], rule, by=doer(actor, self._clock.now()))

    async def remove(self, actor: Actor, person: str) -> None:
        """Somebody goes, or goes themselves; what they made and answered stays.

        Raises: NotFound, NotAllowed, PersonRequired.
        """
        me, them = person_of(actor), parse_person(person)

        def rule(roster: Roster) -> Change:
            if them != me:
                must_administer(actor, roster.held_by(me))
            must_leave_an_admin(roster.admins, there(roster, them))
            return replace(_nothing(actor, roster), left=(them, self._clock.now()))

        await decide(self._book, actor.tenant, [me, them], rule, by=doer(actor, self._clock.now()))

    async def make_team(self, actor: Actor, name: str) -> Team:
        me = person_of(actor)
        team = Team(tenant=actor.tenant, name=must_slug("team", name), made_at=self._clock.now())

        def rule(roster: Roster) -> Change:
            must_administer(actor, roster.held_by(me))
            if name in roster.teams:
                raise InvalidArguments(f"There is a team {name} already.", hint="Use another name.")
            return replace(_nothing(actor, roster), team=team)

        await decide(self._book, actor.tenant, [me], rule, by=doer(actor, self._clock.now()))
        return team

    async def open_project(self, actor: Actor, project: str, team: str) -> Access:
        """Let the asks of a project go to a team."""
        access = await self._access(actor, project, team)
        await self._book.open_project(access)
        await self._acts.note(actor, ActKind.PROJECT_OPENED, access.project, team_address(team))
        return access

    async def close_project(self, actor: Actor, project: str, team: str) -> None:
        access = await self._access(actor, project, team)
        if not await self._book.close_project(access):
            raise unknown("project of that team:", project)
        await self._acts.note(actor, ActKind.PROJECT_CLOSED, access.project, team_address(team))

    async def people(self, actor: Actor) -> list[Person]:
        """All of one's own tenant: who works together may know each other."""
        await standing_of(self._book, actor)
        return await self._book.people(actor.tenant)

    async def directory(self, actor: Actor) -> list[Listed]:
        """The same, each with their roles."""
        people = await self._book.people(actor.tenant)
        roster = await standing_of(self._book, actor, [each.id for each in people])
        return [Listed(each, _in_order(roster.held_by(each.id))) for each in people]

    async def projects(self, actor: Actor) -> list[Access]:
        """Which project is open to which team."""
        await standing_of(self._book, actor)
        return await self._book.projects(actor.tenant)

    async def teams(self, actor: Actor) -> list[Team]:
        await standing_of(self._book, actor)
        return await self._book.teams(actor.tenant)

    async def _access(self, actor: Actor, project: str, team: str) -> Access:
        roster = await standing_of(self._book, actor)
        must_administer(actor, roster.held_by(person_of(actor)))
        must_know_teams(roster, [Grant(role=Role.ASKER, team=team)])
        return Access(tenant=actor.tenant, project=must_name("project", project), team=team)


def must_know_teams(roster: Roster, grants: list[Grant]) -> None:
    for grant in grants:
        if grant.team is not None and grant.team not in roster.teams:
            raise unknown("team", grant.team)


def _in_order(held: tuple[Membership, ...]) -> tuple[Membership, ...]:
    return tuple(sorted(held, key=lambda each: (each.team or "", each.role)))


def _nothing(actor: Actor, roster: Roster) -> Change:
    return Change(tenant=actor.tenant, revision=roster.revision)
