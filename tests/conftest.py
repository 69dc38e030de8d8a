"""What every test may ask for: each kind of store, and a PostgreSQL of this run's own."""

from collections.abc import AsyncGenerator, Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.nats import NatsServer, own_nats
from tests.places import EphemeralPlace, NatsPlace, Place, PostgresPlace, SqlitePlace
from tests.postgres import throwaway_database
from tests.rounds import rounds

# The first draw of a text reads all of Unicode, and machines are noisy: slow is no defect here.
settings.register_profile(
    "noisy",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=rounds(gate=40, nightly=500),
)
settings.load_profile("noisy")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Generator[str]:
    """The address of a database that lives as long as this run."""
    with throwaway_database() as dsn:
        yield dsn


@pytest.fixture(scope="session")
def nats() -> Generator[NatsServer]:
    """A NATS that lives as long as this run."""
    with own_nats() as server:
        yield server


@pytest.fixture(params=["ephemeral", "sqlite", "postgres"])
async def place(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Place]:
    """A place where asks are kept, empty; opened as often as a test needs processes."""
    match request.param:
        case "ephemeral":
            yield EphemeralPlace()
        case "sqlite":
            yield SqlitePlace(tmp_path / "askline.db")
        case _:
            made = PostgresPlace(request.getfixturevalue("postgres"))
            await made.empty()
            yield made


@pytest.fixture(params=["sqlite", "postgres"])
async def durable_place(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Place]:
    """A place that outlives its processes."""
    if request.param == "sqlite":
        yield SqlitePlace(tmp_path / "askline.db")
    else:
        made = PostgresPlace(request.getfixturevalue("postgres"))
        await made.empty()
        yield made


@pytest.fixture(params=["ephemeral", "sqlite", "postgres", "nats"])
async def ringing_place(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Place]:
    """A place with each kind of bell. It may hold asks of others: a bell does not care."""
    match request.param:
        case "ephemeral":
            yield EphemeralPlace()
        case "sqlite":
            yield SqlitePlace(tmp_path / "askline.db")
        case "postgres":
            yield PostgresPlace(request.getfixturevalue("postgres"))
        case _:
            server: NatsServer = request.getfixturevalue("nats")
            yield NatsPlace(request.getfixturevalue("postgres"), server.address())
