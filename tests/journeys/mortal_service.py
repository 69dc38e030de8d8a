"""A service in miniature: runs a tree with a daemon that left its session, until it is killed.

Arguments: the directory of the scene, the confinement, how long the sleeps are (their mark).
"""

import os
import sys
from dataclasses import replace

import anyio

from askline.core.locations import Locations
from askline.runner.model import Confinement, Order, Sandbox
from askline.runner.runner import running
from askline.runner.surroundings import Surroundings


def say(word: str) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


async def main(directory: str, confinement: str, mark: str) -> None:
    home = {"HOME": f"{directory}/house", "PATH": os.environ["PATH"]}
    around = Surroundings.here(Locations.from_environment(home), home)
    if confinement == "reduced":
        around = replace(around, bubblewrap=None)
    sandbox = Sandbox(f"{directory}/project", confinement=Confinement(confinement))
    sleep = f"sleep {mark}"
    tree = f"{sleep} & (setsid {sleep} &); (setsid env -i {sleep} &); touch begun; {sleep}"
    async with running(around) as runner:
        run = Order("op", ("sh", "-c", tree), sandbox.project, home, sandbox, f"{directory}/out")
        started = await runner.start(run)
        say(str(runner.wardens()[0]))
        say((await started.wait()).how)
        await anyio.sleep_forever()


anyio.run(main, sys.argv[1], sys.argv[2], sys.argv[3])
