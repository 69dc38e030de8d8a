"""Operations from the call to their end, by the workshop's verbs."""

from dataclasses import replace
from uuid import UUID

import anyio
import pytest

from askline.commands.operation import Status
from askline.commands.ports import Ended, How, Operations
from askline.commands.run import Run
from askline.core.errors import (
    AmbiguousId,
    CommandRefused,
    InvalidArguments,
    NotAllowed,
    NotFound,
    NotTrusted,
    RateLimited,
    SandboxUnavailable,
)
from askline.core.ids import OperationId
from askline.core.people import Project
from tests.builders import ADA, AGENT, CODER, NOON, SHOP, STRANGER, minted
from tests.unit.declarations import a_source
from tests.unit.workshop_house import DONE, PATIENCE_S, Bench, Running, Shop, a_call, a_shop

FAILED = Ended(How.EXITED, exit_code=3)


async def test_a_command_runs_to_its_end_and_says_how() -> None:
    async with a_shop() as shop:
        operation = await shop.begin()
        assert operation.status is Status.PENDING
        assert operation.elapsed_s(NOON) == 0.0
        running = await shop.bench.begun()
        running.end(FAILED)

        ended = await shop.ended(operation)

    assert (ended.status, ended.exit_code, ended.reason) == (Status.COMPLETED, 3, None)
    assert running.run.argv == ("demo", "go")
    assert [each.tool for each in ended.steps] == ["demo_go"]


async def test_what_was_called_again_with_its_request_runs_once() -> None:
    async with a_shop() as shop:
        shop.bench.ends["go"] = DONE
        first = await shop.through(request="r1")
        shop.disk.trusted = False

        again = await shop.begin(request="r1")

    assert again.id == first.id
    assert len(shop.bench.running) == 1


async def test_of_two_calls_at_once_with_one_request_one_is_kept() -> None:
    async with a_shop() as shop:
        found: list[OperationId] = []

        async def call() -> None:
            found.append((await shop.begin(request="r1")).id)

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(call)
            tasks.start_soon(call)
        await shop.bench.begun()

        assert len(set(found)) == len(shop.bench.running) == 1


@pytest.mark.parametrize(
    ("how", "status", "reason"),
    [
        (How.FAILED_TO_START, Status.FAILED_TO_START, "no such file"),
        (How.TIMED_OUT, Status.TIMED_OUT, "longer than its declaration allows"),
        (How.TOO_MUCH_OUTPUT, Status.CANCELLED, "more than its declaration allows"),
        (How.INTERRUPTED, Status.INTERRUPTED, "went away"),
    ],
)
async def test_an_end_that_is_no_exit_says_why(how: How, status: Status, reason: str) -> None:
    why = "no such file\x1b[2J" if how is How.FAILED_TO_START else ""
    async with a_shop() as shop:
        shop.bench.ends["go"] = Ended(how, why=why)

        ended = await shop.through()

    assert ended.status is status
    assert reason in (ended.reason or "")
    assert "\x1b" not in (ended.reason or "")


async def test_what_has_no_sandbox_fails_to_start_and_says_what_to_do() -> None:
    async with a_shop() as shop:
        shop.bench.refusal = SandboxUnavailable("no bubblewrap", hint="install it")

        ended = await shop.through()

    assert (ended.status, ended.reason) == (Status.FAILED_TO_START, "no bubblewrap install it")


async def test_an_unknown_tool_a_denied_call_and_unfit_arguments_are_refused() -> None:
    async with a_shop() as shop:
        with pytest.raises(NotFound):
            await shop.begin("demo_gone")
        with pytest.raises(NotFound):
            await shop.begin(project=Project(name="nowhere"))
        with pytest.raises(CommandRefused, match="never here"):
            await shop.begin("demo_never")
        with pytest.raises(InvalidArguments):
            await shop.begin(arguments={"nonsense": 1})
        with pytest.raises(InvalidArguments, match="Unicode"):
            await shop.begin("demo_risk", arguments={"what": "\ud800"})
        with pytest.raises(InvalidArguments, match="directory"):
            await shop.begin(project=Project(name="odd", path="/odd\udcff"))
        with pytest.raises(NotAllowed):
            await shop.workshop.beginning.begin(replace(AGENT, rights=frozenset()), a_call())

        assert await shop.store.unended("local") == []


