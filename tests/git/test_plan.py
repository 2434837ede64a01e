"""What a commit would change, and what it passes over and why."""

from __future__ import annotations

import os
import socket

import pytest

from daykeep.git.history import History, open_history
from daykeep.git.plan import find_conflict
from tests.git.playground import AUTHOR, NOON, Playground


def _history(playground: Playground, folder: str = "") -> History:
    history = open_history(playground.root / folder)
    assert isinstance(history, History), history
    return history


def _commit(history: History, *names: str) -> str | None:
    return history.commit(names, subject="s", author=AUTHOR, at=NOON)


def test_changed_lists_new_different_and_deleted_files_in_the_order_asked(playground):
    for name in ("a.md", "b.md", "c.md"):
        playground.write(name, name)
    history = _history(playground)
    _commit(history, "a.md", "b.md", "c.md")
    playground.write("b.md", "other")
    (playground.root / "c.md").unlink()
    playground.write("d.md", "d")
    assert history.changed(["d.md", "c.md", "b.md", "a.md", "never.md"]) == ["d.md", "c.md", "b.md"]


def test_commit_holds_files_that_are_byte_for_byte_as_it_has_them(playground):
    history = _history(playground)
    playground.write("a.md", "a")
    assert not history.holds(["a.md"])
    _commit(history, "a.md")
    assert history.holds(["a.md"])
    playground.write("a.md", "b")
    assert not history.holds(["README.md", "a.md"])
    (playground.root / "a.md").unlink()
    assert not history.holds(["a.md"])


def test_no_commit_holds_a_file_before_the_first(empty):
    empty.root.mkdir()
    empty.git("init", "-q", "-b", "main")
    empty.write("a.md", "a")
    assert _history(empty).log() == []
    assert not _history(empty).holds(["a.md"])


def test_touched_but_equal_file_has_not_changed(playground):
    path = playground.write("README.md", "# Mine\n")
    os.utime(path, (1, 1))
    assert _history(playground).changed(["README.md"]) == []


def test_mode_alone_is_a_change_unless_the_file_system_can_not_tell(playground):
    os.chmod(playground.root / "README.md", 0o700)
    history = _history(playground)
    assert history.changed(["README.md"]) == ["README.md"]
    playground.git("config", "core.fileMode", "false")
    assert history.changed(["README.md"]) == []
    os.chmod(playground.write("new.sh", "x"), 0o700)
    _commit(history, "new.sh")
    assert playground.tree()["new.sh"] == "100644"


def test_link_checked_out_as_a_file_stays_a_link(playground):
    (playground.root / "MEMORY.md").symlink_to("README.md")
    history = _history(playground)
    _commit(history, "MEMORY.md")
    (playground.root / "MEMORY.md").unlink()
    playground.write("MEMORY.md", "README.md")
    playground.git("config", "core.symlinks", "false")
    assert history.changed(["MEMORY.md"]) == []


def test_ignored_files_are_passed_over_and_never_forced(playground):
    playground.write(".gitignore", "*.tmp.md\nmemory/heartbeat-state.json\n")
    playground.write("memory/a.tmp.md", "x")
    playground.write("memory/heartbeat-state.json", "{}")
    playground.write("memory/a.md", "a")
    names = ["memory/a.tmp.md", "memory/a.md", "memory/heartbeat-state.json"]
    history = _history(playground)
    assert history.ignored(names) == {"memory/a.tmp.md", "memory/heartbeat-state.json"}
    assert history.changed(names) == ["memory/a.md"]
    _commit(history, *names)
    assert sorted(playground.tree()) == ["README.md", "memory/a.md"]


def test_file_in_the_index_is_recorded_although_a_rule_ignores_it(playground):
    playground.write("a.md", "1")
    playground.git("add", "a.md")
    playground.git("commit", "-qm", "a")
    playground.write(".gitignore", "a.md\n")
    playground.write("a.md", "2")
    history = _history(playground)
    assert history.ignored(["a.md"]) == set()
    assert _commit(history, "a.md")


def test_file_that_the_person_took_out_of_git_is_not_recorded_again(playground):
    playground.write("a.md", "1")
    playground.git("add", "a.md")
    playground.git("commit", "-qm", "a")
    playground.git("rm", "-q", "--cached", "a.md")
    playground.write(".gitignore", "a.md\n")
    playground.write("a.md", "2")
    assert _commit(_history(playground), "a.md") is None


@pytest.mark.parametrize("name", [":x.md", ":(glob)*.md", "a*.md", "[b].md", "! c.md", "#d.md"])
def test_names_that_look_like_patterns_mean_themselves(playground, name):
    playground.write(name, "1")
    playground.write("abc.md", "1")
    history = _history(playground)
    assert history.ignored([name]) == set()
    _commit(history, name)
    assert history.read(playground.head(), name) == b"1"
    assert len(playground.tree()) == 2
    assert history.changed([name]) == []
    assert [commit.subject for commit in history.log([name])] == ["s"]


