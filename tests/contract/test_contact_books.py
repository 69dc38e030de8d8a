"""What every book of contacts promises: bounded, of one tenant, gone when let go."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta

import anyio
import pytest

from askline.alerts.ports import ContactBook
from askline.stores.forgetting import open_ephemeral
from askline.stores.postgres.opening import open_postgres
from tests.places import PostgresPlace
from tests.unit.summoned import a_contact


@pytest.fixture(params=["ephemeral", "postgres"])
async def book(request: pytest.FixtureRequest) -> AsyncGenerator[ContactBook]:
    if request.param == "ephemeral":
        contacts = open_ephemeral().contacts
        assert contacts is not None
        yield contacts
        return
    dsn = request.getfixturevalue("postgres")
    await PostgresPlace(dsn).empty()
    async with open_postgres(dsn) as keeping:
        assert keeping.contacts is not None
        yield keeping.contacts


async def test_what_is_kept_is_found_whole_oldest_first(book: ContactBook) -> None:
    first = a_contact(secret="whsec_x", answers=True)  # noqa: S106 - the test's own
    second = a_contact("team:ops", "c2", made_at=first.made_at + timedelta(seconds=1))
    for each in (second, first):
        assert await book.keep(each, 10)

    assert await book.of("acme", ["ana", "team:ops"]) == [first, second]
    assert await book.of("acme", ["ana"]) == [first]
    assert await book.get("acme", "c2") == second


async def test_another_tenants_is_not_there(book: ContactBook) -> None:
    await book.keep(a_contact(), 10)

    assert await book.of("evil", ["ana"]) == []
    assert await book.get("evil", "c1") is None
    assert not await book.drop("evil", "c1")
    assert await book.drop("acme", "c1")
    assert not await book.drop("acme", "c1")


async def test_of_many_at_once_no_more_are_kept_than_may_be(book: ContactBook) -> None:
    kept: list[bool] = []

    async def keep(number: int) -> None:
        kept.append(await book.keep(a_contact(contact_id=f"c{number}"), 3))

    with anyio.fail_after(20):
        async with anyio.create_task_group() as tasks:
            for number in range(8):
                tasks.start_soon(keep, number)

    assert (sum(kept), len(await book.of("acme", ["ana"]))) == (3, 3)
    assert await book.keep(replace(a_contact("ben", "c9")), 3)
