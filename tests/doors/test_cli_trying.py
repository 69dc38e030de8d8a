"""`tools try`: what a call would run is shown exactly, and runs the way an agent's call would."""

import json
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from askline.client.local import Client
from askline.commands.operation import Status
from askline.doors.cli import trying
from askline.doors.cli.main import run
from askline.doors.cli.trying import exit_code
from tests.doors.cli_service import Home, a_home, a_pulse
from tests.doors.http_house import House
from tests.doors.keyboards import a_keyboard
from tests.doors.served import Served
from tests.doors.test_cli_tools import Said, Type, call, declare, keyboard, project
from tests.unit.declarations import a_source, option

__all__ = ["keyboard", "project"]

RULES = {
    "rules": [{"do": "ask", "when": {"args": {"n": 2}}, "why": "two\nis many", "dangerous": True}]
}


def declared(project: Path) -> None:
    options = [option("n", "integer"), option("name")]
    one = {"name": "one", "options": options, "approval": RULES, "env": {"A": "1"}}
    both = {"name": "both", "sequence": [{"tool": "demo", "subcommand": "one"}] * 2}
    declare(project, "demo.json", a_source(one, both).text)


def test_a_dry_run_shows_every_word_and_what_the_policy_says(project: Path, capsys: Said) -> None:
    declared(project)

    words = ("--arg", "n=2", "--arg", "name=a b\x1b[2J", "--dry-run")
    assert call(project, "try", "demo_one", *words) == 0

    said = capsys.readouterr()
    first, line, place, *rest = said.out.splitlines()
    assert first == "Exactly this runs:"
    assert line.startswith("  demo one --n=2 '--name=a b")
    assert "\x1b" not in said.out
    assert place.startswith(f"  in {project}, sandbox 'required,")
    assert rest[-1] == "By its policy it needs approval, and is DANGEROUS: two is many."
    assert "Not trusted yet" in said.err


@pytest.mark.usefixtures("keyboard")
def test_a_dry_run_as_json_has_the_plan(project: Path, capsys: Said) -> None:
    declared(project)
    assert call(project, "trust", "--yes") == 0
    capsys.readouterr()

    assert call(project, "try", "demo_both", "--args", "{}", "--dry-run", "--json") == 0

    plan = json.loads(capsys.readouterr().out)
    assert (plan["trust"], plan["verdict"], plan["dangerous"]) == ("trusted", "allow", False)
    assert [step["argv"] for step in plan["commands"]] == [["demo", "one"]] * 2
    assert plan["commands"][0]["env"] == ["A"]
    assert call(project, "try", "demo_both", "--dry-run") == 0
    assert "Exactly these 2 steps run:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["demo_on"], 9, "Did you mean 'demo_one'?"),
        (["zzz"], 9, "`askline tools list`"),
        (["demo_one", "--arg", "nme=1"], 2, "Did you mean 'name'?"),
        (["demo_one", "--arg", "n=1", "--args", "{}"], 2, "not beside --arg"),
        (["demo_one"], 2, "not_trusted"),
    ],
    ids=["misspelt", "unknown", "argument", "twice", "untrusted"],
)
def test_what_cannot_be_planned_or_is_not_trusted_is_refused(
    project: Path, capsys: Said, words: list[str], code: int, said: str
) -> None:
    declared(project)

    assert call(project, "try", *words) == code
    assert said in capsys.readouterr().err


@pytest.mark.usefixtures("keyboard")
def test_what_needs_approval_needs_a_person_at_the_terminal(project: Path, capsys: Said) -> None:
    declared(project)
    assert call(project, "trust", "--yes") == 0

    assert call(project, "try", "demo_one", "--arg", "n=2", CLAUDECODE="1") == 8
    assert "person_required" in capsys.readouterr().err


@pytest.fixture
def home() -> Generator[Home]:
    with a_home() as made, a_pulse(made):
        yield made


@pytest.fixture
def house(home: Home, project: Path) -> Generator[House]:
    """A service over the disk, where the project is trusted."""
    declared(project)
    house = House(home=home.locations)
    with Served(house, home.locations.api_socket):
        yield house


def tried(home: Home, *words: str) -> int:
    assert run(["tools", "trust", "--yes"], environ=home.environ) == 0
    return run(["tools", "try", *words], environ=home.environ)


@pytest.mark.usefixtures("keyboard")
def test_what_the_policy_allows_runs_and_its_output_is_printed(
    home: Home, house: House, capsys: Said
) -> None:
    house.bench.ends("one", exit_code=4)

    assert tried(home, "demo_one", "--arg", "n=1") == 4

    said = capsys.readouterr()
    assert "By its policy it may run.\n\ndemo one --n=1\n" in said.out
    assert ": exited with 4 after" in said.err
    [operation] = house.bench.operations.values()
    assert (operation.agent.name, operation.project.name) == ("askline tools try", "shop")


def test_the_person_at_the_terminal_is_asked_and_danger_takes_the_tools_name(
    home: Home, house: House, keyboard: Type, capsys: Said
) -> None:
    house.bench.ends("one")

    keyboard("y\n")
    assert tried(home, "demo_one", "--arg", "n=2") == 3
    keyboard("demo_one\n")
    assert tried(home, "demo_one", "--arg", "n=2", "--json") == 0

    said = capsys.readouterr()
    assert "DANGEROUS approval" in said.err
    ended = json.loads(said.out.splitlines()[-1])
    assert (ended["status"], ended["output"]["head"]) == ("completed", "demo one --n=2\n")


def test_whoever_approves_first_elsewhere_is_enough(
    home: Home, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.bench.ends("one")
    read = Client.read

    def approved_meanwhile(client: Client, ask_id: str) -> Any:
        yes = {"approve": {"values": ["yes"]}}
        Client(home.locations.api_socket, door="tui", present=True).answer(ask_id, yes)
        return read(client, ask_id)

    monkeypatch.setattr(Client, "read", approved_meanwhile)
    with a_keyboard(monkeypatch):
        assert tried(home, "demo_one", "--arg", "n=2") == 0


@pytest.mark.usefixtures("keyboard")
def test_an_interrupted_try_ends_its_operation(
    home: Home, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(trying, "follow", interrupted)

    assert tried(home, "demo_one") == 130
    [operation] = house.bench.operations.values()
    assert operation.status is Status.CANCELLED


@pytest.mark.parametrize(
    ("status", "ended", "code"),
    [
        ("completed", {"exit_code": 7}, 7),
        ("completed", {"signal": 9}, 137),
        ("cancelled", {"refused": True}, 3),
        ("cancelled", {}, 5),
        ("timed_out", {}, 4),
        ("failed_to_start", {}, 10),
        ("interrupted", {}, 10),
    ],
)
def test_the_exit_code_is_the_commands_own_or_says_why_it_did_not_run(
    status: str, ended: dict[str, object], code: int
) -> None:
    nothing = {"exit_code": None, "signal": None, "refused": False}

    assert exit_code({**nothing, "status": status, **ended}) == code
