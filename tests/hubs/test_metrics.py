"""The figures of a hub: what happened, how long it took, and nothing of what was said."""

from dataclasses import replace
from datetime import timedelta
from functools import partial

import anyio
import asyncpg
import httpx
import pytest
from anyio.lowlevel import checkpoint

from askline.alerts.model import Alert, AlertState, Reason
from askline.asks import lifecycle
from askline.asks.changes import unchanged
from askline.asks.ports import Hint, News
from askline.config.hub import HubSettings
from askline.core.background import background
from askline.core.errors import StoreUnavailable
from askline.core.people import Right
from askline.service.hub.metrics import Metrics
from askline.service.hub.observing import Observing, open_observing
from askline.service.hub.requests import Served
from askline.service.hub.running import listening
from askline.service.hub.scraping import Scraping
from askline.service.sharing import open_shared
from askline.stores.postgres.counting import Counted, open_counting
from tests.builders import LATER, NOON, an_opening, minted
from tests.doors.asks import ASK
from tests.hubs.observed import QUESTION, figure, lived, observed, reached
from tests.nats import NatsServer
from tests.places import PostgresPlace
from tests.routed import routed


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


async def test_an_asks_life_is_counted_where_each_step_was_kept(
    postgres: str, metrics: Metrics
) -> None:
    there = Metrics()
    async with observed(postgres, Observing(metrics=metrics), Observing(metrics=there)) as (
        one,
        other,
    ):
        await lived(one, other)

    def steps(at: Metrics) -> list[str]:
        names = ("asked", "seen", "answered", "delivered")
        return [n for n in names if figure(at.registry, "askline_ask_events_total", event=n)]

    assert (steps(metrics), steps(there)) == (["asked", "delivered"], ["seen", "answered"])
    assert figure(there.registry, "askline_answer_seconds_count") == 1
    assert figure(there.registry, "askline_seen_seconds_count") == 1
    assert figure(metrics.registry, "askline_delivery_seconds_count") == 1
    assert figure(metrics.registry, "askline_store_batch_items_sum", what="add") == 1
    assert figure(metrics.registry, "askline_store_batch_seconds_count", what="move") >= 1
    assert figure(metrics.registry, "askline_sweep_seconds_count") >= 1


async def test_requests_are_counted_by_the_template_of_their_route(
    postgres: str, metrics: Metrics
) -> None:
    async with observed(postgres, Observing(metrics=metrics)) as [hub]:
        await lived(hub, hub)
        async with hub.program("askl_tok_x") as eve, hub.program() as nobody:
            await eve.get("/asks")
            await nobody.get("/asks/1/2/3/4")

    def requests(method: str, route: str, status: str) -> float:
        name = "askline_requests_total"
        return figure(metrics.registry, name, method=method, route=route, status=status)

    assert requests("POST", "/api/v1/asks", "201") == 1
    assert requests("POST", "/api/v1/asks/{id}/answer", "200") == 1
    assert requests("GET", "/api/v1/asks", "401") == 1
    assert requests("GET", "other", "401") == 1
    assert figure(metrics.registry, "askline_refused_total", shown="token") == 1
    assert figure(metrics.registry, "askline_refused_total", shown="nothing") == 1


async def test_who_waits_is_counted_while_it_waits(postgres: str, metrics: Metrics) -> None:
    async with observed(postgres, Observing(metrics=metrics)) as [hub]:
        async with hub.program(
            await hub.token(await hub.found(), Right.ASK, Right.ANSWER)
        ) as agent:
            ask = (await agent.post("/asks", json=ASK)).json()["id"]
            waits = background(lambda: agent.get(f"/asks/{ask}/outcome?wait=20"))
            async with agent.stream("GET", "/events"), waits:
                await reached(metrics.registry, "askline_waiters", 1, kind="stream")
                await reached(metrics.registry, "askline_waiters", 1, kind="poll")
                await reached(metrics.registry, "askline_asks_waited_for", 1)
        with anyio.fail_after(20):
            while figure(metrics.registry, "askline_waiters", kind="stream"):
                await checkpoint()
        assert (
            figure(metrics.registry, "askline_request_seconds_count", route="/api/v1/events") == 0
        )


async def test_the_figures_are_read_apart_from_people_and_tell_nothing_of_them(
    postgres: str,
) -> None:
    listener = listening(("127.0.0.1", 0))
    place = listener.getsockname()
    settings = HubSettings(database=postgres, url="http://hub", listen=place, metrics=place)
    async with (
        open_observing(settings, {}) as observing,
        observed(postgres, observing) as [hub],
        background(*observing.rounds(lambda _: listener)),
        httpx.AsyncClient(trust_env=False, timeout=20) as prometheus,
    ):
        await lived(hub, hub)
        public = await prometheus.get(f"{hub.url}/metrics")
        shown = (await prometheus.get(f"http://127.0.0.1:{place[1]}/metrics")).text

    assert public.status_code == 401
    assert 'askline_ask_events_total{event="answered"} 1.0' in shown
    assert "askline_asks_pending" in shown
    assert not any(word in shown for word in ("acme", "ada", QUESTION, "SQLite", "_created"))


