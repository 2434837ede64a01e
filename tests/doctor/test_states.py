"""State and record files: broken, from the future, impossibly dated."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from daykeep.doctor.states import BEAT_STATES, OWN_KEY, OWN_SCHEMA, check_states, times_in
from daykeep.heartbeat import state as heartbeat_state
from tests.doctor.examining import NOW, ids, subject

BEAT = "memory/heartbeat-state.json"
LOG: dict[str, str | bytes] = {"memory/2026-03-09.md": "x"}


@pytest.mark.parametrize(
    "data",
    [
        b'{\\"lastChecks\\":{\\"news\\":\\"$(date +%s)\\"}}',
        b'{"lastChecks": {"email": 1 "calendar": 2}}',
        b"[]",
        b"\0\0\0",
        b"5",
    ],
)
def test_broken_state_is_an_error_that_can_be_mended(tmp_path: Path, data: bytes) -> None:
    found = ids(check_states(subject(tmp_path, {**LOG, BEAT: data})))
    assert (found[f"state:{BEAT}"].level, found[f"state:{BEAT}"].fixable) == ("error", True)


@pytest.mark.parametrize("data", [b"", b"{}", b"\xef\xbb\xbf{}\r\n", b'{"lastChecks": {"email": null}}'])
def test_sound_state_has_no_findings(tmp_path: Path, data: bytes) -> None:
    assert ids(check_states(subject(tmp_path, {**LOG, BEAT: data}))) == {}


def test_times_in_the_future_or_a_year_early_are_named_with_their_line(tmp_path: Path) -> None:
    early = int(datetime(2025, 3, 9, tzinfo=UTC).timestamp())
    state = {
        "lastChecks": {
            "email": early,
            "calendar": int(NOW.timestamp()),
            "weather": early * 1000,
            "bad": "pending",
        },
        "lastHeartbeat": "2099-01-01T00:00:00+00:00",
        "nextCheck": "2027-01-01T00:00:00Z",
        "count": early,
    }
    found = ids(check_states(subject(tmp_path, {**LOG, BEAT: json.dumps(state, indent=2)})))
    assert set(found) == {
        f"time:{BEAT}:{key}" for key in ("lastChecks.email", "lastChecks.weather", "lastHeartbeat")
    }
    assert found[f"time:{BEAT}:lastChecks.email"].line == 3
    assert "in the future" in found[f"time:{BEAT}:lastHeartbeat"].message


def test_old_times_without_any_log_say_nothing(tmp_path: Path) -> None:
    assert ids(check_states(subject(tmp_path, {BEAT: '{"lastChecks": {"email": 1000000000}}'}))) == {}


def test_state_of_a_newer_version_is_a_warning(tmp_path: Path) -> None:
    contents: dict[str, str | bytes] = {
        BEAT: '{"daykeep": {"schema": 99}}',
        "memory/distill-state.json": '{"schema": 99}',
    }
    found = ids(check_states(subject(tmp_path, contents)))
    assert set(found) == {f"schema:{BEAT}", "schema:memory/distill-state.json"}


def test_bad_lines_of_record_files_are_named_one_by_one(tmp_path: Path) -> None:
    data = b'{"v": 1, "kind": "trust"}\nnot json\n[]\n{"v": 1}\n'
    found = ids(check_states(subject(tmp_path, {"memory/decisions.jsonl": data})))
    assert [finding.line for finding in found.values()] == [2, 3]


def test_folder_in_the_place_of_state_is_an_error(tmp_path: Path) -> None:
    made = subject(tmp_path, LOG)
    (tmp_path / BEAT).mkdir()
    assert ids(check_states(made))[f"state:{BEAT}"].level == "error"


@pytest.mark.parametrize(
    "value",
    [
        True,
        "2026-03-10",
        "2026-03-10T10:00:00",
        "soon",
        [1767225600],
        5,
        -1,
        float("inf"),
        float("nan"),
        10**40,
    ],
)
def test_times_in_takes_no_guesses(value: object) -> None:
    assert list(times_in({"lastCheck": value})) == []


def test_times_in_reads_seconds_milliseconds_and_iso() -> None:
    instant = datetime(2026, 1, 1, tzinfo=UTC)
    value = {
        "lastA": 1767225600,
        "lastB": 1767225600000,
        "lastC": "2026-01-01T08:00:00+08:00",
        "x": {"lastRun": 1767225600.0},
    }
    assert [found for _, found in times_in(value)] == [instant] * 4


def test_doctor_and_heartbeat_mean_the_same_file_key_and_version() -> None:
    assert set(BEAT_STATES) == set(heartbeat_state.STATE_NAMES)
    assert (OWN_KEY, OWN_SCHEMA) == (heartbeat_state.KEY, heartbeat_state.SCHEMA)
