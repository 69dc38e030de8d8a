"""On whose behalf a program comes to a hub, and whom its asks go to."""

from dataclasses import replace

import pytest

from askline.asks.model import Matter
from askline.core.errors import NoHumanChannel
from askline.core.people import Actor, ActorKind, Agent, Door, Project, Right
from askline.people.addressing import ToPeople
from askline.people.behalf import TokenBehalf
from askline.stores.ephemeral_people import open_ephemeral_register
from tests.builders import StoppedClock

CI = Actor(
    tenant="acme",
    kind=ActorKind.CLIENT,
    id="service:ci",
    name="ci",
    rights=frozenset({Right.ASK, Right.ANSWER, Right.OPERATE}),
    project="shop",
)


def test_a_program_asks_as_an_agent_and_answers_as_a_program_never_as_a_person() -> None:
    behalf = TokenBehalf(CI)

    asking = behalf.agent(Agent(name="codex"))
    answering = [behalf.person(Door.FORM), behalf.client(Agent(name="codex"), Door.FORM)]

    assert (asking.kind, asking.name, asking.rights) == (ActorKind.AGENT, "codex", {Right.ASK})
    assert [each.kind for each in answering] == [ActorKind.CLIENT, ActorKind.CLIENT]
    assert all(each.rights == {Right.ANSWER} for each in answering)
    assert (behalf.principal, behalf.project, behalf.answers) == ("acme/service:ci", "shop", True)


async def test_an_ask_that_nobody_would_see_is_refused_with_who_can_help() -> None:
    register, matter = open_ephemeral_register(), Matter(questions=())
    people = ToPeople(register.people, register.routes, StoppedClock())

    with pytest.raises(NoHumanChannel) as refused:
        await people.route(CI, Project(name="shop"), matter)
    own = await people.route(replace(CI, id="ada"), Project(name="shop"), matter)

    assert "admin" in refused.value.hint
    assert own.recipients == ("ada",)
