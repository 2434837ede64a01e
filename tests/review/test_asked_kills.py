"""Killed while forgetting or while changing a core file: each file is old or new, and the same call again ends it."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from daykeep.files.store import Files
from daykeep.memory.decisions import find_tombstones, is_trusted, record_trust
from daykeep.memory.sources import hash_line
from daykeep.review.asking.copies import FOLDER
from daykeep.review.asking.propose import draft_changes, plan_append
from daykeep.review.forgetting.forget import apply_forget, plan_forget
from daykeep.review.stores.filestore import FileStore
from daykeep.review.takeback.revert import apply_revert, plan_revert
from daykeep.review.verdict.decide import APPROVED
from daykeep.review.verdict.hunks import APPEND
from tests.git.playground import AUTHOR, NOON
from tests.recovery.forked import run_in_child
from tests.review.deciding import OFF, decide_all, desk_of
from tests.review.dying import Dying

DAY = date(2026, 3, 16)
OLD = {
    "MEMORY.md": "# Memory\n\n- The key is under the mat\n- Drink water\n",
    "memory/notes/house.md": "# House\n\nThe key is under the mat.\nThe door is green.\n",
    "SOUL.md": "# Soul\n",
}
STEPS = 40
"""More writes than either call makes: the last rounds run to their end."""


def _set_up(root: Path) -> Files:
    for name, text in OLD.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    files = Files(root)
    known = {name: files.find_document(name).sha256 for name in ("MEMORY.md", "SOUL.md")}
    record_trust(files, known, now=NOON, by="ada", how="trust")
    return files


def _forget(files: Files) -> None:
    plan = plan_forget(files, "under the mat", memory="MEMORY.md")
    apply_forget(files, OFF, plan, language="en", now=NOON, day=DAY, by="ada", author=AUTHOR, problems=[])


def test_every_kill_while_forgetting_leaves_old_or_new_files_and_no_false_alarm(tmp_path):
    killed = 0
    for step in range(STEPS):
        root = tmp_path / str(step)
        root.mkdir()
        files = _set_up(root)
        before = {name: (root / name).read_text() for name in OLD}
        ended = not run_in_child(lambda root=root, step=step: _forget(Dying(root, step))).killed
        killed += not ended
        for name, text in before.items():
            now = (root / name).read_text()
            assert now in {text, "".join(line for line in text.splitlines(True) if "mat" not in line)}
        assert is_trusted(files, "MEMORY.md", files.find_document("MEMORY.md").sha256)
        if any("mat" in (root / name).read_text() for name in OLD):
            _forget(files)
        assert not any("mat" in (root / name).read_text() for name in OLD)
        assert hash_line("The key is under the mat") in find_tombstones(files)
        if ended:
            break
    assert killed >= 4
    assert ended


def _bring_back(files: Files) -> None:
    for name in files.list_names(FOLDER):
        item = name.rsplit("/", 1)[-1].removesuffix(".json")
        plan = plan_revert(files, OFF, item, memory="MEMORY.md")
        apply_revert(files, OFF, plan, now=NOON, author=AUTHOR, by="ada")


def test_every_kill_while_forgotten_lines_come_back_leaves_old_or_new_files_and_the_next_try_ends_it(
    tmp_path,
):
    killed = 0
    for step in range(STEPS):
        root = tmp_path / str(step)
        root.mkdir()
        files = _set_up(root)
        _forget(files)
        ended = not run_in_child(lambda root=root, step=step: _bring_back(Dying(root, step))).killed
        killed += not ended
        for name, text in OLD.items():
            now = (root / name).read_text()
            assert now in {text, "".join(line for line in text.splitlines(True) if "mat" not in line)}
        assert is_trusted(files, "MEMORY.md", files.find_document("MEMORY.md").sha256)
        _bring_back(files)
        assert {name: (root / name).read_text() for name in OLD} == OLD
        assert (find_tombstones(files), files.list_names(FOLDER)) == ({}, [])
        if ended:
            break
    assert killed >= 6
    assert ended


def test_every_kill_while_a_core_file_changes_leaves_the_old_or_the_new_one(tmp_path):
    killed = 0
    for step in range(STEPS):
        root = tmp_path / str(step)
        root.mkdir()
        files = _set_up(root)
        draft = draft_changes(
            "SOUL.md",
            files.find_document("SOUL.md"),
            [plan_append(files.find_document("SOUL.md"), "I ask first.")],
            origin="agent",
            day=DAY,
            rule=APPEND,
        )
        made = FileStore(files).create(draft, now=NOON)

        def approve(files, made=made):
            decide_all(files, FileStore(files), desk_of(OFF), made, APPROVED)

        ended = not run_in_child(
            lambda root=root, step=step, approve=approve: approve(Dying(root, step))
        ).killed
        killed += not ended
        assert (root / "SOUL.md").read_text() in {"# Soul\n", "# Soul\n\nI ask first.\n"}
        assert is_trusted(files, "SOUL.md", files.find_document("SOUL.md").sha256)
        if FileStore(files).list_waiting().proposals:
            approve(files)
            assert (root / "SOUL.md").read_text() == "# Soul\n\nI ask first.\n"
        if ended:
            break
    assert killed >= 3
    assert ended
