"""A backup holds everything of a workspace, byte for byte, and comes whole or not at all."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import tarfile
import threading
from datetime import timedelta

import pytest

from daykeep.backup import make
from daykeep.backup.check import check_backup
from daykeep.backup.make import make_backup, plan_backup
from daykeep.backup.restore import apply_restore, plan_restore
from daykeep.errors import ConflictError, LockedError, RefusedError, StorageError
from daykeep.files.store import Files
from daykeep.git.history import HistoryOff, open_history
from daykeep.review.queue.proposals import Draft, propose
from daykeep.review.stores.joined import open_store
from tests.backup.building import NOW, ODD, backup, make_workspace, picture
from tests.files.archives.test_gathering import close
from tests.git.playground import Playground
from tests.review.proposal_contract import an_item


def restore(path, root, **options):
    return apply_restore(plan_restore(path, root, **options), now=NOW)


@pytest.fixture
def files(tmp_path):
    root = tmp_path / "w"
    root.mkdir()
    return make_workspace(root)


def test_backup_and_restore_give_the_same_tree_with_bytes_modes_times_links_and_odd_names(files, tmp_path):
    before = picture(files.root)
    assert len(before) > len(ODD)
    made = backup(files, tmp_path / "b.tar.gz")
    assert picture(files.root) == before
    done = restore(tmp_path / "b.tar.gz", tmp_path / "r")
    assert picture(tmp_path / "r") == before
    assert (made.missed, done.left_out, done.history) == ((), (), "made")


def test_backup_leaves_out_caches_locks_temporary_files_and_what_is_rebuilt(files, tmp_path):
    (files.root / "projects/x/node_modules/y").mkdir(parents=True)
    (files.root / "projects/x/.git").mkdir()
    os.mkfifo(files.root / "pipe")
    manifest = backup(files, tmp_path / "b").manifest
    names = {entry.found.name for entry in manifest.entries}
    assert not [
        name
        for name in names
        if "cache" in name or "locks" in name or ".tmp" in name or "node_modules" in name
    ]
    left = {left.name: left for left in manifest.left_out}
    assert set(left) == {"projects/x/node_modules", "projects/x/.git", "pipe"}
    assert left["pipe"].why == "it is a named pipe"
    assert not any(each.missed for each in left.values())


def test_backup_brings_the_history_and_waiting_proposals_back(files, tmp_path):
    store = open_store(files, open_history(files.root))
    created = store.create(Draft("distill", "MEMORY.md", None, (propose(an_item(), reason="low"),)), now=NOW)
    Playground(files.root, tmp_path).git("tag", "v1")
    before = Playground(files.root, tmp_path).git("for-each-ref")
    head = open_history(files.root).head()
    backup(files, tmp_path / "b")
    restore(tmp_path / "b", tmp_path / "r")
    playground = Playground(tmp_path / "r", tmp_path)
    assert playground.git("for-each-ref") == before
    assert open_history(tmp_path / "r").head() == head
    assert playground.git("fsck", "--full") == ""
    assert playground.git("status", "--short", "MEMORY.md") == ""
    listing = open_store(Files(tmp_path / "r"), open_history(tmp_path / "r"), only_reads=True).list_waiting()
    assert [proposal.id for proposal in listing.proposals] == [created.id]


@pytest.mark.parametrize("state", ["detached", "unborn", "none", "sha256"])
def test_backup_keeps_every_state_of_a_history(tmp_path, state):
    root = tmp_path / "w"
    playground = Playground(root, tmp_path)
    if state in {"detached", "sha256"}:
        playground.start(*(["--object-format=sha256"] if state == "sha256" else []))
    if state == "detached":
        playground.git("checkout", "-q", "--detach")
    files = make_workspace(root, git=False) if root.exists() or not root.mkdir() else None
    if state == "unborn":
        playground.git("init", "-q")
    made = backup(files, tmp_path / "b")
    done = restore(tmp_path / "b", tmp_path / "r")
    assert made.missed == ()
    assert done.history == ("none" if state in {"unborn", "none"} else "made")
    if state in {"detached", "sha256"}:
        assert open_history(tmp_path / "r").head() == open_history(root).head()
        assert open_history(tmp_path / "r").branch() == open_history(root).branch()


def test_backup_of_a_folder_in_a_larger_repository_names_the_history_that_is_not_in_it(tmp_path):
    Playground(tmp_path / "big", tmp_path).start()
    (tmp_path / "big/w").mkdir()
    files = make_workspace(tmp_path / "big/w", git=False)
    made = backup(files, tmp_path / "b")
    assert made.manifest.bundle is None
    assert [left.name for left in made.manifest.left_out] == [".git"]
    assert str(tmp_path / "big") in made.manifest.left_out[0].why


def test_backup_of_a_damaged_repository_keeps_the_files_and_says_that_the_history_is_missed(files, tmp_path):
    for path in (files.root / ".git/objects").rglob("*"):
        if path.is_file():
            path.unlink()
    made = backup(files, tmp_path / "b")
    assert [left.name for left in made.missed] == [".git"]
    assert made.manifest.files > 10


def test_same_files_at_the_same_time_give_the_same_bytes(files, tmp_path):
    backup(files, tmp_path / "one")
    backup(files, tmp_path / "two")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    make_backup(files, tmp_path / "later", now=NOW + timedelta(days=1))
    assert (tmp_path / "one").read_bytes() != (tmp_path / "later").read_bytes()


def test_backup_is_for_its_owner_alone_and_can_be_unpacked_by_hand(files, tmp_path):
    backup(files, tmp_path / "b")
    assert stat.S_IMODE((tmp_path / "b").stat().st_mode) == 0o600
    with tarfile.open(tmp_path / "b") as tar:
        assert tar.extractfile("files/SOUL.md").read() == b"I like tea."
        assert {(info.uid, info.gid, info.uname) for info in tar} == {(0, 0, "")}


def test_backup_into_the_workspace_over_another_file_or_into_no_folder_is_refused(files, tmp_path):
    (tmp_path / "w2").symlink_to(files.root)
    for path in (files.root / "b", tmp_path / "w2/memory/b", tmp_path / "w2"):
        with pytest.raises(RefusedError):
            backup(files, path)
    with pytest.raises(StorageError, match="there is no folder"):
        backup(files, tmp_path / "nowhere/b")
    (tmp_path / "mine").write_bytes(b"mine")
    with pytest.raises(ConflictError, match="exists already"):
        backup(files, tmp_path / "mine")
    assert (tmp_path / "mine").read_bytes() == b"mine"
    make_backup(files, tmp_path / "mine", now=NOW, overwrite=True)
    assert check_backup(tmp_path / "mine").manifest.files > 10
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine", "w", "w2"]


def test_plan_names_what_a_backup_holds_and_writes_nothing(files, tmp_path):
    plan = plan_backup(files, tmp_path / "b")
    assert not (tmp_path / "b").exists()
    assert {e.found.name for e in plan.entries} == {
        e.found.name for e in backup(files, tmp_path / "b").manifest.entries
    }


def test_backup_that_reads_back_otherwise_is_not_kept(files, tmp_path, monkeypatch):
    (tmp_path / "b").write_bytes(b"the one before")
    real = make.check_backup

    def worn(path):
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 1
        path.write_bytes(bytes(data))
        return real(path)

    monkeypatch.setattr(make, "check_backup", worn)
    with pytest.raises(Exception, match="damaged"):
        make_backup(files, tmp_path / "b", now=NOW, overwrite=True)
    assert (tmp_path / "b").read_bytes() == b"the one before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b", "w"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_file_that_cannot_be_read_is_named_and_all_else_is_kept(files, tmp_path):
    (files.root / "memory/2026-03-10.md").chmod(0)
    made = backup(files, tmp_path / "b")
    assert [left.name for left in made.missed] == ["memory/2026-03-10.md"]
    assert made.manifest.files == len(ODD)


def test_folder_that_cannot_be_listed_is_named_and_all_else_is_kept(files, tmp_path, monkeypatch):
    (files.root / "closed/inner").mkdir(parents=True)
    close(monkeypatch, "closed")
    made = backup(files, tmp_path / "b")
    assert [(left.name, left.why) for left in made.missed] == [("closed/", "can't look into 'closed'")]
    assert made.manifest.files == len(ODD) + 1
    assert restore(tmp_path / "b", tmp_path / "r").left_out == ()


def test_name_that_leads_elsewhere_on_another_system_is_named_and_left_out(files, tmp_path):
    (files.root / "memory/%2e%2e").write_bytes(b"x")
    assert [left.name for left in backup(files, tmp_path / "b").missed] == ["memory/%2e%2e"]


def test_backup_waits_for_a_change_of_memory_and_says_who_makes_it(files, tmp_path):
    quick = Files(files.root, lock_timeout_seconds=0.05)
    with files.lock("memory/change", purpose="distill"), pytest.raises(LockedError, match="distill"):
        backup(quick, tmp_path / "b")
    assert not (tmp_path / "b").exists()


WRITER = """
import sys
from pathlib import Path
from daykeep.files.store import Files
files = Files(Path(sys.argv[1]))
print("ready", flush=True)
for number in range(400):
    files.append("memory/2026-03-11.md", lambda tail: f"- entry {number} {'x' * 3000} end\\n".encode())
    print(number, flush=True)
