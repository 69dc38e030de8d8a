"""One hub for a module of tests about its people: each test has a tenant of its own there."""

from collections.abc import AsyncGenerator
from itertools import count

import pytest

from tests.hubs.people_house import PeopleHouse
from tests.replicas import Standing, a_hub

NUMBERS = count()


@pytest.fixture(scope="module")
async def standing(postgres: str) -> AsyncGenerator[Standing]:
    async with a_hub(postgres) as [hub]:
        yield hub


@pytest.fixture
async def hub(standing: Standing) -> PeopleHouse:
    """Where Ada has founded a tenant."""
    tenant = f"acme-{next(NUMBERS)}"
    return PeopleHouse(standing, tenant, await standing.found(tenant))
