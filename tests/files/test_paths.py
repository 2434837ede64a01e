from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.errors import RefusedError
from daykeep.files.paths import check_existing, check_name, lock_stem, same_file_key, slug
from daykeep.files.store import Files

TRAVERSALS = [
    "../evil.md", "../workspace_evil/s", "memory/../../workspace_evil/s", "..", "memory/../../evil.md", "memory/..", "./MEMORY.md", ".", "memory/./a.md", "memory//a.md", "",
    "/etc/passwd", "//etc/passwd", "/", "memory/", "\\etc\\passwd", "..\\evil.md", "memory\\..\\..\\evil.md",
    "C:\\evil.md", "C:/evil.md", "c:evil.md", "\\\\server\\share\\a.md",
    "%2e%2e/evil.md", "%2e%2e%2fevil.md", "..%2fevil.md", "%252e%252e%252fevil.md", "..%5cevil.md", "%2fetc/passwd",
    "．．/evil.md", "‥/evil.md", "．/a.md",
    "a.md\0", "memory/\0/a.md", "\0",
    ".git/config", ".GIT/config", ".git", "memory/.Git/hooks/post-commit", ".git./config", ".git /config", "git~1/config",
    ".g\u200cit/config", "GIT~1", ".git::$INDEX_ALLOCATION/config",
    "a/" * 2100 + "a.md",
]  # fmt: skip
FOREIGN_TO_OTHER_SYSTEMS = [
    "a.md:stream", "memory/a:b.md", "CON", "con.md", "memory/NUL.txt", "aux", "COM1.md", "lpt9", "lpt¹.md",
    "trailing.", "trailing ", "memory. /a.md", "~/a.md", "~user/a.md", "a\nb.md", "a\x1b[31m.md", "a\x7f.md",
    "a?.md", "a*.md", "a|b.md", 'a"b.md', "<a>.md", "\ud800.md", "é" * 128 + ".md", "a\\b.md",
]  # fmt: skip
GOOD = [
    "MEMORY.md", "memory/2026-03-10.md", "memory/2026-03-10-会话.md", "memory/.dreams/events.jsonl", "a/b/c/d.md", "..a/b..md",
    "...", "memory/a..b.md", ".gitignore", "memory/.gitkeep", "git/config", ".github/a.md", "100%.md", "a%20b.md",
    "notes/🙂.md", "con-fig.md", "console.md", "x" * 255,
]  # fmt: skip


@pytest.mark.parametrize("name", TRAVERSALS)
def test_g21_traversal_forms_are_refused_for_old_and_new_names(name):
    with pytest.raises(RefusedError) as caught:
        check_existing(name)
    assert caught.value.exit_code == 13
    with pytest.raises(RefusedError):
        check_name(name)


def test_g21_there_are_forty_traversal_forms():
    assert len(set(TRAVERSALS)) >= 40


@pytest.mark.parametrize("name", [name for name in GOOD if name != "..."])
def test_ordinary_names_are_accepted(name):
    assert check_name(name) == name
    assert check_existing(name) == name


@pytest.mark.parametrize("name", FOREIGN_TO_OTHER_SYSTEMS)
def test_names_that_mean_something_else_on_another_system_are_only_for_old_files(name):
    with pytest.raises(RefusedError):
        check_name(name)
    if os.name != "nt" and "\\" not in name:
        assert check_existing(name) == name


@pytest.mark.parametrize("name", TRAVERSALS)
def test_g21_no_call_reads_or_writes_by_a_traversal_form(name, tmp_path):
    root = tmp_path / "workspace"
    root.mkdir()
    (tmp_path / "evil.md").write_bytes(b"outside\n")
    (tmp_path / "workspace_evil").mkdir()
    (tmp_path / "workspace_evil" / "s").write_bytes(b"outside\n")
    files = Files(root)
    calls = [
        lambda: files.find_bytes(name),
        lambda: files.find_document(name),
        lambda: files.append(name, lambda _tail: b"x\n"),
        lambda: files.replace(name, b"x\n", expected_sha256=None),
        lambda: files.append_records(name, [{}]),
        lambda: files.find_records(name),
        lambda: files.find_state(name),
        lambda: files.update_state(name, lambda value: {**value, "a": 1}),
        lambda: files.make_folder(name),
        lambda: files.move(name, "a.md"),
        lambda: files.move("a.md", name),
        lambda: files.remove(name),
        lambda: files.kind(name),
        lambda: files.resolve(name),
    ]
    for call in calls:
        with pytest.raises(RefusedError):
            call()
    if name:
        with pytest.raises(RefusedError):
            files.list_names(name)
    assert sorted(os.listdir(tmp_path)) == ["evil.md", "workspace", "workspace_evil"]
    assert (tmp_path / "workspace_evil" / "s").read_bytes() == b"outside\n"
    assert os.listdir(root) == []
    assert (tmp_path / "evil.md").read_bytes() == b"outside\n"


def test_old_files_with_odd_names_can_be_read_and_appended_to(tmp_path):
    name = "memory/2026-01-31 23:56.md"
    (tmp_path / "memory").mkdir()
    (tmp_path / name).write_bytes(b"- old\n")
    files = Files(tmp_path)
    assert files.list_names("memory") == [name]
    files.append(name, lambda _tail: b"- new\n")
    assert files.find_bytes(name) == b"- old\n- new\n"
    with pytest.raises(RefusedError):
        files.append("memory/2026-02-01 10:00.md", lambda _tail: b"- new\n")


@given(st.text(max_size=60), st.integers(12, 80))
def test_slug_is_a_safe_short_ascii_name(text, limit):
    name = slug(text, limit)
    assert name.isascii()
    assert 0 < len(name) <= limit
    assert check_name(name) == name
    assert name == name.lower()


def test_slug_of_texts_without_ascii_form_differ():
    assert slug("修复时区") != slug("修复缓存")
    assert slug("🙂") != slug("🙃")


def test_twins_share_a_lock_and_nothing_else_does():
    assert lock_stem("MEMORY.md") == lock_stem("memory.md")
    assert lock_stem("memory/Caf\u00e9.md") == lock_stem("memory/cafe\u0301.md")
    assert lock_stem("memory/a.md") != lock_stem("memory-a.md")
    assert same_file_key("ẞ") == same_file_key("ss")
    assert len(lock_stem("memory/" + "x" * 250)) <= 63
