"""A house whose store says who is to be told takes that up as long as it runs."""

from dataclasses import replace

import anyio

from askline.asks.desk import open_desk
from askline.asks.routes import Summons, Why
from askline.config.hub import HubSettings
from askline.core.background import background
from askline.doors.http.entering import who_came_in
from askline.people.recording import Acts
from askline.service.hub.telling import HubTelling, telling_over
from askline.stores.ephemeral_people import open_ephemeral_register
from askline.stores.ephemeral_summons import EphemeralSummons
from askline.stores.forgetting import open_ephemeral
from askline.stores.keeping import Keeping
from tests.builders import NOON, StoppedClock, an_id, minted
from tests.unit.summoned import ANA, Scene, a_contact


def telling(keeping: Keeping, language: str = "en") -> HubTelling:
    register, clock = open_ephemeral_register(), StoppedClock()
    desk = open_desk(keeping.asks, keeping.bell, clock, minted)
    settings = HubSettings(database="", url="https://a.example", listen=("", 0), language=language)
    acts = Acts(register.people, register.acts, clock)
    return telling_over(desk, keeping, register.people, settings, clock, who=who_came_in, acts=acts)


async def test_a_house_whose_store_says_who_is_to_be_told_tells_them() -> None:
    """What was pruned meanwhile is told to nobody, and done."""
    summons = EphemeralSummons()
    told = Summons(
        ask_id=an_id(1), tenant="acme", number=0, recipient="ana", why=Why.ASKED, at=NOON
    )
    summons.put([told])
    with anyio.fail_after(5):
        async with background(telling(replace(open_ephemeral(), summons=summons)).run):
            await anyio.wait_all_tasks_blocked()

    assert summons.waiting == {}


async def test_a_house_whose_store_says_nothing_of_it_tells_nobody() -> None:
    with anyio.fail_after(5):
        await telling(replace(open_ephemeral(), summons=None)).run()


async def test_a_hub_tells_in_its_own_language() -> None:
    scene = Scene()
    await scene.known(a_contact(ANA.id))
    await scene.asked()
    german = replace(telling(open_ephemeral(), "de"), summoning=scene.summoning)
    with anyio.fail_after(5):
        async with background(german.run):
            await anyio.wait_all_tasks_blocked()

    [(_, notice)] = scene.outlets.told
    assert notice.title.endswith(" fragt")
