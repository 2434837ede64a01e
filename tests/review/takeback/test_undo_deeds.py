"""Taking back what was forgotten, superseded, archived or changed in a core file; and taking that back."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from daykeep.daily.archive import archive_logs
from daykeep.distill.run import Place, Rules, Window, distill
from daykeep.errors import ConflictError, GitError
from daykeep.files.store import Files
from daykeep.memory.decisions import find_tombstones, is_trusted, record_trust
from daykeep.memory.items import ItemLine
from daykeep.memory.leaving.archive import find_archived
from daykeep.memory.sources import hash_line
from daykeep.review.account.verify import verify
from daykeep.review.asking.copies import FOLDER
from daykeep.review.asking.propose import draft_changes, plan_append
from daykeep.review.forgetting.forget import apply_forget, draft_forgetting, plan_forget
from daykeep.review.provenance.history import list_events
from daykeep.review.provenance.why import why
from daykeep.review.queue.proposals import APPROVED, ARCHIVE, SUPERSEDE, Draft, old_line, propose
from daykeep.review.stores.filestore import FileStore
from daykeep.review.takeback.revert import apply_revert, plan_revert
from daykeep.workspace.layout import read_layout
from tests.git.playground import AUTHOR, NOON
from tests.review.deciding import OFF, decide_all, desk_of
from tests.review.proposal_contract import LOG, an_item, draft, proposed

DAY = date(2026, 3, 16)
NOTE, KEPT = "memory/notes/ada.md", "memory/archive/2026/memory-2026.md"
PHONE = "- Ada's phone number is in the blue book"
MEMORY = f"# Memory\r\n\r\n## Facts\r\n\r\n{PHONE}\r\n- Drink water\r\n"
TEXTS = {
    "MEMORY.md": MEMORY,
    LOG: f"# Tuesday\n\n## Fact: phones\n{PHONE}\n",
    NOTE: "---\nname: Ada\n---\nThe phone number of Ada is in the blue book.\n",
    KEPT: f"# MEMORY.md · 2026\n\n## 2026-02-01\n\n### Facts\n\n{PHONE}\n",
    "SOUL.md": "# Soul\n\n- Be kind\n",
}


def write_all(root):
    for name, text in TEXTS.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def contents(files):
    return {name: files.find_bytes(name) for name in TEXTS}


def forget(files, history, asked="blue book", days=0):
    problems = []
    done = apply_forget(
        files,
        history,
        plan_forget(files, asked, memory="MEMORY.md"),
        language="en",
        now=NOON + timedelta(days=days),
        day=DAY,
        by="ada",
        author=AUTHOR,
        problems=problems,
    )
    assert problems == []
    return done


def revert(files, history, asked, *, days=1, by="ada"):
    plan = plan_revert(files, history, asked, memory="MEMORY.md")
    at = NOON + timedelta(days=days)
    return apply_revert(files, history, plan, now=at, author=AUTHOR, by=by)


@pytest.fixture
def full(playground):
    write_all(playground.root)
    return playground


@pytest.fixture
def bare(tmp_path):
    write_all(tmp_path)
    return Files(tmp_path)


def forgotten_ids(files):
    return list(dict.fromkeys(item for item in find_tombstones(files).values()))


def test_reverting_a_forget_brings_every_byte_back_and_lifts_the_tombstones(full, files, history):
    before = contents(files)
    done = forget(files, history)
    assert find_tombstones(files)
    plan = plan_revert(files, history, done.commit[:10], memory="MEMORY.md")
    assert plan.needs_person
    new = revert(files, history, done.commit[:10])
    assert contents(files) == before
    assert find_tombstones(files) == {}
    assert history.find(new).subject == "Undid: Forgot 3 lines of memory"
    assert [line for line in full.status() if not line.startswith("??")] == []
    assert [event.kind for event in list_events(files, history, memory="MEMORY.md")][:2] == [
        "restored",
        "forgotten",
    ]


def test_what_was_brought_back_is_told_by_why_and_may_be_learned_again(full, files, history):
    done = forget(files, history)
    revert(files, history, done.commit)
    steps = [(step.what, step.by) for step in why(files, history, PHONE, memory="MEMORY.md").chain]
    assert [step for step in steps if step[0] in {"forgotten", "restored"}][-2:] == [
        ("forgotten", "ada"),
        ("restored", "ada"),
    ]
    full.write("MEMORY.md", "# Memory\n")
    (files.root / NOTE).unlink()
    (files.root / KEPT).unlink()
    place = Place("MEMORY.md", "en", NOON + timedelta(days=2), history, AUTHOR, rules=Rules(mode="propose"))
    report = distill(files, Window(None, None, force=True), place)
    assert "taken_back" not in [outcome.status for outcome in report.plan.outcomes]


def test_reverting_one_file_of_a_forget_by_its_id_leaves_the_others(full, files, history):
    before = contents(files)
    forget(files, history)
    plan = plan_forget(files, "Drink water", memory="MEMORY.md")
    (item,) = [
        value
        for key, value in history.log(["MEMORY.md"])[0].trailers
        if key == "Daykeep-Forgotten" and "blue" not in value
    ][:1]
    assert plan.lines
    revert(files, history, item)
    assert files.find_bytes("MEMORY.md") == before["MEMORY.md"]
    assert files.find_bytes(NOTE) is None  # nothing else stood in it


def test_reverting_the_revert_forgets_again_and_that_can_be_reverted(full, files, history):
    before = contents(files)
    done = forget(files, history)
    gone = contents(files)
    back = revert(files, history, done.commit)
    again = revert(files, history, back, days=2)
    assert contents(files) == gone
    assert hash_line(PHONE) in find_tombstones(files)
    assert history.find(again).subject == "Redid: Forgot 3 lines of memory"
    assert '"forget"' in (files.root / "memory/decisions.jsonl").read_text().splitlines()[-1]
    revert(files, history, again, days=3)
    assert contents(files) == before
    assert find_tombstones(files) == {}


def test_reverting_a_forget_twice_writes_once(full, files, history):
    done = forget(files, history)
    revert(files, history, done.commit)
    before = contents(files), history.head()
    assert revert(files, history, done.commit, days=2) is None
    assert (contents(files), history.head()) == before


def test_lines_written_since_beside_a_forgotten_one_stay(full, files, history):
    done = forget(files, history)
    text = files.find_bytes("MEMORY.md").decode() + "- Written since\r\n"
    full.write("MEMORY.md", text.encode())
    revert(files, history, done.commit)
    assert files.find_bytes("MEMORY.md").decode() == MEMORY + "- Written since\r\n"


def test_verify_accounts_for_what_was_forgotten_and_brought_back(full, files, history):
    record_trust(
        files, {"MEMORY.md": files.find_document("MEMORY.md").sha256}, now=NOON, by="ada", how="trust"
    )
    done = forget(files, history)
    revert(files, history, done.commit)
    account = verify(files, read_layout(files), history)
    assert (account.vanished, account.doubtful) == ((), ())


def test_forgetting_approved_in_a_review_is_taken_back_like_any_other(full, files, history):
    before = contents(files)
    store = FileStore(files)
    drafts = draft_forgetting(
        files, plan_forget(files, "blue book", memory="MEMORY.md"), origin="agent", day=DAY
    )
    made = store.create(drafts[0], now=NOON)
    done = decide_all(files, store, desk_of(history), made, APPROVED)
    assert b"blue" not in files.find_bytes("MEMORY.md")
    assert not files.list_names(FOLDER) if files.kind(FOLDER) == "folder" else True
    revert(files, history, done.commit)
    assert contents(files) == before


def test_without_git_a_forget_comes_back_from_its_copy(bare):
    before = contents(bare)
    forget(bare, OFF)
    assert b"blue" not in bare.find_bytes("MEMORY.md")
    ids = forgotten_ids(bare)
    assert len(bare.list_names(FOLDER)) == 3
    for item in ids:
        plan = plan_revert(bare, OFF, item, memory="MEMORY.md")
        assert plan.needs_person
        assert apply_revert(bare, OFF, plan, now=NOON, author=AUTHOR, by="ada") is None
    for name in bare.list_names(FOLDER):  # the files whose lines the first tombstone covered already
        revert(bare, OFF, name.rsplit("/", 1)[-1].removesuffix(".json"))
    assert contents(bare) == before
    assert find_tombstones(bare) == {}
    assert bare.list_names(FOLDER) == []
    steps = [step.what for step in why(bare, OFF, PHONE, memory="MEMORY.md").chain]
    assert steps[0] == "archived"
    assert {"forgotten", "restored"} <= set(steps)


def test_without_git_lines_come_back_among_what_was_written_since(bare):
    forget(bare, OFF, "number is in the blue book")
    now = bare.find_bytes("MEMORY.md").replace(b"## Facts\r\n", b"## Facts\r\n\r\nNew first line.\r\n")
    (bare.root / "MEMORY.md").write_bytes(now)
    (item,) = [name for name in map(_stem, bare.list_names(FOLDER)) if _names(bare, name) == "MEMORY.md"]
    revert(bare, OFF, item)
    texts = bare.find_document("MEMORY.md").texts
    assert texts.index(PHONE) == texts.index("- Drink water") - 1
    assert "New first line." in texts


def _stem(name):
    return name.rsplit("/", 1)[-1].removesuffix(".json")


def _names(files, item):
    return plan_revert(files, OFF, item, memory="MEMORY.md").files[0].name


def test_with_git_no_copy_stays_behind(full, files, history):
    forget(files, history)
    assert files.list_names(FOLDER) == []


def test_without_git_everything_else_says_that_history_is_off(bare):
    with pytest.raises(GitError, match="history is off"):
        plan_revert(bare, OFF, "abcdef123456", memory="MEMORY.md")


def test_superseded_line_stands_in_its_place_again_and_may_be_learned(full, files, history):
    full.write("MEMORY.md", "# Memory\n\n## Lessons\n\n- Set no limit\n- Drink water\n")
    (files.root / KEPT).unlink()
    before = files.find_bytes("MEMORY.md")
    made = FileStore(files).create(
        draft(proposed(action=SUPERSEDE, supersedes=[old_line(5, "- Set no limit")])), now=NOON
    )
    done = decide_all(files, FileStore(files), desk_of(history), made, APPROVED)
    assert (b"Set no limit" in files.find_bytes("MEMORY.md"), len(find_archived(files))) == (False, 1)
    assert hash_line("- Set no limit") in find_tombstones(files)
    full.write("MEMORY.md", files.find_bytes("MEMORY.md") + b"- Later\n")
    back = revert(files, history, done.commit)
    assert files.find_bytes("MEMORY.md") == before + b"- Later\n"
    assert find_archived(files) == []
    dead = find_tombstones(files)
    assert (hash_line("- Set no limit") in dead, hash_line("- Set a limit on every request") in dead) == (
        False,
        True,
    )
    revert(files, history, back, days=2)
    assert b"Set a limit on every request" in files.find_bytes("MEMORY.md")
    assert b"Set no limit" not in files.find_bytes("MEMORY.md")
    assert hash_line("- Set no limit") in find_tombstones(files)


def test_one_superseding_item_of_several_is_taken_back_alone(full, files, history):
    full.write("MEMORY.md", "# Memory\n\n## Lessons\n\n- Set no limit\n- Drink water\n")
    (files.root / KEPT).unlink()
    made = FileStore(files).create(
        draft(
            proposed(action=SUPERSEDE, supersedes=[old_line(5, "- Set no limit")]),
            proposed("Close files"),
        ),
        now=NOON,
    )
    decide_all(files, FileStore(files), desk_of(history), made, APPROVED, APPROVED)
    revert(files, history, made.items[0].id)
    text = files.find_bytes("MEMORY.md").decode()
    assert "- Set no limit\n- Drink water" in text
    assert "- Close files" in text
    assert "Set a limit" not in text
    assert find_archived(files) == []
    assert hash_line("- Set no limit") not in find_tombstones(files)


def test_superseded_line_that_a_hand_has_put_back_stands_once_after_the_revert(full, files, history):
    full.write("MEMORY.md", "# Memory\n\n## Lessons\n\n- Set no limit\n- Drink water\n")
    item = proposed(action=SUPERSEDE, supersedes=[old_line(5, "- Set no limit")])
    made = FileStore(files).create(draft(item), now=NOON)
    decide_all(files, FileStore(files), desk_of(history), made, APPROVED)
    full.write("MEMORY.md", files.find_bytes("MEMORY.md") + b"- Set no limit\n")
    revert(files, history, item.id)
    text = files.find_bytes("MEMORY.md").decode()
    assert (text.count("- Set no limit"), "Set a limit" in text) == (1, False)
    full.write("MEMORY.md", f"{text}- Set a limit on every request\n")
    revert(files, history, item.id, days=2)
    assert files.find_bytes("MEMORY.md").decode().count("- Set a limit") == 1


def test_reverted_line_that_a_hand_has_put_back_stands_once_after_the_revert_is_reverted(
    full, files, history
):
    item = proposed()
    made = FileStore(files).create(draft(item), now=NOON)
    decide_all(files, FileStore(files), desk_of(history), made, APPROVED)
    back = revert(files, history, item.id)
    text = files.find_bytes("MEMORY.md").decode()
    full.write("MEMORY.md", f"- Set a limit on every request\n{text}")
    revert(files, history, back, days=2)
    assert files.find_bytes("MEMORY.md").decode().count("- Set a limit") == 1


def test_what_a_person_let_go_to_the_archive_comes_back_and_can_leave_again(full, files, history):
    line = ItemLine(6, "- Drink water", "- Drink water")
    item = propose(an_item(lines=(line,), name="MEMORY.md"), reason="old", action=ARCHIVE)
    made = FileStore(files).create(Draft("distill", "MEMORY.md", None, (item,)), now=NOON)
    before = contents(files)
    done = decide_all(files, FileStore(files), desk_of(history), made, APPROVED)
    moved = contents(files)
    assert b"Drink water" not in moved["MEMORY.md"]
    back = revert(files, history, done.commit, by="daykeep")
    assert contents(files) == before
    assert list_events(files, history, memory="MEMORY.md")[0].kind == "restored"
    revert(files, history, back, days=2)
    assert contents(files) == moved
    assert find_tombstones(files) == {}


def test_logs_that_were_archived_come_back(full, files, history):
    full.write("MEMORY.md", MEMORY)
    report = archive_logs(
        files,
        day=date(2026, 9, 1),
        archive_days=30,
        history=history,
        author=AUTHOR,
        now=NOON,
        is_distilled=lambda *_: True,
    )
    assert files.find_bytes(LOG) is None
    back = revert(files, history, report.commit)
    assert files.find_bytes(LOG) == TEXTS[LOG].encode()
    assert not any("2026-03-10" in name for name in files.list_names("memory/archive", recursive=True))
    revert(files, history, back, days=2)
    assert files.find_bytes(LOG) is None


def _changed(files, history, text="- Never shout"):
    document = files.find_document("SOUL.md")
    record_trust(files, {"SOUL.md": document.sha256}, now=NOON, by="ada", how="trust")
    edit = plan_append(document, text)
    asked = draft_changes("SOUL.md", document, [edit], origin="agent", day=DAY, rule="append")
    made = FileStore(files).create(asked, now=NOON)
    return made, decide_all(files, FileStore(files), desk_of(history), made, APPROVED)


@pytest.mark.parametrize("by_item", [True, False])
def test_approved_change_of_a_core_file_is_taken_back_with_its_approval(full, files, history, by_item):
    before = files.find_bytes("SOUL.md")
    made, done = _changed(files, history)
    assert b"Never shout" in files.find_bytes("SOUL.md")
    asked = made.items[0].id if by_item else done.commit
    plan = plan_revert(files, history, asked, memory="MEMORY.md")
    assert plan.needs_person
    back = revert(files, history, asked)
    assert files.find_bytes("SOUL.md") == before
    assert is_trusted(files, "SOUL.md", files.find_document("SOUL.md").sha256)
    event = list_events(files, history, memory="MEMORY.md")[0]
    assert (event.kind, event.elsewhere[0][0]) == ("taken back", "SOUL.md")
    revert(files, history, back, days=2)
    assert b"Never shout" in files.find_bytes("SOUL.md")
    assert find_tombstones(files) == {}


def test_core_file_that_was_edited_at_the_place_is_a_conflict_and_stays(full, files, history):
    _, done = _changed(files, history)
    full.write("SOUL.md", files.find_bytes("SOUL.md").replace(b"Never shout", b"Never ever shout"))
    before = files.find_bytes("SOUL.md"), history.head()
    with pytest.raises(ConflictError, match=r"SOUL\.md was changed since"):
        revert(files, history, done.commit)
    assert (files.find_bytes("SOUL.md"), history.head()) == before


def test_file_that_a_change_made_goes_when_the_change_is_taken_back(full, files, history):
    edit = plan_append(None, "# Tools\n\n- A hammer")
    asked = draft_changes("TOOLS.md", None, [edit], origin="agent", day=DAY, rule="append")
    made = FileStore(files).create(asked, now=NOON)
    done = decide_all(files, FileStore(files), desk_of(history), made, APPROVED)
    assert files.find_bytes("TOOLS.md")
    back = revert(files, history, done.commit)
    assert files.find_bytes("TOOLS.md") is None
    revert(files, history, back, days=2)
    assert files.find_bytes("TOOLS.md") == b"# Tools\n\n- A hammer\n"
