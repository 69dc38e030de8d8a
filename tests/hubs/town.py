"""The town of the authorisation matrix: two tenants at one replica, and a client for everybody."""

from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import httpx
from starlette.applications import Starlette
from starlette.routing import Mount, Route

from askline.asks.answers import Given
from askline.asks.asking import NewAsk
from askline.asks.model import Ask, Matter, Option, Question, QuestionKind
from askline.core.people import Actor, ActorKind, Agent, Project, Right
from askline.people.model import Grant, Role
from askline.people.roles import team_address
from tests.hubs.matrix import ASKED_BY, ASKING, FOR_PROGRAMS, IN_TEAMS, MANY, PLACES, SEES
from tests.replicas import Standing


@dataclass
class Town:
    """Two tenants at one replica, and a client for everybody."""

    hub: Standing
    clients: dict[str, httpx.AsyncClient] = field(default_factory=dict[str, httpx.AsyncClient])
    tokens: dict[str, str] = field(default_factory=dict[str, str])

    async def ask(self, place: str, *, settled: bool = False) -> Ask:
        """A new one of that place, from its service, to its team."""
        tenant, project = PLACES[place]
        number = next(MANY)
        asker = Actor(
            tenant=tenant,
            kind=ActorKind.AGENT,
            id=ASKED_BY[place],
            name="ci",
            rights=frozenset({Right.ASK}),
        )
        option = Option(label=f"{place} yes"), Option(label="no")
        question = Question(id="q", text=f"{place}?", kind=QuestionKind.SELECT, options=option)
        new = NewAsk(
            matter=Matter(questions=(question,), title=place, context=f"{place} {number}"),
            agent=Agent(name=f"agent {place} {number}"),
            project=Project(name=project, path=f"/srv/{project}"),
            deadline=self.hub.replica.clock.now() + timedelta(hours=1),
        )
        ask = await self.hub.replica.desk.asking.ask(asker, new)
        return await self._answered(ask, place) if settled else ask

    async def looked_at(self, ask: Ask) -> Ask:
        keeper = Actor(
            tenant=ask.tenant,
            kind=ActorKind.HUMAN,
            id="keeper",
            name="keeper",
            rights=frozenset({Right.OPERATE}),
        )
        return await self.hub.replica.desk.reading.read(keeper, ask.id)

    async def _answered(self, ask: Ask, place: str) -> Ask:
        who = Actor(
            tenant=ask.tenant,
            kind=ActorKind.HUMAN,
            id="somebody",
            name=f"somebody of {place}",
            rights=frozenset({Right.ANSWER, Right.PERSON}),
            addresses=frozenset({team_address("web"), team_address("ops")}),
        )
        given = {"q": Given(values=(f"{place} yes",), note=f"{place} note")}
        return await self.hub.replica.desk.answering.answer(who, ask.id, given, receipt="first")


def shown(text: str, who: str) -> list[str]:
    """Whose asks this shows, of those that are not theirs to see."""
    return [place for place in PLACES if place in text and place not in SEES.get(who, ())]


@asynccontextmanager
async def a_town(hub: Standing) -> AsyncGenerator[Town]:
    town = Town(hub)
    ada, mal = await hub.found("acme", "ada"), await hub.found("evil", "mal")
    await _built(hub, ada)
    await _built(hub, mal)
    async with AsyncExitStack() as stack:
        await _people(town, ada, stack)
        for name, token in (await _tokens(hub, ada, mal)).items():
            town.tokens[name] = token
            town.clients[name] = await stack.enter_async_context(hub.program(token))
        await hub.joined(mal, "eve", *(Grant(role=role, team="web") for role in IN_TEAMS))
        town.clients["of another tenant"] = await stack.enter_async_context(
            hub.browser("mal", "evil")
        )
        town.clients["nobody"] = await stack.enter_async_context(hub.program())
        yield town


async def _built(hub: Standing, admin: Actor) -> None:
    """Two teams, each with a project."""
    for team, project in (("web", "shop"), ("ops", "bank")):
        await hub.replica.administering.make_team(admin, team)
        await hub.replica.administering.open_project(admin, project, team)


async def _people(town: Town, ada: Actor, stack: AsyncExitStack) -> None:
    hub = town.hub
    joining = {
        "asker": [Grant(role=Role.ASKER, team="web")],
        "answerer": [Grant(role=Role.ANSWERER, team="web"), Grant(role=Role.ASKER, team="web")],
        "approver": [Grant(role=Role.APPROVER, team="web")],
        "operator": [Grant(role=Role.OPERATOR)],
        "admin": [Grant(role=Role.ADMIN)],
        "of another team": [Grant(role=role, team="ops") for role in IN_TEAMS],
        "operator who answers elsewhere": [
            Grant(role=Role.OPERATOR),
            Grant(role=Role.APPROVER, team="ops"),
        ],
        "who left": [Grant(role=role, team="web") for role in IN_TEAMS],
        "ended session": [Grant(role=role, team="web") for role in IN_TEAMS],
    }
    for name, grants in joining.items():
        login = name.replace(" ", "-")
        person = await hub.joined(ada, login, *grants)
        town.clients[name] = await stack.enter_async_context(hub.browser(login))
        if name == "who left":
            await hub.replica.administering.remove(ada, person.id)
        if name == "ended session":
            said = town.clients[name].cookies[hub.replica.cookie.name]
            await hub.replica.entering.sign_out(said)
        if name == "answerer":
            for which, scope in (("answering token", Right.ANSWER), (ASKING, Right.ASK)):
                town.tokens[which] = token = await hub.token(person, scope)
                town.clients[which] = await stack.enter_async_context(hub.program(token))


async def _tokens(hub: Standing, ada: Actor, mal: Actor) -> dict[str, str]:
    revoked = await hub.token(ada, *FOR_PROGRAMS, service="gone")
    [there] = [
        each for each in await hub.replica.tokens.list(ada) if each.principal == "service:gone"
    ]
    await hub.replica.tokens.revoke(ada, there.id)
    ci: Mapping[str, Any] = {"service": "ci"}
    return {
        "revoked token": revoked,
        "forged token": revoked[:-6] + "000000",
        "asking token": await hub.token(ada, Right.ASK, **ci),
        "operating token": await hub.token(ada, Right.OPERATE, service="keeper"),
        "token bound to the project": await hub.token(ada, Right.ASK, project="shop", **ci),
        "token bound to another project": await hub.token(ada, *FOR_PROGRAMS, project="bank", **ci),
        "token of another tenant": await hub.token(mal, *FOR_PROGRAMS, **ci),
    }


def routes_of(app: object, before: str = "") -> Iterator[tuple[str, str]]:
    """Every method and path that is served, also behind what stands around an app."""
    while not isinstance(app, Starlette):
        app = getattr(app, "_app")  # noqa: B009 - what stands around it keeps it to itself
    for route in app.routes:
        if isinstance(route, Mount):
            yield from routes_of(route.app, before + route.path)
        else:
            assert isinstance(route, Route)
            for method in sorted(route.methods or {"*"}):
                yield method, before + route.path
