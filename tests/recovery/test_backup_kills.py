"""Killed while a backup is written or laid out: the old file or the new one, and the same command again ends it."""

from __future__ import annotations

import shutil

import pytest

from daykeep.backup.check import check_backup
from daykeep.backup.make import make_backup
from daykeep.backup.restore import apply_restore, plan_restore
from daykeep.files.store import Files
from daykeep.workspace.restored import find_mark
from tests.backup.building import NOW, backup, make_workspace, picture
from tests.recovery.forked import run_and_die

SAMPLE_POINTS, ALL_POINTS = 14, 120


def points(calls, count):
    return sorted({1 + round(step * (calls - 1) / (count - 1)) for step in range(count)})


def check_backup_kills(folder, count, *, half):
    (folder / "w").mkdir()
    files = make_workspace(folder / "w", git=False)
    backup(files, folder / "old")
    (folder / "w/MEMORY.md").write_bytes(b"# Memory\n- Newer\n")

    def again():
        make_backup(Files(folder / "w"), folder / "out/b", now=NOW, overwrite=True)

    (folder / "out").mkdir()
    calls = run_and_die(again, 0).count
    new = (folder / "out/b").read_bytes()
    old = (folder / "old").read_bytes()
    assert old != new
    kills = 0
    for at in points(calls, count):
        (folder / "out/b").write_bytes(old)
        kills += run_and_die(again, at, half=half).killed
        assert (folder / "out/b").read_bytes() in {old, new}, at
        check_backup(folder / "out/b")
        again()
        assert [path.name for path in (folder / "out").iterdir()] == ["b"], (
            at
        )  # what the dead one left is gone
        assert (folder / "out/b").read_bytes() == new
    return kills


def check_restore_kills(folder, count, *, half):
    (folder / "w").mkdir()
    backup(make_workspace(folder / "w"), folder / "b")
    wanted = picture(folder / "w")

    def restore(root):
        apply_restore(plan_restore(folder / "b", root), now=NOW)

    calls = run_and_die(lambda: restore(folder / "whole"), 0).count
    assert picture(folder / "whole") == wanted
    kills = 0
    for at in points(calls, count):
        root = folder / str(at)
        kills += run_and_die(lambda root=root: restore(root), at, half=half).killed
        if root.exists():
            half_done = {
                name: row for name, row in picture(root).items() if row[0] == "file" and ".tmp" not in name
            }
            half_done = {name: row for name, row in half_done.items() if name in wanted}
            assert all(row[3] == wanted[name][3] for name, row in half_done.items()), at
        if root.exists() and picture(root) == wanted and find_mark(Files(root)) is None:
            continue  # it had ended
        restore(root)
        assert picture(root) == wanted, at
        assert find_mark(Files(root)) is None
        shutil.rmtree(root)
    return kills


@pytest.mark.parametrize("check", [check_backup_kills, check_restore_kills], ids=["backup", "restore"])
def test_kill_during_backup_or_restore_leaves_old_or_new_and_the_next_run_ends_it(quick_folder, check):
    assert check(quick_folder, SAMPLE_POINTS, half=False) >= SAMPLE_POINTS - 2


@pytest.mark.soak
@pytest.mark.parametrize("half", [False, True], ids=["before", "half-way"])
@pytest.mark.parametrize("check", [check_backup_kills, check_restore_kills], ids=["backup", "restore"])
def test_kill_at_many_points_of_backup_and_restore(quick_folder, check, half):
    check(quick_folder, ALL_POINTS, half=half)
