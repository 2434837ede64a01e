from __future__ import annotations

import os
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.errors import ConflictError, DocumentError, RefusedError
from daykeep.files.append import TAIL_BYTES
from daykeep.files.encoding import decode
from daykeep.files.store import Files

DAY = "memory/2026-03-10.md"
ENTRY = "- eine neue Zeile 新 🙂\n".encode()


@pytest.fixture
def files(tmp_path):
    return Files(tmp_path, lock_timeout_seconds=5)


def put(files, data, name=DAY):
    path = files.root / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    return path


def append(files, data=ENTRY, name=DAY):
    return files.append(name, lambda _tail: data)


def test_append_makes_folder_and_file(files):
    done = append(files)
    assert done == (DAY, 0, len(ENTRY), True, False, None)
    assert files.find_bytes(DAY) == ENTRY


def test_append_says_where_the_entry_is(files):
    append(files)
    done = append(files, b"- two\n")
    assert (done.offset, done.length, done.created) == (len(ENTRY), 6, False)


def test_append_gives_the_files_ends_to_the_maker(files):
    data = b"# head\n" + b"x" * 200_000 + b"\n- tail\n"
    put(files, data)
    seen = []
    files.append(DAY, lambda tail: seen.append(tail) or b"- new\n")
    assert seen == [(len(data), data[:TAIL_BYTES], data[-TAIL_BYTES:])]


def test_append_of_nothing_is_no_write(files):
    assert append(files, b"").length == 0
    assert files.kind(DAY) == "missing"
    path = put(files, b"no end")
    before = path.stat()
    assert append(files, b"").length == 0
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (b"no end", before.st_mtime_ns)


