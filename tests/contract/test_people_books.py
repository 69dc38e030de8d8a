"""What every register of people promises: one tenant at a time, changes one after the other, keys once."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import anyio
import pytest

from askline.core.errors import AsklineError, InvalidArguments, NotAllowed, NotFound
from askline.core.people import Actor, Door, Right
from askline.people.model import Access, Credential, CredentialKind, Grant, PersonId, Role
from askline.people.ports import Change
from askline.people.tokens import NewToken
from askline.stores.ephemeral_people import open_ephemeral_register
from askline.stores.postgres.opening import open_register
from tests.builders import LATER, NOON
from tests.hub import PASSWORD, Hub
from tests.places import PostgresPlace

ADMIN = Grant(role=Role.ADMIN)
ANSWERER = Grant(role=Role.ANSWERER)
WEB_APPROVER = Grant(role=Role.APPROVER, team="web")
CI = NewToken(name="ci", scopes=frozenset({Right.ASK}), service="ci", project="shop")


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


def person_id(actor: Actor) -> PersonId:
    return PersonId(UUID(actor.id))


async def test_a_tenant_is_founded_once_by_somebody_who_holds_every_role(
    hub: Hub, ada: Actor
) -> None:
    with pytest.raises(InvalidArguments):
        await hub.founder(login="eve")

    assert ada.rights == {*Right}
    assert [each.login for each in await hub.administering.people(ada)] == ["ada"]
    assert await hub.register.people.by_login("acme", "eve") is None


async def test_who_is_invited_joins_once_with_what_was_promised(hub: Hub, ada: Actor) -> None:
    await hub.administering.make_team(ada, "web")
    secret, invitation = await hub.joining.invite(ada, "Bob@Example.org", [WEB_APPROVER, ANSWERER])
    assert await hub.joining.look(secret.reveal()) == invitation

    bob = await hub.enter(await hub.joining.accept(secret.reveal(), "Bob", PASSWORD))

    assert bob.rights == {Right.ANSWER, Right.PERSON, Right.APPROVE}
    assert bob.addresses == {bob.id, "team:web"}
    assert bob.approves == {"team:web"}
    with pytest.raises(NotAllowed):
        await hub.joining.accept(secret.reveal(), "Eve", PASSWORD)
    kept = await hub.register.people.by_login("acme", "bob@example.org")
    assert kept is not None
    assert kept.name == "Bob"


async def test_of_many_who_use_one_invitation_at_once_one_joins(hub: Hub, ada: Actor) -> None:
    secret, _ = await hub.joining.invite(ada, "bob")
    ends: list[str] = []

    async def rival() -> None:
        try:
            await hub.joining.accept(secret.reveal(), "Bob", PASSWORD)
        except AsklineError as error:
            ends.append(error.code)
        else:
            ends.append("joined")

    with anyio.fail_after(30):
        async with anyio.create_task_group() as rivals:
            for _ in range(4):
                rivals.start_soon(rival)

    assert ends.count("joined") == 1
    assert len(await hub.administering.people(ada)) == 2


async def test_two_admins_who_remove_each_other_at_once_leave_one(hub: Hub, ada: Actor) -> None:
    bob = await hub.joined(ada, "bob", ADMIN)
    refused: list[str] = []

    async def remove(who: Actor, whom: Actor) -> None:
        try:
            await hub.administering.remove(who, whom.id)
        except AsklineError as error:
            refused.append(error.code)

    with anyio.fail_after(30):
        async with anyio.create_task_group() as both:
            both.start_soon(remove, ada, bob)
            both.start_soon(remove, bob, ada)

    roster = await hub.register.people.roster("acme", [])
    assert roster is not None
    assert len(roster.admins) == 1
    assert len(refused) == 1


async def test_who_left_cannot_enter_and_their_login_is_free_again(hub: Hub, ada: Actor) -> None:
    bob = await hub.joined(ada, "bob", ANSWERER)
    session, _ = await hub.entering.sign_in("acme", "bob", PASSWORD)

    await hub.administering.remove(bob, bob.id)

    with pytest.raises(NotAllowed):
        await hub.entering.by_session(session.reveal(), Door.WEB)
    with pytest.raises(NotAllowed):
        await hub.entering.sign_in("acme", "bob", PASSWORD)
    again = await hub.joined(ada, "bob")
    assert again.id != bob.id
    assert again.rights == frozenset()


async def test_a_change_on_what_is_no_longer_so_is_kept_in_no_part(hub: Hub, ada: Actor) -> None:
    people = hub.register.people
    roster = await people.roster("acme", [person_id(ada)])
    assert roster is not None
    secret, _ = await hub.joining.invite(ada, "bob")
    stale = Change(tenant="acme", revision=roster.revision, left=(person_id(ada), NOON))
    assert not await people.change(stale)
    assert not await people.change(replace(stale, tenant="nobody"))

    now = replace(stale, revision=roster.revision + 1)
    assert not await people.change(replace(now, used="no such invitation"))
    double = replace(roster.people[person_id(ada)], id=PersonId(UUID(int=7)))
    assert not await people.change(replace(now, left=None, joined=double))

    assert (await hub.joining.look(secret.reveal())).login == "bob"
    assert (await hub.administering.people(ada))[0].left_at is None


async def test_roles_are_given_and_taken(hub: Hub, ada: Actor) -> None:
    bob = await hub.joined(ada, "bob")
    team = await hub.administering.make_team(ada, "web")

    await hub.administering.give(ada, bob.id, WEB_APPROVER)
    await hub.administering.give(ada, bob.id, WEB_APPROVER)
    await hub.administering.give(ada, bob.id, ANSWERER)
    await hub.administering.take(ada, bob.id, ANSWERER)

    roster = await hub.register.people.roster("acme", [person_id(bob)])
    assert roster is not None
    assert [(each.role, each.team) for each in roster.memberships] == [(Role.APPROVER, "web")]
    assert await hub.administering.teams(ada) == [team]
    with pytest.raises(InvalidArguments):
        await hub.administering.make_team(ada, "web")


async def test_another_tenants_people_teams_and_keys_do_not_exist(hub: Hub, ada: Actor) -> None:
    eve = await hub.founder("evil", "eve")
    await hub.administering.make_team(ada, "web")
    _, token = await hub.tokens.make(ada, CI)

    for move in (
        hub.administering.give(eve, ada.id, ANSWERER),
        hub.administering.take(eve, ada.id, ADMIN),
        hub.administering.remove(eve, ada.id),
        hub.administering.open_project(eve, "shop", "web"),
        hub.joining.invite(eve, "mallory", [WEB_APPROVER]),
        hub.tokens.revoke(eve, token.id),
        hub.tokens.rotate(eve, token.id),
    ):
        with pytest.raises(NotFound):
            await move

    assert [each.login for each in await hub.administering.people(eve)] == ["eve"]
    assert await hub.administering.teams(eve) == []
    assert await hub.tokens.list(eve) == []
    assert not await hub.register.keys.revoke_token("evil", token.id, NOON)
    await hub.register.keys.used_token("evil", token.id, NOON)
    assert await hub.register.keys.token(token.sha256) == token


async def test_a_token_opens_until_it_is_revoked_and_notes_its_use(hub: Hub, ada: Actor) -> None:
    secret, token = await hub.tokens.make(ada, CI)

    agent = await hub.entering.by_token(secret.reveal(), Door.MCP)

    assert (agent.id, agent.rights) == ("service:ci", {Right.ASK})
    assert await hub.tokens.list(ada) == [replace(token, used_at=NOON)]
    await hub.tokens.revoke(ada, token.id)
    with pytest.raises(NotAllowed):
        await hub.entering.by_token(secret.reveal(), Door.MCP)
    with pytest.raises(NotFound):
        await hub.tokens.revoke(ada, token.id)


async def test_a_rotated_token_and_its_successor_overlap(hub: Hub, ada: Actor) -> None:
    old_secret, old = await hub.tokens.make(ada, CI)
    new_secret, new = await hub.tokens.rotate(ada, old.id, timedelta(hours=1))

    for secret in (old_secret, new_secret):
        assert (await hub.entering.by_token(secret.reveal(), Door.MCP)).id == "service:ci"
    with pytest.raises(NotFound):
        await hub.tokens.rotate(ada, old.id)

    hub.clock.time = LATER
    with pytest.raises(NotAllowed):
        await hub.entering.by_token(old_secret.reveal(), Door.MCP)
    assert await hub.entering.by_token(new_secret.reveal(), Door.MCP)
    listed = await hub.tokens.list(ada)
    assert [(each.id, each.successor) for each in listed] == [(new.id, None), (old.id, new.id)]


async def test_a_password_opens_a_session_that_ends(hub: Hub, ada: Actor) -> None:
    secret, session = await hub.entering.sign_in("acme", "ADA", PASSWORD)
    assert await hub.entering.by_session(secret.reveal(), Door.WEB) == ada

    await hub.entering.sign_out(secret.reveal())
    await hub.entering.sign_out("nothing")

    with pytest.raises(NotAllowed):
        await hub.entering.by_session(secret.reveal(), Door.WEB)
    await hub.register.keys.keep_session(session)
    await hub.register.keys.end_sessions("acme", person_id(ada))
    assert await hub.register.keys.session(session.sha256) is None
    for tenant, login, password in [
        ("acme", "ada", "wrong"),
        ("acme", "eve", PASSWORD),
        ("evil", "ada", PASSWORD),
    ]:
        with pytest.raises(NotAllowed):
            await hub.entering.sign_in(tenant, login, password)


async def test_a_person_has_one_credential_of_a_kind(hub: Hub, ada: Actor) -> None:
    passkey = Credential(
        tenant="acme",
        person=person_id(ada),
        kind=CredentialKind.PASSKEY,
        secret="one",  # noqa: S106 - the test's own
        made_at=NOON,
    )
    newer = replace(passkey, secret="two")  # noqa: S106 - the test's own

    await hub.register.keys.keep_credential(passkey)
    await hub.register.keys.keep_credential(newer)

    found = await hub.register.keys.credentials("acme", person_id(ada))
    assert {each.kind for each in found} == {*CredentialKind}
    assert newer in found
    assert await hub.register.keys.credentials("evil", person_id(ada)) == []


async def test_what_expired_is_forgotten(hub: Hub, ada: Actor) -> None:
    invited, invitation = await hub.joining.invite(ada, "bob")
    _, session = await hub.entering.sign_in("acme", "ada", PASSWORD)
    keys = hub.register.keys

    await keys.forget(invitation.expires_at)
    assert await keys.invitation(invitation.sha256) == invitation
    assert await keys.session(session.sha256) == session
    hub.clock.time = invitation.expires_at
    with pytest.raises(NotAllowed):
        await hub.joining.look(invited.reveal())

    await keys.forget(session.expires_at + timedelta(seconds=1))
    assert await keys.invitation(invitation.sha256) is None
    assert await keys.session(session.sha256) is None


async def test_a_projects_asks_go_to_the_teams_it_was_opened_to(hub: Hub, ada: Actor) -> None:
    for team in ("web", "ops"):
        await hub.administering.make_team(ada, team)
        await hub.administering.open_project(ada, "shop", team)
    await hub.administering.open_project(ada, "shop", "web")

    web, ops = (Access(tenant="acme", project="shop", team=team) for team in ("web", "ops"))
    assert await hub.register.people.projects("acme") == [ops, web]
    assert (await hub.register.routes.ways("acme", "shop")).teams == ("ops", "web")
    await hub.administering.close_project(ada, "shop", "web")
    assert (await hub.register.routes.ways("acme", "shop")).teams == ("ops",)
    assert (await hub.register.routes.ways("evil", "shop")).teams == ()
    with pytest.raises(NotFound):
        await hub.administering.close_project(ada, "shop", "web")


async def test_a_tenant_that_is_not_there_has_no_roster(hub: Hub) -> None:
    assert await hub.register.people.roster("nowhere", []) is None


async def test_somebody_stands_in_their_own_tenant_with_what_they_hold_now(
    hub: Hub, ada: Actor
) -> None:
    await hub.administering.make_team(ada, "web")
    bob = await hub.joined(ada, "bob", WEB_APPROVER, ANSWERER)
    eve = await hub.founder("other", "eve")
    people = hub.register.people

    stands = await people.standing("acme", person_id(bob))
    assert stands is not None
    assert stands.person.login == "bob"
    held = {(each.role, each.team) for each in stands.memberships}
    assert held == {(Role.APPROVER, "web"), (Role.ANSWERER, None)}
    assert await people.standing("acme", person_id(eve)) is None

    await hub.administering.remove(ada, bob.id)

    gone = await people.standing("acme", person_id(bob))
    assert gone is not None
    assert gone.person.left_at is not None
    assert gone.memberships == ()


async def test_many_at_the_door_at_once_are_each_told_of_their_own(hub: Hub, ada: Actor) -> None:
    bob = await hub.joined(ada, "bob", ANSWERER)
    wanted = [person_id(ada), person_id(bob), person_id(ada), PersonId(UUID(int=7))]
    found: dict[int, str | None] = {}

    async def look(number: int) -> None:
        stands = await hub.register.people.standing("acme", wanted[number])
        found[number] = stands and stands.person.login

    async with anyio.create_task_group() as tasks:
        for number in range(len(wanted)):
            tasks.start_soon(look, number)

    assert [found[number] for number in range(len(wanted))] == ["ada", "bob", "ada", None]
