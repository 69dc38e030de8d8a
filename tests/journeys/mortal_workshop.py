"""A service's workshop that begins two operations and then waits to be killed."""

import os
import sys
from pathlib import Path

import anyio

from askline.commands.workshop import NewOperation
from askline.config.settings import load
from askline.core.background import background
from askline.core.locations import Locations
from askline.core.people import Agent, Project, local_agent
from askline.service.assembly import House
from askline.stores.sqlite.opening import open_sqlite

CODER = Agent(name="journey")


async def main(project: str) -> None:
    locations = Locations.from_environment()
    settings = load(os.environ, None, locations=locations)
    async with open_sqlite(Path(locations.database)) as keeping:
        house = House(locations, settings, keeping, lambda: None, loopback=None)
        async with background(house.desk.run, house.commanding.run):
            for tool in ("demo_sleep", "demo_touch"):
                place = Project(name="project", path=project)
                call = NewOperation(tool=tool, arguments={}, agent=CODER, project=place)
                operation = await house.workshop.beginning.begin(local_agent(CODER), call)
                sys.stdout.write(f"{operation.id} {operation.approval}\n")
                sys.stdout.flush()
            await anyio.sleep_forever()


if __name__ == "__main__":
    anyio.run(main, sys.argv[1])
