"""What every book of routes promises, and what people and admins make of it."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import anyio
import pytest

from askline.asks.away import Away
from askline.asks.model import AskKind, Matter
from askline.asks.routes import Standing, Step
from askline.core.errors import (
    AsklineError,
    DeadlinePast,
    InvalidArguments,
    NotAllowed,
    NotFound,
    PersonRequired,
    TooLarge,
)
from askline.core.people import Actor, ActorKind, Agent, Door, Project, Right
from askline.people.absences import LONGEST_WORDS, Absence
from askline.people.behalf import TokenBehalf
from askline.people.model import Grant, PersonId, Role
from askline.people.ports import Change, Ways
from askline.people.routing_rules import RoutingRule, RoutingStep
from askline.stores.ephemeral_people import open_ephemeral_register
from askline.stores.postgres.opening import open_register
from tests.builders import LATER, NOON
from tests.hub import Hub
from tests.places import PostgresPlace

ANSWERER, APPROVER = Grant(role=Role.ANSWERER), Grant(role=Role.APPROVER)
OPS = Grant(role=Role.ANSWERER, team="ops")
SHOP = Project(name="shop")
QUESTION = Matter(questions=())
CI = Actor(tenant="acme", kind=ActorKind.AGENT, id="service:ci", name="ci", door=Door.MCP)
MINUTE = timedelta(minutes=1)
WHOLE = RoutingRule(
    tenant="acme",
    name="whole",
    project="shop",
    kind=AskKind.APPROVAL,
    steps=(RoutingStep(to=()), RoutingStep(to=("team:ops",), after=MINUTE)),
    remind=MINUTE,
    lapse=MINUTE,
    quorum=2,
    self_approval=True,
    tell_after=None,
)


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
    """An admin of a tenant with the team `ops`."""
    ada = await hub.founder()
    await hub.administering.make_team(ada, "ops")
    return ada


def person_id(actor: Actor) -> PersonId:
    return PersonId(UUID(actor.id))


async def kept(hub: Hub, **change: Any) -> bool:
    roster = await hub.register.people.roster("acme", [])
    assert roster is not None
    return await hub.register.people.change(
        Change(tenant="acme", revision=roster.revision, **change)
    )


async def test_a_rule_is_kept_whole_and_in_place_of_the_one_called_so(hub: Hub, ada: Actor) -> None:
    assert ada
    routes, plain = hub.register.routes, RoutingRule(tenant="acme", name="all")
    for rule in (WHOLE, plain, replace(plain, kind=AskKind.QUESTION), plain):
        assert await kept(hub, routed=rule)

    assert await routes.rules("acme") == [plain, WHOLE]
    assert await routes.rules("evil") == []
    assert await routes.ways("acme", "shop") == Ways(rules=(plain, WHOLE))
    assert await routes.ways("acme", "bank") == Ways(rules=(plain,))
    assert await kept(hub, unrouted="whole")
    assert await routes.rules("acme") == [plain]


async def test_of_two_rules_for_the_same_only_the_first_is_kept(hub: Hub, ada: Actor) -> None:
    assert ada
    assert await kept(hub, routed=WHOLE)

    assert not await kept(hub, routed=replace(WHOLE, name="other"))
    assert not await kept(hub, unrouted="other")

    assert await kept(hub, routed=replace(WHOLE, name="other", project=None))


async def test_who_is_away_is_found_until_they_are_back_or_it_is_over(hub: Hub, ada: Actor) -> None:
    routes, me = hub.register.routes, person_id(ada)
    bob = await hub.joined(ada, "bob", OPS)
    away = Absence(tenant="acme", person=me, away=Away(words="stop", since=NOON, until=LATER))
    for deputy in (bob.id, "team:ops", None):
        await routes.keep_absence(replace(away, deputy=deputy))
        assert await routes.absence("acme", me) == replace(away, deputy=deputy)
    assert await routes.absence("evil", me) is None
    assert not await routes.end_absence("evil", me)
    assert (await routes.ways("acme", "shop")).anybody_away

    await routes.forget(LATER)
    assert await routes.end_absence("acme", me)
    assert not await routes.end_absence("acme", me)
    assert not (await routes.ways("acme", "shop")).anybody_away

    await routes.keep_absence(away)
    await routes.keep_absence(
        Absence(tenant="acme", person=person_id(bob), away=Away(words="", since=NOON))
    )
    await routes.forget(LATER + MINUTE)
    assert await routes.absence("acme", me) is None
    await hub.administering.remove(ada, bob.id)
    assert await routes.absence("acme", person_id(bob)) is None


async def test_an_address_leads_to_its_people_and_to_whom_they_named_as_deputies(
    hub: Hub, ada: Actor
) -> None:
    bob, cy, di = [
        await hub.joined(ada, name, grant)
        for name, grant in (("bob", ANSWERER), ("cy", OPS), ("di", OPS))
    ]
    ed = await hub.joined(ada, "ed")
    eve = await hub.founder("evil", "eve")
    await hub.being_away.go(bob, deputy="team:ops")
    await hub.being_away.go(cy, deputy="ada")

    async def reached(*addresses: str, tenant: str = "acme") -> set[str]:
        return {each.person.login for each in await hub.register.routes.reached(tenant, addresses)}

    assert {"bob", "cy", "di"} <= await reached(bob.id)
    assert {"ada", "cy", "di"} <= await reached("team:ops")
    assert "ed" in await reached(ed.id, "service:ci")
    assert "ada" not in await reached(ada.id, di.id, tenant="evil")
    assert "eve" not in await reached(eve.id)
    assert await reached(tenant="nowhere") == set()


async def test_asks_follow_the_rule_to_people_who_can_answer(hub: Hub, ada: Actor) -> None:
    bob, cy = await hub.joined(ada, "bob", ANSWERER), await hub.joined(ada, "cy", OPS)
    said = {
        "project": "shop",
        "steps": [{"to": ["bob"]}, {"to": [cy.id, "team:ops", "cy"], "after_s": 60}],
    }
    made = await hub.directing.keep(ada, "shop", said)
    assert made.names == {bob.id: "bob", cy.id: "cy", "team:ops": "ops"}

    put = await hub.addressing.route(CI, SHOP, QUESTION)

    assert put.recipients == (bob.id,)
    assert put.route is not None
    assert put.route.rule == "shop"
    assert put.route.steps == (Step(to=(cy.id, "team:ops"), named=("cy", "ops"), after=MINUTE),)
    await hub.administering.remove(ada, bob.id)
    assert (await hub.addressing.route(CI, SHOP, QUESTION)).recipients == (cy.id, "team:ops")


async def test_without_a_rule_it_goes_to_the_person_and_the_projects_teams(
    hub: Hub, ada: Actor
) -> None:
    await hub.administering.open_project(ada, "shop", "ops")
    asking = TokenBehalf(ada).agent(Agent(name="codex"))

    put = await hub.addressing.route(asking, SHOP, QUESTION)

    assert put.recipients == (ada.id, "team:ops")
    assert put.route is not None
    assert (put.route.rule, put.route.steps, put.word) == ("default", (), None)


async def test_who_is_away_is_passed_over_and_their_word_is_said_where_nobody_is_left(
    hub: Hub, ada: Actor
) -> None:
    bob = await hub.joined(ada, "bob", ANSWERER)
    await hub.directing.keep(ada, "all", {"steps": [{"to": ["bob"]}]})
    await hub.being_away.go(bob, words=" Go on \x00without. ", deputy="ada", until=LATER)
    assert (await hub.addressing.route(CI, SHOP, QUESTION)).recipients == (ada.id,)

    await hub.being_away.go(bob, words=" Go on \x00without. ", until=LATER)
    put = await hub.addressing.route(CI, SHOP, QUESTION)

    assert put.recipients == (bob.id,)
    assert put.word == Standing(id=bob.id, who="bob", words="Go on without.")
    hub.clock.time = LATER
    assert (await hub.addressing.route(CI, SHOP, QUESTION)).word is None


async def test_people_and_teams_that_can_answer_are_found_by_their_names(
    hub: Hub, ada: Actor
) -> None:
    bob, cy = await hub.joined(ada, "bob", ANSWERER), await hub.joined(ada, "cy")
    await hub.administering.make_team(ada, "void")
    eve = await hub.founder("evil", "eve")
    gone = await hub.joined(ada, "gone", OPS)
    for said in ("bob", "BOB", bob.id):
        assert (await hub.addressing.addressee(ada, said)).address == bob.id
    found = await hub.addressing.addressee(ada, "team:ops")
    assert (found.address, found.name) == ("team:ops", "ops")

    listed = await hub.addressing.addressees(bob)
    assert [each.name for each in listed] == ["ada", "bob", "gone", "ops"]

    await hub.administering.remove(ada, gone.id)
    for said in (
        "cy",
        cy.id,
        "eve",
        eve.id,
        "team:void",
        "team:ops",
        "team:no",
        "team:\x00",
        "nobody",
    ):
        with pytest.raises(NotFound):
            await hub.addressing.addressee(ada, said)


async def test_a_rule_ends_and_nobody_else_is_asked_by_it(hub: Hub, ada: Actor) -> None:
    for name in ("all", "more"):
        await hub.directing.keep(ada, name, {"project": name, "steps": [{"to": ["ada"]}]})
        assert (await hub.directing.rule(ada, name)).rule.name == name

    await hub.directing.drop(ada, "all")

    for look in (hub.directing.drop(ada, "all"), hub.directing.rule(ada, "all")):
        with pytest.raises(NotFound):
            await look


async def test_of_two_admins_who_say_the_same_at_once_one_is_told_of_the_other(
    hub: Hub, ada: Actor
) -> None:
    ends: list[str] = []

    async def keep(name: str) -> None:
        try:
            await hub.directing.keep(ada, name, {"project": "shop"})
        except AsklineError as error:
            ends.append(error.code)

    with anyio.fail_after(30):
        async with anyio.create_task_group() as both:
            both.start_soon(keep, "one")
            both.start_soon(keep, "two")

    assert ends == ["invalid_arguments"]
    assert len(await hub.directing.rules(ada)) == 1


async def test_only_admins_make_look_at_and_end_rules(hub: Hub, ada: Actor) -> None:
    await hub.directing.keep(ada, "all", {})
    eve = await hub.founder("evil", "eve")
    bob = await hub.joined(ada, "bob", APPROVER, Grant(role=Role.OPERATOR), Grant(role=Role.ASKER))

    for who, refusal in ((bob, NotAllowed), (CI, PersonRequired)):
        for move in (
            hub.directing.keep(who, "all", {"steps": [{"to": ["nobody"]}]}),
            hub.directing.drop(who, "all"),
            hub.directing.rules(who),
        ):
            with pytest.raises(refusal):
                await move
    with pytest.raises(NotFound):
        await hub.directing.drop(eve, "all")

    assert await hub.directing.rules(eve) == []


async def test_everybody_says_themselves_that_they_are_away(hub: Hub, ada: Actor) -> None:
    bob = await hub.joined(ada, "bob", ANSWERER, OPS)
    assert await hub.being_away.mine(bob) is None
    for deputy, name in ((None, None), ("ada", "ada"), ("team:ops", "ops")):
        gone = await hub.being_away.go(bob, deputy=deputy)
        assert gone.deputy_name == name
        assert await hub.being_away.mine(bob) == gone
    assert await hub.being_away.mine(ada) is None

    await hub.being_away.come_back(bob)
    await hub.being_away.come_back(bob)
    assert await hub.being_away.mine(bob) is None
    await hub.being_away.go(bob, until=LATER)
    hub.clock.time = LATER
    assert await hub.being_away.mine(bob) is None


async def test_what_cannot_be_said_of_being_away_is_refused(hub: Hub, ada: Actor) -> None:
    naive = LATER.replace(tzinfo=None)
    wrong: list[tuple[type[AsklineError], dict[str, Any]]] = [
        (DeadlinePast, {"until": NOON}),
        (InvalidArguments, {"until": naive}),
        (InvalidArguments, {"deputy": "ada"}),
        (NotFound, {"deputy": "nobody"}),
        (TooLarge, {"words": "x" * (LONGEST_WORDS + 1)}),
    ]
    for refusal, said in wrong:
        with pytest.raises(refusal):
            await hub.being_away.go(ada, **said)
    with pytest.raises(PersonRequired):
        await hub.being_away.go(CI)

    assert await hub.being_away.mine(ada) is None


async def test_an_admin_says_that_somebody_is_back_and_nobody_else_does(
    hub: Hub, ada: Actor
) -> None:
    bob, cy = await hub.joined(ada, "bob", ANSWERER), await hub.joined(ada, "cy", ANSWERER)
    eve = await hub.founder("evil", "eve")
    await hub.being_away.go(bob)

    for who, refusal in ((cy, NotAllowed), (eve, NotFound), (CI, PersonRequired)):
        with pytest.raises(refusal):
            await hub.being_away.end(who, bob.id)
    await hub.being_away.end(ada, bob.id)

    assert await hub.being_away.mine(bob) is None
    for whom in (bob.id, str(uuid4()), "nobody"):
        with pytest.raises(NotFound):
            await hub.being_away.end(ada, whom)
    assert Right.ADMINISTER not in bob.rights
