"""A person at a real terminal lets commands run, refuses one, watches and ends another: all for real."""

import json
import shutil
from pathlib import Path

import pytest

from askline.client.local import Client
from askline.commands.trust import Trusted
from askline.config.declarations import DiskDeclarations
from askline.config.trusted import DiskTrustBook
from askline.core.locations import Locations
from tests.journeys.agents import Home, home
from tests.journeys.screens import a_screen

pytestmark = pytest.mark.skipif(not shutil.which("bwrap"), reason="needs bubblewrap")

RISKY = {"rules": [{"do": "ask", "why": "it cannot be undone", "dangerous": True}]}
HOSTILE = "printf 'one\\033]0;owned\\007\\ntwo\\033[2J\\n'; sleep 600"
DECLARED = {
    "name": "demo",
    "description": "Small things.",
    "command": "/usr/bin/env",
    "subcommand": [
        {"name": "say", "description": "Speaks.", "words": ["echo", "he llo"], "approval": "ask"},
        {"name": "wipe", "description": "Wipes.", "words": ["echo", "gone"], "approval": RISKY},
        {"name": "slow", "description": "Takes long.", "words": ["sh", "-c", HOSTILE]},
    ],
}


def trusted(place: Home) -> Client:
    """As a person at a terminal would have."""
    tools = place.project / ".askline/tools"
    tools.mkdir(parents=True)
    (tools / "demo.json").write_text(json.dumps(DECLARED))
    locations = Locations.from_environment(place.env)
    Path(locations.state).mkdir(parents=True, mode=0o700)
    sources = DiskDeclarations().read(str(place.project))
    DiskTrustBook(locations).write(str(place.project), Trusted(sources, "2026-11-14T12:00:00.000Z"))
    place.json("list")  # the service stands
    return Client(locations.api_socket)


@pytest.mark.nightly
def test_commands_are_approved_refused_watched_and_ended_by_keys() -> None:
    with home() as here:
        client, project = trusted(here), {"path": str(here.project)}
        with a_screen(here) as screen:
            said = client.begin_operation("demo_say", {}, project=project)
            screen.shows("/usr/bin/env echo 'he␣llo'")
            screen.presses("Enter", "1", "Enter")
            screen.shows("All clear")
            screen.presses("O")
            screen.shows("✓ completed")
            screen.shows("he llo")

            refused = client.begin_operation("demo_wipe", {}, project=project)
            screen.shows("waits for approval")
            screen.presses("Home", "g")
            screen.shows("▲ DANGEROUS")
            screen.presses("x")
            screen.shows("Reject this")
            screen.types("Not today.")
            screen.presses("C-s")
            screen.shows("All clear")

            risky = client.begin_operation("demo_wipe", {}, project=project)
            screen.shows("▲ DANGEROUS")
            screen.presses("Enter", "1", "Enter")
            screen.shows("Type env and Enter")
            screen.types("env")
            screen.presses("Enter")
            screen.shows("All clear")

            slow = client.begin_operation("demo_slow", {}, project=project)
            screen.presses("O", "Home")
            screen.shows("▶ running")
            screen.shows("two")
            screen.presses("x", "C-s")
            screen.shows("cancelled")
            screen.presses("Escape", "q")

        ended = [client.operation(each["short_id"]) for each in (said, refused, risky, slow)]
        output = client.operation_output(said["short_id"])["text"]
    assert [each["status"] for each in ended] == [
        "completed",
        "cancelled",
        "completed",
        "cancelled",
    ]
    assert "Not today." in ended[1]["reason"]
    assert ended[1]["refused"]
    assert output == "he llo\n"
