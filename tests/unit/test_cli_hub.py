"""`askline hub …`: what an operator types, and what comes of it."""

import io
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import anyio
import pytest

from askline.__main__ import run
from askline.asks.desk import open_desk
from askline.core.clock import SystemClock
from askline.core.errors import NotAllowed
from askline.core.ids import RandomMint
from askline.doors.cli import main
from askline.people.entering import Entering
from askline.stores.passwords import Argon2Passwords
from askline.stores.postgres.opening import open_postgres, open_register
from tests.builders import AGENT, a_new_ask
from tests.contract.test_postgres import raw
from tests.hub import PASSWORD
from tests.hubs.processes import surroundings
from tests.places import PostgresPlace

Said = pytest.CaptureFixture[str]


@pytest.fixture
def hub(postgres: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of its database, which the environment names."""
    for name, value in surroundings(postgres).items():
        monkeypatch.setenv(name, value)
    anyio.run(PostgresPlace(postgres).empty)
    return postgres


def examined(*words: str) -> int:
    """In a thread of its own: the tracer of Python 3.11 loses the lines after a cancellation below."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(run, ["hub", "doctor", *words]).result()


@pytest.mark.usefixtures("hub")
def test_a_database_is_migrated(capsys: Said) -> None:
    assert run(["hub", "migrate"]) == 0
    assert "as this version needs it" in capsys.readouterr().out


@pytest.mark.usefixtures("hub")
@pytest.mark.parametrize(
    ("phase", "says"), [("--pre", "of the version before go on"), ("--post", "as this version")]
)
def test_one_phase_of_a_migration_runs_alone(phase: str, says: str, capsys: Said) -> None:
    assert run(["hub", "migrate", phase]) == 0
    assert says in capsys.readouterr().out


@pytest.mark.usefixtures("hub")
def test_both_phases_are_said_by_naming_none(capsys: Said) -> None:
    assert run(["hub", "migrate", "--pre", "--post"]) == 2
    assert "not allowed with" in capsys.readouterr().err


def test_a_tenant_is_founded_with_a_password_from_standard_input(
    hub: str, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PASSWORD}\n"))

    async def roster() -> list[str]:
        async with open_register(hub) as register:
            return [person.login for person in await register.people.people("acme")]

    assert run(["hub", "found", "acme", "ada"]) == 0
    assert "ada holds every role" in capsys.readouterr().out
    assert anyio.run(roster) == ["ada"]


def test_who_forgot_their_password_is_let_back_in_where_the_database_is(
    hub: str, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PASSWORD}\n{PASSWORD}2\n{PASSWORD}3\n"))

    async def signs_in(password: str) -> bool:
        async with open_register(hub) as register:
            entering = Entering(register.people, register.keys, Argon2Passwords(), SystemClock())
            try:
                return bool(await entering.sign_in("acme", "ada", password))
            except NotAllowed:
                return False

    run(["hub", "found", "acme", "ada"])
    assert run(["hub", "password", "acme", "Ada"]) == 0
    assert "every session of theirs has ended" in capsys.readouterr().out
    assert [anyio.run(signs_in, each) for each in (PASSWORD, f"{PASSWORD}2")] == [False, True]
    assert run(["hub", "password", "acme", "nobody"]) == 9
    assert "There is no person in acme" in capsys.readouterr().err


@pytest.mark.usefixtures("hub")
def test_a_doctor_looks_and_its_exit_code_tells(capsys: Said) -> None:
    assert examined("--json") == 1

    said = json.loads(capsys.readouterr().out)
    assert said["ok"] is False
    assert [each["check"] for each in said["findings"] if each["state"] == "bad"] == ["address"]


@pytest.mark.usefixtures("hub")
def test_a_doctor_who_finds_nothing_bad_says_so_in_words(
    monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    monkeypatch.setenv("ASKLINE_HUB_URL", "https://ask.example")

    assert examined() == 0
    assert "ok    bell" in capsys.readouterr().out


def test_a_hub_that_is_told_too_little_is_not_run(
    monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    monkeypatch.delenv("ASKLINE_HUB_DATABASE", raising=False)

    assert run(["hub", "run"]) == 2
    assert "ASKLINE_HUB_DATABASE" in capsys.readouterr().err


@pytest.mark.parametrize("verb", ["run", "migrate", "doctor"])
def test_where_no_hub_can_be_run_that_is_said(verb: str, capsys: Said) -> None:
    assert main.run(["hub", verb]) == 1
    assert "No hub can be run from here" in capsys.readouterr().err


async def an_ask_of_acme(dsn: str) -> None:
    async with open_postgres(dsn) as keeping:
        desk = open_desk(keeping.asks, keeping.bell, SystemClock(), RandomMint())
        await desk.asking.ask(replace(AGENT, tenant="acme"), a_new_ask())


async def tampered(dsn: str, statement: str) -> None:
    async with raw(dsn) as db:
        await db.execute(statement)


@pytest.fixture
def audited(hub: str, monkeypatch: pytest.MonkeyPatch, capsys: Said) -> str:
    """With a tenant that asked once."""
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PASSWORD}\n"))
    run(["hub", "found", "acme", "ada"])
    anyio.run(an_ask_of_acme, hub)
    capsys.readouterr()
    return hub


@pytest.mark.usefixtures("audited")
def test_trails_are_taken_along_where_the_database_is(capsys: Said) -> None:
    assert run(["hub", "audit", "export", "--tenant", "acme", "--since", "2020-01-01"]) == 0

    [line] = capsys.readouterr().out.splitlines()
    assert json.loads(line)["kind"] == "asked"


@pytest.mark.usefixtures("audited")
def test_trails_and_acts_that_hold_are_said_to(capsys: Said) -> None:
    assert run(["hub", "audit", "verify", "--tenant", "acme"]) == 0

    said = capsys.readouterr().out
    assert "1 asks with 1 events looked at, 0 pruned before." in said
    assert "1 acts looked at" in said
    assert "Every trail holds." in said


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE ask_events SET actor_name = 'eve'", "event 1 is not what was written"),
        ("UPDATE acts SET actor_name = 'eve'", "acts: act 1 is not what was written"),
    ],
)
def test_a_flaw_is_named_and_the_exit_code_tells(
    audited: str, capsys: Said, statement: str, said: str
) -> None:
    anyio.run(tampered, audited, statement)

    assert run(["hub", "audit", "verify", "--tenant", "acme"]) == 1
    assert said in capsys.readouterr().out


@pytest.mark.usefixtures("hub")
def test_a_tenant_that_is_not_there_is_not_audited(capsys: Said) -> None:
    assert run(["hub", "audit", "verify", "--tenant", "nobody"]) != 0
    assert "no tenant nobody" in capsys.readouterr().err
