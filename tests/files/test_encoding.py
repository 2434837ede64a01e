from __future__ import annotations

import hashlib
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.files.encoding import decode

NEWLINES = st.sampled_from(["\n", "\r\n", "\r"])
TEXTS = st.text(st.characters(exclude_characters="\r\n\0", exclude_categories=["Cs"]), max_size=12)


@st.composite
def documents(draw):
    """Bytes of a text file with its lines: mixed line ends, a byte-order mark or none, a last line end or none."""
    lines = draw(st.lists(TEXTS, min_size=1, max_size=8))
    ends = [draw(NEWLINES) for _ in lines]
    if draw(st.booleans()) and lines[-1]:
        ends[-1] = ""
    data = "".join(line + end for line, end in zip(lines, ends, strict=True)).encode()
    return (b"\xef\xbb\xbf" if draw(st.booleans()) else b"") + data


def check_spans(document):
    """Spans follow one another, hold the lines, and leave only line ends between them."""
    position = 3 if document.data.startswith(b"\xef\xbb\xbf") else 2 * document.bom
    for number, line in enumerate(document.lines, start=1):
        assert line.number == number
        assert line.start == position
        assert line.start <= line.end
        rest = document.data[line.end :].replace(b"\0", b"")
        position = line.end
        for newline in (b"\r\0\n\0", b"\0\r\0\n", b"\n\0", b"\0\n", b"\r\0", b"\0\r", b"\r\n", b"\n", b"\r"):
            following = document.data[line.end :]
            if following.startswith(newline):
                if number < len(document.lines) and document.lines[number].start != line.end + len(newline):
                    continue
                position = line.end + len(newline)
                break
        assert rest[:1] in {b"", b"\r", b"\n"}
    assert position == len(document.data) or not document.lines


@given(documents())
@settings(max_examples=200, deadline=None)
def test_decode_of_utf8_finds_every_line_and_its_bytes(data):
    document = decode(data, "a.md")
    check_spans(document)
    for line in document.lines:
        assert data[line.start : line.end].decode() == line.text
    assert document.problems == ()
    assert [line.text for line in document.lines] == document.texts
    assert document.sha256 == hashlib.sha256(data).hexdigest()


@given(st.binary(max_size=400))
@settings(max_examples=400, deadline=None)
def test_decode_takes_any_bytes(data):
    document = decode(data, "a.md")
    assert len(document.lines) == len(document.texts)
    for before, line in zip([None, *document.lines], document.lines, strict=False):
        assert (before.end if before else 0) <= line.start <= line.end <= len(data)
    for problem in document.problems:
        assert problem.name == "a.md"
        assert 1 <= problem.line <= len(document.texts)


@given(
    st.lists(
        st.sampled_from(
            [
                b"\0",
                b"\n",
                b"\r",
                b"a",
                b"\n\0",
                b"a\0",
                "上".encode("utf-16-le"),
                "上".encode(),
                b"\x97",
                b"\xff\xfe",
            ]
        ),
        max_size=30,
    ).map(b"".join)
)
@settings(max_examples=400, deadline=None)
def test_decode_of_the_hardest_bytes_keeps_order_and_loses_no_letter(data):
    document = decode(data, "a.md")
    position = 0
    for line in document.lines:
        assert position <= line.start <= line.end
        assert set(data[position : line.start]) <= set(b"\r\n\0\xff\xfe")
        position = line.end
    assert set(data[position:]) <= set(b"\r\n\0\xff\xfe")


@given(documents(), st.data())
@settings(max_examples=200, deadline=None)
def test_insert_keeps_every_other_byte(data, draw):
    document = decode(data)
    at = draw.draw(st.integers(1, len(document.texts) + 1))
    new = draw.draw(st.lists(TEXTS.filter(bool), min_size=1, max_size=3))
    changed = document.insert(at, new)
    again = decode(changed)
    assert again.texts == [*document.texts[: at - 1], *new, *document.texts[at - 1 :]]
    position = document.lines[at - 1].start if at <= len(document.texts) else len(data)
    assert changed.startswith(data[:position])
    assert changed.endswith(data[position:])
    assert again.final_newline == (document.final_newline or not document.texts)


