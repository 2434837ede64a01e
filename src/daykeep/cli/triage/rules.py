"""What ``daykeep triage policy``, ``pin`` and ``calibrate`` answer."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from daykeep.cli.frame import PARTIAL
from daykeep.cli.session.choosing import choose_session
from daykeep.errors import DocumentError, UsageError
from daykeep.files.encoding import decode
from daykeep.files.readonly import open_read_only
from daykeep.loop.means import load_policy
from daykeep.triage.calibrate.fit import calibrate
from daykeep.triage.calibrate.labels import read_labels
from daykeep.triage.calibrate.lines import calibration_lines
from daykeep.triage.policy.cases import run_policy_cases
from daykeep.triage.run.desk import Desk

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from daykeep.cli.frame import Call
    from daykeep.triage.policy.cases import CaseResult
    from daykeep.triage.policy.policy import Policy

LIMIT_LABEL_BYTES = 256 << 20


def pin_unit(call: Call, unit_id: str, given: Mapping[str, Any]) -> None:
    """Answer ``pin``."""
    workspace = call.workspace()
    desk = Desk(workspace.files, choose_session(call, workspace, given["session"]))
    name = unit_id.upper()
    if not any(unit.id == name for unit in desk.load().units):
        raise DocumentError(f"session '{desk.session_id}' has no turn '{unit_id}'")
    changed = desk.pin(name, pinned=not given["off"])
    said = "is pinned: no check touches it" if not given["off"] else "is not pinned any more"
    call.emit(
        {"session": desk.session_id, "turn": name, "pinned": not given["off"], "changed": changed},
        f"{name} {said}",
    )


def show_policy(call: Call, name: str, given: Mapping[str, Any]) -> int | None:
    """Answer ``policy``; 10 if a case failed."""
    policy = load_policy(call.workspace(), name)
    if not given["test"]:
        call.emit(
            {
                "source": policy.source,
                "sha": policy.sha,
                "criteria": dict(policy.criteria),
                "gates": dict(policy.gates),
            },
            _policy_lines(policy),
        )
        return None
    results = run_policy_cases(policy)
    data = [{"said": one.case.said, "final": one.decision.final, "passed": one.passed} for one in results]
    call.emit({"source": policy.source, "sha": policy.sha, "cases": data}, _case_lines(results))
    return None if all(one.passed for one in results) else PARTIAL


def _policy_lines(policy: Policy) -> Iterator[str]:
    yield f"{policy.source} ({policy.sha})"
    for name, words in policy.criteria.items():
        yield f"{name} (gate {policy.gates.get(name, 0):g}): {words}"
    yield (
        f"protected: the newest {policy.keep_units} turns and {policy.keep_tokens:,} tokens"
        + (", the first turn" if policy.protect_first else "")
    )
    yield f"aims at {policy.low_watermark:.0%} of the budget; {len(policy.cases)} cases of its own"


def _case_lines(results: Sequence[CaseResult]) -> Iterator[str]:
    for one in results:
        yield f"{'ok    ' if one.passed else 'FAILED'} {one.case.said!r}: {one.decision.final} – {one.decision.reason}"
    failed = sum(not one.passed for one in results)
    yield f"{len(results)} cases, {failed} failed"


def fit_gates(call: Call, name: str, given: Mapping[str, Any]) -> None:
    """Answer ``calibrate``."""
    rows, problems = read_labels(_text_of(call, name).splitlines())
    for problem in problems:
        call.note(f"{name}, line {problem.line}: {problem.message}")
    if not rows:
        raise UsageError(
            f"'{name}' holds no labelled answer",
            hint='one object a line: {"probabilities": {…}, "label": "keep"}',
        )
    found = calibrate(rows, target=given["target"])
    call.emit({"rows": len(rows), "calibration": _plain(found)}, calibration_lines(found))


def _text_of(call: Call, name: str) -> str:
    if name == "-":
        return decode(call.stdin_bytes(LIMIT_LABEL_BYTES), "standard input").text
    stream = open_read_only(Path(name))
    if stream is None:
        raise DocumentError(f"there is no file '{name}'")
    with stream:
        return decode(stream.read(LIMIT_LABEL_BYTES), name).text


def _plain(value: Any) -> Any:
    """A value of nested named tuples as objects and lists."""
    if hasattr(value, "_asdict"):
        return {key: _plain(held) for key, held in value._asdict().items()}
    if isinstance(value, dict):
        return {key: _plain(held) for key, held in value.items()}
    return [_plain(one) for one in value] if isinstance(value, (list, tuple)) else value
