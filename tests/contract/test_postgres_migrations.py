"""From any earlier schema to this version's, by any number of replicas at once."""

from collections.abc import AsyncGenerator

import anyio
import pytest

from askline.asks.answers import Given
from askline.asks.ports import Added, Addition, Draft
from askline.core.errors import StoreUnavailable
from askline.stores.migrating import migrations
from askline.stores.postgres.columns import new_ask
from askline.stores.postgres.opening import migrate_postgres, open_postgres
from askline.stores.postgres.partitions import day_of, make_days
from tests.builders import NOON, an_opening
from tests.contract.test_postgres import new_database, raw

KNOWN = migrations("askline.stores.postgres")
SERIES = [f"{each.name}.{each.phase}" for each in KNOWN]
ADD_AS_FIRST_MADE = """
INSERT INTO asks (id, tenant, short_id, recipients, asked_at, matter, asker,
    state, deadline, due_at, marks, outcome, revision, head)
VALUES ($1, $2, $3, $4::text::text[], $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
"""


@pytest.fixture
async def dsn(postgres: str) -> AsyncGenerator[str]:
    async with new_database(postgres, migrated=False) as made:
        yield made


async def test_an_empty_database_is_brought_to_what_is_needed(dsn: str) -> None:
    opening = an_opening()

    assert await migrate_postgres(dsn) == SERIES
    assert await migrate_postgres(dsn) == []

    async with open_postgres(dsn) as keeping:
        assert await keeping.asks.add(opening, ()) == Addition(what=Added.FRESH)


async def test_what_the_version_before_kept_is_there_after_the_migration(dsn: str) -> None:
    opening = an_opening()
    draft = Draft(ask_id=opening.after.id, person="ada", answers={"db": Given()}, at=NOON)
    await migrate_postgres(dsn, upto="0001")
    async with raw(dsn) as before:
        await make_days(before, {day_of(opening.after.id)})
        row = new_ask(opening, ()).row
        await before.execute(ADD_AS_FIRST_MADE, *row[:8], *row[9:])

    assert await migrate_postgres(dsn) == SERIES[1:]

    async with open_postgres(dsn) as keeping:
        assert await keeping.asks.get(opening.after.id) == opening.after
        await keeping.asks.keep_draft("local", draft)
        assert await keeping.asks.drafts(opening.after.id) == [draft]


async def test_of_many_replicas_migrating_at_once_each_step_is_made_by_one(dsn: str) -> None:
    made: list[str] = []

    async def replica() -> None:
        made.extend(await migrate_postgres(dsn))

    with anyio.fail_after(50):
        async with anyio.create_task_group() as replicas:
            for _ in range(6):
                replicas.start_soon(replica)

    assert sorted(made) == SERIES


@pytest.mark.parametrize(
    ("upto", "missing"),
    [
        ("0000", ", ".join(each.name for each in KNOWN)),
        ("0001_asks", ", ".join(each.name for each in KNOWN[1:])),
    ],
)
async def test_a_database_that_lacks_a_step_is_refused_with_the_way_out(
    dsn: str, upto: str, missing: str
) -> None:
    await migrate_postgres(dsn, upto=upto)

    with pytest.raises(StoreUnavailable) as refusal:
        async with open_postgres(dsn):
            pass  # pragma: no cover - never opened

    assert f"lacks {missing}," in refusal.value.message
    assert "askline hub migrate" in refusal.value.hint


async def test_only_the_wanted_phase_is_applied(dsn: str) -> None:
    assert await migrate_postgres(dsn, phases=("post",)) == []
    assert await migrate_postgres(dsn, phases=("pre",)) == SERIES
