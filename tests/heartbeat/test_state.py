from __future__ import annotations

import json
import os
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.heartbeat.state import load_record, stamp_checks, stamp_like
from tests.heartbeat.support import CACHE, SHANGHAI, STATE, Beats, at

if TYPE_CHECKING:
    from pathlib import Path

NOW = "2026-03-08 23:05"
SECONDS = int(at(NOW).timestamp())

# The shapes that agents give this file in the wild, retold: same keys and types, other values.
VARIANTS: dict[str, Any] = {
    "template": {"lastChecks": {"email": 1741829443, "calendar": 1741810000, "weather": None}},
    "template with nothing done yet": {"lastChecks": {"email": None, "calendar": None, "weather": None}},
    "milliseconds": {"lastChecks": {"email": 1741829443123, "mentions": 1741829440000}},
    "iso with Z": {"lastChecks": {"email": "2026-03-07T08:00:00Z", "calendar": "2026-03-07T08:05:00Z"}},
    "iso with milliseconds": {"lastChecks": {"email": "2026-03-07T08:00:00.123Z"}},
    "iso with offset": {"lastChecks": {"email": "2026-03-07T16:00:00+08:00"}},
    "iso without zone": {"lastChecks": {"email": "2026-03-07 16:00"}},
    "dates": {"lastChecks": {"memory_review": "2026-03-07", "heartbeat": "2026-03-06"}},
    "words": {"lastChecks": {"email": "pending", "calendar": "never"}},
    "objects": {"lastChecks": {"email": {"lastRun": 1741829443, "status": "ok"}, "x": {"lastRun": None, "status": "new"}}},
    "snake case": {"lastChecks": {"memory_maintenance": 1741829443, "daily_notes": 1741829000}},
    "mixed types": {"lastChecks": {"email": 1741829443, "x": "2026-03-07T08:00:00Z", "y": 1741820000, "z": None}},
    "with status": {"lastChecks": {"email": 1741829443}, "lastStatus": {"email": "ok"}},
    "with notes text": {"lastChecks": {"email": 1741829443}, "notes": "quiet night — 一切正常"},
    "with notes list": {"lastChecks": {"email": 1741829443}, "notes": ["a", "b"], "timestamp": 1741829443},
    "with notes object": {"lastChecks": {"email": 1741829443}, "note": {"a": {"b": [1, 2.50, None, True]}}},
    "with last heartbeat": {"lastChecks": {}, "lastHeartbeat": 1741829443, "counters": {"beats": 12}},
    "with last heartbeat iso": {"lastHeartbeat": "2026-03-07T16:00:00+08:00", "lastChecks": {"x": 1}, "learning": []},
    "with last seen": {"lastChecks": {"slack": 1741829443.5}, "lastSeen": "2026-03-07", "lastSlackPing": 1},
    "with alerts": {"lastChecks": {"email": 1741829443}, "alerts": [{"id": 1, "text": "x"}]},
    "with recent alerts": {"recent_alerts": {"disk": {"ts": 1741829443, "summary": "full"}}, "lastChecks": {}},
    "with weekly review": {"lastChecks": {}, "lastWeeklyReview": "2026-03-01", "last_updated": "x", "flagOnce": True},
    "with sequence": {"lastRefluxSeq": 4711, "lastRefluxTime": 1741829443, "status": "idle", "lastChecks": {}},
    "flat status": {"lastHeartbeat": "2026-03-07T08:00:00Z", "status": "ok", "checks": {"disk": "ok"}, "notes": ""},
    "last run object": {"lastRun": {"email": 1741829443}, "checks": {"email": True}},
    "scheduler": {"last_check": "2026-03-07 16:00", "next_check": "2026-03-07 16:30", "scheduler": {"pid": 4242, "status": "up"}},
    "sync": {"lastSync": "2026-03-07T08:00:00Z", "source": "x", "status": "done", "recentChanges": []},
    "flat": {"lastMoltbookCheck": "2026-03-07T08:00:00Z", "lastSecurityCheck": "2026-03-06T08:00:00Z"},
    "upstream proposal": {"lastAck": 1741829443, "consecutiveOKs": 7},
    "object for each checker": {"forum": {"lastCheck": 1741829443, "knownIds": ["a", "b"]}, "mail": {"lastCheck": None}},
    "skill of its own": {"notified_ids": [1, 2, 3], "last_fetch": 1741829443, "last_run": 1741829400},
    "other daily facts": {"lastDailyNoteCreated": {"2026-03-07": True}, "activeSessions": ["main"], "activeReminders": []},
    "checks are a list": {"lastChecks": ["email", 1741829443]},
    "checks are a text": {"lastChecks": "none"},
    "empty object": {},
}  # fmt: skip


