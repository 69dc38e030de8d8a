"""How the password of somebody changes: by themselves, who show the one they have, or by who runs the hub.

Either ends all of their sessions: whoever else knew the old one is out. Tokens stay, each of which has a
name and can be revoked. No admin can set another's password and so approve as them.
"""

from askline.core.clock import Clock
from askline.core.errors import NotAllowed
from askline.core.people import Actor
from askline.people.acts import ActKind
from askline.people.deciding import person_of, standing_of
from askline.people.entering import password_of
from askline.people.model import Credential, CredentialKind, Person
from askline.people.naming import must_password
from askline.people.ports import Passwords, Register
from askline.people.recording import Acts


class Renewing:
    def __init__(self, register: Register, passwords: Passwords, clock: Clock) -> None:
        self._book = register.people
        self._keys = register.keys
        self._passwords = passwords
        self._clock = clock
        self._acts = Acts(register.people, register.acts, clock)

    async def change(self, actor: Actor, old: str, new: str) -> Person:
        """Who it was, for a session to begin anew. Raises: NotAllowed, InvalidArguments, PersonRequired."""
        roster = await standing_of(self._book, actor)
        person, new = roster.people[person_of(actor)], must_password(new)
        if not await self._passwords.fits(await password_of(self._keys, person), old):
            raise NotAllowed(
                "This is not the password that you have.",
                hint="Who joined with a passkey or through an issuer has none to change.",
            )
        await self.put(actor, person, new)
        return person

    async def put(self, actor: Actor, person: Person, new: str, *, detail: str = "") -> None:
        """In place of whatever they had. For who runs the hub, at no door. Raises: InvalidArguments."""
        credential = Credential(
            tenant=person.tenant,
            person=person.id,
            kind=CredentialKind.PASSWORD,
            secret=await self._passwords.hashed(must_password(new)),
            made_at=self._clock.now(),
        )
        await self._keys.keep_credential(credential)
        await self._keys.end_sessions(person.tenant, person.id)
        await self._acts.note(actor, ActKind.PASSWORD_CHANGED, actor.id, detail)
