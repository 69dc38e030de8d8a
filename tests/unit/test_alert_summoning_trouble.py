"""A store that is away while people of a hub are told ends nothing, and nobody is left out."""

from collections.abc import Sequence

import pytest
from anyio import fail_after, wait_all_tasks_blocked

from askline.alerts.contacts import Way
from askline.alerts.model import Alert
from askline.asks.ports import Hint, News
from askline.core.background import background
from askline.core.errors import StoreUnavailable
from askline.stores.ephemeral_alerts import EphemeralAlerts
from tests.unit.summoned import ANA, Scene, a_contact


class Away:
    """Books of a database that is not there."""

    async def of(self, *_: object, **__: object) -> list[Alert]:
        raise StoreUnavailable("It is away.", hint="Wait.")

    claim = finish = acknowledge = newest = take = done = later = of


async def test_a_store_that_is_away_ends_nothing(caplog: pytest.LogCaptureFixture) -> None:
    scene = Scene()
    await scene.known(a_contact())
    ask = await scene.asked()
    scene.summoning._remember(ask)
    scene.summoning._book = Away()  # pyright: ignore[reportAttributeAccessIssue]

    await scene.summoning.look()
    await scene.desk.answering.seen(ANA, ask.id)
    with fail_after(5):
        async with background(scene.summoning.run):
            await wait_all_tasks_blocked()
            scene.bell.ring(Hint(News.MARKED, ask.id, "acme"))
            await wait_all_tasks_blocked()
    scene.summoning._summons = Away()  # pyright: ignore[reportAttributeAccessIssue]
    await scene.summoning.look_in_peace()

    assert "next taker" in caplog.text
    assert "not noted" in caplog.text
    assert "nobody was told" in caplog.text
    assert scene.outlets.told == []


class Unfinished(EphemeralAlerts):
    """Takes what is claimed, and not how it ended."""

    async def finish(self, alerts: Sequence[Alert]) -> None:
        raise StoreUnavailable(f"{len(alerts)} are not kept.", hint="Wait.")


async def test_a_store_that_fails_while_somebody_is_told_ends_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    scene = Scene()
    await scene.known(a_contact(), a_contact(contact_id="c2", channel=Way.SLACK))
    await scene.asked()
    scene.summoning._book = Unfinished()

    with fail_after(5):
        await scene.summoning.look()

    assert scene.outlets.by == ["c1", "c2"]
    assert "next taker" in caplog.text
    assert len(scene.summons.waiting) == 1