def beat_on(root: Path, text: str | bytes, when: str = NOW) -> Beats:
    beats = Beats(root)
    (root / STATE).write_bytes(text.encode("utf-8") if isinstance(text, str) else text)
    beats.beat(when)
    return beats


def without_ours(value: dict[str, Any]) -> dict[str, Any]:
    """A state without what daykeep may write: its key, and its two times among the checks."""
    rest = {key: item for key, item in value.items() if key != "daykeep"}
    if isinstance(rest.get("lastChecks"), dict):
        ours = {"heartbeat", "memoryMaintenance", "memory_maintenance"}
        rest["lastChecks"] = {key: item for key, item in rest["lastChecks"].items() if key not in ours}
    return rest


@pytest.mark.parametrize("indent", [2, "\t", None], ids=str)
@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_keeps_its_keys_their_order_and_its_indentation(
    tmp_path: Path, name: str, indent: Any
) -> None:
    before = json.dumps(VARIANTS[name], indent=indent, ensure_ascii=False)
    beats = beat_on(tmp_path, before)
    assert beats.actions.distilled == ["2026-W10"]
    after = beats.state()
    expected = without_ours(VARIANTS[name])
    found = without_ours(after)
    if "lastChecks" not in expected:
        assert found.pop("lastChecks") == {}
    assert json.dumps(found) == json.dumps(expected)
    text = (tmp_path / STATE).read_text(encoding="utf-8")
    kept = [
        line
        for line in before.splitlines()
        if ":" in line and "{" not in line and "aintenance" not in line and "heartbeat" not in line
    ]
    missing = [line for line in kept if line.rstrip(",") not in text]
    assert missing == []
    assert after["daykeep"]["jobs"]["distill"] == {"period": "2026-W10", "at": "2026-03-08T23:05:00+08:00"}
    assert load_record(beats.files).problems == ()


@pytest.mark.parametrize("name", VARIANTS)
def test_next_beat_finds_its_record_in_every_variant_and_touches_nothing(tmp_path: Path, name: str) -> None:
    beats = beat_on(tmp_path, json.dumps(VARIANTS[name]))
    (tmp_path / CACHE).unlink()
    before = beats.outside_machine_folder()
    beats.beat("2026-03-08 23:20")
    assert beats.actions.distilled == ["2026-W10"]
    assert beats.outside_machine_folder() == before


@pytest.mark.parametrize(
    ("name", "heartbeat"),
    [
        ("template", SECONDS),
        ("template with nothing done yet", SECONDS),
        ("milliseconds", SECONDS * 1000),
        ("iso with Z", "2026-03-08T15:05:00Z"),
        ("iso with milliseconds", "2026-03-08T15:05:00.000Z"),
        ("iso with offset", "2026-03-08T23:05:00+08:00"),
        ("iso without zone", "2026-03-08 23:05"),
        ("dates", "2026-03-08"),
        ("words", SECONDS),
        ("objects", {"lastRun": SECONDS}),
        ("mixed types", SECONDS),
        ("with last seen", float(SECONDS)),
        ("flat", SECONDS),
        ("empty object", SECONDS),
    ],
)
def test_times_are_written_in_the_type_that_the_file_uses(tmp_path: Path, name: str, heartbeat: Any) -> None:
    checks = beat_on(tmp_path, json.dumps(VARIANTS[name])).state()["lastChecks"]
    assert repr(checks["heartbeat"]) == repr(heartbeat)
    assert type(checks["memoryMaintenance"]) is type(heartbeat)


def test_snake_case_key_of_the_file_is_used(tmp_path: Path) -> None:
    checks = beat_on(tmp_path, json.dumps(VARIANTS["snake case"])).state()["lastChecks"]
    assert checks == {"memory_maintenance": SECONDS, "daily_notes": 1741829000, "heartbeat": SECONDS}


