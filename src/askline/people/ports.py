"""What the people of a hub need from outside: books to be kept in, and a slow hash for passwords.

Whatever changes what somebody may do is one `Change` against the revision it was decided on, so that of
two that contradict each other one wins, and the other is decided anew: two admins who take each other's
role at once do not leave a tenant without any.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from askline.people.absences import Absence
from askline.people.acts import Act, Deed, Head
from askline.people.finding import Reached
from askline.people.limits import LimitBook
from askline.people.model import (
    Access,
    Credential,
    Identity,
    Invitation,
    Membership,
    Passkey,
    Person,
    PersonId,
    Session,
    Team,
    Tenant,
    Token,
    TokenId,
)
from askline.people.routing_rules import RoutingRule


@dataclass(frozen=True, slots=True, kw_only=True)
class Roster:
    """What a decision about some people of a tenant rests on."""

    revision: int
    people: dict[PersonId, Person]
    memberships: tuple[Membership, ...]
    """Of those people, as far as they did not leave."""
    admins: frozenset[PersonId]
    teams: frozenset[str]

    def held_by(self, person: PersonId) -> tuple[Membership, ...]:
        return tuple(each for each in self.memberships if each.person == person)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Somebody and what they hold now, for a door to know them by. No decision rests on it."""

    person: Person
    memberships: tuple[Membership, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Kept whole or not at all, and only while the tenant's revision is still this one."""

    tenant: str
    revision: int
    joined: Person | None = None
    left: tuple[PersonId, datetime] | None = None
    """Their memberships end with them."""
    given: tuple[Membership, ...] = ()
    taken: tuple[Membership, ...] = ()
    team: Team | None = None
    token: Token | None = None
    invitation: Invitation | None = None
    used: str | None = None
    """The hash of the invitation that this uses up; without it there, nothing is kept."""
    credential: Credential | None = None
    passkey: Passkey | None = None
    identity: Identity | None = None
    routed: RoutingRule | None = None
    """In place of one with its name; with another that is for the same, nothing is kept."""
    unrouted: str | None = None
    """The name of a rule that ends."""
    deeds: tuple[Deed, ...] = ()
    """Become acts with it, in this order."""


class PeopleBook(Protocol):
    async def found(
        self,
        tenant: Tenant,
        first: Person,
        given: Sequence[Membership],
        credential: Credential,
        deed: Deed,
    ) -> bool:
        """Keep a tenant with its first person and its first act, or nothing; false where the tenant
        stands already."""
        ...

    async def roster(self, tenant: str, people: Sequence[PersonId]) -> Roster | None:
        """None where there is no such tenant; people of other tenants are not in it."""
        ...

    async def standing(self, tenant: str, person: PersonId) -> Standing | None:
        """Also of somebody who left; None where the tenant has no such person."""
        ...

    async def change(self, change: Change) -> bool:
        """Whether it was kept. Atomic across processes."""
        ...

    async def by_login(self, tenant: str, login: str) -> Person | None:
        """Among those who did not leave."""
        ...

    async def people(self, tenant: str) -> list[Person]:
        """All, also those who left, oldest first."""
        ...

    async def teams(self, tenant: str) -> list[Team]:
        """By name."""
        ...

    async def open_project(self, access: Access) -> None: ...

    async def close_project(self, access: Access) -> bool: ...

    async def projects(self, tenant: str) -> list[Access]:
        """All that are open, by project and team."""
        ...


class KeyBook(Protocol):
    """Keys are found by the hash of what was shown, and by nothing else across tenants."""

    async def token(self, sha256: str) -> Token | None:
        """Also one that is revoked or expired."""
        ...

    async def tokens(self, tenant: str) -> list[Token]:
        """Newest first."""
        ...

    async def revoke_token(self, tenant: str, token_id: TokenId, at: datetime) -> bool:
        """Whether it was there and unrevoked until now."""
        ...

    async def rotate_token(self, old: Token, new: Token) -> bool:
        """Keep `new`, and `old` as it is now; unless old has a successor or was revoked meanwhile."""
        ...

    async def used_token(self, tenant: str, token_id: TokenId, at: datetime) -> None: ...

    async def invitation(self, sha256: str) -> Invitation | None:
        """If it was not used."""
        ...

    async def invitation_for(self, tenant: str, login: str) -> Invitation | None:
        """The one that lasts longest, if any was not used."""
        ...

    async def credentials(self, tenant: str, person: PersonId) -> list[Credential]: ...

    async def keep_credential(self, credential: Credential) -> None:
        """Instead of an earlier one of its kind."""
        ...

    async def keep_session(self, session: Session) -> None: ...

    async def session(self, sha256: str) -> Session | None: ...

    async def end_session(self, sha256: str) -> bool: ...

    async def end_sessions(self, tenant: str, person: PersonId) -> None: ...

    async def forget(self, before: datetime) -> None:
        """Drop sessions and invitations that expired before this."""
        ...


class ProofBook(Protocol):
    """Passkeys, identities, and which challenges were answered. Kept new by a `Change`, or as it says here."""

    async def passkey(self, passkey_id: str) -> Passkey | None: ...

    async def passkeys(self, tenant: str, person: PersonId) -> list[Passkey]:
        """Oldest first."""
        ...

    async def keep_passkey(self, passkey: Passkey) -> bool:
        """False where it is kept already, whosesoever it is."""
        ...

    async def used_passkey(self, passkey: Passkey) -> bool:
        """Keep its count and time; false where the device counted no further than what is kept."""
        ...

    async def drop_passkey(self, tenant: str, person: PersonId, passkey_id: str) -> bool: ...

    async def identity(self, tenant: str, issuer: str, subject: str) -> Identity | None: ...

    async def use_challenge(self, sha256: str, expires_at: datetime) -> bool:
        """Whether it was not used before. Atomic across processes."""
        ...

    async def forget(self, before: datetime) -> None:
        """Drop the notes of challenges that expired before this."""
        ...


class ActBook(Protocol):
    """What was done to a tenant, in one chain for each. Nothing is ever taken out of it."""

    async def note(self, deed: Deed) -> None:
        """Becomes the next act of its tenant. Atomic across processes: no gap, no fork."""
        ...

    async def acts(self, tenant: str, *, after: int, limit: int) -> list[Act]:
        """Oldest first, from the one that follows number `after`."""
        ...

    async def newest(self, tenant: str, *, limit: int, before: int | None = None) -> list[Act]: ...

    async def head(self, tenant: str) -> Head: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Ways:
    """What a tenant says about whom the asks of one project go to."""

    teams: tuple[str, ...] = ()
    """That have the project, by name."""
    rules: tuple[RoutingRule, ...] = ()
    """Of this project and of every."""
    anybody_away: bool = False
    """Whether anybody of the tenant said so; it may be over."""


class RouteBook(Protocol):
    """Whom asks go to. Rules are kept by a `Change`; that somebody is away is their own, and decides
    nothing about what anybody may do."""

    async def ways(self, tenant: str, project: str) -> Ways: ...

    async def reached(self, tenant: str, addresses: Sequence[str]) -> Sequence[Reached]:
        """At least everybody of the tenant whom these lead to, and whom the deputies of those do; also
        who left."""
        ...

    async def rules(self, tenant: str) -> list[RoutingRule]:
        """By name."""
        ...

    async def absence(self, tenant: str, person: PersonId) -> Absence | None:
        """Also one that is over."""
        ...

    async def keep_absence(self, absence: Absence) -> None:
        """Instead of an earlier one of theirs."""
        ...

    async def end_absence(self, tenant: str, person: PersonId) -> bool: ...

    async def forget(self, before: datetime) -> None:
        """Drop absences that were over before this."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Register:
    """An opened place for all books; they belong together, because a change may touch each."""

    people: PeopleBook
    keys: KeyBook
    proofs: ProofBook
    routes: RouteBook
    acts: ActBook
    limits: LimitBook


class Passwords(Protocol):
    async def hashed(self, password: str) -> str: ...

    async def fits(self, kept: str | None, password: str) -> bool:
        """False for none kept, after as long a time as for a wrong one."""
        ...
