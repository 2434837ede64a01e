"""The log of a session on the disk, and what is read from it."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

from daykeep.files.encoding import Problem
from daykeep.triage.log.record import CHECK, OUTCOME, UNIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.files.store import Files

NAME = "log.jsonl"
_TEXTS = ("at", "check_id", "policy_sha", "unit_id", "outcome", "reason")
_FIGURES = ("trigger.tokens", "tokens_after", "predicted", "realised", "probabilities", "counts", "coverage")
"""What is counted with: a number, or an object of nothing but numbers."""
_PARTS = ("trigger", "predicted", "realised", "counts", "validation", "economics")


class LogBook:
    """The log of one session: ``folder`` is the session's, as the workspace names it."""

    def __init__(self, files: Files, folder: str) -> None:
        self._files = files
        self._name = f"{folder}/{NAME}"

    def append(self, records: Sequence[dict[str, Any]]) -> None:
        """Append records, all or none; when this returns they are on the disk. StorageError, LockedError as `Files.append`."""
        self._files.append_records(self._name, records)

    def read(self) -> tuple[list[dict[str, Any]], list[Problem]]:
        """Every record in order, and a problem for every line that is none; one that another hand changed is none either."""
        records, problems = self._files.find_records(self._name)
        damaged = [line for line, one in enumerate(records, 1) if not _is_whole(one)]
        if not damaged:
            return records, problems
        said = "no record of the log that can be read; passed over"
        problems = [*problems, *(Problem(self._name, line, said) for line in damaged)]
        return [one for one in records if _is_whole(one)], problems

    def _kind(self, kind: str) -> list[dict[str, Any]]:
        """The records of one kind; only these are looked at, as there are very many of units."""
        records, _ = self._files.find_records(self._name)
        return [one for one in records if one.get("kind") == kind and _is_whole(one)]

    def checks(self) -> list[dict[str, Any]]:
        """The records of whole checks."""
        return self._kind(CHECK)

    def units(self, check_id: str = "") -> list[dict[str, Any]]:
        """The records of units: of one check, or of all."""
        found = self._kind(UNIT)
        return [one for one in found if not check_id or one.get("check_id") == check_id]

    def of_unit(self, unit_id: str) -> list[dict[str, Any]]:
        """Everything that was decided about one unit, oldest first."""
        return [one for one in self._kind(UNIT) if one.get("unit_id") == unit_id]

    def outcomes(self) -> list[dict[str, Any]]:
        """What came of commits."""
        return self._kind(OUTCOME)


def _is_whole(record: dict[str, Any]) -> bool:
    """Whether what is read of a record has the kind that it was written with."""
    texts = all(isinstance(record.get(name, ""), str) for name in _TEXTS)
    parts = all(isinstance(record.get(name) or {}, dict) for name in _PARTS)
    return texts and parts and all(_is_figure(_member(record, name)) for name in _FIGURES)


def _member(record: dict[str, Any], name: str) -> Any:
    outer, _, inner = name.partition(".")
    held = record.get(outer)
    return held.get(inner) if inner and isinstance(held, dict) else held


def _is_figure(value: Any) -> bool:
    if isinstance(value, dict):
        return all(isinstance(one, (int, float)) and isfinite(one) for one in value.values())
    return value is None or (isinstance(value, (int, float)) and isfinite(value))