def test_nothing_is_shown_where_nobody_said_where() -> None:
    assert Observing().rounds(listening) == []


async def test_replicas_count_what_is_pending_once_between_them(postgres: str) -> None:
    place = PostgresPlace(postgres)
    await place.empty()
    async with (
        place.open() as keeping,
        open_counting(postgres, every=timedelta(), rests=0) as eager,
        open_counting(postgres, every=timedelta(hours=1)) as patient,
    ):
        await keeping.asks.add(an_opening(), [])
        first = await eager.pending()
        await keeping.asks.add(an_opening(), [])
        second = await patient.pending()
        third = await eager.pending()

    assert first is not None
    assert third is not None
    assert second == first
    assert third.many == first.many + 1


async def test_a_first_count_that_is_under_way_is_not_waited_for(postgres: str) -> None:
    db = await asyncpg.connect(postgres)
    await db.execute("DELETE FROM counted")
    await db.execute("INSERT INTO counted (what, claimed_at) VALUES ('pending', now())")
    async with open_counting(postgres) as counting:
        counted = await counting.pending()
    await db.close()

    assert counted is None


class Returning:
    """A count that is under way, then away, then there."""

    def __init__(self) -> None:
        self.tries = iter((None, StoreUnavailable("It is away.", hint="Wait."), Counted(3, NOON)))

    async def pending(self) -> Counted | None:
        told = next(self.tries, None)
        if isinstance(told, StoreUnavailable):
            raise told
        return told


async def test_a_database_that_was_away_is_counted_in_again(metrics: Metrics) -> None:
    scraping = Scraping(metrics, Returning(), every_s=0)
    async with background(scraping.run):
        await reached(metrics.registry, "askline_asks_pending", 3)
    transport = httpx.ASGITransport(scraping.app)
    async with httpx.AsyncClient(transport=transport, base_url="http://here") as prometheus:
        shown = await prometheus.get("/metrics")

    assert "askline_asks_pending 3.0" in shown.text


async def test_a_ring_is_measured_by_either_bell(postgres: str, nats: NatsServer) -> None:
    hint = Hint(News.ASKED, minted.ask_id(NOON), "acme")
    for address in (None, nats.address()):
        metrics = Metrics()
        async with open_shared(postgres, nats=address, watch=metrics) as keeping:
            keeping.bell.ring(hint)
            await reached(metrics.registry, "askline_bell_seconds_count", 1)


def test_a_batch_for_which_the_database_was_away_is_counted(metrics: Metrics) -> None:
    metrics.failed("move")

    assert figure(metrics.registry, "askline_store_failures_total", what="move") == 1
    assert figure(metrics.registry, "askline_store_failures_total", what="add") == 0


async def test_alerts_that_failed_are_counted(postgres: str, metrics: Metrics) -> None:
    async with open_shared(postgres, watch=metrics) as keeping:
        opening = an_opening()
        await keeping.asks.add(opening, [])
        alert = Alert(
            ask_id=opening.after.id,
            tenant="local",
            channel="mail",
            reason=Reason.ASKED,
            state=AlertState.SENDING,
            at=NOON,
        )
        await keeping.alerts.claim([alert])
        await keeping.alerts.finish([replace(alert, state=AlertState.FAILED)])

    assert figure(metrics.registry, "askline_alerts_total", state="failed") == 1


async def test_what_time_settles_is_counted_as_swept(postgres: str, metrics: Metrics) -> None:
    await PostgresPlace(postgres).empty()
    async with open_shared(postgres, watch=metrics) as keeping:
        await keeping.asks.add(an_opening(deadline=LATER), [])
        await keeping.asks.sweep(LATER, 10, partial(lifecycle.expire, now=LATER))

    assert figure(metrics.registry, "askline_swept_total") == 1
    assert figure(metrics.registry, "askline_ask_events_total", event="timed_out") == 1
    assert figure(metrics.registry, "askline_answer_seconds_count") == 0


async def test_each_step_of_a_route_is_counted(postgres: str, metrics: Metrics) -> None:
    await PostgresPlace(postgres).empty()
    now = NOON + timedelta(minutes=10)
    async with open_shared(postgres, watch=metrics) as keeping:
        ask = routed()
        await keeping.asks.add(unchanged(ask), [])
        await keeping.asks.sweep(now, 10, partial(lifecycle.expire, now=now))

    assert figure(metrics.registry, "askline_ask_events_total", event="escalated") == 1
    assert figure(metrics.registry, "askline_answer_seconds_count") == 0


def test_a_replica_that_takes_leave_says_so(metrics: Metrics) -> None:
    Observing(metrics=metrics).looks(waited_for=lambda: 7, draining=lambda: True)

    assert figure(metrics.registry, "askline_draining") == 1
    assert figure(metrics.registry, "askline_asks_waited_for") == 7


def test_a_request_whose_client_went_away_is_counted_as_gone(metrics: Metrics) -> None:
    metrics.ended(Served(method="GET", route="/page.css", shown="nothing"))

    labels = {"method": "GET", "route": "/page.css", "status": "gone"}
    assert figure(metrics.registry, "askline_requests_total", **labels) == 1
