import multiprocessing
import os
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.daily.entry import Entry
from daykeep.daily.log import append_entry, notes_on
from daykeep.distill.extract.classic import extract_classic
from daykeep.errors import DocumentError, RefusedError
from daykeep.files.store import Files

AT = datetime(2026, 3, 10, 14, 5, tzinfo=ZoneInfo("Asia/Shanghai"))
NAME = "memory/2026-03-10.md"
TOKEN = "ghp_" + "a1B2c3D4e5F6" * 3


def log(root, text="x", *, language="en", wait=True, **fields):
    entry = Entry(**{"kind": "note", "at": AT, "text": text, **fields})
    return append_entry(Files(root, durable=False), entry, language=language, wait=wait)


def test_first_entry_makes_folder_and_file_of_the_users_day(tmp_path):
    logged = log(tmp_path, "hello")
    assert (tmp_path / NAME).read_bytes() == b"# 2026-03-10\n\n- 14:05 hello\n"
    assert (logged.name, logged.first_line, logged.last_line, logged.created) == (NAME, 3, 3, True)


def test_day_of_an_entry_is_that_of_its_local_time(tmp_path):
    late = datetime(2026, 3, 9, 23, 59, tzinfo=ZoneInfo("America/Havana"))
    assert log(tmp_path, at=late).name == "memory/2026-03-09.md"


@pytest.mark.parametrize(
    "before", [b"", b"# d\n", b"# d\n\n## A\ntext", b"a\r\nb\r\n", b"\xef\xbb\xbf# d\r\n\r\n", b"x\ry\r"]
)
def test_lines_that_are_reported_hold_the_entry(tmp_path, before):
    (tmp_path / "memory").mkdir()
    (tmp_path / NAME).write_bytes(before)
    logged = log(tmp_path, "one\ntwo", title="Title")
    texts = Files(tmp_path).read_document(NAME).texts
    assert texts[logged.first_line - 1 : logged.last_line] == ["## 14:05 Title", "one", "two"]
    assert (tmp_path / NAME).read_bytes().startswith(before)


def test_foreign_tail_without_a_line_end_keeps_every_byte(tmp_path):
    (tmp_path / "memory").mkdir()
    before = b"# d\n\n- not finish\xc3"
    (tmp_path / NAME).write_bytes(before)
    log(tmp_path, "new")
    assert (tmp_path / NAME).read_bytes() == before + b"\n- 14:05 new\n"


def test_log_in_utf16_stays_utf16(tmp_path):
    (tmp_path / "memory").mkdir()
    before = b"\xff\xfe" + "# 2026-03-10\r\n\r\n- 09:00 早\r\n".encode("utf-16-le")
    (tmp_path / NAME).write_bytes(before)
    log(tmp_path, "晚 🦉")
    after = (tmp_path / NAME).read_bytes()
    assert after.startswith(before)
    assert after.decode("utf-16").endswith("- 09:00 早\r\n- 14:05 晚 🦉\r\n")


def test_lines_are_counted_where_a_shell_appended_utf16_to_utf8(tmp_path):
    (tmp_path / "memory").mkdir()
    (tmp_path / NAME).write_bytes(b"# d\n\n" + "## Shell\r\n- x\r\n".encode("utf-16-le"))
    logged = log(tmp_path, "new", title="Title")
    texts = Files(tmp_path).read_document(NAME).texts
    assert texts[logged.first_line - 1 : logged.last_line] == ["## 14:05 Title", "new"]


QUIRKS = sorted(Path(os.environ.get("DAYKEEP_DATA", "/nowhere"), "quirks").glob("q*.md"))


@pytest.mark.skipif(not QUIRKS, reason="DAYKEEP_DATA names no folder with quirks")
@pytest.mark.parametrize("path", QUIRKS, ids=lambda path: path.stem[:3])
def test_log_of_any_bytes_keeps_them_and_gets_the_entry(tmp_path, path):
    before = path.read_bytes()
    (tmp_path / "memory").mkdir()
    (tmp_path / NAME).write_bytes(before)
    logged = log(tmp_path, problem="p", fix="f", kind="problem", text="one\ntwo")
    assert (tmp_path / NAME).read_bytes().startswith(before)
    texts = Files(tmp_path).read_document(NAME).texts[logged.first_line - 1 : logged.last_line]
    assert [text for text in texts if text][1:3] == ["one", "two"]
    assert texts[-1].endswith("f")


def test_folder_in_the_logs_place_is_an_error_that_names_it(tmp_path):
    (tmp_path / NAME).mkdir(parents=True)
    with pytest.raises(DocumentError, match=r"memory/2026-03-10\.md"):
        log(tmp_path)


