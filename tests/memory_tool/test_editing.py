"""Edits keep every byte that they do not name."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from daykeep.memory_tool.editing import insert_after, replace_once, split_lines
from daykeep.memory_tool.model import CommandError
from tests.memory_tool.making import Memory
from tests.workspace.making import write

PLACE = "/memories/a.md"
NAME = "memory/agent/a.md"


@pytest.mark.parametrize(
    ("before", "old", "new", "after"),
    [
        (b"a\nb\n", "b", "c", b"a\nc\n"),
        (b"a\nb", "b", "c", b"a\nc"),
        (b"a\r\nb\r\n", "a\nb", "c\nd\ne", b"c\r\nd\r\ne\r\n"),
        (b"a\r\nb\n", "b", "c\nd", b"a\r\nc\nd\n"),
        (b"\xef\xbb\xbfa\n", "a", "b", b"\xef\xbb\xbfb\n"),
        ("x\u2028y\u2029z\x0b\n".encode(), "y", "Y", "x\u2028Y\u2029z\x0b\n".encode()),
        ("茶 \ue000\n".encode(), "茶", "", " \ue000\n".encode()),
        (b"a\tb  \n\n\n", "\tb", "", b"a  \n\n\n"),
        (rb"a\1(b)" + b"\n", "(b)", r"\g<0>", rb"a\1\g<0>" + b"\n"),
    ],
)
def test_replacement_changes_nothing_else(
    memory: Memory, before: bytes, old: str, new: str, after: bytes
) -> None:
    write(memory.root, {NAME: before})
    memory.text("str_replace", PLACE, old_str=old, new_str=new)
    assert memory.bytes(NAME) == after


def test_replacement_without_new_text_takes_the_old_out(memory: Memory) -> None:
    write(memory.root, {NAME: "keep this not\n"})
    memory.text("str_replace", PLACE, old_str=" not")
    memory.text("str_replace", PLACE, old_str=" this", new_str=None)
    assert memory.bytes(NAME) == b"keep\n"


def test_text_that_occurs_overlapping_is_not_unique(memory: Memory) -> None:
    write(memory.root, {NAME: "aaa\n"})
    assert "Multiple occurrences of old_str `aa` in lines: 1." in memory.error(
        "str_replace", PLACE, old_str="aa"
    )
    assert memory.bytes(NAME) == b"aaa\n"


def test_empty_text_is_found_nowhere(memory: Memory) -> None:
    write(memory.root, {NAME: "a\n"})
    assert "did not appear verbatim" in memory.error("str_replace", PLACE, old_str="", new_str="x")


def test_replacement_that_is_the_same_is_no_write(memory: Memory) -> None:
    write(memory.root, {NAME: "a\n"})
    before = (memory.root / NAME).stat()
    memory.text("str_replace", PLACE, old_str="a", new_str="a")
    after = (memory.root / NAME).stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


@pytest.mark.parametrize(
    ("before", "line", "text", "after"),
    [
        (b"", 0, "a", b"a"),
        (b"", 0, "a\n", b"a\n"),
        (b"a\nb\n", 0, "x", b"x\na\nb\n"),
        (b"a\nb\n", 1, "x\n", b"a\nx\nb\n"),
        (b"a\nb\n", 2, "x", b"a\nb\nx\n"),
        (b"a\nb", 2, "x", b"a\nb\nx"),
        (b"a\nb", 2, "x\n", b"a\nb\nx\n"),
        (b"a\nb", 1, "x", b"a\nx\nb"),
        (b"a\r\nb\r\n", 1, "x\ny", b"a\r\nx\r\ny\r\nb\r\n"),
        (b"a\r\nb\r\n", 2, "x\r\n", b"a\r\nb\r\nx\r\n"),
        (b"\xef\xbb\xbfa\n", 0, "x", b"\xef\xbb\xbfx\na\n"),
        ("a\u2028b\r\nc\r\n".encode(), 1, "x", "a\u2028b\r\nx\r\nc\r\n".encode()),
        (b"a\n", 1, "", b"a\n"),
    ],
)
def test_insertion_changes_nothing_else(
    memory: Memory, before: bytes, line: int, text: str, after: bytes
) -> None:
    write(memory.root, {NAME: before})
    memory.text("insert", PLACE, insert_line=line, insert_text=text)
    assert memory.bytes(NAME) == after


@pytest.mark.parametrize("text", ["", "a", "a\n", "a\r\nb", "\ufeffa\n", "\u2028\x85\n", "茶\n", "\n\n"])
def test_created_file_is_the_text_that_was_given(memory: Memory, text: str) -> None:
    memory.text("create", PLACE, file_text=text)
    assert memory.bytes(NAME) == text.encode()


def test_file_that_is_not_utf_8_is_not_edited(memory: Memory) -> None:
    data = "日誌\n".encode("utf-16")
    write(memory.root, {NAME: data})
    assert "is not UTF-8 text" in memory.error("str_replace", PLACE, old_str="日", new_str="x")
    assert "is not UTF-8 text" in memory.error("insert", PLACE, insert_line=0, insert_text="x")
    assert memory.bytes(NAME) == data


def test_snippet_shows_two_lines_around_and_leaves_out_the_middle_of_many(memory: Memory) -> None:
    write(memory.root, {NAME: "".join(f"{number}\n" for number in range(1, 10))})
    assert memory.text("str_replace", PLACE, old_str="5", new_str="five\nV").split("\n")[1:] == [
        "     3\t3", "     4\t4", "     5\tfive", "     6\tV", "     7\t6", "     8\t7",
    ]  # fmt: skip
    shown = memory.text("str_replace", PLACE, old_str="five", new_str="x\n" * 200).split("\n")
    assert len(shown) == 62
    assert "lines)" in shown[31]


TEXTS = st.text(st.sampled_from("ab\n\r\u2028茶"), max_size=40)


@example("\r\n\r", 2, "a")
@given(TEXTS, st.integers(0, 12), TEXTS)
def test_insertion_leaves_what_was_there_in_order(text: str, line: int, inserted: str) -> None:
    lines = split_lines(text)
    if line > len(lines):
        with pytest.raises(CommandError):
            insert_after(text, line, inserted)
        return
    after = split_lines(insert_after(text, line, inserted))
    if inserted:
        assert after[:line] == lines[:line]
        assert after[len(after) - (len(lines) - line) :] == lines[line:]


@given(TEXTS, TEXTS, TEXTS)
def test_replacement_can_be_replaced_back(text: str, old: str, new: str) -> None:
    try:
        after, _ = replace_once(text, old, new, path="/memories/a.md")
    except CommandError:
        return
    if new and "\n" not in old + new:
        place = next(at for at in range(len(text) + 1) if text[at:].startswith(old))
        assert after == text[:place] + new + text[place + len(old) :]