def test_new_file_has_epoch_seconds_and_our_key(tmp_path: Path) -> None:
    beats = Beats(tmp_path)
    beats.beat(NOW)
    assert beats.state() == {
        "lastChecks": {"heartbeat": SECONDS, "memoryMaintenance": SECONDS},
        "daykeep": {
            "schema": 1,
            "jobs": {
                "daily-commit": {"period": "2026-03-07", "at": "2026-03-08T23:05:00+08:00"},
                "distill": {"period": "2026-W10", "at": "2026-03-08T23:05:00+08:00"},
            },
        },
    }


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"   \n",
        b"{",
        b"[]",
        b"null",
        b'"text"',
        b"\x00" * 300,
        b'{\\"lastChecks\\":{\\"news\\":\\"$(date +%s)\\"}}',
        b'{"a": 1 "b": 2}',
        b'{"a": NaN',
        b'{"lastChecks": {"x": 1}}' + b"\n" * 9_000_000,
        b"[" * 100_000,
        b"\xff\xfe{\x00}\x00",
        b'{"a": "\xe9"',
    ],
    ids=[
        "empty",
        "blank",
        "cut",
        "list",
        "null",
        "text",
        "NULs",
        "shell",
        "comma",
        "NaN",
        "9 MB",
        "deep",
        "utf-16",
        "latin-1",
    ],
)
def test_broken_state_never_stops_the_beat_and_nothing_of_it_is_lost(tmp_path: Path, data: bytes) -> None:
    beats = beat_on(tmp_path, data)
    assert beats.actions.distilled == ["2026-W10"]
    assert beats.state()["daykeep"]["jobs"]["distill"]["period"] == "2026-W10"
    asides = list((tmp_path / "memory").glob("heartbeat-state.json.corrupt-*"))
    if data.strip() and data != b"\xff\xfe{\x00}\x00":
        assert [path.read_bytes() for path in asides] == [data]
    beats.beat("2026-03-08 23:20")
    assert beats.actions.distilled == ["2026-W10"]
    assert len(list((tmp_path / "memory").glob("*.corrupt-*"))) == len(asides)


def test_broken_state_is_said_once(tmp_path: Path) -> None:
    beats = Beats(tmp_path)
    (tmp_path / STATE).write_bytes(b'{"a": 1 "b": 2}')
    first = beats.beat(NOW)
    assert "memory/heartbeat-state.json:1: not valid JSON" in first.answer
    assert beats.beat("2026-03-08 23:20").answer == "HEARTBEAT_OK"


@pytest.mark.parametrize("own", ['"a note of mine"', "[1]", '{"schema": 2, "jobs": {}}', '{"schema": "x"}'])
def test_part_of_a_newer_version_or_of_somebody_else_is_left_alone(tmp_path: Path, own: str) -> None:
    text = f'{{"lastChecks": {{"email": 1}}, "daykeep": {own}}}'
    beats = beat_on(tmp_path, text)
    assert (tmp_path / STATE).read_text(encoding="utf-8") == text
    assert beats.actions.distilled == ["2026-W10"]
    beats.beat("2026-03-08 23:20")
    assert beats.actions.distilled == ["2026-W10"], "the record is kept in the machine's folder"
    assert (tmp_path / STATE).read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    "jobs", ["5", "[]", '{"distill": 5}', '{"distill": {"period": 5}}', '{"distill": {"at": "x"}}']
)
def test_spoilt_record_counts_as_lost(tmp_path: Path, jobs: str) -> None:
    beats = beat_on(tmp_path, f'{{"daykeep": {{"schema": 1, "jobs": {jobs}}}}}')
    assert (beats.actions.looks, beats.actions.distilled) == (1, ["2026-W10"])
    assert beats.state()["daykeep"]["jobs"]["distill"]["period"] == "2026-W10"


