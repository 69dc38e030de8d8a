"""Standing approvals: what is offered, what they let run, who makes and ends them."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from askline.commands.agreeing import APPROVED
from askline.commands.operation import Operation, Status
from askline.commands.ports import Operations
from askline.commands.standing import Breadth, Scope, drafts, lets
from askline.core.errors import (
    AlreadySettled,
    DeadlinePast,
    InvalidArguments,
    NotAllowed,
    NotFound,
    PersonRequired,
)
from askline.core.ids import AskId
from askline.stores.ephemeral_operations import EphemeralStanding
from tests.builders import ABSENT, ADA, AGENT, NOON, SHOP, STRANGER, StoppedClock, minted
from tests.promises import promise
from tests.unit.declarations import a_source
from tests.unit.workshop_house import DONE, Shop, a_shop

WHAT = {"positional_args": [{"name": "what", "type": "string"}]}
FLAG = {"options": [{"name": "dry", "type": "boolean"}]}
DECLARED = a_source(
    {"name": "put", "approval": "ask", **WHAT, **FLAG},
    {"name": "plain", "approval": "ask"},
    {"name": "risk", "approval": {"default": "ask", "dangerous": True}, **WHAT},
    {"name": "all", "approval": "ask", "sequence": [{"tool": "demo", "subcommand": "plain"}] * 2},
)
ONE = {"what": "one"}


def awaited(operation: Operation) -> AskId:
    assert operation.approval is not None
    return operation.approval


async def agreed(shop: Shop, which: str, tool: str = "demo_put", **more: Any) -> str:
    operation = await shop.begin(tool, **{"arguments": ONE, "connection": "c1", **more})
    made = await shop.workshop.agreeing.approve(ADA, awaited(operation), which, None)
    await shop.ended(operation)
    return made.id


async def lets_run(shop: Shop, tool: str = "demo_put", **more: Any) -> str | None:
    operation = await shop.begin(tool, **{"arguments": ONE, "connection": "c1", **more})
    if operation.status is Status.AWAITING_APPROVAL:
        await shop.workshop.cancelling.cancel(AGENT, operation.id)
    return operation.standing


async def test_a_command_with_arguments_may_be_agreed_to_in_three_breadths() -> None:
    async with a_shop(DECLARED) as shop:
        earlier = await shop.begin("demo_put", arguments={"what": "two"}, connection="c1")
        operation = await shop.begin("demo_put", arguments=ONE, connection="c1")

        offers = await shop.workshop.agreeing.offers(ADA, awaited(operation))

    assert [(each.which, each.shown) for each in offers] == [
        ("conversation/exact", "demo put -- one"),
        ("project/exact", "demo put -- one"),
        ("conversation/last", "demo put -- …"),
        ("project/last", "demo put -- …"),
        ("conversation/tool", "demo_put …"),
        ("project/tool", "demo_put …"),
    ]
    further = [[each.id for each in offer.further] for offer in offers]
    assert further == [[], [], *[[earlier.id]] * 4]


@pytest.mark.parametrize(
    ("tool", "arguments", "offered"),
    [
        ("demo_plain", {}, ["exact"]),
        ("demo_all", {}, ["exact"]),
        ("demo_put", {"dry": True}, ["exact", "tool"]),
        ("demo_risk", ONE, []),
    ],
    ids=["without arguments", "a sequence", "an option at the end", "dangerous"],
)
async def test_no_more_is_offered_than_a_person_can_judge(
    tool: str, arguments: dict[str, Any], offered: list[str]
) -> None:
    async with a_shop(DECLARED) as shop:
        operation = await shop.begin(tool, arguments=arguments)
        offers = await shop.workshop.agreeing.offers(ADA, awaited(operation))

    assert [each.breadth.value for each in offers if each.scope is Scope.PROJECT] == offered


async def test_what_was_agreed_to_runs_without_a_question_and_says_by_which_word() -> None:
    async with a_shop(DECLARED) as shop:
        shop.bench.ends["put"] = DONE
        made = await agreed(shop, "conversation/exact")

        again = await shop.through("demo_put", arguments=ONE, connection="c1", channel=False)

        assert (again.status, again.standing, again.approval) == (Status.COMPLETED, made, None)
        assert await lets_run(shop, arguments={"what": "two"}) is None
        assert await lets_run(shop, connection="c2") is None
        assert await lets_run(shop, arguments={**ONE, "dry": True}) is None


async def test_a_free_last_word_is_a_value_and_no_option() -> None:
    async with a_shop(DECLARED) as shop:
        shop.bench.ends["put"] = DONE
        made = await agreed(shop, "project/last")

        assert await lets_run(shop, arguments={"what": "two"}, connection="c2") == made
        assert await lets_run(shop, arguments={"what": "two", "dry": True}) is None
        assert await lets_run(shop, arguments={"dry": True}) is None


async def test_a_whole_tool_is_that_tool_in_that_project() -> None:
    async with a_shop(DECLARED) as shop:
        shop.bench.ends["put"] = DONE
        made = await agreed(shop, "project/tool")

        assert await lets_run(shop, arguments={"dry": True}) == made
        assert await lets_run(shop, "demo_plain", arguments={}) is None
        [standing] = await shop.workshop.agreeing.standing(ADA, SHOP.path)
        operation = (await shop.store.which(Operations(tenant="local")))[-1]
        elsewhere = replace(operation, project=replace(SHOP, path="/elsewhere"))
        wider = replace(
            operation, commands=(replace(operation.commands[0], sandbox="off, network"),)
        )
        twice = replace(operation, commands=operation.commands * 2)
        risky = replace(operation, commands=(replace(operation.commands[0], dangerous=True),))
        assert lets(standing, operation, NOON)
        assert not any(lets(standing, each, NOON) for each in (elsewhere, wider, twice, risky))
        assert not drafts(replace(operation, project=replace(SHOP, path=None)), made_by="", at=NOON)
        assert (standing.breadth, standing.made_by) == (Breadth.TOOL, "me")


async def test_a_standing_approval_ends_at_its_time_or_when_it_is_revoked() -> None:
    clock = StoppedClock()
    async with a_shop(DECLARED, clock=clock) as shop:
        shop.bench.ends["put"] = DONE
        operation = await shop.begin("demo_put", arguments=ONE)
        until = NOON + timedelta(hours=1)
        await shop.workshop.agreeing.approve(ADA, awaited(operation), "project/exact", until)
        assert await lets_run(shop)
        clock.time = until
        assert await lets_run(shop) is None
        assert await shop.workshop.agreeing.standing(ADA, None) == []

        made = await agreed(shop, "project/exact")
        await shop.workshop.agreeing.revoke(ADA, made)

        assert await lets_run(shop) is None
        with pytest.raises(NotFound):
            await shop.workshop.agreeing.revoke(ADA, made)


async def test_what_was_revoked_while_there_was_no_room_does_not_run() -> None:
    async with a_shop(DECLARED, at_once=1) as shop:
        shop.bench.ends["put"] = DONE
        made = await agreed(shop, "project/exact")
        del shop.bench.ends["put"]
        first = await shop.begin("demo_put", arguments=ONE)
        running = await shop.bench.begun(2)
        second = await shop.begin("demo_put", arguments=ONE)
        await shop.workshop.agreeing.revoke(ADA, made)
        running.end()

        await shop.ended(first)
        ended = await shop.ended(second)

    assert (ended.status, ended.refused) == (Status.CANCELLED, True)
    assert "does not stand any more" in (ended.reason or "")


@promise("person")
async def test_only_a_person_makes_and_revokes_one() -> None:
    async with a_shop(DECLARED) as shop:
        operation = await shop.begin("demo_put", arguments=ONE)
        ask_id = awaited(operation)
        for who in (AGENT, ABSENT, replace(ADA, stream="chat")):
            with pytest.raises(PersonRequired):
                await shop.workshop.agreeing.approve(who, ask_id, "project/exact", None)
            with pytest.raises(PersonRequired):
                await shop.workshop.agreeing.revoke(who, "any")
        with pytest.raises(NotAllowed):
            await shop.workshop.agreeing.standing(AGENT, None)
        with pytest.raises(NotFound):
            await shop.workshop.agreeing.offers(STRANGER, ask_id)

        assert (
            await shop.workshop.looking.read(AGENT, operation.id)
        ).status is Status.AWAITING_APPROVAL


async def test_what_is_not_offered_or_past_or_settled_is_refused() -> None:
    async with a_shop(DECLARED) as shop:
        shop.bench.ends["put"] = DONE
        operation = await shop.begin("demo_put", arguments=ONE)
        risky = await shop.begin("demo_risk", arguments=ONE)
        approve = shop.workshop.agreeing.approve

        with pytest.raises(InvalidArguments, match="not offered"):
            await approve(ADA, awaited(operation), "everything", None)
        with pytest.raises(InvalidArguments) as caught:
            await approve(ADA, awaited(risky), "project/exact", None)
        assert "dangerous" in caught.value.hint
        with pytest.raises(DeadlinePast):
            await approve(ADA, awaited(operation), "project/exact", NOON)
        with pytest.raises(NotFound):
            await approve(ADA, minted.ask_id(NOON), "project/exact", None)
        await shop.desk.answering.reject(ADA, awaited(operation), receipt="r")
        with pytest.raises((AlreadySettled, NotFound)):
            await approve(ADA, awaited(operation), "project/exact", None)
        assert await shop.workshop.agreeing.standing(ADA, None) == []


async def test_a_yes_that_died_before_it_was_noted_makes_stand_what_it_was_said_to() -> None:
    book = EphemeralStanding()
    async with a_shop(DECLARED, standing=book, owner="first") as shop:
        operation = await shop.begin("demo_put", arguments=ONE)
    awaits = replace(drafts(operation, made_by="me", at=NOON)[0], id="s1", asked=awaited(operation))
    rival = replace(awaits, id="s2")
    await book.keep(awaits)
    await book.keep(rival)
    assert not lets(awaits, operation, NOON)
    await shop.desk.answering.answer(ADA, awaited(operation), APPROVED, receipt=awaits.receipt)

    async with a_shop(
        DECLARED, desk=shop.desk, store=shop.store, standing=book, owner="second"
    ) as again:
        assert await again.workshop.agreeing.standing(ADA, None) == []
        again.bench.ends["put"] = DONE
        assert (await again.ended(operation)).status is Status.COMPLETED

        assert [each.id for each in await again.workshop.agreeing.standing(ADA, None)] == ["s1"]
    assert await book.of("local", None) == [replace(awaits, asked=None)]


async def test_who_was_too_late_with_a_standing_approval_leaves_none() -> None:
    book = EphemeralStanding()
    async with a_shop(DECLARED, standing=book) as shop:
        operation = await shop.begin("demo_put", arguments=ONE)

    await shop.desk.answering.reject(ADA, awaited(operation), receipt="r")
    with pytest.raises(AlreadySettled):
        await shop.workshop.agreeing.approve(ADA, awaited(operation), "project/exact", None)

    assert await book.of("local", None) == []
