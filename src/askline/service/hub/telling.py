"""Puts together how a hub tells its people: who stands behind an address, by which channels, and whose a
link is.
"""

from dataclasses import dataclass, replace

from askline.alerts.contacting import Contacting
from askline.alerts.contacts import Contact, Way, team_of
from askline.alerts.links import Link
from askline.alerts.ports import Channel, ChannelFailed, ContactBook
from askline.alerts.reached import Reach
from askline.alerts.summoning import Books, Summoning
from askline.alerts.summons_notices import SummonsNotices
from askline.asks.desk import Desk
from askline.channels.hub_posts import Ntfy, SignedPost, Slack
from askline.channels.mail import Mail, MailServer
from askline.channels.reaching import Allowed, Post, Reaching
from askline.config.hub import HubSettings
from askline.core.clock import Clock
from askline.core.errors import AsklineError
from askline.core.people import Actor, ActorKind, Door, Right
from askline.core.speaking import ENGLISH, speaking
from askline.doors.http.hub_contacts import HubContacts
from askline.doors.http.links import Links
from askline.doors.http.looking import Who
from askline.people.acts import ActKind
from askline.people.deciding import parse_person
from askline.people.model import PersonId
from askline.people.ports import PeopleBook
from askline.people.recording import Acts
from askline.people.roles import actor_of
from askline.stores.ephemeral_contacts import EphemeralContacts
from askline.stores.keeping import Keeping


@dataclass(frozen=True, slots=True, kw_only=True)
class HubTelling:
    links: Links
    contacts: HubContacts
    summoning: Summoning | None
    language: str = ENGLISH

    async def run(self) -> None:
        """Forever, where the store says who is to be told."""
        if self.summoning is not None:
            with speaking(self.language):
                await self.summoning.run()


class PeopleCrew:
    """The people of the hub behind an address, as they are now."""

    def __init__(self, people: PeopleBook) -> None:
        self._people = people

    async def members(self, tenant: str, address: str) -> list[Actor]:
        if team_of(address) is None:
            found = await self._person(tenant, address)
            return [] if found is None else [found]
        everybody = [each for each in await self._people.people(tenant) if each.left_at is None]
        roster = await self._people.roster(tenant, [each.id for each in everybody])
        if roster is None:
            return []
        actors = [actor_of(each, roster.held_by(each.id), Door.LINK) for each in everybody]
        return [_by_link(each) for each in actors if address in each.addresses]

    async def has_team(self, tenant: str, team: str) -> bool:
        return any(each.name == team for each in await self._people.teams(tenant))

    async def _person(self, tenant: str, address: str) -> Actor | None:
        person = _person_id(address)
        found = await self._people.standing(tenant, person) if person else None
        if found is None or found.person.left_at is not None:
            return None
        actor = actor_of(found.person, found.memberships, Door.LINK)
        return _by_link(actor) if actor.may(Right.ANSWER) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class HubOutlets:
    """Everything that somebody of the hub can name is spoken to by `post`, which looks where it goes."""

    post: Post
    mail: MailServer | None
    clock: Clock

    def channel(self, contact: Contact) -> Channel:
        match contact.channel:
            case Way.MAIL:
                if self.mail is None:
                    raise ChannelFailed("This hub sends no mail.")
                return Mail(to=contact.where, server=self.mail, clock=self.clock)
            case Way.SLACK:
                return Slack(where=contact.where, post=self.post)
            case Way.WEBHOOK:
                return SignedPost(
                    where=contact.where, secret=contact.secret, post=self.post, clock=self.clock
                )
            case _:
                return Ntfy(where=contact.where, post=self.post)


class WhosePress:
    """Who presses a link: its contact's owner, while that contact stands and they may still answer."""

    def __init__(self, contacts: ContactBook, crew: PeopleCrew) -> None:
        self._contacts = contacts
        self._crew = crew

    async def __call__(self, link: Link) -> Actor | None:
        if await self._contacts.get(link.tenant, link.contact) is None:
            return None
        team = team_of(link.by)
        if team is not None:
            return someone_of(link.tenant, team, link.by)
        return next(iter(await self._crew.members(link.tenant, link.by)), None)


def someone_of(tenant: str, team: str, address: str) -> Actor:
    """Nobody knows who it was, only that they had what was sent to the team."""
    return Actor(
        tenant=tenant,
        kind=ActorKind.HUMAN,
        id=address,
        name=f"someone with {team}'s link",
        door=Door.LINK,
        rights=frozenset({Right.ANSWER}),
        addresses=frozenset({address}),
        approves=frozenset(),
    )


def telling_over(
    desk: Desk,
    keeping: Keeping,
    people: PeopleBook,
    settings: HubSettings,
    clock: Clock,
    *,
    who: Who,
    acts: Acts,
) -> HubTelling:
    crew, contacts = PeopleCrew(people), keeping.contacts or EphemeralContacts()
    outlets = outlets_of(settings, clock)

    async def noted(actor: Actor, contact: Contact, *, added: bool) -> None:
        kind = ActKind.CONTACT_ADDED if added else ActKind.CONTACT_REMOVED
        await acts.note(actor, kind, contact.id, f"{contact.channel} of {contact.owner}")

    contacting = Contacting(contacts, crew, outlets, clock, noted, language=settings.language)
    summoning = None
    if keeping.summons is not None:
        summoning = Summoning(
            Books(summons=keeping.summons, alerts=keeping.alerts),
            Reach(contacts, crew),
            desk.reading,
            desk.dealing,
            outlets=outlets,
            notices=SummonsNotices(
                links=keeping.links,
                clock=clock,
                url=settings.url,
                show_questions=settings.show_questions,
            ),
            bell=keeping.bell,
            clock=clock,
        )
    return HubTelling(
        links=Links(desk, keeping.links, clock, WhosePress(contacts, crew)),
        contacts=HubContacts(contacting, keeping.alerts, who),
        summoning=summoning,
        language=settings.language,
    )


def outlets_of(settings: HubSettings, clock: Clock) -> HubOutlets:
    smtp = settings.smtp
    mail = None
    if smtp is not None:
        mail = MailServer(
            host=smtp.host,
            port=smtp.port,
            sender=smtp.sender,
            tls=smtp.tls,
            user=smtp.user,
            secret=smtp.secret,
        )
    post = Reaching(allowed=Allowed(hosts=settings.allow_hosts))
    return HubOutlets(post=post, mail=mail, clock=clock)


def _by_link(actor: Actor) -> Actor:
    """A key is not the person: what needs one at a door is not theirs by it."""
    return replace(actor, rights=actor.rights & {Right.ANSWER, Right.APPROVE})


def _person_id(address: str) -> PersonId | None:
    try:
        return parse_person(address)
    except AsklineError:
        return None  # a service's name, behind which there is nobody
