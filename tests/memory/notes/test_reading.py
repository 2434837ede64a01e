"""Notes are read in both forms of the frontmatter; what can't be read is named and left alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.errors import DocumentError
from daykeep.files.encoding import Document, decode
from daykeep.memory.notes.note import Note
from daykeep.memory.notes.reading import load_notes, parse_note
from daykeep.memory.notes.render import set_status
from tests.memory.notes.building import claude, collecting, tree, write

REAL = b"""---
name: repro
description: text
metadata: \n  node_type: memory
  type: feedback
  status: active
  originSessionId: 0b5c
  modified: 2026-08-15T18:58:28.638Z
---

Body text.
"""
FLAT = """---
name: 用户偏好 Prettier
description: 代码格式化偏好
type: feedback
---

用户明确表示偏好使用 Prettier 进行代码自动格式化。
在提交代码前应该运行 `prettier --write` 检查。

**Why:** 用户之前手动格式花费太多时间

**How to apply:** 每次保存文件后自动运行 Prettier，PR 提交前再次确认
"""


def parse(text: str | bytes, path: str = "a.md") -> Note:
    return parse_note(path, document(text, path))


def document(text: str | bytes, path: str = "a.md") -> Document:
    return decode(text if isinstance(text, bytes) else text.encode(), path)


def test_nested_metadata_is_read_with_type_status_and_stamp() -> None:
    note = parse(REAL)
    assert (note.name, note.description, note.type, note.status) == ("repro", "text", "feedback", "active")
    assert (note.modified, note.text, note.problems) == ("2026-08-15T18:58:28.638Z", "Body text.", ())


def test_flat_type_is_read_with_reason_and_use() -> None:
    note = parse(FLAT)
    assert (note.name, note.type) == ("用户偏好 Prettier", "feedback")
    assert note.why == "用户之前手动格式花费太多时间"
    assert note.apply == "每次保存文件后自动运行 Prettier，PR 提交前再次确认"


@pytest.mark.parametrize(
    "labels",
    [
        ("**Why:** ", "**How to apply:** "),
        ("**Why**: ", "**How to apply**: "),
        ("**原因：**", "**如何应用：**"),
        ("Why: ", "How to apply: "),
        ("原因：", "应用场景："),
    ],
)
def test_reasons_are_read_under_english_and_chinese_labels(labels: tuple[str, str]) -> None:
    note = parse(f"---\nname: a\n---\nThe rule.\n\n{labels[0]}it broke\nonce more\n\n{labels[1]}in tests\n")
    assert (note.why, note.apply) == ("it broke\nonce more", "in tests")


def test_label_in_a_code_block_is_no_reason() -> None:
    assert parse("---\nname: a\n---\n```\n**Why:** x\n```\n").why == ""


def test_file_without_frontmatter_is_a_note_without_type() -> None:
    note = parse("Only text.\n", "just-text.md")
    assert (note.name, note.type, note.text, note.problems) == ("just-text", "", "Only text.", ())


def test_description_with_a_hash_or_colon_is_whole() -> None:
    assert parse("---\nname: a\ndescription: fixed in #456\n---\n").description == "fixed in #456"
    assert parse("---\nname: a\ndescription: Use when: asked\n---\n").description == "Use when: asked"
    assert parse("---\nname: a\ndescription: x --- y\n---\nbody\n").text == "body"


def test_name_that_yaml_takes_for_truth_or_date_is_a_text() -> None:
    assert parse("---\nname: on\nmodified: 2026-03-04\ntype: user\n---\n")[1] == "on"
    assert parse("---\nname: on\nmodified: 2026-03-04\n---\n").modified == "2026-03-04"


@pytest.mark.parametrize("lead", [b"\xef\xbb\xbf", b""])
@pytest.mark.parametrize("newline", [b"\n", b"\r\n"])
def test_byte_order_mark_and_windows_line_ends_hide_nothing(lead: bytes, newline: bytes) -> None:
    note = parse(lead + REAL.replace(b"\n", newline))
    assert (note.type, note.text) == ("feedback", "Body text.")


def test_utf16_note_is_read() -> None:
    assert parse(b"\xff\xfe" + FLAT.encode("utf-16-le")).type == "feedback"


def test_unreadable_frontmatter_is_a_problem_with_its_line_and_the_body_is_read() -> None:
    note = parse('---\nname: a\ndescription: "say "no" here"\n---\nbody\n')
    assert [(one.name, one.line) for one in note.problems] == [("a.md", 3)]
    assert (note.type, note.text) == ("", "body")


def test_unknown_type_is_a_problem_with_its_line() -> None:
    note = parse("---\nname: a\nmetadata:\n  type: lesson\n---\n")
    assert note.type == ""
    assert [(one.line, one.message) for one in note.problems] == [
        (4, '"lesson" is no type; types are user, feedback, project, reference')
    ]


def test_second_frontmatter_is_a_problem_and_stays_in_the_body() -> None:
    note = parse("---\nname: a\n---\n\n---\nname: b\n---\ntext\n")
    assert note.name == "a"
    assert note.problems[0].line == 5


def test_note_over_forty_thousand_characters_is_warned_about_and_whole() -> None:
    head = "---\nname: a\n---\n"
    assert parse(head + "字" * (40_000 - len(head))).problems == ()
    long = parse(head + "字" * (40_001 - len(head)))
    assert "40,001 characters" in long.problems[0].message
    assert long.text.count("字") == 40_001 - len(head)


def test_collecting_file_has_a_note_for_each_section(tmp_path: Path) -> None:
    store = collecting(tmp_path)
    write(
        store,
        "feedback.md",
        "---\nname: feedback\ntype: feedback\n---\n\n# Feedback\n\n## No mocks\n"
        "<!-- daykeep:note origin=agent status=unreviewed -->\n\nUse a real database.\n\n**Why:** it broke\n\n"
        "```\n## not a heading\n```\n\n## Short\n\nKeep replies short.\n",
    )
    first, second = load_notes(store).notes
    assert (first.title, first.type, first.status, first.origin) == (
        "No mocks",
        "feedback",
        "unreviewed",
        "agent",
    )
    assert (first.why.split("\n")[0], first.description) == ("it broke", "Use a real database.")
    assert (second.title, second.first, second.last, second.status) == ("Short", 19, 21, "")


def test_loading_names_what_is_wrong_and_changes_nothing(tmp_path: Path) -> None:
    store = claude(tmp_path)
    write(store, "good.md", REAL)
    write(store, "bad.md", '---\nname: "a" b: c\n---\n')
    write(store, "MEMORY.md", "# Memory Index\n")
    write(store, "team/shared.md", REAL)
    (tmp_path / "folder.md").mkdir()
    before = tree(tmp_path)
    loaded = load_notes(store)
    assert [note.path for note in loaded.notes] == ["bad.md", "good.md"]
    assert [(problem.name, problem.line) for problem in loaded.problems] == [("bad.md", 2)]
    assert tree(tmp_path) == before


KEYS = st.sampled_from(["name", "description", "type", "tags", "paths", "x-custom", "owner"])
VALUES = st.sampled_from(
    ["feedback", "on", "2026-03-04", "'quoted'", '"a: b"', "[a, b]", "plain text", "fixed in #456", ""]
)
BELOW = st.sampled_from(
    ["node_type: memory", "type: user", "status: active", "status: unreviewed # by hand", "other: 1"]
)


@st.composite
def files(draw: st.DrawFn) -> bytes:
    lines = ["---", "name: first"]
    for key in draw(st.lists(KEYS, unique=True, max_size=6)):
        lines += draw(st.sampled_from([[], ["# remark"], [""]]))
        lines += [f"{key}: {draw(VALUES)}"] if key != "name" else []
    if draw(st.booleans()):
        lines += [draw(st.sampled_from(["metadata:", "metadata: "]))]
        lines += [
            f"  {line}"
            for line in draw(st.lists(BELOW, min_size=1, max_size=4, unique_by=lambda line: line[:6]))
        ]
    lines += [
        "---",
        *draw(st.lists(st.sampled_from(["", "text", "---", "status: not a key", "## Heading"]), max_size=5)),
    ]
    newline = draw(st.sampled_from(["\n", "\r\n"]))
    text = newline.join(lines) + draw(st.sampled_from(["", newline]))
    return draw(st.sampled_from([b"", b"\xef\xbb\xbf"])) + text.encode()


def plain(note: Note) -> Note:
    """A note without its status, and without where its lines are."""
    said = tuple(problem._replace(line=0) for problem in note.problems)
    return note._replace(status="", line=0, chars=0, problems=said)


def check_kept(data: bytes) -> None:
    """A note's status is set, and no other byte of it changes: every line that went or came is the status's own."""
    before = parse(data)
    try:
        after = set_status(document(data), "reviewed")
    except DocumentError:
        return
    assert parse(after).status == "reviewed"
    assert plain(parse(after)) == plain(before)
    old, new = data.split(b"\n"), after.split(b"\n")
    assert [line for line in old if line not in new] == [
        line for line in old if b"status" in line and line not in new
    ]
    assert [line for line in new if line not in old] in (
        [],
        [line for line in new if b"status: reviewed" in line],
    )
    assert set_status(document(after), "reviewed") == after


@given(files())
@settings(max_examples=200, deadline=None)
def test_setting_the_status_keeps_unknown_keys_and_every_other_byte(data: bytes) -> None:
    check_kept(data)


@pytest.mark.soak
@given(files())
@settings(max_examples=10_000, deadline=None)
def test_setting_the_status_of_ten_thousand_notes_keeps_every_other_byte(data: bytes) -> None:
    check_kept(data)
