"""Tenants are kept apart by the database itself."""

from collections.abc import AsyncGenerator

import asyncpg
import pytest

from askline.asks.answers import Given
from askline.asks.ports import AskStore, Draft, History, Inbox
from askline.core.errors import Internal
from askline.stores.postgres.opening import open_postgres, open_register
from tests.builders import NOON, an_opening
from tests.contract.test_postgres import new_database, raw
from tests.hub import Hub
from tests.places import PostgresPlace

COUNTS = (
    "SELECT count(*) FROM asks",
    "SELECT count(*) FROM ask_events",
    "SELECT count(*) FROM ask_inboxes",
    "SELECT count(*) FROM ask_drafts",
)


@pytest.fixture
async def place(postgres: str) -> PostgresPlace:
    place = PostgresPlace(postgres)
    await place.empty()
    return place


@pytest.fixture
async def store(place: PostgresPlace) -> AsyncGenerator[AskStore]:
    async with place.open() as keeping:
        yield keeping.asks


async def visible(dsn: str, tenant: str | None) -> list[int]:
    """How many rows of the tables the reading role sees when it says that it is `tenant`."""
    async with raw(dsn) as db:
        await db.execute("SET ROLE askline_reader")
        if tenant is not None:
            await db.execute("SELECT set_config('askline.tenant', $1, false)", tenant)
        return [await db.fetchval(count) for count in COUNTS]


async def test_the_reading_role_sees_one_tenant_and_without_a_tenant_nothing(
    store: AskStore, postgres: str
) -> None:
    opening = an_opening()
    await store.add(opening, ["key"])
    draft = Draft(ask_id=opening.after.id, person="ada", answers={"db": Given()}, at=NOON)
    await store.keep_draft("local", draft)

    assert await visible(postgres, "local") == [1, 1, 1, 1]
    assert await visible(postgres, "elsewhere") == [0, 0, 0, 0]
    assert await visible(postgres, None) == [0, 0, 0, 0]


async def test_the_reading_role_sees_the_people_of_one_tenant(
    place: PostgresPlace, postgres: str
) -> None:
    assert place
    async with open_register(postgres) as register:
        for tenant in ("acme", "evil"):
            hub = Hub(register)
            admin = await hub.founder(tenant)
            await hub.directing.keep(admin, "all", {})
            await hub.being_away.go(admin)

    async with raw(postgres) as db:
        await db.execute("SET ROLE askline_reader")
        assert await db.fetchval("SELECT count(*) FROM people") == 0
        await db.execute("SELECT set_config('askline.tenant', 'acme', false)")
        for table in ("tenants", "people", "memberships", "routing_rules", "absences"):
            seen = await db.fetch(f"SELECT DISTINCT tenant FROM {table}")  # noqa: S608 - ours
            assert [each["tenant"] for each in seen] == ["acme"]


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM ask_keys",
        "SELECT * FROM summonses",
        "DELETE FROM asks",
        "DELETE FROM people",
        "DELETE FROM routing_rules",
        "DELETE FROM absences",
        "SELECT * FROM tokens",
        "SELECT * FROM invitations",
        "SELECT * FROM credentials",
        "SELECT * FROM sessions",
    ],
)
async def test_the_reading_role_may_do_nothing_else(
    store: AskStore, postgres: str, statement: str
) -> None:
    assert await store.inbox(Inbox(tenant="local")) == []

    async with raw(postgres) as db:
        await db.execute("SET ROLE askline_reader")

        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await db.execute(statement)


async def test_lists_are_read_in_the_reading_role(postgres: str) -> None:
    async with new_database(postgres) as dsn, open_postgres(dsn) as keeping, raw(dsn) as db:
        await db.execute("REVOKE SELECT ON asks FROM askline_reader")

        with pytest.raises(Internal):
            await keeping.asks.inbox(Inbox(tenant="local"))
        with pytest.raises(Internal):
            await keeping.asks.history(History(tenant="local"))
        with pytest.raises(Internal):
            await keeping.asks.find("local", "abc123")


async def test_a_draft_for_another_tenants_ask_is_not_kept(store: AskStore) -> None:
    opening = an_opening()
    await store.add(opening, ())
    draft = Draft(ask_id=opening.after.id, person="eve", answers={"db": Given()}, at=NOON)

    await store.keep_draft("elsewhere", draft)

    assert await store.drafts(opening.after.id) == []
