"""What is begun with somebody's word in hand is done to its end, whoever goes away meanwhile."""

from collections.abc import Awaitable, Callable

import anyio
import pytest
from anyio.lowlevel import checkpoint

from askline.asks.desk import Desk
from askline.asks.ports import News
from askline.asks.state import State
from askline.commands import lifecycle
from askline.commands.moving import Moving
from askline.commands.operation import Operation
from askline.commands.watching import Watching
from askline.core import carrying
from askline.core.carrying import Carrying, until_kept, whole
from askline.core.errors import HubUnreachable, NotFound, StoreUnavailable
from askline.core.ids import AskId
from askline.stores.ephemeral_operations import EphemeralOperations
from tests.builders import ADA, AGENT, StoppedClock, a_desk, a_new_ask, an_operation, given
from tests.promises import promise
from tests.unit.troubles import HaltingAsks, Rung, running
from tests.unit.workshop_house import a_shop

AWAY = StoreUnavailable("The store is away.", hint="Wait for it.")


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(carrying, "AWAY_S", 0.0)


@promise("commit-before-ack")
async def test_an_answer_that_is_committed_is_told_though_who_gave_it_hangs_up() -> None:
    store, bell = HaltingAsks(), Rung()
    store.say.set()
    desk = a_desk(store, bell=bell)
    ask = await desk.asking.ask(AGENT, a_new_ask())
    store.committed, store.say = anyio.Event(), anyio.Event()
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_answered, desk, ask.id)
            await store.committed.wait()
            tasks.cancel_scope.cancel()
            store.say.set()

    assert [hint.news for hint in bell.hints] == [News.ASKED, News.SETTLED]


async def _answered(desk: Desk, ask_id: AskId) -> None:
    await desk.answering.answer(ADA, ask_id, given(), receipt="r1")


@promise("stored-first")
async def test_an_ask_that_is_committed_is_rung_for_though_its_agent_hangs_up() -> None:
    store, bell = HaltingAsks(), Rung()
    desk = a_desk(store, bell=bell)
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(desk.asking.ask, AGENT, a_new_ask())
            await store.committed.wait()
            tasks.cancel_scope.cancel()
            store.say.set()

    assert [hint.news for hint in bell.hints] == [News.ASKED]


class HaltingOperations(EphemeralOperations):
    """Has committed what it is given, and does not say so until the test lets it."""

    def __init__(self) -> None:
        super().__init__()
        self.committed, self.say = anyio.Event(), anyio.Event()

    async def swap(self, before: Operation, after: Operation) -> bool:
        swapped = await super().swap(before, after)
        self.committed.set()
        await self.say.wait()
        return swapped


async def test_an_operation_that_moved_is_told_of_though_who_moved_it_hangs_up() -> None:
    store, watching = HaltingOperations(), Watching()
    moving = Moving(store, StoppedClock(), watching)
    operation = an_operation()
    await store.add(operation, None)
    with anyio.fail_after(5):
        async with watching.changes() as changes:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(moving.move, operation.id, lifecycle.interrupted)
                await store.committed.wait()
                tasks.cancel_scope.cancel()
                store.say.set()
            moved = await anext(changes)

    assert moved == (operation.id,)


async def test_a_command_that_is_cancelled_leaves_no_approval_though_who_did_it_hangs_up() -> None:
    store = HaltingOperations()
    store.say.set()
    async with a_shop(store=store) as shop:
        operation = await shop.begin("demo_ask")
        ask = await shop.asked(operation)
        store.committed, store.say = anyio.Event(), anyio.Event()
        with anyio.fail_after(5):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(shop.workshop.cancelling.cancel, ADA, operation.id)
                await store.committed.wait()
                tasks.cancel_scope.cancel()
                store.say.set()
        found = await shop.desk.reading.read(ADA, ask.id)

    assert found.state is State.CANCELLED


async def test_who_is_cancelled_over_something_whole_is_so_afterwards() -> None:
    done: list[str] = []
    begun, go_on = anyio.Event(), anyio.Event()

    async def work() -> str:
        begun.set()
        await go_on.wait()
        return "done"

    async def both() -> None:
        done.append(await whole(work))
        try:
            await checkpoint()
        except anyio.get_cancelled_exc_class():
            done.append("cancelled")
            raise

    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(both)
            await begun.wait()
            tasks.cancel_scope.cancel()
            go_on.set()

    assert done == ["done", "cancelled"]


@pytest.mark.parametrize("trouble", [AWAY, HubUnreachable("No hub.", hint="Wait.")])
async def test_what_cannot_be_kept_now_is_tried_until_it_is(trouble: Exception) -> None:
    troubles = [trouble, trouble]

    async def work() -> str:
        if troubles:
            raise troubles.pop()
        return "kept"

    with anyio.fail_after(5):
        assert await until_kept(work) == "kept"


def flaky(kept: list[str], gate: anyio.Event) -> Callable[[], Awaitable[None]]:
    async def work() -> None:
        await gate.wait()
        kept.append("kept")

    return work


async def test_what_somebody_must_leave_is_carried_on() -> None:
    carried, kept, gate = Carrying(), list[str](), anyio.Event()

    async with running(carried.run):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(carried.carry, flaky(kept, gate))
            await anyio.wait_all_tasks_blocked()
            tasks.cancel_scope.cancel()
        assert (len(carried), kept) == (1, [])
        gate.set()
        await anyio.wait_all_tasks_blocked()

    assert (len(carried), kept) == (0, ["kept"])


async def test_what_nobody_had_to_leave_is_done_once() -> None:
    carried, kept, gate = Carrying(), list[str](), anyio.Event()
    gate.set()

    async with running(carried.run):
        await carried.carry(flaky(kept, gate))

    assert kept == ["kept"]


async def test_what_is_in_hand_at_the_end_is_done_if_it_can_be() -> None:
    carried, kept, gate = Carrying(), list[str](), anyio.Event()
    tries: list[str] = []

    async def work() -> None:
        tries.append("try")
        if len(tries) == 1:
            await gate.wait()
        kept.append("kept")

    async with running(carried.run):
        carried.take(work)
        await anyio.wait_all_tasks_blocked()

    assert kept == ["kept"]


async def test_what_comes_to_nothing_holds_nobody_up(caplog: pytest.LogCaptureFixture) -> None:
    carried, kept, gate = Carrying(), list[str](), anyio.Event()
    gate.set()

    async def wrong() -> None:
        raise NotFound("a secret word", hint="None.")

    async with running(carried.run):
        carried.take(wrong)
        carried.take(flaky(kept, gate))
        await anyio.wait_all_tasks_blocked()

    assert (len(carried), kept) == (0, ["kept"])
    assert "NotFound" in caplog.text
    assert "secret" not in caplog.text
