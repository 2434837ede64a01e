"""Remembering in a workspace: the records, the queue, and every kill in between."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from daykeep.errors import RefusedError
from daykeep.files.store import Files
from daykeep.git.history import HistoryOff
from daykeep.memory.decisions import add_tombstone, find_tombstones, is_trusted
from daykeep.memory.sources import hash_line, load_asked
from daykeep.review.notes.discard import bury_note, remove_note
from daykeep.review.notes.refused import find_refused
from daykeep.review.remembering.queue import find_waiting, queue_notes
from daykeep.review.remembering.remember import Place, apply_remembered, plan_remembered
from daykeep.review.remembering.wish import Wish, read_wish
from daykeep.review.stores.filestore import FileStore
from tests.recovery.forked import run_in_child
from tests.review.dying import Dying

NOW = datetime(2026, 4, 6, 10, 0, tzinfo=UTC)
DAY = date(2026, 4, 6)
OFF = HistoryOff("no git repository here", "")
RULE = "Don't mock the database"
STEPS = 40


def place(files, by=""):
    return Place(files, OFF, FileStore(files), NOW, DAY, "a <a@b>", by)


def remember(files, text=RULE, by="", **wish):
    asked = Wish(text, origin="user" if by else "agent", **wish)
    meant = read_wish(asked, today=DAY, language="en")
    return apply_remembered(place(files, by), asked, meant)


def names(files):
    return sorted(files.list_names("memory/notes")) if files.kind("memory/notes") == "folder" else []


def test_who_asked_for_each_line_is_on_record(tmp_path):
    files = Files(tmp_path)
    done = remember(files, why="production broke")
    records = load_asked(files)
    assert [(one.origin, one.day, one.by) for one in records] == [("agent", "2026-04-06", "")] * 2
    assert done.proposal


def test_persons_note_is_on_record_as_they_wrote_it(tmp_path):
    files = Files(tmp_path)
    done = remember(files, by="ada")
    document = files.find_document(done.change.name)
    assert is_trusted(files, done.change.name, document.sha256)
    assert done.proposal == ""


def test_dry_run_says_what_would_be_done(tmp_path):
    files = Files(tmp_path)
    asked = Wish(RULE)
    plan = plan_remembered(place(files), asked, read_wish(asked, today=DAY, language="en"))
    assert (plan.change.action, names(files)) == ("create", [])


def test_what_was_taken_away_is_known_again_in_other_words_by_its_copy(tmp_path):
    files = Files(tmp_path)
    done = remember(files, "We ship the mobile release on 2026-04-09")
    document = files.find_document(done.change.name)
    bury_note(files, document, item="a1b2c3d4e5f6", now=NOW, by="ada", how="forget")
    remove_note(files, document)
    assert find_refused(files, OFF, "The mobile release ships on 2026-04-09").how == "forgotten"
    assert find_refused(files, OFF, "The budget is reviewed on 2026-04-09") is None
    with pytest.raises(RefusedError, match="forgotten by ada"):
        remember(files, "The mobile release ships on 2026-04-09")
    assert remember(files, "We ship the mobile release on 2026-04-09", by="ada").lifted
    assert find_tombstones(files) == {}


def test_person_who_says_it_again_lifts_every_refusal_of_it(tmp_path):
    files = Files(tmp_path)
    for item, text in [("a1b2c3d4e5f6", RULE), ("b1b2c3d4e5f6", "production broke")]:
        add_tombstone(files, item=item, lines=[hash_line(text)], now=NOW, by="ada", how="forget")
    assert remember(files, why="production broke", by="ada").lifted == "it was forgotten by ada on 2026-04-06"
    assert find_tombstones(files) == {}


def test_note_that_changes_while_it_waits_is_withdrawn_and_waits_anew(tmp_path):
    files = Files(tmp_path)
    done = remember(files)
    store = FileStore(files)
    (before,) = find_waiting(store)
    path = tmp_path / done.change.name
    path.write_text(path.read_text().replace("database", "data base"))
    queue_notes(files, store, now=NOW, day=DAY)
    (after,) = find_waiting(store)
    assert after.item.id != before.item.id
    assert "data base" in "\n".join(after.item.memory_lines)
    assert queue_notes(files, store, now=NOW, day=DAY) == []
    path.unlink()
    queue_notes(files, store, now=NOW, day=DAY)
    assert find_waiting(store) == []


def _remember_and_die(root, step):
    remember(Dying(root, step))


def test_every_kill_leaves_no_half_note_and_the_same_call_again_ends_it(tmp_path):
    killed = 0
    for step in range(STEPS):
        root = tmp_path / str(step)
        root.mkdir()
        ended = not run_in_child(lambda root=root, step=step: _remember_and_die(root, step)).killed
        killed += not ended
        files = Files(root)
        for name in names(files):
            if not name.endswith("INDEX.md"):
                assert "status: unreviewed" in (root / name).read_text()
        remember(files)
        assert names(files) == ["memory/notes/INDEX.md", "memory/notes/dont-mock-the-database.md"]
        assert [choice.proposal.target for choice in find_waiting(FileStore(files))] == [
            "memory/notes/dont-mock-the-database.md"
        ]
        assert RULE in (root / "memory/notes/INDEX.md").read_text()
        if ended:
            break
    assert killed >= 3
    assert ended
