from datetime import date

from daykeep.context.reading import PresentReader
from daykeep.files.store import Files
from tests.context.waking import ENGLISH, TODAY, make


def test_present_reader_reads_scans_and_tells_what_is_there(tmp_path):
    reader = PresentReader(Files(make(tmp_path, ENGLISH)))
    assert reader.find("SOUL.md") == ENGLISH["SOUL.md"].encode()
    assert reader.find("NOTES.md") is None
    assert reader.has("SOUL.md")
    assert not reader.has("memory")
    assert reader.scan([TODAY]).by_day[TODAY][0] == "memory/2026-03-10.md"


def test_present_reader_lists_the_folders_once_for_the_same_days(tmp_path):
    reader = PresentReader(Files(make(tmp_path, ENGLISH)))
    before = reader.scan([TODAY])
    make(tmp_path, {"memory/2026-03-10-late.md": "x\n"})
    assert reader.scan([TODAY]) is before
    assert "memory/2026-03-10-late.md" in reader.scan([TODAY, date(2026, 3, 9)]).by_day[TODAY]


def test_archive_is_looked_at_only_when_asked(tmp_path):
    files = Files(make(tmp_path, {"memory/archive/2026/2026-03-10.md": "old\n"}))
    assert PresentReader(files).scan([TODAY]).by_day[TODAY] == []
    assert PresentReader(files, archive=True).scan([TODAY]).by_day[TODAY] == [
        "memory/archive/2026/2026-03-10.md"
    ]