async def test_a_denial_without_a_reason_is_one_all_the_same() -> None:
    async with a_shop(a_source({"name": "no", "approval": "deny"})) as shop:
        with pytest.raises(CommandRefused, match="not allowed here"):
            await shop.begin("demo_no")


async def test_nothing_of_an_untrusted_project_runs() -> None:
    async with a_shop() as shop:
        shop.disk.trusted = False

        with pytest.raises(NotTrusted):
            await shop.begin()

        offer = await shop.workshop.offering.offer(SHOP.path)
    assert offer.tools == ()
    assert "askline tools trust" in (offer.untrusted or "")


async def test_trust_that_was_withdrawn_before_there_was_room_stops_it() -> None:
    async with a_shop(at_once=1) as shop:
        first = await shop.begin()
        await shop.bench.begun()
        second = await shop.begin()
        shop.disk.trusted = False
        shop.bench.running[0].end()

        await shop.ended(first)
        ended = await shop.ended(second)

    assert (ended.status, ended.refused) == (Status.CANCELLED, True)
    assert "not trusted" in (ended.reason or "")


async def test_what_finds_no_room_waits_and_can_be_cancelled_meanwhile() -> None:
    async with a_shop(at_once=1) as shop:
        first, second = await shop.begin(), await shop.begin()
        await shop.bench.begun()

        await shop.workshop.cancelling.cancel(AGENT, second.id, "not needed\x07")
        gone = await shop.ended(second)
        shop.bench.running[0].end()
        await shop.ended(first)

    assert (gone.status, gone.reason) == (
        Status.CANCELLED,
        "Cancelled by claude-code: not needed",
    )
    assert len(shop.bench.running) == 1


async def test_a_running_command_is_cancelled_once_its_processes_are_gone() -> None:
    async with a_shop() as shop:
        operation = await shop.begin()
        await shop.bench.begun()
        assert len(shop.workshop) == 1

        await shop.workshop.cancelling.cancel(ADA, operation.id)
        ended = await shop.ended(operation)
        again = await shop.workshop.cancelling.cancel(ADA, operation.id)

    assert (ended.status, ended.reason) == (Status.CANCELLED, "Cancelled by me.")
    assert again == ended


async def test_a_cancellation_before_the_start_ends_it_at_its_start() -> None:
    async with a_shop() as shop:
        operation = await shop.begin()
        with anyio.fail_after(PATIENCE_S):
            async with shop.workshop.watching.changes() as changes:
                while (
                    await shop.workshop.looking.read(AGENT, operation.id)
                ).status is Status.PENDING:
                    await anext(changes)
                await shop.workshop.cancelling.cancel(AGENT, operation.id)

        ended = await shop.ended(operation)

    assert ended.status is Status.CANCELLED


async def test_an_operation_of_another_living_process_is_not_cancelled_here() -> None:
    async with a_shop() as shop:
        operation = await shop.begin()
        await shop.bench.begun()
        async with a_shop(
            store=shop.store, desk=shop.desk, living=shop.living, owner="elsewhere"
        ) as other:
            await other.workshop.resuming.take_up()
            with pytest.raises(NotAllowed, match="another process"):
                await other.workshop.cancelling.cancel(AGENT, operation.id)
            shop.bench.running[0].end()

            with anyio.fail_after(PATIENCE_S):
                ended = await other.workshop.waiting.ended(AGENT, operation.id)

    assert ended.status is Status.COMPLETED


async def test_an_operation_whose_process_died_is_interrupted_by_a_cancel() -> None:
    async with a_shop() as shop:
        operation = await shop.begin()
        left = await shop.workshop.looking.read(AGENT, operation.id)
        await shop.bench.begun()
        orphan = replace(left, id=minted.operation_id(NOON), owner="dead", status=Status.WORKING)
        await shop.store.add(orphan, None)

        ended = await shop.workshop.cancelling.cancel(AGENT, orphan.id)

    assert ended.status is Status.INTERRUPTED


async def test_a_workshop_that_is_told_to_go_interrupts_what_runs() -> None:
    async with a_shop() as shop:
        operation = await shop.begin()
        await shop.bench.begun()

    kept = await shop.store.get(operation.id)
    assert kept is not None
    assert kept.status is Status.INTERRUPTED


