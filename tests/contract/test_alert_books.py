"""What every book of alerts and links promises: one claims, one uses, nothing is told twice."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta

import pytest

from askline.alerts.links import Link
from askline.alerts.model import Alert, AlertState, Reason
from askline.asks.answers import Given
from askline.core.ids import AskId
from askline.stores.keeping import Keeping
from tests.builders import NOON, minted
from tests.places import Place

HASH = "ab" * 32


@pytest.fixture
async def keeping(place: Place) -> AsyncGenerator[Keeping]:
    async with place.open() as opened:
        yield opened


def an_alert(ask_id: AskId | None = None, **changes: object) -> Alert:
    plain = Alert(
        ask_id=ask_id or minted.ask_id(NOON),
        tenant="local",
        channel="push",
        reason=Reason.ASKED,
        state=AlertState.SENDING,
        at=NOON,
    )
    return replace(plain, **changes)


def a_link(**changes: object) -> Link:
    plain = Link(
        sha256=HASH,
        tenant="local",
        ask_id=minted.ask_id(NOON),
        answers={"go": Given(values=("yes",))},
        expires_at=NOON,
    )
    return replace(plain, **changes)


async def test_what_one_claimed_no_other_claims(keeping: Keeping, place: Place) -> None:
    alert, other = an_alert(), an_alert()

    first = await keeping.alerts.claim([alert])
    async with place.open() as elsewhere:
        second = await elsewhere.alerts.claim([alert, other])

    assert (first, second) == ([alert], [other])


async def test_what_failed_is_claimed_again_by_one(keeping: Keeping, place: Place) -> None:
    alert = an_alert()
    await keeping.alerts.claim([alert])
    await keeping.alerts.finish([replace(alert, state=AlertState.FAILED, detail="No.")])
    later = replace(alert, at=NOON + timedelta(seconds=9))

    async with place.open() as elsewhere:
        second = await elsewhere.alerts.claim([later])
        third = await keeping.alerts.claim([later])

    assert (second, third) == ([later], [])
    assert await keeping.alerts.of([alert.ask_id]) == [later]


async def test_each_channel_and_each_reason_is_claimed_by_itself(keeping: Keeping) -> None:
    alert = an_alert()
    others = [replace(alert, channel="desktop"), replace(alert, reason=Reason.ENDING)]
    await keeping.alerts.claim([alert])

    assert await keeping.alerts.claim(others) == others


async def test_each_telling_and_each_contact_is_claimed_by_itself(keeping: Keeping) -> None:
    alert = an_alert(number=1, contact="c1", recipient="ana", tries=2)
    others = [replace(alert, number=2), replace(alert, contact="c2")]
    await keeping.alerts.claim([alert])

    assert await keeping.alerts.claim(others) == others
    assert await keeping.alerts.claim([alert]) == []
    failed = replace(alert, state=AlertState.FAILED)
    await keeping.alerts.finish([failed])
    found = await keeping.alerts.of([alert.ask_id])
    assert sorted(found, key=str) == sorted([failed, *others], key=str)


async def test_what_somebody_died_over_is_claimed_by_who_says_since_when(
    keeping: Keeping,
) -> None:
    alert = an_alert()
    await keeping.alerts.claim([alert])
    later = replace(alert, at=NOON + timedelta(minutes=2))

    assert await keeping.alerts.claim([later], stale=NOON) == []
    assert await keeping.alerts.claim([later], stale=NOON + timedelta(seconds=1)) == [later]
    await keeping.alerts.finish([replace(later, state=AlertState.SENT)])
    assert await keeping.alerts.claim([later], stale=NOON + timedelta(hours=1)) == []


async def test_those_of_one_state_are_found_alone(keeping: Keeping) -> None:
    failed = an_alert(state=AlertState.FAILED)
    await keeping.alerts.claim([failed, an_alert(state=AlertState.SENT)])

    assert await keeping.alerts.newest("local", 10, AlertState.FAILED) == [failed]


async def test_how_it_ended_is_kept(keeping: Keeping) -> None:
    alert = an_alert()
    await keeping.alerts.claim([alert])
    later = NOON + timedelta(seconds=2)
    failed = replace(alert, state=AlertState.FAILED, detail="Nobody answered.", at=later)

    await keeping.alerts.finish([failed])

    assert await keeping.alerts.of([alert.ask_id]) == [failed]


async def test_looking_at_an_ask_acknowledges_what_was_sent_and_nothing_else(
    keeping: Keeping,
) -> None:
    sent = an_alert(state=AlertState.SENT)
    failed = replace(sent, channel="desktop", state=AlertState.FAILED)
    stranger = an_alert(state=AlertState.SENT)
    await keeping.alerts.claim([sent, failed, stranger])

    await keeping.alerts.acknowledge(sent.ask_id)

    found = await keeping.alerts.of([sent.ask_id, stranger.ask_id])
    states = {(alert.ask_id, alert.channel): alert.state for alert in found}
    assert states == {
        (sent.ask_id, "push"): AlertState.ACKNOWLEDGED,
        (sent.ask_id, "desktop"): AlertState.FAILED,
        (stranger.ask_id, "push"): AlertState.SENT,
    }


async def test_the_newest_come_first_and_from_one_tenant_alone(keeping: Keeping) -> None:
    old, new = an_alert(), an_alert(at=NOON + timedelta(seconds=1))
    await keeping.alerts.claim([old, new, an_alert(tenant="elsewhere")])

    assert await keeping.alerts.newest("local", 10) == [new, old]
    assert await keeping.alerts.newest("local", 1) == [new]


async def test_a_link_is_used_once(keeping: Keeping, place: Place) -> None:
    link = a_link()
    await keeping.links.keep([link])
    assert await keeping.links.look(HASH) == link

    async with place.open() as elsewhere:
        assert await elsewhere.links.use(HASH)

    assert not await keeping.links.use(HASH)
    assert await keeping.links.look(HASH) is None


async def test_whose_a_link_is_and_where_it_went_is_kept(keeping: Keeping) -> None:
    link = a_link(by="team:ops", contact="c1")
    await keeping.links.keep([link])

    assert await keeping.links.look(HASH) == link


async def test_links_that_expired_are_forgotten_and_no_others(keeping: Keeping) -> None:
    old = a_link(expires_at=NOON - timedelta(seconds=1))
    good = a_link(sha256="b" * 64)
    await keeping.links.keep([old, good])

    await keeping.links.forget(NOON)

    assert await keeping.links.look(old.sha256) is None
    assert await keeping.links.look(good.sha256) == good
