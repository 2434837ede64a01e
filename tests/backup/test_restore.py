"""A restore writes nothing over what is there, nothing outside its folder, and ends what was cut short."""

from __future__ import annotations

import os
import tarfile

import pytest

from daykeep.backup import restore as room
from daykeep.backup.restore import BUNDLE_FILE, apply_restore, plan_restore
from daykeep.errors import ConflictError, DocumentError, GitError, LockedError, RefusedError, StorageError
from daykeep.files.store import Files
from daykeep.git.bundle import Head, make_repository
from daykeep.workspace.restored import RESTORE_FILE, UnderWay, find_mark
from tests.backup.building import NOW, backup, folder_row, made_up, make_workspace, member, picture, row
from tests.git.playground import Playground


@pytest.fixture
def whole(tmp_path):
    (tmp_path / "w").mkdir()
    backup(make_workspace(tmp_path / "w"), tmp_path / "b")
    return tmp_path / "b"


def restore(path, root, *, force=False, **options):
    return apply_restore(plan_restore(path, root, **options), now=NOW, force=force)


def test_restore_into_a_folder_that_is_not_empty_is_refused_and_changes_nothing(whole, tmp_path):
    (tmp_path / "r").mkdir()
    (tmp_path / "r/mine.txt").write_text("mine")
    with pytest.raises(ConflictError, match="not empty"):
        restore(whole, tmp_path / "r")
    assert os.listdir(tmp_path / "r") == ["mine.txt"]


def test_restore_into_an_empty_folder_or_one_with_locks_only(whole, tmp_path):
    (tmp_path / "r").mkdir()
    with Files(tmp_path / "r").lock("x"):
        pass
    restore(whole, tmp_path / "r")
    assert picture(tmp_path / "r") == picture(tmp_path / "w")


@pytest.mark.parametrize(
    "name", [".daykeep/data/sessions/one/history.jsonl", ".daykeep/data/x.json", ".daykeep/spool/x", ".git"]
)
def test_folder_with_data_of_daykeep_or_a_repository_is_not_empty(whole, tmp_path, name):
    (tmp_path / "r" / name).parent.mkdir(parents=True)
    (tmp_path / "r" / name).write_text("x")
    with pytest.raises(ConflictError, match="not empty"):
        restore(whole, tmp_path / "r")


def test_files_that_differ_refuse_all_and_are_set_aside_first_by_force(whole, tmp_path):
    root = tmp_path / "r"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text("newer")
    (root / "mine.txt").write_text("mine")
    plan = plan_restore(whole, root, into=True)
    assert plan.conflicts == ("MEMORY.md",)
    with pytest.raises(ConflictError, match=r"1 of the backup's files.*MEMORY.md") as caught:
        apply_restore(plan, now=NOW)
    assert caught.value.details["conflicts"] == ["MEMORY.md"]
    assert sorted(path.name for path in root.iterdir()) == ["MEMORY.md", "memory", "mine.txt"]
    done = apply_restore(plan, now=NOW, force=True)
    assert (root / done.set_aside / "MEMORY.md").read_text() == "newer"
    assert (root / "mine.txt").read_text() == "mine"
    assert (root / "MEMORY.md").read_bytes() == (tmp_path / "w/MEMORY.md").read_bytes()


def test_folder_or_link_in_a_files_place_is_never_moved(whole, tmp_path):
    for number, make in enumerate((lambda path: path.mkdir(), lambda path: path.symlink_to(tmp_path))):
        root = tmp_path / f"r{number}"
        root.mkdir()
        make(root / "MEMORY.md")
        with pytest.raises(ConflictError, match="another kind"):
            restore(whole, root, into=True, force=True)
        assert not (root / "SOUL.md").exists()


def test_link_in_a_folders_place_is_no_way_out(whole, tmp_path):
    (tmp_path / "r").mkdir()
    (tmp_path / "outside").mkdir()
    (tmp_path / "r/memory").symlink_to(tmp_path / "outside")
    with pytest.raises(ConflictError):
        restore(whole, tmp_path / "r", into=True)
    with pytest.raises(ConflictError):
        restore(whole, tmp_path / "r", into=True, force=True)
    assert os.listdir(tmp_path / "outside") == []


def test_same_backup_again_writes_nothing(whole, tmp_path):
    first = restore(whole, tmp_path / "r")
    before = picture(tmp_path / "r")
    again = restore(whole, tmp_path / "r", into=True)
    assert (again.written, again.same, again.history) == (0, len(before), "there already")
    assert first.written > 10
    assert picture(tmp_path / "r") == before


TARGETS = ["/etc/passwd", "../outside", "a/../../outside", "notes/..", ".git/config", "../.GIT/hooks"]


@pytest.mark.parametrize("target", TARGETS)
def test_link_out_of_the_workspace_is_not_made_and_named(tmp_path, target):
    link = {"name": "out", "kind": "link", "target": target}
    path = made_up(tmp_path / "b", member("files/out", kind=tarfile.SYMTYPE, linkname=target), rows=[link])
    done = restore(path, tmp_path / "r")
    assert [left.name for left in done.left_out] == ["out"]
    assert not os.path.lexists(tmp_path / "r/out")


