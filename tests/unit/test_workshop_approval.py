"""Approval of operations: what people are shown, and what their word does."""

from dataclasses import replace

import anyio
import anyio.lowlevel
import pytest

from askline.asks.answers import Outcome, settled_by
from askline.asks.limits import Limits
from askline.asks.model import AskKind
from askline.asks.state import State
from askline.commands.approving import word_of
from askline.commands.operation import Operation, Status
from askline.commands.ports import Operations
from askline.core.errors import CommandRefused, PersonRequired, RateLimited
from askline.core.people import ActorKind, Door, local_client
from tests.builders import ABSENT, ADA, AGENT, CODER, NOON, SHOP, a_desk, answers, minted
from tests.promises import promise
from tests.unit.declarations import a_source
from tests.unit.workshop_house import DECLARED, DONE, PATIENCE_S, Disk, Shop, a_shop


async def refused(shop: Shop, operation: Operation) -> tuple[Status, bool, str | None]:
    ended = await shop.ended(operation)
    assert shop.bench.running == []
    return ended.status, ended.refused, ended.reason


async def test_a_command_that_asks_is_shown_as_it_will_run_and_runs_when_approved() -> None:
    async with a_shop() as shop:
        shop.bench.ends["risk"] = DONE
        operation = await shop.begin("demo_risk", arguments={"what": "a b"})
        ask = await shop.asked(operation)
        assert operation.status is Status.AWAITING_APPROVAL
        assert ask.matter.kind is AskKind.APPROVAL
        assert ask.matter.command is not None
        assert ask.matter.command.argv == ("demo", "risk", "--", "a b")
        assert ask.matter.command.sha256 == operation.sha256
        assert ask.matter.command.dangerous
        assert ask.matter.command.why == "it publishes"
        assert ask.matter.context is None
        await shop.say(operation, "yes")

        ended = await shop.ended(operation)
        owed = await shop.desk.asking.owed(AGENT, CODER, SHOP, connection="c", limit=9)

    assert (ended.status, ended.approval) == (Status.COMPLETED, ask.id)
    assert owed == []


async def test_every_step_of_a_sequence_is_shown_in_words_that_hide_nothing() -> None:
    declared = a_source(
        {"name": "all", "approval": "ask", "sequence": [
            {"tool": "demo", "subcommand": "say", "args": {"text": "it`s\n- **fine**"}},
            {"tool": "demo", "subcommand": "say", "args": {"text": "plain"}},
        ]},
        {"name": "say", "options": [{"name": "text", "type": "string"}], "env": {"MODE": "x"}},
    )  # fmt: skip
    async with a_shop(declared) as shop:
        ask = await shop.asked(await shop.begin("demo_all"))

    assert ask.matter.title == "Run 2 steps of demo_all?"
    assert ask.questions[0].text == "May all 2 steps run?"
    shown = (ask.matter.context or "").splitlines()
    assert '    1. demo say "--text=it`s\\n- **fine**"' in shown
    assert "    2. demo say --text=plain" in shown
    assert "       variables: MODE" in shown
    assert all(line.startswith("    ") for line in shown[1:] if line)


@promise("person")
async def test_only_a_person_approves() -> None:
    async with a_shop() as shop:
        operation = await shop.begin("demo_ask")
        for who in (
            ABSENT,
            local_client(CODER),
            replace(ADA, door=Door.FORM, rights=ABSENT.rights),
        ):
            with pytest.raises(PersonRequired):
                await shop.say(operation, "yes", by=who)

        assert (
            await shop.workshop.looking.read(AGENT, operation.id)
        ).status is Status.AWAITING_APPROVAL


async def test_a_no_ends_it_with_the_words_of_the_human() -> None:
    async with a_shop() as shop:
        plain, noted, rejected, back = [await shop.begin("demo_ask") for _ in range(4)]
        await shop.say(plain, "no")
        await shop.say(noted, "no", note="use the other branch")
        answering = shop.desk.answering
        await answering.reject(ADA, (await shop.asked(rejected)).id, reason="never", receipt="r")
        await answering.ask_back(ADA, (await shop.asked(back)).id, words="which one?", receipt="r")

        said = [await refused(shop, each) for each in (plain, noted, rejected, back)]

    assert [reason for *_, reason in said] == [
        "It was not approved.",
        "use the other branch",
        "never",
        "Asked back: which one?",
    ]
    assert {(status, no) for status, no, _ in said} == {(Status.CANCELLED, True)}


@promise("truth")
async def test_silence_and_withdrawal_are_no_refusal() -> None:
    async with a_shop() as shop:
        operation = await shop.begin("demo_ask")
        ask = await shop.asked(operation)
        await shop.desk.asking.cancel(ADA, ask.id, receipt="r")

        assert await refused(shop, operation) == (Status.CANCELLED, False, "It was withdrawn.")

    by = (await shop.asked(operation)).outcome
    assert by is not None
    late = Outcome(state=State.TIMED_OUT, settled_by=by.settled_by, receipt="")
    assert (word_of(late).runs, word_of(late).refused) == (False, False)
    assert not word_of(None).runs


