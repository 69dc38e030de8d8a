"""Who is at the door: a password, a session or a token becomes an actor, or is refused.

One answer for everything that does not open, in about the same time. What somebody may do is read anew
each time, so a role taken away is gone with the next call. No cookies and no headers here: doors have
those.
"""

from datetime import timedelta

from askline.core.clock import Clock
from askline.core.people import Actor, Door
from askline.people.deciding import parse_person, person_of
from askline.people.model import CredentialKind, Person, PersonId, Session
from askline.people.naming import SLUG, must_login
from askline.people.ports import KeyBook, Passwords, PeopleBook
from askline.people.roles import actor_of, actor_of_token, is_service
from askline.people.secret import Kind, Secret, hash_if_whole, new_secret, refused
from askline.people.tokens import is_good

LIFE = timedelta(days=14)
NOTED_EACH = timedelta(minutes=1)
"""That a token was used is noted so often: a busy agent costs no write for each call."""


class Entering:
    def __init__(self, book: PeopleBook, keys: KeyBook, passwords: Passwords, clock: Clock) -> None:
        self._book = book
        self._keys = keys
        self._passwords = passwords
        self._clock = clock

    async def sign_in(self, tenant: str, login: str, password: str) -> tuple[Secret, Session]:
        """Raises: NotAllowed, InvalidArguments."""
        known = SLUG.fullmatch(tenant) is not None
        person = await self._book.by_login(tenant, must_login(login)) if known else None
        kept = await password_of(self._keys, person) if person else None
        if not await self._passwords.fits(kept, password) or person is None:
            raise refused()
        return await self.begin(person)

    async def begin(self, person: Person) -> tuple[Secret, Session]:
        """A session for somebody who has proved to be this person."""
        now, secret = self._clock.now(), new_secret(Kind.SESSION)
        session = Session(
            sha256=secret.sha256,
            tenant=person.tenant,
            person=person.id,
            made_at=now,
            expires_at=now + LIFE,
        )
        await self._keys.keep_session(session)
        return secret, session

    async def as_person(self, person: Person, door: Door) -> Actor:
        """Somebody who has proved to be this person, with what they may do now. Raises: NotAllowed."""
        return await self._person(person.tenant, person.id, door)

    async def by_session(self, said: str, door: Door) -> Actor:
        """Raises: NotAllowed."""
        sha256 = hash_if_whole(said, Kind.SESSION)
        session = await self._keys.session(sha256) if sha256 else None
        if session is None or session.expires_at <= self._clock.now():
            raise refused()
        return await self._person(session.tenant, session.person, door)

    async def by_token(self, said: str, door: Door) -> Actor:
        """Raises: NotAllowed."""
        sha256, now = hash_if_whole(said, Kind.TOKEN), self._clock.now()
        token = await self._keys.token(sha256) if sha256 else None
        if token is None or not is_good(token, now):
            raise refused()
        principal = None
        if not is_service(token):
            principal = await self._person(token.tenant, parse_person(token.principal), door)
        if token.used_at is None or now - token.used_at >= NOTED_EACH:
            await self._keys.used_token(token.tenant, token.id, now)
        return actor_of_token(token, principal, door)

    async def sign_out(self, said: str) -> None:
        """Unknown ones are signed out already."""
        sha256 = hash_if_whole(said, Kind.SESSION)
        if sha256:
            await self._keys.end_session(sha256)

    async def sign_out_everywhere(self, actor: Actor) -> None:
        """End every session of this person. Raises: PersonRequired."""
        await self._keys.end_sessions(actor.tenant, person_of(actor))

    async def _person(self, tenant: str, person: PersonId, door: Door) -> Actor:
        found = await self._book.standing(tenant, person)
        if found is None or found.person.left_at is not None:
            raise refused()
        return actor_of(found.person, found.memberships, door)


async def password_of(keys: KeyBook, person: Person) -> str | None:
    """Its hash, if they have one."""
    found = await keys.credentials(person.tenant, person.id)
    return next((each.secret for each in found if each.kind is CredentialKind.PASSWORD), None)
