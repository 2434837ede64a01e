"""The index is brought up to date: as far as time allows, one step after the other, whatever happens to files."""

import os

import pytest

from daykeep.files.store import Files
from daykeep.search.documents import Chunk, Document, Listing, Reading, Skipped
from daykeep.search.index import Pace, refresh
from daykeep.search.sources.workspace import WorkspaceSource
from daykeep.search.store import memory_store
from daykeep.search.store.opening import create_store, open_store
from daykeep.workspace.layout import read_layout
from tests.search.index.room import LATER, Room
from tests.search.store.documents import found


@pytest.fixture
def room(tmp_path):
    return Room(tmp_path)


def test_new_changed_and_deleted_files_are_found_as_they_are(room):
    room.write("memory/2026-03-04.md", "- tea\n")
    assert room.look()[:4] == (2, 0, 0, 0)
    assert room.finds("tea") == ["memory/2026-03-04.md"]
    room.write("memory/2026-03-04.md", "- rice now\n")
    assert room.look()[:4] == (0, 1, 0, 0)
    assert (room.finds("tea"), room.finds("rice")) == ([], ["memory/2026-03-04.md"])
    (room.root / "memory/2026-03-04.md").unlink()
    assert room.look()[:4] == (0, 0, 1, 0)
    assert room.finds("rice") == []


def test_nothing_is_read_or_written_where_nothing_changed(room):
    room.write("memory/2026-03-04.md", "- tea\n")
    room.look()
    room.look()
    writes = room.store.writes()
    assert room.look() == room.look()
    assert room.store.writes() == writes


def test_touched_file_with_the_same_bytes_is_not_indexed_again(room):
    path = room.write("memory/2026-03-04.md", "- tea\n")
    room.look()
    os.utime(path, ns=(1, 1))
    assert room.look()[:4] == (0, 0, 0, 1)
    assert room.look()[:4] == (0, 0, 0, 0)


def test_same_size_and_same_time_do_not_hide_a_change(room):
    path = room.write("memory/2026-03-04.md", "- tea\n")
    info = path.stat()
    room.look()
    path.write_text("- ale\n")
    os.utime(path, ns=(info.st_atime_ns, info.st_mtime_ns))
    assert room.look().changed == 1
    assert room.finds("ale") == ["memory/2026-03-04.md"]


class Ticking:
    """A source on a file system whose clock stands still: every version looks the same."""

    name = "workspace"

    def __init__(self, text):
        self.text = text

    def list_documents(self):
        return Listing({"workspace:a": (5, 1000, 1000)}, [])

    def read_document(self, key, before=None):
        chunk = Chunk(0, 1, 1, (), None, None, self.text)
        return Reading(
            Document(key, "workspace", "daily", "a"), (5, 1000, 1000), f"hash of {self.text}", [chunk]
        )


def test_file_that_changed_twice_within_one_tick_is_found_as_it_is():
    store, source = memory_store(), Ticking("tea")
    refresh(store, [source], Pace(1001))
    source.text = "ale"
    assert refresh(store, [source], Pace(1002)).changed == 1
    assert found(store, "ale")
    assert refresh(store, [source], Pace(10**10)).touched == 1
    source.text = "rum"
    assert refresh(store, [source], Pace(10**10))[:4] == (0, 0, 0, 0)


def test_without_time_one_file_is_read_the_latest_first_and_the_others_are_named(room):
    for day in (1, 2, 3):
        os.utime(room.write(f"memory/2026-03-0{day}.md", "- tea\n"), ns=(day, day * 10**9))
    os.utime(room.root / "AGENTS.md", ns=(0, 0))
    result = room.look(out_of_time=lambda: True)
    assert room.finds("tea") == ["memory/2026-03-03.md"]
    assert result.stale == (
        "workspace:AGENTS.md",
        "workspace:memory/2026-03-01.md",
        "workspace:memory/2026-03-02.md",
    )
    assert "no time" in result.why
    assert room.look().stale == ()
    assert len(room.finds("tea")) == 3


def test_changed_file_that_there_was_no_time_for_is_named(room):
    room.write("memory/2026-03-04.md", "- tea\n")
    room.look()
    room.write("memory/2026-03-04.md", "- rice\n")
    room.write("memory/2026-03-05.md", "- salt\n")
    os.utime(room.root / "memory/2026-03-04.md", ns=(0, 0))
    assert room.look(out_of_time=lambda: True).stale == ("workspace:memory/2026-03-04.md",)


