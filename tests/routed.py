"""Asks that have a way to go: a route with two steps, people of a hub, and an approval that two must give."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from askline.asks import lifecycle, routing
from askline.asks.addressing import Addressed, Addressee, Addressing, Approvers
from askline.asks.changes import Change
from askline.asks.desk import Desk, open_desk
from askline.asks.model import Ask, Matter
from askline.asks.ports import AskStore, Bell
from askline.asks.routes import Route, Standing, Step
from askline.core.clock import Clock
from askline.core.ids import RandomMint
from askline.core.people import Actor, Door, Project, Right, local_person
from askline.stores.ears import Ears
from askline.stores.ephemeral import EphemeralAsks
from tests.builders import ADA as LOCAL
from tests.builders import AGENT, UNPACED, StoppedClock, an_approval, an_ask

MINUTE = timedelta(minutes=1)

OPS = Step(to=("team:ops",), named=("Ops",), after=10 * MINUTE)
BOSS = Step(to=("boss", "team:ops"), named=("Boss", "Ops"), after=20 * MINUTE)
ROUTE = Route(
    rule="deploys",
    steps=(OPS, BOSS),
    remind=4 * MINUTE,
    lapse=30 * MINUTE,
    tell_after=MINUTE,
)
WORD = Standing(id="ada", who="Ada", words="Back on Monday; use staging.")


def to(address: str) -> Addressee:
    return Addressee(address, address.title(), several=address.startswith("team:"))


def person(name: str, *teams: str, door: Door = Door.WEB) -> Actor:
    """Signed in, and may approve for all that they may answer for."""
    rights = frozenset({Right.ANSWER, Right.PERSON, Right.APPROVE})
    return replace(
        local_person(door),
        id=name,
        name=name.capitalize(),
        rights=rights,
        addresses=frozenset({name, *teams}),
    )


ADA = person("ada")
BEA = person("bea", "team:ops")
CAL = person("cal", "team:ops")
BOSSY = person("boss")


def routed(route: Route = ROUTE, **changes: Any) -> Ask:
    """An ask to Ada, on its way."""
    word = changes.pop("word", None)
    plain = an_ask(**{"recipients": ("ada",), "principal": "me", **changes})
    return opened(routing.set_out(plain, route, word)).after


def opened(ask: Ask) -> Change:
    return lifecycle.opened(ask, AGENT)


def for_two(**changes: Any) -> Ask:
    """An approval that two of Ada and the ops must give."""
    route = replace(ROUTE, quorum=2, **changes)
    return routed(route, matter=an_approval(), recipients=("ada", "team:ops"))


def pass_time(ask: Ask, now: datetime) -> list[Change]:
    """Every step that time makes until nothing is due."""
    made: list[Change] = []
    while (change := lifecycle.expire(ask, now)).events:
        made.append(change)
        ask = change.after
    return made


class ToRouted:
    """Puts everything to Ada by one route, and knows everybody."""

    def __init__(self, route: Route = ROUTE, word: Standing | None = None) -> None:
        self.route_given = route
        self.word = word

    async def route(self, actor: Actor, project: Project, matter: Matter) -> Addressed:
        del actor, project, matter
        return Addressed(recipients=("ada",), route=self.route_given, word=self.word)

    async def addressee(self, actor: Actor, said: str) -> Addressee:
        del actor
        return to(said)


def a_routed_desk(
    store: AskStore | None = None,
    bell: Bell | None = None,
    clock: Clock | None = None,
    addressing: Addressing | None = None,
    approvers: Approvers | None = None,
) -> Desk:
    return open_desk(
        store or EphemeralAsks(),
        bell or Ears(),
        clock or StoppedClock(),
        RandomMint(),
        limits=UNPACED,
        addressing=addressing or ToRouted(),
        approvers=approvers,
    )


OPERATOR = replace(LOCAL, id="op", addresses=frozenset({"op"}))
"""Sees everything of the tenant; nothing is put to them."""
