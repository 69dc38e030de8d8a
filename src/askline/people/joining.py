"""How people come to a hub: a tenant is founded with its first person, everybody else is invited.

An invitation is a link shown once, for one login, used once, for a short time. It is worth what its maker
may still give when it is used: an admin who lost their role leaves no way in behind them.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial

from askline.core.clock import Clock
from askline.core.errors import InvalidArguments
from askline.core.ids import Mint
from askline.core.people import Actor
from askline.people.acts import ActKind, Deed, Doer, doer
from askline.people.administering import must_know_teams
from askline.people.deciding import decide, person_of
from askline.people.granting import covers, must_administer, must_give
from askline.people.limits import ENDLESS, Room
from askline.people.model import (
    Credential,
    CredentialKind,
    Grant,
    Identity,
    Invitation,
    Membership,
    Passkey,
    Person,
    PersonId,
    Role,
    Tenant,
)
from askline.people.naming import must_login, must_name, must_password, must_slug
from askline.people.ports import Change, KeyBook, Passwords, PeopleBook, Roster
from askline.people.proofs import MadePasskey, Vouched
from askline.people.secret import Kind, Secret, hash_if_whole, new_secret, refused

LIFE = timedelta(days=3)


class Joining:
    def __init__(
        self,
        book: PeopleBook,
        keys: KeyBook,
        passwords: Passwords,
        clock: Clock,
        mint: Mint,
        *,
        room: Room = ENDLESS,
    ) -> None:
        self._room = room
        self._book = book
        self._keys = keys
        self._passwords = passwords
        self._clock = clock
        self._mint = mint

    async def found(self, tenant_id: str, name: str, login: str, password: str) -> Person:
        """A new tenant, whose first person holds every role. For who runs the hub, at no door.

        Raises: InvalidArguments.
        """
        now = self._clock.now()
        must_slug("tenant", tenant_id)
        tenant = Tenant(id=tenant_id, name=must_name("tenant", name), made_at=now)
        first, secret = self._person(tenant.id, login, login), must_password(password)
        given = [Membership(tenant=tenant.id, person=first.id, role=role) for role in Role]
        credential = await self._credential(first, secret)
        founder = Doer(id=str(first.id), name=first.name, at=now)
        deed = Deed(tenant=tenant.id, kind=ActKind.FOUNDED, by=founder, subject=tenant.id)
        if not await self._book.found(tenant, first, given, credential, deed):
            raise InvalidArguments(f"There is a tenant {tenant.id} already.", hint="Name another.")
        return first

    async def invite(
        self, actor: Actor, login: str, grants: Sequence[Grant] = ()
    ) -> tuple[Secret, Invitation]:
        """The secret for the link, shown to the inviter once, and what is kept of it.

        Raises: NotFound, NotAllowed, InvalidArguments, PersonRequired.
        """
        me, secret = person_of(actor), new_secret(Kind.INVITATION)
        invitation = Invitation(
            sha256=secret.sha256,
            tenant=actor.tenant,
            login=must_login(login),
            grants=tuple(grants),
            made_by=me,
            expires_at=self._clock.now() + LIFE,
        )

        def rule(roster: Roster) -> Change:
            must_administer(actor, roster.held_by(me))
            for grant in grants:
                must_give(actor, roster.held_by(me), grant)
            must_know_teams(roster, [*grants])
            plain = Change(tenant=actor.tenant, revision=roster.revision)
            return replace(plain, invitation=invitation)

        by, room = doer(actor, self._clock.now()), partial(self._room.for_person, actor.tenant)
        await decide(self._book, actor.tenant, [me], rule, by=by, before=room)
        return secret, invitation

    async def look(self, said: str) -> Invitation:
        """What an invitation promises; looking changes nothing. Raises: NotAllowed."""
        return await self._standing(hash_if_whole(said, Kind.INVITATION))

    async def accept(self, said: str, name: str, password: str) -> Person:
        """Raises: NotAllowed, InvalidArguments."""
        invitation, secret = await self.look(said), must_password(password)
        joined = await self._newcomer(invitation, name)
        credential = await self._credential(joined, secret)
        return await self._join(invitation, joined, credential=credential)

    async def accept_with_passkey(self, said: str, name: str, made: MadePasskey) -> Person:
        """The same for somebody whose device has answered a challenge.

        Raises: NotAllowed, InvalidArguments.
        """
        invitation = await self.look(said)
        joined = await self._newcomer(invitation, name)
        passkey = made.of(joined.tenant, joined.id, joined.joined_at)
        return await self._join(invitation, joined, passkey=passkey)

    async def admit(self, tenant: str, vouched: Vouched) -> Person:
        """Somebody for whom an issuer vouches, with the mail address that an invitation names.

        Raises: NotAllowed, InvalidArguments.
        """
        if vouched.verified_mail is None:
            raise refused()
        found = await self._keys.invitation_for(tenant, must_login(vouched.verified_mail))
        invitation = await self._standing(found.sha256 if found else None)
        joined = await self._newcomer(invitation, vouched.name or invitation.login)
        identity = vouched.of(tenant, joined.id, joined.joined_at)
        return await self._join(invitation, joined, identity=identity)

    async def _join(
        self,
        invitation: Invitation,
        joined: Person,
        *,
        credential: Credential | None = None,
        passkey: Passkey | None = None,
        identity: Identity | None = None,
    ) -> Person:
        def rule(roster: Roster) -> Change:
            return Change(
                tenant=invitation.tenant,
                revision=roster.revision,
                joined=joined,
                given=_still_given(roster, invitation, joined.id),
                used=invitation.sha256,
                credential=credential,
                passkey=passkey,
                identity=identity,
            )

        tenant, maker = invitation.tenant, invitation.made_by
        by = Doer(id=str(joined.id), name=joined.name, at=joined.joined_at)
        still = partial(self._still_there, invitation)
        await decide(self._book, tenant, [maker], rule, by=by, before=still)
        return joined

    async def _still_there(self, invitation: Invitation) -> None:
        await self._standing(invitation.sha256)
        await self._room.for_person(invitation.tenant)

    async def _standing(self, sha256: str | None) -> Invitation:
        found = await self._keys.invitation(sha256) if sha256 else None
        if found is None or found.expires_at <= self._clock.now():
            raise refused()
        return found

    async def _newcomer(self, invitation: Invitation, name: str) -> Person:
        tenant, login = invitation.tenant, invitation.login
        joined = self._person(tenant, login, name)
        if await self._book.by_login(tenant, login) is not None:
            raise InvalidArguments(
                "Somebody signs in with this name already.",
                hint="Sign in, or be invited by another.",
            )
        return joined

    def _person(self, tenant: str, login: str, name: str) -> Person:
        now = self._clock.now()
        return Person(
            id=PersonId(self._mint.ask_id(now)),
            tenant=tenant,
            login=must_login(login),
            name=must_name("person", name),
            joined_at=now,
        )

    async def _credential(self, person: Person, password: str) -> Credential:
        return Credential(
            tenant=person.tenant,
            person=person.id,
            kind=CredentialKind.PASSWORD,
            secret=await self._passwords.hashed(password),
            made_at=person.joined_at,
        )


def _still_given(
    roster: Roster, invitation: Invitation, person: PersonId
) -> tuple[Membership, ...]:
    held = roster.held_by(invitation.made_by)
    if not any(each.role is Role.ADMIN for each in held):
        raise refused()
    return tuple(
        Membership(tenant=invitation.tenant, person=person, role=each.role, team=each.team)
        for each in invitation.grants
        if covers(held, each)
    )
