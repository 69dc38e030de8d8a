"""A command that would run at home is approved by people of a hub: by as many as its rule wants, or not at all."""

from pathlib import Path

import anyio
import pytest

from askline.asks.state import State
from askline.commands.operation import Status
from askline.core.errors import HubUnreachable, PersonRequired
from tests.journeys.approving_home import a_home, pending_at, says
from tests.journeys.routed_hub import proven
from tests.promises import promise


@promise("person")
@pytest.mark.timeout(120)
async def test_what_two_people_of_the_hub_approve_runs_at_home(
    postgres: str, tmp_path: Path
) -> None:
    with anyio.fail_after(100):
        async with (
            a_home(postgres, tmp_path) as home,
            home.hub.browser("ada") as ada,
            home.hub.browser("bo") as bo,
            home.hub.browser("cy") as cy,
        ):
            operation = await home.begin()
            ask = await pending_at(bo)
            refused = await says(ada, ask, "yes")
            first = await says(bo, ask, "yes")
            with pytest.raises(PersonRequired) as here:
                await home.approve(operation)
            between = await home.approval(operation)
            assert not home.made
            second = await says(cy, ask, "yes")
            ended = await home.ended(operation)
            output = await home.output(ended)
            settled = await home.approval(operation)
            flaws = await home.flaws()
            moves = ("asked", "agreed", "answered")
            await proven(ada, *moves, acts={"route_set"}, secrets=[home.token])

    assert ask["command"]["argv"] == ["sh", "-c", "echo made it; touch made"]
    assert ask["command"]["sha256"] == operation.sha256
    assert (refused["code"], here.value.hint[-36:]) == ("not_allowed", ask["id"])
    assert (first["state"], second["state"]) == ("pending", "answered")
    assert between.state is State.PENDING
    assert settled.outcome is not None
    assert settled.outcome.settled_by.who == "cy"
    assert (ended.status, ended.exit_code, home.made) == (Status.COMPLETED, 0, True)
    assert output == "made it\n"
    assert flaws == []


@promise("person")
@pytest.mark.timeout(120)
async def test_what_one_of_them_declines_does_not_run(postgres: str, tmp_path: Path) -> None:
    with anyio.fail_after(100):
        async with (
            a_home(postgres, tmp_path) as home,
            home.hub.browser("bo") as bo,
            home.hub.browser("cy") as cy,
        ):
            operation = await home.begin()
            ask = await pending_at(bo)
            await says(bo, ask, "yes")
            await says(cy, ask, "no")
            ended = await home.ended(operation)
            flaws = await home.flaws()

    assert (ended.status, ended.refused, home.made) == (Status.CANCELLED, True, False)
    assert flaws == []


@promise("truth")
@pytest.mark.timeout(120)
async def test_while_the_hub_is_out_of_reach_an_approval_stays_pending_and_says_so(
    postgres: str, tmp_path: Path
) -> None:
    with anyio.fail_after(100):
        async with (
            a_home(postgres, tmp_path) as home,
            home.hub.browser("bo") as bo,
            home.hub.browser("cy") as cy,
        ):
            operation = await home.begin()
            ask = await pending_at(bo)
            while (await home.approval(operation)).handed is None:  # noqa: ASYNC110 - nobody is told
                await anyio.sleep(0.01)
            await home.wire.cut()
            await says(bo, ask, "yes")
            await says(cy, ask, "yes")
            with pytest.raises(HubUnreachable):
                await home.approve(operation)
            between = await home.approval(operation)
            home.wire.mend()
            ended = await home.ended(operation)

    assert between.state is State.PENDING
    assert (ended.status, home.made) == (Status.COMPLETED, True)
