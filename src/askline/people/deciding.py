"""Decide on what stands, keep it, and decide anew where somebody was faster."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from uuid import UUID

from askline.core.errors import StoreUnavailable
from askline.core.people import Actor
from askline.people.acts import Doer
from askline.people.deeds import deeds_of
from askline.people.granting import must_be_a_person, unknown
from askline.people.model import PersonId
from askline.people.ports import Change, PeopleBook, Roster

TRIES = 20


async def nothing_first() -> None:
    """Nothing has to hold beside what the roster says."""


async def decide(
    book: PeopleBook,
    tenant: str,
    people: Sequence[PersonId],
    rule: Callable[[Roster], Change],
    *,
    by: Doer,
    before: Callable[[], Awaitable[object]] = nothing_first,
) -> Change:
    """Keep what `rule` makes of the roster of these people, and the acts that it is.

    `before` looks at each try, after the roster was read: what it counts cannot have changed by another
    decision when this one is kept.

    Raises: what the rule raises, and what `before` does.
    """
    for _ in range(TRIES):
        roster = await book.roster(tenant, people)
        if roster is None:
            raise unknown("tenant", tenant)
        await before()
        change = rule(roster)
        change = replace(change, deeds=(*deeds_of(change, by), *change.deeds))
        if await book.change(change):
            return change
    raise StoreUnavailable(
        "The people of this tenant change too fast.", hint="Nothing was kept. Try again."
    )


async def standing_of(book: PeopleBook, actor: Actor, also: Sequence[PersonId] = ()) -> Roster:
    """What the store says now of somebody who wants to look, and of others; raises for who is not
    there."""
    me = person_of(actor)
    roster = await book.roster(actor.tenant, [me, *also])
    if roster is None:
        raise unknown("tenant", actor.tenant)
    there(roster, me)
    return roster


def person_of(actor: Actor) -> PersonId:
    """Whose account an actor is; raises for whatever is no person."""
    must_be_a_person(actor)
    return parse_person(actor.id)


def parse_person(said: str) -> PersonId:
    try:
        return PersonId(UUID(said))
    except ValueError:
        raise unknown("person", said) from None


def there(roster: Roster, person: PersonId) -> PersonId:
    """Somebody of this tenant who did not leave."""
    found = roster.people.get(person)
    if found is None or found.left_at is not None:
        raise unknown("person", str(person))
    return person
