"""People and keys in this process alone; the reference that the other books are read against."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from askline.people.acts import Deed
from askline.people.model import (
    Access,
    Credential,
    CredentialKind,
    Invitation,
    Membership,
    Person,
    PersonId,
    Role,
    Session,
    Team,
    Tenant,
    Token,
    TokenId,
)
from askline.people.ports import Change, Register, Roster, Standing
from askline.stores.ephemeral_operating import EphemeralActs, EphemeralLimits
from askline.stores.ephemeral_proofs import EphemeralProofs
from askline.stores.ephemeral_routes import EphemeralRoutes, KeptRoutes


class EphemeralKeys:
    def __init__(self, proofs: EphemeralProofs | None = None) -> None:
        self._proofs = proofs or EphemeralProofs()
        self._tokens: dict[TokenId, Token] = {}
        self._invitations: dict[str, Invitation] = {}
        self._sessions: dict[str, Session] = {}
        self._credentials: dict[tuple[PersonId, CredentialKind], Credential] = {}

    async def token(self, sha256: str) -> Token | None:
        return next((each for each in self._tokens.values() if each.sha256 == sha256), None)

    async def tokens(self, tenant: str) -> list[Token]:
        found = [each for each in self._tokens.values() if each.tenant == tenant]
        return sorted(found, key=lambda each: each.id, reverse=True)

    async def revoke_token(self, tenant: str, token_id: TokenId, at: datetime) -> bool:
        token = self._standing(tenant, token_id)
        if token is None:
            return False
        self._tokens[token_id] = replace(token, revoked_at=at)
        return True

    async def rotate_token(self, old: Token, new: Token) -> bool:
        standing = self._standing(old.tenant, old.id)
        if standing is None or standing.successor is not None:
            return False
        self._tokens[old.id] = replace(standing, successor=old.successor, expires_at=old.expires_at)
        self._tokens[new.id] = new
        return True

    async def used_token(self, tenant: str, token_id: TokenId, at: datetime) -> None:
        token = self._tokens.get(token_id)
        if token is not None and token.tenant == tenant:
            self._tokens[token_id] = replace(token, used_at=at)

    async def invitation(self, sha256: str) -> Invitation | None:
        return self._invitations.get(sha256)

    async def invitation_for(self, tenant: str, login: str) -> Invitation | None:
        here = [each for each in self._invitations.values() if each.tenant == tenant]
        found = [each for each in here if each.login == login]
        return max(found, key=lambda each: each.expires_at, default=None)

    async def credentials(self, tenant: str, person: PersonId) -> list[Credential]:
        found = self._credentials.values()
        return [each for each in found if (each.tenant, each.person) == (tenant, person)]

    async def keep_credential(self, credential: Credential) -> None:
        self._credentials[credential.person, credential.kind] = credential

    async def keep_session(self, session: Session) -> None:
        self._sessions[session.sha256] = session

    async def session(self, sha256: str) -> Session | None:
        return self._sessions.get(sha256)

    async def end_session(self, sha256: str) -> bool:
        return self._sessions.pop(sha256, None) is not None

    async def end_sessions(self, tenant: str, person: PersonId) -> None:
        self._sessions = {
            sha256: each
            for sha256, each in self._sessions.items()
            if (each.tenant, each.person) != (tenant, person)
        }

    async def forget(self, before: datetime) -> None:
        self._sessions = {k: v for k, v in self._sessions.items() if v.expires_at >= before}
        self._invitations = {k: v for k, v in self._invitations.items() if v.expires_at >= before}

    def take_part(self, change: Change) -> bool:
        """The keys' part of a change; false, and nothing kept, where its invitation is not there, or
        its proof another's."""
        if not self._proofs.may_take(change):
            return False
        if change.used is not None and self._invitations.pop(change.used, None) is None:
            return False
        if change.token is not None:
            self._tokens[change.token.id] = change.token
        if change.invitation is not None:
            self._invitations[change.invitation.sha256] = change.invitation
        if change.credential is not None:
            self.know(change.credential)
        self._proofs.take_part(change)
        return True

    def know(self, credential: Credential) -> None:
        self._credentials[credential.person, credential.kind] = credential

    def _standing(self, tenant: str, token_id: TokenId) -> Token | None:
        token = self._tokens.get(token_id)
        standing = token and token.tenant == tenant and token.revoked_at is None
        return token if standing else None


