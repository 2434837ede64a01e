"""The log of what hooks did: bounded, masked, readable whatever stands in it."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from daykeep.files.store import Files
from daykeep.workspace.hooklog import (
    HOOK_LOG,
    LATE,
    MAX_BYTES,
    RAN,
    HookRun,
    last_runs,
    note_run,
    read_hooklog,
)

if TYPE_CHECKING:
    from pathlib import Path

AT = "2026-03-10T10:00:00+00:00"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / ".daykeep").mkdir()
    return tmp_path


def test_run_comes_back_as_it_was_noted(root: Path) -> None:
    run = HookRun(AT, "Stop", "5f1c-2a", LATE, "broken off after 25 seconds", 25_000, 0)
    assert note_run(root, run) == ""
    assert read_hooklog(Files(root)) == (run,)
    assert run.went_wrong


def test_last_run_of_each_event_is_found(root: Path) -> None:
    for number, event in enumerate(["Stop", "SessionStart", "Stop"]):
        note_run(root, HookRun(AT, event, ms=number))
    assert {name: run.ms for name, run in last_runs(read_hooklog(Files(root))).items()} == {
        "Stop": 2,
        "SessionStart": 1,
    }


def test_log_never_grows_beyond_its_limit_and_keeps_the_newest(root: Path) -> None:
    for number in range(900):
        note_run(root, HookRun(AT, "Stop", kind="bug", message=f"{number} {'x' * 490}"))
        assert (root / HOOK_LOG).stat().st_size <= MAX_BYTES
    runs = read_hooklog(Files(root))
    numbers = [int(run.message.split()[0]) for run in runs]
    assert numbers == list(range(numbers[0], 900))
    assert len(numbers) > 200


@pytest.mark.parametrize("field", ["event", "session", "message"])
def test_secret_is_masked_wherever_it_stands(root: Path, field: str) -> None:
    secret = "ghp_" + "Ab12" * 9
    note_run(root, HookRun(AT, "Stop")._replace(**{field: f"token={secret}"}))
    text = (root / HOOK_LOG).read_text(encoding="utf-8")
    assert "[secret:" in text
    assert secret not in text


def test_what_is_quoted_is_one_short_line(root: Path) -> None:
    note_run(root, HookRun(AT, "E" * 5000, "s\n" * 100, "bug", "a\n\x1b[31m" * 1000))
    (run,) = read_hooklog(Files(root))
    assert len(run.event) <= 80
    assert len(run.message) <= 500
    assert "\n" not in run.session + run.message


def test_folder_that_daykeep_was_not_set_up_in_stays_clean(tmp_path: Path) -> None:
    assert note_run(tmp_path, HookRun(AT, "Stop")) == ""
    assert list(tmp_path.iterdir()) == []


def test_log_that_can_not_be_written_is_told_not_raised(root: Path) -> None:
    (root / HOOK_LOG).mkdir(parents=True)
    assert "hooks.jsonl" in note_run(root, HookRun(AT, "Stop"))


def test_damaged_lines_are_passed_over(root: Path) -> None:
    note_run(root, HookRun(AT, "Stop"))
    with (root / HOOK_LOG).open("ab") as stream:
        stream.write(b'{"at": 7}\n[]\n{"at": "x", "event": "Odd", "ms": true, "kind": null}\nhalf')
    runs = read_hooklog(Files(root))
    assert [run.event for run in runs] == ["Stop", "Odd"]
    assert runs[1].ms == 0


def test_many_hooks_at_once_lose_no_line(root: Path) -> None:
    def note(number: int) -> None:
        for _ in range(10):
            note_run(root, HookRun(AT, "Stop", ms=number))

    threads = [threading.Thread(target=note, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    Files(root).merge_spool()
    assert len(read_hooklog(Files(root))) == 80
    assert {run.kind for run in read_hooklog(Files(root))} == {RAN}
