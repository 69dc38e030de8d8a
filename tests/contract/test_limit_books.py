"""What every book of limits promises, and that what a tenant holds is counted truly."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest

from askline.asks.desk import Desk, open_desk
from askline.asks.ports import AskStore
from askline.core.errors import InvalidArguments, NotAllowed, RateLimited
from askline.core.people import Actor, Right
from askline.people.allowing import FRESH, LOOK_AGAIN, Allowing, BoundedShelf
from askline.people.joining import Joining
from askline.people.limiting import Limiting
from askline.people.limits import Holdings, TenantLimits
from askline.people.model import Grant, Role
from askline.people.tokens import NewToken, Tokens
from askline.service.hub.ties import open_ties
from askline.stores.ears import Ears
from askline.stores.ephemeral import EphemeralAsks
from askline.stores.ephemeral_operating import EphemeralHoldings
from askline.stores.ephemeral_people import open_ephemeral_register
from askline.stores.postgres.opening import open_postgres, open_register
from tests.builders import ADA, AGENT, UNPACED, a_new_ask, a_select, given, minted
from tests.hub import PASSWORD, QUICK, Hub
from tests.places import PostgresPlace

CI = NewToken(name="ci", scopes=frozenset({Right.ASK}), service="ci")
ASKER = replace(AGENT, tenant="acme")
HUMAN = replace(ADA, tenant="acme")
MINUTE = timedelta(minutes=1)


@dataclass
class Kept:
    """A hub's people beside its asks."""

    hub: Hub
    asks: AskStore
    holdings: Holdings

    def allowing(self, **ceiling: int) -> Allowing:
        limits = self.hub.register.limits
        return Allowing(limits, self.holdings, self.hub.clock, TenantLimits(**ceiling))

    def limiting(self, **ceiling: int) -> Limiting:
        register = self.hub.register
        bound = TenantLimits(**ceiling)
        return Limiting(register.people, register.limits, self.hub.clock, bound)

    def desk(self, allowing: Allowing) -> Desk:
        clock = self.hub.clock
        return open_desk(self.asks, Ears(), clock, minted, limits=UNPACED, allowance=allowing)


@pytest.fixture(params=["ephemeral", "postgres"])
async def kept(request: pytest.FixtureRequest) -> AsyncGenerator[Kept]:
    if request.param == "ephemeral":
        register, asks = open_ephemeral_register(), EphemeralAsks()
        yield Kept(Hub(register), asks, EphemeralHoldings(register, asks))
        return
    dsn = request.getfixturevalue("postgres")
    await PostgresPlace(dsn).empty()
    async with (
        open_register(dsn) as register,
        open_postgres(dsn) as keeping,
        open_ties(dsn) as ties,
    ):
        yield Kept(Hub(register), keeping.asks, ties.holdings)


@pytest.fixture
async def ada(kept: Kept) -> Actor:
    return await kept.hub.founder()


async def test_what_admins_set_is_kept_whole_with_its_act(kept: Kept, ada: Actor) -> None:
    limiting = kept.limiting(pending=10)
    wanted = TenantLimits(pending=5, retention_days=30)

    await limiting.set(ada, TenantLimits(people=7))
    set_now = await limiting.set(ada, wanted)

    assert (await limiting.show(ada)) == set_now
    assert (set_now.own, set_now.holds) == (wanted, wanted)
    second, first, _ = await kept.hub.acts.newest(ada, limit=3)
    assert (first.kind, first.detail) == ("limits_set", "people 7")
    assert second.detail == "pending 5, retention_days 30"


async def test_what_admins_leave_open_is_the_ceiling(kept: Kept, ada: Actor) -> None:
    shown = await kept.limiting(pending=10, tokens=3).set(ada, TenantLimits(tokens=2))

    assert shown.holds == TenantLimits(pending=10, tokens=2)


async def test_nobody_sets_more_than_the_ceiling_and_every_problem_is_named(
    kept: Kept, ada: Actor
) -> None:
    with pytest.raises(InvalidArguments) as refused:
        await kept.limiting(pending=10).set(ada, TenantLimits(pending=11, retention_days=0))

    assert [each.field for each in refused.value.fields] == ["pending", "retention_days"]
    assert await kept.hub.register.limits.own("acme") == TenantLimits()


async def test_only_admins_see_and_set_limits(kept: Kept, ada: Actor) -> None:
    bob = await kept.hub.joined(ada, "bob", Grant(role=Role.OPERATOR))

    with pytest.raises(NotAllowed):
        await kept.limiting().show(bob)
    with pytest.raises(NotAllowed):
        await kept.limiting().set(bob, TenantLimits())


async def test_tenants_are_listed_in_their_order_with_their_days(kept: Kept, ada: Actor) -> None:
    await kept.hub.founder("evil", "mal")
    await kept.limiting().set(ada, TenantLimits(retention_days=30))
    limits = kept.hub.register.limits

    assert await limits.tenants(after="", limit=1) == [("acme", 30)]
    assert await limits.tenants(after="acme", limit=9) == [("evil", None)]
    assert await limits.tenants(after="evil", limit=9) == []


