"""What every book of acts promises: one chain for each tenant, without a gap, a fork or a secret."""

from collections.abc import AsyncGenerator
from dataclasses import replace

import anyio
import pytest

from askline.core.errors import NotAllowed, PersonRequired
from askline.core.people import Actor, Right
from askline.people.acts import ActKind, Head
from askline.people.model import Grant, Role
from askline.people.ports import Change
from askline.people.recording import AT_ONCE, verified
from askline.people.tokens import NewToken
from askline.stores.ephemeral_people import open_ephemeral_register
from askline.stores.postgres.opening import open_register
from tests.contract.test_postgres import raw
from tests.hub import Hub
from tests.places import PostgresPlace
from tests.promises import promise

CI = NewToken(name="ci", scopes=frozenset({Right.ASK}), service="ci")


@pytest.fixture(params=["ephemeral", "postgres"])
async def hub(request: pytest.FixtureRequest) -> AsyncGenerator[Hub]:
    if request.param == "ephemeral":
        yield Hub(open_ephemeral_register())
        return
    dsn = request.getfixturevalue("postgres")
    await PostgresPlace(dsn).empty()
    async with open_register(dsn) as register:
        yield Hub(register)


@pytest.fixture
async def ada(hub: Hub) -> Actor:
    return await hub.founder()


async def told(hub: Hub, ada: Actor) -> list[tuple[str, str]]:
    """Kind and detail of every act, oldest first."""
    return [(each.kind, each.detail) async for each in await hub.acts.export(ada)][:-1]


async def test_a_tenant_that_was_never_founded_has_no_acts(hub: Hub) -> None:
    assert await hub.register.acts.head("nobody") == Head()
    assert await hub.register.acts.acts("nobody", after=0, limit=10) == []
    assert (await verified(hub.register.acts, "nobody")).flaw is None


async def test_every_deed_of_those_who_administer_leaves_one_act(hub: Hub, ada: Actor) -> None:
    await hub.administering.make_team(ada, "web")
    bob = await hub.joined(ada, "bob", Grant(role=Role.ANSWERER, team="web"))
    await hub.administering.give(ada, bob.id, Grant(role=Role.ASKER))
    await hub.administering.take(ada, bob.id, Grant(role=Role.ASKER))
    await hub.administering.open_project(ada, "shop", "web")
    await hub.administering.close_project(ada, "shop", "web")
    _, token = await hub.tokens.make(ada, CI)
    _, newer = await hub.tokens.rotate(ada, token.id)
    await hub.tokens.revoke(ada, newer.id)
    await hub.administering.remove(ada, bob.id)

    until = token.expires_at.date()
    assert await told(hub, ada) == [
        ("founded", ""),
        ("team_made", ""),
        ("invited", "answerer in web"),
        ("joined", "bob, with a password: answerer in web"),
        ("role_given", "asker"),
        ("role_taken", "asker"),
        ("project_opened", "team:web"),
        ("project_closed", "team:web"),
        ("token_made", f"ci: ask for service:ci, until {until}"),
        ("token_rotated", f"by {newer.id}, ci: ask for service:ci, until {until}"),
        ("token_revoked", f"ci: ask for service:ci, until {until}"),
        ("left", ""),
    ]


async def test_an_act_says_who_to_whom_and_when(hub: Hub, ada: Actor) -> None:
    bob = await hub.joined(ada, "bob")

    joined, invited, founded = await hub.acts.newest(ada, limit=10)

    assert [each.number for each in (founded, invited, joined)] == [1, 2, 3]
    assert (invited.actor_id, invited.actor_name, invited.subject) == (ada.id, "ada", "bob")
    assert (joined.actor_id, joined.subject, joined.detail) == (
        bob.id,
        bob.id,
        "bob, with a password: no role",
    )
    assert joined.at == hub.clock.now()
    assert await hub.acts.newest(ada, limit=1, before=2) == [founded]


@promise("audit")
async def test_of_two_who_write_at_once_each_has_a_place_in_one_chain(hub: Hub, ada: Actor) -> None:
    async def write(number: int) -> None:
        await hub.acts.note(ada, ActKind.ROUTE_SET, f"route-{number}")

    with anyio.fail_after(30):
        async with anyio.create_task_group() as writers:
            for number in range(10):
                writers.start_soon(write, number)
                writers.start_soon(hub.administering.make_team, ada, f"team-{number}")

    found = await hub.acts.verify(ada)
    assert (found.checked, found.head.number, found.flaw) == (21, 21, None)


async def test_a_long_chain_is_verified_in_steps(hub: Hub, ada: Actor) -> None:
    with anyio.fail_after(50):
        for number in range(AT_ONCE):
            await hub.acts.note(ada, ActKind.CONTACT_ADDED, f"contact-{number}")

        found = await hub.acts.verify(ada)

    assert (found.checked, found.flaw) == (AT_ONCE + 1, None)
    assert len(await told(hub, ada)) == AT_ONCE + 1


async def test_a_change_that_was_not_kept_leaves_no_act(hub: Hub, ada: Actor) -> None:
    before = await hub.register.acts.head("acme")
    stale = Change(tenant="acme", revision=99)

    with pytest.raises(NotAllowed):
        await hub.administering.give(ada, ada.id, Grant(role=Role.ADMIN))
    assert not await hub.register.people.change(stale)

    assert await hub.register.acts.head("acme") == before


async def test_only_people_who_administer_look_at_acts_and_only_at_their_own(
    hub: Hub, ada: Actor
) -> None:
    bob, mal = await hub.joined(ada, "bob"), await hub.founder("evil", "mal")

    with pytest.raises(NotAllowed):
        await hub.acts.newest(bob, limit=1)
    with pytest.raises(NotAllowed):
        await hub.acts.verify(bob)
    with pytest.raises(NotAllowed):
        await hub.acts.export(bob)
    with pytest.raises(PersonRequired):
        await hub.acts.newest(replace(ada, stream="card"), limit=1)
    assert [each.kind for each in await hub.acts.newest(mal, limit=10)] == ["founded"]


@promise("audit")
@pytest.mark.parametrize(
    ("tampered", "flaw"),
    [
        ("UPDATE acts SET detail = 'nothing' WHERE number = 2", "act 2 is not what was written"),
        ("UPDATE acts SET actor_name = 'eve' WHERE number = 3", "act 3 is not what was written"),
        ("DELETE FROM acts WHERE number = 2", "act 2 is missing"),
        ("DELETE FROM acts WHERE number > 1", "the acts end too early"),
        ("DELETE FROM acts", "the acts end too early"),
        ("UPDATE act_heads SET number = 2", "the acts end too early"),
    ],
)
async def test_what_was_changed_afterwards_is_found_with_its_place(
    postgres: str, tampered: str, flaw: str
) -> None:
    await PostgresPlace(postgres).empty()
    async with open_register(postgres) as register, raw(postgres) as db:
        hub = Hub(register)
        ada = await hub.founder()
        await hub.joined(ada, "bob")
        await db.execute(tampered)

        found = await hub.acts.verify(ada)

    assert found.flaw is not None
    assert found.flaw.problem == flaw
