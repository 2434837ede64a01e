"""Says in words why a unit is where it is, from the log alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def why_lines(unit_id: str, records: Sequence[Mapping[str, Any]]) -> list[str]:
    """What the checks decided about a unit, newest first: suggestion, every gate with what it saw, and what was made of it."""
    if not records:
        return [f"No check has judged {unit_id}: it is as it was said."]
    lines: list[str] = []
    for record in reversed(records):
        lines += [*_headline(unit_id, record), *_gates(record), *_made(record), ""]
    return lines[:-1]


def _headline(unit_id: str, record: Mapping[str, Any]) -> list[str]:
    said = f"{unit_id} · {record.get('check_id')} · {record.get('at')} · {record.get('final')}: {record.get('reason')}"
    lines = [said]
    probabilities = record.get("probabilities")
    if isinstance(probabilities, dict):
        told = ", ".join(
            f"{name} {value:.2f}" for name, value in sorted(probabilities.items(), key=lambda one: -one[1])
        )
        confidence = record.get("confidence")
        more = f"; confidence {confidence:.2f}" if isinstance(confidence, float) else ""
        lines.append(f"  suggested {record.get('suggested')} ({told}{more})")
    if record.get("clipped"):
        lines.append(f"  the decider saw {100 * float(record.get('coverage', 1)):.0f} % of its text")
    return lines


def _gates(record: Mapping[str, Any]) -> list[str]:
    found = record.get("gates")
    gates = [gate for gate in found if isinstance(gate, dict)] if isinstance(found, list) else []
    return [
        f"  {'passed' if gate.get('pass') else 'stopped'}  {gate.get('name')}"
        + (f": {gate.get('detail')}" if gate.get("detail") else "")
        for gate in gates
    ]


def _made(record: Mapping[str, Any]) -> list[str]:
    lines = []
    if record.get("note"):
        lines.append(f"  note: {record['note']}")
    if record.get("stored_id"):
        lines.append(f"  stored as {record['stored_id']}: `daykeep recall {record['stored_id']}` shows it")
    missing = (record.get("validation") or {}).get("missing")
    if missing:
        lines.append(f"  missing in the note: {', '.join(map(str, missing))}")
    return lines