def test_progress_tells_how_much_is_done(room):
    for day in range(1, 4):
        room.write(f"memory/2026-03-0{day}.md", "- " + "tea " * 300_000 + "\n")
    seen = []
    room.look(progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (4, 4)
    assert len(seen) > 1


def test_interrupted_refresh_keeps_what_was_done_and_goes_on_from_there(room):
    for day in range(1, 5):
        room.write(f"memory/2026-03-0{day}.md", "- " + "tea " * 600_000 + "\n")

    def interrupt(done, total):
        if done >= 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        room.look(progress=interrupt)
    done = room.store.count()[0]
    assert 2 <= done < 5
    assert room.look().added == 5 - done
    assert room.look()[:4] == (0, 0, 0, 0)


def test_binary_file_is_named_at_every_look_and_read_once(room):
    path = room.write("memory/a.md", "")
    path.write_bytes(b"\0\1\2" * 500)
    named = [(one.path, one.lasting) for one in room.look().skipped]
    assert named == [("memory/a.md", True)]
    writes = room.store.writes()
    room.look()
    assert [(one.path, one.lasting) for one in room.look().skipped] == named
    assert room.store.writes() == writes
    room.write("memory/a.md", "- tea\n")
    assert room.look().skipped == ()
    assert room.finds("tea") == ["memory/a.md"]


class Failing:
    """A source whose document can't be read for a while."""

    name = "workspace"

    def __init__(self):
        self.fails = False
        self.version = (1, 1, 1)

    def list_documents(self):
        return Listing({"workspace:a": self.version}, [])

    def read_document(self, key, before=None):
        if self.fails:
            return Skipped("a", "can't be read: input/output error")
        chunk = Chunk(0, 1, 1, (), None, None, "tea")
        return Reading(Document(key, "workspace", "daily", "a"), self.version, str(self.version), [chunk])


def test_file_that_can_not_be_read_for_now_stays_as_it_was_and_is_named():
    store, source = memory_store(), Failing()
    refresh(store, [source], Pace(LATER))
    source.fails, source.version = True, (2, 2, 2)
    result = refresh(store, [source], Pace(LATER))
    assert (result.stale, [one.path for one in result.skipped]) == (("workspace:a",), ["a"])
    assert found(store, "tea") == [("a", 0)]
    source.fails = False
    assert refresh(store, [source], Pace(LATER)).stale == ()


def test_file_that_could_never_be_read_is_tried_again():
    store, source = memory_store(), Failing()
    source.fails = True
    assert [one.path for one in refresh(store, [source], Pace(LATER)).skipped] == ["a"]
    assert [one.path for one in refresh(store, [source], Pace(LATER)).skipped] == ["a"]
    source.fails = False
    assert refresh(store, [source], Pace(LATER)).skipped == ()
    assert found(store, "tea") == [("a", 0)]


def test_source_that_is_closed_keeps_what_is_known_of_it():
    store, source = memory_store(), Failing()
    refresh(store, [source], Pace(LATER))
    source.list_documents = lambda: Listing({}, [Skipped("a", "can't be listed")], ("workspace:",))
    assert refresh(store, [source], Pace(LATER)).removed == 0
    assert found(store, "tea") == [("a", 0)]


def test_closed_folder_that_is_deleted_later_is_forgotten():
    store, source = memory_store(), Failing()
    refresh(store, [source], Pace(LATER))
    refresh(store, [source], Pace(LATER))
    source.list_documents = lambda: Listing({}, [], ("workspace:",))
    refresh(store, [source], Pace(LATER))
    refresh(store, [source], Pace(LATER))
    source.list_documents = lambda: Listing({}, [])
    assert refresh(store, [source], Pace(LATER)).removed == 1
    assert found(store, "tea") == []


def test_change_of_one_source_leaves_the_notes_of_the_others(room):
    other = Growing()
    files = Files(room.root)
    sources = [WorkspaceSource(files, read_layout(files)), other]
    refresh(room.store, sources, Pace(LATER))
    kept = room.store.listed("conversations")
    assert kept
    room.write("memory/2026-03-04.md", "- tea\n")
    assert refresh(room.store, sources, Pace(LATER)).added == 1
    assert room.store.listed("conversations") == kept
    assert room.store.listed("workspace")
    assert other.read == [2]


def test_doubt_about_a_file_is_not_noted_away(room):
    written = room.write("memory/2026-03-04.md", "- tea\n").stat().st_ctime_ns
    room.look(written + 1)
    assert room.store.listed("workspace") == b""
    assert room.look(written + 10**10).touched >= 1  # AGENTS.md too, where both were written within one tick
    assert room.store.listed("workspace")


class Growing:
    """A conversation to which turns are added; says how much of it was read."""

    name = "conversations"

    def __init__(self):
        self.turns = ["tea", "rice"]
        self.read = []

    def list_documents(self):
        return Listing({"conversations:c": (len(self.turns), 1, 1)}, [])

    def read_document(self, key, before=None):
        kept = min(before.chunks, len(self.turns)) if before else 0
        self.read.append(len(self.turns) - kept)
        chunks = [Chunk(n, n, n, (), None, "Ada", self.turns[n]) for n in range(kept, len(self.turns))]
        document = Document(key, self.name, "conversation", "c")
        return Reading(document, (len(self.turns), 1, 1), str(len(self.turns)), chunks, kept)


def test_only_the_new_turns_of_a_grown_conversation_are_read():
    store, source = memory_store(), Growing()
    refresh(store, [source], Pace(LATER))
    source.turns.append("salt tea")
    refresh(store, [source], Pace(LATER))
    assert source.read == [2, 1]
    assert found(store, "tea") == [("c", 0), ("c", 2)]


class Stores:
    """Two processes' views of one index, and a source whose first reading is overtaken by the other process."""

    def __init__(self, folder):
        create_store(folder / "index.db")
        self.here, self.there = open_store(folder / "index.db"), open_store(folder / "index.db")

    def overtake(self, source, change):
        """Let the other process refresh after ``change``, between the next reading and its storing."""
        read = source.read_document

        def read_and_be_overtaken(key, before=None):
            source.read_document = read
            reading = read(key, before)
            change()
            refresh(self.there, [source], Pace(LATER))
            return reading

        source.read_document = read_and_be_overtaken


@pytest.fixture
def stores(tmp_path):
    return Stores(tmp_path)


def test_conversation_that_another_process_stored_meanwhile_is_read_once_more(stores):
    source = Growing()
    refresh(stores.here, [source], Pace(LATER))
    source.turns.append("salt")
    stores.overtake(source, lambda: source.turns.append("sugar"))
    assert refresh(stores.here, [source], Pace(LATER)).stale == ()
    terms = ("tea", "rice", "salt", "sugar")
    assert [found(stores.here, term) for term in terms] == [[("c", place)] for place in range(4)]


@pytest.mark.parametrize("known", [True, False])
def test_older_reading_does_not_replace_what_another_process_read_later(stores, known):
    source = Failing()
    source.version = (1, 1, 1)
    if known:
        refresh(stores.here, [source], Pace(LATER))
        source.version = (2, 2, 2)
    stores.overtake(source, lambda: setattr(source, "version", (3, 3, 3)))
    refresh(stores.here, [source], Pace(LATER))
    assert stores.here.version("workspace:a") == (3, 3, 3)


def test_document_that_another_process_added_after_the_listing_is_not_taken_out(stores):
    source = Failing()
    refresh(stores.there, [source], Pace(LATER))
    listing = source.list_documents

    def list_and_be_overtaken():
        source.list_documents = listing
        with stores.there.writing():
            stores.there.remove(["workspace:a"])
        source.version = (2, 2, 2)
        refresh(stores.there, [source], Pace(LATER))
        return Listing({}, [])

    source.list_documents = list_and_be_overtaken
    assert stores.here.version("workspace:a") == (1, 1, 1)
    refresh(stores.here, [source], Pace(LATER))
    assert stores.here.version("workspace:a") == (2, 2, 2)


def test_busy_index_makes_documents_stale_and_raises_nothing(tmp_path):
    create_store(tmp_path / "index.db")
    here, there = open_store(tmp_path / "index.db"), open_store(tmp_path / "index.db")
    with there.writing():
        result = refresh(here, [Growing()], Pace(LATER, out_of_time=lambda: False))
    assert result.stale == ("conversations:c",)
    assert "another process" in result.why


def test_full_disk_makes_documents_stale_and_loses_nothing(tmp_path):
    create_store(tmp_path / "index.db")
    store, source = open_store(tmp_path / "index.db"), Growing()
    refresh(store, [source], Pace(LATER))
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages + 4}")
    source.turns.extend("word " * 2000 + str(turn) for turn in range(20))
    result = refresh(store, [source], Pace(LATER))
    assert result.stale == ("conversations:c",)
    assert "full" in result.why
    assert found(store, "tea") == [("c", 0)]
    store._db.execute("PRAGMA max_page_count = 100000")
    assert refresh(store, [source], Pace(LATER)).stale == ()
    assert len(found(store, "word")) == 20


def test_index_that_can_not_be_written_makes_documents_stale(tmp_path):
    create_store(tmp_path / "index.db")
    reader = open_store(tmp_path / "index.db", read_only=True)
    result = refresh(reader, [Growing()], Pace(LATER))
    assert result.stale == ("conversations:c",)
    assert result.why


def test_file_is_racy_that_was_read_in_the_moment_of_its_change(room):
    written = room.write("memory/2026-03-04.md", "- tea\n").stat().st_ctime_ns
    room.look(written + 1)
    assert room.store.stamps("workspace")["workspace:memory/2026-03-04.md"].racy
    room.look(written + 10**10)
    assert not room.store.stamps("workspace")["workspace:memory/2026-03-04.md"].racy
