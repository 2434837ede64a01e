"""Compresses a conversation by category: a thin front of daykeep's own compression.

Nothing is ever left out, decisions stay word for word, and the ratio is a goal. Needs the Python that daykeep is installed for.
"""

from __future__ import annotations

from typing import Any

from daykeep.triage.given.items import compress_history


class SmartCompressor:
    """Compresses objects of the form ``{"type", "content", …}``."""

    def __init__(self) -> None:
        """No settings: the ratio is given with every call."""
        self.report: dict[str, Any] = {}

    def compress(self, context: dict[str, Any], target_ratio: float = 0.3) -> dict[str, list[dict[str, Any]]]:
        """The objects of ``context["history"]`` by category, in their order; ``report`` then says what it came to."""
        rows, report = compress_history(context.get("history") or [], target_ratio)
        self.report = {
            "tokens_before": report.tokens_before,
            "tokens_after": report.tokens_after,
            "ratio": report.ratio,
            "reached": report.reached,
        }
        compressed: dict[str, list[dict[str, Any]]] = {}
        for row, made in zip(rows, report.items, strict=True):
            compressed.setdefault(made.category, []).append(row)
        return compressed
