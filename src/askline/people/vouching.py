"""People for whom an issuer vouches, and programs that come with its word for one of them.

A person is known by issuer and subject, which nobody else can get; a mail address only finds the
invitation of who is new. A program with an issuer's token may ask for its person, and nothing else.
"""

from dataclasses import replace

from askline.core.people import Actor, ActorKind, Door, Right
from askline.people.entering import Entering
from askline.people.joining import Joining
from askline.people.model import Person
from askline.people.ports import PeopleBook, ProofBook
from askline.people.proofs import Vouched
from askline.people.secret import refused


class Vouching:
    def __init__(
        self,
        book: PeopleBook,
        proofs: ProofBook,
        joining: Joining,
        entering: Entering,
        *,
        tenant: str,
    ) -> None:
        """`tenant` is the one whose people the issuer knows."""
        self._book = book
        self._proofs = proofs
        self._joining = joining
        self._entering = entering
        self._tenant = tenant

    async def person(self, vouched: Vouched) -> Person:
        """Raises: NotAllowed, InvalidArguments."""
        known = await self._known(vouched)
        return known or await self._joining.admit(self._tenant, vouched)

    async def agent(self, vouched: Vouched, door: Door) -> Actor:
        """A program of somebody who is here already. Raises: NotAllowed."""
        person = await self._known(vouched)
        if person is None:
            raise refused()
        actor = await self._entering.as_person(person, door)
        return replace(
            actor,
            kind=ActorKind.AGENT,
            rights=actor.rights & {Right.ASK},
            approves=frozenset(),
        )

    async def _known(self, vouched: Vouched) -> Person | None:
        found = await self._proofs.identity(self._tenant, vouched.issuer, vouched.subject)
        if found is None:
            return None
        roster = await self._book.roster(self._tenant, [found.person])
        person = roster.people.get(found.person) if roster else None
        if person is None or person.left_at is not None:
            # Who left is not new: an old invitation does not bring them back.
            raise refused()
        return person
