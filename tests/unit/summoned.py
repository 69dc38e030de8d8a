"""A hub's desk in the process: an ask on its route, people behind addresses, and channels that obey."""

from dataclasses import dataclass, field, replace
from datetime import timedelta

from askline.alerts.contacts import TEAM, Contact, Way
from askline.alerts.model import Alert, Notice
from askline.alerts.ports import Channel, ChannelFailed
from askline.alerts.reached import Reach
from askline.alerts.summoning import Books, Summoning
from askline.alerts.summons_notices import SummonsNotices
from askline.asks import routing
from askline.asks.addressing import Addressed, Addressee
from askline.asks.asking import NewAsk
from askline.asks.desk import open_desk
from askline.asks.model import Ask, Matter
from askline.asks.routes import Route, Step, Summons, Why
from askline.core.people import Actor, ActorKind, Door, Project, Right
from askline.stores.ears import Ears
from askline.stores.ephemeral import EphemeralAsks
from askline.stores.ephemeral_alerts import EphemeralAlerts, EphemeralLinks
from askline.stores.ephemeral_contacts import EphemeralContacts
from askline.stores.ephemeral_summons import EphemeralSummons
from tests.builders import CODER, SHOP, StoppedClock, a_matter, minted

URL = "https://ask.example"
STEPS = (Step(to=("ben",), named=("Ben",), after=timedelta(hours=1)),)
AGENT = Actor(
    tenant="acme", kind=ActorKind.AGENT, id="service:ci", name="ci", rights=frozenset({Right.ASK})
)


def somebody(name: str, *teams: str) -> Actor:
    return Actor(
        tenant="acme",
        kind=ActorKind.HUMAN,
        id=name,
        name=name,
        door=Door.WEB,
        rights=frozenset({Right.ANSWER, Right.PERSON, Right.APPROVE}),
        addresses=frozenset({name, *(f"{TEAM}{team}" for team in teams)}),
    )


ANA, BEN = somebody("ana", "ops"), somebody("ben", "ops")


def a_contact(owner: str = "ana", contact_id: str = "c1", **changes: object) -> Contact:
    plain = Contact(
        id=contact_id,
        tenant="acme",
        owner=owner,
        channel=Way.WEBHOOK,
        where="https://hook.example/x",
        made_at=StoppedClock().now(),
    )
    return replace(plain, **changes)


@dataclass
class Routed:
    recipients: tuple[str, ...]
    steps: tuple[Step, ...]

    async def route(self, actor: Actor, project: Project, matter: Matter) -> Addressed:
        assert (actor, project, bool(matter)) == (AGENT, SHOP, True)
        route = Route(rule="r", steps=self.steps, tell_after=timedelta(0))
        return Addressed(recipients=self.recipients, route=route)

    async def addressee(self, actor: Actor, said: str) -> Addressee:
        assert actor == ANA
        return Addressee(said, said)


@dataclass
class Village:
    people: list[Actor] = field(default_factory=lambda: [ANA, BEN])

    async def members(self, tenant: str, address: str) -> list[Actor]:
        here = [each for each in self.people if address in each.addresses]
        return [
            replace(each, door=Door.LINK, rights=each.rights - {Right.PERSON})
            for each in here
            if each.tenant == tenant
        ]

    async def has_team(self, tenant: str, team: str) -> bool:
        return (tenant, team) == ("acme", "ops")


@dataclass
class Obedient:
    """Tells by writing down, or fails as often as the test says."""

    told: list[tuple[str, Notice]] = field(default_factory=list[tuple[str, Notice]])
    failing: set[str] = field(default_factory=set[str])
    unable: set[str] = field(default_factory=set[str])

    def channel(self, contact: Contact) -> Channel:
        if contact.id in self.unable:
            raise ChannelFailed("This hub sends no mail.")
        return _Line(self, contact.id)

    @property
    def by(self) -> list[str]:
        return sorted(contact for contact, _ in self.told)


@dataclass
class _Line:
    outlets: Obedient
    contact: str

    async def tell(self, notice: Notice) -> None:
        if self.contact in self.outlets.failing:
            raise ChannelFailed("The receiver said 500.")
        self.outlets.told.append((self.contact, notice))


class Scene:
    def __init__(
        self, *recipients: str, steps: tuple[Step, ...] = STEPS, show_questions: bool = False
    ) -> None:
        self.clock, self.bell = StoppedClock(), Ears()
        self.summons, self.alerts = EphemeralSummons(), EphemeralAlerts()
        self.links, self.contacts = EphemeralLinks(), EphemeralContacts()
        self.village, self.outlets = Village(), Obedient()
        self.desk = open_desk(
            EphemeralAsks(),
            self.bell,
            self.clock,
            minted,
            addressing=Routed(recipients or ("ana",), steps),
        )
        self.show_questions = show_questions
        self.summoning = self.replica()

    def replica(self) -> Summoning:
        """One more process over the same books."""
        return Summoning(
            Books(summons=self.summons, alerts=self.alerts),
            Reach(self.contacts, self.village),
            self.desk.reading,
            self.desk.dealing,
            outlets=self.outlets,
            notices=SummonsNotices(
                links=self.links,
                clock=self.clock,
                url=URL,
                show_questions=self.show_questions,
            ),
            bell=self.bell,
            clock=self.clock,
        )

    async def known(self, *contacts: Contact) -> None:
        for each in contacts:
            assert await self.contacts.keep(each, 10)

    async def asked(self, matter: Matter | None = None) -> Ask:
        new = NewAsk(matter=matter or a_matter(), agent=CODER, project=SHOP)
        ask = await self.desk.asking.ask(AGENT, new)
        self.summons.put(routing.opened_for(ask))
        return ask

    def called(self, ask: Ask, recipient: str, why: Why) -> Summons:
        """One more telling of it."""
        summons = Summons(
            ask_id=ask.id,
            tenant=ask.tenant,
            number=ask.summoned + 1,
            recipient=recipient,
            why=why,
            at=self.clock.now(),
        )
        self.summons.put([summons])
        return summons

    async def rows(self, ask: Ask) -> list[Alert]:
        return await self.alerts.of([ask.id])

    async def standing(self, ask: Ask) -> Ask:
        return await self.desk.reading.read(replace(ANA, rights=frozenset({Right.OPERATE})), ask.id)
