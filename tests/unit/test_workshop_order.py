"""What the workshop does by itself: forgets, takes up, goes on when something is wrong."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import anyio
import anyio.lowlevel
import pytest

from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.asks.state import State
from askline.commands import lifecycle
from askline.commands.hands import Hands
from askline.commands.moving import Moving
from askline.commands.operation import Operation, Status
from askline.commands.retaining import Keep, over_the_limit
from askline.commands.watching import Watching
from askline.core.background import background
from askline.core.errors import AlreadySettled, NotFound, StoreUnavailable
from askline.stores.ephemeral_operations import EphemeralOperations
from tests.builders import ADA, AGENT, NOON, StoppedClock, a_desk, an_ask, minted
from tests.unit.declarations import a_source
from tests.unit.workshop_house import DONE, PATIENCE_S, Bench, a_shop

DAY = timedelta(days=1)


class Fickle(EphemeralOperations):
    """A store that is away for some of its writes, or always agrees with somebody else."""

    def __init__(self) -> None:
        super().__init__()
        self.away = 0
        self.disagrees = False

    async def swap(self, before: Operation, after: Operation) -> bool:
        if self.away:
            self.away -= 1
            raise StoreUnavailable("away", hint="wait")
        return not self.disagrees and await super().swap(before, after)

    async def unended(self, tenant: str) -> list[Operation]:
        if self.disagrees:
            raise StoreUnavailable("away", hint="wait")
        return await super().unended(tenant)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("askline.commands.moving.STORE_AWAY_S", 0.01)
    monkeypatch.setattr("askline.commands.approving.STORE_AWAY_S", 0.01)


async def an_ended(
    store: EphemeralOperations, days: float, written: int, bench: Bench
) -> Operation:
    async with a_shop(store=store) as shop:
        shop.bench.ends["go"] = DONE
        operation = await shop.through()
    old = replace(operation, id=minted.operation_id(NOON), ended_at=NOON - days * DAY)
    await store.forget([operation.id])
    await store.add(old, None)
    bench.written[old.id] = "x" * written
    return old


async def test_what_is_old_or_too_much_is_forgotten_with_its_files(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("askline.commands.retaining.PAGE", 2)
    store, bench = EphemeralOperations(), Bench()
    new = await an_ended(store, 1, 60, bench)
    much = await an_ended(store, 2, 60, bench)
    old = await an_ended(store, 8, 0, bench)
    stray = minted.operation_id(NOON)
    bench.written[stray] = "nobody's"

    async with a_shop(store=store, bench=bench, keep=Keep(days=7, bytes=100)) as shop:
        with anyio.fail_after(PATIENCE_S):
            while await store.get(old.id):
                await anyio.lowlevel.checkpoint()

        assert await store.get(new.id)
        assert not await store.get(much.id)
        assert list(shop.bench.written) == [new.id]


async def test_what_has_no_end_yet_counts_from_its_beginning() -> None:
    async with a_shop() as shop:
        operation = await shop.begin()

    assert over_the_limit([operation], {}, Keep(days=1), NOON + 2 * DAY) == [operation.id]


async def test_a_store_that_is_away_delays_an_end_and_does_not_take_it() -> None:
    store = Fickle()
    async with a_shop(store=store) as shop:
        operation = await shop.begin()
        running = await shop.bench.begun()
        store.away = 2
        running.end()

        assert (await shop.ended(operation)).status is Status.COMPLETED


async def test_an_approval_waits_for_a_desk_whose_store_is_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with a_shop() as shop:
        operation = await shop.begin("demo_ask")
        told = shop.desk.asking.delivered
        tries: list[int] = []

        async def away_at_first(*words: object, **more: object) -> object:
            tries.append(1)
            if len(tries) == 1:
                raise StoreUnavailable("away", hint="wait")
            return await told(*words, **more)  # pyright: ignore[reportArgumentType]

        monkeypatch.setattr(shop.desk.asking, "delivered", away_at_first)
        shop.bench.ends["ask"] = DONE
        await shop.say(operation, "yes")

        assert (await shop.ended(operation)).status is Status.COMPLETED


async def test_a_store_that_is_away_between_an_ask_and_its_operation_parts_them_not() -> None:
    store = Fickle()
    async with a_shop(store=store) as shop:
        store.away = 1
        operation = await shop.begin("demo_ask")
        shop.bench.ends["ask"] = DONE
        await shop.say(operation, "yes")

        assert (await shop.ended(operation)).status is Status.COMPLETED


async def test_what_is_cancelled_while_it_is_put_to_people_stays_in_no_inbox(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with a_shop() as shop:
        put = shop.desk.asking.ask

        async def cancelled_meanwhile(*words: Any) -> Ask:
            ask = await put(*words)
            [operation] = await shop.store.unended("local")
            await shop.workshop.cancelling.cancel(AGENT, operation.id)
            return ask

        monkeypatch.setattr(shop.desk.asking, "ask", cancelled_meanwhile)
        operation = await shop.begin("demo_ask")

        assert operation.status is Status.CANCELLED
        assert await shop.desk.reading.inbox(ADA) == []
        assert len(shop.workshop) == 0


async def test_what_was_cut_off_between_two_commits_is_taken_up_by_its_own_process() -> None:
    async with a_shop() as shop:
        waiting = await shop.begin("demo_ask")
        unasked = replace(waiting, id=minted.operation_id(NOON), approval=None)
        unbegun = replace(unasked, id=minted.operation_id(NOON), status=Status.PENDING)
        for each in (unasked, unbegun):
            await shop.store.add(each, None)

        await shop.workshop.resuming.take_up()
        first = [await shop.workshop.looking.read(AGENT, each.id) for each in (unasked, unbegun)]
        await shop.workshop.resuming.take_up()
        asked, ended = [
            await shop.workshop.looking.read(AGENT, each.id) for each in (unasked, unbegun)
        ]

        assert first == [unasked, unbegun]
        assert (await shop.asked(asked)).state is State.PENDING
        assert ended.status is Status.INTERRUPTED
        assert len(shop.workshop) == 2


async def test_a_store_that_never_agrees_is_said_to_be_broken() -> None:
    store = Fickle()
    moving = Moving(store, StoppedClock(), Watching())
    async with a_shop(store=store) as shop:
        operation = await shop.begin("demo_ask")
        store.disagrees = True

        with pytest.raises(StoreUnavailable, match="never agreed"):
            await moving.move(operation.id, lambda op, now: lifecycle.cancelled(op, "", now))
    with pytest.raises(NotFound):
        await moving.move(minted.operation_id(NOON), lifecycle.delivered)


async def test_a_workshop_that_cannot_look_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    store = Fickle()
    store.disagrees = True
    async with a_shop(store=store) as shop:
        with anyio.fail_after(PATIENCE_S):
            while "not looked after" not in caplog.text:
                await anyio.lowlevel.checkpoint()
        store.disagrees = False
        shop.bench.ends["go"] = DONE

        assert (await shop.through()).status is Status.COMPLETED


async def test_what_goes_wrong_with_one_thing_leaves_the_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    hands, done = Hands(), anyio.Event()

    async def breaks() -> None:
        raise ValueError("a defect")

    async def works() -> None:
        done.set()

    hands.take(breaks)
    async with background(hands.run):
        hands.take(works)
        with anyio.fail_after(PATIENCE_S):
            await done.wait()
            await anyio.wait_all_tasks_blocked()
    assert "left undone" in caplog.text


async def test_an_operation_that_nobody_has_in_hand_any_more_does_not_stay_working() -> None:
    async with a_shop() as shop:
        shop.bench.refusal = RuntimeError("nobody thought of this")
        operation = await shop.begin()
        with anyio.fail_after(PATIENCE_S):
            while operation.id in shop.workshop.running:
                await anyio.lowlevel.checkpoint()
        await shop.workshop.resuming.take_up()
        assert (await shop.workshop.looking.read(AGENT, operation.id)).status is Status.WORKING

        await shop.workshop.resuming.take_up()
        ended = await shop.ended(operation)

    assert (ended.status, ended.exit_code) == (Status.INTERRUPTED, None)


async def test_an_approval_that_nobody_waits_for_any_more_is_waited_for_again() -> None:
    async with a_shop() as shop:
        shop.bench.ends["ask"] = DONE
        operation = await shop.begin("demo_ask")
        shop.workshop.approving._awaited.clear()
        for _ in range(2):
            await shop.workshop.resuming.take_up()
        assert len(shop.workshop) == 1

        await shop.say(operation, "yes")
        ended = await shop.ended(operation)

    assert ended.status is Status.COMPLETED


async def test_what_is_in_hand_is_left_alone() -> None:
    async with a_shop() as shop:
        operation, other = await shop.begin(), await shop.begin("demo_ask")
        await shop.bench.begun()
        for _ in range(3):
            await shop.workshop.resuming.take_up()

        read = shop.workshop.looking.read
        found = [(await read(AGENT, each.id)).status for each in (operation, other)]

    assert found == [Status.WORKING, Status.AWAITING_APPROVAL]


async def test_of_two_that_come_to_an_orphan_one_takes_it() -> None:
    desk: Desk = a_desk()
    async with a_shop(desk=desk, owner="first") as shop:
        operation = await shop.begin("demo_ask")
    async with a_shop(desk=desk, store=shop.store, owner="second") as second:
        with anyio.fail_after(PATIENCE_S):
            while (await second.workshop.looking.read(ADA, operation.id)).owner != "second":
                await anyio.lowlevel.checkpoint()
        await second.workshop.resuming.resume(operation)
        assert len(second.workshop) == 1
        await second.workshop.cancelling.cancel(AGENT, operation.id)
        await second.workshop.resuming.resume(replace(operation, status=Status.WORKING))


async def test_an_end_is_for_good() -> None:
    async with a_shop() as shop:
        shop.bench.ends["go"] = DONE
        over = await shop.through()
    ask = replace(over, approval=minted.ask_id(NOON))

    for move in (
        lambda: lifecycle.approved(over),
        lambda: lifecycle.started(over, NOON),
        lambda: lifecycle.step_ended(over, over.steps[0]),
        lambda: lifecycle.ended(over, DONE, NOON),
        lambda: lifecycle.cancelled(over, "late", NOON),
        lambda: lifecycle.interrupted(over, NOON),
        lambda: lifecycle.taken_over(over, "another"),
    ):
        with pytest.raises(AlreadySettled):
            move()
    assert lifecycle.taken_over(over, over.owner) is over
    assert ask.elapsed_s(NOON) == 0.0
    asked = replace(an_ask(), id=ask.approval or minted.ask_id(NOON))
    assert lifecycle.put_to_people(ask, asked) is ask


async def test_a_yes_to_what_has_ended_runs_nothing() -> None:
    async with a_shop() as shop:
        operation = await shop.begin("demo_ask")
        await shop.workshop.running._moving.move(
            operation.id, lambda moved, now: lifecycle.cancelled(moved, "late", now)
        )
        await shop.say(operation, "yes")
        await anyio.wait_all_tasks_blocked()

        assert (len(shop.workshop), shop.bench.running) == (0, [])


async def test_the_workshop_looks_again_and_sweeps_less_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("askline.commands.workshop.TAKE_UP_EVERY_S", 0.001)
    looks: list[str] = []

    class Counting(EphemeralOperations):
        async def unended(self, tenant: str) -> list[Operation]:
            looks.append(tenant)
            return await super().unended(tenant)

    async with a_shop(store=Counting()):
        with anyio.fail_after(PATIENCE_S):
            while len(looks) < 4:
                await anyio.lowlevel.checkpoint()


async def test_who_waits_for_one_is_not_woken_for_good_by_another() -> None:
    async with a_shop() as shop:
        operation = await shop.begin()
        await shop.bench.begun()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(shop.ended, operation)
            await anyio.wait_all_tasks_blocked()
            shop.bench.ends["wait"] = DONE
            await shop.through("demo_wait")
            shop.bench.running[0].end()


async def test_whether_a_step_is_skipped_tells_nothing_of_files_outside_the_project() -> None:
    step = {"tool": "demo", "subcommand": "go", "skip_if_file_exists": "/home/me/.ssh/id_rsa"}
    async with a_shop(a_source({"name": "go"}, {"name": "all", "sequence": [step]})) as shop:
        shop.disk.there.add("/home/me/.ssh/id_rsa")
        shop.bench.ends["go"] = DONE

        ended = await shop.through("demo_all")

    assert [each.skipped for each in ended.steps] == [None]
