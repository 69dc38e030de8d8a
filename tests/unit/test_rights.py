"""Who may do what to an ask."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from askline.asks import rights
from askline.asks.model import Ask
from askline.core.errors import AsklineError, NotAllowed, NotFound, PersonRequired
from askline.core.people import Actor, ActorKind, Right, timekeeper
from tests.builders import (
    ABSENT,
    ADA,
    AGENT,
    BOB,
    CLIENT,
    MEMORY,
    RULE,
    STRANGER,
    a_matter,
    an_approval,
    an_ask,
)
from tests.promises import promise

ASK = an_ask(recipients=("ada", "team:ops"))
HUMAN_ONLY = an_ask(matter=a_matter(human_only=True))
APPROVAL = an_ask(matter=an_approval())

RECIPIENT = replace(
    ADA, id="ada", rights=frozenset({Right.ANSWER}), addresses=frozenset({"ada", "team:web"})
)
TEAMMATE = replace(RECIPIENT, id="bob", addresses=frozenset({"bob", "team:ops"}))
BYSTANDER = replace(RECIPIENT, id="eve", addresses=frozenset({"eve"}))
READER = replace(RECIPIENT, rights=frozenset[Right]())
OTHER_AGENT = replace(AGENT, id="somebody")

Rule = Callable[[Actor, Ask], None]


def verdict(rule: Rule, actor: Actor, ask: Ask) -> type[AsklineError] | None:
    try:
        rule(actor, ask)
    except AsklineError as error:
        return type(error)
    return None


@pytest.mark.parametrize(
    ("actor", "sees", "settles", "cancels"),
    [
        pytest.param(RECIPIENT, None, None, NotAllowed, id="a recipient"),
        pytest.param(TEAMMATE, None, None, NotAllowed, id="one of a team"),
        pytest.param(READER, None, NotAllowed, NotAllowed, id="a recipient who may not answer"),
        pytest.param(BYSTANDER, NotFound, NotFound, NotFound, id="somebody else"),
        pytest.param(ADA, None, NotAllowed, None, id="an operator of whom nothing is asked"),
        pytest.param(AGENT, None, NotAllowed, None, id="the asking side"),
        pytest.param(OTHER_AGENT, NotFound, NotFound, NotFound, id="another agent"),
        pytest.param(STRANGER, NotFound, NotFound, NotFound, id="another tenant's operator"),
        pytest.param(timekeeper("local"), NotFound, NotFound, NotFound, id="time, by a door"),
    ],
)
def test_everyone_may_do_what_is_theirs(
    actor: Actor,
    sees: type[AsklineError] | None,
    settles: type[AsklineError] | None,
    cancels: type[AsklineError] | None,
) -> None:
    assert verdict(rights.must_see, actor, ASK) is sees
    assert rights.may_see(actor, ASK) is (sees is None)
    assert verdict(rights.must_settle, actor, ASK) is settles
    assert verdict(rights.must_cancel, actor, ASK) is cancels


@pytest.mark.parametrize(
    ("actor", "expected"),
    [
        pytest.param(AGENT, None, id="the asking side"),
        pytest.param(ADA, None, id="an operator"),
        pytest.param(RECIPIENT, NotAllowed, id="a recipient"),
        pytest.param(BYSTANDER, NotFound, id="somebody else"),
    ],
)
def test_the_outcome_is_taken_by_who_asked(
    actor: Actor, expected: type[AsklineError] | None
) -> None:
    assert verdict(rights.must_take, actor, ASK) is expected


@pytest.mark.parametrize("actor", [AGENT, RECIPIENT, ADA], ids=["asker", "recipient", "operator"])
def test_who_is_bound_to_a_project_sees_no_other(actor: Actor) -> None:
    assert rights.may_see(replace(actor, project=ASK.project.name), ASK)
    assert not rights.may_see(replace(actor, project="bank"), ASK)


@promise("person")
@pytest.mark.parametrize("rule", [rights.must_settle, rights.must_decline])
@pytest.mark.parametrize("ask", [HUMAN_ONLY, APPROVAL], ids=["human-only", "approval"])
@pytest.mark.parametrize(
    ("actor", "expected"),
    [
        pytest.param(ADA, None, id="present"),
        pytest.param(BOB, None, id="signed in"),
        pytest.param(ABSENT, PersonRequired, id="no terminal"),
        pytest.param(RULE, PersonRequired, id="rule"),
        pytest.param(MEMORY, PersonRequired, id="memory"),
        pytest.param(CLIENT, PersonRequired, id="client"),
        pytest.param(AGENT, NotAllowed, id="the agent itself"),
    ],
)
def test_only_a_person_settles_what_only_a_person_may(
    rule: Rule, ask: Ask, actor: Actor, expected: type[AsklineError] | None
) -> None:
    assert verdict(rule, actor, ask) is expected


@promise("truth")
@pytest.mark.parametrize(
    ("actor", "answers", "declines"),
    [
        pytest.param(ABSENT, None, None, id="a person who cannot be told to be present"),
        pytest.param(RULE, None, None, id="rule"),
        pytest.param(MEMORY, None, None, id="memory"),
        pytest.param(CLIENT, None, NotAllowed, id="a client by itself only accepts"),
    ],
)
def test_an_ordinary_ask_may_be_settled_without_a_person_but_not_declined_by_a_client(
    actor: Actor, answers: type[AsklineError] | None, declines: type[AsklineError] | None
) -> None:
    ask = an_ask()
    assert verdict(rights.must_settle, actor, ask) is answers
    assert verdict(rights.must_decline, actor, ask) is declines


def test_no_right_is_given_by_kind_alone() -> None:
    nobody = Actor(tenant="local", kind=ActorKind.HUMAN, id="me", name="me")

    assert verdict(rights.must_see, nobody, an_ask()) is NotFound
    with pytest.raises(NotAllowed, match="me may not ask"):
        rights.must_ask(nobody)


def test_who_may_ask_may_ask() -> None:
    rights.must_ask(AGENT)
    rights.must_ask(ADA)


def test_what_is_not_yours_looks_like_what_does_not_exist() -> None:
    with pytest.raises(NotFound) as refused:
        rights.must_see(STRANGER, ASK)

    absent = rights.unknown(str(ASK.id))
    assert (refused.value.message, refused.value.hint) == (absent.message, absent.hint)
