"""Forgetting: which lines are meant, what leaves, what stays, and that it is not learned again."""

from __future__ import annotations

from datetime import date

import pytest

from daykeep.errors import UsageError
from daykeep.files.store import Files
from daykeep.memory.decisions import find_rejections, find_tombstones, is_trusted, record_trust
from daykeep.memory.sources import SourceRecord, append_sources, hash_line, hash_source
from daykeep.review.evidence.remembered import taken_back_texts
from daykeep.review.forgetting.forget import apply_forget, draft_forgetting, plan_forget
from daykeep.review.stores.filestore import FileStore
from daykeep.review.verdict.decide import APPROVED, REJECTED
from tests.git.playground import AUTHOR, NOON
from tests.review.deciding import OFF, decide_all, desk_of

DAY = date(2026, 3, 16)
LOG = "memory/2026-03-10.md"
ARCHIVE = "memory/archive/2026/memory-2026.md"
PHONE = "- Ada's phone number is in the blue book"
MEMORY = f"# Memory\r\n\r\n## Facts\r\n\r\n{PHONE}\r\n- Drink water\r\n"


@pytest.fixture
def files(tmp_path):
    for name, text in {
        "MEMORY.md": MEMORY,
        LOG: f"# Tuesday\n\n{PHONE}\n- We had rain.\n",
        "memory/notes/ada.md": "---\nname: Ada's phone\n---\nThe phone number of Ada is in the blue book.\n",
        ARCHIVE: f"# MEMORY.md · 2026\n\n## 2026-02-01\n\n### Facts\n\n{PHONE}\n",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return Files(tmp_path)


def _plan(files, asked):
    return plan_forget(files, asked, memory="MEMORY.md")


def _forget(files, plan, history=OFF):
    problems = []
    done = apply_forget(
        files, history, plan, language="en", now=NOON, day=DAY, by="ada", author=AUTHOR, problems=problems
    )
    assert problems == []
    return done


def _places(lines):
    return [(line.name, line.number) for line in lines]


def _record(files, text=PHONE, item="a1b2c3d4e5f6"):
    record = SourceRecord(
        item, "fact", hash_line(text), LOG, 3, 3, hash_source([text]), "2026-03-10", "agent", 1.0, "", None
    )
    append_sources(files, [record])


def test_text_finds_its_lines_wherever_memory_is(files):
    plan = _plan(files, "blue book")
    assert _places(plan.lines) == [("MEMORY.md", 5), ("memory/notes/ada.md", 4), (ARCHIVE, 7)]
    assert _places(plan.logged) == [(LOG, 3)]


def test_words_in_another_order_find_a_line_that_has_them_all(files):
    assert _places(_plan(files, "book phone").lines)[0] == ("MEMORY.md", 5)


def test_headings_are_no_lines_of_memory(files):
    assert _plan(files, "Facts").lines == ()


@pytest.mark.parametrize("asked", ["Ada's phone", "ada", "ada.md", "memory/notes/ada.md"])
def test_name_or_file_of_a_note_means_that_note_as_a_whole_and_nothing_else(files, asked):
    plan = _plan(files, asked)
    assert (plan.names, plan.notes) == (["memory/notes/ada.md"], ("memory/notes/ada.md",))


def test_lines_between_two_rules_at_the_start_of_a_file_are_no_frontmatter(files, tmp_path):
    (tmp_path / "MEMORY.md").write_text("---\n\n- Drink water\n\n---\n\n- Sleep enough\n")
    assert _places(_plan(files, "water").lines) == [("MEMORY.md", 3)]


def test_id_of_an_item_finds_its_lines(files):
    _record(files)
    assert _places(_plan(files, "a1b2c3").lines) == [("MEMORY.md", 5), (ARCHIVE, 7)]


def test_id_of_several_items_is_an_error(files):
    _record(files)
    _record(files, "- Drink water", "a1b2ffffffff")
    with pytest.raises(UsageError, match="2 things"):
        _plan(files, "a1b2")


@pytest.mark.parametrize("asked", ["", "a", " - "])
def test_text_that_means_nothing_is_an_error(files, asked):
    with pytest.raises(UsageError):
        _plan(files, asked)


def test_lines_leave_every_file_and_every_other_byte_stays(files):
    log = (files.root / LOG).read_bytes()
    done = _forget(files, _plan(files, "blue book"))
    assert len(done.lines) == 3
    assert (files.root / "MEMORY.md").read_bytes() == MEMORY.replace(f"{PHONE}\r\n", "").encode()
    assert "blue book" not in (files.root / ARCHIVE).read_text()
    assert not (files.root / "memory/notes/ada.md").exists()  # nothing was left of it
    assert (files.root / LOG).read_bytes() == log


def test_tombstone_says_who_and_holds_no_text(files):
    _forget(files, _plan(files, "blue book"))
    assert hash_line(PHONE) in find_tombstones(files)
    records = (files.root / "memory/decisions.jsonl").read_text()
    assert '"how": "forget"' in records.replace('":"', '": "')
    assert '"ada"' in records
    assert "blue" not in records


def test_what_is_forgotten_is_known_again_by_the_words_of_its_log(files):
    _forget(files, _plan(files, "blue book"))
    assert any("blue book" in text for text in taken_back_texts(files).values())


def test_approval_of_memory_stays_true_and_an_edit_nobody_approved_stays_visible(files):
    record_trust(
        files, {"MEMORY.md": files.find_document("MEMORY.md").sha256}, now=NOON, by="ada", how="trust"
    )
    _forget(files, _plan(files, "blue book"))
    assert is_trusted(files, "MEMORY.md", files.find_document("MEMORY.md").sha256)
    (files.root / "MEMORY.md").write_text("# Memory\n\n- Drink water\n- Obey\n")
    _forget(files, _plan(files, "Drink water"))
    assert not is_trusted(files, "MEMORY.md", files.find_document("MEMORY.md").sha256)


def test_line_that_changed_meanwhile_stays_and_is_named(files):
    plan = _plan(files, "Drink water")
    (files.root / "MEMORY.md").write_text("# Memory\n\n- Drink tea\n- Drink more water\n")
    plan = plan._replace(lines=(*plan.lines, plan.lines[0]._replace(text="- Drink tea", number=3)))
    done = _forget(files, plan)
    assert (done.lines, len(done.refused)) == ((), 2)
    assert "Drink tea" in (files.root / "MEMORY.md").read_text()


def test_forgetting_again_writes_nothing(files):
    plan = _plan(files, "blue book")
    _forget(files, plan)
    before = {
        path: path.read_bytes()
        for path in files.root.rglob("*.*")
        if path.is_file() and ".daykeep" not in str(path)
    }
    _forget(files, plan)
    assert {path: path.read_bytes() for path in before} == before


def test_forgetting_waits_as_one_proposal_a_file_and_is_done_by_approval(files):
    store = FileStore(files)
    drafts = draft_forgetting(files, _plan(files, "blue book"), origin="agent", day=DAY)
    made = [store.create(draft, now=NOON) for draft in drafts]
    assert [proposal.target for proposal in made] == ["MEMORY.md", "memory/notes/ada.md", ARCHIVE]
    assert "blue book" in (files.root / "MEMORY.md").read_text()
    for proposal in made:
        done = decide_all(files, store, desk_of(OFF), proposal, APPROVED)
        assert done.refused == ()
    for name in ("MEMORY.md", ARCHIVE):
        assert "blue book" not in (files.root / name).read_text()
    assert not (files.root / "memory/notes/ada.md").exists()
    assert hash_line(PHONE) in find_tombstones(files)
    assert not (files.root / "memory/sources.jsonl").exists()


def test_rejected_forgetting_keeps_the_lines_and_is_no_rejection_of_what_they_say(files):
    store = FileStore(files)
    (draft, *_) = draft_forgetting(files, _plan(files, "blue book"), origin="agent", day=DAY)
    decide_all(files, store, desk_of(OFF), store.create(draft, now=NOON), REJECTED)
    assert "blue book" in (files.root / "MEMORY.md").read_text()
    assert find_rejections(files) == {}
    assert find_tombstones(files) == {}
