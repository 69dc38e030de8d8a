"""Being told by a hub, over its doors: contacts of people and teams, alerts for operators, links that
decide for who holds them and for nobody else.
"""

from collections.abc import AsyncGenerator
from datetime import timedelta
from urllib.parse import urlencode

import anyio
import httpx
import pytest

from askline.alerts.contacts import Way
from askline.alerts.links import LONGEST_LIFE, choices_of, new_link, press
from askline.alerts.model import Alert, AlertState, Reason
from askline.asks.asking import NewAsk
from askline.asks.model import Ask
from askline.asks.state import State
from askline.config.hub import load_hub
from askline.core.people import Actor, ActorKind, Door, Right
from askline.people.model import Grant, Role
from askline.service.hub.telling import PeopleCrew, outlets_of
from askline.stores.keeping import Keeping
from askline.stores.postgres.opening import open_postgres
from tests.builders import CODER, SHOP, StoppedClock, a_matter
from tests.doors.receivers import a_receiver
from tests.hubs.people_house import PeopleHouse
from tests.replicas import a_hub
from tests.unit.summoned import a_contact

HOOK = "https://hook.example/very/secret"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
TEAM = "team:ops"


@pytest.fixture
async def keeping(hub: PeopleHouse, postgres: str) -> AsyncGenerator[Keeping]:
    await hub.standing.replica.administering.make_team(hub.ada, "ops")
    await hub.standing.replica.administering.open_project(hub.ada, SHOP.name, "ops")
    async with open_postgres(postgres) as opened:
        yield opened


async def asked(hub: PeopleHouse, **more: object) -> Ask:
    """By a service, of the team that has the project."""
    asker = Actor(
        tenant=hub.tenant,
        kind=ActorKind.AGENT,
        id="service:ci",
        name="ci",
        rights=frozenset({Right.ASK}),
    )
    new = NewAsk(matter=a_matter(**more), agent=CODER, project=SHOP)
    return await hub.standing.replica.desk.asking.ask(asker, new)


async def linked(
    keeping: Keeping, ask: Ask, owner: str, *, kept: bool = True, tenant: str = ""
) -> str:
    """The address of a link for its first answer, sent to a contact of this owner."""
    contact = a_contact(owner, f"contact-{ask.short_id}", tenant=tenant or ask.tenant)
    assert keeping.contacts is not None
    if kept:
        await keeping.contacts.keep(contact, 10)
    choice = choices_of(ask)[0]
    word, link = new_link(ask, choice, ask.asked_at, by=owner, contact=contact.id)
    await keeping.links.keep([link])
    return f"/l/{word}"


async def pressed(hub: PeopleHouse, path: str) -> httpx.Response:
    async with hub.visitor() as phone:
        form = urlencode({"press": press(path.removeprefix("/l/"))})
        return await phone.post(path, content=form, headers=FORM)


async def standing(hub: PeopleHouse, ask: Ask) -> Ask:
    return await hub.standing.replica.desk.reading.read(hub.ada, ask.id)


async def test_a_contact_is_named_and_never_shown_whole_again(hub: PeopleHouse) -> None:
    async with hub.browser() as ada:
        said = {"channel": "webhook", "where": HOOK, "answers": True}
        made = (await ada.post("/contacts", json=said)).json()
        listed = (await ada.get("/contacts")).json()["contacts"]
        tried = await ada.post(f"/contacts/{made['id']}/try", json={})
        gone = await ada.request("DELETE", f"/contacts/{made['id']}", json={})
        after = (await ada.get("/contacts")).json()

    assert made.pop("secret").startswith("whsec_")
    assert listed == [made]
    assert (made["shown"], made["owner"], made["answers"]) == ("hook.example", hub.ada.id, True)
    assert tried.json()["sent"] is False
    assert "very" not in tried.text + str(listed)
    assert (gone.status_code, after) == (204, {"contacts": []})


async def test_what_is_wrong_with_a_contact_is_said(hub: PeopleHouse) -> None:
    async with hub.browser() as ada:
        for said, code in (
            ({"channel": "pigeon", "where": HOOK}, 422),
            ({"channel": "slack"}, 422),
            ({"channel": "mail", "where": "ada@team.example"}, 422),
            ({"channel": "slack", "where": HOOK, "team": "nobodys"}, 404),
        ):
            assert (await ada.post("/contacts", json=said)).status_code == code
        assert (await ada.get("/alerts?state=lost")).status_code == 422


