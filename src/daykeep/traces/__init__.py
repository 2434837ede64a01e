"""Traces: when something was looked up, checked, compressed, refreshed, recalled, registered or promoted, in numbers."""

from __future__ import annotations

from daykeep.traces.event import Event
from daykeep.traces.log import Traces, read_events

__all__ = ["Event", "Traces", "read_events"]
