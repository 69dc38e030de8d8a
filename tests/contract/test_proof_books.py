"""What every register promises of passkeys, identities, challenges, and invitations found by login."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta

import pytest

from askline.core.errors import AsklineError, NotAllowed
from askline.core.people import Actor
from askline.doors.mcp.seal import Seal
from askline.people.challenges import LASTS, Challenges
from askline.people.deciding import parse_person
from askline.people.model import Access, Passkey
from askline.people.passkeys import Passkeys
from askline.people.ports import Register
from askline.people.proofs import MadePasskey, Vouched
from askline.stores.ephemeral_people import open_ephemeral_register
from askline.stores.postgres.opening import open_register
from tests.builders import LATER, NOON
from tests.hub import Hub
from tests.places import PostgresPlace

MADE = MadePasskey(id="key-1", public_key="public", sign_count=3, name="Phone")
BO = Vouched(issuer="https://id.example", subject="bo-1", verified_mail="bo@example.org")


@pytest.fixture(params=["ephemeral", "postgres"])
async def register(request: pytest.FixtureRequest) -> AsyncGenerator[Register]:
    if request.param == "ephemeral":
        yield open_ephemeral_register()
        return
    dsn = request.getfixturevalue("postgres")
    await PostgresPlace(dsn).empty()
    async with open_register(dsn) as register:
        yield register


@pytest.fixture
def hub(register: Register) -> Hub:
    return Hub(register)


@pytest.fixture
async def ada(hub: Hub) -> Actor:
    return await hub.founder()


def key_of(whose: Actor, **more: object) -> Passkey:
    made = MADE.of(whose.tenant, parse_person(whose.id), NOON)
    return replace(made, **more)


async def test_a_passkey_is_kept_once_and_found_by_its_id_and_its_person(
    hub: Hub, ada: Actor
) -> None:
    proofs, kept = hub.register.proofs, key_of(ada)
    assert await proofs.keep_passkey(kept)
    assert not await proofs.keep_passkey(replace(kept, name="Another"))
    assert await proofs.passkey("key-1") == kept
    assert await proofs.passkey("key-2") is None
    assert await proofs.passkeys(ada.tenant, kept.person) == [kept]
    assert await proofs.passkeys("other", kept.person) == []


@pytest.mark.parametrize(
    ("kept", "said", "taken"),
    [(3, 4, True), (3, 3, False), (3, 0, False), (0, 0, True), (0, 1, True)],
    ids=["on", "the same", "back", "never counts", "begins to"],
)
async def test_a_device_counts_on_or_never_counts(
    hub: Hub, ada: Actor, kept: int, said: int, taken: bool
) -> None:
    proofs = hub.register.proofs
    await proofs.keep_passkey(key_of(ada, sign_count=kept))
    counted = key_of(ada, sign_count=said, used_at=LATER)
    assert await proofs.used_passkey(counted) is taken
    assert await proofs.passkey("key-1") == (counted if taken else key_of(ada, sign_count=kept))
    assert not await proofs.used_passkey(replace(counted, id="key-2"))


async def test_a_passkey_is_dropped_by_its_own_person_alone(hub: Hub, ada: Actor) -> None:
    bo, proofs, kept = await hub.joined(ada, "bo"), hub.register.proofs, key_of(ada)
    await proofs.keep_passkey(kept)
    assert not await proofs.drop_passkey(ada.tenant, parse_person(bo.id), kept.id)
    assert not await proofs.drop_passkey("other", kept.person, kept.id)
    assert await proofs.drop_passkey(ada.tenant, kept.person, kept.id)
    assert not await proofs.drop_passkey(ada.tenant, kept.person, kept.id)


async def test_a_challenge_stands_once_for_a_while_and_for_its_purpose(hub: Hub) -> None:
    seal = Seal()
    challenges = Challenges(hub.register.proofs, seal, hub.clock)
    made = challenges.make("sign in")
    for wrong in (b"made up", b"v1.\xff", seal.seal(b"{}").encode(), seal.seal(b"no").encode()):
        with pytest.raises(NotAllowed):
            challenges.read("sign in", wrong)
    with pytest.raises(NotAllowed):
        challenges.read("join", made)
    given = challenges.read("sign in", made)
    await challenges.take(given)
    with pytest.raises(NotAllowed):
        await challenges.take(given)

    late = challenges.make("sign in")
    hub.clock.time += LASTS
    with pytest.raises(NotAllowed):
        challenges.read("sign in", late)


async def test_a_challenge_that_one_replica_gave_is_answered_once_at_all(hub: Hub) -> None:
    key = bytes(32)
    one, other = (Challenges(hub.register.proofs, Seal(key), hub.clock) for _ in range(2))
    made = one.make("sign in")
    await other.take(other.read("sign in", made))
    with pytest.raises(NotAllowed):
        await one.take(one.read("sign in", made))


async def test_of_two_replicas_that_take_one_signature_one_is_refused(hub: Hub, ada: Actor) -> None:
    passkeys = Passkeys(hub.register, hub.clock, Seal())
    read_by_both = await passkeys.add(ada, MADE)
    assert (await passkeys.used(read_by_both, 4)).name == "ada"
    with pytest.raises(NotAllowed):
        await passkeys.used(read_by_both, 4)


async def test_old_challenges_are_forgotten_and_others_are_not(hub: Hub) -> None:
    proofs = hub.register.proofs
    assert await proofs.use_challenge("old", NOON)
    assert await proofs.use_challenge("new", LATER)
    await proofs.forget(NOON + timedelta(seconds=1))
    assert await proofs.use_challenge("old", NOON)
    assert not await proofs.use_challenge("new", LATER)


async def test_an_invitation_is_found_by_login_and_the_latest_counts(hub: Hub, ada: Actor) -> None:
    keys = hub.register.keys
    await hub.joining.invite(ada, "bo@example.org")
    hub.clock.time += timedelta(hours=1)
    _, later = await hub.joining.invite(ada, "bo@example.org")
    assert await keys.invitation_for("acme", "bo@example.org") == later
    assert await keys.invitation_for("acme", "eve@example.org") is None
    assert await keys.invitation_for("other", "bo@example.org") is None


async def test_who_is_vouched_for_joins_once_and_is_known_by_issuer_and_subject(
    hub: Hub, ada: Actor
) -> None:
    await hub.joining.invite(ada, "bo@example.org")
    person = await hub.joining.admit("acme", BO)
    known = await hub.register.proofs.identity("acme", BO.issuer, "bo-1")
    assert known is not None
    assert (known.person, person.name) == (person.id, "bo@example.org")
    assert await hub.register.proofs.identity("other", BO.issuer, "bo-1") is None
    with pytest.raises(NotAllowed):
        await hub.joining.admit("acme", BO)
    with pytest.raises(NotAllowed):
        await hub.joining.admit("acme", replace(BO, verified_mail=None))


async def test_a_proof_that_of_another_lets_nobody_join_and_uses_nothing_up(
    hub: Hub, ada: Actor
) -> None:
    await hub.joining.invite(ada, "bo@example.org")
    await hub.joining.admit("acme", BO)
    secret, _ = await hub.joining.invite(ada, "cy@example.org")
    with pytest.raises(AsklineError):
        await hub.joining.admit("acme", replace(BO, verified_mail="cy@example.org"))
    await hub.register.proofs.keep_passkey(key_of(ada))
    with pytest.raises(AsklineError):
        await hub.joining.accept_with_passkey(secret.reveal(), "Cy", MADE)

    other = replace(MADE, id="key-2")
    cy = await hub.joining.accept_with_passkey(secret.reveal(), "Cy", other)
    assert [each.id for each in await hub.register.proofs.passkeys("acme", cy.id)] == ["key-2"]


async def test_open_projects_are_listed_by_name_and_tenant(hub: Hub, ada: Actor) -> None:
    for team in ("web", "ops"):
        await hub.administering.make_team(ada, team)
    for project, team in (("shop", "web"), ("shop", "ops"), ("api", "web")):
        await hub.administering.open_project(ada, project, team)
    found = await hub.administering.projects(ada)
    assert [(each.project, each.team) for each in found] == [
        ("api", "web"),
        ("shop", "ops"),
        ("shop", "web"),
    ]
    assert found[0] == Access(tenant="acme", project="api", team="web")
    assert await hub.register.people.projects("other") == []
