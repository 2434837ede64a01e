"""A calibration as lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.triage.calibrate.fit import NEVER

if TYPE_CHECKING:
    from daykeep.triage.calibrate.fit import Calibration, FittedGate


def calibration_lines(found: Calibration) -> list[str]:
    """What labelled turns say: the gates to put into the policy, the table of reliability, the two plainest policies."""
    lines = [f"{found.rows} labelled turns"]
    lines += ["", "gates for the frontmatter of the policy:"]
    lines += [_gate_line(gate) for gate in found.gates]
    lines += ["", "action    probability   turns  said   right"]
    for one in found.reliability:
        lines += [
            f"{one.action:<9} {bin_.low:.1f} to {bin_.high:.1f} {bin_.turns:>8}  {bin_.mean:.3f}  {bin_.share:.3f}"
            for bin_ in one.bins
        ]
        lines.append(f"{one.action:<9} calibration error {one.ece:.3f}, Brier score {one.brier:.3f}")
    lines += ["", "policy                       dropped  bear facts  tokens freed"]
    lines += [
        f"{null.name:<28} {null.drops:>7}  {null.harmful:>10}  {null.tokens:>12}" for null in found.nulls
    ]
    return lines


def _gate_line(gate: FittedGate) -> str:
    if not gate.enough or gate.gate is None:
        return f"gate_{gate.action}: as it is  (suggested for {gate.passing} turns only)"
    if gate.gate >= NEVER:
        return f"gate_{gate.action}: 1  (no gate keeps harm to {gate.target:.0%}: the surest suggestions do more)"
    return f"gate_{gate.action}: {gate.gate:.6g}  ({gate.passing} turns pass, {gate.harmful} do harm, {gate.target:.0%} are allowed)"
