"""Acts, deeds and limits by themselves: what is written of a change, what holds, what is remembered."""

from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import anyio
import pytest

from askline.asks.pacing import Boundless
from askline.people.acts import LONGEST, Act, ActKind, Chain, Deed, Doer, Head, act, head_of
from askline.people.allowing import AT_MOST, COUNT_EVERY, Allowing, Tally
from askline.people.deeds import deeds_of
from askline.people.limits import ENDLESS, TenantLimits, problems_of
from askline.people.model import Identity, Passkey, Person, PersonId
from askline.people.ports import Change
from askline.stores.ephemeral import EphemeralAsks
from askline.stores.ephemeral_operating import EphemeralHoldings
from askline.stores.ephemeral_people import open_ephemeral_register
from tests.builders import NOON, StoppedClock

BY = Doer(id="ada", name="Ada", at=NOON)
BOB = Person(id=PersonId(UUID(int=7)), tenant="acme", login="bob", name="Bob", joined_at=NOON)


def a_deed(**changes: object) -> Deed:
    return replace(Deed(tenant="acme", kind=ActKind.TEAM_MADE, by=BY), **changes)


def a_chain(length: int) -> list[Act]:
    made: list[Act] = []
    for number in range(length):
        head = head_of(made[-1]) if made else Head()
        made.append(act(a_deed(subject=f"team-{number}"), head))
    return made


def test_a_chain_holds_in_whatever_parts_it_is_looked_at() -> None:
    chain, acts = Chain(), a_chain(5)

    assert chain.flaw(acts[:2]) is None
    assert chain.flaw(acts[2:]) is None
    assert chain.flaw_at_end(head_of(acts[-1])) is None
    assert chain.checked == 5


@pytest.mark.parametrize("field", ["tenant", "kind", "actor_id", "actor_name", "subject", "detail"])
def test_every_fact_of_an_act_is_bound(field: str) -> None:
    acts = a_chain(3)
    acts[1] = replace(acts[1], **{field: "other"})

    found = Chain().flaw(acts)

    assert found is not None
    assert found.number == 2


def test_an_act_is_bound_to_its_time_and_to_the_one_before() -> None:
    first, second = a_chain(2)

    assert Chain().flaw([replace(first, at=NOON + timedelta(seconds=1))]) is not None
    assert Chain().flaw([first, act(a_deed(), Head(number=1, hash="0" * 64))]) is not None
    assert Chain().flaw([second]) is not None


def test_what_is_said_is_harmless_and_short() -> None:
    made = act(a_deed(subject="\x1b[31mred", detail="x" * 2 * LONGEST), Head())

    assert "\x1b" not in made.subject
    assert len(made.detail) == LONGEST


def test_a_newcomer_is_said_with_how_they_prove_who_they_are() -> None:
    passkey = Passkey(
        id="k", tenant="acme", person=BOB.id, public_key="", sign_count=0, name="", made_at=NOON
    )
    identity = Identity(tenant="acme", issuer="i", subject="s", person=BOB.id, made_at=NOON)
    joined = Change(tenant="acme", revision=0, joined=BOB)

    [one] = deeds_of(replace(joined, passkey=passkey), BY)
    [other] = deeds_of(replace(joined, identity=identity), BY)

    assert one.detail == "bob, with a passkey: no role"
    assert other.detail == "bob, with an issuer's word: no role"


def test_the_lower_of_both_limits_holds() -> None:
    own = TenantLimits(pending=5, people=None, tokens=9)

    holds = own.within(TenantLimits(pending=7, people=3, tokens=2))

    assert (holds.pending, holds.people, holds.tokens, holds.retention_days) == (5, 3, 2, None)


@pytest.mark.parametrize(
    ("own", "wrong"),
    [
        (TenantLimits(), []),
        (TenantLimits(pending=0, people=1, retention_days=1), []),
        (TenantLimits(people=0), ["people"]),
        (TenantLimits(retention_days=0), ["retention_days"]),
        (TenantLimits(tokens=10**16), ["tokens"]),
        (TenantLimits(pending=11), ["pending"]),
    ],
)
def test_limits_are_within_their_bounds(own: TenantLimits, wrong: list[str]) -> None:
    assert [each.field for each in problems_of(own, TenantLimits(pending=10))] == wrong


class Counter:
    """Counts how often it was asked, and says the same each time."""

    def __init__(self, many: int) -> None:
        self.many = many
        self.asked = 0

    async def __call__(self) -> int:
        self.asked += 1
        await anyio.lowlevel.checkpoint()
        return self.many


async def test_a_tally_is_counted_now_and_then_and_before_a_refusal() -> None:
    tally, counter, clock = Tally(), Counter(1), StoppedClock()

    for _ in range(3):
        await tally.up_to_date(5, 1, counter, clock)
    assert counter.asked == 1
    clock.time += COUNT_EVERY
    await tally.up_to_date(5, 1, counter, clock)
    assert counter.asked == 2
    clock.time += timedelta(seconds=1)
    await tally.up_to_date(1, 1, counter, clock)
    assert counter.asked == 3


async def test_of_many_who_come_at_once_one_counts() -> None:
    tally, counter, clock = Tally(), Counter(1), StoppedClock()

    async def come() -> None:
        await tally.up_to_date(5, 1, counter, clock)

    with anyio.fail_after(5):
        for _ in range(2):
            async with anyio.create_task_group() as tasks:
                for _ in range(10):
                    tasks.start_soon(come)
            clock.time += COUNT_EVERY

    assert counter.asked == 2


async def test_tenants_that_were_not_seen_for_long_are_forgotten() -> None:
    register = open_ephemeral_register()
    holdings = EphemeralHoldings(register, EphemeralAsks())
    allowing = Allowing(register.limits, holdings, StoppedClock(), TenantLimits())

    with anyio.fail_after(30):
        for number in range(AT_MOST + 1):
            assert await allowing.enter(f"tenant-{number}") is None

    allowing.give_back("tenant-0")
    assert len(allowing._known) == AT_MOST
    assert await holdings.attachment_bytes("acme") == 0


async def test_where_nobody_counts_there_is_room() -> None:
    await ENDLESS.for_person("acme")
    await ENDLESS.for_token("acme")
    assert await Boundless().enter("acme") is None