async def test_an_agent_that_calls_without_end_is_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("askline.commands.beginning.MOST_AT_ONCE", 1)
    async with a_shop() as shop:
        await shop.begin()
        with pytest.raises(RateLimited):
            await shop.begin()


async def test_who_may_not_see_an_operation_finds_none() -> None:
    async with a_shop() as shop:
        operation = await shop.begin()
        guest = replace(ADA, stream="chat")

        for who in (STRANGER, guest, replace(AGENT, id="bob")):
            with pytest.raises(NotFound):
                await shop.workshop.looking.read(who, operation.id)
            with pytest.raises(NotFound):
                await shop.workshop.looking.find(who, operation.short_id)
            assert await shop.workshop.looking.which(who, Operations(tenant="local")) == []
        assert await shop.workshop.looking.find(
            ADA, str(operation.id)
        ) == await shop.workshop.looking.find(AGENT, operation.short_id)
        with pytest.raises(NotFound):
            await shop.workshop.looking.find(ADA, "k7m2qd")
        with pytest.raises(NotFound):
            await shop.workshop.delivering.delivered(STRANGER, operation.id)
        [listed] = await shop.workshop.looking.which(AGENT, Operations(tenant="elsewhere"))
        assert listed.id == operation.id


async def test_a_short_id_of_several_is_ambiguous() -> None:
    async with a_shop() as shop:
        operation = await shop.begin()
        twin = OperationId(UUID(int=operation.id.int - (1 << 90)))
        await shop.store.add(replace(operation, id=twin), None)

        with pytest.raises(AmbiguousId):
            await shop.workshop.looking.find(ADA, operation.short_id)


async def test_an_agent_is_owed_the_end_of_what_it_began_until_it_is_told() -> None:
    async def owed(shop: Shop, connection: str | None) -> list[OperationId]:
        found = await shop.workshop.delivering.owed(
            AGENT, CODER, SHOP, connection=connection, limit=9
        )
        return [each.id for each in found]

    async with a_shop() as shop:
        operation = await shop.begin(connection="c1")
        await shop.workshop.delivering.delivered(AGENT, operation.id)
        assert await owed(shop, "c1") == []
        (await shop.bench.begun()).end()
        await shop.ended(operation)

        assert await owed(shop, "c1") == [operation.id]
        assert await owed(shop, "c2") == []
        assert await owed(shop, None) == []
        await shop.workshop.delivering.delivered(AGENT, operation.id)
        await shop.workshop.delivering.delivered(AGENT, operation.id)
        assert await owed(shop, "c1") == []


async def test_what_was_written_is_read_from_any_side() -> None:
    async with a_shop() as shop:
        shop.bench.ends["go"] = DONE
        operation = await shop.through()
        await shop.bench.note(operation.id, "second line")
        read = shop.workshop.looking.output

        assert (await shop.workshop.looking.view(AGENT, operation.id)).head.startswith("demo go")
        assert (await read(AGENT, operation.id, offset=8)).text == "second line\n"
        assert (await read(AGENT, operation.id, tail=1)).text == "second line\n"
        assert (await read(AGENT, operation.id, tail=1)).next_offset == len(
            "demo go\nsecond line\n"
        )
        assert (await read(AGENT, operation.id, grep="second")).text == "second line\n"


async def test_doors_hear_which_operations_moved() -> None:
    async with a_shop() as shop:
        shop.bench.ends["go"] = DONE
        async with shop.workshop.watching.changes() as changes:
            operation = await shop.through()
            with anyio.fail_after(PATIENCE_S):
                assert await anext(changes) == (operation.id,)


async def test_a_cancellation_while_it_starts_ends_it_as_soon_as_it_has() -> None:
    class Late(Bench):
        async def start(self, operation_id: OperationId, run: Run) -> Running:
            running = await super().start(operation_id, run)
            await shop.workshop.cancelling.cancel(AGENT, operation_id)
            return running

    async with a_shop(bench=Late()) as shop:
        ended = await shop.through()

    assert ended.status is Status.CANCELLED
    assert ended.elapsed_s(NOON) == 0.0