async def test_a_team_is_an_admins_to_care_for(hub: PeopleHouse, keeping: Keeping) -> None:
    assert keeping
    await hub.joined("ana", Grant(role=Role.ANSWERER, team="ops"))
    said = {"channel": "slack", "where": HOOK, "team": "ops"}

    async with hub.browser() as ada, hub.browser("ana") as ana:
        assert (await ana.post("/contacts", json=said)).status_code == 403
        assert (await ana.get("/alerts")).status_code == 403
        made = (await ada.post("/contacts", json=said)).json()
        assert (await ana.request("DELETE", f"/contacts/{made['id']}", json={})).status_code == 404
        found = (await ada.get("/contacts?team=ops")).json()["contacts"]

    assert [(each["owner"], "secret" in each) for each in found] == [(TEAM, False)]


async def test_operators_see_what_was_not_told(hub: PeopleHouse, keeping: Keeping) -> None:
    ask = await asked(hub)
    failed = Alert(
        ask_id=ask.id,
        tenant=hub.tenant,
        channel=Way.SLACK,
        reason=Reason.ESCALATED,
        state=AlertState.FAILED,
        at=ask.asked_at,
        detail="The receiver said 500.",
        number=2,
        contact="c1",
        recipient=TEAM,
        tries=3,
    )
    await keeping.alerts.claim([failed])

    async with hub.browser() as ada:
        found = (await ada.get("/alerts?state=failed")).json()["alerts"]
        sent = (await ada.get("/alerts?state=sent")).json()["alerts"]

    (row,) = found
    assert (row["recipient"], row["number"], row["channel"], row["state"]) == (
        *(TEAM, 2, "slack"),
        "failed",
    )
    assert (row["detail"], row["contact"], sent) == ("The receiver said 500.", "c1", [])


async def test_a_link_decides_for_the_person_it_went_to(hub: PeopleHouse, keeping: Keeping) -> None:
    ana = await hub.joined("ana", Grant(role=Role.ANSWERER, team="ops"))
    ask = await asked(hub)
    path = await linked(keeping, ask, ana.id)

    async with hub.visitor() as phone:
        shown = await phone.get(path)
    assert "You answer as ana." in shown.text
    assert (await pressed(hub, path)).status_code == 200

    outcome = (await standing(hub, ask)).outcome
    assert outcome is not None
    assert (outcome.settled_by.id, outcome.settled_by.door) == (ana.id, Door.LINK)
    assert (await pressed(hub, path)).status_code == 404


async def test_a_teams_link_decides_for_somebody_with_it(
    hub: PeopleHouse, keeping: Keeping
) -> None:
    ask = await asked(hub)

    assert (await pressed(hub, await linked(keeping, ask, TEAM))).status_code == 200

    outcome = (await standing(hub, ask)).outcome
    assert outcome is not None
    assert outcome.settled_by.who == "someone with ops's link"


async def test_scanners_that_open_everything_decide_nothing(
    hub: PeopleHouse, keeping: Keeping
) -> None:
    ask = await asked(hub)
    path = await linked(keeping, ask, TEAM)

    async with hub.visitor() as scanner:
        for method in ("GET", "HEAD", "OPTIONS", "GET"):
            await scanner.request(method, path)
        for content in ("", "press=1.2"):
            assert (await scanner.post(path, content=content, headers=FORM)).status_code == 403
        del scanner.headers["origin"]
        form = urlencode({"press": press(path.removeprefix("/l/"))})
        assert (await scanner.post(path, content=form, headers=FORM)).status_code == 403
        evil = {**FORM, "Origin": "https://evil.example"}
        assert (await scanner.post(path, content=form, headers=evil)).status_code == 403

    after = await standing(hub, ask)
    assert (after.state, after.seen) == (State.PENDING, ())


