import pytest

from daykeep.daily.read import WINDOW_BYTES, parse_log
from daykeep.files.encoding import decode

LINE = b"0123456789" * 10 + b"\n"


def test_small_file_is_read_whole():
    log = parse_log("a.md", b"a\r\nb\nc")
    assert (log.lines, log.first, log.total, log.skipped_bytes) == (["a", "b", "c"], 1, 3, 0)


def test_end_of_a_large_file_is_read_in_whole_numbered_lines():
    data = b"".join(b"line %d of a large file\n" % number for number in range(1, 200_001))
    log = parse_log("a.md", data)
    assert log.total == 200_000
    assert log.first - 1 + len(log.lines) == log.total
    assert log.lines[0] == f"line {log.first} of a large file"
    assert log.lines[-1] == "line 200000 of a large file"
    assert len(log.prefix) == log.skipped_bytes > len(data) - WINDOW_BYTES - 100


def test_beginning_of_a_large_file_is_read_in_whole_lines():
    data = LINE * 40_000 + b"last"
    log = parse_log("a.md", data, from_start=True)
    assert log.first == 1
    assert log.total == 40_001
    assert 0 < len(log.lines) < 40_000
    assert (log.prefix, log.skipped_bytes) == (b"", len(data) - len(log.lines) * len(LINE))


@pytest.mark.parametrize("from_start", [True, False])
@pytest.mark.parametrize("end", [b"", b"\n"])
def test_one_line_of_many_megabytes_is_left_out_and_counted(from_start, end):
    data = b"x" * 20_000_000 + end
    log = parse_log("a.md", data, from_start=from_start)
    assert (log.lines, log.total, log.skipped_bytes) == ([], 1, len(data))


def test_large_utf16_file_is_cut_between_characters():
    data = b"\xff\xfe" + ("第一行 text\n" * 200_000).encode("utf-16-le")
    log = parse_log("a.md", data)
    assert set(log.lines) == {"第一行 text"}
    assert log.total == 200_000


def test_problems_carry_the_line_of_the_file():
    log = parse_log("a.md", LINE * 30_000 + b"caf\xe9\n")
    assert log.problems[0].startswith("line 30001: ")


def test_reading_agrees_with_the_document():
    data = "# d\n\n- 修 x\n".encode()
    assert parse_log("a.md", data).lines == decode(data).texts
