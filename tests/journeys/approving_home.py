"""A machine whose commands the people of a hub approve: a whole service in the test's own process, a project
with declared commands that really run, and a hub whose rule wants two people."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
from anyio.lowlevel import checkpoint

from askline.asks.model import Ask
from askline.commands.operation import Operation
from askline.commands.trust import Trusted
from askline.commands.workshop import NewOperation
from askline.config import editing
from askline.config.declarations import DiskDeclarations
from askline.config.joined import keep_key
from askline.config.settings import load
from askline.config.trusted import DiskTrustBook
from askline.core.background import background
from askline.core.locations import Locations, make_private
from askline.core.people import Agent, Door, Project, local_agent
from askline.people.model import Grant, Role
from askline.service.assembly import House
from askline.stores.sqlite.opening import open_sqlite
from tests.builders import ADA, given
from tests.hub import PASSWORD
from tests.journeys.joined import Wire, a_key, a_wire
from tests.replicas import Standing, a_hub

CODER = Agent(name="coder")
DECLARED = {
    "name": "demo",
    "description": "For this journey.",
    "command": "sh",
    "subcommand": [
        {
            "name": "make",
            "description": "Makes a file.",
            "words": ["sh", "-c", "echo made it; touch made"],
            "approval": "ask",
        },
    ],
}


TWO = {"project": "shop", "kind": "approval", "quorum": 2, "self_approval": False}
"""Two must approve, and not the one on whose behalf it is asked."""


@dataclass
class Home:
    house: House
    project: Path
    wire: Wire
    hub: Standing
    token: str = field(repr=False)

    async def begin(self) -> Operation:
        place = Project(name="shop", path=str(self.project))
        call = NewOperation(tool="demo_make", arguments={}, agent=CODER, project=place)
        return await self.house.workshop.beginning.begin(local_agent(CODER), call)

    async def ended(self, operation: Operation) -> Operation:
        return await self.house.workshop.waiting.ended(local_agent(CODER), operation.id)

    async def output(self, operation: Operation) -> str:
        return (await self.house.workshop.looking.view(local_agent(CODER), operation.id)).head

    async def approval(self, operation: Operation) -> Ask:
        assert operation.approval is not None
        return await self.house.desk.reading.read(ADA, operation.approval)

    async def approve(self, operation: Operation) -> None:
        ask = await self.approval(operation)
        yes = given(approve="yes")
        await self.house.desk.answering.answer(ADA, ask.id, yes, receipt="here")

    @property
    def made(self) -> bool:
        return (self.project / "made").exists()

    async def flaws(self) -> list[Any]:
        """At both ends."""
        _, here = await self.house.desk.auditing.page(ADA, limit=9)
        async with self.hub.browser("ada") as ada:
            there = (await ada.get("/audit")).json()
        return [*here, *there["flaws"]]


async def pending_at(browser: httpx.AsyncClient) -> dict[str, Any]:
    """The one ask of an inbox, once it is there."""
    while not (inbox := (await browser.get("/asks")).json()):
        await checkpoint()
    return inbox[0]


async def says(browser: httpx.AsyncClient, ask: dict[str, Any], word: str) -> dict[str, Any]:
    body = {"answers": {"approve": {"values": [word]}}, "receipt": str(uuid4())}
    return (await browser.post(f"/asks/{ask['id']}/answer", json=body)).json()


@asynccontextmanager
async def a_home(postgres: str, directory: Path) -> AsyncGenerator[Home]:
    async with a_hub(postgres) as [hub], a_wire(hub) as wire:
        key = await a_key(hub, wire.url)
        await _people(hub)
        locations = _furnished(directory, wire.url)
        keep_key(locations.hub_key, key)
        settings = load({}, None, locations=locations)
        async with open_sqlite(Path(locations.database)) as keeping:
            house = House(locations, settings, keeping, lambda: None, loopback=None)
            async with background(house.desk.run, house.commanding.run, house.carry):
                yield Home(house, directory / "shop", wire, hub, key.token)


async def _people(hub: Standing) -> None:
    """Bo and Cy may approve for the team that has the project."""
    secret, _ = await hub.replica.entering.sign_in("acme", "ada", PASSWORD)
    ada = await hub.replica.entering.by_session(secret.reveal(), Door.WEB)
    await hub.replica.administering.make_team(ada, "ops")
    await hub.replica.administering.open_project(ada, "shop", "ops")
    for login in ("bo", "cy"):
        await hub.joined(ada, login, Grant(role=Role.APPROVER, team="ops"))
    async with hub.browser("ada") as browser:
        assert (await browser.put("/people/routes/two", json=TWO)).status_code == 200


def _furnished(directory: Path, url: str) -> Locations:
    locations = Locations.from_environment({"ASKLINE_HOME": str(directory / "home")})
    project = directory / "shop"
    tools = project / ".askline/tools"
    tools.mkdir(parents=True)
    (tools / "demo.json").write_text(json.dumps(DECLARED))
    make_private(locations.state)
    DiskTrustBook(locations).write(
        str(project), Trusted(DiskDeclarations().read(str(project)), "now")
    )
    editing.set_value(locations.config, "hub.url", url)
    editing.set_value(locations.config, "hub.approvals", "hub")
    return locations
