from __future__ import annotations

import os
from datetime import time
from pathlib import Path
from typing import Any

import pytest

from daykeep.files.store import Files
from daykeep.heartbeat.jobs import BUILT_IN, JobList, built_in_jobs, read_jobs, weekly_schedule
from daykeep.heartbeat.schedule import Schedule
from tests.heartbeat.support import HAVANA, SUNDAYS

SHIPPED = Path(__file__).parents[2] / "cron" / "jobs"


def jobs_of(root: Path, files: dict[str, str], **options: Any) -> JobList:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return read_jobs(Files(root), weekly=SUNDAYS, **options)


def job_file(**fields: str) -> str:
    lines = [f"{key}: {value}" for key, value in fields.items()]
    return "\n".join(["---", *lines, "---", "# Title", "", "Because of this.", ""])


GOOD = {"schedule": "friday 18:00", "run": "distill"}


def test_workspace_without_job_files_has_the_built_in_jobs(tmp_path: Path) -> None:
    assert jobs_of(tmp_path, {}) == JobList(built_in_jobs(SUNDAYS), ())
    assert [job.origin for job in built_in_jobs(SUNDAYS)] == [BUILT_IN, BUILT_IN]


def test_other_peoples_files_in_the_folder_are_left_alone_and_the_built_in_jobs_stay(tmp_path: Path) -> None:
    files = {
        "cron/README.md": "# How our cron works\n",
        "cron/jobs.json": "{}",
        "cron/note.md": "---\ntitle: x\n---\ntext\n",
        "cron/old/distill.md": job_file(**GOOD),
    }
    assert jobs_of(tmp_path, files) == JobList(built_in_jobs(SUNDAYS), ())


def test_shipped_job_files_are_the_built_in_jobs_with_archive_and_doctor(tmp_path: Path) -> None:
    files = {f"cron/{path.name}": path.read_text(encoding="utf-8") for path in SHIPPED.glob("*.md")}
    found = jobs_of(tmp_path, files)
    assert found.problems == ()
    bare = [job._replace(origin=BUILT_IN, why="") for job in found.jobs]
    assert bare[:2] == [job._replace(why="") for job in built_in_jobs(SUNDAYS)]
    assert [(job.name, job.run) for job in bare[2:]] == [("archive", "archive"), ("doctor", "doctor")]
    assert all(job.why and job.quiet and job.enabled for job in found.jobs)


def test_job_file_says_when_and_why(tmp_path: Path) -> None:
    found = jobs_of(tmp_path, {"cron/weekly.md": job_file(**GOOD, misfire="skip", enabled="no")})
    (job,) = found.jobs
    assert (job.name, job.run, job.origin, job.why) == (
        "weekly",
        "distill",
        "cron/weekly.md",
        "Because of this.",
    )
    assert (job.schedule, job.misfire, job.enabled) == (Schedule(5, time(18)), "skip", False)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"schedule": "sunda 23:00"}, 'cron/a.md:2: schedule "sunda 23:00" has "sunda"'),
        ({"schedule": ""}, 'cron/a.md:2: schedule "" is empty'),
        (
            {"run": ""},
            'cron/a.md:3: run "" is not one of daily-commit, distill, archive, index, doctor and no command',
        ),
        (
            {"zone": "PST"},
            'cron/a.md:4: zone "PST" is an abbreviation, not a zone; write America/Los_Angeles',
        ),
        ({"quiet": "perhaps"}, 'cron/a.md:4: quiet "perhaps" is not true or false'),
        ({"every": "30m"}, 'cron/a.md:4: has both "schedule" and "every"; write one of them'),
        ({"misfire": "always"}, 'cron/a.md:4: misfire "always" is not one of once, skip, ask'),
        ({"enabled": "maybe"}, 'cron/a.md:4: enabled "maybe" is not true or false'),
        ({"run": "daily-commit", "misfire": "ask"}, "cron/a.md:4: a commit is never asked about"),
    ],
)
def test_bad_job_file_is_named_with_its_line_and_does_not_run(
    tmp_path: Path, changes: dict[str, str], problem: str
) -> None:
    files = {
        "cron/a.md": job_file(**{**GOOD, **changes}),
        "cron/b.md": job_file(schedule="daily 1:00", run="daily-commit"),
    }
    found = jobs_of(tmp_path, files)
    assert [job.name for job in found.jobs] == ["b"]
    assert found.problems[0].startswith(problem)
    assert found.problems[0].endswith("; the job does not run")


def test_field_that_no_job_has_is_named_and_the_job_runs(tmp_path: Path) -> None:
    found = jobs_of(tmp_path, {"cron/a.md": job_file(**GOOD, timezone="Asia/Tokyo")})
    assert [job.name for job in found.jobs] == ["a"]
    assert found.problems == ('cron/a.md:4: "timezone" is not a job\'s field and has no effect',)


def test_second_job_for_the_same_action_is_named_and_does_not_run(tmp_path: Path) -> None:
    found = jobs_of(tmp_path, {"cron/a.md": job_file(**GOOD), "cron/b.md": job_file(**GOOD)})
    assert [job.name for job in found.jobs] == ["a"]
    assert found.problems == ('cron/b.md:1: runs "distill", as cron/a.md does; only that one counts',)


