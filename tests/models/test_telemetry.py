from __future__ import annotations

import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING, ClassVar

import pytest
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.metrics.export import MetricExportResult
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from daykeep.errors import ModelError, UsageError
from daykeep.models.telemetry import export_events, make_metrics, make_spans, send_events
from daykeep.traces import Event

if TYPE_CHECKING:
    from collections.abc import Iterator

EVENTS = [
    Event("retrieval", "2026-11-30T10:00:00+08:00", 12.5, "", {"hits": 3, "kind": "search"}),
    Event("retrieval", "2026-11-30T10:00:01+08:00", 2.5, "", {"hits": 0}),
    Event("recall", "2026-11-30T10:01:00+08:00", 1.0, "s1", {"by": "id", "turns": 1}),
    Event("check", "2026-11-30T10:02:00+08:00", 1.0, "s1", {"context_tokens": 90_000}),
]


class Collector(BaseHTTPRequestHandler):
    """Takes what is posted; answers with the status that the test wants."""

    got: ClassVar[dict[str, list[bytes]]] = {}
    status: ClassVar[int] = 200

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.got.setdefault(self.path, []).append(body)
        self.send_response(self.status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    Collector.got, Collector.status = {}, 200
    server = HTTPServer(("127.0.0.1", 0), Collector)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join()


def test_each_event_is_a_span_with_its_time_and_its_numbers() -> None:
    memory = InMemorySpanExporter()
    export_events(
        EVENTS,
        span_exporter=memory.export,
        metric_exporter=lambda _: MetricExportResult.SUCCESS,
        version="1.0",
    )
    first, _, recalled, _ = memory.get_finished_spans()
    assert first.name == "daykeep.retrieval"
    assert first.start_time == 1_796_004_000_000_000_000
    assert first.end_time is not None
    assert first.end_time - first.start_time == 12_500_000
    assert dict(first.attributes or {}) == {"daykeep.hits": 3, "daykeep.kind": "search"}
    assert dict(recalled.attributes or {})["daykeep.session"] == "s1"
    assert first.resource.attributes["service.name"] == "daykeep"


def test_metrics_hold_the_figures() -> None:
    found = {
        metric.name: list(metric.data.data_points)
        for resource in make_metrics(EVENTS, "1.0").resource_metrics
        for scope in resource.scope_metrics
        for metric in scope.metrics
    }
    assert {point.attributes["name"]: point.value for point in found["daykeep.events"]} == {
        "retrieval": 2,
        "recall": 1,
        "check": 1,
    }
    assert found["daykeep.retrieval.hit_rate"][0].value == 0.5
    assert found["daykeep.context.tokens"][0].value == 90_000
    assert found["daykeep.recalls"][0].value == 1


def test_an_event_without_a_time_is_no_span() -> None:
    assert make_spans([Event("recall", "yesterday"), Event("recall", "2026-11-30T10:00:00")], "1.0") == []


def test_a_collector_gets_spans_and_metrics_over_http(address: str) -> None:
    send_events(EVENTS, address, version="1.0")
    spans = ExportTraceServiceRequest.FromString(Collector.got["/v1/traces"][0])
    names = [span.name for each in spans.resource_spans for scope in each.scope_spans for span in scope.spans]
    assert names == ["daykeep.retrieval", "daykeep.retrieval", "daykeep.recall", "daykeep.check"]
    metrics = ExportMetricsServiceRequest.FromString(Collector.got["/v1/metrics"][0])
    assert "daykeep.events" in {
        metric.name
        for each in metrics.resource_metrics
        for scope in each.scope_metrics
        for metric in scope.metrics
    }


def test_a_collector_that_refuses_is_a_model_error_and_is_said_once(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    Collector.status = 401
    with pytest.raises(ModelError, match="did not take"):
        send_events(EVENTS, address, version="1.0")
    assert caplog.records == []


@pytest.mark.parametrize("address", ["", "localhost:4318", "file:///tmp/x"])
def test_what_is_no_address_is_a_usage_error(address: str) -> None:
    with pytest.raises(UsageError, match="no address"):
        send_events(EVENTS, address, version="1.0")


def test_without_the_extra_it_is_said_what_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.metric_exporter", None)
    with pytest.raises(UsageError, match="not installed") as caught:
        send_events(EVENTS, "http://127.0.0.1:9", version="1.0")
    assert "daykeep[otel]" in str(caught.value.hint)
