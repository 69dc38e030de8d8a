"""Whom the asks of a hub's programs are put to, by its rules; and whom somebody means by a name.

Without a rule that is the program's own person and the teams that have the project. One look for what a
tenant says about a project; another one only where a rule names people, or where somebody is away.
"""

from collections.abc import Sequence
from uuid import UUID

from askline.asks.addressing import Addressed, Addressee
from askline.asks.model import Matter
from askline.core.clock import Clock
from askline.core.errors import NoHumanChannel, NotFound
from askline.core.people import Actor, Door, Project
from askline.people.deciding import parse_person, standing_of
from askline.people.finding import Reach, Reached, addressed, steps_of
from askline.people.model import PersonId
from askline.people.naming import SLUG, must_login
from askline.people.ports import PeopleBook, RouteBook
from askline.people.roles import SERVICE, TEAM, actor_of, team_address
from askline.people.routing_rules import chosen, route_of

ANY = Matter(questions=())
"""To be passed on to, one must be able to answer a question."""


class ToPeople:
    def __init__(self, book: PeopleBook, routes: RouteBook, clock: Clock) -> None:
        self._book = book
        self._routes = routes
        self._clock = clock

    async def route(self, actor: Actor, project: Project, matter: Matter) -> Addressed:
        """Raises: NoHumanChannel, for a service in a project that no team has and no rule sends on."""
        ways = await self._routes.ways(actor.tenant, project.name)
        rule = chosen(ways.rules, project.name, matter.kind)
        own = () if actor.id.startswith(SERVICE) else (actor.id,)
        usual = (*own, *map(team_address, ways.teams))
        named = rule.addresses if rule else ()
        near = ()
        if named or ways.anybody_away:
            near = await self._routes.reached(actor.tenant, (*usual, *named))
        reach = Reach(near, matter)
        steps = steps_of(rule.steps if rule else (), usual, reach)
        if not steps:
            raise NoHumanChannel(
                f"No team has the project {project.name}.",
                hint="Ask an admin of the hub to open it to a team; nobody would see this ask.",
            )
        return addressed(steps, route_of(rule), reach, matter, self._clock.now())

    async def addressee(self, actor: Actor, said: str) -> Addressee:
        """Raises: NotFound, also where they could not answer; InvalidArguments."""
        address = await named_address(self._book, actor.tenant, said)
        if address is not None:
            reach = Reach(await self._routes.reached(actor.tenant, (address,)), ANY)
            if reach.answering(address):
                return _addressee(address, reach)
        raise NotFound(
            f"There is nobody called {said} who could answer.",
            hint="Name a person by login or id, or a team as team:name; list whom there are.",
        )

    async def approving(self, tenant: str, people: Sequence[str]) -> dict[str, frozenset[str]]:
        """Of these people, whose approvals each may settle now; nothing of who left."""
        found = [await self._book.standing(tenant, parse_person(each)) for each in people]
        actors = [actor_of(each.person, each.memberships, Door.WEB) for each in found if each]
        return {each.id: each.approves or frozenset() for each in actors}

    async def addressees(self, actor: Actor) -> list[Addressee]:
        """Everybody who could answer, and the teams in which somebody could. Raises: PersonRequired."""
        people = await self._book.people(actor.tenant)
        roster = await standing_of(self._book, actor, [each.id for each in people])
        reach = Reach(
            [Reached(person=each, memberships=roster.held_by(each.id)) for each in people], ANY
        )
        all_of_them = (*(str(each.id) for each in people), *map(team_address, sorted(roster.teams)))
        return [_addressee(each, reach) for each in filter(reach.answering, all_of_them)]


def _addressee(address: str, reach: Reach) -> Addressee:
    return Addressee(address, reach.named(address), several=address.startswith(TEAM))


async def named_address(book: PeopleBook, tenant: str, said: str) -> str | None:
    """The address that somebody means, if there is one; of an id and a team it only says how it is spelled.

    Raises: InvalidArguments, for what could be nobody's name.
    """
    if said.startswith(TEAM):
        return said if SLUG.fullmatch(said.removeprefix(TEAM)) else None
    person = person_in(said)
    if person is not None:
        return str(person)
    found = await book.by_login(tenant, must_login(said))
    return None if found is None else str(found.id)


def person_in(said: str) -> PersonId | None:
    try:
        return PersonId(UUID(said))
    except ValueError:
        return None
