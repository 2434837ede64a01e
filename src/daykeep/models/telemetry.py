"""Traces sent to an OpenTelemetry collector, by OpenTelemetry's own SDK (the extra ``daykeep[otel]``)."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from daykeep.errors import ModelError, UsageError
from daykeep.traces.figures import figures_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from daykeep.traces import Event

BATCH = 500
TIMEOUT_SECONDS = 10


def send_events(events: Sequence[Event], address: str, *, version: str) -> None:
    """Send events as spans, and what they come to as metrics, over OTLP (HTTP) to a collector at ``address``.

    ``version`` is daykeep's own. Headers, such as a key, are taken from OpenTelemetry's own environment variables. UsageError if the extra is not installed or the
    address is none, ModelError if the collector did not take everything.
    """
    parts = urlsplit(address)
    if parts.scheme not in {"http", "https"} or not parts.netloc:
        raise UsageError(f'"{address}" is no address of a collector', hint='such as "http://localhost:4318"')
    try:
        from opentelemetry.exporter.otlp.proto.http.metric_exporter import (  # noqa: PLC0415 - an optional extra
            OTLPMetricExporter,
        )
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import (  # noqa: PLC0415 - an optional extra
            OTLPSpanExporter,
        )
    except ImportError:
        raise UsageError(
            "OpenTelemetry is not installed", hint='pip install "daykeep[otel]" brings it'
        ) from None
    base = address.rstrip("/")
    spans = OTLPSpanExporter(endpoint=f"{base}/v1/traces", timeout=TIMEOUT_SECONDS)
    metrics = OTLPMetricExporter(endpoint=f"{base}/v1/metrics", timeout=TIMEOUT_SECONDS)
    with _silence():
        export_events(
            events,
            span_exporter=spans.export,
            metric_exporter=metrics.export,
            version=version,
            host=parts.netloc.rpartition("@")[2],
        )


@contextmanager
def _silence() -> Iterator[None]:
    """Keep the SDK's own log from the terminal: what went wrong is said once, by the error."""
    log = logging.getLogger("opentelemetry")
    quiet = logging.NullHandler()
    propagated, log.propagate = log.propagate, False
    log.addHandler(quiet)
    try:
        yield
    finally:
        log.removeHandler(quiet)
        log.propagate = propagated


def export_events(
    events: Sequence[Event],
    *,
    span_exporter: Callable[[Any], Any],
    metric_exporter: Callable[[Any], Any],
    version: str,
    host: str = "the collector",
) -> None:
    """Give spans and metrics to exporters of the SDK; ModelError if one of them does not take them."""
    every = make_spans(events, version)
    for start in range(0, len(every), BATCH):
        _check(span_exporter(every[start : start + BATCH]), host)
    _check(metric_exporter(make_metrics(events, version)), host)


def make_spans(events: Sequence[Event], version: str) -> list[Any]:
    """Each event as a span that was ended: ``daykeep.recall`` with its numbers as attributes."""
    from opentelemetry.sdk.trace import SpanProcessor, TracerProvider  # noqa: PLC0415 - an optional extra

    class Kept(SpanProcessor):
        """Keeps the spans that end."""

        def on_end(self, span: Any) -> None:
            spans.append(span)

    spans: list[Any] = []
    provider = TracerProvider(resource=_resource(version), shutdown_on_exit=False)
    provider.add_span_processor(Kept())
    tracer = provider.get_tracer("daykeep", version)
    for event in events:
        start = _nanoseconds(event.at)
        if start is None:
            continue
        named = {f"daykeep.{key}": value for key, value in event.attributes.items()}
        if event.session:
            named["daykeep.session"] = event.session
        span = tracer.start_span(f"daykeep.{event.name}", start_time=start, attributes=named)
        span.end(end_time=start + round(event.duration_ms * 1_000_000))
    return spans


def make_metrics(events: Sequence[Event], version: str) -> Any:
    """What the events come to, as metrics of the SDK: counts, durations, the context's size, hit rates and cache reads."""
    from opentelemetry.sdk.metrics import MeterProvider  # noqa: PLC0415 - an optional extra
    from opentelemetry.sdk.metrics.export import InMemoryMetricReader  # noqa: PLC0415 - an optional extra

    reader = InMemoryMetricReader()
    provider = MeterProvider(metric_readers=[reader], resource=_resource(version), shutdown_on_exit=False)
    meter = provider.get_meter("daykeep", version)
    count = meter.create_counter("daykeep.events", unit="1", description="Events by name")
    took = meter.create_histogram("daykeep.duration", unit="ms", description="How long they took")
    for event in events:
        count.add(1, {"name": event.name})
        took.record(event.duration_ms, {"name": event.name})
    figures = figures_of(events)
    sums = {
        "daykeep.decay.events": figures.decayed,
        "daykeep.recalls": figures.recalls,
        "daykeep.saved.tokens": figures.saved_tokens,
        "daykeep.cache.predicted.tokens": figures.cache_predicted,
        "daykeep.cache.realised.tokens": figures.cache_realised,
    }
    for name, value in sums.items():
        meter.create_counter(name).add(value)
    gauges = {
        "daykeep.retrieval.hit_rate": figures.hit_rate,
        "daykeep.recall.hit_rate": figures.recall_hit_rate,
    }
    if figures.sizes:
        gauges["daykeep.context.tokens"] = float(figures.sizes[-1].last)
    for name, share in gauges.items():
        if share is not None:
            meter.create_gauge(name).set(share)
    return reader.get_metrics_data()


def _resource(version: str) -> Any:
    from opentelemetry.sdk.resources import Resource  # noqa: PLC0415 - an optional extra

    return Resource.create({"service.name": "daykeep", "service.version": version})


def _check(result: Any, host: str) -> None:
    if getattr(result, "name", "") != "SUCCESS":
        raise ModelError(f'the collector at "{host}" did not take the traces', hint="they are sent next time")


def _nanoseconds(at: str) -> int | None:
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return None
    return None if moment.tzinfo is None else round(moment.timestamp() * 1_000_000) * 1_000