async def test_an_operation_that_is_cancelled_takes_its_ask_from_the_inbox() -> None:
    async with a_shop() as shop:
        operation = await shop.begin("demo_ask")

        ended = await shop.workshop.cancelling.cancel(AGENT, operation.id, "on second thought")
        ask = await shop.asked(operation)

        assert ended.status is Status.CANCELLED
        assert ask.state is State.CANCELLED
        assert await shop.desk.reading.inbox(ADA) == []
        with anyio.fail_after(PATIENCE_S):
            while len(shop.workshop):
                await anyio.lowlevel.checkpoint()


async def test_what_would_run_otherwise_than_approved_does_not_run() -> None:
    async with a_shop() as shop:
        operation = await shop.begin("demo_ask")
        shop.disk.sources = (a_source({"name": "ask", "approval": "ask", "words": ["other"]}),)
        await shop.say(operation, "yes")

        said = await refused(shop, operation)

    assert said == (Status.CANCELLED, True, "What would run now is not what was approved.")


@pytest.mark.parametrize(
    ("declared", "reason"),
    [
        ({"name": "go", "approval": "ask"}, "does not let it run any more"),
        ({"name": "go", "approval": "deny"}, "does not let it run any more"),
        ({"name": "go", "words": ["went"]}, "not what was called"),
        ({"name": "went"}, "no tool demo_go"),
    ],
    ids=["asks now", "denies now", "runs another", "is gone"],
)
async def test_what_was_allowed_is_judged_again_when_it_runs(
    declared: dict[str, object], reason: str
) -> None:
    async with a_shop(at_once=1) as shop:
        first, second = await shop.begin(), await shop.begin()
        await shop.bench.begun()
        shop.disk.sources = (a_source(declared),)
        shop.bench.running[0].end()

        await shop.ended(first)
        ended = await shop.ended(second)

    assert (ended.status, ended.refused) == (Status.CANCELLED, True)
    assert reason in (ended.reason or "")


async def test_where_no_person_can_be_reached_the_command_is_named_to_run_by_hand() -> None:
    async with a_shop() as shop:
        with pytest.raises(CommandRefused) as caught:
            await shop.begin("demo_risk", arguments={"what": "a b"}, channel=False)

    assert caught.value.hint == "The user can run it by hand: demo risk -- 'a b'"


async def test_an_approval_that_cannot_be_asked_for_ends_the_operation() -> None:
    async with a_shop() as shop:
        for _ in range(Limits().asks_per_minute):
            await shop.begin("demo_ask")
        with pytest.raises(RateLimited):
            await shop.begin("demo_ask")
        newest = (await shop.store.which(Operations(tenant="local")))[0]

    assert (newest.status, newest.approval) == (Status.CANCELLED, None)
    assert "Nobody could be asked" in (newest.reason or "")


async def test_a_call_that_waits_for_its_approval_hears_of_it() -> None:
    async with a_shop() as shop:
        operation = await shop.begin("demo_ask")
        await shop.say(operation, "yes")

        with anyio.fail_after(PATIENCE_S):
            decided = await shop.workshop.waiting.decided(AGENT, operation.id)
            started = await shop.workshop.waiting.started(AGENT, operation.id)

    assert decided.status in (Status.PENDING, Status.WORKING)
    assert started.status is Status.WORKING


async def test_after_a_restart_the_answer_that_came_meanwhile_counts() -> None:
    desk, disk = a_desk(), Disk((DECLARED,))
    async with a_shop(desk=desk, disk=disk, owner="first") as shop:
        shop_store = shop.store
        waiting, answered = await shop.begin("demo_ask"), await shop.begin("demo_ask")
        working = await shop.begin()
        await shop.bench.begun()
    await shop.say(answered, "yes")
    async with a_shop(desk=desk, disk=disk, store=shop_store, owner="second") as again:
        again.bench.ends["ask"] = DONE
        assert (await again.ended(answered)).status is Status.COMPLETED
        assert (await again.ended(working)).status is Status.INTERRUPTED
        await again.say(waiting, "yes")
        ended = await again.ended(waiting)

    assert (ended.status, ended.owner) == (Status.COMPLETED, "second")


async def test_what_died_before_its_ask_was_put_is_asked_after_the_restart() -> None:
    async with a_shop(owner="first") as shop:
        operation = await shop.begin("demo_ask")
        never_asked = replace(operation, id=minted.operation_id(NOON), approval=None)
        gone = replace(operation, id=minted.operation_id(NOON), approval=minted.ask_id(NOON))
        late = replace(operation, id=minted.operation_id(NOON), owner="dead", revision=7)
    for each in (never_asked, gone, late):
        await shop.store.add(each, None)
    async with a_shop(desk=shop.desk, store=shop.store, owner="second") as again:
        with anyio.fail_after(PATIENCE_S):
            while (
                now := await again.workshop.looking.read(AGENT, never_asked.id)
            ).approval is None:
                await anyio.lowlevel.checkpoint()
        assert (await again.asked(now)).state is State.PENDING
        assert (await again.ended(gone)).reason == "Its approval is gone."


@promise("person")
def test_a_yes_that_no_person_said_lets_nothing_run() -> None:
    """Such as a hub might bring home."""
    yes = answers(approve="yes")
    by = settled_by(replace(ADA, kind=ActorKind.RULE), NOON)
    outcome = Outcome(state=State.ANSWERED, settled_by=by, receipt="r", answers=yes)

    assert word_of(outcome).refused
    assert word_of(replace(outcome, settled_by=settled_by(ADA, NOON))).runs
