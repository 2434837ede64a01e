"""A workspace under examination, for the tests of the checks."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from daykeep.clock import local_day, resolve_zone
from daykeep.daily.find import list_daily
from daykeep.doctor.finding import Subject
from daykeep.git.history import HistoryOff
from daykeep.workspace.layout import read_layout
from tests.workspace.making import write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from daykeep.doctor.finding import Finding

NOW = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)


def subject(root: Path, contents: dict[str, str | bytes] | None = None, **changes: Any) -> Subject:
    """Write files and make them a subject; ``changes`` replace its other values."""
    files = write(root, contents or {})
    zone = resolve_zone(flag="Asia/Shanghai", environ={})
    made = Subject(
        files=files,
        layout=read_layout(files),
        history=HistoryOff("git is not needed here", ""),
        zone=zone,
        now=NOW,
        day=local_day(NOW, zone),
        language="en",
        memory_budget_chars=12_000,
        memory_budget_lines=200,
        dailies=tuple(list_daily(files)),
        problems=(),
    )
    return made._replace(**changes)


def ids(findings: Iterator[Finding]) -> dict[str, Finding]:
    """The findings by id; an id that comes twice fails."""
    found: dict[str, Finding] = {}
    for finding in findings:
        assert finding.id not in found
        found[finding.id] = finding
    return found