async def test_a_tenant_with_too_many_pending_asks_asks_again_when_one_is_answered(
    kept: Kept, ada: Actor
) -> None:
    assert ada
    desk = kept.desk(kept.allowing(pending=2))
    first = await desk.asking.ask(ASKER, a_new_ask(key="1"))
    await desk.asking.ask(ASKER, a_new_ask(key="2"))

    with pytest.raises(RateLimited, match="2 asks pending"):
        await desk.asking.ask(ASKER, a_new_ask(key="3"))
    assert (await desk.asking.ask(ASKER, a_new_ask(key="1"))).id == first.id
    await desk.answering.answer(HUMAN, first.id, given(db="SQLite"), receipt="r")
    kept.hub.clock.time += LOOK_AGAIN

    assert (await desk.asking.ask(ASKER, a_new_ask(key="3"))).id != first.id


async def test_a_repeat_takes_no_place(kept: Kept, ada: Actor) -> None:
    assert ada
    desk = kept.desk(kept.allowing(pending=2))
    first = await desk.asking.ask(ASKER, a_new_ask(key="1"))

    assert (await desk.asking.ask(ASKER, a_new_ask(key="1"))).id == first.id

    assert (await desk.asking.ask(ASKER, a_new_ask(key="2"))).id != first.id


async def test_a_tenant_asks_only_so_often_within_an_hour(kept: Kept, ada: Actor) -> None:
    assert ada
    desk = kept.desk(kept.allowing(asks_per_hour=1))
    await desk.asking.ask(ASKER, a_new_ask(key="1"))

    with pytest.raises(RateLimited, match="within an hour"):
        await desk.asking.ask(ASKER, a_new_ask(key="2"))
    kept.hub.clock.time += timedelta(minutes=59)
    with pytest.raises(RateLimited):
        await desk.asking.ask(ASKER, a_new_ask(key="2"))
    kept.hub.clock.time += 2 * MINUTE

    assert await desk.asking.ask(ASKER, a_new_ask(key="2"))


async def test_one_tenant_takes_nothing_from_another(kept: Kept, ada: Actor) -> None:
    assert ada
    desk = kept.desk(kept.allowing(pending=1))
    await desk.asking.ask(ASKER, a_new_ask(key="1"))

    assert await desk.asking.ask(replace(ASKER, tenant="evil"), a_new_ask(key="1"))


async def test_a_limit_that_was_lowered_holds_soon(kept: Kept, ada: Actor) -> None:
    desk = kept.desk(kept.allowing())
    await desk.asking.ask(ASKER, a_new_ask(key="1"))

    await kept.limiting().set(ada, TenantLimits(pending=1))
    kept.hub.clock.time += FRESH

    with pytest.raises(RateLimited):
        await desk.asking.ask(ASKER, a_new_ask(a_select("other"), key="2"))


async def test_nobody_joins_or_is_invited_where_there_is_no_room(kept: Kept, ada: Actor) -> None:
    hub, register = kept.hub, kept.hub.register
    room = kept.allowing(people=2)
    hub.joining = Joining(register.people, register.keys, QUICK, hub.clock, minted, room=room)
    bob, _ = await hub.joining.invite(ada, "bob")
    eve, _ = await hub.joining.invite(ada, "eve")
    there = await hub.joining.accept(bob.reveal(), "bob", PASSWORD)

    with pytest.raises(RateLimited, match="2 people"):
        await hub.joining.accept(eve.reveal(), "eve", PASSWORD)
    with pytest.raises(RateLimited):
        await hub.joining.invite(ada, "zoe")
    await hub.administering.remove(ada, str(there.id))

    assert (await hub.joining.accept(eve.reveal(), "eve", PASSWORD)).login == "eve"


async def test_no_token_is_made_where_there_is_no_room(kept: Kept, ada: Actor) -> None:
    hub, register = kept.hub, kept.hub.register
    room = kept.allowing(tokens=1)
    tokens = Tokens(register.people, register.keys, hub.clock, minted, hub.acts, room=room)
    _, token = await tokens.make(ada, CI)

    with pytest.raises(RateLimited, match="1 tokens"):
        await tokens.make(ada, CI)
    await tokens.revoke(ada, token.id)

    _, another = await tokens.make(ada, CI)
    assert another.id != token.id


async def test_a_shelf_takes_no_more_bytes_than_a_tenant_may_have(postgres: str) -> None:
    await PostgresPlace(postgres).empty()
    async with open_register(postgres) as register, open_ties(postgres) as ties:
        hub = Hub(register)
        bounded = TenantLimits(attachment_bytes=10)
        allowing = Allowing(register.limits, ties.holdings, hub.clock, bounded)
        shelf = BoundedShelf(ties.shelf, allowing)
        first = await shelf.put("acme", b"12345678")

        with pytest.raises(RateLimited, match="10 bytes"):
            await shelf.put("acme", b"123")
        assert await shelf.take("acme", first) == b"12345678"
        assert await shelf.size("acme", first) == 8
        assert await shelf.discard("acme", first, hub.clock.now() + timedelta(days=9999))
        hub.clock.time += LOOK_AGAIN

        assert await shelf.put("acme", b"123")
        unbound = Allowing(register.limits, ties.holdings, hub.clock, TenantLimits())
        assert await BoundedShelf(ties.shelf, unbound).put("acme", b"1" * 99)