def test_setting_that_a_job_file_overrules_is_named(tmp_path: Path) -> None:
    found = jobs_of(tmp_path, {"cron/a.md": job_file(**GOOD)}, weekly_setting="daykeep.toml")
    assert found.problems == (
        "daykeep.toml sets distillation to every Sunday at 23:00, cron/a.md to every Friday at 18:00; the job file counts",
    )
    same = {"cron/a.md": job_file(schedule="0 23 * * 0", run="distill")}
    assert jobs_of(tmp_path, same, weekly_setting="daykeep.toml").problems == ()


@pytest.mark.parametrize(
    "text",
    [
        "---\nrun: distill\nschedule: sunday 23:00\n",
        "---\nrun: &a distill\nschedule: *a\n---\n",
        "---\nrun: [distill]\nschedule: {a: b}\n---\n",
        "---\nrun: !!python/object:os.system x\nschedule: daily 1:00\n---\n",
        "---\n" + "".join(f"key{n}: x\n" for n in range(1000)) + "run: distill\n---\n",
        "---\nrun: distill\nrun: daily-commit\nschedule: daily 1:00\n---\n",
        "\ufeff---\r\nrun: distill\r\nschedule: sunday 23:00\r\n---\r\n",
        "---\nrun: distill\nschedule: " + "9" * 100_000 + "\n---\n",
    ],
)
def test_strange_frontmatter_never_stops_the_beat(tmp_path: Path, text: str) -> None:
    found = jobs_of(tmp_path, {"cron/a.md": text})
    assert found.jobs or found.problems
    assert all("cron/a.md:" in problem for problem in found.problems)


@pytest.mark.parametrize("data", [b"\xff\xfe-\x00-\x00-\x00", b"\x00" * 500, b"---\nrun: \xe9\n---\n", b""])
def test_strange_bytes_never_stop_the_beat(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "cron").mkdir()
    (tmp_path / "cron" / "a.md").write_bytes(data)
    jobs_of(tmp_path, {})


def test_pipe_in_the_place_of_a_job_file_never_stops_the_beat(tmp_path: Path) -> None:
    (tmp_path / "cron").mkdir()
    os.mkfifo(tmp_path / "cron" / "a.md")
    (tmp_path / "cron" / "b.md").mkdir()
    assert jobs_of(tmp_path, {}).jobs == built_in_jobs(SUNDAYS)


def test_time_of_the_settings_that_is_none_is_named_and_the_usual_time_counts() -> None:
    assert weekly_schedule("friday", "18:30") == (Schedule(5, time(18, 30)), "")
    schedule, fault = weekly_schedule("friday", "half past six")
    assert schedule == Schedule(5, time(23, 0))
    assert 'distill.at "half past six"' in fault


def test_every_and_at_are_fields_too(tmp_path: Path) -> None:
    files = {
        "cron/a.md": job_file(every="30m", run="doctor"),
        "cron/b.md": job_file(at="2026-12-24 18:00", run="archive"),
        "cron/c.md": job_file(every="day at 09:00", run="distill"),
    }
    found = jobs_of(tmp_path, files)
    assert found.problems == ()
    assert [job.schedule.words for job in found.jobs] == [
        "every day at 09:00",
        "once, on 2026-12-24 at 18:00",
        "every 30 minutes",
    ]


@pytest.mark.parametrize(
    ("text", "words"), [("*/30 * * * *", "every 30 minutes"), ("@weekly", "every Sunday at 00:00")]
)
def test_cron_text_that_yaml_can_not_read_needs_no_quotes(tmp_path: Path, text: str, words: str) -> None:
    for written in (text, f'"{text}"'):
        found = jobs_of(tmp_path, {"cron/a.md": job_file(schedule=written, run="doctor")})
        assert (found.problems, [job.schedule.words for job in found.jobs]) == ((), [words])


def test_job_keeps_its_own_zone(tmp_path: Path) -> None:
    (job,) = jobs_of(tmp_path, {"cron/a.md": job_file(**GOOD, zone="Asia/Tokyo")}).jobs
    assert job.zone is not None
    assert (job.zone.name, job.zone_or(HAVANA).name) == ("Asia/Tokyo", "Asia/Tokyo")
    assert job._replace(zone=None).zone_or(HAVANA) is HAVANA


def test_anything_else_than_an_action_is_a_command_that_nobody_enabled(tmp_path: Path) -> None:
    found = jobs_of(tmp_path, {"cron/a.md": job_file(schedule="daily 09:00", run="rm -rf /")})
    (job,) = found.jobs
    assert (job.run, job.is_command, job.quiet, found.problems) == ("rm -rf /", True, False, ())
    assert job.refused == 'cron/a.md runs a command, "rm -rf /", which is not enabled'
    assert job.since is not None


def test_whoever_permits_is_asked_for_commands_only(tmp_path: Path) -> None:
    asked = []

    def permit(name: str, command: str) -> str:
        asked.append((name, command))
        return ""

    files = {
        "cron/a.md": job_file(schedule="daily 09:00", run="backup --all"),
        "cron/b.md": job_file(**GOOD),
        "cron/c.md": job_file(schedule="daily 10:00", run="backup --all"),
    }
    found = jobs_of(tmp_path, files, permit=permit)
    assert asked == [("cron/a.md", "backup --all"), ("cron/c.md", "backup --all")]
    assert [job.name for job in found.jobs] == ["b", "a", "c"]
    assert not any(job.refused for job in found.jobs)
