"""A hostile agent at the workshop: what was approved is what runs, once, and nobody else decides."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import anyio
import anyio.lowlevel
import pytest

from askline.asks.answers import Given
from askline.commands.operation import Operation, Status
from askline.core.errors import RateLimited
from askline.core.ids import OperationId
from askline.stores.ephemeral_operations import EphemeralOperations
from tests.builders import ADA, AGENT, SHOP
from tests.promises import promise
from tests.unit.declarations import a_source, option
from tests.unit.workshop_house import DONE, PATIENCE_S, Disk, Shop, a_shop

WHERE = option("working_directory", format="path")
ASKS = {"name": "ask", "approval": "ask", "options": [WHERE]}
SUB = {"arguments": {"working_directory": "sub"}}


@dataclass
class Linked(Disk):
    links: dict[str, str] = field(default_factory=dict[str, str])

    def real(self, path: str) -> str:
        return self.links.get(path, path)


class Meanwhile(EphemeralOperations):
    """Somebody does something when an approval is kept, and before anybody acts on it."""

    def __init__(self, done: Callable[[Operation], Awaitable[Operation]]) -> None:
        super().__init__()
        self._done = done

    async def swap(self, before: Operation, after: Operation) -> bool:
        swapped = await super().swap(before, after)
        if (before.status, after.status) == (Status.AWAITING_APPROVAL, Status.PENDING):
            await self._done(after)
        return swapped


class SlowStore(EphemeralOperations):
    async def add(self, operation: Operation, key: str | None) -> OperationId | None:
        await anyio.lowlevel.checkpoint()
        return await super().add(operation, key)


async def refused(shop: Shop, operation: Operation) -> str:
    ended = await shop.ended(operation)
    assert (ended.status, ended.refused, shop.bench.running) == (Status.CANCELLED, True, [])
    return ended.reason or ""


@promise("person")
@pytest.mark.parametrize(
    "changed",
    [
        {"words": ["other"]},
        {"cwd": "elsewhere"},
        {"env": {"PATH": "/mine"}},
        {"pass_env": ["SECRET"]},
        {"sandbox": {"network": True}},
        {"sandbox": {"mode": "off"}},
        {"timeout_seconds": 601},
        {"output": {"cap_bytes": 100_000}},
        {"options": [WHERE, option("more", default="x")]},
    ],
    ids=["words", "cwd", "env", "passed", "network", "off", "time", "output", "default"],
)
async def test_nothing_but_what_was_approved_runs(changed: dict[str, Any]) -> None:
    async with a_shop(a_source(ASKS)) as shop:
        operation = await shop.begin("demo_ask")
        shop.disk.sources = (a_source({**ASKS, **changed}),)
        await shop.say(operation, "yes")

        assert await refused(shop, operation) == "What would run now is not what was approved."


@pytest.mark.parametrize("leads_to", [f"{SHOP.path}/other", "/outside"])
async def test_a_directory_that_leads_elsewhere_after_its_approval_is_not_run_in(
    leads_to: str,
) -> None:
    disk = Linked((a_source(ASKS),))
    async with a_shop(disk=disk) as shop:
        operation = await shop.begin("demo_ask", **SUB)
        disk.links[f"{SHOP.path}/sub"] = leads_to
        await shop.say(operation, "yes")

        assert await refused(shop, operation)


async def test_what_stands_for_one_directory_stands_for_none_that_it_leads_to_later() -> None:
    disk = Linked((a_source(ASKS),))
    async with a_shop(disk=disk) as shop:
        operation = await shop.begin("demo_ask", **SUB)
        assert operation.approval is not None
        await shop.workshop.agreeing.approve(ADA, operation.approval, "project/tool", None)
        disk.links[f"{SHOP.path}/sub"] = f"{SHOP.path}/other"

        assert (await shop.begin("demo_ask", **SUB)).status is Status.AWAITING_APPROVAL


async def test_a_yes_to_what_is_trusted_no_more_runs_nothing() -> None:
    async with a_shop(a_source(ASKS)) as shop:
        operation = await shop.begin("demo_ask")
        shop.disk.trusted = False
        await shop.say(operation, "yes")

        assert "not trusted" in await refused(shop, operation)


@promise("person")
@pytest.mark.parametrize(("words", "runs"), [(["no"], False), (["no", "yes"], True)])
async def test_an_approval_may_be_taken_back_while_there_is_no_room(
    words: list[str], runs: bool
) -> None:
    async with a_shop(at_once=1) as shop:
        await shop.begin()
        first = await shop.bench.begun()
        operation = await shop.begin("demo_ask")
        await shop.say(operation, "yes")
        with anyio.fail_after(PATIENCE_S):
            await shop.workshop.waiting.decided(AGENT, operation.id)
        for number, word in enumerate(words):
            ask, given = await shop.asked(operation), {"approve": Given(values=(word,))}
            await shop.desk.answering.correct(ADA, ask.id, given, receipt=f"{number}")
        shop.bench.ends["ask"] = DONE
        first.end()
        ended = await shop.ended(operation)

    assert ended.refused is not runs
    assert ended.status is (Status.COMPLETED if runs else Status.CANCELLED)


async def test_of_many_calls_at_once_so_many_are_let_in_and_none_of_them_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("askline.commands.beginning.MOST_AT_ONCE", 20)
    kept, turned_away = list[Operation](), list[RateLimited]()

    async with a_shop(store=SlowStore()) as shop:

        async def call(number: int) -> None:
            try:
                kept.append(await shop.begin(request=f"{number}"))
            except RateLimited as error:
                turned_away.append(error)

        async with anyio.create_task_group() as calls:
            for number in range(30):
                calls.start_soon(call, number)
        shop.bench.ends["go"] = DONE
        for each in (await shop.bench.begun(4), *shop.bench.running):
            each.end()
        ends = [await shop.ended(each) for each in kept]

    assert (len(kept), len(turned_away)) == (20, 10)
    assert {each.status for each in ends} == {Status.COMPLETED}


async def test_a_call_that_is_sent_again_after_its_process_died_runs_nothing() -> None:
    store = EphemeralOperations()
    async with a_shop(store=store, owner="before") as shop:
        first = await shop.begin(request="1")
        await shop.bench.begun()
    async with a_shop(store=store) as shop:
        again = await shop.begin(request="1")

        assert (again.id, again.status) == (first.id, Status.INTERRUPTED)
        assert shop.bench.running == []


async def test_who_cancels_in_the_moment_of_the_approval_is_heard() -> None:
    async def cancel(operation: Operation) -> Operation:
        return await shop.workshop.cancelling.cancel(AGENT, operation.id, "stop")

    async with a_shop(store=Meanwhile(cancel)) as shop:
        operation = await shop.begin("demo_ask")
        await shop.say(operation, "yes")
        ended = await shop.ended(operation)

        assert (ended.status, shop.bench.running) == (Status.CANCELLED, [])
        assert "stop" in (ended.reason or "")


async def test_who_cancels_twice_changes_nothing_the_second_time() -> None:
    async with a_shop() as shop:
        operation = await shop.begin()
        await shop.bench.begun()
        async with anyio.create_task_group() as calls:
            for reason in ("first", "second"):
                calls.start_soon(shop.workshop.cancelling.cancel, AGENT, operation.id, reason)
        ended = await shop.ended(operation)
        again = await shop.workshop.cancelling.cancel(AGENT, operation.id, "third")

    assert ended == again
    assert (ended.status, "first" in (ended.reason or "")) == (Status.CANCELLED, True)
