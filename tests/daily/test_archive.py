"""Old logs move to the archive: which, where to, and what the history says of it."""

import os
import signal
import subprocess
import sys
import time
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from daykeep.daily.archive import archive_logs, plan_archive
from daykeep.daily.days import read_day
from daykeep.daily.find import list_daily
from daykeep.errors import LockedError
from daykeep.files.store import Files
from daykeep.git.history import HistoryOff, open_history
from daykeep.workspace.archive import CHANGE_LOCK, memory_archive
from tests.git.playground import AUTHOR, Playground, move_in

TODAY = date(2026, 11, 30)
NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
OFF = HistoryOff("no git here", "")
OLD, NEW = "memory/2026-03-10.md", "memory/2026-11-20.md"
MOVED = "memory/archive/2026/2026-03-10.md"


def always(_name, _sha256):
    return True


@pytest.fixture
def playground(tmp_path, tmp_path_factory, monkeypatch):
    home = move_in(tmp_path_factory.mktemp("home"), monkeypatch)
    playground = Playground(tmp_path / "work", home).start()
    playground.write(OLD, "# 2026-03-10\n- old\n")
    playground.write(NEW, "# 2026-11-20\n- new\n")
    return playground


@pytest.fixture
def files(playground):
    return Files(playground.root)


def run(files, history=OFF, *, days=90, distilled=always):
    return archive_logs(
        files, day=TODAY, archive_days=days, history=history, author=AUTHOR, now=NOW, is_distilled=distilled
    )


def names(playground):
    return sorted(
        p.relative_to(playground.root).as_posix() for p in (playground.root / "memory").rglob("*.*")
    )


def test_old_log_moves_with_its_bytes_and_the_new_one_stays(playground, files):
    report = run(files)
    assert report.moved == [(OLD, MOVED)]
    assert (report.commit, report.problems, report.waiting) == (None, [], [])
    assert playground.read(MOVED) == "# 2026-03-10\n- old\n"
    assert names(playground) == [NEW, MOVED]


def test_log_of_exactly_the_limit_stays_and_a_day_older_moves(playground, files):
    playground.write("memory/2026-09-01.md", "a\n")
    playground.write("memory/2026-08-31.md", "b\n")
    assert [name for name, _ in run(files).moved] == [OLD, "memory/2026-08-31.md"]


def test_second_run_writes_nothing(playground, files):
    history = open_history(playground.root)
    run(files, history)
    head = playground.head()
    report = run(files, history)
    assert (report.moved, report.commit, report.problems) == ([], None, [])
    assert playground.head() == head


def test_what_is_not_distilled_stays_and_is_named(playground, files):
    report = run(files, distilled=lambda name, _: name != OLD)
    assert report.moved == []
    assert [tuple(entry) for entry in report.waiting] == [(OLD, "it is not distilled yet")]
    assert playground.read(OLD) is not None


def test_only_the_content_that_was_distilled_may_move(files):
    import hashlib

    seen = hashlib.sha256(b"# 2026-03-10\n- old\n").hexdigest()
    assert run(files, distilled=lambda _, sha256: sha256 != seen).moved == []
    assert run(files, distilled=lambda _, sha256: sha256 == seen).moved == [(OLD, MOVED)]


def test_folders_below_memory_are_kept_and_a_year_is_not_repeated(playground, files):
    for name in ("memory/office/2026-01-02-notes.md", "memory/2026/02/03.md", "memory/2026-04/05.md"):
        playground.write(name, "x\n")
    assert dict(run(files).moved) == {
        OLD: MOVED,
        "memory/office/2026-01-02-notes.md": "memory/archive/2026/office/2026-01-02-notes.md",
        "memory/2026/02/03.md": "memory/archive/2026/02/03.md",
        "memory/2026-04/05.md": "memory/archive/2026/2026-04/05.md",
    }
    assert [log.day for log in list_daily(files, archive=True)] == [
        date(2026, 1, 2),
        date(2026, 2, 3),
        OLD_DAY,
        date(2026, 4, 5),
        date(2026, 11, 20),
    ]


OLD_DAY = date(2026, 3, 10)


@pytest.mark.parametrize(
    "name",
    [
        "memory/2026/ideas.md",  # dated by its heading or its time only
        "memory/sessions/2026-01-02.md",
        "memory/.hidden/2026-01-02.md",
        "memory/archives/2026-01-02.md",
        "memory/evergreen.md",
        "memory/archive/2025/2025-01-02.md",
    ],
)
def test_what_is_no_log_or_is_kept_elsewhere_stays(playground, files, name):
    playground.write(name, "x\n")
    assert [old for old, _ in run(files, days=1).moved] == [OLD, NEW]
    assert playground.read(name) == "x\n"


