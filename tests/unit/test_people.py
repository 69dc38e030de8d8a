"""Who acts: what each of the local actors is and may do."""

import pytest

from askline.core.people import (
    Actor,
    ActorKind,
    Agent,
    Door,
    Right,
    local_agent,
    local_person,
    timekeeper,
)


@pytest.mark.parametrize("door", [Door.TUI, Door.WEB, Door.CLI])
def test_the_local_human_answers_operates_and_is_a_person(door: Door) -> None:
    person = local_person(door)

    assert (person.tenant, person.kind, person.id, person.door) == (
        "local",
        ActorKind.HUMAN,
        "me",
        door,
    )
    owned = {Right.ASK, Right.ANSWER, Right.OPERATE, Right.PERSON, Right.APPROVE}
    assert person.rights == owned
    assert person.addresses == {"me"}


def test_where_the_door_cannot_tell_nobody_counts_as_a_person() -> None:
    absent = local_person(Door.CLI, present=False)

    assert not absent.may(Right.PERSON)
    assert absent.rights == {Right.ASK, Right.ANSWER, Right.OPERATE}


def test_a_local_agent_may_only_ask_and_does_so_for_the_local_human() -> None:
    agent = local_agent(Agent(name="codex", version="1", label="left"))

    assert agent == Actor(
        tenant="local",
        kind=ActorKind.AGENT,
        id="me",
        name="codex",
        door=Door.MCP,
        rights=frozenset({Right.ASK}),
    )


def test_nothing_an_agent_says_about_itself_gives_a_right() -> None:
    boastful = local_agent(Agent(name="me", label="operator", conversation="root"))

    assert boastful.rights == {Right.ASK}
    assert boastful.addresses == frozenset()


def test_time_has_no_rights_and_no_door() -> None:
    time = timekeeper("acme")

    assert (time.tenant, time.kind, time.id, time.door) == ("acme", ActorKind.TIME, "time", None)
    assert not any(time.may(right) for right in Right)
