"""What OpenTelemetry is told: a span for each request and each call of a tool, and the life of each ask.

An ask outlives requests and replicas, so it has a trace of its own, whose ids are made from the ask's
id: every replica adds to the same trace, and nothing is kept for it. Each step is linked to the span of
the request in which it was taken. No span holds words of an ask, an answer or a person's name.

The provider is our own and not the process's: what libraries would tell of errors may quote an answer.
"""

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from hashlib import sha256
from threading import Thread
from typing import Any, Final, NamedTuple

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.sdk.trace.sampling import Sampler
from opentelemetry.trace import (
    Link,
    NonRecordingSpan,
    SpanContext,
    SpanKind,
    StatusCode,
    TraceFlags,
)
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import Scope

from askline.asks.changes import Change
from askline.asks.model import Ask
from askline.asks.trail import Event, EventKind
from askline.core.ids import EPOCH, AskId
from askline.core.version import VERSION
from askline.service.hub.metrics import WAITS
from askline.service.hub.requests import GONE, Served
from askline.stores.watching import Unwatched

WITHIN: Final = "askline.trace"
"""Where a request carries its span to the call of a tool, which may run in another task."""

W3C = TraceContextTextMapPropagator()
FIRST_FAILURE = 500
LAST_WORDS_S = 2.0
STEPS = {EventKind.ASKED: "stored", EventKind.SEEN: "seen", EventKind.DELIVERED: "delivered"}


class Ids(NamedTuple):
    """Of an ask's trace and of the span that is the whole ask."""

    trace: int
    span: int


def ids_of(ask_id: AskId) -> Ids:
    """A hash, because samplers want ids whose every bit is chance."""
    said = sha256(b"askline trace " + ask_id.bytes).digest()
    return Ids(int.from_bytes(said[:16]), int.from_bytes(said[16:24]))


class ChosenIds(RandomIdGenerator):
    """Random ids, but for a span that is begun while some are chosen."""

    def __init__(self) -> None:
        self._chosen: Ids | None = None

    @contextmanager
    def choose(self, ids: Ids) -> Generator[None]:
        self._chosen = ids
        try:
            yield
        finally:
            self._chosen = None

    def generate_trace_id(self) -> int:
        return self._chosen.trace if self._chosen else super().generate_trace_id()

    def generate_span_id(self) -> int:
        return self._chosen.span if self._chosen else super().generate_span_id()


class Tracing(Unwatched):
    """Watches a store (see `stores/watching`) and the requests of one replica."""

    def __init__(
        self,
        *processors: SpanProcessor,
        sampler: Sampler | None = None,
    ) -> None:
        """Without a sampler the one that OTEL_TRACES_SAMPLER names."""
        self._ids = ChosenIds()
        self._provider = TracerProvider(
            sampler, resource(), shutdown_on_exit=False, id_generator=self._ids
        )
        for each in processors:
            self._provider.add_span_processor(each)
        self._tracer = self._provider.get_tracer("askline", VERSION)

    def close(self, patience_s: float = LAST_WORDS_S) -> None:
        """Sends what waits, if that is quick: a collector that is away keeps no replica from ending.

        Not for the loop's thread.
        """
        ending = Thread(target=self._provider.shutdown, daemon=True)
        ending.start()
        ending.join(patience_s)

    @contextmanager
    def request(self, served: Served, scope: Scope) -> Generator[None]:
        """A span for a request, in the trace that its caller names; none for a wait without end."""
        if WAITS.get((served.method, served.route)) == "stream":
            yield
            return
        span = self._tracer.start_span(
            f"{served.method} {served.route}",
            W3C.extract(Headers(scope=scope)),
            SpanKind.SERVER,
            {"http.request.method": served.method, "http.route": served.route},
        )
        scope[WITHIN] = trace.set_span_in_context(span)
        with _current(span):
            yield
            if served.status != GONE:
                span.set_attribute("http.response.status_code", served.status)
            if served.status >= FIRST_FAILURE:
                span.set_status(StatusCode.ERROR)

    async def call(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        """A span for a call of a tool: in the trace that its client names, else in its request's."""
        if ctx.method != "tools/call":
            return await call_next(ctx)
        span = self._tracer.start_span("tools/call", _around(ctx), SpanKind.SERVER)
        with _current(span):
            return await call_next(ctx)

    def committed(self, change: Change) -> None:
        ask, ids = change.after, ids_of(change.after.id)
        sampled = self._provider.sampler.should_sample(Context(), ids.trace, "ask")
        if not sampled.decision.is_sampled():
            return
        whole = SpanContext(
            ids.trace, ids.span, is_remote=True, trace_flags=TraceFlags(TraceFlags.SAMPLED)
        )
        within = trace.set_span_in_context(NonRecordingSpan(whole), Context())
        for event in change.events:
            if event.kind in STEPS:
                begun = _begun(ask, event)
                self._tell(f"ask {STEPS[event.kind]}", within, ask, event, begun)
            elif ask.outcome is not None and ask.outcome.state == event.kind.value:
                self._tell("ask settled", within, ask, event, _begun(ask, event))
                with self._ids.choose(ids):
                    self._tell("ask", Context(), ask, event, ask.asked_at)

    def _tell(self, name: str, within: Context, ask: Ask, event: Event, begun: datetime) -> None:
        span = self._tracer.start_span(
            name, within, attributes=_attributes(ask, event), links=_links(), start_time=_ns(begun)
        )
        # Replicas' clocks differ, and no span ends before it began.
        span.end(_ns(max(begun, event.at)))


def exported() -> Tracing:
    """To the collector that the variables OTEL_EXPORTER_OTLP_* name."""
    return Tracing(BatchSpanProcessor(OTLPSpanExporter()))


def resource() -> Resource:
    """What this process is called; OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES go first."""
    ours = {"service.name": "askline-hub", "service.version": VERSION}
    return Resource.create(ours).merge(OTELResourceDetector().detect())


def _begun(ask: Ask, event: Event) -> datetime:
    """Each step begins where the one before it ended."""
    if event.kind is EventKind.DELIVERED and ask.outcome:
        return ask.outcome.settled_by.at
    if event.kind in STEPS or not ask.seen:
        return ask.asked_at
    return ask.seen[0].at


def _attributes(ask: Ask, event: Event) -> dict[str, str]:
    return {
        "askline.ask.id": str(ask.id),
        "askline.tenant": ask.tenant,
        "askline.state": ask.state.value,
        "askline.by": event.actor_kind.value,
        "askline.door": event.door.value if event.door else "",
    }


def _links() -> Sequence[Link]:
    """To the request in which this happened; time's own doings have none."""
    here = trace.get_current_span().get_span_context()
    return [Link(here)] if here.is_valid else []


def _around(ctx: ServerRequestContext[Any, Any]) -> Context | None:
    meta: Mapping[str, Any] = ctx.meta or {}
    said = {key: value for key, value in meta.items() if isinstance(value, str)}
    named = W3C.extract(said)
    if trace.get_current_span(named).get_span_context().is_valid:
        return named
    request = ctx.request
    return request.scope.get(WITHIN) if isinstance(request, Request) else None


@contextmanager
def _current(span: trace.Span) -> Generator[None]:
    """Ends it too. Of an error only its kind is told."""
    with trace.use_span(
        span, end_on_exit=True, record_exception=False, set_status_on_exception=False
    ):
        try:
            yield
        except Exception as error:
            span.set_attribute("error.type", type(error).__qualname__)
            span.set_status(StatusCode.ERROR)
            raise


def _ns(moment: datetime) -> int:
    return round((moment - EPOCH).total_seconds() * 1e9)