def test_name_that_is_taken_is_not_overwritten(playground, files):
    playground.write(MOVED, "something else\n")
    assert run(files).moved == [(OLD, "memory/archive/2026/2026-03-10-2.md")]
    assert playground.read(MOVED) == "something else\n"
    assert playground.read("memory/archive/2026/2026-03-10-2.md") == "# 2026-03-10\n- old\n"


def test_two_logs_that_want_one_name_both_keep_their_text(playground, files):
    playground.write("memory/2026/2026-03-10.md", "other\n")
    assert len(run(files).moved) == 2
    kept = {playground.read(MOVED), playground.read("memory/archive/2026/2026-03-10-2.md")}
    assert kept == {"# 2026-03-10\n- old\n", "other\n"}


def test_copy_that_stands_in_the_archive_already_ends_the_move(playground, files):
    playground.write(MOVED, "# 2026-03-10\n- old\n")
    assert run(files).moved == [(OLD, MOVED)]
    assert names(playground) == [NEW, MOVED]


@pytest.mark.parametrize("mark", [".2026-03-10.md.swp", ".#2026-03-10.md", ".~lock.2026-03-10.md#"])
def test_log_that_is_open_in_an_editor_stays(playground, files, mark):
    (playground.root / "memory" / mark).symlink_to("ada@desk.1234")
    assert [tuple(entry) for entry in run(files).waiting] == [(OLD, "it is open in an editor")]


def test_log_that_is_written_while_it_moves_comes_back(playground, files):
    asked = []

    def distilled(name, _sha256):
        asked.append(name)
        if len(asked) == 2:  # the last look before the move
            Moving.text = "# 2026-03-10\n- old\n- more\n"
        return True

    class Moving(Files):
        text = ""

        def move(self, name, to):
            if self.text and name == OLD:
                (self.root / name).write_text(self.text)
            super().move(name, to)

    report = run(Moving(playground.root), distilled=distilled)
    assert [tuple(entry) for entry in report.waiting] == [(OLD, "it was written to while it was moved")]
    assert playground.read(OLD) == "# 2026-03-10\n- old\n- more\n"
    assert playground.read(MOVED) is None


def test_log_of_a_doubtful_year_stays(playground, files):
    for day in range(1, 9):
        playground.write(f"memory/2026-02-{day:02}.md", "x\n")
    playground.write("memory/2025-02-04.md", "x\n")
    assert [entry.name for entry in run(files).waiting] == ["memory/2025-02-04.md"]


def test_link_stays(playground, files):
    playground.write("elsewhere.md", "x\n")
    (playground.root / "memory/2026-01-05.md").symlink_to("../elsewhere.md")
    report = run(files)
    assert [entry.name for entry in report.waiting] == ["memory/2026-01-05.md"]
    assert report.moved == [(OLD, MOVED)]


def test_archive_that_leads_out_of_the_workspace_gets_nothing(playground, files, tmp_path):
    (tmp_path / "outside").mkdir()
    (playground.root / "memory/archive").symlink_to(tmp_path / "outside")
    report = run(files)
    assert report.moved == []
    assert "leads out of the workspace" in report.waiting[0].reason
    assert list((tmp_path / "outside").iterdir()) == []


def test_move_is_one_commit_that_git_sees_as_a_rename(playground, files):
    report = run(files, open_history(playground.root))
    assert report.commit == playground.head()
    assert playground.git("show", "-M100%", "--name-status", "--format=%s", "HEAD").splitlines() == [
        "Archived 1 log of 2026-03-10 in memory/archive/",
        "",
        f"R100\t{OLD}\t{MOVED}",
    ]
    assert playground.git("show", f"HEAD~1:{OLD}") == "# 2026-03-10\n- old\n"
    assert "Daykeep-Archived-Logs: 1" in playground.git("log", "-1", "--format=%B")


def test_move_that_was_not_committed_is_committed_by_the_next_run(playground, files):
    playground.git("add", "memory")
    playground.git("commit", "-q", "-m", "Logs")
    run(files)  # as a run that was killed before its commit leaves it
    report = run(files, open_history(playground.root))
    assert report.moved == []
    assert report.commit == playground.head()
    assert set(playground.tree()) == {"README.md", NEW, MOVED}


def test_a_log_that_somebody_deleted_is_not_taken_for_an_unfinished_move(playground, files):
    playground.git("add", "memory")
    playground.git("commit", "-q", "-m", "Logs")
    (playground.root / OLD).unlink()
    assert run(files, open_history(playground.root)).commit is None


def test_log_with_a_secret_the_history_lacks_stays(playground, files):
    playground.write(OLD, "key: sk-proj-Ab3dEf6hIj9kLmN0pQrStUvWxYz1234567890abcd\n")
    report = run(files, open_history(playground.root))
    assert report.moved == []
    assert [entry.name for entry in report.waiting] == [OLD]
    assert "secret" in report.waiting[0].reason
    assert playground.read(OLD) is not None


