"""What a replica shows of itself: figures where its settings say so, traces where its environment does.

Puts the two beside each other; neither knows the other. Without them a replica pays for nothing but
the lines of its log.
"""

import logging
import socket
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import AbstractContextManager, asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Protocol

import uvicorn
from anyio import to_thread
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import Server as McpServer
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute
from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol

from askline.alerts.model import AlertState
from askline.asks.changes import Change
from askline.config.hub import HubSettings
from askline.core.background import Round
from askline.service.api import Server
from askline.service.hub.metrics import Metrics
from askline.service.hub.requests import Accounted, Served
from askline.service.hub.scraping import Scraping
from askline.stores.postgres.counting import open_counting
from askline.stores.watching import UNWATCHED, Watch

Place = tuple[str, int]
Listening = Callable[[Place], socket.socket]

COLLECTORS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
"""One of these in the environment means that traces are wanted."""

log = logging.getLogger(__name__)


class Traces(Watch, Protocol):
    """What `tracing` has; it needs an extra, so it is not imported before it is wanted."""

    def request(self, served: Served, scope: Scope) -> AbstractContextManager[object]: ...

    async def call(
        self, ctx: ServerRequestContext[Any, Any], call_next: CallNext
    ) -> HandlerResult: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Both:
    """Steps are traced too; figures are the metrics' alone."""

    metrics: Metrics
    traces: Traces

    def committed(self, change: Change) -> None:
        self.metrics.committed(change)
        self.traces.committed(change)

    def flushed(self, what: str, items: int, seconds: float) -> None:
        self.metrics.flushed(what, items, seconds)

    def failed(self, what: str) -> None:
        self.metrics.failed(what)

    def swept(self, settled: int, seconds: float) -> None:
        self.metrics.swept(settled, seconds)

    def rung(self, seconds: float) -> None:
        self.metrics.rung(seconds)

    def alerted(self, state: AlertState) -> None:
        self.metrics.alerted(state)


@dataclass(frozen=True, slots=True, kw_only=True)
class Observing:
    metrics: Metrics | None = None
    traces: Traces | None = None
    place: Place | None = None
    """Where the figures are read,"""
    scraping: Scraping | None = None
    """and by what."""

    @property
    def watch(self) -> Watch:
        """For the store."""
        if self.metrics and self.traces:
            return Both(self.metrics, self.traces)
        return self.metrics or self.traces or UNWATCHED

    def accounted(self, routes: Sequence[BaseRoute]) -> Middleware:
        """Around everything that is served."""
        span = self.traces.request if self.traces else None
        return Middleware(Accounted, routes=routes, counts=self.metrics, span=span)

    def calls(self, server: McpServer[Any]) -> McpServer[Any]:
        """The same server, its calls traced."""
        if self.traces:
            server.middleware.append(self.traces.call)
        return server

    def looks(
        self, *, waited_for: Callable[[], float], draining: Callable[[], bool] = lambda: False
    ) -> None:
        if self.metrics:
            self.metrics.looks(waited_for=waited_for, draining=draining)

    def retained(self, asks: int, files: int, at: datetime) -> None:
        if self.metrics:
            self.metrics.retained(asks, files, at)

    def rounds(self, listening: Listening) -> list[Round]:
        """What goes on beside serving people."""
        if self.scraping is None or self.place is None:
            return []
        served = partial(serve_figures, self.scraping.app, self.place, listening)
        return [served, self.scraping.run]


UNOBSERVED = Observing()


async def serve_figures(app: Starlette, place: Place, listening: Listening) -> None:
    with listening(place) as listener:
        log.info("the figures are read at %s:%s/metrics", *listener.getsockname()[:2])
        config = uvicorn.Config(
            app, http=H11Protocol, ws="none", lifespan="off", log_config=None, access_log=False
        )
        await Server(config).serve([listener])


@asynccontextmanager
async def open_observing(
    settings: HubSettings, environ: Mapping[str, str]
) -> AsyncGenerator[Observing]:
    traces = wanted_traces(environ)
    try:
        if settings.metrics is None:
            yield Observing(traces=traces)
        else:
            metrics = Metrics()
            async with open_counting(settings.database) as counting:
                scraping = Scraping(metrics, counting)
                yield Observing(
                    metrics=metrics, traces=traces, place=settings.metrics, scraping=scraping
                )
    finally:
        if traces:
            await to_thread.run_sync(traces.close, abandon_on_cancel=True)


def wanted_traces(environ: Mapping[str, str]) -> Traces | None:
    if not any(environ.get(name) for name in COLLECTORS):
        return None
    try:
        from askline.service.hub.tracing import exported  # noqa: PLC0415 - an extra
    except ImportError:
        log.warning("traces are wanted and cannot be told: install askline[otel]")
        return None
    return exported()
