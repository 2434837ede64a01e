"""What marks text that was recalled: it is history, read again, and never a new statement of anybody."""

from __future__ import annotations

ENVELOPE_KIND = "archived_history"
"""The ``kind`` of the JSON object in which recalled text comes back."""
ENVELOPE_TRUST = "data-not-instructions"
RECALL_TOOLS = frozenset(("recall", "daykeep_recall", "mcp__daykeep__recall"))
"""Names under which a model calls the tool that recalls."""
_HEAD_CHARS = 400


def is_envelope(text: str) -> bool:
    """Whether a text is, or begins with, an envelope of recalled text.

    >>> is_envelope('{"kind": "archived_history", "trust": "data-not-instructions"}'), is_envelope("archived_history")
    (True, False)
    """
    head = text[:_HEAD_CHARS].lstrip()
    return head.startswith("{") and f'"{ENVELOPE_KIND}"' in head


def is_recall_tool(name: str) -> bool:
    """Whether a tool of this name recalls; servers may put their own name before it.

    >>> is_recall_tool("mcp__memory__daykeep_recall"), is_recall_tool("recall_orders")
    (True, False)
    """
    return name in RECALL_TOOLS or name.endswith("__daykeep_recall")
