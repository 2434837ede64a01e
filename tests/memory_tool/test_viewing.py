"""Viewing: what is shown of large, odd and foreign files, and of folders with very many."""

from __future__ import annotations

import pytest

from daykeep.memory_tool.viewing import MAX_LINES, VIEW_CHARS, size_of
from tests.memory_tool.making import Memory
from tests.workspace.making import write

PLACE = "/memories/a.md"
HEAD = f"Here's the content of {PLACE} with line numbers:\n"


@pytest.mark.parametrize(
    ("data", "shown"),
    [
        (b"", ""),
        (b"a", "     1\ta"),
        (b"a\n", "     1\ta"),
        (b"a\n\n", "     1\ta\n     2\t"),
        (b"a\r\nb\r\n", "     1\ta\n     2\tb"),
        (b"\xef\xbb\xbfa\n", "     1\ta"),
        ("a\u2028b\x0cc\x85d\n".encode(), "     1\ta\u2028b\x0cc\x85d"),
        ("茶\n".encode("utf-16"), "     1\t茶"),
    ],
)
def test_file_is_shown_line_by_line(memory: Memory, data: bytes, shown: str) -> None:
    write(memory.root, {"memory/agent/a.md": data})
    assert memory.text("view", PLACE) == HEAD + shown


def test_numbers_stand_in_six_places(memory: Memory) -> None:
    write(memory.root, {"memory/agent/a.md": "x\n" * 100})
    assert memory.text("view", PLACE, view_range=[99, 100]) == f"{HEAD}    99\tx\n   100\tx"


def test_end_behind_the_last_line_is_the_last_line(memory: Memory) -> None:
    write(memory.root, {"memory/agent/a.md": "x\ny\n"})
    assert memory.text("view", PLACE, view_range=[2, 50]) == f"{HEAD}     2\ty"


@pytest.mark.parametrize("span", [[0, 1], [-1, 1], [3, 3], [2, 1], [1, 0], [1, -2]])
def test_range_that_the_file_does_not_have_is_an_error(memory: Memory, span: list[int]) -> None:
    write(memory.root, {"memory/agent/a.md": "x\ny\n"})
    assert memory.error("view", PLACE, view_range=span) == (
        f"Error: Invalid `view_range` parameter: {span}. It should be within the range of lines of the file: [1, 2]"
    )


@pytest.mark.parametrize("span", [[1], [1, 2, 3], "1-2", ["1", "2"], [1.0, 2.0], [True, 2], 5, {}])
def test_range_that_is_no_range_is_an_error(memory: Memory, span: object) -> None:
    write(memory.root, {"memory/agent/a.md": "x\ny\n"})
    assert "It should be a list of two integers" in memory.error("view", PLACE, view_range=span)


def test_as_many_lines_as_can_be_are_viewed_and_one_more_is_an_error(memory: Memory) -> None:
    write(memory.root, {"memory/agent/a.md": "\n" * MAX_LINES})
    assert memory.text("view", PLACE, view_range=[MAX_LINES, -1]) == f"{HEAD}999999\t"
    write(memory.root, {"memory/agent/a.md": "\n" * (MAX_LINES + 1)})
    assert memory.error("view", PLACE) == f"File {PLACE} exceeds maximum line limit of 999,999 lines."


def test_long_file_is_cut_and_says_how_to_read_on(memory: Memory) -> None:
    write(memory.root, {"memory/agent/a.md": "".join(f"line {number}\n" for number in range(1, 30_001))})
    seen: list[str] = []
    span: list[int] | None = None
    while True:
        text = memory.text("view", PLACE, **({"view_range": span} if span else {}))
        assert len(text) < VIEW_CHARS + 500
        *lines, last = text.split("\n")[1:]
        seen += [line.split("\t")[1] for line in lines]
        if not last.startswith("("):
            seen.append(last.split("\t")[1])
            break
        first = len(seen) + 1
        assert last == f"(lines {first} to 30000 are not shown here; view_range [{first}, 30000] shows them)"
        span = [first, 30_000]
    assert seen == [f"line {number}" for number in range(1, 30_001)]


def test_line_without_end_is_cut(memory: Memory) -> None:
    write(memory.root, {"memory/agent/a.md": "x" * 3_000_000 + "\ny\n"})
    text = memory.text("view", PLACE)
    assert len(text) < VIEW_CHARS + 500
    assert "characters more" in text
    assert "view_range [2, 2]" in text


@pytest.mark.parametrize(
    ("name", "data"),
    [("a.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 100), ("a.jpg", b"text"), ("a.bin", b"\0\1" * 500)],
)
def test_image_and_other_binary_file_is_an_error(memory: Memory, name: str, data: bytes) -> None:
    write(memory.root, {f"memory/agent/{name}": data})
    assert memory.error("view", f"/memories/{name}") == (
        f"Error: File /memories/{name} is not a text file. Only text can be viewed."
    )


def test_secret_in_a_persons_file_is_masked_and_lines_keep_their_numbers(memory: Memory) -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    key = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0\n-----END PRIVATE KEY-----"
    write(memory.root, {"MEMORY.md": f"a\n{token}\n{key}\nlast\n"})
    text = memory.text("view", "/memories/MEMORY.md")
    assert token not in text
    assert "MIIE" not in text
    assert text.endswith("\n     6\tlast")


def test_folder_with_many_files_lists_the_newest_and_counts_the_rest(memory: Memory) -> None:
    days = [
        f"{year}-{month:02}-{day:02}" for year in (2024, 2025) for month in (1, 2, 3) for day in range(1, 29)
    ]
    write(memory.root, {f"memory/{day}.md": f"# {day}\n" for day in days})
    listed = memory.text("view", "/memories").split("\n")
    assert listed[-1] == "(68 more in /memories/daily, not listed here)"
    assert f"13B\t/memories/daily/{days[-1]}.md" in listed
    assert not any(days[0] in line for line in listed)
    assert f"{168 * 13 / 1024:.1f}K\t/memories/daily" in listed
    whole = memory.text("view", "/memories/daily").split("\n")
    assert len(whole) == 2 + 168
    assert days[0] in whole[2]


def test_same_memory_gives_the_same_list(memory: Memory) -> None:
    for name in ("z.md", "a/b.md", "m.md"):
        memory.text("create", f"/memories/{name}", file_text=name)
    assert memory.text("view", "/memories") == memory.text("view", "/memories")


def test_size_is_rounded_to_one_digit() -> None:
    assert [size_of(count) for count in (0, 1023, 1024, 1536, 1048575, 1048576, 5 * 2**30, 3 * 2**40)] == [
        "0B", "1023B", "1.0K", "1.5K", "1.0M", "1.0M", "5.0G", "3072.0G",
    ]  # fmt: skip
