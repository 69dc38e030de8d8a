"""What is pending is told once, by every channel, whatever fails meanwhile."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import anyio
import pytest
from anyio import fail_after
from anyio.lowlevel import checkpoint

from askline.alerts.model import Alert, AlertState, Notice, Reason
from askline.alerts.ports import ChannelFailed
from askline.alerts.rules import Rules
from askline.alerts.sending import Sending
from askline.alerts.watching import FIRST_RETRY, Watching
from askline.alerts.wording import notice_of
from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.asks.ports import Hint, News
from askline.core.background import background
from askline.core.errors import StoreUnavailable
from askline.stores.ears import Ears
from askline.stores.ephemeral import EphemeralAsks
from askline.stores.ephemeral_alerts import EphemeralAlerts
from tests.builders import ADA, AGENT, NOON, StoppedClock, a_desk, a_new_ask, given, minted
from tests.promises import promise

RULES = Rules(delay=timedelta(), gap=timedelta())


class Heard:
    """A channel that remembers, and fails where a test says so."""

    def __init__(self, failure: Exception | None = None) -> None:
        self.notices: list[Notice] = []
        self.failure = failure
        self.told = anyio.Event()

    async def tell(self, notice: Notice) -> None:
        self.notices.append(notice)
        self.told.set()
        if self.failure:
            raise self.failure


class Hanging:
    async def tell(self, notice: Notice) -> None:
        del notice
        await anyio.sleep_forever()


async def composed(_channel: str, reason: Reason, asks: Sequence[Ask]) -> Notice:
    return notice_of(reason, asks, RULES, url=None)


class Scene:
    def __init__(
        self,
        rules: Rules = RULES,
        book: EphemeralAlerts | None = None,
        **channels: Heard | Hanging,
    ) -> None:
        self.clock, self.bell, self.book = StoppedClock(), Ears(), book or EphemeralAlerts()
        self.store = EphemeralAsks()
        self.desk: Desk = a_desk(self.store, bell=self.bell, clock=self.clock)
        self.heard = Heard()
        told = {"push": self.heard, **channels}
        self.sending = Sending(self.book, told, composed, self.clock, patience_s=0.05)
        self.rules = rules

    def watching(self, most: int = 10) -> Watching:
        return Watching(
            self.desk.reading,
            self.bell,
            self.clock,
            book=self.book,
            sending=self.sending,
            rules=lambda: self.rules,
            keeper=ADA,
            zone=UTC,
            most=most,
        )

    async def ask(self) -> Ask:
        return await self.desk.asking.ask(AGENT, a_new_ask())

    async def states(self, ask: Ask) -> dict[str, tuple[AlertState, str | None]]:
        alerts = await self.book.of([ask.id])
        return {alert.channel: (alert.state, alert.detail) for alert in alerts}


@promise("told")
async def test_an_ask_is_told_once_also_by_a_service_that_starts_again() -> None:
    scene = Scene()
    ask = await scene.ask()
    watching = scene.watching()

    assert await watching.look() == NOON
    assert await watching.look() is None
    assert await scene.watching().look() is None

    (notice,) = scene.heard.notices
    assert notice.asks == (ask.id,)
    assert await scene.states(ask) == {"push": (AlertState.SENT, None)}


async def test_a_channel_that_fails_or_hangs_is_recorded_and_holds_up_no_other() -> None:
    failed, odd = Heard(ChannelFailed("The server said 500.")), Heard(ValueError("the question"))
    scene = Scene(desktop=failed, webhook=odd, slow=Hanging())
    ask = await scene.ask()

    with fail_after(5):
        await scene.watching().look()

    assert await scene.states(ask) == {
        "push": (AlertState.SENT, None),
        "desktop": (AlertState.FAILED, "The server said 500."),
        "webhook": (AlertState.FAILED, "ValueError"),
        "slow": (AlertState.FAILED, "It took longer than 0.05 seconds."),
    }


@promise("told")
async def test_what_no_channel_took_is_told_again_at_longer_and_longer_times() -> None:
    broken = Heard(ChannelFailed("No."))
    scene = Scene(push=broken)
    ask = await scene.ask()
    watching = scene.watching()
    tries: list[float] = []
    for _ in range(7):
        await watching.look()
        tries.append((scene.clock.time - NOON).total_seconds())
        scene.clock.time = await watching.look() or NOON

    waits = [later - sooner for sooner, later in pairwise(tries)]
    assert waits == [30, 60, 120, 240, 480, 480]
    assert await scene.states(ask) == {"push": (AlertState.FAILED, "No.")}
    broken.failure = None
    await watching.look()
    assert await scene.states(ask) == {"push": (AlertState.SENT, None)}
    assert await watching.look() is None


@promise("told")
async def test_what_failed_is_told_by_the_service_that_starts_next() -> None:
    broken = Heard(ChannelFailed("No."))
    scene = Scene(push=broken)
    ask = await scene.ask()
    await scene.watching().look()
    broken.failure = None

    await scene.watching().look()

    assert await scene.states(ask) == {"push": (AlertState.SENT, None)}


@promise("told")
async def test_what_one_channel_took_is_not_told_again_by_another_that_failed() -> None:
    broken = Heard(ChannelFailed("No."))
    scene = Scene(desktop=broken)
    await scene.ask()
    watching = scene.watching()

    await watching.look()

    assert await watching.look() is None
    assert len(broken.notices) == 1


async def test_of_two_services_one_tells() -> None:
    scene = Scene()
    ask = await scene.ask()
    due = {Reason.ASKED: (ask,)}

    await scene.sending.send(due)
    await scene.sending.send(due)

    assert len(scene.heard.notices) == 1


@pytest.mark.parametrize("verb", ["see", "answer"])
async def test_looking_at_an_ask_or_settling_it_acknowledges_what_was_sent(verb: str) -> None:
    scene = Scene()
    ask = await scene.ask()
    watching = scene.watching()
    await watching.look()

    if verb == "see":
        await scene.desk.answering.seen(ADA, ask.id)
    else:
        await scene.desk.answering.answer(ADA, ask.id, given(db="SQLite"), receipt="r")
    watching.stir({ask.id}, missed=False)
    await watching.look()

    assert await scene.states(ask) == {"push": (AlertState.ACKNOWLEDGED, None)}


async def test_what_was_settled_while_the_bell_was_deaf_is_forgotten() -> None:
    scene = Scene(Rules())
    ask = await scene.ask()
    watching = scene.watching()
    await watching.look()
    await scene.desk.answering.answer(ADA, ask.id, given(db="SQLite"), receipt="r")

    watching.stir(set(), missed=True)

    assert await watching.look() is None
    assert scene.heard.notices == []


@promise("told")
@pytest.mark.parametrize("verb", ["see", "answer"])
async def test_nobody_is_told_of_what_was_settled_or_seen_though_no_bell_rang(verb: str) -> None:
    scene = Scene(Rules())
    ask = await scene.ask()
    watching = scene.watching()
    await watching.look()
    if verb == "see":
        await scene.desk.answering.seen(ADA, ask.id)
    else:
        await scene.desk.answering.answer(ADA, ask.id, given(db="SQLite"), receipt="r")

    scene.clock.time += timedelta(minutes=1)

    assert await watching.look() is None
    assert scene.heard.notices == []


async def test_an_ask_that_is_gone_is_no_longer_watched() -> None:
    scene = Scene(Rules())
    watching = scene.watching()
    watching.stir({minted.ask_id(NOON)}, missed=False)

    assert await watching.look() is None


async def test_no_more_than_so_many_are_watched_at_once() -> None:
    scene = Scene()
    first = await scene.ask()
    watching = scene.watching(most=1)
    await watching.look()

    watching.stir({(await scene.ask()).id}, missed=False)
    await watching.look()

    assert [notice.asks for notice in scene.heard.notices] == [(first.id,)]


async def test_the_bell_wakes_it_and_then_it_rests() -> None:
    scene = Scene()

    async with background(scene.watching().run):
        await checkpoint()
        ask = await scene.ask()
        scene.bell.ring(Hint(News.ASKED, ask.id, "local"))
        with fail_after(5):
            await scene.heard.told.wait()

    assert [notice.asks for notice in scene.heard.notices] == [(ask.id,)]


async def test_a_store_that_is_away_is_tried_again_and_ends_nothing() -> None:
    scene = Scene()
    away = True
    looked = anyio.Event()
    inbox = scene.store.inbox

    async def sometimes(which: object) -> list[Ask]:
        looked.set()
        if away:
            raise StoreUnavailable("The disk is full.", hint="Make room.")
        return await inbox(which)  # pyright: ignore[reportArgumentType]

    scene.store.inbox = sometimes
    await scene.ask()
    async with background(scene.watching().run):
        with fail_after(5):
            await looked.wait()
        away = False
        scene.bell.ring(Hint(News.ASKED, minted.ask_id(NOON), "local"))
        with fail_after(5):
            await scene.heard.told.wait()

    assert len(scene.heard.notices) == 1


async def test_a_clock_that_is_set_back_silences_nobody() -> None:
    scene = Scene(Rules(delay=timedelta(), gap=timedelta(minutes=1)))
    watching = scene.watching()
    await scene.ask()
    await watching.look()
    scene.clock.time -= timedelta(hours=1)
    await scene.ask()
    watching.stir((), missed=True)
    await watching.look()
    scene.clock.time += timedelta(minutes=1)

    await watching.look()

    assert len(scene.heard.notices) == 2


class AwayBook(EphemeralAlerts):
    """Does not take what a test names, once."""

    def __init__(self, *lost: str) -> None:
        super().__init__()
        self.lost = [*lost]

    def _reach(self, verb: str) -> None:
        if verb in self.lost:
            self.lost.remove(verb)
            raise StoreUnavailable("The disk is full.", hint="Make room.")

    async def claim(self, alerts: Sequence[Alert], *, stale: datetime | None = None) -> list[Alert]:
        self._reach("claim")
        return await super().claim(alerts, stale=stale)

    async def finish(self, alerts: Sequence[Alert]) -> None:
        self._reach("finish")
        await super().finish(alerts)


@promise("told")
@pytest.mark.parametrize(
    ("lost", "failure", "notices"),
    [
        pytest.param("claim", None, 1, id="before it is sent"),
        pytest.param("finish", None, 1, id="after it was sent"),
        pytest.param("finish", ChannelFailed("no"), 2, id="after it failed"),
    ],
)
async def test_a_store_that_fails_while_somebody_is_told_loses_no_alert(
    lost: str, failure: Exception | None, notices: int
) -> None:
    scene = Scene(book=AwayBook(lost))
    scene.heard.failure = failure
    ask = await scene.ask()
    watching = scene.watching()

    await watching.look()
    scene.heard.failure = None
    scene.clock.time += FIRST_RETRY
    await watching.look()

    assert len(scene.heard.notices) == notices
    assert await scene.states(ask) == {"push": (AlertState.SENT, None)}


async def test_it_looks_again_when_the_moment_comes() -> None:
    scene = Scene(Rules(delay=timedelta(milliseconds=20), gap=timedelta()))
    await scene.ask()

    class Moving:
        """Time passes by itself here."""

        def now(self) -> datetime:
            scene.clock.time += timedelta(milliseconds=5)
            return scene.clock.time

    scene.clock.now = Moving().now
    async with background(scene.watching().run):
        with fail_after(5):
            await scene.heard.told.wait()
