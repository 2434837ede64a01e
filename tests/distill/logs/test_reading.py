from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.distill.logs.pool import CHUNK_BYTES, WORTH_BYTES, chunks, read_logs
from daykeep.distill.logs.reading import Task, first_new_line, read_log
from daykeep.distill.run import _row
from daykeep.distill.state import SourceState
from daykeep.files.encoding import decode
from daykeep.files.replace import sha256_of
from daykeep.files.store import Files

NAME = "memory/2026-03-10.md"
DAY = date(2026, 3, 10)
SECRET = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"


def state(data):
    return SourceState(sha256_of(data), len(data), None)


def task(size=100, name=NAME):
    return Task(name, DAY, size, None)


@pytest.fixture
def files(tmp_path):
    (tmp_path / "memory").mkdir()
    return Files(tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "first"),
    [
        (b"a\nb\n", b"a\nb\nc\n", 3),
        (b"a\nb", b"a\nb\nc\n", 2),
        (b"a\nb", b"a\nb and more\n", 2),
        (b"a\r\nb\r\n", b"a\r\nb\r\nc\r\n", 3),
        (b"a\nb\n", b"a\nX\nc\n", 1),
        (b"a\nb\n", b"a\n", 1),
        (b"a\nb\n", b"a\nb\n", 1),
        (b"", b"a\n", 1),
    ],
)
def test_first_new_line_is_told_by_the_hash_of_the_old_bytes(old, new, first):
    assert first_new_line(new, state(old)) == first


@given(old=st.binary(min_size=1), added=st.binary(min_size=1))
def test_lines_before_the_first_new_one_are_those_that_were_read(old, added):
    first = first_new_line(old + added, state(old))
    before, after = decode(old).texts, decode(old + added).texts
    assert 1 <= first <= len(before) + 1
    if first > 1 and b"\0" not in old + added:
        assert after[: first - 1] == before[: first - 1]


def test_log_that_was_never_read_is_new_from_its_first_line():
    assert first_new_line(b"a\nb\n", None) == 1


def test_lines_of_one_secret_are_left_out_and_named(files):
    text = f"## Lesson\n- keep the key safe\n- it begins {SECRET[:20]}\n{SECRET[20:]}\n"
    (files.root / NAME).write_text(text)
    reading = read_log(files, task(), "classic")
    texts = [text for item in reading.found.items for text in item.texts]
    assert not any(SECRET[:20] in text or SECRET[20:] in text for text in texts)
    assert not reading.clean
    assert any("secret" in omission.reason for omission in reading.found.omissions)


def test_clean_log_is_called_clean_and_its_hash_is_that_of_its_bytes(files):
    (files.root / NAME).write_bytes(b"## Lesson\r\n- one\r\n")
    reading = read_log(files, task(), "classic")
    assert reading.clean
    assert reading.sha256 == sha256_of(b"## Lesson\r\n- one\r\n")


def test_missing_log_is_passed_over_and_a_folder_is_a_problem(files):
    assert "went away" in read_log(files, task(), "classic").passed_over
    (files.root / NAME).mkdir()
    assert read_log(files, task(), "classic").problem


def test_time_of_a_file_counts_only_when_it_had_come_to_rest(files):
    (files.root / NAME).write_text("x\n")
    reading = read_log(files, task(), "classic")
    seconds = reading.mtime_ns / 1e9
    assert _row(reading, None).mtime_ns is None
    assert _row(reading, datetime.fromtimestamp(seconds + 1, UTC)).mtime_ns is None
    assert _row(reading, datetime.fromtimestamp(seconds + 3, UTC)).mtime_ns == reading.mtime_ns


@given(st.lists(st.integers(-1, 3 * CHUNK_BYTES), max_size=40))
def test_chunks_hold_every_task_once_in_order(sizes):
    tasks = [task(size, f"memory/{number}.md") for number, size in enumerate(sizes)]
    assert [one for chunk in chunks(tasks) for one in chunk] == tasks
    assert all(chunks(tasks))


def test_several_processes_give_what_one_gives_in_the_same_order(files):
    tasks = []
    for day in range(1, 29):
        name = f"memory/2026-02-{day:02}.md"
        (files.root / name).write_text(f"## Lesson: {day}\n- rule {day} holds\n" + "- filler text\n" * 6000)
        tasks.append(Task(name, date(2026, 2, day), 90_000, None))
    assert sum(one.size for one in tasks) >= WORTH_BYTES
    alone = list(read_logs(files, tasks, "classic"))
    assert list(read_logs(files, tasks, "classic", processes=2)) == alone
    assert [reading.name for reading in alone] == [one.name for one in tasks]


def test_where_no_process_can_start_one_reads_all(files, monkeypatch):
    (files.root / NAME).write_text("## Lesson\n- one\n")

    def none(*_arguments, **_options):
        raise OSError("no more processes")

    monkeypatch.setattr("multiprocessing.get_context", none)
    readings = list(read_logs(files, [task(WORTH_BYTES)], "classic", processes=2))
    assert [len(reading.found.items) for reading in readings] == [1]
