"""People of a hub are told once, by their own contacts; what cannot be told escalates."""

from dataclasses import replace
from datetime import timedelta

import pytest
from anyio import fail_after, wait_all_tasks_blocked

from askline.alerts import summoning
from askline.alerts.contacts import Way
from askline.alerts.model import AlertState, Reason
from askline.alerts.reached import knows_of
from askline.alerts.summoning import AGAIN, LEASE
from askline.asks.answers import SettledBy
from askline.asks.ports import Hint, News, Ring
from askline.asks.routes import Agreement, Step, Why
from askline.core.background import background
from askline.core.people import Actor, ActorKind, Door
from tests.builders import NOON, a_confirm, a_matter, an_approval, an_ask, given, minted
from tests.promises import promise
from tests.unit.summoned import ANA, BEN, Scene, a_contact, somebody

TEAM = "team:ops"


async def test_who_is_asked_is_told_by_every_contact_of_theirs() -> None:
    scene = Scene()
    await scene.known(a_contact(), a_contact(contact_id="c2", channel=Way.SLACK))
    ask = await scene.asked()

    await scene.summoning.look()

    assert scene.outlets.by == ["c1", "c2"]
    notice = scene.outlets.told[0][1]
    assert (notice.url, notice.actions) == (f"https://ask.example/asks/{ask.id}", ())
    assert notice.body == "Storage"
    rows = await scene.rows(ask)
    assert {(row.contact, row.state, row.recipient) for row in rows} == {
        ("c1", AlertState.SENT, "ana"),
        ("c2", AlertState.SENT, "ana"),
    }
    assert scene.summons.waiting == {}


@promise("told")
async def test_nobody_is_told_twice_for_one_summons_by_however_many_replicas() -> None:
    scene = Scene()
    await scene.known(a_contact())
    ask = await scene.asked()
    due = [*scene.summons.waiting]

    await scene.summoning.look()
    scene.summons.put(due)
    await scene.replica().look()

    assert scene.outlets.by == ["c1"]
    assert [row.tries for row in await scene.rows(ask)] == [1]


@pytest.mark.parametrize("deed", ["answered", "claimed", "passed on", "seen", "gone"])
async def test_what_needs_nobody_any_more_is_told_to_nobody(deed: str) -> None:
    scene = Scene()
    await scene.known(a_contact())
    ask = await scene.asked()
    if deed == "answered":
        await scene.desk.answering.answer(ANA, ask.id, given(db="SQLite"), receipt="r")
    if deed == "claimed":
        await scene.desk.dealing.claim(ANA, ask.id)
    if deed == "passed on":
        await scene.desk.dealing.pass_on(ANA, ask.id, "ben")
    if deed == "seen":
        await scene.desk.answering.seen(ANA, ask.id)
    if deed == "gone":
        [summons] = scene.summons.waiting
        await scene.summons.done([*scene.summons.waiting])
        scene.summons.put([replace(summons, ask_id=minted.ask_id(ask.asked_at))])

    await scene.summoning.look()

    assert (scene.outlets.told, scene.summons.waiting) == ([], {})


@pytest.mark.parametrize(
    "by",
    [replace(ANA, id="another"), replace(ANA, kind=ActorKind.CLIENT, door=Door.API)],
    ids=["namesake", "token"],
)
async def test_who_is_called_alike_keeps_nobody_from_being_told(by: Actor) -> None:
    scene = Scene()
    await scene.known(a_contact())
    ask = await scene.asked()
    await scene.desk.answering.seen(by, ask.id)

    await scene.summoning.look()

    assert scene.outlets.by == ["c1"]


async def test_who_has_looked_is_reminded_all_the_same() -> None:
    scene = Scene()
    await scene.known(a_contact())
    ask = await scene.asked()
    await scene.desk.answering.seen(ANA, ask.id)
    await scene.summoning.look()
    scene.called(ask, "ana", Why.REMINDED)

    await scene.summoning.look()

    assert [notice.reason for _, notice in scene.outlets.told] == [Reason.REMINDED]
    assert scene.outlets.told[0][1].title == "Still waiting: claude-code in shop"


def test_who_has_agreed_to_it_is_told_no_more() -> None:
    by = SettledBy(kind=ActorKind.HUMAN, id="ana", who="ana", door=None, at=NOON)
    ask = an_ask(agreed=(Agreement(by=by, receipt="r"),))

    assert knows_of(ANA, ask, Why.REMINDED)
    assert not knows_of(BEN, ask, Why.REMINDED)