def test_file_with_a_filter_is_left_to_the_person(playground):
    """An encrypting filter is not run here; the plain text must not reach the history."""
    playground.write(
        ".gitattributes", "secret.md filter=crypt\nutf16.md working-tree-encoding=UTF-16\nid.md ident\n"
    )
    for name in ("secret.md", "utf16.md", "id.md", "plain.md"):
        playground.write(name, "text")
    history = _history(playground)
    reasons = history.left_out(["secret.md", "utf16.md", "id.md", "plain.md"])
    assert set(reasons) == {"secret.md", "utf16.md", "id.md"}
    assert '"crypt"' in reasons["secret.md"]
    _commit(history, "secret.md", "plain.md")
    assert "secret.md" not in playground.tree()
    assert "plain.md" in playground.tree()


def test_file_beyond_a_link_or_in_another_repository_is_passed_over(playground, tmp_path, home):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "a.md").write_text("private")
    (playground.root / "memory").symlink_to(tmp_path / "elsewhere")
    Playground(playground.root / "notes", home).start()
    history = _history(playground)
    reasons = history.left_out(["memory/a.md", "notes/README.md"])
    assert 'beyond the symbolic link "memory"' in reasons["memory/a.md"]
    assert '"notes" is a repository of its own' in reasons["notes/README.md"]
    assert _commit(history, "memory/a.md", "notes/README.md") is None


def test_what_is_no_file_is_passed_over_without_waiting(playground, tmp_path, monkeypatch):
    os.mkfifo(playground.root / "pipe.md")
    (playground.root / "folder.md").mkdir()
    monkeypatch.chdir(playground.root)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.md")
        reasons = _history(playground).left_out(["pipe.md", "folder.md", "socket.md"])
    assert set(reasons) == {"pipe.md", "folder.md", "socket.md"}


@pytest.mark.skipif(os.getuid() == 0, reason="root can read everything")
def test_unreadable_file_is_passed_over_and_not_taken_for_deleted(playground):
    os.chmod(playground.root / "README.md", 0)
    assert "can't be read" in _history(playground).left_out(["README.md"])["README.md"]
    assert _history(playground).changed(["README.md"]) == []


def test_folder_that_took_a_files_place_is_recorded_by_its_files(playground):
    playground.write("notes", "a file")
    history = _history(playground)
    _commit(history, "notes")
    (playground.root / "notes").unlink()
    playground.write("notes/a.md", "a")
    _commit(history, "notes", "notes/a.md")
    assert sorted(playground.tree()) == ["README.md", "notes/a.md"]
    assert playground.status() == []


@pytest.mark.parametrize(
    ("attributes", "autocrlf", "recorded", "expected"),
    [
        ("", "", None, b"a\r\nb\r\n"),
        ("", "true", None, b"a\nb\n"),
        ("", "input", None, b"a\nb\n"),
        ("", "true", b"x\r\n", b"a\r\nb\r\n"),
        ("", "true", b"x\n", b"a\nb\n"),
        ("*.md text\n", "", b"x\r\n", b"a\nb\n"),
        ("*.md eol=crlf\n", "", None, b"a\nb\n"),
        ("*.md text=auto\n", "", None, b"a\nb\n"),
        ("*.md -text\n", "true", None, b"a\r\nb\r\n"),
    ],
)
def test_line_ends_are_recorded_as_git_itself_would(playground, attributes, autocrlf, recorded, expected):
    if recorded is not None:
        playground.write("a.md", recorded)
        playground.git("add", "a.md")
        playground.git("commit", "-qm", "as it was")
    if autocrlf:
        playground.git("config", "core.autocrlf", autocrlf)
    playground.write(".gitattributes", attributes)
    playground.write("a.md", b"a\r\nb\r\n")
    history = _history(playground)
    new = _commit(history, "a.md")
    assert history.read(new, "a.md") == expected
    assert history.changed(["a.md"]) == []
    assert [line for line in playground.status() if "a.md" in line] == []


CONFLICT = "<<<<<<< HEAD\nmine\n=======\ntheirs\n>>>>>>> side\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"# Log\n\n{CONFLICT}", 3),
        ("text\n=======\nmore\n", None),
        ("<<<<<<< a\nno end\n=======\n", None),
        (">>>>>>> quoted reply\n<<<<<<< x\n", None),
        (f"```diff\n{CONFLICT}```\n", None),
        (f"```diff\n{CONFLICT}", 2),
        (f"```\ncode\n```\n{CONFLICT}", 4),
        (f"~~~~\n{CONFLICT}~~~\n~~~~\n", None),
        (f"- item\n  {CONFLICT}", None),
        ("<<<<<<< HEAD\n```\n=======\n```\n>>>>>>> side\n", 1),
        (CONFLICT.replace("\n", "\r\n"), 1),
    ],
)
def test_find_conflict_tells_a_conflict_from_text_about_one(text, line):
    assert find_conflict(text.encode()) == line