"""


def test_backup_while_another_process_appends_has_whole_entries_and_all_that_were_acknowledged(
    files, tmp_path
):
    command = [sys.executable, "-c", WRITER, str(files.root)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        acknowledged: list[int] = []

        def listen():
            acknowledged.extend(int(line) for line in process.stdout if line.strip().isdigit())

        reader = threading.Thread(target=listen)
        assert process.stdout.readline() == "ready\n"
        reader.start()
        rounds = 0
        while process.poll() is None and rounds < 6:
            known = list(acknowledged)
            backup(files, tmp_path / f"b{rounds}")
            restore(tmp_path / f"b{rounds}", tmp_path / f"r{rounds}")
            log = tmp_path / f"r{rounds}/memory/2026-03-11.md"
            lines = log.read_text().splitlines() if log.exists() else []
            assert all(line.endswith(" end") for line in lines)
            assert len(lines) >= len(known)
            rounds += 1
        process.kill()
        reader.join()
    assert rounds > 0


def test_backup_of_a_workspace_without_git_has_no_history(tmp_path):
    (tmp_path / "w").mkdir()
    made = backup(make_workspace(tmp_path / "w", git=False), tmp_path / "b")
    assert made.manifest.bundle is None
    assert made.manifest.left_out == ()
    restore(tmp_path / "b", tmp_path / "r")
    assert isinstance(open_history(tmp_path / "r"), HistoryOff)
