"""How the workspace is set up: layout, git, the routing table, leftovers of interrupted writes."""

from __future__ import annotations

import os
from pathlib import Path

from daykeep.doctor.setup import ERA_WORDS, LEFTOVER_WORDS, check_leftovers, check_routing, check_setup
from daykeep.files.locking.locks import acquire
from daykeep.git.history import HistoryOff, init_repository, open_history
from daykeep.workspace.layout import ERAS
from tests.doctor.examining import NOW, ids, subject
from tests.workspace.making import skill_text

MINUTE = 60


def test_every_era_has_its_words() -> None:
    assert set(ERA_WORDS) == set(ERAS)


def test_history_that_is_off_is_only_mentioned(tmp_path: Path) -> None:
    found = ids(check_setup(subject(tmp_path, {"SOUL.md": "x"})))
    assert set(found) == {"era:classic", "history:off"}
    assert {finding.level for finding in found.values()} == {"info"}


def test_problems_of_opening_have_ids_that_stay(tmp_path: Path) -> None:
    made = subject(
        tmp_path, {"SOUL.md": "x"}, problems=("daykeep.toml:2: unknown setting", "USER.md:3: no zone")
    )
    first, second = ids(check_setup(made)), ids(check_setup(made))
    assert [mark for mark in first if mark.startswith("setting:")] == [
        mark for mark in second if mark.startswith("setting:")
    ]
    assert len([mark for mark in first if mark.startswith("setting:")]) == 2


def test_old_lock_of_another_git_is_named_and_left_alone(tmp_path: Path) -> None:
    subject(tmp_path, {"SOUL.md": "x", ".gitignore": ".daykeep/\n"})
    init_repository(tmp_path)
    history = open_history(tmp_path)
    assert not isinstance(history, HistoryOff)
    lock = tmp_path / ".git" / "index.lock"
    lock.touch()
    made = subject(tmp_path, history=history)
    for minutes, said in ((1, False), (60, True)):
        moment = NOW.timestamp() - minutes * MINUTE
        os.utime(lock, (moment, moment))
        assert ("git-lock:index.lock" in ids(check_setup(made))) is said
    assert lock.exists()


def test_folder_ignored_by_the_repository_around_it_needs_no_lines(tmp_path: Path) -> None:
    subject(tmp_path, {".gitignore": "**/.daykeep/\n", "agent/SOUL.md": "x"})
    init_repository(tmp_path)
    root = tmp_path / "agent"
    made = subject(root, history=open_history(root))
    assert "ignore:.daykeep" not in ids(check_setup(made))
    (tmp_path / ".gitignore").write_text("", encoding="utf-8")
    assert "ignore:.daykeep" in ids(check_setup(made))


def test_agents_file_without_a_fence_is_left_in_peace(tmp_path: Path) -> None:
    contents: dict[str, str | bytes] = {"AGENTS.md": "x\n", "skills/sorter/SKILL.md": skill_text("sorter")}
    assert ids(check_routing(subject(tmp_path, contents))) == {}


def test_broken_skill_is_a_warning_with_its_line(tmp_path: Path) -> None:
    found = ids(check_routing(subject(tmp_path, {"skills/sorter/SKILL.md": skill_text("other")})))
    assert [(finding.level, finding.line) for finding in found.values()] == [("warning", 2)]


def test_files_that_an_interrupted_write_left_are_found_by_kind(tmp_path: Path) -> None:
    made = subject(tmp_path, {"SOUL.md": "x", "memory/heartbeat-state.json.corrupt-20260310T120000Z": "{bad"})
    found = ids(check_leftovers(made))
    assert [finding.level for finding in found.values()] == ["info"]
    assert {finding.id.split(":")[0] for finding in found.values()} <= set(LEFTOVER_WORDS)


def test_lock_of_a_dead_owner_is_no_warning_and_gone_after_the_next_write(tmp_path: Path) -> None:
    made = subject(tmp_path, {"SOUL.md": "x"})
    lock = acquire(str(tmp_path), "memory/x.md", timeout_seconds=1, purpose="test")
    lock._mutex.close()
    (finding,) = ids(check_leftovers(made)).values()
    assert (finding.id, finding.level, finding.fixable) == ("stale-lock:memory/x.md", "info", True)
    made.files.append("memory/x.md", lambda _tail: b"- one\n")
    assert ids(check_leftovers(made)) == {}
