"""Declared commands of a real service in a real sandbox: tried, approved, followed, ended by a person."""

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

pytestmark = pytest.mark.skipif(not shutil.which("bwrap"), reason="needs bubblewrap")

DECLARED = {
    "name": "demo",
    "description": "Small things.",
    "command": "/usr/bin/env",
    "subcommand": [
        {"name": "fail", "description": "Fails.", "words": ["ls", "/nothing/here"]},
        {"name": "say", "description": "Speaks.", "words": ["echo", "hello"], "approval": "ask"},
        {"name": "slow", "description": "Takes long.", "words": ["sleep", "600"]},
    ],
}


def trusted(place: Home) -> Client:
    """As a person at a terminal would have."""
    tools = place.project / ".askline/tools"
    tools.mkdir(parents=True)
    (tools / "demo.json").write_text(json.dumps(DECLARED))
    project = str(place.project)
    locations = Locations.from_environment(place.env)
    Path(locations.state).mkdir(parents=True, mode=0o700)
    sources = DiskDeclarations().read(project)
    DiskTrustBook(locations).write(project, Trusted(sources, "2026-11-14T12:00:00.000Z"))
    return Client(locations.api_socket, door="cli", present=True)


def test_a_person_tries_approves_follows_and_ends_what_is_declared() -> None:
    with home() as place:
        client = trusted(place)

        failed = place.run("tools", "try", "demo_fail")
        assert failed.returncode == 2, failed.stderr
        assert "No such file or directory" in failed.stdout
        assert place.run("tools", "try", "demo_say").returncode == 8

        project = {"path": str(place.project)}
        events = client.events()
        assert next(events).data["operations"] == []
        asking = client.begin_operation("demo_say", {}, project=project)
        shown = place.run("show", asking["approval"]).stdout
        assert f"  /usr/bin/env echo hello\n  in {place.project}, sandbox" in shown
        client.answer(asking["approval"], {"approve": {"values": ["yes"]}})
        said = place.run("ops", "output", asking["operation_id"], "--follow")
        assert said.stdout == "hello\n"
        told = (event.data["operation"] for event in events if event.name == "operation")
        assert next(each for each in told if each["status"] == "completed")["exit_code"] == 0
        events.close()

        slow = client.begin_operation("demo_slow", {}, project=project)
        ended = place.json("ops", "cancel", slow["short_id"], "--reason", "enough")
        assert ended["status"] == "cancelled"
        statuses = [each["status"] for each in place.json("ops", "list", "--all")]
        assert statuses == ["cancelled", "completed", "completed"]