class EphemeralPeople:
    def __init__(
        self,
        keys: EphemeralKeys,
        acts: EphemeralActs | None = None,
        limits: EphemeralLimits | None = None,
        routes: KeptRoutes | None = None,
    ) -> None:
        self._keys = keys
        self._routes = routes or KeptRoutes()
        self._acts = acts or EphemeralActs()
        self._limits = limits or EphemeralLimits(self._acts)
        self._tenants: dict[str, Tenant] = {}
        self._revisions: dict[str, int] = {}
        self._people: dict[PersonId, Person] = {}
        self._memberships: set[Membership] = set()
        self._teams: dict[tuple[str, str], Team] = {}
        self._access: set[Access] = set()

    async def found(
        self,
        tenant: Tenant,
        first: Person,
        given: Sequence[Membership],
        credential: Credential,
        deed: Deed,
    ) -> bool:
        if tenant.id in self._tenants:
            return False
        self._tenants[tenant.id] = tenant
        self._revisions[tenant.id] = 0
        self._people[first.id] = first
        self._memberships.update(given)
        self._keys.know(credential)
        self._acts.keep([deed])
        self._limits.know(tenant.id)
        return True

    async def roster(self, tenant: str, people: Sequence[PersonId]) -> Roster | None:
        if tenant not in self._tenants:
            return None
        here = [each for each in self._memberships if each.tenant == tenant]
        known = (self._people[each] for each in people if each in self._people)
        return Roster(
            revision=self._revisions[tenant],
            people={each.id: each for each in known if each.tenant == tenant},
            memberships=tuple(each for each in here if each.person in people),
            admins=frozenset(each.person for each in here if each.role is Role.ADMIN),
            teams=frozenset(name for of, name in self._teams if of == tenant),
        )

    async def standing(self, tenant: str, person: PersonId) -> Standing | None:
        known = self._people.get(person)
        if known is None or known.tenant != tenant:
            return None
        held = (
            each for each in self._memberships if (each.tenant, each.person) == (tenant, person)
        )
        return Standing(person=known, memberships=tuple(held))

    async def change(self, change: Change) -> bool:
        if self._revisions.get(change.tenant) != change.revision or self._is_taken(change.joined):
            return False
        if not self._routes.may_take(change) or not self._keys.take_part(change):
            return False
        self._routes.take_part(change)
        self._revisions[change.tenant] += 1
        if change.joined is not None:
            self._people[change.joined.id] = change.joined
        if change.team is not None:
            self._teams[change.tenant, change.team.name] = change.team
        self._memberships |= {*change.given}
        self._memberships -= {*change.taken}
        if change.left is not None:
            self._leave(*change.left)
        self._acts.keep(change.deeds)
        return True

    async def by_login(self, tenant: str, login: str) -> Person | None:
        return next((each for each in await self.people(tenant) if _signs_in(each, login)), None)

    async def people(self, tenant: str) -> list[Person]:
        found = [each for each in self._people.values() if each.tenant == tenant]
        return sorted(found, key=lambda each: each.id)

    async def teams(self, tenant: str) -> list[Team]:
        found = [each for each in self._teams.values() if each.tenant == tenant]
        return sorted(found, key=lambda each: each.name)

    async def open_project(self, access: Access) -> None:
        self._access.add(access)

    async def close_project(self, access: Access) -> bool:
        there = access in self._access
        self._access.discard(access)
        return there

    async def projects(self, tenant: str) -> list[Access]:
        found = [each for each in self._access if each.tenant == tenant]
        return sorted(found, key=lambda each: (each.project, each.team))

    def _is_taken(self, joined: Person | None) -> bool:
        return joined is not None and any(
            each.tenant == joined.tenant and _signs_in(each, joined.login)
            for each in self._people.values()
        )

    def _leave(self, person: PersonId, at: datetime) -> None:
        self._people[person] = replace(self._people[person], left_at=at)
        self._memberships = {each for each in self._memberships if each.person != person}


def _signs_in(person: Person, login: str) -> bool:
    return person.login == login and person.left_at is None


def open_ephemeral_register() -> Register:
    proofs = EphemeralProofs()
    keys = EphemeralKeys(proofs)
    acts, kept = EphemeralActs(), KeptRoutes()
    limits = EphemeralLimits(acts)
    people = EphemeralPeople(keys, acts, limits, kept)
    return Register(
        people=people,
        keys=keys,
        proofs=proofs,
        routes=EphemeralRoutes(people, kept),
        acts=acts,
        limits=limits,
    )
