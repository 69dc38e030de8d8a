"""Asks go when their tenant keeps them no longer: not before, not twice, and with an act."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import anyio
import pytest

from askline.asks import pruning
from askline.asks.pruning import Pruning, Rule, Step
from askline.core.background import background
from askline.core.errors import StoreUnavailable
from askline.core.ids import AskId
from askline.core.people import Actor
from askline.people.acts import ActKind, Deed, Doer
from askline.people.limits import TenantLimits
from askline.people.recording import Acts
from askline.service.hub.metrics import Metrics
from askline.service.hub.observing import UNOBSERVED, Observing
from askline.service.hub.retaining import Retaining, Turn, keeper_of, nobody_told
from askline.stores.postgres.connections import Wires
from askline.stores.postgres.opening import open_register
from askline.stores.postgres.turns import PostgresTurn
from tests.builders import NOON
from tests.hub import Hub
from tests.hubs.test_reviewing import Archive, an_archive

DAY = timedelta(days=1)


@dataclass
class Attic:
    archive: Archive
    hub: Hub
    told: list[tuple[int, int, datetime]] = field(default_factory=list[tuple[int, int, datetime]])

    def retaining(
        self,
        most_days: int | None = None,
        steps: Pruning | None = None,
        turn: Turn | None = None,
    ) -> Retaining:
        clock, register = self.archive.clock, self.hub.register
        return Retaining(
            steps or self.archive.desk.pruning,
            register.limits,
            Acts(register.people, register.acts, clock),
            clock,
            turn or self.archive.ties.turn,
            most_days=most_days,
            told=self.hear,
        )

    def hear(self, asks: int, files: int, at: datetime) -> None:
        self.told.append((asks, files, at))

    async def keep_for(self, days: int | None, tenant: str = "acme") -> None:
        by = Doer(id="ada", name="ada", at=NOON)
        deed = Deed(tenant=tenant, kind=ActKind.LIMITS_SET, by=by)
        await self.hub.register.limits.keep(TenantLimits(retention_days=days), deed)

    async def left(self, tenant: str = "acme") -> list[str]:
        found = await self.archive.desk.reading.history(keeper_of(tenant), limit=100)
        return [str(each.id) for each in found]


class AwayForAcme(Pruning):
    """A store that is away whenever one tenant has its turn."""

    def __init__(self, real: Pruning) -> None:
        self._real = real

    async def step(
        self, actor: Actor, rule: Rule, *, dry: bool = False, after: AskId | None = None
    ) -> Step:
        if actor.tenant == "acme":
            raise StoreUnavailable("It is away.", hint="Wait.")
        return await self._real.step(actor, rule, dry=dry, after=after)


@pytest.fixture
async def attic(postgres: str) -> AsyncGenerator[Attic]:
    async with an_attic(postgres) as made:
        yield made


@asynccontextmanager
async def an_attic(dsn: str) -> AsyncGenerator[Attic]:
    async with an_archive(dsn) as archive, open_register(dsn) as register:
        hub = Hub(register)
        await hub.founder()
        await hub.founder("evil", "mal")
        yield Attic(archive, hub)


async def test_what_was_settled_long_ago_goes_and_leaves_an_act(attic: Attic) -> None:
    await attic.archive.answered("1")
    await attic.keep_for(30)
    attic.archive.clock.time += 31 * DAY
    fresh = await attic.archive.answered("2")

    assert await attic.retaining().round()

    assert await attic.left() == [str(fresh.id)]
    [last] = await attic.hub.register.acts.newest("acme", limit=1)
    assert (last.kind, last.actor_name) == ("pruned", "time")
    assert last.detail.startswith("1 asks, 0 files; settled before 2026-11-15")
    assert sum(asks for asks, _, _ in attic.told) == 1


async def test_what_was_asked_long_ago_and_settled_lately_stays(attic: Attic) -> None:
    ask = await attic.archive.asked("1")
    await attic.keep_for(30)
    attic.archive.clock.time += 60 * DAY
    await attic.archive.desk.asking.cancel(keeper_of("acme"), ask.id, receipt="r")

    await attic.retaining().round()

    assert await attic.left() == [str(ask.id)]
    assert (await attic.hub.register.acts.newest("acme", limit=1))[0].kind == "limits_set"


async def test_a_tenant_without_a_rule_keeps_all_and_the_ceiling_is_for_everybody(
    attic: Attic,
) -> None:
    await attic.archive.answered("1")
    await attic.archive.answered("1", tenant="evil")
    await attic.keep_for(1000)
    attic.archive.clock.time += 400 * DAY

    await attic.retaining().round()
    assert (len(await attic.left()), len(await attic.left("evil"))) == (1, 1)
    await attic.retaining(most_days=365).round()

    assert (await attic.left(), await attic.left("evil")) == ([], [])


async def test_many_go_in_small_steps(attic: Attic, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "AT_ONCE", 2)
    for number in range(5):
        await attic.archive.answered(str(number))
    attic.archive.clock.time += 2 * DAY

    await attic.retaining(most_days=1).round()

    assert await attic.left() == []
    assert [asks for asks, _, _ in attic.told if asks] == [2, 2, 1]


async def test_one_replica_at_a_time_prunes(attic: Attic, postgres: str) -> None:
    other = Wires(postgres, 1)
    async with PostgresTurn(other).alone() as mine:
        assert mine
        assert not await attic.retaining().round()
    await other.close()

    assert await attic.retaining().round()


async def test_a_tenant_that_breaks_off_keeps_no_other_from_its_turn(
    attic: Attic, caplog: pytest.LogCaptureFixture
) -> None:
    await attic.archive.answered("1", tenant="evil")
    attic.archive.clock.time += 2 * DAY

    await attic.retaining(most_days=1, steps=AwayForAcme(attic.archive.desk.pruning)).round()

    assert await attic.left("evil") == []
    assert "goes on next time" in caplog.text


async def test_rounds_go_on_after_the_store_was_away(
    attic: Attic, caplog: pytest.LogCaptureFixture
) -> None:
    closed = Wires("postgresql://127.0.0.1:1/none", 1)
    await closed.close()
    retaining = attic.retaining(turn=PostgresTurn(closed))

    with anyio.fail_after(10):
        async with background(lambda: retaining.run(0.01)):
            while caplog.text.count("was not pruned") < 2:  # noqa: ASYNC110 - a log tells nobody
                await anyio.sleep(0.01)


def test_nobody_need_be_told() -> None:
    nobody_told(1, 1, NOON)
    UNOBSERVED.retained(1, 1, NOON)


def test_what_went_is_among_the_figures() -> None:
    metrics = Metrics()

    Observing(metrics=metrics).retained(3, 1, NOON)

    figure = metrics.registry.get_sample_value
    assert figure("askline_pruned_total", {"what": "asks"}) == 3
    assert figure("askline_pruned_total", {"what": "files"}) == 1
    assert figure("askline_retention_timestamp_seconds") == NOON.timestamp()
