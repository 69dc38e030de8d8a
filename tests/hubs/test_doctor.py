"""What `hub doctor` finds: of each part that it holds, or what is wrong and what mends it."""

from datetime import timedelta

import anyio
import pytest

from askline.config.hub import HubSettings
from askline.core.clock import SystemClock
from askline.core.version import VERSION
from askline.doors.cli.findings import Finding, State
from askline.people.directing import Directing
from askline.people.model import Grant, Role
from askline.service.hub import doctoring
from askline.service.hub.doctoring import (
    examined,
    of_keys,
    of_reader,
    of_replicas,
    of_routes,
    of_version,
)
from askline.stores.postgres.opening import open_register
from askline.stores.postgres.replicas import Sign
from tests.contract.test_postgres import new_database, raw
from tests.nats import NatsServer
from tests.replicas import a_hub

HOME = ("127.0.0.1", 0)
AGO = timedelta(seconds=1)


def at(dsn: str, url: str = "https://ask.example", nats: tuple[str, ...] = ()) -> HubSettings:
    return HubSettings(database=dsn, url=url, listen=HOME, nats=nats)


def states(found: list[Finding]) -> dict[str, State]:
    return {each.check: each.state for each in found}


async def looked(settings: HubSettings) -> list[Finding]:
    """In a task of its own: the tracer of Python 3.11 loses the lines after a cancellation below."""
    found: list[Finding] = []

    async def look() -> None:
        found.extend(await examined(settings))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(look)
    return found


@pytest.mark.parametrize("ringing", ["NOTIFY", "NATS"])
async def test_a_hub_that_is_well_is_found_well(
    postgres: str, nats: NatsServer, ringing: str
) -> None:
    servers = (nats.address().servers[0],) if ringing == "NATS" else ()
    with anyio.fail_after(30):
        async with a_hub(postgres) as [hub]:
            found = await examined(at(postgres, nats=servers))

    checks = ("address", "database", "schema", "tenants", "bell", "keys", "routes", "replicas")
    assert states(found) == dict.fromkeys(checks, State.OK)
    assert ringing in next(each.says for each in found if each.check == "bell")
    assert hub.replica.name in found[-1].says


async def test_a_hub_that_never_ran_lacks_only_what_its_first_replica_makes(postgres: str) -> None:
    async with new_database(postgres) as dsn:
        found = states(await examined(at(dsn, "http://127.0.0.1:8080")))

    assert {check for check, state in found.items() if state is State.NOTE} == {
        "address",
        "keys",
        "replicas",
    }
    assert State.BAD not in found.values()


async def test_a_database_that_was_not_migrated_is_told_how(postgres: str) -> None:
    async with new_database(postgres, migrated=False) as dsn:
        found = await examined(at(dsn))

    assert (found[-1].check, found[-1].state) == ("database", State.BAD)
    assert "hub migrate" in (found[-1].fix or "")


async def test_a_database_that_is_not_there_is_told_without_its_password() -> None:
    found = await looked(at("postgresql://askline:hidden@127.0.0.1:1/none"))

    assert states(found) == {"address": State.OK, "database": State.BAD}
    assert "hidden" not in str(found)


async def test_a_bell_that_is_not_heard_is_bad(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctoring, "PATIENCE_S", 0.05)
    found = await looked(at(postgres, nats=("nats://127.0.0.1:1",)))

    assert states(found)["bell"] is State.BAD


async def test_a_bell_that_cannot_be_opened_is_bad(postgres: str) -> None:
    found = await examined(at(postgres, nats=("http://127.0.0.1:1",)))

    assert states(found)["bell"] is State.BAD


async def test_a_role_that_cannot_be_used_is_bad(postgres: str) -> None:
    async with new_database(postgres) as dsn, raw(dsn) as db:
        await db.execute("ALTER TABLE asks RENAME TO elsewhere")
        found = await examined(at(dsn))

    assert states(found)["tenants"] is State.BAD


async def test_a_rule_that_names_somebody_who_left_is_noted(postgres: str) -> None:
    with anyio.fail_after(30):
        async with a_hub(postgres) as [hub], open_register(postgres) as register:
            ada = await hub.found()
            bo = await hub.joined(ada, "bo", Grant(role=Role.ANSWERER))
            directing = Directing(register.people, register.routes, SystemClock())
            await directing.keep(ada, "shop", {"steps": [{"to": ["ada", "bo"]}]})
            assert states(await examined(at(postgres)))["routes"] is State.OK
            await hub.replica.administering.remove(ada, bo.id)
            found = await examined(at(postgres))

    [routes] = [each for each in found if each.check == "routes"]
    assert (routes.state, "acme/shop (bo)" in routes.says) == (State.NOTE, True)


def test_of_many_such_rules_a_few_are_named() -> None:
    stray = [("acme", f"rule-{number}", "bo") for number in range(7)]

    assert of_routes(stray).says.endswith("acme/rule-4 (bo) and 2 more.")


def test_passwords_in_the_clear_are_bad() -> None:
    assert doctoring.of_url("http://ask.example").state is State.BAD


def test_a_server_that_is_too_old_and_a_reader_without_bounds_are_bad() -> None:
    assert of_version(13).state is State.BAD
    assert of_version(14).state is State.OK
    assert of_reader(guarded=False).state is State.BAD


def test_keys_that_nobody_changes_are_noted() -> None:
    assert of_keys([(b"k", timedelta(days=7))]).state is State.OK
    assert of_keys([(b"k", timedelta(days=9))]).state is State.NOTE


def test_replicas_of_another_version_are_noted() -> None:
    alike, other = Sign("replica-1", VERSION, AGO), Sign("replica-2", "0.0.0", AGO)

    assert [each.state for each in of_replicas([alike])] == [State.OK]
    assert [each.state for each in of_replicas([alike, other])] == [State.OK, State.NOTE]
