"""The use cases of passkeys: keys kept, used, and let go. What a device signed is checked at the door."""

import re
from dataclasses import replace

from askline.core.clock import Clock
from askline.core.errors import InvalidArguments
from askline.core.people import Actor
from askline.people.acts import ActKind
from askline.people.challenges import Challenges, Sealing
from askline.people.deciding import person_of, standing_of
from askline.people.granting import unknown
from askline.people.model import CredentialKind, Passkey, Person
from askline.people.ports import PeopleBook, Register
from askline.people.proofs import MadePasskey
from askline.people.recording import Acts
from askline.people.secret import refused

ID = re.compile(r"[0-9A-Za-z_-]{1,1400}", re.ASCII)
MOST = 20
"""Passkeys of one person."""


class Passkeys:
    def __init__(self, register: Register, clock: Clock, seal: Sealing) -> None:
        self.challenges = Challenges(register.proofs, seal, clock)
        self._book: PeopleBook = register.people
        self._keys = register.keys
        self._proofs = register.proofs
        self._clock = clock
        self._acts = Acts(register.people, register.acts, clock)

    async def find(self, passkey_id: str) -> Passkey:
        """Raises: NotAllowed."""
        spelled = ID.fullmatch(passkey_id) is not None
        found = await self._proofs.passkey(passkey_id) if spelled else None
        if found is None:
            raise refused()
        return found

    async def used(self, passkey: Passkey, sign_count: int) -> Person:
        """Whose it is, after the device has signed. Raises: NotAllowed, also for a copied one."""
        counted = replace(passkey, sign_count=sign_count, used_at=self._clock.now())
        roster = await self._book.roster(passkey.tenant, [passkey.person])
        person = roster.people.get(passkey.person) if roster else None
        if person is None or person.left_at is not None:
            raise refused()
        if not await self._proofs.used_passkey(counted):
            raise refused()
        return person

    async def add(self, actor: Actor, made: MadePasskey) -> Passkey:
        """Raises: InvalidArguments, PersonRequired, NotFound."""
        if len(await self.list(actor)) >= MOST:
            raise InvalidArguments("You have enough passkeys.", hint="Remove one you do not use.")
        passkey = made.of(actor.tenant, person_of(actor), self._clock.now())
        if not await self._proofs.keep_passkey(passkey):
            raise InvalidArguments("This passkey is kept already.", hint="Make another.")
        await self._acts.note(actor, ActKind.PASSKEY_ADDED, actor.id, passkey.name)
        return passkey

    async def list(self, actor: Actor) -> list[Passkey]:
        """Raises: PersonRequired, NotFound."""
        await standing_of(self._book, actor)
        return await self._proofs.passkeys(actor.tenant, person_of(actor))

    async def remove(self, actor: Actor, passkey_id: str) -> None:
        """Raises: NotFound, InvalidArguments for the last way in that somebody has."""
        mine = await self.list(actor)
        if passkey_id not in {each.id for each in mine}:
            raise unknown("passkey", passkey_id)
        held = await self._keys.credentials(actor.tenant, person_of(actor))
        password = any(each.kind is CredentialKind.PASSWORD for each in held)
        if len(mine) == 1 and not password:
            raise InvalidArguments(
                "This is your only way in.", hint="Make another passkey first, then remove this."
            )
        await self._proofs.drop_passkey(actor.tenant, person_of(actor), passkey_id)
        [gone] = [each for each in mine if each.id == passkey_id]
        await self._acts.note(actor, ActKind.PASSKEY_REMOVED, actor.id, gone.name)
