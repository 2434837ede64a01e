from datetime import UTC, datetime

import pytest

from daykeep.files.store import Files
from daykeep.memory.decisions import (
    DECISIONS_FILE,
    Verdict,
    add_tombstone,
    find_rejections,
    find_tombstones,
    find_verdicts,
    is_trusted,
    lift_tombstone,
    record_trust,
    record_verdicts,
    trusted_sha256,
)
from daykeep.memory.sources import (
    SOURCES_FILE,
    SourceRecord,
    append_sources,
    find_sources,
    hash_line,
    load_sources,
)

NOW = datetime(2026, 3, 10, 6, 30, tzinfo=UTC)


@pytest.fixture
def files(tmp_path):
    return Files(tmp_path)


def record(**changes):
    row = SourceRecord(
        item="abc",
        kind="lesson",
        line=hash_line("- a lesson"),
        name="memory/2026-03-10.md",
        first=4,
        last=5,
        sha8="12345678",
        day="2026-03-10",
        origin="agent",
        score=1.0,
        at="2026-03-15T15:00:00+00:00",
        commit=None,
    )
    return row._replace(**changes)


def test_records_come_back_as_they_were(files):
    rows = [record(), record(item="def", commit="f" * 40, score=0.5)]
    append_sources(files, rows)
    append_sources(files, [])
    assert load_sources(files) == (rows, [])


def test_line_is_found_whatever_its_bullet_emphasis_and_spacing(files):
    append_sources(files, [record()])
    assert find_sources(files, "  * a   **lesson**") == [record()]
    assert find_sources(files, "- another lesson") == []


def test_bad_lines_are_reported_and_the_rest_is_read(files):
    append_sources(files, [record()])
    with (files.root / SOURCES_FILE).open("ab") as stream:
        stream.write(b'{"half": \n[1]\n{"lines": [1, "x"]}\n\0\n')
    append_sources(files, [record(item="def")])
    rows, problems = load_sources(files)
    assert [row.item for row in rows] == ["abc", "def"]
    assert {problem.line for problem in problems} >= {2}


def test_last_trust_of_a_file_counts(files):
    record_trust(files, {"SOUL.md": "1", "USER.md": "2"}, now=NOW, by="user", how="init")
    record_trust(files, {"SOUL.md": "3"}, now=NOW, by="user", how="trust")
    assert trusted_sha256(files) == {"SOUL.md": "3", "USER.md": "2"}
    assert is_trusted(files, "SOUL.md", "3")
    assert not is_trusted(files, "SOUL.md", "1")
    assert not is_trusted(files, "TOOLS.md", "1")


def test_content_before_an_unfinished_write_stays_trusted(files):
    record_trust(files, {"MEMORY.md": "2"}, now=NOW, by="daykeep", how="distill", before={"MEMORY.md": "1"})
    assert is_trusted(files, "MEMORY.md", "1")
    assert is_trusted(files, "MEMORY.md", "2")


def test_tombstone_stands_until_it_is_lifted(files):
    add_tombstone(files, item="abc", lines=["1", "2"], now=NOW, by="user", how="revert")
    lift_tombstone(files, item="abc", lines=["1"], now=NOW, by="user", how="revert")
    assert find_tombstones(files) == {"2": "abc"}


def test_decisions_file_is_only_ever_appended_to(files):
    record_trust(files, {"SOUL.md": "1"}, now=NOW, by="user", how="init")
    before = files.find_bytes(DECISIONS_FILE)
    add_tombstone(files, item="abc", lines=["1"], now=NOW, by="user", how="revert")
    assert files.find_bytes(DECISIONS_FILE).startswith(before)


@pytest.mark.parametrize(
    "content", [b"", b"\0\0\n", b'[]\n"x"\n5\n', b'{"kind": "trust"}\n{"kind": "tombstone", "lines": 5}\n']
)
def test_any_decisions_file_is_survived(files, content):
    (files.root / "memory").mkdir()
    (files.root / DECISIONS_FILE).write_bytes(content)
    assert trusted_sha256(files) == {}
    assert find_tombstones(files) == {}
    record_trust(files, {"SOUL.md": "1"}, now=NOW, by="user", how="init")
    assert trusted_sha256(files) == {"SOUL.md": "1"}


def verdict(kind="rejected", item="abcd", **changes):
    return Verdict(
        kind, item, "P", "add", ("1" * 16,), "memory/2026-03-10.md", ((4, "12345678"),), ("2" * 16,)
    )._replace(**changes)


def test_verdicts_come_back_with_who_and_when(files):
    record_verdicts(files, [verdict()], now=NOW, by="ada", how="review")
    assert find_verdicts(files) == {"abcd": verdict(at=NOW.isoformat(timespec="seconds"), by="ada")}


def test_last_verdict_on_an_item_counts(files):
    for kind in ("deferred", "rejected", "reopened", "approved"):
        record_verdicts(files, [verdict(kind)], now=NOW, by="ada", how="review")
        assert find_verdicts(files)["abcd"].kind == kind
        assert find_rejections(files) == ({"1" * 16: "abcd"} if kind == "rejected" else {})


@pytest.mark.parametrize("key", ["item", "proposal", "action", "name", "at", "by"])
def test_verdict_without_its_parts_is_passed_over(files, key):
    record_verdicts(files, [verdict()], now=NOW, by="ada", how="review")
    (row,) = files.find_records(DECISIONS_FILE)[0]
    del row[key]
    path = files.root / DECISIONS_FILE
    path.unlink()
    files.append_records(DECISIONS_FILE, [row])
    assert find_verdicts(files) == {}


def test_verdict_whose_lists_are_none_is_read_without_them(files):
    record_verdicts(files, [verdict()], now=NOW, by="ada", how="review")
    (row,) = files.find_records(DECISIONS_FILE)[0]
    (files.root / DECISIONS_FILE).unlink()
    files.append_records(
        DECISIONS_FILE, [{**row, "lines": "x", "source": [[1], "y", [1, 2]], "replaces": [3]}]
    )
    found = find_verdicts(files)["abcd"]
    assert (found.lines, found.source, found.replaces) == ((), (), ())