def test_log_that_is_a_link_out_of_the_root_is_refused(tmp_path):
    outside = tmp_path / "outside.md"
    outside.write_text("mine\n", encoding="utf-8")
    root = tmp_path / "ws"
    (root / "memory").mkdir(parents=True)
    (root / NAME).symlink_to(outside)
    with pytest.raises(RefusedError):
        log(root)
    assert outside.read_text(encoding="utf-8") == "mine\n"


def test_secret_never_reaches_the_disk(tmp_path):
    logged = log(tmp_path, f"the token is {TOKEN}")
    assert not any(TOKEN.encode() in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert logged.as_json()["masked"] == ["github-pat"]
    assert notes_on(logged) == ["masked 1 secret before writing: github-pat"]


def test_everything_the_door_did_is_said(tmp_path):
    logged = log(tmp_path, f"\ud800 \0\0 {TOKEN} {TOKEN[:-1]}Z \u202e")
    assert notes_on(logged) == [
        "masked 2 secrets before writing: github-pat",
        "replaced 1 broken character (lone surrogates)",
        "replaced 2 NUL characters",
        "kept 1 hidden character: U+202E",
    ]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_lesson_and_pair_are_what_the_distillation_finds(tmp_path, language):
    log(tmp_path, "just a note", language=language)
    log(tmp_path, "two words at least", kind="lesson", title="match", language=language)
    log(tmp_path, "between", language=language)
    log(
        tmp_path,
        "",
        kind="problem",
        title="form",
        problem="no match\nat all",
        fix="more words",
        language=language,
    )
    log(tmp_path, "after", kind="todo", language=language)
    texts = Files(tmp_path).read_document(NAME).texts
    items = extract_classic(NAME, AT.date(), texts).items
    assert [item.kind for item in items] == ["lesson", "problem_fix"]
    found = [[line.text.strip() for line in item.lines] for item in items]
    assert found[0] == ["two words at least"]
    assert [text.rpartition("*: ")[2] for text in found[1]] == ["no match", "at all", "more words"]


def test_log_in_use_sends_the_entry_to_the_spool_and_the_next_writer_merges_it(tmp_path):
    files = Files(tmp_path, durable=False)
    log(tmp_path, "first")
    with files.lock(NAME, purpose="test"):
        logged = log(tmp_path, "waits", wait=False)
    assert logged.spooled
    assert logged.first_line is None
    assert "waits in the spool" in notes_on(logged)[0]
    log(tmp_path, "third")
    assert (tmp_path / NAME).read_text(
        encoding="utf-8"
    ) == "# 2026-03-10\n\n- 14:05 first\n- 14:05 waits\n- 14:05 third\n"


def write_many(root, writer, count):
    for number in range(count):
        log(Path(root), f"writer {writer} entry {number}", title="T" if number % 3 == 0 else "")


def test_p2_concurrent_writers_lose_nothing(tmp_path):
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=write_many, args=(str(tmp_path), writer, 12)) for writer in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    text = (tmp_path / NAME).read_text(encoding="utf-8")
    assert text.count("# 2026-03-10\n") == 1
    for writer in range(4):
        places = [text.index(f"writer {writer} entry {number}\n") for number in range(12)]
        assert places == sorted(places)


TEXTS = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0\r"), min_size=1, max_size=200
) | st.sampled_from(
    [
        "```\nopen",
        "# heading\n\n- [ ] x",
        "\tTab\n    code",
        "<!-- open",
        "👩‍👩‍👧",
        "---\na: b\n---",
        "- 09:00 x",
    ]
)


def without_blank_ends(text):
    lines = text.split("\n")
    while not lines[0].strip():
        lines.pop(0)
    while not lines[-1].strip():
        lines.pop()
    return "\n".join(lines)


@settings(max_examples=60, deadline=None)
@given(texts=st.lists(TEXTS, min_size=1, max_size=4), before=st.binary(max_size=40))
def test_any_text_is_found_again_between_its_neighbours(texts, before):
    before = before.removeprefix(b"\xff\xfe").removeprefix(b"\xfe\xff")
    texts = [text for text in texts if text.strip() and "daykeep" not in text.casefold()]
    with TemporaryDirectory() as folder:
        (Path(folder) / "memory").mkdir()
        (Path(folder) / NAME).write_bytes(before)
        for number, text in enumerate(texts):
            log(Path(folder), text, title=f"Number {number}")
        data = (Path(folder) / NAME).read_bytes()
    assert data.startswith(before)
    written = data[len(before) :].decode().replace("\r\n", "\n")
    place = 0
    for number, text in enumerate(texts):
        heading = written.index(f"Number {number}\n", place)
        place = written.index(without_blank_ends(text), heading)
        assert written.find(f"Number {number + 1}\n", heading, place) == -1
