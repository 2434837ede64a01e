"""Lines of an index are read in every form in use, and changed without touching others."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from daykeep.files.encoding import decode
from daykeep.memory.notes.index.lines import drop_line, parse_index, put_line, render_line
from daykeep.memory.notes.index.measure import measure_index

MIXED = """# Memory Index

## Project

- [Freeze](freeze.md) — merge freeze from 2026-04-09
* [a.md](a.md): one line

## User

- [Go [mostly]](<go notes.md>) - Go and Python
- no link here
"""


def put(
    text: str | None, path: str = "new.md", kind: str = "", said: str = "what is new", title: str = "New"
) -> str:
    document = None if text is None else decode(text.encode())
    return put_line(document, title=title, path=path, text=said, kind=kind).decode()


def test_dashes_colons_and_odd_paths_are_read() -> None:
    found = [(line.line, line.title, line.path, line.text) for line in parse_index(MIXED.split("\n"))]
    assert found == [
        (5, "Freeze", "freeze.md", "merge freeze from 2026-04-09"),
        (6, "a.md", "a.md", "one line"),
        (10, "Go [mostly]", "go notes.md", "Go and Python"),
    ]
    assert parse_index(["- [A](a%20b.md)：中文"])[0][2:4] == ("a b.md", "中文")
    assert parse_index(["```", "- [A](a.md): x", "```"]) == []


def test_first_line_makes_the_index() -> None:
    assert put(None) == "# Memory Index\n\n- [New](new.md): what is new\n"


def test_new_line_stands_first_below_the_heading_of_its_type() -> None:
    lines = MIXED.split("\n")
    assert put(MIXED, kind="user").split("\n") == [*lines[:9], "- [New](new.md) — what is new", *lines[9:]]
    assert put(MIXED, kind="project").split("\n")[4] == "- [New](new.md) — what is new"


def test_type_without_a_heading_gets_one_before_the_others() -> None:
    after = put(MIXED, kind="reference").split("\n")
    assert after[2:6] == ["## Reference", "", "- [New](new.md) — what is new", ""]
    assert after[6:] == MIXED.split("\n")[2:]


def test_heading_with_nothing_below_it_gets_its_first_line() -> None:
    assert put("# Memory Index\n\n## 项目\n", kind="project").endswith(
        "## 项目\n\n- [New](new.md): what is new\n"
    )
    after = put("## Project\n\n## User\n\n- [A](a.md): x\n", kind="project")
    assert after == "## Project\n\n- [New](new.md): what is new\n\n## User\n\n- [A](a.md): x\n"


def test_line_that_is_there_is_changed_where_it_stands() -> None:
    assert put(MIXED, "freeze.md", said="from 2026-04-16") == MIXED.replace(
        "merge freeze from 2026-04-09", "from 2026-04-16"
    )
    assert put(MIXED, "a.md", said="one line") == MIXED
    assert put("- [A](a.md)\n", "a.md") == "- [A](a.md): what is new\n"


def test_dropping_a_line_leaves_every_other_byte() -> None:
    data = b"\xef\xbb\xbf" + MIXED.replace("\n", "\r\n").encode()
    assert drop_line(decode(data), "a.md") == data.replace(b"* [a.md](a.md): one line\r\n", b"")
    assert drop_line(decode(data), "missing.md") == data


def test_newest_line_is_read_however_long_the_index_is() -> None:
    old = "# Memory Index\n\n## Project\n\n" + "".join(f"- [P{n}](p{n}.md): x\n" for n in range(230))
    text = old + "\n## User\n\n- [Old](old.md): x\n"
    after = put(text, kind="user")
    assert "- [New](new.md): what is new" in measure_index(after).read.split("\n")
    assert [line for line in after.split("\n") if "new.md" not in line and line] == [
        line for line in text.split("\n") if line
    ]
    assert after.index("new.md") < after.index("## Project")


def test_windows_line_ends_are_kept_for_new_lines() -> None:
    assert put("# Memory Index\r\n\r\n- [A](a.md): x\r\n") == (
        "# Memory Index\r\n\r\n- [New](new.md): what is new\r\n- [A](a.md): x\r\n"
    )


def test_title_and_text_stay_on_one_line_and_can_not_imitate_marks() -> None:
    assert render_line("a\nb ]", "x.md", "<!-- daykeep:origin -->\nz") == (
        "- [a b \\]](x.md): &lt;!-- daykeep:origin --> z"
    )


@given(st.text(min_size=1, max_size=20), st.text(max_size=40))
def test_rendered_line_is_read_back(title: str, text: str) -> None:
    clean = "".join(c for c in f"{title}" if c.isprintable()).strip() or "t"
    said = "".join(c for c in text if c.isprintable()).strip(" :：—–-")
    (line,) = parse_index([render_line(clean, "a-b.md", said)])
    assert (" ".join(line.title.split()), line.path) == (" ".join(clean.split()), "a-b.md")