def test_set_user_bit_of_a_backup_is_refused(tmp_path):
    with pytest.raises(DocumentError):
        restore(
            made_up(tmp_path / "b", member("files/x", b"x"), rows=[row("x", mode="4755")]), tmp_path / "r"
        )
    assert not (tmp_path / "r").exists()


def test_names_that_this_disk_takes_for_one_are_refused_there_and_restored_elsewhere(tmp_path, monkeypatch):
    members = (member("files/MEMORY.md", b"x"), member("files/memory.md", b"y"))
    path = made_up(tmp_path / "b", *members, rows=[row("MEMORY.md"), row("memory.md", b"y")])
    restore(path, tmp_path / "r")
    assert ((tmp_path / "r/MEMORY.md").read_bytes(), (tmp_path / "r/memory.md").read_bytes()) == (b"x", b"y")
    monkeypatch.setattr(room, "folds_case", lambda root, name: True)
    with pytest.raises(RefusedError, match=r"takes 'MEMORY.md' and 'memory.md'"):
        restore(path, tmp_path / "r2")
    assert not (tmp_path / "r2/MEMORY.md").exists()


def test_damaged_backup_writes_nothing(whole, tmp_path):
    whole.write_bytes(whole.read_bytes()[:-100])
    with pytest.raises(DocumentError):
        restore(whole, tmp_path / "r")
    assert not (tmp_path / "r").exists()


def test_disk_without_room_is_said_before_anything_is_written(whole, tmp_path, monkeypatch):
    monkeypatch.setattr(room, "free_bytes", lambda folder: 500_000)
    with pytest.raises(StorageError, match="needs"):
        restore(whole, tmp_path / "r")
    assert not (tmp_path / "r").exists()


def test_backup_that_changes_between_check_and_writing_is_not_believed(whole, tmp_path):
    plan = plan_restore(whole, tmp_path / "r")
    rows = [folder_row("memory"), row("MEMORY.md", b"evil")]
    made_up(
        whole, member("files/memory", kind=tarfile.DIRTYPE), member("files/MEMORY.md", b"evil"), rows=rows
    )
    with pytest.raises(DocumentError, match="no longer what it was"):
        apply_restore(plan, now=NOW)
    assert not (tmp_path / "r/MEMORY.md").exists()


def test_restore_cut_short_says_so_and_the_same_backup_ends_it(whole, tmp_path, monkeypatch):
    real, calls = room.put_file, []

    def failing(root, found, pieces, **options):
        calls.append(found.name)
        if len(calls) == 5:
            raise StorageError("the disk is full")
        real(root, found, pieces, **options)

    monkeypatch.setattr(room, "put_file", failing)
    with pytest.raises(StorageError):
        restore(whole, tmp_path / "r")
    monkeypatch.setattr(room, "put_file", real)
    mark = find_mark(Files(tmp_path / "r"))
    assert mark is not None
    assert mark.path == str(whole)
    with pytest.raises(ConflictError, match="cut short"):
        backup(Files(tmp_path / "r"), tmp_path / "b2")
    (tmp_path / "w/MEMORY.md").write_text("other")
    backup(Files(tmp_path / "w"), tmp_path / "other")
    with pytest.raises(ConflictError, match="another backup"):
        restore(tmp_path / "other", tmp_path / "r", into=True)
    restore(whole, tmp_path / "r")
    assert find_mark(Files(tmp_path / "r")) is None
    assert len(picture(tmp_path / "r")) == len(picture(tmp_path / "w"))


def test_mark_that_cannot_be_read_names_no_backup(tmp_path):
    for data in (b"", b"[]", b"{", b'{"sha256": 1}'):
        (tmp_path / RESTORE_FILE).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / RESTORE_FILE).write_bytes(data)
        assert find_mark(Files(tmp_path)) in {UnderWay("", "", False), UnderWay("1", "", False)}


def test_second_restore_at_the_same_time_is_refused(whole, tmp_path):
    plan = plan_restore(whole, tmp_path / "r")
    (tmp_path / "r").mkdir()
    with Files(tmp_path / "r").lock("restore"), pytest.raises(LockedError):
        apply_restore(plan, now=NOW)


@pytest.mark.parametrize("where", ["own", "larger"])
def test_history_is_kept_as_a_file_where_there_is_a_repository_already(whole, tmp_path, where):
    root = tmp_path / "r" if where == "own" else tmp_path / "r/inner"
    playground = Playground(tmp_path / "r", tmp_path).start()
    head = playground.head()
    done = restore(whole, root, into=True)
    assert done.history.startswith(f"kept as {BUNDLE_FILE}: ")
    assert playground.head() == head
    Playground(root, tmp_path).git("bundle", "verify", "-q", str(root / BUNDLE_FILE))


def test_history_with_a_reference_that_no_backup_writes_is_not_taken_over(tmp_path, whole):
    Playground(tmp_path / "w", tmp_path).git("update-ref", "refs/replace/" + "a" * 40, "HEAD")
    bundle = tmp_path / "evil.bundle"
    Playground(tmp_path / "w", tmp_path).git("bundle", "create", "-q", str(bundle), "--all")
    (tmp_path / "r").mkdir()
    with pytest.raises(GitError, match="does not write"):
        make_repository(tmp_path / "r", bundle, Head("refs/heads/main", "", "sha1"))
