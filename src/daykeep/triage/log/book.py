"""The log of a session on the disk, and what is read from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.triage.log.record import CHECK, OUTCOME, UNIT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from daykeep.files.encoding import Problem
    from daykeep.files.store import Files

NAME = "log.jsonl"


class LogBook:
    """The log of one session: ``folder`` is the session's, as the workspace names it."""

    def __init__(self, files: Files, folder: str) -> None:
        self._files = files
        self._name = f"{folder}/{NAME}"

    def append(self, records: Sequence[dict[str, Any]]) -> None:
        """Append records, all or none; when this returns they are on the disk. StorageError, LockedError as `Files.append`."""
        self._files.append_records(self._name, records)

    def read(self) -> tuple[list[dict[str, Any]], list[Problem]]:
        """Every record in order, and a problem for every line that is none."""
        return self._files.find_records(self._name)

    def checks(self) -> list[dict[str, Any]]:
        """The records of whole checks."""
        return _of_kind(self.read()[0], CHECK)

    def units(self, check_id: str = "") -> list[dict[str, Any]]:
        """The records of units: of one check, or of all."""
        found = _of_kind(self.read()[0], UNIT)
        return [one for one in found if not check_id or one.get("check_id") == check_id]

    def of_unit(self, unit_id: str) -> list[dict[str, Any]]:
        """Everything that was decided about one unit, oldest first."""
        return [one for one in _of_kind(self.read()[0], UNIT) if one.get("unit_id") == unit_id]

    def outcomes(self) -> list[dict[str, Any]]:
        """What came of commits."""
        return _of_kind(self.read()[0], OUTCOME)


def _of_kind(records: Iterable[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [one for one in records if one.get("kind") == kind]