def test_log_that_git_ignores_moves_and_stays_out_of_the_history(playground, files):
    playground.write(".gitignore", "memory/????-??-??.md\n")
    report = run(files, open_history(playground.root))
    assert (report.moved, report.commit) == ([(OLD, MOVED)], None)
    assert not any(name.startswith("memory/") for name in playground.tree())


def test_log_with_a_conflict_stays_and_the_others_move(playground, files):
    playground.write("memory/2026-03-11.md", "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n")
    report = run(files, open_history(playground.root))
    assert report.moved == [(OLD, MOVED)]
    assert [entry.name for entry in report.waiting] == ["memory/2026-03-11.md"]


def test_nothing_moves_while_a_merge_is_under_way(playground, files):
    (playground.root / ".git/MERGE_HEAD").write_text(playground.head() + "\n")
    report = run(files, open_history(playground.root))
    assert report.moved == []
    assert len(report.problems) == 1
    assert playground.read(OLD) is not None


def test_what_is_staged_stays_staged(playground, files):
    playground.write("README.md", "# Changed\n")
    playground.git("add", "README.md")
    run(files, open_history(playground.root))
    assert playground.git("diff", "--cached", "--name-only").split() == ["README.md"]


def test_waits_for_whoever_changes_memory(playground):
    files = Files(playground.root, lock_timeout_seconds=0.1)
    with files.lock(CHANGE_LOCK), pytest.raises(LockedError):
        run(files)
    assert playground.read(OLD) is not None


def test_archived_log_is_live_no_more_and_its_day_can_still_be_read(files):
    run(files)
    assert [log.name for log in list_daily(files)] == [NEW]
    assert [each.name for each in read_day(files, OLD_DAY).documents] == [MOVED]


def test_archive_of_memory_is_no_log(playground, files):
    playground.write(memory_archive(2026), "# MEMORY.md · 2026\n")
    assert memory_archive(2026) not in [log.name for log in list_daily(files, archive=True)]


def test_plan_reads_only(playground, files):
    before = names(playground)
    plan = plan_archive(files, day=TODAY, archive_days=90, is_distilled=always)
    assert plan.moves == ((OLD, MOVED),)
    assert names(playground) == before


CHILD = """
import sys
from datetime import UTC, date, datetime
from pathlib import Path
from daykeep.daily.archive import archive_logs
from daykeep.files.store import Files
from daykeep.git.history import open_history
root = Path(sys.argv[1])
print("ready", flush=True)
archive_logs(Files(root), day=date(2026, 11, 30), archive_days=90, history=open_history(root),
    author="daykeep <daykeep@localhost>", now=datetime(2026, 11, 30, tzinfo=UTC), is_distilled=lambda *_: True)
"""


def _start(root: Path):
    return subprocess.Popen([sys.executable, "-c", CHILD, str(root)], stdout=subprocess.PIPE, text=True)


def _texts(root: Path) -> dict[str, int]:
    found: dict[str, int] = {}
    for path in (root / "memory").rglob("2026-0*.md"):
        found[path.read_text()] = found.get(path.read_text(), 0) + 1
    return found


def _fill(playground) -> dict[str, int]:
    texts = {}
    for number in range(1, 31):
        text = f"# a log\n- number {number}\n"
        playground.write(f"memory/2026-01-{number:02}.md", text)
        texts[text] = 1
    texts["# 2026-03-10\n- old\n"] = 1
    return texts


def test_kill_at_any_moment_loses_no_log_and_the_next_run_ends_it(playground, files):
    expected = _fill(playground)
    cut_short = 0
    for delay in (0.0, 0.02, 0.04, 0.06, 0.08, 0.1, 0.13, 0.16, 0.2, 0.3):
        child = _start(playground.root)
        assert child.stdout.readline() == "ready\n"
        time.sleep(delay)
        child.send_signal(signal.SIGKILL)
        cut_short += child.wait() == -signal.SIGKILL
        child.stdout.close()
        assert _texts(playground.root) == expected
    assert cut_short > 0
    run(files, open_history(playground.root))
    assert _texts(playground.root) == expected
    assert [log.name for log in list_daily(files)] == [NEW]
    recorded = [name for name in playground.tree() if name.startswith("memory/2026-0")]
    assert recorded == []
    archived = {playground.show(name) for name in playground.tree() if name.startswith("memory/archive/")}
    assert archived == set(expected)


def test_two_at_once_move_every_log_once(playground, files):
    expected = _fill(playground)
    children = [_start(playground.root) for _ in range(2)]
    for child in children:
        assert child.wait() == 0
        child.stdout.close()
    assert _texts(playground.root) == expected
    assert [log.name for log in list_daily(files)] == [NEW]
    assert not os.path.lexists(playground.root / "memory/archive/2026/2026-01-01-2.md")
