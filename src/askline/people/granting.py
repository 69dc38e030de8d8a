"""Who may give, take and make what. Pure.

Nobody gives what they do not hold themselves, in the same team or in the whole tenant; so no chain of
moves, through however many people, invitations or tokens, ends with more than it began with. Nobody
gives anything to themselves. Taking away needs no more than to administer, but an admin always remains.
"""

from collections.abc import Collection

from askline.core.errors import InvalidArguments, NotAllowed, NotFound, PersonRequired
from askline.core.people import Actor, ActorKind, Right
from askline.people.model import Grant, Membership, PersonId, Role, Token
from askline.people.roles import FOR_TOKENS, RIGHTS, SERVICE, WHOLE_TENANT


def must_be_a_person(actor: Actor) -> None:
    if actor.kind is not ActorKind.HUMAN or actor.stream:
        raise PersonRequired(
            "People and tokens are a person's matter.",
            hint="Sign in to the hub yourself; a token or an agent cannot do this.",
        )


def must_administer(actor: Actor, held: Collection[Membership]) -> None:
    """`held` is what the store says now: the actor may have signed in before it changed."""
    must_be_a_person(actor)
    if not any(each.role is Role.ADMIN for each in held):
        raise NotAllowed(
            f"{actor.name} may not administer people.", hint="Ask an admin of this tenant."
        )


def covers(held: Collection[Membership], grant: Grant) -> bool:
    """Whether all that the role allows is held, in the whole tenant or in that very team."""
    near = [each for each in held if each.team is None or each.team == grant.team]
    having = frozenset[Right]().union(*(RIGHTS[each.role] for each in near))
    return RIGHTS[grant.role] <= having


def must_give(actor: Actor, held: Collection[Membership], grant: Grant) -> None:
    must_administer(actor, held)
    if grant.team is not None and grant.role in WHOLE_TENANT:
        raise InvalidArguments(
            f"{grant.role} is no role of a team.",
            hint="Give it in the whole tenant: without a team.",
        )
    if not covers(held, grant):
        raise NotAllowed(
            f"{actor.name} may not make anybody {grant.role} there.",
            hint="Only who holds all that a role allows can give it: ask an admin who does.",
        )


def must_give_to(
    actor: Actor, held: Collection[Membership], grant: Grant, person: PersonId
) -> None:
    must_give(actor, held, grant)
    if str(person) == actor.id:
        raise NotAllowed(
            "Nobody gives a role to themselves.", hint="Ask another admin of this tenant."
        )


def must_leave_an_admin(admins: Collection[PersonId], going: PersonId) -> None:
    if set(admins) <= {going}:
        raise NotAllowed(
            "The last admin cannot go.", hint="Make somebody else admin first, then try again."
        )


def must_make_token(
    actor: Actor, held: Collection[Membership], principal: str, scopes: frozenset[Right]
) -> None:
    """For oneself anybody, for a service an admin; for another person nobody."""
    must_be_a_person(actor)
    if principal != actor.id:
        must_administer(actor, held)
        if not principal.startswith(SERVICE):
            raise NotAllowed(
                "A token for a person is made by that person.",
                hint=f"Let them make it, or name a service: {SERVICE}ci.",
            )
    if not scopes or not scopes <= FOR_TOKENS:
        raise InvalidArguments(
            "A token cannot have these scopes.",
            hint=f"Choose among {', '.join(sorted(FOR_TOKENS))}; a token is never a person.",
        )
    _must_hold(actor, held, principal, scopes)


def _must_hold(
    actor: Actor, held: Collection[Membership], principal: str, scopes: frozenset[Right]
) -> None:
    # A service is in no team: what one team alone gives does not reach as far as it does.
    near = [each for each in held if principal == actor.id or each.team is None]
    if not scopes <= frozenset[Right]().union(*(RIGHTS[each.role] for each in near)):
        raise NotAllowed(
            f"{actor.name} may not give a token these scopes.",
            hint="A token has at most what its maker holds.",
        )


def may_manage_token(actor: Actor, held: Collection[Membership], token: Token) -> bool:
    """Its principal, its maker, or an admin; for others it does not exist."""
    theirs = actor.id in (token.principal, str(token.made_by))
    return theirs or any(each.role is Role.ADMIN for each in held)


def unknown(what: str, said: str) -> NotFound:
    return NotFound(f"There is no {what} {said}.", hint="List them to see which there are.")
