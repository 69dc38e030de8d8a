"""A hub's use cases over one register, with a clock that the test moves and a quick hash."""

from dataclasses import dataclass, field

from argon2 import PasswordHasher

from askline.core.people import Actor, Door
from askline.people.addressing import ToPeople
from askline.people.administering import Administering
from askline.people.being_away import BeingAway
from askline.people.directing import Directing
from askline.people.entering import Entering
from askline.people.joining import Joining
from askline.people.model import Grant, Person
from askline.people.ports import Register
from askline.people.recording import Acts
from askline.people.tokens import Tokens
from askline.stores.passwords import Argon2Passwords
from tests.builders import StoppedClock, minted

PASSWORD = "correct horse battery"  # noqa: S105 - the test's own
QUICK = Argon2Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


@dataclass
class Hub:
    register: Register
    clock: StoppedClock = field(default_factory=StoppedClock)

    def __post_init__(self) -> None:
        people, keys = self.register.people, self.register.keys
        self.acts = Acts(people, self.register.acts, self.clock)
        self.joining = Joining(people, keys, QUICK, self.clock, minted)
        self.administering = Administering(people, self.clock, self.acts)
        self.tokens = Tokens(people, keys, self.clock, minted, self.acts)
        self.entering = Entering(people, keys, QUICK, self.clock)
        routes = self.register.routes
        self.addressing = ToPeople(people, routes, self.clock)
        self.directing = Directing(people, routes, self.clock)
        self.being_away = BeingAway(people, routes, self.addressing, self.acts, self.clock)

    async def founder(self, tenant: str = "acme", login: str = "ada") -> Actor:
        return await self.enter(await self.joining.found(tenant, tenant, login, PASSWORD))

    async def joined(self, admin: Actor, login: str, *grants: Grant) -> Actor:
        secret, _ = await self.joining.invite(admin, login, grants)
        return await self.enter(await self.joining.accept(secret.reveal(), login, PASSWORD))

    async def enter(self, person: Person) -> Actor:
        secret, _ = await self.entering.begin(person)
        return await self.entering.by_session(secret.reveal(), Door.WEB)