@given(documents(), st.data())
@settings(max_examples=200, deadline=None)
def test_cut_keeps_every_other_byte(data, draw):
    document = decode(data)
    if not document.texts:
        return
    first = draw.draw(st.integers(1, len(document.texts)))
    last = draw.draw(st.integers(first, len(document.texts)))
    changed = document.cut(first, last)
    start = document.lines[first - 1].start
    end = document.lines[last].start if last < len(document.texts) else len(data)
    assert changed == data[:start] + data[end:]
    if not (data[:start].endswith(b"\r") and data[end:].startswith(b"\n")):
        assert decode(changed).texts == document.texts[: first - 1] + document.texts[last:]


@given(documents(), st.data())
@settings(max_examples=200, deadline=None)
def test_replace_lines_keeps_every_other_byte_and_the_last_line_end(data, draw):
    document = decode(data)
    if not document.texts:
        return
    first = draw.draw(st.integers(1, len(document.texts)))
    last = draw.draw(st.integers(first, len(document.texts)))
    new = draw.draw(st.lists(TEXTS.filter(bool), min_size=1, max_size=3))
    changed = document.replace_lines(first, last, new)
    assert changed.startswith(data[: document.lines[first - 1].start])
    assert changed.endswith(data[document.lines[last - 1].end :])
    assert decode(changed).texts == [*document.texts[: first - 1], *new, *document.texts[last:]]


def test_inserted_and_cut_lines_give_the_same_bytes_again():
    data = "\ufeff# 日志\r\n\r\n- one\r\n- two".encode()
    document = decode(data)
    changed = decode(document.insert(3, ["- new", "- newer"]))
    assert changed.data == "\ufeff# 日志\r\n\r\n- new\r\n- newer\r\n- one\r\n- two".encode()
    assert changed.cut(3, 4) == data


@pytest.mark.parametrize(
    ("data", "texts", "newline", "mixed", "final"),
    [
        (b"", [], "\n", False, False),
        (b"\n", [""], "\n", False, True),
        (b"a", ["a"], "\n", False, False),
        (b"a\n", ["a"], "\n", False, True),
        (b"a\r\nb\r\n", ["a", "b"], "\r\n", False, True),
        (b"a\rb\r", ["a", "b"], "\r", False, True),
        (b"a\r\nb\nc\n", ["a", "b", "c"], "\n", True, True),
        (b"a\n\rb", ["a", "", "b"], "\n", True, False),
        ("a\u2028b\x0bc\x85d\n".encode(), ["a\u2028b\x0bc\x85d"], "\n", False, True),
    ],
)
def test_decode_finds_lines_and_their_style(data, texts, newline, mixed, final):
    document = decode(data)
    assert document.texts == texts
    assert (document.newline, document.mixed, document.final_newline) == (newline, mixed, final)
    assert document.text == "\n".join(texts)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_decode_of_utf16_reads_lines_and_writes_new_ones_alike(encoding, newline):
    text = newline.join(["# 2026-03-10 日志", "", "- 上海 🙂 ਊ", "- end", ""])
    data = ("\ufeff" + text).encode(encoding)
    document = decode(data, "a.md")
    assert document.texts == ["# 2026-03-10 日志", "", "- 上海 🙂 ਊ", "- end"]
    assert (document.encoding, document.bom, document.newline, document.problems) == (
        encoding,
        True,
        newline,
        (),
    )
    check_spans(document)
    expected = text.replace("- end", f"- 新{newline}- end")
    assert document.insert(4, ["- 新"]) == ("\ufeff" + expected).encode(encoding)
    assert document.insert(5, ["- 新"]) == data + f"- 新{newline}".encode(encoding)
    assert document.cut(2, 4) == ("\ufeff# 2026-03-10 日志" + newline).encode(encoding)


def test_decode_reads_utf16_that_a_shell_put_behind_utf8():
    data = (
        "# Plan — 计划\n- one\n".encode()
        + "\r\n# 二 Deep\r\n- **Fix**: x\r\n".encode("utf-16-le")
        + b"- back in UTF-8\n"
    )
    document = decode(data, "memory/a.md")
    assert document.texts == ["# Plan — 计划", "- one", "", "# 二 Deep", "- **Fix**: x", "- back in UTF-8"]
    assert document.encoding == "mixed"
    assert [(problem.line, problem.message) for problem in document.problems] == [(3, "UTF-16 from here on")]
    check_spans(document)
    assert document.insert(5, ["- new"]) == data.replace(
        "- **".encode("utf-16-le"), "- new\r\n- **".encode("utf-16-le")
    )
    assert document.insert(2, ["- new"]).startswith("# Plan — 计划\n- new\n- one\n".encode())


