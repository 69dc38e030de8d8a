"""What roles allow, and what a person, a token and somebody who left are at a door."""

from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest

from askline.asks.model import AskKind
from askline.asks.rights import must_ask_in, must_settle
from askline.core.errors import NotAllowed
from askline.core.people import ActorKind, Agent, Door, Project, Right
from askline.people.behalf import TokenBehalf
from askline.people.model import Membership, Person, PersonId, Role, Token, TokenId
from askline.people.roles import (
    FOR_TOKENS,
    RIGHTS,
    actor_of,
    actor_of_token,
    rights_of,
)
from tests.builders import LATER, NOON, an_ask

ADA = Person(id=PersonId(UUID(int=1)), tenant="acme", login="ada", name="Ada", joined_at=NOON)
ME = str(ADA.id)
TOKEN = Token(
    id=TokenId(UUID(int=2)),
    tenant="acme",
    sha256="-",
    shown="askl_tok_abcd",
    name="laptop",
    principal=ME,
    scopes=frozenset({Right.ASK}),
    made_by=ADA.id,
    made_at=NOON,
    expires_at=NOON + timedelta(days=1),
)


def member(role: Role, team: str | None = None) -> Membership:
    return Membership(tenant="acme", person=ADA.id, role=role, team=team)


@pytest.mark.parametrize(
    ("role", "rights"),
    [
        (Role.ASKER, {"ask"}),
        (Role.ANSWERER, {"answer", "person"}),
        (Role.APPROVER, {"answer", "person", "approve"}),
        (Role.OPERATOR, {"operate"}),
        (Role.ADMIN, {"administer"}),
    ],
)
def test_a_role_allows_just_this(role: Role, rights: set[str]) -> None:
    assert rights_of([member(role)]) == rights
    assert RIGHTS[role] == rights


def test_roles_add_up_and_a_team_is_answered_for_only_by_who_answers_there() -> None:
    held = [member(Role.ASKER, "ops"), member(Role.ANSWERER, "web"), member(Role.APPROVER, "db")]

    ada = actor_of(ADA, held, Door.WEB)

    assert ada.rights == {Right.ASK, Right.ANSWER, Right.PERSON, Right.APPROVE}
    assert ada.addresses == {ME, "team:web", "team:db"}
    assert ada.approves == {"team:db"}
    assert actor_of(ADA, [member(Role.APPROVER)], Door.WEB).approves == {ME}


def test_somebody_elses_memberships_and_those_of_who_left_give_nothing() -> None:
    others = replace(member(Role.ADMIN), person=PersonId(UUID(int=9)))
    foreign = replace(member(Role.ADMIN), tenant="evil")

    assert actor_of(ADA, [others, foreign], Door.WEB).rights == frozenset()
    gone = replace(ADA, left_at=LATER)
    assert actor_of(gone, [member(Role.ADMIN)], Door.WEB).rights == frozenset()


def test_an_approval_is_settled_only_for_a_team_whose_approver_one_is() -> None:
    held = [member(Role.ANSWERER, "web"), member(Role.APPROVER, "db")]
    ada = actor_of(ADA, held, Door.WEB)
    ask = replace(an_ask(), tenant="acme", recipients=("team:web",))
    approval = replace(ask, matter=replace(ask.matter, kind=AskKind.APPROVAL))

    must_settle(ada, ask)
    must_settle(ada, replace(approval, recipients=("team:db",)))
    with pytest.raises(NotAllowed):
        must_settle(ada, approval)
    answerer = actor_of(ADA, [member(Role.ANSWERER, "web")], Door.WEB)
    with pytest.raises(NotAllowed):
        must_settle(replace(answerer, approves=None), approval)


@pytest.mark.parametrize("scope", [*Right])
def test_a_token_is_never_a_person_and_never_more_than_its_principal(scope: Right) -> None:
    everything = actor_of(ADA, [member(role) for role in Role], Door.WEB)
    token = replace(TOKEN, scopes=frozenset({scope}))

    held = actor_of_token(token, everything, Door.MCP)

    assert held.rights == {scope} & FOR_TOKENS
    assert not held.rights & {Right.PERSON, Right.APPROVE, Right.ADMINISTER}
    assert held.kind is not ActorKind.HUMAN
    assert actor_of_token(token, actor_of(ADA, [], Door.WEB), Door.MCP).rights == frozenset()


def test_a_service_answers_for_itself_as_a_client_and_asks_as_an_agent() -> None:
    service = replace(TOKEN, principal="service:ci", scopes=frozenset({Right.ANSWER}))
    client = actor_of_token(service, None, Door.API)

    assert (client.kind, client.addresses) == (ActorKind.CLIENT, {"service:ci"})
    asking = replace(service, scopes=frozenset({Right.ASK}))
    assert actor_of_token(asking, None, Door.API).kind is ActorKind.AGENT


def test_a_token_bound_to_a_project_asks_for_no_other() -> None:
    bound = actor_of_token(replace(TOKEN, project="shop"), None, Door.MCP)

    must_ask_in(bound, Project(name="shop"))
    with pytest.raises(NotAllowed, match="may not ask for the project bank"):
        must_ask_in(bound, Project(name="bank"))
    must_ask_in(replace(bound, project=None), Project(name="bank"))


def test_a_token_bound_to_a_project_keeps_no_order_in_the_tenant() -> None:
    scopes = frozenset({Right.ASK, Right.OPERATE})
    bound = actor_of_token(replace(TOKEN, project="shop", scopes=scopes), None, Door.API)

    assert bound.rights == {Right.ASK}


def test_a_token_that_does_not_answer_looks_into_no_inbox() -> None:
    bea = actor_of(ADA, [member(Role.ASKER), member(Role.ANSWERER, "web")], Door.WEB)
    asks, answers = (
        actor_of_token(replace(TOKEN, scopes=frozenset({scope})), bea, Door.API)
        for scope in (Right.ASK, Right.ANSWER)
    )

    assert asks.addresses == frozenset()
    assert answers.addresses == bea.addresses
    assert TokenBehalf(answers).agent(Agent(name="coder")).addresses == frozenset()
