"""Where Prometheus reads a replica's figures: on a listener of its own, apart from people.

Nobody is asked who they are there; who can reach it is the operator's choice, by where it listens.
"""

import logging
from collections.abc import Iterable
from typing import Protocol

import anyio
from prometheus_client import CollectorRegistry, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.registry import Collector
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response

from askline.core.errors import StoreUnavailable
from askline.doors.http.routing import only
from askline.service.hub.metrics import Metrics
from askline.stores.postgres.counting import EVERY, Counted

log = logging.getLogger(__name__)


class Counting(Protocol):
    async def pending(self) -> Counted | None: ...


class Plain(Collector):
    """Without the times at which each figure was first counted: as many lines again, and Prometheus
    has no use for them in this format."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._registry = registry

    def collect(self) -> Iterable[Metric]:
        for family in self._registry.collect():
            family.samples = [each for each in family.samples if not each.name.endswith("_created")]
            yield family


class Scraping:
    def __init__(
        self, metrics: Metrics, counting: Counting, *, every_s: float = EVERY.total_seconds()
    ) -> None:
        self._metrics = metrics
        self._counting = counting
        self._every_s = every_s
        self.app = Starlette(routes=[only(["GET"], "/metrics", self.show)])

    async def show(self, _request: Request) -> Response:
        shown = generate_latest(Plain(self._metrics.registry))
        return Response(shown, headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4})

    async def run(self) -> None:
        """Count, or learn what others counted; forever. No scrape waits for the database."""
        while True:
            try:
                if counted := await self._counting.pending():
                    self._metrics.counted(counted.many, counted.at)
            except StoreUnavailable as error:
                log.warning("pending asks were not counted: %s", error.message)
            await anyio.sleep(self._every_s)
