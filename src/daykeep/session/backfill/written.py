"""What was written to the log for a session: its lines by day, and up to which message the session is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.session.history.place import session_file

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from daykeep.files.store import Files

WRITTEN_FILE = "told.json"


class Written(NamedTuple):
    """The lines that were written for each day, and the number of the last message that is told in full."""

    lines: Mapping[str, Sequence[str]]
    through: int


def load_written_lines(files: Files, session_id: str) -> Written:
    """What was written for a session so far; what can't be understood counts as not there."""
    value = files.find_state(session_file(session_id, WRITTEN_FILE)).value
    lines, through = value.get("lines"), value.get("through")
    held = lines if isinstance(lines, dict) else {}
    found = {day: [str(one) for one in texts] for day, texts in held.items() if isinstance(texts, list)}
    return Written(found, through if isinstance(through, int) and through > 0 else 0)


def save_written_lines(
    files: Files, session_id: str, new: Mapping[date, Sequence[str]], *, through: int | None = None
) -> None:
    """Note what was written, beside what was noted before; ``through`` moves on only where it is given."""

    def change(value: dict[str, Any]) -> dict[str, Any]:
        held = value.get("lines")
        lines = dict(held) if isinstance(held, dict) else {}
        for day, texts in new.items():
            before = lines.get(day.isoformat())
            known = list(before) if isinstance(before, list) else []
            lines[day.isoformat()] = known + [text for text in texts if text not in known]
        moved = {} if through is None else {"through": through}
        return {**value, "version": 1, "lines": lines, **moved}

    if new or through is not None:
        files.update_state(session_file(session_id, WRITTEN_FILE), change)