@pytest.mark.parametrize(
    "end", ["left", "lost the right", "contact gone", "other tenant", "passed"]
)
async def test_a_link_ends_with_what_it_stands_for(
    hub: PeopleHouse, keeping: Keeping, end: str
) -> None:
    ana = await hub.joined("ana", Grant(role=Role.ANSWERER, team="ops"))
    administering = hub.standing.replica.administering
    ask = await asked(hub)
    owner = "team:other" if end == "passed" else ana.id
    tenant = "elsewhere" if end == "other tenant" else ""
    path = await linked(keeping, ask, owner, kept=end != "contact gone", tenant=tenant)
    if end == "left":
        await administering.remove(hub.ada, ana.id)
    if end == "lost the right":
        await administering.take(hub.ada, ana.id, Grant(role=Role.ANSWERER, team="ops"))

    async with hub.visitor() as phone:
        shown = await phone.get(path)

    assert (shown.status_code, (await pressed(hub, path)).status_code) == (404, 404)
    assert not (await standing(hub, ask)).state.settled


async def test_who_may_look_and_not_answer_is_told_so(hub: PeopleHouse, keeping: Keeping) -> None:
    """Ada asked for it herself once, and now it is the team's."""
    ana = await hub.joined(
        "ana", Grant(role=Role.ANSWERER, team="ops"), Grant(role=Role.ASKER, team="ops")
    )
    ask = await asked(hub, human_only=True)
    plain = await asked(hub)
    word, link = new_link(ask, choices_of(plain)[0], ask.asked_at, by=ana.id, contact="c-human")
    assert keeping.contacts is not None
    await keeping.contacts.keep(a_contact(ana.id, "c-human", tenant=hub.tenant), 10)
    await keeping.links.keep([link])

    async with hub.visitor() as phone:
        assert (await phone.get(f"/l/{word}")).status_code == 403
    assert (await pressed(hub, f"/l/{word}")).status_code == 403
    assert not (await standing(hub, ask)).state.settled


async def test_a_link_is_too_old_after_a_day(hub: PeopleHouse, keeping: Keeping) -> None:
    ask = await asked(hub)
    old = ask.asked_at - LONGEST_LIFE - timedelta(seconds=1)
    assert keeping.contacts is not None
    await keeping.contacts.keep(a_contact(TEAM, "c-old", tenant=hub.tenant), 10)
    word, link = new_link(ask, choices_of(ask)[0], old, by=TEAM, contact="c-old")
    await keeping.links.keep([link])

    assert (await pressed(hub, f"/l/{word}")).status_code == 410


async def test_behind_an_address_are_those_who_may_answer_now(
    hub: PeopleHouse, keeping: Keeping
) -> None:
    assert keeping
    ana = await hub.joined("ana", Grant(role=Role.ANSWERER, team="ops"))
    ops = await hub.joined("ops", Grant(role=Role.OPERATOR))
    crew = PeopleCrew(hub.standing.replica.people_front._uses.register.people)

    assert [each.name for each in await crew.members(hub.tenant, TEAM)] == ["ana"]
    [found] = await crew.members(hub.tenant, ana.id)
    assert found.rights == {Right.ANSWER}
    for nobody in (ops.id, "service:ci", "not a person"):
        assert await crew.members(hub.tenant, nobody) == []
    assert await crew.members("nowhere", TEAM) == []
    assert not await crew.has_team(hub.tenant, "web")


async def test_a_contact_on_an_allowed_host_is_told(postgres: str) -> None:
    with a_receiver() as receiver, anyio.fail_after(30):
        allowed = frozenset({f"127.0.0.1:{receiver.port}"})
        async with a_hub(postgres, allow_hosts=allowed) as [one]:
            house = PeopleHouse(one, "acme", await one.found("acme"))
            async with house.browser() as ada:
                for way in ("slack", "webhook", "push"):
                    where = f"http://127.0.0.1:{receiver.port}/topic"
                    made = await ada.post("/contacts", json={"channel": way, "where": where})
                    path = f"/contacts/{made.json()['id']}/try"
                    tried = (await ada.post(path, json={})).json()
                    assert tried == {"sent": True, "detail": None}

    assert receiver.posted.qsize() == 3


def test_a_hub_that_has_a_mail_server_sends_mail() -> None:
    environ = {"DATABASE": "x", "URL": "https://a.example", "SMTP": "smtp://mail.example"}
    said = {f"ASKLINE_HUB_{name}": each for name, each in environ.items()}
    settings = load_hub({**said, "ASKLINE_HUB_MAIL_FROM": "ask@team.example"})

    outlets = outlets_of(settings, StoppedClock())

    assert outlets.mail is not None
    assert (outlets.mail.host, outlets.mail.port, outlets.mail.tls) == ("mail.example", 587, False)
    assert outlets.channel(a_contact(channel=Way.MAIL, where="ana@team.example"))