async def test_who_put_it_off_is_told_when_they_wanted() -> None:
    scene = Scene()
    await scene.known(a_contact())
    ask = await scene.asked()
    until = scene.clock.now() + timedelta(minutes=10)
    await scene.desk.dealing.snooze(ANA, ask.id, until)

    await scene.summoning.look()
    assert (scene.outlets.told, [*scene.summons.waiting.values()]) == ([], [until])
    scene.clock.time = until
    await scene.summoning.look()

    assert scene.outlets.by == ["c1"]


async def test_a_team_is_told_by_its_own_contacts() -> None:
    scene = Scene(TEAM)
    await scene.known(a_contact(TEAM, "team"), a_contact())
    await scene.asked()

    await scene.summoning.look()

    assert scene.outlets.by == ["team"]


async def test_a_team_without_contacts_is_told_member_by_member() -> None:
    scene = Scene(TEAM)
    await scene.known(a_contact(), a_contact("ben", "c2"), a_contact("eve", "c3"))
    scene.village.people.append(somebody("eve"))
    ask = await scene.asked()
    await scene.desk.dealing.snooze(BEN, ask.id, scene.clock.now() + timedelta(hours=1))

    await scene.summoning.look()

    assert (scene.outlets.by, scene.summons.waiting) == (["c1"], {})


async def test_of_a_team_those_are_told_who_may_decide_it() -> None:
    scene = Scene(TEAM)
    await scene.known(a_contact(), a_contact("ben", "c2"))
    scene.village.people[1] = replace(BEN, approves=frozenset())
    await scene.asked(an_approval())

    await scene.summoning.look()

    assert scene.outlets.by == ["c1"]


async def test_a_team_in_which_nobody_is_left_is_told_by_nothing() -> None:
    scene = Scene(TEAM, steps=())
    await scene.known(a_contact(TEAM, "team"))
    scene.village.people.clear()
    await scene.asked()

    await scene.summoning.look()

    assert scene.outlets.told == []


@promise("told")
async def test_what_failed_is_tried_three_times_and_then_the_next_are_asked() -> None:
    scene = Scene()
    await scene.known(a_contact())
    scene.outlets.failing.add("c1")
    ask = await scene.asked()

    for number, pause in enumerate((*AGAIN, timedelta(0)), 1):
        await scene.summoning.look()
        [row] = await scene.rows(ask)
        assert (row.state, row.tries) == (AlertState.FAILED, number)
        assert row.detail == "The receiver said 500."
        scene.clock.time += pause

    standing = await scene.standing(ask)
    assert (standing.recipients, scene.summons.waiting) == (("ana", "ben"), {})
    assert await scene.alerts.newest("acme", 9, AlertState.FAILED) == await scene.rows(ask)


async def test_what_went_out_at_the_second_try_escalates_nothing() -> None:
    scene = Scene()
    await scene.known(a_contact(), a_contact(contact_id="c2"))
    scene.outlets.failing.add("c1")
    ask = await scene.asked()
    await scene.summoning.look()

    scene.outlets.failing.clear()
    scene.clock.time += AGAIN[0]
    await scene.summoning.look()

    assert scene.outlets.by == ["c1", "c2"]
    assert (await scene.standing(ask)).recipients == ("ana",)


async def test_a_way_that_this_hub_does_not_have_is_a_failure() -> None:
    scene = Scene()
    await scene.known(a_contact())
    scene.outlets.unable.add("c1")
    ask = await scene.asked()

    await scene.summoning.look()

    assert [row.detail for row in await scene.rows(ask)] == ["This hub sends no mail."]


async def test_where_nobody_can_be_told_the_next_are_asked_if_they_can() -> None:
    scene, deaf = Scene(), Scene()
    await scene.known(a_contact("ben"))
    ask, other = await scene.asked(), await deaf.asked()

    await scene.summoning.look()
    await deaf.summoning.look()

    assert (await scene.standing(ask)).recipients == ("ana", "ben")
    assert (await deaf.standing(other)).recipients == ("ana",)


async def test_one_of_two_who_could_be_told_is_enough() -> None:
    scene = Scene("ana", "ben", steps=(Step(to=(TEAM,), named=("ops",), after=timedelta(1)),))
    await scene.known(a_contact("ben"))
    ask = await scene.asked()

    await scene.summoning.look()

    assert (await scene.standing(ask)).recipients == ("ana", "ben")


