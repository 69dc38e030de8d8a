"""`kill -9` of what runs operations: what ran is over and says so, what waits for its human waits on."""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import anyio

from askline.client.local import Client
from askline.commands.operation import Operation, Status
from askline.commands.trust import Trusted
from askline.config.declarations import DiskDeclarations
from askline.config.trusted import DiskTrustBook
from askline.core.ids import OperationId
from askline.core.locations import Locations, make_private
from askline.stores.sqlite.opening import open_sqlite
from tests.journeys.agents import Home, home
from tests.promises import promise

DECLARED = {
    "name": "demo",
    "description": "For this journey.",
    "command": "sh",
    "subcommand": [
        {"name": "sleep", "description": "Begins.", "words": ["sh", "-c", "echo begun; sleep 300"]},
        {
            "name": "touch",
            "description": "Makes a file.",
            "words": ["touch", "made"],
            "approval": "ask",
        },
    ],
}


def trusted_project(made: Home) -> Locations:
    locations = Locations.from_environment(made.env)
    tools = made.project / ".askline/tools"
    tools.mkdir(parents=True)
    (tools / "demo.json").write_text(json.dumps(DECLARED))
    make_private(locations.state)
    sources = DiskDeclarations().read(str(made.project))
    DiskTrustBook(locations).write(str(made.project), Trusted(sources, "now"))
    return locations


def until(fact: Callable[[], bool], within: float = 30) -> None:
    end = time.monotonic() + within
    while not fact():
        assert time.monotonic() < end
        time.sleep(0.05)


def kept(locations: Locations, operation_id: str) -> Operation:
    async def read() -> Operation:
        async with open_sqlite(Path(locations.database)) as keeping:
            found = await keeping.operations.get(OperationId(UUID(operation_id)))
            assert found
            return found

    return anyio.run(read)


@promise("never-lost")
def test_a_killed_service_interrupts_what_ran_and_runs_what_is_approved_after_it() -> None:
    with home() as made:
        locations = trusted_project(made)
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.journeys.mortal_workshop", str(made.project)],
            env=made.env,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout
        working, _ = process.stdout.readline().split()
        waiting, approval = process.stdout.readline().split()
        output = Path(locations.operations, working, "out")
        until(lambda: output.exists() and "begun" in output.read_text())
        process.kill()
        process.wait()
        process.stdout.close()

        [ask] = made.pending(1)
        until(lambda: kept(locations, working).status is Status.INTERRUPTED)
        assert (ask["id"], ask["command"]["argv"]) == (approval, ["touch", "made"])
        assert output.read_text() == "begun\n"
        assert not (made.project / "made").exists()
        Client(locations.api_socket, door="cli", present=True).answer(
            approval, {"approve": {"values": ["yes"]}}
        )

        until(lambda: kept(locations, waiting).status.ended)
        ended = kept(locations, waiting)
        assert (ended.status, ended.exit_code) == (Status.COMPLETED, 0), ended
        assert (made.project / "made").exists()
