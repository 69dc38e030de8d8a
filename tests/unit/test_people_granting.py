"""No chain of moves ends with more than it began with, and an admin always remains."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from askline.core.errors import (
    AsklineError,
    InvalidArguments,
    NotAllowed,
    NotFound,
    PersonRequired,
    StoreUnavailable,
)
from askline.core.people import Actor, ActorKind, Door, Right
from askline.people.deciding import parse_person
from askline.people.granting import must_make_token
from askline.people.model import Grant, Membership, Role
from askline.people.ports import Change
from askline.people.roles import RIGHTS
from askline.people.tokens import NewToken
from askline.stores.ephemeral_people import EphemeralKeys, EphemeralPeople, open_ephemeral_register
from askline.stores.ephemeral_proofs import EphemeralProofs
from tests.hub import PASSWORD, Hub

ADMIN = Grant(role=Role.ADMIN)
ASK = NewToken(name="mine", scopes=frozenset({Right.ASK}))
GRANTS = st.builds(Grant, role=st.sampled_from(Role), team=st.sampled_from([None, "web", "ops"]))
MOVES = st.tuples(
    st.sampled_from(["give", "take", "invite", "token", "remove"]),
    st.integers(0, 5),
    st.integers(0, 5),
    GRANTS,
)


@pytest.fixture
def hub() -> Hub:
    return Hub(open_ephemeral_register())


def reach(held: Grant | Membership) -> set[tuple[Right, str | None]]:
    """What a role allows, and where; of the whole tenant is also of each team."""
    where = [None, "web", "ops"] if held.team is None else [held.team]
    return {(right, team) for right in RIGHTS[held.role] for team in where}


async def everything(hub: Hub, people: list[Actor]) -> dict[str, set[tuple[Right, str | None]]]:
    roster = await hub.register.people.roster("acme", [parse_person(each.id) for each in people])
    assert roster is not None
    assert roster.admins
    held: dict[str, set[tuple[Right, str | None]]] = {each.id: set() for each in people}
    for each in roster.memberships:
        held[str(each.person)] |= reach(each)
    return held


async def play(moves: list[tuple[str, int, int, Grant]], first: list[Grant]) -> None:
    """An admin who holds only some roles, and whoever comes through them; the founder only begins it."""
    hub = Hub(open_ephemeral_register())
    ada = await hub.founder()
    for team in ("web", "ops"):
        await hub.administering.make_team(ada, team)
    people = [await hub.joined(ada, "bob", ADMIN, *_of_teams(first))]
    await hub.administering.remove(ada, ada.id)
    most = (await everything(hub, people))[people[0].id]
    for what, who, whom, grant in moves:
        actor, other = people[who % len(people)], people[whom % len(people)]
        before = await everything(hub, people)
        try:
            await _move(hub, people, (actor, other), what, grant)
        except AsklineError:
            assert await everything(hub, people) == before
        after = await everything(hub, people)
        assert set().union(*after.values()) <= most
        assert after[actor.id] <= before[actor.id]
    scopes = {(x, None) for each in await hub.register.keys.tokens("acme") for x in each.scopes}
    assert scopes <= most


def _of_teams(grants: list[Grant]) -> list[Grant]:
    whole = {Role.OPERATOR, Role.ADMIN}
    return [replace(each, team=None) if each.role in whole else each for each in grants]


async def _move(
    hub: Hub, people: list[Actor], pair: tuple[Actor, Actor], what: str, grant: Grant
) -> None:
    actor, other = pair
    match what:
        case "give":
            await hub.administering.give(actor, other.id, grant)
        case "take":
            await hub.administering.take(actor, other.id, grant)
        case "invite":
            people.append(await hub.joined(actor, f"p{len(people)}", grant))
        case "token":
            scopes = RIGHTS[grant.role]
            await hub.tokens.make(actor, NewToken(name="t", scopes=scopes, service="ci"))
        case _:
            await hub.administering.remove(actor, other.id)


@settings(max_examples=40)
@given(st.lists(MOVES, max_size=12), st.lists(GRANTS, max_size=3))
def test_no_chain_of_moves_gives_anybody_what_its_first_grantor_lacked(
    moves: list[tuple[str, int, int, Grant]], first: list[Grant]
) -> None:
    anyio.run(play, moves, first)


async def test_nobody_gives_to_themselves_what_they_lack_or_what_no_team_has(hub: Hub) -> None:
    ada = await hub.founder()
    await hub.administering.make_team(ada, "web")
    bob = await hub.joined(ada, "bob", ADMIN)

    for giver, taker, grant, error in [
        (ada, ada, Grant(role=Role.ASKER), NotAllowed),
        (bob, ada, Grant(role=Role.APPROVER), NotAllowed),
        (ada, bob, Grant(role=Role.OPERATOR, team="web"), InvalidArguments),
        (ada, bob, Grant(role=Role.ASKER, team="none"), NotFound),
    ]:
        with pytest.raises(error):
            await hub.administering.give(giver, taker.id, grant)
    with pytest.raises(NotFound):
        await hub.administering.give(ada, "nobody", ADMIN)


async def test_who_does_not_administer_changes_nobody_but_themselves(hub: Hub) -> None:
    ada = await hub.founder()
    asker = Grant(role=Role.ASKER)
    bob = await hub.joined(ada, "bob", asker)

    moves: list[Callable[[], Awaitable[object]]] = [
        lambda: hub.administering.give(bob, ada.id, asker),
        lambda: hub.administering.take(bob, ada.id, asker),
        lambda: hub.administering.remove(bob, ada.id),
        lambda: hub.administering.make_team(bob, "web"),
        lambda: hub.joining.invite(bob, "eve"),
        lambda: hub.tokens.make(bob, replace(ASK, service="ci")),
    ]
    for move in moves:
        with pytest.raises(NotAllowed):
            await move()
    await hub.administering.take(bob, bob.id, asker)
    with pytest.raises(NotFound):
        await hub.administering.take(bob, bob.id, asker)


async def test_the_last_admin_neither_goes_nor_lays_it_down(hub: Hub) -> None:
    ada = await hub.founder()

    with pytest.raises(NotAllowed):
        await hub.administering.take(ada, ada.id, ADMIN)
    with pytest.raises(NotAllowed):
        await hub.administering.remove(ada, ada.id)


async def test_a_token_or_a_guest_of_a_stream_administers_nothing(hub: Hub) -> None:
    ada = await hub.founder()
    secret, _ = await hub.tokens.make(ada, ASK)
    program = await hub.entering.by_token(secret.reveal(), Door.API)

    for actor in (program, replace(ada, kind=ActorKind.RULE), replace(ada, stream="chat")):
        with pytest.raises(PersonRequired):
            await hub.administering.people(actor)
        with pytest.raises(PersonRequired):
            await hub.tokens.make(actor, ASK)


async def test_an_invitation_is_worth_what_its_maker_may_still_give(hub: Hub) -> None:
    ada = await hub.founder()
    bob = await hub.joined(ada, "bob", ADMIN, Grant(role=Role.ASKER))
    asker = [Grant(role=Role.ASKER)]
    first, _ = await hub.joining.invite(bob, "eve", asker)
    second, _ = await hub.joining.invite(bob, "mallory", asker)

    await hub.administering.take(ada, bob.id, asker[0])
    eve = await hub.enter(await hub.joining.accept(first.reveal(), "Eve", PASSWORD))
    assert eve.rights == frozenset()

    await hub.administering.take(ada, bob.id, ADMIN)
    with pytest.raises(NotAllowed):
        await hub.joining.accept(second.reveal(), "Mallory", PASSWORD)


async def test_nobody_is_there_twice(hub: Hub) -> None:
    secret, _ = await hub.joining.invite(await hub.founder(), "ADA")

    with pytest.raises(InvalidArguments):
        await hub.joining.accept(secret.reveal(), "Ada", PASSWORD)


async def test_tokens_are_made_within_what_their_maker_holds(hub: Hub) -> None:
    ada = await hub.founder()
    await hub.administering.make_team(ada, "web")
    bob = await hub.joined(ada, "bob", ADMIN, Grant(role=Role.ASKER, team="web"))

    await hub.tokens.make(bob, ASK)
    for wanted, error in [
        (replace(ASK, service="ci"), NotAllowed),
        (replace(ASK, scopes=frozenset({Right.OPERATE})), NotAllowed),
        (replace(ASK, scopes=frozenset({Right.PERSON})), InvalidArguments),
        (replace(ASK, scopes=frozenset[Right]()), InvalidArguments),
        (replace(ASK, life=timedelta(0)), InvalidArguments),
        (replace(ASK, service="No Slug"), InvalidArguments),
    ]:
        with pytest.raises(error):
            await hub.tokens.make(bob, wanted)


async def test_a_token_for_another_person_is_made_by_nobody_else(hub: Hub) -> None:
    ada = await hub.founder()
    roster = await hub.register.people.roster("acme", [parse_person(ada.id)])
    assert roster is not None

    with pytest.raises(NotAllowed):
        must_make_token(ada, roster.memberships, "bob", frozenset({Right.ASK}))
    with pytest.raises(InvalidArguments):
        await hub.administering.make_team(ada, "No Slug")


async def test_a_persons_token_does_what_they_may_do_now(hub: Hub) -> None:
    ada = await hub.founder()
    asker = Grant(role=Role.ASKER)
    bob = await hub.joined(ada, "bob", asker)
    secret, token = await hub.tokens.make(bob, ASK)
    assert (await hub.entering.by_token(secret.reveal(), Door.MCP)).rights == {Right.ASK}

    await hub.administering.take(ada, bob.id, asker)
    assert (await hub.entering.by_token(secret.reveal(), Door.MCP)).rights == frozenset()
    with pytest.raises(NotAllowed):
        await hub.tokens.rotate(bob, token.id)

    await hub.administering.remove(ada, bob.id)
    with pytest.raises(NotAllowed):
        await hub.entering.by_token(secret.reveal(), Door.MCP)


async def test_others_tokens_do_not_exist_for_who_does_not_administer(hub: Hub) -> None:
    ada = await hub.founder()
    bob = await hub.joined(ada, "bob", Grant(role=Role.ASKER))
    _, adas = await hub.tokens.make(ada, ASK)
    _, bobs = await hub.tokens.make(bob, ASK)

    assert await hub.tokens.list(bob) == [bobs]
    assert {each.id for each in await hub.tokens.list(ada)} == {adas.id, bobs.id}
    with pytest.raises(NotFound):
        await hub.tokens.revoke(bob, adas.id)


async def test_an_unknown_tenant_and_an_unknown_key_open_nothing(hub: Hub) -> None:
    ada = replace(await hub.founder(), tenant="nowhere")

    for move in (hub.administering.people(ada), hub.administering.make_team(ada, "web")):
        with pytest.raises(NotFound):
            await move
    for said in (hub.entering.by_token, hub.entering.by_session):
        with pytest.raises(NotAllowed):
            await said("askl_tok_nothing", Door.API)
    with pytest.raises(NotAllowed):
        await hub.joining.look("askl_inv_nothing")


@pytest.mark.parametrize("login", ["", "two words", "x" * 201])
async def test_a_login_is_one_word(hub: Hub, login: str) -> None:
    with pytest.raises(InvalidArguments):
        await hub.founder(login=login)


@pytest.mark.parametrize("password", ["hunter2", "x" * 1025])
async def test_a_password_has_a_length(hub: Hub, password: str) -> None:
    with pytest.raises(InvalidArguments) as refusal:
        await hub.joining.found("acme", "Acme", "ada", password)

    assert password not in f"{refusal.value.message} {refusal.value.hint}"


class Restless(EphemeralPeople):
    """Somebody else is always faster."""

    async def change(self, change: Change) -> bool:
        assert change
        return False


async def test_who_is_never_fast_enough_is_told_that_nothing_was_kept(hub: Hub) -> None:
    busy = Hub(replace(hub.register, people=Restless(EphemeralKeys(EphemeralProofs()))))

    with pytest.raises(StoreUnavailable):
        await busy.administering.make_team(await busy.founder(), "web")
