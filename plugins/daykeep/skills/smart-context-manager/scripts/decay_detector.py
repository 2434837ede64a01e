"""Notices what has not been used for too long: a thin front of daykeep's own records, kept in memory.

For a register that survives the process use `context_manager.py register`. Needs the Python that daykeep is installed for.
"""

from __future__ import annotations

from typing import Any

from daykeep.session.records import changes
from daykeep.session.records.model import Register
from daykeep.session.watching.decay import Thresholds, find_decayed
from daykeep.session.watching.position import check_position

ADVICE = {
    "restate": "Restate immediately: High importance information is decaying",
    "consider": "Consider restating: Medium importance information has decayed",
    "ignore": "Can ignore: Low importance information, no refresh needed",
}


class DecayDetector:
    """A register of information with the round of its last use."""

    def __init__(self, decay_threshold: int = 20) -> None:
        """Half of ``decay_threshold`` rounds count for what is of high importance."""
        self.decay_threshold = decay_threshold
        self.known = Register()

    @property
    def information_records(self) -> dict[str, dict[str, Any]]:
        """All records by their names."""
        return {record.id: record._asdict() for record in self.known.records}

    def register_info(
        self, info_id: str, info_type: str, content: str, position: int = 0, current_round: int | None = None
    ) -> None:
        """Register information; it counts from this round, else from the last known one."""
        wanted = changes.Wanted(info_id, info_type, content, position=position)
        self.known = changes.register(self.known, wanted, current_round=current_round)

    def record_reference(self, info_id: str, current_round: int) -> None:
        """Count a use; nothing happens for a name that is not registered."""
        if self.known.find(info_id) is None:
            self.known = changes.tell_round(self.known, current_round)
        else:
            self.known = changes.reference(self.known, info_id, current_round=current_round)

    def detect_decayed_info(self, current_round: int) -> list[dict[str, Any]]:
        """What has decayed, most important first."""
        self.known = changes.tell_round(self.known, current_round)
        limits = Thresholds(self.decay_threshold, self.decay_threshold // 2)
        return [
            {
                "id": one.record.id,
                "type": one.record.type,
                "content": one.record.content,
                "rounds_since_reference": one.rounds,
                "importance": one.record.importance,
                "recommendation": ADVICE[one.advice],
            }
            for one in find_decayed(self.known.records, current_round, limits)
        ]

    def get_position_warning(
        self, current_position: int, total_length: int, window: int | None = None
    ) -> str | None:
        """Advice about a place in a context; None for a good one. Both bounds of the middle, 0.3 and 0.7, are in it."""
        found = check_position(current_position, total_length, window=window)
        if not found.is_at_risk:
            return None
        where = "in the middle zone" if found.status == "middle" else "far from the end"
        return (
            f"Position Warning: Information is {where} ({current_position}/{total_length}). "
            "Suggestion: restate it at the end. Advice only: studies disagree on how much places matter."
        )
