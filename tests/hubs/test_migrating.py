"""A hub's database is brought to a new version while the replicas of the one before still work."""

from collections.abc import AsyncGenerator

import asyncpg
import pytest

from askline.core.errors import NotAllowed, StoreUnavailable
from askline.service.hub.migrating import DONE, READY, migrate_hub
from tests.postgres import empty_database


@pytest.fixture
async def fresh() -> AsyncGenerator[str]:
    """A database in which nothing is."""
    with empty_database() as dsn:
        yield dsn


async def seen(dsn: str, version: str, ago: str = "0 s") -> None:
    """A replica of this version gave its last sign of life."""
    db = await asyncpg.connect(dsn)
    try:
        await db.execute(
            "INSERT INTO replicas (name, version, seen_at) VALUES ($1, $1, now() - $2::text::interval)",
            *(version, ago),
        )
    finally:
        await db.close()


async def test_where_no_replica_is_both_halves_run_as_one(fresh: str) -> None:
    assert await migrate_hub(fresh) == DONE
    assert await migrate_hub(fresh) == DONE


async def test_the_second_half_waits_for_the_last_replica_of_the_version_before(fresh: str) -> None:
    assert await migrate_hub(fresh, ["pre"]) == READY
    await seen(fresh, "0.0.1")

    assert "Replicas of 0.0.1 live" in await migrate_hub(fresh)
    with pytest.raises(NotAllowed, match=r"0\.0\.1"):
        await migrate_hub(fresh, ["post"])


async def test_who_gives_no_sign_of_life_is_not_waited_for(fresh: str) -> None:
    await migrate_hub(fresh, ["pre"])
    await seen(fresh, "0.0.1", ago="1 min")

    assert await migrate_hub(fresh, ["post"]) == DONE


async def test_the_second_half_does_not_come_before_the_first(fresh: str) -> None:
    with pytest.raises(StoreUnavailable, match="lacks 0001"):
        await migrate_hub(fresh, ["post"])
