"""What people do with their contacts: name them, look at them, try them, let them go.

Everybody has their own; a team's are an admin's. What is tried says something harmless.
"""

import secrets
from base64 import b64encode

from askline.alerts.contacts import MOST_EACH, TEAM, Contact, Way, must_lead, team_of
from askline.alerts.ports import ChannelFailed, ContactBook, ContactNoted, Crew, Outlets
from askline.alerts.sending import told, trial
from askline.core.clock import Clock
from askline.core.errors import InvalidArguments, NotAllowed, NotFound, PersonRequired
from askline.core.people import Actor, ActorKind, Right
from askline.core.speaking import ENGLISH, speaking

MARK = "whsec_"


async def noted_nowhere(actor: Actor, contact: Contact, *, added: bool) -> None:
    """Where nobody keeps what was done."""
    del actor, contact, added


class Contacting:
    def __init__(
        self,
        book: ContactBook,
        crew: Crew,
        outlets: Outlets,
        clock: Clock,
        noted: ContactNoted = noted_nowhere,
        *,
        language: str = ENGLISH,
    ) -> None:
        self._noted = noted
        self._book = book
        self._crew = crew
        self._outlets = outlets
        self._clock = clock
        self._language = language

    async def add(
        self, actor: Actor, way: Way, where: str, *, team: str | None = None, answers: bool = False
    ) -> Contact:
        """Raises: NotAllowed, PersonRequired, NotFound, InvalidArguments."""
        owner = await self._owner(actor, team)
        contact = Contact(
            id=f"contact-{secrets.token_hex(8)}",
            tenant=actor.tenant,
            owner=owner,
            channel=way,
            where=must_lead(way, where),
            secret=_new_secret() if way is Way.WEBHOOK else "",
            answers=answers,
            made_at=self._clock.now(),
        )
        self._must_tell(contact)
        if not await self._book.keep(contact, MOST_EACH):
            raise InvalidArguments(
                f"There are {MOST_EACH} contacts already.", hint="Let one go before adding another."
            )
        await self._noted(actor, contact, added=True)
        return contact

    async def all(self, actor: Actor, *, team: str | None = None) -> list[Contact]:
        return await self._book.of(actor.tenant, [await self._owner(actor, team)])

    async def remove(self, actor: Actor, contact_id: str) -> None:
        contact = await self._own(actor, contact_id)
        if await self._book.drop(actor.tenant, contact.id):
            await self._noted(actor, contact, added=False)

    async def attempt(self, actor: Actor, contact_id: str) -> str | None:
        """Nothing if it went out, else why not."""
        contact = await self._own(actor, contact_id)
        try:
            channel = self._outlets.channel(contact)
        except ChannelFailed as error:
            return str(error)
        with speaking(self._language):
            return await told(channel, trial())

    async def _owner(self, actor: Actor, team: str | None) -> str:
        _must_be_a_person(actor)
        if team is None:
            return actor.id
        if not actor.may(Right.ADMINISTER):
            raise NotAllowed(
                f"{actor.name} may not say where the team {team} is told.",
                hint="Ask an admin of this tenant.",
            )
        if not await self._crew.has_team(actor.tenant, team):
            raise NotFound(f"There is no team {team}.", hint="List the teams to see which are.")
        return f"{TEAM}{team}"

    async def _own(self, actor: Actor, contact_id: str) -> Contact:
        """Another's does not exist for anybody else."""
        _must_be_a_person(actor)
        contact = await self._book.get(actor.tenant, contact_id)
        mine = contact is not None and (
            contact.owner == actor.id
            or (team_of(contact.owner) is not None and actor.may(Right.ADMINISTER))
        )
        if contact is None or not mine:
            raise NotFound("There is no such contact.", hint="List your contacts to see them.")
        return contact

    def _must_tell(self, contact: Contact) -> None:
        try:
            self._outlets.channel(contact)
        except ChannelFailed as error:
            raise InvalidArguments(str(error), hint="Name another way to be told.") from error


def _new_secret() -> str:
    return MARK + b64encode(secrets.token_bytes(32)).decode()


def _must_be_a_person(actor: Actor) -> None:
    if actor.kind is not ActorKind.HUMAN:
        raise PersonRequired(
            f"{actor.name} is no person.", hint="Sign in yourself; a token has no contacts."
        )
