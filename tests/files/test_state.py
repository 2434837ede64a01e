from __future__ import annotations

import json
import os
import re

import pytest

from daykeep.errors import DocumentError
from daykeep.files.state import MAX_STATE_BYTES
from daykeep.files.store import Files

NAME = "memory/heartbeat-state.json"
STRANGERS = '{\r\n    "lastChecks": {"email": 1741600000.0, "名": null},\r\n    "zeta": [1,2 , 3],\r\n    "alpha": "\\u4e2d"\r\n}'


@pytest.fixture
def files(tmp_path):
    (tmp_path / "memory").mkdir()
    return Files(tmp_path)


def put(files, data):
    (files.root / NAME).write_bytes(data)


def set_a(value):
    return {**value, "a": 1}


def corrupt_copies(files):
    return [path.read_bytes() for path in sorted((files.root / "memory").glob("*.corrupt-*"))]


def test_no_file_and_an_empty_file_are_an_empty_state_without_a_problem(files):
    assert files.find_state(NAME) == ({}, (), None, None)
    for data in (b"", b" \r\n\t"):
        put(files, data)
        state = files.find_state(NAME)
        assert (state.value, state.problems, state.raw) == ({}, (), data)
    assert files.update_state(NAME, set_a)
    assert files.find_state(NAME).value == {"a": 1}
    assert corrupt_copies(files) == []


def test_update_of_no_file_writes_a_readable_one(files):
    assert files.update_state("memory/new.json", lambda value: {**value, "日": {"a": [1]}})
    assert (
        files.find_bytes("memory/new.json").decode() == '{\n  "日": {\n    "a": [\n      1\n    ]\n  }\n}\n'
    )


@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", ["", "\r\n", "\n\n"])
def test_update_keeps_strangers_keys_order_spelling_line_ends_and_the_end_of_the_file(files, bom, end):
    put(files, bom + (STRANGERS + end).encode())
    assert files.update_state(NAME, set_a)
    expected = STRANGERS.replace('"\\u4e2d"\r\n}', '"\\u4e2d",\r\n    "a": 1\r\n}')
    assert files.find_bytes(NAME) == bom + (expected + end).encode()


def test_update_that_changes_nothing_writes_nothing(files):
    put(files, STRANGERS.encode())
    before = (files.root / NAME).stat()
    assert not files.update_state(NAME, lambda value: value)
    assert (files.root / NAME).stat().st_mtime_ns == before.st_mtime_ns


def test_update_that_changes_the_copy_in_place_is_seen(files):
    put(files, b'{"a": {"n": 1}}')

    def change(value):
        value["a"]["n"] += 1
        return value

    assert files.update_state(NAME, change)
    assert files.find_bytes(NAME) == b'{"a": {"n": 2}}'


@pytest.mark.parametrize(
    "data",
    [
        b"[]",
        b"3",
        b'"text"',
        b"null",
        b"\0" * 4096,
        b'{"a": 1',
        b'{"a": 1}}',
        b'{\\"lastChecks\\":{\\"news\\":\\"$(date +%s)\\"}}\n',
        b'{"a": 1 "b": 2}',
        b"{'a': 1}",
        b"<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> x\n",
        b"\xff\xfe\x00",
        b"[" * 20_000,
        b'{"a": ' * 20_000,
        b'{"a": ' + b"9" * 10_000 + b"}",
    ],
    ids=lambda data: repr(data[:12]),
)
def test_what_is_no_object_is_kept_beside_and_built_anew(files, data):
    put(files, data)
    state = files.find_state(NAME)
    assert state.value == {}
    assert state.problems[0].name == NAME
    assert state.problems[0].line >= 1
    assert files.update_state(NAME, set_a)
    assert json.loads(files.find_bytes(NAME)) == {"a": 1}
    assert corrupt_copies(files) == [data]
    assert files.update_state(NAME, lambda value: {**value, "a": 2})
    assert corrupt_copies(files) == [data]


def test_a_state_of_fifty_megabytes_is_kept_beside_without_being_parsed(files):
    put(files, b'{"a": "' + b"x" * 50_000_000 + b'"}')
    assert len(files.find_bytes(NAME)) > MAX_STATE_BYTES
    assert "larger than" in files.find_state(NAME).problems[0].message
    assert files.update_state(NAME, set_a)
    assert len(files.find_bytes(NAME)) < 100
    assert len(corrupt_copies(files)[0]) > 50_000_000


def test_the_copy_is_named_after_when_it_was_written_and_never_overwritten(files):
    for number in range(3):
        put(files, b"[%d]" % number)
        os.utime(files.root / NAME, (1_772_582_400, 1_772_582_400))
        files.update_state(NAME, set_a)
    names = sorted(path.name for path in (files.root / "memory").glob("*.corrupt-*"))
    assert names == [f"heartbeat-state.json.corrupt-20260304T000000Z{end}" for end in ("", "-1", "-2")]
    assert corrupt_copies(files) == [b"[0]", b"[1]", b"[2]"]


def test_a_state_of_a_future_version_keeps_all_its_keys(files):
    put(files, b'{"version": 99, "new": {"shape": [1]}}')
    files.update_state(NAME, set_a)
    assert files.find_bytes(NAME) == b'{"version": 99, "new": {"shape": [1]}, "a": 1}'


def test_bytes_that_are_not_utf8_in_a_strangers_key_survive(files):
    put(files, b'{"note": "caf\xe9", "n": 1}')
    files.update_state(NAME, lambda value: {**value, "n": 2})
    assert files.find_bytes(NAME) == b'{"note": "caf\xe9", "n": 2}'


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_a_state_in_utf16_stays_in_utf16(files, encoding):
    put(files, '\ufeff{"名": 1}'.encode(encoding))
    files.update_state(NAME, set_a)
    assert files.find_bytes(NAME) == '\ufeff{"名": 1, "a": 1}'.encode(encoding)


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo])
def test_what_is_no_file_is_an_error_and_never_waited_for(files, make):
    make(files.root / NAME)
    with pytest.raises(DocumentError, match=re.escape(NAME)):
        files.find_state(NAME)
    with pytest.raises(DocumentError):
        files.update_state(NAME, set_a)


def test_a_change_that_fails_changes_nothing(files):
    put(files, b"[]")
    with pytest.raises(ZeroDivisionError):
        files.update_state(NAME, lambda _value: {"a": 1 // 0})
    assert files.find_bytes(NAME) == b"[]"
    assert corrupt_copies(files) == []


def test_where_there_are_no_hard_links_the_corrupt_file_is_renamed(files, monkeypatch):
    def no_links(*_args, **_kwargs):
        raise PermissionError(1, "Operation not permitted")

    put(files, b"[]")
    monkeypatch.setattr(os, "link", no_links)
    assert files.update_state(NAME, set_a)
    assert corrupt_copies(files) == [b"[]"]
    assert files.find_state(NAME).value == {"a": 1}
