"""``daykeep heartbeat jobs``, ``explain`` and ``run``, and beats with job files of every kind, as processes."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.test_heartbeat import CLASSIC, LESSON, Place

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path / "agent")


def job(**fields: str) -> str:
    lines = [f"{key}: {value}" for key, value in fields.items()]
    return "\n".join(["---", *lines, "---", "# Title", "", "Because of this.", ""])


def enable(place: Place, name: str, command: str) -> None:
    folder = place.root.parent / ".config" / "daykeep"
    folder.mkdir(parents=True, exist_ok=True)
    path = (place.root / name).resolve()
    (folder / "config.toml").write_text(
        f"[heartbeat.commands]\n{json.dumps(str(path))} = {json.dumps(command)}\n", encoding="utf-8"
    )


def write_job(place: Place, name: str, when: float = 1_700_000_000, **fields: str) -> None:
    """A job file that was written in 2023."""
    place.write(name, job(**fields))
    os.utime(place.root / name, (when, when))


def ask(place: Place, *arguments: str, code: int = 0) -> dict[str, Any]:
    return json.loads(place.call("heartbeat", *arguments, "--json", code=code)[0])


def test_jobs_are_listed_with_what_was_understood_and_their_next_five_times(place: Place) -> None:
    write_job(place, "cron/weekly.md", schedule="0 23 * * 0", run="distill", zone="Europe/Berlin")
    out, err = place.call("heartbeat", "jobs", "--at", "2026-03-27 12:00")
    assert err == ""
    assert out.splitlines()[:6] == [
        "weekly: every Sunday at 23:00 in Europe/Berlin; cron/weekly.md",
        "  2026-03-29T23:00:00+02:00",
        "  2026-04-05T23:00:00+02:00",
        "  2026-04-12T23:00:00+02:00",
        "  2026-04-19T23:00:00+02:00",
        "  2026-04-26T23:00:00+02:00",
    ]


def test_jobs_as_json_hold_checklist_and_timetable_and_write_nothing(place: Place) -> None:
    place.write(
        "USER.md", "- **Timezone:** Asia/Shanghai\n\n| When | What |\n|---|---|\n| 07:00 | weather |\n"
    )
    place.write("HEARTBEAT.md", "# HEARTBEAT.md\n\n- [ ] mail every 30 minutes\n- rm -rf /\n")
    answer = ask(place, "jobs", "--at", "2026-03-06 12:10")
    assert [(row["name"], row["schedule"]) for row in answer["jobs"]] == [
        ("daily-commit", "every day at 23:30 in Asia/Shanghai"),
        ("distill", "every Sunday at 23:00 in Asia/Shanghai"),
    ]
    assert [(row["text"], row["place"], row["next"][:1]) for row in answer["checklist"]] == [
        ("mail every 30 minutes", "HEARTBEAT.md:3", ["2026-03-06T12:30:00+08:00"]),
        ("rm -rf /", "HEARTBEAT.md:4", []),
    ]
    assert [(row["text"], row["next"][0]) for row in answer["timetable"]] == [
        ("weather", "2026-03-07T07:00:00+08:00")
    ]
    assert not (place.root / ".daykeep").exists()


def test_words_are_in_the_language_of_the_workspace(place: Place) -> None:
    place.write("USER.md", "- **时区：** Asia/Shanghai\n\n我是一个喜欢安静的人。\n")
    answer = ask(place, "explain", "0 9 * * 1-5", "--at", "2026-03-06 12:00")
    assert answer["schedule"] == "每周一至周五 09:00（Asia/Shanghai）"


def test_explain_says_what_any_text_means(place: Place) -> None:
    out, _ = place.call("heartbeat", "explain", "0 9 * * 1-5", "--at", "2026-03-06 12:00")
    first, *times = out.splitlines()
    assert first == "Monday to Friday at 09:00 in Asia/Shanghai"
    assert times[:2] == ["  2026-03-09T09:00:00+08:00", "  2026-03-10T09:00:00+08:00"]
    assert len(times) == 5
    _, err = place.call("heartbeat", "explain", "0 9 * * 8", code=2)
    assert 'has the day of the week "8"' in err


def test_explain_needs_no_workspace(tmp_path: Path) -> None:
    place = Place(tmp_path / "agent")
    for path in sorted(place.root.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    out, _ = place.call("heartbeat", "explain", "every", "90m", "--at", "2026-03-06 12:10")
    assert out.splitlines()[:2] == ["every 1 hour 30 minutes in UTC", "  2026-03-06T13:30:00+00:00"]


@pytest.mark.parametrize(
    "words", [["fly"], ["run"], ["run", "a", "b"], ["explain"], ["jobs", "x"], ["run", "nope"]]
)
def test_other_words_are_refused(place: Place, words: list[str]) -> None:
    place.call("heartbeat", *words, code=2)


def test_command_runs_only_where_the_user_enabled_it(place: Place) -> None:
    write_job(place, "cron/backup.md", schedule="*/30 * * * *", run="touch made")
    out, _ = place.call("heartbeat", "--at", "2026-03-06 12:00")
    assert 'cron/backup.md runs a command, "touch made", which is not enabled' in out
    assert place.call("heartbeat", "--at", "2026-03-06 12:31")[0] == "HEARTBEAT_OK\n"
    assert not (place.root / "made").exists()
    enable(place, "cron/backup.md", "touch made")
    place.beat("2026-03-06 12:32")
    assert not (place.root / "made").exists(), "what was due before it was enabled is over"
    answer = place.beat("2026-03-06 13:00")
    assert [(row["job"], row["period"]) for row in answer["done"]] == [("backup", "2026-03-06T13:00")]
    assert (place.root / "made").exists()
    (place.root / "made").unlink()
    place.write("cron/backup.md", job(schedule="*/30 * * * *", run="touch made other"))
    assert "is not the one that you enabled" in place.call("heartbeat", "--at", "2026-03-06 13:31")[0]
    assert not (place.root / "made").exists()


def test_workspace_can_not_enable_a_command_itself(place: Place) -> None:
    write_job(place, "cron/backup.md", schedule="*/30 * * * *", run="touch made")
    row = f'"{place.root / "cron" / "backup.md"}" = "touch made"'
    place.write("daykeep.toml", f"[heartbeat.commands]\n{row}\n")
    out, _ = place.call("heartbeat", "--at", "2026-03-06 12:31")
    assert '"heartbeat.commands" is not read from a workspace' in out
    place.call("heartbeat", "--at", "2026-03-06 13:31")
    assert not (place.root / "made").exists()


def test_output_of_a_command_is_said_once_and_its_failure_exits_10(place: Place) -> None:
    write_job(place, "cron/hello.md", schedule="daily 09:00", run="echo hello")
    enable(place, "cron/hello.md", "echo hello")
    assert place.call("heartbeat", "--at", "2026-03-06 09:01")[0] == "- hello: hello\n"
    assert place.call("heartbeat", "--at", "2026-03-06 09:02")[0] == "HEARTBEAT_OK\n"
    write_job(place, "cron/hello.md", schedule="daily 09:00", run="ls /no/such/place", quiet="true")
    enable(place, "cron/hello.md", "ls /no/such/place")
    answer = place.beat("2026-03-07 09:01", code=10)
    assert "hello for 2026-03-07: the command ended with exit code" in answer["answer"]
    assert place.beat("2026-03-07 09:02")["outcomes"] == []


def test_job_that_asks_can_be_run_by_its_name(place: Place) -> None:
    write_job(place, "cron/hello.md", schedule="daily 09:00", run="touch made", misfire="ask")
    enable(place, "cron/hello.md", "touch made")
    out, _ = place.call("heartbeat", "--at", "2026-03-06 12:00")
    assert "`daykeep heartbeat run hello` does it now" in out
    answer = ask(place, "run", "hello", "--at", "2026-03-06 12:01")
    assert [row["job"] for row in answer["done"]] == ["hello"]
    assert (place.root / "made").exists()
    assert place.beat("2026-03-06 12:02")["alerts"] == []


def test_outside_of_the_active_hours_a_beat_works_and_says_nothing(place: Place) -> None:
    place.write("daykeep.toml", f'{CLASSIC}[heartbeat]\nactive_hours = "08:00-22:00"\n')
    place.write("USER.md", "- **Timezone:** Asia/Shanghai\n- **Time zone:** Mars\n")
    place.write("memory/2026-03-04.md", f"# 2026-03-04\n\n{LESSON}")
    write_job(place, "cron/distill.md", schedule="sunday 23:00", run="distill", quiet="false")
    night = place.beat("2026-03-08 23:05")
    assert [row["job"] for row in night["done"]] == ["distill"]
    assert (night["answer"], night["active"]) == ("HEARTBEAT_OK", False)
    assert place.call("heartbeat", "--at", "2026-03-09 07:59")[0] == "HEARTBEAT_OK\n"
    morning = place.call("heartbeat", "--at", "2026-03-09 08:00")[0]
    assert "distill: learned " in morning
    assert '"Mars"' in morning
    window = ask(place, "jobs", "--at", "2026-03-08 23:05")["active_hours"]
    assert (window["open"], window["opens_at"]) == (False, "2026-03-09T08:00:00+08:00")


def test_beat_as_json_shows_checklist_and_timetable_and_leaves_the_files_alone(place: Place) -> None:
    place.write("HEARTBEAT.md", "- mail, weekdays 09:00\n")
    before = place.files()
    answer = place.beat("2026-03-06 12:00")
    assert answer["checklist"][0]["next"][0] == "2026-03-09T09:00:00+08:00"
    assert answer["timetable"] == []
    assert place.files() == before
    place.write("HEARTBEAT.md", "# HEARTBEAT.md\n<!-- nothing -->\n")
    assert place.beat("2026-03-06 12:01")["checklist"] is None
    assert "checklist" not in place.beat("2026-03-06 12:02", "--no-alerts")


def test_doctor_job_tells_of_new_findings_once(place: Place) -> None:
    write_job(place, "cron/check.md", schedule="daily 08:30", run="doctor")
    place.beat("2026-03-06 09:00")
    assert place.beat("2026-03-07 09:00")["quiet"]
    place.write("memory/2026-03-06.md", "# 2026-03-06\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n")
    answer = place.beat("2026-03-08 09:00")
    assert "memory/2026-03-06.md" in answer["answer"]
    for day in ("09", "10", "20"):
        assert place.beat(f"2026-03-{day} 09:00")["quiet"]


def test_doctor_job_leaves_to_every_beat_what_every_beat_looks_for(place: Place) -> None:
    write_job(place, "cron/check.md", schedule="daily 08:30", run="doctor")
    place.write("USER.md", "- **Timezone:** PST\n")
    place.write("daykeep.toml", "memory.budget_char = 5\n")
    lines = place.call("heartbeat", "--at", "2026-03-06 09:00")[0].splitlines()
    assert len([line for line in lines if "PST" in line]) == 1
    assert len([line for line in lines if "unknown setting" in line]) == 1


def test_many_findings_at_once_are_one_alert(place: Place) -> None:
    write_job(place, "cron/check.md", schedule="daily 08:30", run="doctor")
    place.beat("2026-03-06 09:00")
    for day in range(10, 20):
        place.write(f"memory/2026-02-{day}.md", "# log\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n")
    (line,) = place.call("heartbeat", "--at", "2026-03-07 09:00")[0].splitlines()
    assert line.startswith("- the doctor found 10 new things in memory/2026-02-10.md, memory/2026-02-11.md")
    assert line.endswith("`daykeep doctor` lists them")


def test_dry_run_and_start_leave_out_what_is_not_the_jobs(place: Place) -> None:
    write_job(place, "cron/backup.md", schedule="daily 09:00", run="touch made")
    out, _ = place.call("heartbeat", "--dry-run", "--at", "2026-03-06 12:00")
    assert "backup" not in out
    answer = ask(place, "jobs", "--at", "2026-03-06 12:00")
    (row,) = [row for row in answer["jobs"] if row["name"] == "backup"]
    assert row["enabled"] is False
    assert "put this line under" in row["refused"]


def test_long_command_is_named_in_a_line_and_shown_whole_in_the_list_of_jobs(place: Place) -> None:
    command = f"rsync {'x' * 300} y"
    write_job(place, "cron/backup.md", schedule="daily 09:00", run=command)
    out, _ = place.call("heartbeat", "--at", "2026-03-06 12:00")
    assert out.splitlines()[0] == (
        "- cron/backup.md runs a command that is not enabled; `daykeep heartbeat jobs` shows how to enable it"
    )
    assert command in place.call("heartbeat", "jobs", "--at", "2026-03-06 12:00")[0]


def test_archive_job_moves_old_logs_that_are_distilled(place: Place) -> None:
    place.write("memory/2026-03-04.md", f"# 2026-03-04\n\n{LESSON}")
    write_job(place, "cron/distill.md", schedule="sunday 23:00", run="distill")
    write_job(place, "cron/archive.md", schedule="monday 04:00", run="archive")
    place.beat("2026-03-08 23:05")
    place.write("memory/2026-03-10.md", f"# 2026-03-10\n\n{LESSON}")
    answer = place.beat("2026-03-16 09:00")
    assert "memory/2026-03-04.md" in place.files()
    answer = place.beat("2026-06-08 09:00")
    assert [row["job"] for row in answer["done"]] == ["archive"]
    assert "memory/archive/2026/2026-03-04.md" in place.files()
    assert "memory/2026-03-04.md" not in place.files()
    assert "memory/2026-03-10.md" in place.files()
    assert place.beat("2026-06-08 09:05")["outcomes"] == []


def test_index_job_brings_the_search_index_up_to_date(place: Place) -> None:
    place.write("memory/2026-03-04.md", f"# 2026-03-04\n\n{LESSON}")
    write_job(place, "cron/index.md", schedule="daily 05:00", run="index")
    answer = place.beat("2026-03-05 09:00")
    (row,) = (row for row in answer["done"] if row["job"] == "index")
    assert row["summary"].startswith("indexed 3 files, 0 are gone")
    status = json.loads(place.call("index", "status", "--json")[0])
    assert (status["documents"], status["stale"]) == (3, [])
    place.write("memory/2026-03-05.md", "# 2026-03-05\n\n- one more\n")
    assert json.loads(place.call("index", "status", "--json")[0])["stale"] == [
        "workspace:memory/2026-03-05.md"
    ]
    place.beat("2026-03-06 09:00")
    assert json.loads(place.call("index", "status", "--json")[0])["stale"] == []
    assert place.beat("2026-03-06 09:05")["done"] == []


def test_index_job_says_that_no_index_can_be_kept(place: Place) -> None:
    (place.root.parent / ".cache").write_text("no folder")
    write_job(place, "cron/index.md", schedule="daily 05:00", run="index")
    answer = place.beat("2026-03-05 09:00")
    assert "no index can be kept" in json.dumps(answer)
