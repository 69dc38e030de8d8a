"""What a role allows, and who somebody is at a door. Pure.

Roles add up and none contains another, so taking one away takes exactly that. Keeping order and
administering are of a whole tenant; asking, answering and approving may be of one team. A token is never
a person: what it may do is part of what its principal may do now, and it looks into inboxes only where it
answers.
"""

from collections.abc import Collection

from askline.core.people import Actor, ActorKind, Door, Right
from askline.people.model import Membership, Person, Role, Token

RIGHTS: dict[Role, frozenset[Right]] = {
    Role.ASKER: frozenset({Right.ASK}),
    Role.ANSWERER: frozenset({Right.ANSWER, Right.PERSON}),
    Role.APPROVER: frozenset({Right.ANSWER, Right.PERSON, Right.APPROVE}),
    Role.OPERATOR: frozenset({Right.OPERATE}),
    Role.ADMIN: frozenset({Right.ADMINISTER}),
}
WHOLE_TENANT = frozenset({Role.OPERATOR, Role.ADMIN})
"""Roles that no team can give: what they allow does not end at a team."""
FOR_TOKENS = frozenset({Right.ASK, Right.ANSWER, Right.OPERATE})
"""What a program may ever hold. Being a person, approving and administering are not among it."""
SERVICE = "service:"
TEAM = "team:"


def team_address(team: str) -> str:
    return f"{TEAM}{team}"


def rights_of(memberships: Collection[Membership]) -> frozenset[Right]:
    return frozenset[Right]().union(*(RIGHTS[each.role] for each in memberships))


def actor_of(person: Person, memberships: Collection[Membership], door: Door) -> Actor:
    """A signed-in person. Who left has no rights, whatever memberships are said."""
    mine = [each for each in memberships if _is_of(each, person) and person.left_at is None]
    return Actor(
        tenant=person.tenant,
        kind=ActorKind.HUMAN,
        id=str(person.id),
        name=person.name,
        door=door,
        rights=rights_of(mine),
        addresses=_reached(person, mine, Right.ANSWER) | {str(person.id)},
        approves=_reached(person, mine, Right.APPROVE),
    )


def actor_of_token(token: Token, principal: Actor | None, door: Door) -> Actor:
    """A program with a token. `principal` is the person it acts for as they are now; a service has none."""
    held = token.scopes & FOR_TOKENS
    if token.project is not None:
        held -= {Right.OPERATE}  # order is kept in a whole tenant
    reached = frozenset({token.principal}) if principal is None else principal.addresses
    rights = held if principal is None else held & principal.rights
    return Actor(
        tenant=token.tenant,
        kind=ActorKind.CLIENT if Right.ANSWER in held else ActorKind.AGENT,
        id=token.principal,
        name=token.name,
        door=door,
        rights=rights,
        addresses=reached if Right.ANSWER in rights else frozenset(),
        approves=frozenset(),
        project=token.project,
    )


def is_service(token: Token) -> bool:
    return token.principal.startswith(SERVICE)


def _is_of(membership: Membership, person: Person) -> bool:
    return (membership.tenant, membership.person) == (person.tenant, person.id)


def _reached(person: Person, mine: Collection[Membership], right: Right) -> frozenset[str]:
    """The addresses for which this right holds: themselves where it is of the whole tenant."""
    having = [each for each in mine if right in RIGHTS[each.role]]
    return frozenset(
        str(person.id) if each.team is None else team_address(each.team) for each in having
    )
