"""Recordings: what a model answered is kept in the workspace, and answers again without the model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from daykeep.errors import ModelError
from daykeep.files.store import Files
from daykeep.models.endpoint import Endpoint
from daykeep.models.language.decisions import LanguageAsking
from daykeep.models.language.notewriter import LanguageNoteWriter
from daykeep.models.triage.recording import (
    DECISIONS_FILE,
    NOTES_FILE,
    RecordingWriter,
    load_replay,
    load_replay_writer,
    recorded,
)
from daykeep.models.triage.systemone import SystemOneAsking
from daykeep.triage.deciders.asking.checked import CheckedDecider
from daykeep.triage.protocols import NoteRequest
from tests.models.language.test_decisions import Spoken, state
from tests.models.language.test_notewriter import Scribe
from tests.models.machines import Clef, machine


def test_a_recorded_decision_model_is_replayed_without_it(tmp_path: Path) -> None:
    files = Files(tmp_path)
    with machine(Clef()) as server:
        asking = SystemOneAsking(Endpoint(server.root + "/v1", "k-secret"), "clef")
        first = CheckedDecider(recorded(asking, files)).decide(state(90))
    text = (tmp_path / DECISIONS_FILE).read_text(encoding="utf-8")
    assert "k-secret" not in text
    assert "set port" not in text
    replay = CheckedDecider(load_replay(files))
    assert replay.decide(state(90)) == first
    assert (replay.version, replay.limits) == (asking.version, asking.limits)


def test_a_recorded_language_model_is_replayed_in_the_same_orders_and_stays_uncalibrated(
    tmp_path: Path,
) -> None:
    files = Files(tmp_path)
    first = CheckedDecider(recorded(LanguageAsking(Spoken()), files)).decide(state(40))
    assert CheckedDecider(load_replay(files)).decide(state(40)) == first
    assert all(one.uncalibrated for one in first)


def test_what_was_not_recorded_is_an_error_and_so_is_an_empty_recording(tmp_path: Path) -> None:
    files = Files(tmp_path)
    with pytest.raises(ModelError, match="record it anew"):
        CheckedDecider(load_replay(files)).decide(state(1))
    CheckedDecider(recorded(LanguageAsking(Spoken()), files)).decide(state(2))
    with pytest.raises(ModelError, match="record it anew"):
        CheckedDecider(load_replay(files)).decide(state(3))


@pytest.mark.parametrize(
    "line",
    [
        "no json",
        "[]",
        '{"key": 1}',
        '{"key": "k", "answers": {}, "limits": ["a", 1, 1, 1, 1]}',
        '{"limits": 3}',
    ],
)
def test_a_line_that_is_no_record_stops_nothing(tmp_path: Path, line: str) -> None:
    files = Files(tmp_path)
    CheckedDecider(recorded(LanguageAsking(Spoken()), files)).decide(state(2))
    path = tmp_path / DECISIONS_FILE
    path.write_text(line + "\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    assert [one.fault for one in CheckedDecider(load_replay(files)).decide(state(2))] == ["", ""]
    path.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(ModelError):
        CheckedDecider(load_replay(files)).decide(state(2))


REQUESTS = [NoteRequest("U7", "one", ("8080",)), NoteRequest("U8", "two", ())]


def test_recorded_notes_are_replayed_whatever_the_turns_are_called(tmp_path: Path) -> None:
    files = Files(tmp_path)
    writer: Any = LanguageNoteWriter(Scribe())
    first = RecordingWriter(writer, files).write(REQUESTS)
    assert [one.note for one in first] == ["Note of U7.", "Note of U8."]
    replay = load_replay_writer(files)
    assert replay.write(REQUESTS) == list(first)
    assert [one.unit_id for one in replay.write([REQUESTS[1]._replace(unit_id="U3")])] == ["U3"]
    assert [one.unit_id for one in replay.write([REQUESTS[0], REQUESTS[1]._replace(source="new")])] == ["U7"]
    for changed in ({"source": "new"}, {"must": ()}, {"failed": ("x",)}):
        with pytest.raises(ModelError, match="record it anew"):
            replay.write([REQUESTS[0]._replace(**changed)])
    assert replay.write([]) == []


def test_of_two_recorded_notes_the_later_counts_and_bad_records_none(tmp_path: Path) -> None:
    files = Files(tmp_path)
    RecordingWriter(LanguageNoteWriter(Scribe()), files).write(REQUESTS[:1])
    key = json.loads((tmp_path / NOTES_FILE).read_text(encoding="utf-8"))["key"]
    files.append_records(NOTES_FILE, [{"key": key, "note": "newer"}, {"key": 3, "note": "x"}, {"key": key}])
    assert load_replay_writer(files).write(REQUESTS[:1])[0].note == "newer"


def test_an_answer_that_can_not_be_recorded_counts_as_none(tmp_path: Path) -> None:
    (tmp_path / ".daykeep").write_text("a file where the folder should be")
    files = Files(tmp_path)
    with pytest.raises(ModelError, match="can't be recorded"):
        CheckedDecider(recorded(LanguageAsking(Spoken()), files)).decide(state(2))
    with pytest.raises(ModelError, match="can't be recorded"):
        RecordingWriter(LanguageNoteWriter(Scribe()), files).write(REQUESTS)


def test_recorded_note_is_not_the_answer_to_other_wishes_or_to_a_summary(tmp_path: Path) -> None:
    files = Files(tmp_path)
    RecordingWriter(LanguageNoteWriter(Scribe()), files).write(REQUESTS[:1])
    writer = load_replay_writer(files)
    assert len(writer.write(REQUESTS[:1])) == 1
    for other in (REQUESTS[0]._replace(instructions="Be brief."), REQUESTS[0]._replace(is_summary=True)):
        with pytest.raises(ModelError):
            writer.write([other])
