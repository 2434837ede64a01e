"""Recordings of what models answered, in the workspace's own data: a decider's numbers, a writer's notes."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from daykeep.errors import DaykeepError, ModelError
from daykeep.triage.deciders.replay import RecordingAsking, ReplayAsking, read_recording
from daykeep.triage.protocols import DeciderLimits, NoteDraft

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from daykeep.files.store import Files
    from daykeep.triage.deciders.asking.request import Asking
    from daykeep.triage.protocols import NoteRequest, NoteWriter

DECISIONS_FILE = ".daykeep/data/recordings/decider.jsonl"
NOTES_FILE = ".daykeep/data/recordings/writer.jsonl"


def recorded(asking: Asking, files: Files) -> RecordingAsking:
    """The same model, each of whose replies is appended to the workspace's recording before it is used.

    A line holds numbers, ids of units and the hash of the request, no text of the conversation.
    """
    about = {
        "model": asking.name,
        "version": asking.version,
        "limits": list(asking.limits),
        "reorders": asking.reorders,
        "uncalibrated": asking.uncalibrated,
    }
    return RecordingAsking(asking, lambda record: _keep(files, DECISIONS_FILE, [{**record, **about}]))


def _keep(files: Files, name: str, records: Sequence[Mapping[str, Any]]) -> None:
    """ModelError where a recording can't be kept: an answer that was to be recorded and isn't counts as none."""
    try:
        files.append_records(name, records)
    except DaykeepError as error:
        raise ModelError(f"the model's answer can't be recorded: {error}") from error


def load_replay(files: Files) -> ReplayAsking:
    """The decider that answers what was recorded, as the model did that answered last; it asks nobody.

    ModelError comes at the first question that is not in the recording. DocumentError if the recording can't be read.
    """
    records, _ = files.find_records(DECISIONS_FILE)
    found = read_recording(json.dumps(record) for record in records)
    about = records[-1] if records else {}
    asking = ReplayAsking(
        found.replies,
        version=str(about.get("version", "")),
        limits=_limits(about.get("limits")),
        reorders=about.get("reorders") is True,
    )
    asking.uncalibrated = about.get("uncalibrated") is True
    return asking


def _limits(given: Any) -> DeciderLimits | None:
    numbers = given if isinstance(given, list) and len(given) == len(DeciderLimits._fields) else []
    return (
        DeciderLimits(*numbers) if numbers and all(isinstance(one, int | float) for one in numbers) else None
    )


class RecordingWriter:
    """Has another writer write, and appends each draft to the workspace's recording. It holds the notes, and stays there."""

    def __init__(self, writer: NoteWriter, files: Files) -> None:
        self._writer, self._files = writer, files
        self.name, self.is_local = writer.name, writer.is_local

    def write(self, requests: Sequence[NoteRequest]) -> Sequence[NoteDraft]:
        """The other writer's drafts, kept before they are given."""
        drafts = self._writer.write(requests)
        keys = {request.unit_id: key_of(request) for request in requests}
        records = [
            {"v": 1, "key": keys[one.unit_id], "note": one.note, "details": list(one.details)}
            for one in drafts
            if one.unit_id in keys
        ]
        if records:
            _keep(self._files, NOTES_FILE, records)
        return drafts


class ReplayWriter:
    """Writes what was recorded for the very same request; a turn without a recording gets no draft, none at all is ModelError."""

    name = "replay"
    is_local = True

    def __init__(self, drafts: Mapping[str, NoteDraft]) -> None:
        self._drafts = drafts

    def write(self, requests: Sequence[NoteRequest]) -> Sequence[NoteDraft]:
        """The recorded drafts."""
        held = [(request.unit_id, self._drafts.get(key_of(request))) for request in requests]
        found = [draft._replace(unit_id=unit_id) for unit_id, draft in held if draft is not None]
        if requests and not found:
            raise ModelError("the recording has no note for any of these turns; record it anew")
        return found


def load_replay_writer(files: Files) -> ReplayWriter:
    """The writer that replays the workspace's recording; of two notes for one request the later counts."""
    records, _ = files.find_records(NOTES_FILE)
    return ReplayWriter(read_notes(records))


def read_notes(records: Iterable[Mapping[str, Any]]) -> dict[str, NoteDraft]:
    """The drafts of a recording by the keys of their requests; a record that is none is left out."""
    found: dict[str, NoteDraft] = {}
    for record in records:
        key, note, details = record.get("key"), record.get("note"), record.get("details")
        if isinstance(key, str) and isinstance(note, str):
            named = [one for one in details if isinstance(one, str)] if isinstance(details, list) else []
            found[key] = NoteDraft("", note, tuple(named))
    return found


def key_of(request: NoteRequest) -> str:
    """The same for the same request, whatever the unit's id is; in hex."""
    parts: list[Any] = [request.source, list(request.must), list(request.failed)]
    if request.instructions or request.is_summary:
        parts += [request.instructions, request.is_summary]
    return hashlib.sha256(json.dumps(parts, ensure_ascii=True).encode()).hexdigest()
