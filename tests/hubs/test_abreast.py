"""What is new in asks waits until the last replica of the version before is gone."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from askline.asks.addressing import Addressed, Addressee
from askline.asks.model import Matter
from askline.asks.routes import Route, Standing
from askline.core.errors import StoreUnavailable
from askline.core.people import Actor, Project
from askline.service.hub.abreast import Abreast
from askline.service.hub.ties import open_ties
from tests.builders import ADA, AGENT, SHOP, a_matter, an_approval
from tests.contract.test_postgres import raw
from tests.places import PostgresPlace

OLDER = "INSERT INTO replicas (name, version) VALUES ('older', '0.1.0')"
GONE = "UPDATE replicas SET seen_at = now() - interval '1 minute' WHERE name = 'older'"
PLAIN = Addressed(recipients=("team:ops",))
TWO = Route(rule="two", quorum=2)
ANOTHER = Route(rule="another", self_approval=False)
WORD = Standing(id="p", who="ada", words="Away.")


class Rules:
    def __init__(self, found: Addressed) -> None:
        self._found = found

    async def route(self, actor: Actor, project: Project, matter: Matter) -> Addressed:
        del actor, project, matter
        return self._found

    async def addressee(self, actor: Actor, said: str) -> Addressee:
        return Addressee(actor.id, said)


@asynccontextmanager
async def with_an_older(dsn: str, found: Addressed, every_s: float = 0) -> AsyncGenerator[Abreast]:
    await PostgresPlace(dsn).empty()
    async with open_ties(dsn) as ties, raw(dsn) as db:
        await ties.replicas.beat("this", "1")
        await db.execute(OLDER)
        yield Abreast(Rules(found), ties.replicas, every_s)
        await db.execute("DELETE FROM replicas")


@pytest.mark.parametrize(
    "found",
    [
        PLAIN,
        Addressed(recipients=PLAIN.recipients, route=TWO),
        Addressed(recipients=PLAIN.recipients, word=WORD),
    ],
)
async def test_beside_an_older_replica_an_ask_is_put_to_people_without_a_route(
    postgres: str, found: Addressed
) -> None:
    async with with_an_older(postgres, found) as abreast:
        assert await abreast.route(AGENT, SHOP, a_matter()) == PLAIN


@pytest.mark.parametrize("route", [TWO, ANOTHER])
async def test_beside_an_older_replica_an_approval_that_needs_more_than_one_person_waits(
    postgres: str, route: Route
) -> None:
    found = Addressed(recipients=PLAIN.recipients, route=route)
    async with with_an_older(postgres, found) as abreast, raw(postgres) as db:
        with pytest.raises(StoreUnavailable, match="Not every replica"):
            await abreast.route(AGENT, SHOP, an_approval())
        await db.execute(GONE)

        assert await abreast.route(AGENT, SHOP, an_approval()) == found


async def test_whether_an_older_one_lives_is_looked_up_now_and_then(postgres: str) -> None:
    found = Addressed(recipients=PLAIN.recipients, route=TWO)
    async with with_an_older(postgres, found, every_s=60) as abreast, raw(postgres) as db:
        before = await abreast.route(AGENT, SHOP, a_matter())
        await db.execute(GONE)
        after = await abreast.route(AGENT, SHOP, a_matter())
        named = await abreast.addressee(ADA, "bo")

    assert before == after == PLAIN
    assert named.name == "bo"
