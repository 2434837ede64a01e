"""Commits: what they record, and that nothing else of the person's is touched."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from datetime import UTC, datetime, timedelta, timezone

import pytest

from daykeep.errors import ConfigError, GitError, RefusedError
from daykeep.git.history import History, open_history
from tests.git.playground import AUTHOR, NOON, Playground


def _history(playground: Playground, folder: str = "", wait_seconds: float = 10) -> History:
    history = open_history(playground.root / folder, wait_seconds=wait_seconds)
    assert isinstance(history, History), history
    return history


def _commit(
    history: History, *names: str, subject: str = "Log of 2026-03-10", at: datetime = NOON
) -> str | None:
    return history.commit(names, subject=subject, author=AUTHOR, at=at)


def test_commit_records_only_the_named_files(playground):
    playground.write("memory/a.md", "a\n")
    playground.write("memory/b.md", "b\n")
    start = playground.head()
    new = _commit(_history(playground), "memory/a.md")
    assert new == playground.head()
    assert playground.git("rev-parse", "HEAD^").strip() == start
    assert sorted(playground.tree()) == ["README.md", "memory/a.md"]
    assert playground.status() == ["?? memory/b.md"]


def test_commit_keeps_bytes_mode_and_links_as_they_are(playground):
    data = b"\xef\xbb\xbfone\r\ntwo \xff\x00"
    playground.write("memory/odd name \u201c\u4e2d\u201d.md", data)
    os.chmod(playground.write("tool.sh", "#!/bin/sh\n"), 0o700)
    (playground.root / "MEMORY.md").symlink_to("/etc/hostname")
    names = ["memory/odd name \u201c\u4e2d\u201d.md", "tool.sh", "MEMORY.md"]
    history = _history(playground)
    new = _commit(history, *names)
    assert history.read(new, names[0]) == data
    assert history.read(new, "MEMORY.md") == b"/etc/hostname"
    modes = {
        line.split("\t")[1]: line[:6] for line in playground.git("ls-tree", "-rz", "HEAD").split("\0")[:-1]
    }
    assert modes == {"README.md": "100644", names[0]: "100644", "tool.sh": "100755", "MEMORY.md": "120000"}
    assert playground.status() == []


def test_commit_of_unchanged_files_is_none_and_writes_nothing(playground):
    playground.write("a.md", "a\n")
    history = _history(playground)
    _commit(history, "a.md")
    before = (playground.head(), playground.index_sha256())
    assert _commit(history, "a.md", "README.md", "missing.md") is None
    assert (playground.head(), playground.index_sha256()) == before


def test_commit_of_nothing_is_none(playground):
    assert _commit(_history(playground)) is None


def test_commit_of_a_deleted_file_records_the_deletion(playground):
    playground.write("memory/a.md", "a\n")
    history = _history(playground)
    _commit(history, "memory/a.md")
    (playground.root / "memory" / "a.md").unlink()
    assert history.changed(["memory/a.md"]) == ["memory/a.md"]
    _commit(history, "memory/a.md")
    assert sorted(playground.tree()) == ["README.md"]
    assert playground.status() == []


def test_commit_message_author_and_date_are_as_asked_without_a_git_identity(playground, home):
    assert not (home / ".gitconfig").exists()
    playground.write("a.md", "a\n")
    shanghai = timezone(timedelta(hours=8))
    _history(playground).commit(
        ["a.md"],
        subject="Learned 1 thing\nInjected: yes\x1b[31m",
        body="From the log.\n\nAnd more.",
        trailers=[("Daykeep-Item", "01ABC\nDaykeep-Item: forged"), ("not a key", "x")],
        author="Day Keep <day@keep.example>",
        at=datetime(2026, 3, 10, 20, 30, tzinfo=shanghai),
    )
    raw = playground.git("cat-file", "commit", "HEAD")
    head, _, message = raw.partition("\n\n")
    assert "author Day Keep <day@keep.example> 1773145800 +0800" in head
    assert "committer Day Keep <day@keep.example> 1773145800 +0800" in head
    assert message == (
        "Learned 1 thing Injected: yes [31m\n\nFrom the log.\n\nAnd more.\n\nDaykeep-Item: 01ABC Daykeep-Item: forged\n"
    )


@pytest.mark.parametrize("author", ["nobody", "a <b> c <d>", "x <a@b>\nparent 123", ""])
def test_commit_with_a_bad_author_is_a_config_error(playground, author):
    with pytest.raises(ConfigError, match=r"history\.author"):
        _history(playground).commit(["README.md"], subject="s", author=author, at=NOON)


@pytest.mark.parametrize(
    "name", ["../x.md", "/etc/passwd", ".git/config", "-rf", "a\nb.md", "memory/../../x", ""]
)
def test_commit_of_a_name_outside_or_of_an_option_is_refused(playground, name):
    with pytest.raises(RefusedError):
        _commit(_history(playground), name)


def test_first_commit_on_an_unborn_branch(empty):
    empty.root.mkdir()
    empty.git("init", "-q", "-b", "main")
    empty.write("a.md", "a\n")
    empty.write("staged.md", "s\n")
    empty.git("add", "staged.md")
    assert _commit(_history(empty), "a.md") == empty.head()
    assert sorted(empty.tree()) == ["a.md"]
    assert empty.status() == ["A  staged.md"]


def test_commit_on_a_detached_head_moves_head_alone(playground):
    playground.git("checkout", "-q", "--detach")
    main = playground.git("rev-parse", "main")
    playground.write("a.md", "a\n")
    history = _history(playground)
    assert history.branch() is None
    assert _commit(history, "a.md") == playground.head()
    assert playground.git("rev-parse", "main") == main


def test_commit_leaves_index_entries_branch_worktree_and_staged_changes_alone(playground):
    playground.write("mine.md", "1\n")
    playground.write("gone.md", "1\n")
    playground.git("add", ".")
    playground.git("commit", "-qm", "mine")
    playground.write("mine.md", "2\n")
    playground.write("new.md", "n\n")
    playground.git("add", "mine.md", "new.md")
    playground.git("rm", "-q", "--cached", "gone.md")
    playground.write("mine.md", "3\n")
    playground.write("memory/a.md", "a\n")
    staged = [line for line in playground.staged().splitlines() if "memory/a.md" not in line]
    status = [line for line in playground.status() if "memory/a.md" not in line]
    _commit(_history(playground), "memory/a.md")
    assert [line for line in playground.staged().splitlines() if "memory/a.md" not in line] == staged
    assert playground.status() == status
    assert playground.git("symbolic-ref", "HEAD").strip() == "refs/heads/main"
    assert playground.git("show", "--name-only", "--format=", "HEAD").split() == ["memory/a.md"]
    assert (playground.root / "mine.md").read_text() == "3\n"


def test_reading_methods_leave_index_head_and_folder_untouched(playground):
    playground.write("a.md", "a\n")
    history = _history(playground)
    before = (playground.index_sha256(), playground.head(), sorted(os.listdir(playground.root / ".git")))
    history.changed(["a.md", "README.md"])
    history.left_out(["a.md"])
    history.ignored(["a.md"])
    history.log()
    history.find(playground.head()[:8])
    history.read(playground.head(), "README.md")
    history.list_names(playground.head())
    history.commit_at(NOON)
    history.merge(base=b"a", ours=b"b", theirs=b"a")
    assert (
        playground.index_sha256(),
        playground.head(),
        sorted(os.listdir(playground.root / ".git")),
    ) == before


def test_what_the_person_staged_of_the_same_file_stays_staged(playground):
    playground.write("MEMORY.md", "one\n")
    playground.git("add", "MEMORY.md")
    playground.git("commit", "-qm", "memory")
    playground.write("MEMORY.md", "one\nstaged by me\n")
    playground.git("add", "MEMORY.md")
    entry = playground.git("ls-files", "-s", "MEMORY.md")
    playground.write("MEMORY.md", "one\nstaged by me\nlearned\n")
    _commit(_history(playground), "MEMORY.md")
    assert playground.show("MEMORY.md") == "one\nstaged by me\nlearned\n"
    assert playground.git("ls-files", "-s", "MEMORY.md") == entry


def test_file_announced_with_intent_to_add_is_recorded_and_clean(playground):
    playground.write("a.md", "a\n")
    playground.git("add", "-N", "a.md")
    _commit(_history(playground), "a.md")
    assert playground.status() == []


def test_index_that_does_not_exist_is_made(playground):
    (playground.root / ".git" / "index").unlink()
    playground.write("a.md", "a\n")
    _commit(_history(playground), "a.md")
    assert playground.git("ls-files").split() == ["a.md"]


def test_commit_of_conflict_markers_is_refused_naming_file_and_line(playground):
    playground.write("a.md", "# Log\n<<<<<<< HEAD\nmine\n=======\ntheirs\n>>>>>>> side\n")
    playground.write("b.md", "b\n")
    head = playground.head()
    with pytest.raises(GitError, match=r'"a.md": line 2 starts a merge conflict'):
        _commit(_history(playground), "b.md", "a.md")
    assert playground.head() == head


def test_commit_of_an_unmerged_path_is_refused_even_without_markers(playground):
    playground.write("a.md", "base\n")
    playground.git("add", "a.md")
    playground.git("commit", "-qm", "base")
    playground.write("a.md", "stashed\n")
    playground.git("stash", "-q")
    playground.write("a.md", "committed\n")
    playground.git("commit", "-qam", "other")
    playground.git("stash", "pop", fails=True)
    playground.write("a.md", "looks settled\n")
    with pytest.raises(GitError, match="open conflict"):
        _commit(_history(playground), "a.md")


def test_foreign_index_lock_is_waited_for_reported_and_never_removed(playground):
    lock = playground.write(".git/index.lock", "")
    playground.write("a.md", "a\n")
    before = (playground.head(), playground.index_sha256())
    with pytest.raises(GitError, match=r"index\.lock.*waited 0\.3 seconds") as caught:
        _commit(_history(playground, wait_seconds=0.3), "a.md")
    assert "remove that file yourself" in str(caught.value.hint)
    assert lock.exists()
    assert (playground.head(), playground.index_sha256()) == before
    lock.unlink()
    assert _commit(_history(playground), "a.md")
    assert playground.status() == []


def test_foreign_index_lock_that_goes_away_is_only_waited_for(playground):
    lock = playground.write(".git/index.lock", "")
    playground.write("a.md", "a\n")
    timer = threading.Timer(0.4, lock.unlink)
    timer.start()
    started = time.monotonic()
    assert _commit(_history(playground), "a.md")
    timer.join()
    assert time.monotonic() - started >= 0.3


@pytest.mark.parametrize("lock", ["HEAD.lock", "refs/heads/main.lock"])
def test_foreign_branch_lock_is_reported_and_the_index_is_put_back(playground, lock):
    path = playground.write(f".git/{lock}", "")
    playground.write("a.md", "a\n")
    playground.write("README.md", "changed\n")
    staged = playground.staged()
    with pytest.raises(GitError, match=r"holds the branch; waited 0\.3 seconds"):
        _commit(_history(playground, wait_seconds=0.3), "a.md", "README.md")
    assert path.exists()
    assert playground.staged() == staged
    path.unlink()
    assert _commit(_history(playground), "a.md", "README.md")
    assert playground.status() == []


def test_damaged_branch_file_is_an_error_not_a_new_beginning(playground):
    playground.write(".git/refs/heads/main", b"")
    playground.write("a.md", "a\n")
    with pytest.raises(GitError, match="damaged"):
        _commit(_history(playground), "a.md")
    assert (playground.root / ".git" / "refs" / "heads" / "main").read_bytes() == b""


def test_commit_from_within_a_git_hook_uses_the_right_repository_and_index(playground, monkeypatch, tmp_path):
    other = Playground(tmp_path / "other", tmp_path).start()
    monkeypatch.setenv("GIT_DIR", str(other.root / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other.root / ".git" / "index"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other.root))
    head, index = other.head(), other.index_sha256()
    playground.write("a.md", "a\n")
    assert _commit(_history(playground), "a.md") == playground.head()
    assert (other.head(), other.index_sha256()) == (head, index)


def test_commits_in_a_race_with_the_persons_own_lose_nothing(playground):
    """The person commits all the time: what daykeep acknowledged is in the history, and the index agrees with it.

    None is a right answer too: the person's commit took the same content along.
    """
    stop = threading.Event()

    def commit_as_person() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            playground.write(f"person/{number}.md", "p\n")
            subprocess.run(
                ["git", "commit", "-q", "--allow-empty", "-m", f"person {number}"],
                cwd=playground.root, env=playground.environment, capture_output=True, check=False,
            )  # fmt: skip
            time.sleep(0.2)

    person = threading.Thread(target=commit_as_person)
    person.start()
    history = _history(playground)
    done: set[str] = set()
    try:
        for number in range(12):
            playground.write(f"memory/{number}.md", "d\n")
            if _commit(history, f"memory/{number}.md", subject=f"daykeep {number}"):
                done.add(f"daykeep {number}")
    finally:
        stop.set()
        person.join()
    subjects = playground.git("log", "--format=%s").splitlines()
    assert done <= set(subjects)
    assert done
    assert {f"memory/{number}.md" for number in range(12)} <= set(playground.tree())
    assert not [line for line in playground.status() if "memory/" in line]


def test_date_before_1970_and_far_future_are_recorded_as_near_as_git_can(playground):
    history = _history(playground)
    for year in (1960, 2099):
        playground.write("a.md", f"{year}\n")
        assert _commit(history, "a.md", at=datetime(year, 1, 1, tzinfo=UTC))
    assert [commit.at.year for commit in history.log(["a.md"])] == [2099, 1970]