@pytest.mark.parametrize("why", [Why.REMINDED, Why.ESCALATED])
async def test_a_telling_that_another_overtook_escalates_nothing(why: Why) -> None:
    scene = Scene()
    await scene.known(a_contact("ben"))
    ask = await scene.asked()
    await scene.summons.done([*scene.summons.waiting])
    scene.called(ask, "ana", why)

    await scene.summoning.look()

    assert (await scene.standing(ask)).recipients == ("ana",)


async def test_of_two_who_failed_at_once_the_ask_goes_on_once() -> None:
    steps = tuple(Step(to=(to,), named=(to,), after=timedelta(1)) for to in ("cleo", "dan"))
    scene = Scene("ana", "ben", steps=steps)
    await scene.known(a_contact(), a_contact("ben", "c2"))
    scene.outlets.failing |= {"c1", "c2"}
    ask = await scene.asked()

    for pause in (*AGAIN, timedelta(0)):
        await scene.summoning.look()
        scene.clock.time += pause

    assert (await scene.standing(ask)).recipients == ("ana", "ben", "cleo")


async def test_what_a_dead_replica_was_sending_another_sends() -> None:
    scene = Scene()
    await scene.known(a_contact())
    ask = await scene.asked()
    [summons] = await scene.summons.take(scene.clock.now(), 1, until=scene.clock.now() + LEASE)
    await scene.alerts.claim([scene.summoning._alert(summons, a_contact(), None)])

    await scene.summoning.look()
    assert scene.outlets.told == []
    scene.clock.time += LEASE
    await scene.replica().look()

    assert scene.outlets.by == ["c1"]
    assert [row.tries for row in await scene.rows(ask)] == [1]


async def test_what_a_living_replica_is_sending_is_left_to_it() -> None:
    scene = Scene()
    await scene.known(a_contact())
    ask = await scene.asked()
    [summons] = [*scene.summons.waiting]
    await scene.alerts.claim([scene.summoning._alert(summons, a_contact(), None)])

    await scene.summoning.look()

    assert (scene.outlets.told, len(scene.summons.waiting)) == ([], 1)
    assert [row.state for row in await scene.rows(ask)] == [AlertState.SENDING]


async def test_links_that_decide_go_only_where_their_owner_lets_them() -> None:
    scene = Scene(show_questions=True)
    await scene.known(a_contact(answers=True), a_contact(contact_id="c2"))
    await scene.asked(a_matter(a_confirm()))

    await scene.summoning.look()

    told = dict(scene.outlets.told)
    assert [each.label for each in told["c1"].actions] == ["Yes", "No"]
    assert told["c2"].actions == ()
    assert told["c1"].body == "Storage: Go on?"
    link = next(iter(scene.links._links.values()))
    assert (link.tenant, link.by, link.contact) == ("acme", "ana", "c1")


async def test_an_approval_has_no_links() -> None:
    scene = Scene(show_questions=True)
    await scene.known(a_contact(answers=True))
    await scene.asked(an_approval())

    await scene.summoning.look()

    assert [notice.actions for _, notice in scene.outlets.told] == [()]


async def test_what_somebody_looks_at_is_acknowledged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summoning, "REMEMBERED", 1)
    scene = Scene()
    await scene.known(a_contact())
    first, second = await scene.asked(), await scene.asked(a_matter(a_confirm()))
    await scene.summoning.look()
    hints = [Hint(News.MARKED, each.id, "acme") for each in (first, second)]

    await scene.summoning.hear(Ring(tuple(hints)))
    for each in (first, second):
        await scene.desk.answering.seen(ANA, each.id)
    await scene.summoning.hear(Ring((*hints, Hint(News.DRAFTED, second.id, "acme"))))

    states = [row.state for each in (first, second) for row in await scene.rows(each)]
    # Of the first it no longer knows: it remembers one.
    assert sorted(states) == [AlertState.ACKNOWLEDGED, AlertState.SENT]


async def test_it_looks_and_listens_forever() -> None:
    scene = Scene()
    await scene.known(a_contact())
    ask = await scene.asked()

    with fail_after(5):
        async with background(scene.summoning.run):
            await wait_all_tasks_blocked()
            told = scene.outlets.by
            await scene.desk.answering.seen(ANA, ask.id)
            await wait_all_tasks_blocked()

    assert told == ["c1"]
    assert [row.state for row in await scene.rows(ask)] == [AlertState.ACKNOWLEDGED]
