"""Traces of a hub: an ask's life in one trace over all replicas, and no word of what was said."""

import subprocess
import sys
from collections.abc import Generator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Event, Thread
from typing import NamedTuple

import anyio
import pytest
from anyio.lowlevel import checkpoint
from opentelemetry import trace
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace import ReadableSpan, SpanProcessor
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.sdk.trace.sampling import ALWAYS_OFF, ALWAYS_ON, TraceIdRatioBased

from askline.alerts.model import AlertState
from askline.asks import lifecycle
from askline.config.hub import HubSettings
from askline.core.background import background
from askline.core.ids import AskId
from askline.service.hub.metrics import Metrics
from askline.service.hub.observing import Observing, open_observing, wanted_traces
from askline.service.hub.requests import GONE, Served
from askline.service.hub.tracing import Tracing, ids_of
from tests.builders import ADA, LATER, NOON, an_opening, minted
from tests.doors.asks import ASK
from tests.hubs.observed import ANSWER, QUESTION, figure, lived, observed

CALLER = "00-11111111111111111111111111111111-2222222222222222-01"
CALLERS_TRACE, CALLERS_SPAN = int("1" * 32, 16), int("2" * 16, 16)


class Traced(NamedTuple):
    told: InMemorySpanExporter
    tracing: Tracing

    def spans(self) -> dict[str, ReadableSpan]:
        return {span.name: span for span in self.told.get_finished_spans()}


@pytest.fixture
def here() -> Traced:
    return traced()


def traced() -> Traced:
    told = InMemorySpanExporter()
    return Traced(told, Tracing(SimpleSpanProcessor(told), sampler=ALWAYS_ON))


def trace_of(span: ReadableSpan) -> int:
    assert span.context
    return span.context.trace_id


def parent_of(span: ReadableSpan) -> int | None:
    return span.parent.span_id if span.parent else None


async def test_an_asks_life_is_one_trace_over_all_replicas(postgres: str, here: Traced) -> None:
    there, metrics = traced(), Metrics()
    first = Observing(traces=here.tracing, metrics=metrics)
    async with observed(postgres, first, Observing(traces=there.tracing)) as (one, other):
        ask_id = await lived(one, other)

    life = [each for at in (here, there) for each in at.spans().values() if "ask " in each.name]
    whole = there.spans()["ask"]
    assert {each.name for each in life} == {
        *("ask stored", "ask seen", "ask settled", "ask delivered")
    }
    assert {trace_of(each) for each in (*life, whole)} == {trace_of(whole)}
    assert {parent_of(each) for each in life} == {whole.context and whole.context.span_id}
    assert parent_of(whole) is None
    assert {str((each.attributes or {})["askline.ask.id"]) for each in (*life, whole)} == {ask_id}
    assert figure(metrics.registry, "askline_ask_events_total", event="asked") == 1


async def test_each_step_is_linked_to_the_request_in_which_it_was_taken(
    postgres: str, here: Traced
) -> None:
    async with observed(postgres, Observing(traces=here.tracing)) as [hub]:
        await lived(hub, hub, {"traceparent": CALLER})

    spans = here.spans()
    asked, answered = spans["POST /api/v1/asks"], spans["POST /api/v1/asks/{id}/answer"]
    assert (trace_of(asked), parent_of(asked)) == (CALLERS_TRACE, CALLERS_SPAN)
    assert (asked.attributes or {})["http.response.status_code"] == 201
    assert [link.context for link in spans["ask stored"].links] == [asked.context]
    assert [link.context for link in spans["ask settled"].links] == [answered.context]
    assert trace_of(answered) not in (CALLERS_TRACE, trace_of(spans["ask"]))


async def test_no_span_holds_what_was_said_or_who_said_it(postgres: str, here: Traced) -> None:
    async with observed(postgres, Observing(traces=here.tracing)) as [hub]:
        await lived(hub, hub)

    told = " ".join(span.to_json() for span in here.told.get_finished_spans())
    assert "askline-hub" in told
    assert not any(word in told for word in (QUESTION, ANSWER, '"ada"', "askl_"))


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_a_call_of_a_tool_goes_on_with_its_clients_trace(
    postgres: str, here: Traced, mode: str
) -> None:
    async with observed(postgres, Observing(traces=here.tracing)) as [hub]:
        token = await hub.token(await hub.found())

        async def answered() -> None:
            async with hub.browser("ada") as ada:
                while not (inbox := (await ada.get("/asks")).json()):
                    await checkpoint()
                body = {"answers": {"db": {"values": [ANSWER]}}, "receipt": "r"}
                await ada.post(f"/asks/{inbox[0]['id']}/answer", json=body)
                await anyio.sleep_forever()

        with anyio.fail_after(30):
            async with hub.agent(token, mode) as agent, background(answered):
                await agent.call_tool("ask_user", ASK, meta={"traceparent": CALLER})
                await agent.call_tool("question_summary", {})

    named, unnamed = (s for s in here.told.get_finished_spans() if s.name == "tools/call")
    requests = {s.context and s.context.span_id for s in here.told.get_finished_spans()}
    assert (trace_of(named), parent_of(named)) == (CALLERS_TRACE, CALLERS_SPAN)
    assert parent_of(unnamed) in requests
    assert [link.context for link in here.spans()["ask stored"].links] == [named.context]


def test_what_the_sampler_leaves_out_is_not_told(here: Traced) -> None:
    tracing = Tracing(SimpleSpanProcessor(here.told), sampler=ALWAYS_OFF)
    tracing.committed(an_opening())

    assert here.told.get_finished_spans() == ()


