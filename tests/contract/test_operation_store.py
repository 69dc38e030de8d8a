"""What every store of operations promises."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from askline.commands import lifecycle
from askline.commands.operation import Operation, Status, StepEnded
from askline.commands.ports import Ended, How, Operations, OperationStore
from askline.commands.standing import Breadth, Scope, StandingApproval
from askline.core.errors import StoreUnavailable
from askline.core.ids import OperationId
from tests.builders import CODER, LATER, NOON, SHOP, an_approval, an_id, minted
from tests.places import EphemeralPlace, Place, SqlitePlace

COMMAND = an_approval().command
DONE = Ended(How.EXITED, exit_code=0)


@pytest.fixture(params=["ephemeral", "sqlite"])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """PostgreSQL keeps none: commands run on the machine of their user."""
    return (
        EphemeralPlace() if request.param == "ephemeral" else SqlitePlace(tmp_path / "askline.db")
    )


@pytest.fixture
async def store(house: Place) -> AsyncGenerator[OperationStore]:
    async with house.open() as keeping:
        yield keeping.operations


def an_operation(**changes: Any) -> Operation:
    assert COMMAND is not None
    plain = Operation(
        id=minted.operation_id(NOON),
        tenant="local",
        principal="me",
        tool="git_push",
        arguments={"remote": "origin", "force": False, "paths": ["ä"]},
        commands=(COMMAND, replace(COMMAND, dangerous=True)),
        sha256="ab12",
        synchronous=False,
        agent=CODER,
        project=SHOP,
        owner="here",
        created_at=NOON,
        why="it publishes",
        agent_key="agent:1",
    )
    return replace(plain, **changes)


def ended(operation: Operation) -> Operation:
    return lifecycle.ended(lifecycle.started(operation, NOON), DONE, LATER)


async def test_what_is_kept_comes_back_whole(store: OperationStore) -> None:
    fresh = an_operation()
    waiting = an_operation(
        status=Status.AWAITING_APPROVAL, approval=minted.ask_id(NOON), standing="s1", why=None
    )
    over = an_operation(
        status=Status.CANCELLED,
        started_at=NOON,
        ended_at=LATER,
        steps=(StepEnded(tool="a", exit_code=0, elapsed_s=1.5), StepEnded(tool="b", skipped="no")),
        exit_code=0,
        signal=9,
        reason="enough",
        refused=True,
        delivered_at=LATER,
        revision=4,
    )
    for each in (fresh, waiting, over):
        assert await store.add(each, None) is None

        kept = await store.get(each.id)
        assert kept == each
        assert kept is not None
        assert dict(kept.arguments) == dict(each.arguments)
    assert await store.get(minted.operation_id(NOON)) is None


async def test_a_key_leads_to_one_operation_in_every_process(
    store: OperationStore, house: Place
) -> None:
    first, second, stranger = an_operation(), an_operation(), an_operation(tenant="elsewhere")
    assert await store.add(first, "k") is None

    async with house.open() as elsewhere:
        assert await elsewhere.operations.add(second, "k") == first.id
        assert await elsewhere.operations.add(stranger, "k") is None
        assert await elsewhere.operations.standing("local", "k") == first.id
        assert await elsewhere.operations.standing("local", "other") is None
        assert await elsewhere.operations.get(second.id) is None


async def test_of_rivals_one_swaps(store: OperationStore) -> None:
    operation = an_operation()
    await store.add(operation, None)
    moved = lifecycle.started(operation, NOON)

    assert await store.swap(operation, moved)
    assert not await store.swap(operation, lifecycle.cancelled(operation, "late", NOON))
    assert not await store.swap(an_operation(), moved)
    assert await store.get(operation.id) == moved


async def test_lists_are_newest_first_and_only_of_what_was_asked_for(
    store: OperationStore,
) -> None:
    mine = [an_operation() for _ in range(3)]
    others = [
        an_operation(principal="bob"),
        an_operation(project=replace(SHOP, path="/elsewhere")),
        an_operation(tenant="elsewhere"),
        ended(an_operation()),
    ]
    for each in (*mine, *others):
        await store.add(each, None)
    newest = [each.id for each in reversed(mine)]
    wanted = Operations(
        tenant="local",
        principal="me",
        project=SHOP.path,
        statuses=frozenset({Status.PENDING, Status.WORKING}),
    )

    async def ids(**changes: Any) -> list[OperationId]:
        return [each.id for each in await store.which(replace(wanted, **changes))]

    assert await ids() == newest
    assert await ids(limit=1) == newest[:1]
    assert await ids(before=newest[0]) == newest[1:]
    assert len(await store.which(Operations(tenant="local"))) == len(mine) + 3


async def test_what_goes_on_is_listed_oldest_first_whoever_owns_it(store: OperationStore) -> None:
    first, second = an_operation(owner="there"), an_operation()
    for each in (second, first, ended(an_operation()), an_operation(tenant="elsewhere")):
        await store.add(each, None)

    assert await store.unended("local") == [first, second]


async def test_an_agent_is_owed_ends_that_it_was_not_told(store: OperationStore) -> None:
    first, second = ended(an_operation()), ended(an_operation())
    told = lifecycle.delivered(ended(an_operation()), LATER)
    for each in (first, second, told, an_operation(), ended(an_operation(agent_key="agent:2"))):
        await store.add(each, None)

    assert await store.owed("local", "agent:1", 9) == [first, second]
    assert await store.owed("local", "agent:1", 1) == [first]
    assert await store.owed("local", "", 9) == []


async def test_a_short_id_finds_what_goes_on_first(store: OperationStore) -> None:
    operation = an_operation()
    older = OperationId(UUID(int=operation.id.int - (1 << 90)))
    oldest = OperationId(UUID(int=operation.id.int - (2 << 90)))
    await store.add(ended(operation), None)
    await store.add(replace(operation, id=oldest), None)
    await store.add(replace(operation, id=older), None)

    assert await store.find("local", operation.short_id) == [older, oldest, operation.id]
    assert await store.find("elsewhere", operation.short_id) == []


async def test_what_is_forgotten_is_gone_with_its_key(store: OperationStore) -> None:
    first, second = an_operation(), an_operation()
    await store.add(first, "k")
    await store.add(second, None)

    await store.forget([first.id, minted.operation_id(NOON)])

    assert await store.get(first.id) is None
    assert await store.standing("local", "k") is None
    assert await store.get(second.id) == second


async def test_a_file_that_cannot_be_read_is_said_to_be_so(tmp_path: Path) -> None:
    async with SqlitePlace(tmp_path / "askline.db").open() as keeping:
        pass

    with pytest.raises(StoreUnavailable):
        await keeping.operations.get(minted.operation_id(NOON))
    with pytest.raises(StoreUnavailable):
        await keeping.standing.of("local", None)


def a_standing(number: int, **changes: Any) -> StandingApproval:
    plain = StandingApproval(
        id=f"{number:04}",
        tenant="local",
        scope=Scope.CONVERSATION,
        project=str(SHOP.path),
        agent_key="agent:1",
        tool="git_push",
        breadth=Breadth.LAST,
        words=("git", "push", "--"),
        cwd=str(SHOP.path),
        env=("PATH",),
        sandbox="required",
        sha256="ab12",
        until=LATER,
        made_by="me",
        at=NOON,
    )
    return replace(plain, **changes)


async def test_a_standing_approval_is_kept_until_it_is_dropped(house: Place) -> None:
    first = a_standing(1)
    second = a_standing(2, scope=Scope.PROJECT, agent_key=None, until=None)
    other, stranger = a_standing(3, project="/elsewhere"), a_standing(4, tenant="elsewhere")
    async with house.open() as keeping:
        for each in (first, second, other, stranger):
            await keeping.standing.keep(each)
    async with house.open() as keeping:
        assert await keeping.standing.of("local", SHOP.path) == [second, first]
        assert await keeping.standing.of("local", None) == [other, second, first]
        assert not await keeping.standing.drop("elsewhere", first.id)
        assert await keeping.standing.drop("local", first.id)
        assert not await keeping.standing.drop("local", first.id)
        assert await keeping.standing.of("local", SHOP.path) == [second]


async def test_a_standing_approval_that_waits_for_a_yes_stands_once_it_is_confirmed(
    house: Place,
) -> None:
    awaits, gone = a_standing(1, asked=an_id(7)), a_standing(2, asked=an_id(7))
    async with house.open() as keeping:
        await keeping.standing.keep(awaits)
    async with house.open() as keeping:
        assert await keeping.standing.of("local", None) == [awaits]
        await keeping.standing.confirm(awaits)
        await keeping.standing.confirm(gone)
    async with house.open() as keeping:
        assert await keeping.standing.of("local", None) == [replace(awaits, asked=None)]