def test_decode_reads_utf16_that_begins_inside_a_line():
    document = decode(b"no line end" + "then wide\r\nmore\r\n".encode("utf-16-le"), "a.md")
    assert document.texts == ["no line endthen wide", "more"]
    assert document.problems[0] == ("a.md", 1, "UTF-16 begins inside this line")


def test_decode_reads_single_bytes_of_windows_1252():
    document = decode(b"## ok \xe2\x80\x94 fine\n## 05:53 \x97 Beat\r\ncaf\xe9 \x81\n", "a.md")
    assert document.texts == ["## ok — fine", "## 05:53 — Beat", "café �"]
    assert [(problem.line, problem.message) for problem in document.problems] == [
        (2, "1 byte not in UTF-8; read as Windows-1252"),
        (3, "2 bytes not in UTF-8; read as Windows-1252"),
    ]
    assert (
        document.insert(2, ["—"])
        == b"## ok \xe2\x80\x94 fine\n\xe2\x80\x94\n## 05:53 \x97 Beat\r\ncaf\xe9 \x81\n"
    )


def test_decode_reads_a_line_of_gbk():
    document = decode("- fine\n- 修复了时区问题 ok\n".encode("gbk"), "a.md")
    assert document.texts == ["- fine", "- 修复了时区问题 ok"]
    assert document.problems == (("a.md", 2, "not UTF-8; read as GBK"),)


def test_decode_keeps_nuls_and_says_so():
    document = decode(b"a\nx \0\0\0 y\n", "a.md")
    assert document.texts == ["a", "x \0\0\0 y"]
    assert document.problems == (("a.md", 2, "3 NUL bytes"),)


def test_decode_shows_encoded_surrogates_without_failing():
    document = decode(b"a \xed\xa0\x80 b\n")
    assert document.texts[0].startswith("a ")
    document.text.encode("utf-8")


def test_decode_counts_what_it_does_not_list():
    document = decode(b"\x97\n" * 250, "a.md")
    assert len(document.problems) == 101
    assert document.problems[-1].message == "150 more lines are not clean text"


def test_new_lines_with_lone_surrogates_are_written_as_utf8():
    assert decode(b"a\n").insert(1, ["x\ud800y"]) == "x\ufffdy\na\n".encode()
    wide = decode("\ufeffa\n".encode("utf-16-le"))
    decode(wide.insert(1, ["x\ud800y"])).text.encode("utf-8")


@pytest.mark.parametrize("line", ["a\nb", "a\rb", "\n"])
def test_new_lines_may_hold_no_line_end(line):
    with pytest.raises(ValueError, match="line end"):
        decode(b"a\n").insert(1, [line])


@pytest.mark.parametrize(("first", "last"), [(0, 1), (2, 1), (1, 3), (3, 3)])
def test_cut_outside_the_file_is_an_error(first, last):
    with pytest.raises(IndexError):
        decode(b"a\nb\n").cut(first, last)


def test_insert_into_an_empty_file_ends_its_line():
    assert decode(b"").insert(1, ["a", "b"]) == b"a\nb\n"
    assert decode(b"\xef\xbb\xbf").insert(1, ["a"]) == b"\xef\xbb\xbfa\n"
    with pytest.raises(IndexError):
        decode(b"").insert(2, ["a"])


def test_insert_takes_the_line_end_of_the_line_above_in_a_mixed_file():
    assert decode(b"a\r\nb\nc\n").insert(2, ["new"]) == b"a\r\nnew\r\nb\nc\n"
    assert decode(b"a\r\nb\nc\n").insert(3, ["new"]) == b"a\r\nb\nnew\nc\n"


@pytest.mark.parametrize(
    "data",
    [
        ("- a line with 中文 text\r\n" * 1_000_000).encode(),
        ("- a line with 中文 text\n" * 999_999).encode() + b"\x97\n",
        b"x" * 20_000_000,
        b"\0" * 20_000_000,
        b"\xff\xf0a" * 7_000_000,
        b"[" * 20_000_000,
        b"\xff\xfe" + "一行\n".encode("utf-16-le") * 200_000,
    ],
    ids=["million lines", "one bad byte", "one line", "zeros", "all bad", "brackets", "utf-16"],
)
def test_g22_decode_of_a_huge_file_ends_within_two_seconds(data):
    began = time.process_time()
    document = decode(data)
    assert time.process_time() - began < 2.0
    assert document.texts