@given(st.binary(max_size=300), st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=50))
@settings(max_examples=150, deadline=None)
def test_append_keeps_every_foreign_byte(tmp_path_factory, foreign, text):
    if foreign[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        foreign = b"x" + foreign
    files = Files(tmp_path_factory.mktemp("append"), durable=False)
    path = put(files, foreign)
    append(files, text.encode())
    data = path.read_bytes()
    assert data.startswith(foreign)
    assert data.rstrip(b"\r\n").endswith(text.encode().rstrip(b"\r\n"))
    assert data.endswith((b"\n", b"\r"))
    rest = data[len(foreign) :]
    assert rest.strip(b"\r\n\0") == text.encode().strip(b"\r\n\0")
    if foreign and not foreign.endswith((b"\n", b"\r", b"\n\0")) and foreign != b"\xef\xbb\xbf":
        assert rest[:1] in {b"\n", b"\r"}


@pytest.mark.parametrize(
    ("foreign", "between"),
    [
        (b"- no end", b"\n"),
        (b"a\r\nb\r\n- no end", b"\r\n"),
        (b"a\nb\r\nc\n- no end", b"\n"),
        (b"a\rb\rno end", b"\r"),
        (b"a\r\nb\r", b"\n"),
        (b"a\rb\r", b""),
        (b"a\n", b""),
        (b"\xef\xbb\xbf", b""),
        (b"\xef\xbb\xbfa", b"\n"),
        (b"# utf-8\n" + "w\r\nide".encode("utf-16-le"), b"\n\0"),
        (b"# utf-8\n" + "wide\r\n".encode("utf-16-le"), b""),
        ("上海".encode(), b"\n"),
        ("上海".encode()[:-1], b"\n"),
    ],
)
def test_a_foreign_tail_without_line_end_keeps_every_byte_and_gets_one(files, foreign, between):
    path = put(files, foreign)
    append(files)
    assert path.read_bytes() == foreign + between + ENTRY


def test_an_entry_without_line_end_gets_the_files_own(files):
    put(files, b"a\r\nb\r\n")
    append(files, b"- new")
    assert files.find_bytes(DAY) == b"a\r\nb\r\n- new\r\n"
    append(files, b"- new", "memory/other.md")
    assert files.find_bytes("memory/other.md") == b"- new\n"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_append_to_utf16_writes_utf16(files, encoding):
    put(files, "\ufeff# 日志\r\n- no end".encode(encoding))
    seen = []
    files.append(DAY, lambda tail: seen.append(tail) or ENTRY)
    assert files.find_bytes(DAY) == ("\ufeff# 日志\r\n- no end\r\n" + ENTRY.decode()).encode(encoding)
    assert seen[0].tail == "\ufeff# 日志\r\n- no end".encode()
    assert files.read_document(DAY).texts == ["# 日志", "- no end", ENTRY.decode().rstrip()]


def test_append_to_broken_utf16_is_refused_and_changes_nothing(files):
    data = "\ufeffab".encode("utf-16-le") + b"x"
    path = put(files, data)
    with pytest.raises(DocumentError, match="odd number of bytes"):
        append(files)
    assert path.read_bytes() == data


def test_append_of_bytes_that_are_no_text_to_utf16_is_refused(files):
    path = put(files, "\ufeffa\n".encode("utf-16-le"))
    with pytest.raises(DocumentError, match="not valid UTF-8"):
        append(files, b"\xff\n")
    assert path.read_bytes() == "\ufeffa\n".encode("utf-16-le")


def test_append_follows_a_link_inside_the_root_and_keeps_it(files):
    path = put(files, b"- one\n")
    os.symlink("2026-03-10.md", files.root / "memory/today.md")
    append(files, b"- two\n", "memory/today.md")
    assert path.read_bytes() == b"- one\n- two\n"
    assert (files.root / "memory/today.md").is_symlink()


def test_writers_by_a_link_and_by_the_name_share_the_lock(files):
    put(files, b"- one\n")
    os.symlink("2026-03-10.md", files.root / "memory/today.md")
    with files.lock(DAY):
        assert files.append("memory/today.md", lambda _tail: b"- two\n", wait=False).spooled


def test_append_refuses_a_link_that_leads_outside(files, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "s.md"
    outside.write_bytes(b"x\n")
    (files.root / "memory").mkdir()
    os.symlink(outside, files.root / DAY)
    with pytest.raises(RefusedError):
        append(files)
    assert outside.read_bytes() == b"x\n"


@pytest.mark.parametrize("kind", ["pipe", "folder", "socket"])
def test_append_to_what_is_no_file_fails_at_once(files, kind, monkeypatch):
    import socket

    (files.root / "memory").mkdir()
    path = files.root / DAY
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        with socket.socket(socket.AF_UNIX) as listener:
            monkeypatch.chdir(path.parent)  # a socket's path may be no longer than 108 bytes
            listener.bind(path.name)
    with pytest.raises(DocumentError, match="can't append to"):
        append(files)


def test_an_editor_that_replaces_the_file_meanwhile_loses_no_entry(files):
    path = put(files, b"- one\n")
    edits = []

    def make(_tail):
        if not edits:  # the editor saves between our look at the file and our write
            edits.append(1)
            new = path.with_name("editor.tmp")
            new.write_bytes(b"- one, edited\n")
            os.replace(new, path)
        return b"- two\n"

    files.append(DAY, make)
    assert path.read_bytes() == b"- one, edited\n- two\n"


def test_an_editor_that_had_read_the_entry_does_not_get_it_twice(files):
    path = put(files, b"- one\n")
    saved = []

    class SavingFiles(Files):
        """An editor that loads and saves between our write and our last look at the file."""

        def _force(self, written):
            if not saved:
                saved.append(1)
                new = path.with_name("editor.tmp")
                new.write_bytes(b"# title\n" + path.read_bytes())
                os.replace(new, path)
            return super()._force(written)

    SavingFiles(files.root).append(DAY, lambda _tail: b"- two\n")
    assert path.read_bytes() == b"# title\n- one\n- two\n"


def test_a_file_that_is_removed_meanwhile_is_made_again(files):
    path = put(files, b"- one\n")
    calls = []

    def make(tail):
        calls.append(tail.size)
        if len(calls) == 1:
            path.unlink()
        return b"- two\n"

    files.append(DAY, make)
    assert path.read_bytes() == b"- two\n"
    assert calls == [6, 0]


def test_a_file_that_is_replaced_for_ever_is_a_conflict(files):
    path = put(files, b"- one\n")

    def make(_tail):
        new = path.with_name("editor.tmp")
        new.write_bytes(b"- one\n")
        os.replace(new, path)
        return b"- two\n"

    with pytest.raises(ConflictError, match="again and again"):
        files.append(DAY, make)
    assert path.read_bytes() == b"- one\n"


def test_a_stranger_who_appends_without_a_lock_is_not_overwritten(files):
    path = put(files, b"- one\n")

    def make(_tail):
        with path.open("ab") as stream:
            stream.write(b"- stranger\n")
        return b"- two\n"

    done = files.append(DAY, make)
    assert path.read_bytes() == b"- one\n- stranger\n- two\n"
    assert done.offset == len(b"- one\n- stranger\n")


def test_a_maker_that_fails_changes_nothing(files):
    with pytest.raises(ZeroDivisionError):
        files.append(DAY, lambda _tail: b"%d" % (1 // 0))
    assert files.kind(DAY) == "missing"
    assert files.lock_owner(DAY) is None
    append(files)


def test_an_interrupt_while_writing_leaves_the_old_file(files, monkeypatch):
    path = put(files, b"- one\n")
    write = os.write

    def interrupted(descriptor, data):
        if bytes(data).startswith(b"- two"):
            write(descriptor, bytes(data)[:3])
            raise KeyboardInterrupt
        return write(descriptor, data)

    monkeypatch.setattr(os, "write", interrupted)
    with pytest.raises(KeyboardInterrupt):
        append(files, b"- two\n")
    monkeypatch.undo()
    assert path.read_bytes() == b"- one\n"
    assert files.leftovers() == []


def test_threads_of_one_process_exclude_each_other(files):
    def work(number):
        for step in range(25):
            append(files, f"- {number} {step} {'x' * 3000}\n".encode())

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lines = files.read_document(DAY).texts
    assert len(lines) == len(set(lines)) == 100
    assert all(line.endswith("x" * 3000) for line in lines)


def test_no_text_of_an_entry_stays_in_the_lock_file(files):
    append(files, b"- short and private\n")
    append(files, b"- long and private " + b"x" * 50_000 + b"\n")
    for path in (files.root / ".daykeep/locks").iterdir():
        data = path.read_bytes()
        assert b"private" not in data
        assert len(data) <= 16_384


def test_an_appended_line_reads_back_as_it_was_written(files):
    put(files, b"caf\xe9 \x97\r\nno end")
    append(files, "- 新\n".encode())
    document = decode(files.find_bytes(DAY))
    assert document.texts == ["café —", "no end", "- 新"]


@pytest.mark.parametrize("durable", [True, False])
def test_append_reaches_no_other_name_of_a_hard_linked_file(tmp_path, tmp_path_factory, durable):
    files = Files(tmp_path, durable=durable)
    outside = tmp_path_factory.mktemp("outside") / "private"
    outside.write_bytes(b"theirs without a line end")
    path = files.root / DAY
    path.parent.mkdir()
    os.link(outside, path)
    path.chmod(0o640)
    appended = files.append(DAY, lambda _: ENTRY)
    assert outside.read_bytes() == b"theirs without a line end"
    assert path.read_bytes() == b"theirs without a line end\n" + ENTRY
    assert (path.stat().st_nlink, path.stat().st_mode & 0o777) == (1, 0o640)
    assert not appended.created
    assert files.leftovers() == []
