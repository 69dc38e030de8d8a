"""The figures of one replica, as Prometheus reads them. Counted where they arise, never looked up.

Each replica has a registry of its own. No figure names a tenant, a person or an ask, and none is kept:
a replica that ends takes its figures with it. The one figure of the whole hub, how many asks are
pending, comes from the database now and then, see `scraping`.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.process_collector import ProcessCollector

from askline.alerts.model import AlertState
from askline.asks.changes import Change
from askline.asks.trail import EventKind
from askline.core.people import ActorKind
from askline.core.version import VERSION
from askline.service.hub.requests import GONE, Served

PEOPLE_S = (1, 2, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600, 14_400, 43_200, 86_400, 604_800)
"""How long people take."""
MACHINES_S = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
EITHER_S = (0.01, 0.1, 0.5, *PEOPLE_S)
ITEMS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000)

FLUSHES = ("add", "move", "read")
ANSWERS = frozenset({EventKind.ANSWERED, EventKind.REJECTED, EventKind.ASKED_BACK})

WAITS = {
    ("POST", "/mcp"): "call",
    ("GET", "/mcp"): "stream",
    ("GET", "/api/v1/asks/{id}/outcome"): "poll",
    ("GET", "/api/v1/events"): "stream",
}
"""Requests that last as long as somebody waits; how long they took says nothing of us."""


class Board:
    """Where figures are put up, each by its name and what it is about."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._registry = registry

    def count(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(name, about, labels, registry=self._registry)

    def level(self, name: str, about: str, *labels: str) -> Gauge:
        return Gauge(name, about, labels, registry=self._registry)

    def spread(
        self, name: str, about: str, *labels: str, over: Sequence[float] = MACHINES_S
    ) -> Histogram:
        return Histogram(name, about, labels, buckets=over, registry=self._registry)


class Metrics:
    """Watches a store (see `stores/watching`) and the requests of one replica."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        board = Board(self.registry)
        self._put_up_asks(board)
        self._put_up_store(board)
        self._put_up_requests(board)
        self._put_up_retention(board)
        self._draining = board.level("askline_draining", "1 while this replica takes leave.")
        build = board.level("askline_build", "The version that runs; always 1.", "version")
        build.labels(VERSION).set(1)

    def _put_up_asks(self, board: Board) -> None:
        events = board.count("askline_ask_events", "Steps of asks that were kept here.", "event")
        self._events = {kind: events.labels(kind.value) for kind in EventKind}
        self._answer = board.spread(
            "askline_answer_seconds", "From asking to a person's outcome.", over=PEOPLE_S
        )
        self._seen = board.spread(
            "askline_seen_seconds", "From asking until somebody first saw it.", over=PEOPLE_S
        )
        self._delivery = board.spread(
            "askline_delivery_seconds", "From the outcome until the agent had it.", over=EITHER_S
        )
        self._pending = board.level("askline_asks_pending", "Pending asks of the whole hub.")
        self._counted_at = board.level(
            "askline_asks_counted_timestamp_seconds", "When those were counted."
        )

    def _put_up_retention(self, board: Board) -> None:
        self._pruned = board.count(
            "askline_pruned", "What tenants keep no longer and was pruned here.", "what"
        )
        self._retained_at = board.level(
            "askline_retention_timestamp_seconds", "When pruning was last at work here."
        )

    def _put_up_store(self, board: Board) -> None:
        items = board.spread(
            "askline_store_batch_items", "What went to the database as one.", "what", over=ITEMS
        )
        seconds = board.spread(
            "askline_store_batch_seconds", "How long that took, with its commit.", "what"
        )
        failures = board.count(
            "askline_store_failures", "Batches for which the database was away.", "what"
        )
        self._flushes = {what: (items.labels(what), seconds.labels(what)) for what in FLUSHES}
        self._failures = {what: failures.labels(what) for what in FLUSHES}
        self._sweep = board.spread("askline_sweep_seconds", "One look for what is due.")
        self._swept = board.count("askline_swept", "Asks that time moved here.")
        self._bell = board.spread("askline_bell_seconds", "How long a ring was on its way.")
        alerts = board.count("askline_alerts", "Alerts that were sent or failed here.", "state")
        self._alerts = {state: alerts.labels(state.value) for state in AlertState}

    def _put_up_requests(self, board: Board) -> None:
        requests = board.count(
            "askline_requests", "Requests that ended.", "method", "route", "status"
        )
        seconds = board.spread(
            "askline_request_seconds", "How long those took that wait for nobody.", "route"
        )
        # Looking a label up costs more than counting, and there are few: as many as routes.
        self._requests, self._request = cache(requests.labels), cache(seconds.labels)
        self._refused = board.count(
            "askline_refused", "Requests not let in, by what they showed.", "shown"
        )
        waiters = board.level("askline_waiters", "Requests that wait now.", "kind")
        self._waiters = {kind: waiters.labels(kind) for kind in sorted({*WAITS.values()})}
        self._waited_for = board.level(
            "askline_asks_waited_for", "Asks that somebody waits for here."
        )

    def committed(self, change: Change) -> None:
        for event in change.events:
            self._events[event.kind].inc()
            if event.kind in ANSWERS and event.actor_kind is ActorKind.HUMAN:
                self._answer.observe(_since(change.after.asked_at, event.at))
            elif event.kind is EventKind.SEEN and len(change.after.seen) == 1:
                self._seen.observe(_since(change.after.asked_at, event.at))
            elif event.kind is EventKind.DELIVERED and change.after.outcome:
                settled_at = change.after.outcome.settled_by.at
                self._delivery.observe(_since(settled_at, event.at))

    def flushed(self, what: str, items: int, seconds: float) -> None:
        of_items, of_seconds = self._flushes[what]
        of_items.observe(items)
        of_seconds.observe(seconds)

    def failed(self, what: str) -> None:
        self._failures[what].inc()

    def swept(self, settled: int, seconds: float) -> None:
        self._sweep.observe(seconds)
        self._swept.inc(settled)

    def rung(self, seconds: float) -> None:
        self._bell.observe(seconds)

    def alerted(self, state: AlertState) -> None:
        self._alerts[state].inc()

    def begun(self, served: Served) -> None:
        if kind := WAITS.get((served.method, served.route)):
            self._waiters[kind].inc()

    def ended(self, served: Served) -> None:
        status = "gone" if served.status == GONE else str(served.status)
        self._requests(served.method, served.route, status).inc()
        if served.refused:
            self._refused.labels(served.shown).inc()
        if kind := WAITS.get((served.method, served.route)):
            self._waiters[kind].dec()
        else:
            self._request(served.route).observe(served.seconds)

    def counted(self, pending: int, at: datetime) -> None:
        """Over the whole hub, by whoever counted."""
        self._pending.set(pending)
        self._counted_at.set(at.timestamp())

    def retained(self, asks: int, files: int, at: datetime) -> None:
        """By a step of pruning."""
        self._pruned.labels("asks").inc(asks)
        self._pruned.labels("files").inc(files)
        self._retained_at.set(at.timestamp())

    def looks(
        self, *, waited_for: Callable[[], float], draining: Callable[[], bool] = lambda: False
    ) -> None:
        """What is looked up only when somebody scrapes."""
        self._waited_for.set_function(waited_for)
        self._draining.set_function(draining)


def _since(then: datetime, now: datetime) -> float:
    """Never below nothing: replicas' clocks differ."""
    return max(0.0, (now - then).total_seconds())
