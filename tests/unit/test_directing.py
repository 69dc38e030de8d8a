"""A routing rule that could not work is refused, with everything that is wrong with it."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from askline.core.errors import InvalidArguments
from askline.core.people import Actor
from askline.people import directing
from askline.people.model import Grant, Role
from askline.stores.ephemeral_people import open_ephemeral_register
from tests.hub import Hub

ANSWERER = Grant(role=Role.ANSWERER)
OPS = Grant(role=Role.ANSWERER, team="ops")


@pytest.fixture
def hub() -> Hub:
    return Hub(open_ephemeral_register())


@pytest.fixture
async def ada(hub: Hub) -> Actor:
    """An admin of a tenant with the team `ops`."""
    ada = await hub.founder()
    await hub.administering.make_team(ada, "ops")
    return ada


WRONG: dict[str, tuple[str, dict[str, Any], str]] = {
    "no name": ("Not a name", {}, "name"),
    "the name of no rule": ("default", {}, "name"),
    "a field nobody knows": ("x", {"projects": "shop"}, "projects"),
    "no project": ("x", {"project": " \x00"}, "project"),
    "a long project": ("x", {"project": "x" * 201}, "project"),
    "no kind": ("x", {"kind": "wish"}, "kind"),
    "questions that several must answer": ("x", {"kind": "question", "quorum": 2}, "quorum"),
    "nobody must agree": ("x", {"quorum": 0}, "quorum"),
    "too many must": ("x", {"quorum": 11}, "quorum"),
    "reminders without end": ("x", {"remind_s": 59}, "remind_s"),
    "a claim of no time": ("x", {"claim_s": 0}, "claim_s"),
    "a number without end": ("x", {"claim_s": 10**400}, "claim_s"),
    "told after days": ("x", {"tell_after_s": 86401}, "tell_after_s"),
    "a flag that is none": ("x", {"self_approval": "yes"}, "self_approval"),
    "no steps": ("x", {"steps": "ana"}, "steps"),
    "too many steps": ("x", {"steps": [{}, *[{"to": ["ada"], "after_s": 1}] * 10]}, "steps"),
    "too many in a step": ("x", {"steps": [{"to": ["ada"] * 21}]}, "steps[0].to"),
    "somebody who is no text": ("x", {"steps": [{"to": [7]}]}, "steps[0].to"),
    "a first step that waits": (
        "x",
        {"steps": [{"to": ["ada"], "after_s": 1}]},
        "steps[0].after_s",
    ),
    "a later step that does not": ("x", {"steps": [{}, {"to": ["ada"]}]}, "steps[1].after_s"),
    "a later step of nobody": ("x", {"steps": [{}, {"to": [], "after_s": 1}]}, "steps[1].to"),
    "nobody": ("x", {"steps": [{"to": ["no one"]}]}, "steps[0].to"),
    "a stranger": ("x", {"steps": [{"to": ["eve"]}]}, "steps[0].to"),
    "somebody by an id of nobody": ("x", {"steps": [{"to": [str(uuid4())]}]}, "steps[0].to"),
    "somebody who cannot answer": ("x", {"steps": [{"to": ["cy"]}]}, "steps[0].to"),
    "somebody who left": ("x", {"steps": [{"to": ["gone"]}]}, "steps[0].to"),
    "an approver of a team only": (
        "x",
        {"kind": "approval", "steps": [{"to": ["bob"]}]},
        "steps[0].to",
    ),
    "no team": ("x", {"steps": [{"to": ["team:evil"]}]}, "steps[0].to"),
}


async def test_what_does_not_fit_is_named_and_nothing_is_kept(hub: Hub, ada: Actor) -> None:
    await hub.joined(ada, "bob", OPS)
    await hub.joined(ada, "cy")
    gone = await hub.joined(ada, "gone", ANSWERER)
    await hub.administering.remove(ada, gone.id)
    eve = await hub.founder("evil", "eve")
    await hub.administering.make_team(eve, "evil")

    for case, (name, said, field) in WRONG.items():
        with pytest.raises(InvalidArguments) as refused:
            await hub.directing.keep(ada, name, said)
        assert [each.field for each in refused.value.fields] == [field], case
    for person in (gone.id, eve.id):
        with pytest.raises(InvalidArguments):
            await hub.directing.keep(ada, "x", {"steps": [{"to": [person]}]})

    assert await hub.directing.rules(ada) == []


async def test_everything_that_is_wrong_is_named_at_once(hub: Hub, ada: Actor) -> None:
    said = {"quorum": 11, "steps": [{"to": ["nobody", "team:none"], "after_s": 5}, 7]}

    with pytest.raises(InvalidArguments) as refused:
        await hub.directing.keep(ada, "Bad", said)

    assert sorted({each.field for each in refused.value.fields}) == [
        *("name", "quorum", "steps[0].after_s", "steps[0].to"),
        *("steps[1]", "steps[1].after_s", "steps[1].to"),
    ]


async def test_rules_that_could_not_work_are_refused(hub: Hub, ada: Actor) -> None:
    await hub.directing.keep(ada, "shop", {"project": "shop"})
    await hub.directing.keep(ada, "shop", {"project": "shop", "tell_after_s": None})
    alone = {"quorum": 2, "steps": [{"to": ["ada"]}]}

    for name, said in (("more", {"project": "shop"}), ("deploys", alone)):
        with pytest.raises(InvalidArguments):
            await hub.directing.keep(ada, name, said)
    await hub.directing.keep(ada, "deploys", {**alone, "steps": [{"to": ["ada", "team:ops"]}]})

    [deploys, shop] = await hub.directing.rules(ada)
    assert (deploys.rule.quorum, shop.rule.tell_after) == (2, None)
    assert deploys.rule.tell_after == timedelta(seconds=5)


async def test_a_tenant_has_so_many_rules_and_no_more(
    hub: Hub, ada: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(directing, "MOST_RULES", 2)
    for name in ("one", "two"):
        await hub.directing.keep(ada, name, {"project": name})

    with pytest.raises(InvalidArguments):
        await hub.directing.keep(ada, "three", {"project": "three"})
    await hub.directing.keep(ada, "two", {"project": "three"})