def test_folder_or_pipe_in_the_place_of_the_state_is_named_and_the_beat_works(tmp_path: Path) -> None:
    for kind, make in (("folder", os.mkdir), ("pipe", os.mkfifo)):
        beats = Beats(tmp_path / kind)
        make(tmp_path / kind / STATE)
        first = beats.beat(NOW)
        assert "heartbeat-state.json" in first.answer
        assert beats.actions.distilled == ["2026-W10"]
        assert beats.beat("2026-03-08 23:20").quiet
        assert beats.actions.distilled == ["2026-W10"]


@pytest.mark.parametrize("name", ["memory/state/heartbeat-state.json", "heartbeat-state.json"])
def test_state_is_kept_where_the_workspace_has_it(tmp_path: Path, name: str) -> None:
    beats = Beats(tmp_path)
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text('{"lastChecks": {"email": 1741829443}}', encoding="utf-8")
    beats.beat(NOW)
    assert not (tmp_path / STATE).exists()
    assert json.loads((tmp_path / name).read_text(encoding="utf-8"))["lastChecks"]["heartbeat"] == SECONDS


def test_byte_order_mark_and_line_ends_stay(tmp_path: Path) -> None:
    text = json.dumps(VARIANTS["template"], indent=2).replace("\n", "\r\n") + "\r\n"
    beat_on(tmp_path, b"\xef\xbb\xbf" + text.encode("ascii"))
    data = (tmp_path / STATE).read_bytes()
    assert data.startswith(b"\xef\xbb\xbf{\r\n")
    assert data.endswith(b"}\r\n")
    assert data.count(b"\n") == data.count(b"\r\n")


@pytest.mark.parametrize(
    ("own", "runs"),
    [
        ({"period": "2026-W10", "at": "2099-01-01T00:00:00+08:00"}, 0),
        ({"period": "2099-W01", "at": "2026-03-08T23:01:00+08:00"}, 1),
        ({"period": "2099-W01", "at": "2099-01-01T00:00:00+08:00"}, 1),
        ({"period": "2025-W10", "at": "2025-03-09T23:01:00+08:00"}, 1),
    ],
)
def test_implausible_record_costs_at_most_one_run(tmp_path: Path, own: dict[str, str], runs: int) -> None:
    beats = Beats(tmp_path)
    beats.files.append("memory/2026-03-08.md", lambda _: b"# log\n")
    state = {"daykeep": {"schema": 1, "jobs": {"distill": own}}}
    (tmp_path / STATE).write_text(json.dumps(state), encoding="utf-8")
    for when in (NOW, "2026-03-08 23:20", "2026-03-09 09:00"):
        assert beats.beat(when).quiet
    assert beats.actions.distilled == ["2026-W10"] * runs
    beats.actions.unread_from = date(2026, 3, 9)
    beats.beat("2026-03-15 23:10")
    assert beats.actions.distilled == ["2026-W10"] * runs + ["2026-W11"]


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(st.text(max_size=8) | st.just("lastChecks"), json_values, max_size=4))
def test_stamping_any_object_changes_only_our_two_times(value: dict[str, Any]) -> None:
    before = json.loads(json.dumps(value))
    stamp_checks(value, ("heartbeat", "memoryMaintenance"), at(NOW), SHANGHAI)
    expected = without_ours(before)
    if "lastChecks" not in expected:
        assert list(value["lastChecks"]) == ["heartbeat", "memoryMaintenance"]
        expected["lastChecks"] = {}
    assert without_ours(value) == expected


@given(
    st.integers(946_684_800, 2_840_000_000),
    st.sampled_from(["s", "Z", "+08:00", "+0800", "", ".123Z", "T", "date"]),
)
def test_stamp_has_the_form_of_its_sample(seconds: int, form: str) -> None:
    now = datetime.fromtimestamp(seconds, UTC)
    samples = {
        "s": 1741829443,
        "T": "2025-03-07T16:00",
        "date": "2025-03-07",
        "": "2025-03-07 16:00:00",
        **{off: f"2025-03-07T16:00:00{off}" for off in ("Z", "+08:00", "+0800", ".123Z")},
    }
    sample = samples[form]
    stamp = stamp_like(sample, now, SHANGHAI)
    assert type(stamp) is type(sample)
    if isinstance(sample, str):
        assert len(stamp) == len(sample)
        digits = str.maketrans("0123456789", "0000000000")
        assert stamp.translate(digits) == sample.translate(digits)