def test_a_sampler_takes_about_its_part_of_the_asks() -> None:
    told = InMemorySpanExporter()
    tracing = Tracing(SimpleSpanProcessor(told), sampler=TraceIdRatioBased(0.5))
    for _ in range(200):
        tracing.committed(an_opening())

    assert 60 < len(told.get_finished_spans()) < 140


def test_steps_that_only_mark_have_no_span(here: Traced) -> None:
    ask = an_opening().after
    here.tracing.committed(lifecycle.attach(ask, "line-1", by=ADA, at=NOON))

    assert here.spans() == {}


def test_an_ask_begins_to_be_settled_when_it_was_seen(here: Traced) -> None:
    seen = lifecycle.see(an_opening().after, by=ADA, at=LATER).after
    earlier = lifecycle.reject(seen, None, by=ADA, at=NOON, receipt="r")
    here.tracing.committed(earlier)

    settled = here.spans()["ask settled"]
    assert settled.start_time == settled.end_time == LATER.timestamp() * 1e9


def test_every_ask_has_ids_of_its_own() -> None:
    ids = {ids_of(AskId(minted.ask_id(NOON))) for _ in range(100)}

    assert len({each.trace for each in ids}) == len({each.span for each in ids}) == 100


def test_of_an_error_only_its_kind_is_told(here: Traced) -> None:
    served = Served(method="GET", route="/api/v1/asks", shown="nothing")
    with pytest.raises(ValueError, match=ANSWER), here.tracing.request(served, {"headers": []}):
        raise ValueError(ANSWER)

    [span] = here.told.get_finished_spans()
    assert (span.attributes or {})["error.type"] == "ValueError"
    assert ANSWER not in span.to_json()


def test_a_reply_of_a_failure_is_told_as_one(here: Traced) -> None:
    served = Served(method="GET", route="/api/v1/asks", shown="nothing")
    with here.tracing.request(served, {"headers": []}):
        served.status = 503

    [span] = here.told.get_finished_spans()
    assert span.status.status_code is trace.StatusCode.ERROR


def test_a_reply_that_never_began_has_no_status(here: Traced) -> None:
    served = Served(method="GET", route="/api/v1/asks", shown="nothing")
    with here.tracing.request(served, {"headers": []}):
        served.status = GONE

    [span] = here.told.get_finished_spans()
    assert "http.response.status_code" not in (span.attributes or {})


def test_figures_are_the_metrics_alone(here: Traced) -> None:
    metrics = Metrics()
    watch = Observing(metrics=metrics, traces=here.tracing).watch
    watch.failed("read")
    watch.alerted(AlertState.SENT)
    watch.rung(0.01)

    assert here.spans() == {}
    assert figure(metrics.registry, "askline_store_failures_total", what="read") == 1
    assert figure(metrics.registry, "askline_alerts_total", state="sent") == 1
    assert figure(metrics.registry, "askline_bell_seconds_count") == 1


def test_a_stream_has_no_span(here: Traced) -> None:
    served = Served(method="GET", route="/api/v1/events", shown="session")
    with here.tracing.request(served, {"headers": []}):
        assert not trace.get_current_span().get_span_context().is_valid

    assert here.spans() == {}


class Collector(BaseHTTPRequestHandler):
    """What an operator runs to take traces in."""

    taken: list[ExportTraceServiceRequest]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.taken.append(ExportTraceServiceRequest.FromString(body))
        self.send_response(200)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None: ...  # noqa: A002 - the standard's name


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Generator[list[ExportTraceServiceRequest]]:
    Collector.taken = []
    with HTTPServer(("127.0.0.1", 0), Collector) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        url = f"http://127.0.0.1:{server.server_port}"
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", url)
        monkeypatch.setenv("OTEL_SERVICE_NAME", "our-hub")
        yield Collector.taken
        server.shutdown()
        thread.join()


async def test_a_collector_gets_what_waits_when_the_replica_ends(
    collector: list[ExportTraceServiceRequest],
) -> None:
    settings = HubSettings(database="", url="http://hub", listen=("127.0.0.1", 0))
    environ = {"OTEL_EXPORTER_OTLP_ENDPOINT": "as in the process's own"}
    async with open_observing(settings, environ) as observing:
        observing.watch.committed(an_opening())

    [told] = [spans for request in collector for spans in request.resource_spans]
    assert [span.name for scope in told.scope_spans for span in scope.spans] == ["ask stored"]
    names = {each.key: each.value.string_value for each in told.resource.attributes}
    assert names["service.name"] == "our-hub"


def test_a_collector_that_is_away_keeps_no_replica_from_ending() -> None:
    class Stuck(SpanProcessor):
        released = Event()

        def shutdown(self) -> None:
            assert self.released.wait(20)

    Tracing(Stuck()).close(patience_s=0.01)

    assert not Stuck.released.is_set()
    Stuck.released.set()


def test_traces_without_the_extra_are_warned_of(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "askline.service.hub.tracing", None)

    assert wanted_traces({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"}) is None
    assert "askline[otel]" in caplog.text


@pytest.mark.parametrize(
    ("room", "absent"),
    [
        ("askline.service.assembly", ("prometheus_client", "opentelemetry.sdk")),
        ("askline.service.hub.running", ("opentelemetry.sdk",)),
    ],
    ids=["service", "hub"],
)
def test_what_is_not_wanted_is_not_imported(room: str, absent: tuple[str, ...]) -> None:
    look = f"import sys, {room}; sys.exit(any(name in sys.modules for name in {absent}))"

    subprocess.run([sys.executable, "-c", look], check=True)


def test_nobody_is_told_where_no_collector_is_named() -> None:
    assert wanted_traces({}) is None
