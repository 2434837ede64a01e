"""Decisions taken back: the file as it was, the item waiting again, and an account of it; in both stores."""

from __future__ import annotations

from datetime import timedelta

import pytest

from daykeep.errors import ConflictError, UsageError
from daykeep.files.replace import sha256_of
from daykeep.memory.decisions import find_tombstones, find_verdicts, record_trust
from daykeep.memory.items import ItemLine
from daykeep.memory.leaving.archive import find_archived
from daykeep.review.account.trust import trust_files
from daykeep.review.account.verify import verify
from daykeep.review.asking.propose import draft_changes, plan_append, plan_patch
from daykeep.review.provenance.history import list_events
from daykeep.review.queue.proposals import ARCHIVE, FORGET, SUPERSEDE, Draft, old_line, propose
from daykeep.review.stores.filestore import FileStore
from daykeep.review.stores.joined import open_store
from daykeep.review.takeback.revert import apply_revert, plan_revert
from daykeep.review.takeback.undo import apply_undo, find_decided, plan_undo
from daykeep.review.verdict.decide import Decision, decide
from daykeep.review.verdict.hunks import APPEND
from daykeep.workspace.layout import read_layout
from tests.git.playground import AUTHOR, NOON
from tests.review.deciding import MEMORY, OFF, desk_of
from tests.review.proposal_contract import an_item, proposed

WATER = "- Drink water"


@pytest.fixture(params=["refs", "files"])
def place(request, files, history):
    """The store and the desk of a workspace with and without a history."""
    if request.param == "files":
        return FileStore(files), desk_of(OFF)
    return open_store(files, history), desk_of(history)


def _know(files, name="MEMORY.md"):
    data = files.find_bytes(name)
    record_trust(files, {name: sha256_of(data)}, now=NOON, by="ada", how="trust")


def _propose(files, store, *items, target="MEMORY.md"):
    base = sha256_of(files.find_bytes(target))
    return store.create(Draft("distill", target, base, items), now=NOON)


def _approve(files, store, desk, made, status="approved"):
    done = decide(files, store, [Decision(made.id, item.id, status) for item in made.items], desk)
    assert not done.refused, done.refused
    return done


def _undo(files, store, desk, asked=""):
    done = []
    for choice in find_decided(files, store, asked):
        plan = plan_undo(files, store, choice, desk)
        done.append(apply_undo(files, store, plan, desk))
    return done


def _archiving(number, text):
    item = an_item(lines=(ItemLine(number, text, text),), name="MEMORY.md")
    return propose(item, reason="not used for a year", action=ARCHIVE)


def test_approved_item_leaves_memory_as_it_was_and_waits_again(files, memory, place):
    store, desk = place
    made = _propose(files, store, proposed())
    _approve(files, store, desk, made)
    assert memory.read_text() != MEMORY
    _undo(files, store, desk)
    assert memory.read_text() == MEMORY
    assert store.list_waiting().waiting_ids == {proposed().id}
    assert find_verdicts(files)[proposed().id].kind == "reopened"
    again = _approve(files, store, desk, store.find(made.id))
    assert [item.id for item in again.approved] == [proposed().id]


def test_what_was_written_since_stays(files, memory, place):
    store, desk = place
    _approve(files, store, desk, _propose(files, store, proposed()))
    memory.write_text(memory.read_text() + "\n## Mine\n\n- my own line\n")
    _undo(files, store, desk, proposed().id[:6])
    assert memory.read_text() == MEMORY + "\n## Mine\n\n- my own line\n"


def test_one_of_two_items_leaves_and_the_other_stays(files, memory, place):
    store, desk = place
    made = _propose(files, store, proposed("one"), proposed("two"))
    _approve(files, store, desk, made)
    _undo(files, store, desk, f"{made.id}/{proposed('one').id}")
    text = memory.read_text()
    assert ("- one\n" in text, "- two\n" in text) == (False, True)


def test_superseded_line_is_back_in_its_place_and_out_of_the_archive(files, memory, place):
    store, desk = place
    _know(files)
    item = proposed(action=SUPERSEDE, supersedes=[old_line(5, WATER)])
    _approve(files, store, desk, _propose(files, store, item))
    assert find_tombstones(files)
    _undo(files, store, desk)
    assert memory.read_text() == MEMORY
    assert [line.text for line in find_archived(files)] == []
    assert find_tombstones(files) == {}


def test_superseded_line_that_a_hand_has_put_back_does_not_stand_twice(files, memory, place):
    store, desk = place
    _know(files)
    item = proposed(action=SUPERSEDE, supersedes=[old_line(5, WATER)])
    _approve(files, store, desk, _propose(files, store, item))
    memory.write_text(f"{memory.read_text()}\n## Mine\n\n{WATER}\n")
    _undo(files, store, desk)
    assert memory.read_text() == f"# Memory\n\n## Lessons\n\n\n## Mine\n\n{WATER}\n"
    assert find_archived(files) == []
    assert find_tombstones(files) == {}


def test_old_line_that_is_among_the_new_ones_comes_back_in_its_place(files, memory, place):
    store, desk = place
    both = (ItemLine(4, WATER, WATER), ItemLine(5, "- And tea", "- And tea"))
    item = propose(an_item(lines=both), reason="more", action=SUPERSEDE, supersedes=[old_line(5, WATER)])
    _approve(files, store, desk, _propose(files, store, item))
    assert "- And tea" in memory.read_text()
    _undo(files, store, desk)
    assert memory.read_text() == MEMORY


def test_archived_line_is_back_and_out_of_the_archive(files, memory, place):
    store, desk = place
    before = MEMORY + "- Walk\n"
    memory.write_text(before)
    _approve(files, store, desk, _propose(files, store, _archiving(5, WATER)))
    assert WATER not in memory.read_text()
    _undo(files, store, desk)
    after = memory.read_text()
    assert sorted(after.split("\n")) == sorted(before.split("\n"))[-len(after.split("\n")) :]
    assert after == before or isinstance(store, FileStore)  # blank lines are known where there is a history
    assert find_archived(files) == []


def test_forgotten_line_is_back_and_may_be_learned_again(files, memory, place):
    store, desk = place
    item = _archiving(5, WATER)._replace(action=FORGET, kind=FORGET, rule=FORGET)
    _approve(files, store, desk, _propose(files, store, item))
    assert (WATER in memory.read_text(), len(find_tombstones(files))) == (False, 1)
    _undo(files, store, desk)
    assert WATER in memory.read_text().split("\n")
    assert find_tombstones(files) == {}


@pytest.mark.parametrize(
    ("patch", "append"),
    [
        ("", "I say when I am not sure."),
        ("@@ -1,2 +1,2 @@\n I am calm.\n-I like tea.\n+I like coffee.\n", ""),
    ],
)
def test_change_of_a_core_file_is_taken_back(files, playground, place, patch, append):
    store, desk = place
    playground.write("SOUL.md", "I am calm.\nI like tea.\n")
    _know(files, "SOUL.md")
    document = files.find_document("SOUL.md")
    edits = [plan_append(document, append)] if append else plan_patch(document, patch, name="SOUL.md")
    rule = "append" if append else "patch"
    asked = draft_changes("SOUL.md", document, edits, origin="agent", day=desk.day, rule=rule)
    made = store.create(asked, now=NOON)
    _approve(files, store, desk, made)
    assert (playground.root / "SOUL.md").read_text() != "I am calm.\nI like tea.\n"
    _undo(files, store, desk)
    assert (playground.root / "SOUL.md").read_text() == "I am calm.\nI like tea.\n"
    assert store.list_waiting().waiting_ids == {made.items[0].id}


@pytest.mark.parametrize("status", ["rejected", "deferred"])
def test_rejected_or_deferred_item_waits_again_and_memory_stays(files, memory, place, status):
    store, desk = place
    made = _propose(files, store, proposed())
    _approve(files, store, desk, made, status)
    _undo(files, store, desk)
    assert memory.read_text() == MEMORY
    assert [item.status for item in store.find(made.id).items] == ["pending"]
    assert store.list_waiting().waiting_ids == {proposed().id}


def test_last_sitting_is_what_is_meant_without_an_id(files, memory, place):
    store, desk = place
    first = _propose(files, store, proposed("one"))
    _approve(files, store, desk, first)
    later = desk._replace(now=NOON + timedelta(hours=1))
    second = _propose(files, store, proposed("two"), proposed("three"))
    _approve(files, store, later, second)
    meant = find_decided(files, store)
    assert [choice.item.id for choice in meant] == [item.id for item in second.items]
    _undo(files, store, later)
    assert [choice.item.id for choice in find_decided(files, store)] == [proposed("one").id]


def test_line_that_a_person_changed_since_is_left_alone(files, memory, place):
    store, desk = place
    two = (ItemLine(4, "- one", "- one"), ItemLine(5, "- two", "- two"))
    made = _propose(files, store, propose(an_item(lines=two), reason=""))
    _approve(files, store, desk, made)
    memory.write_text(memory.read_text().replace("- two", "- two, and mine"))
    before = memory.read_bytes()
    (choice,) = find_decided(files, store)
    plan = plan_undo(files, store, choice, desk)
    assert "changed since" in plan.obstacle
    with pytest.raises(ConflictError, match="changed since"):
        apply_undo(files, store, plan, desk)
    assert memory.read_bytes() == before
    assert store.list_waiting().waiting_ids == frozenset()


def test_file_that_changes_after_the_look_is_not_written(files, memory, place):
    store, desk = place
    _approve(files, store, desk, _propose(files, store, proposed()))
    (choice,) = find_decided(files, store)
    plan = plan_undo(files, store, choice, desk)
    memory.write_text(memory.read_text() + "- more\n")
    before = memory.read_bytes()
    with pytest.raises(ConflictError, match="meanwhile"):
        apply_undo(files, store, plan, desk)
    assert memory.read_bytes() == before


def test_line_that_stood_there_before_the_proposal_stays(files, history, memory):
    store, desk = open_store(files, history), desk_of(history)
    item = propose(an_item(lines=(ItemLine(4, WATER, WATER),)), reason="")
    _approve(files, store, desk, _propose(files, store, item))
    _undo(files, store, desk)
    assert memory.read_text() == MEMORY


def test_headings_that_the_item_did_not_bring_stay_where_nothing_is_left_below_them(files, memory, place):
    store, desk = place
    made = _propose(files, store, proposed())  # for a file that has more in it
    memory.write_text(bare := "# Memory\n\n## Lessons\n")
    _approve(files, store, desk, made)
    assert "timeouts" in memory.read_text()
    _undo(files, store, desk)
    assert memory.read_text().rstrip("\n") == bare.rstrip("\n")


def test_undone_line_that_a_hand_puts_back_is_unapproved_until_it_is_approved(files, memory, place):
    store, desk = place
    _know(files)
    made = _propose(files, store, proposed())
    _approve(files, store, desk, made)
    learned = memory.read_bytes()
    _undo(files, store, desk)
    memory.write_bytes(learned)

    def doubtful():
        return {line.text for line in verify(files, read_layout(files), desk.history).doubtful}

    assert {*proposed().memory_lines} <= doubtful()
    _approve(files, store, desk, store.find(made.id))
    assert doubtful().isdisjoint(proposed().memory_lines)


def test_ids_that_mean_nothing_decided_are_refused(files, memory, place):
    store, desk = place
    with pytest.raises(UsageError, match="nothing was decided"):
        find_decided(files, store)
    made = _propose(files, store, proposed())
    with pytest.raises(UsageError, match="has the id"):
        find_decided(files, store, proposed().id)
    _approve(files, store, desk, made)
    _undo(files, store, desk)
    with pytest.raises(UsageError, match="waits already"):
        find_decided(files, store, proposed().id)


def test_verify_says_that_a_person_undid_it(files, history, memory, playground):
    store, desk = open_store(files, history), desk_of(history)
    _know(files)
    _approve(files, store, desk, _propose(files, store, proposed()))
    _undo(files, store, desk)
    verified = verify(files, read_layout(files), history)
    gone = [line for line in verified.gone if "limit" in line.text]
    assert [(line.how, line.reason.by) for line in gone] == [("undone", "ada")]
    assert not verified.vanished
    assert not verified.doubtful


def test_decision_that_is_undone_after_its_item_was_reverted_still_accounts_for_its_lines(
    files, history, memory
):
    store, desk = open_store(files, history), desk_of(history)
    _know(files)
    _approve(files, store, desk, _propose(files, store, proposed()))
    plan = plan_revert(files, history, proposed().id, memory="MEMORY.md")
    apply_revert(files, history, plan, now=NOON, author=AUTHOR, by="ada")
    _undo(files, store, desk)
    verified = verify(files, read_layout(files), history)
    assert {line.how for line in verified.gone if "limit" in line.text} == {"undone"}
    assert not verified.vanished


@pytest.mark.parametrize("status", ["rejected", "deferred", "approved"])
def test_undone_decision_about_a_line_that_may_go_is_no_account_of_its_loss(
    files, history, memory, playground, status
):
    store, desk = open_store(files, history), desk_of(history)
    _know(files)
    playground.git("add", "MEMORY.md")
    playground.git("commit", "-qm", "Memory")
    number = files.find_document("MEMORY.md").texts.index(WATER) + 1
    _approve(files, store, desk, _propose(files, store, _archiving(number, WATER)), status)
    _undo(files, store, desk)
    memory.write_text(MEMORY.replace(f"{WATER}\n", ""))
    verified = verify(files, read_layout(files), history)
    assert [line.text for line in verified.vanished] == [WATER]


def test_undone_line_that_somebody_put_back_and_approved_is_missed_again(files, history, memory):
    store, desk = open_store(files, history), desk_of(history)
    _know(files)
    _approve(files, store, desk, _propose(files, store, proposed()))
    learned = files.find_bytes("MEMORY.md")
    _undo(files, store, desk)
    undone = files.find_bytes("MEMORY.md")
    memory.write_bytes(learned)
    trust_files(files, read_layout(files), ["MEMORY.md"], history=history, now=NOON, by="ada", is_person=True)
    memory.write_bytes(undone)
    verified = verify(files, read_layout(files), history)
    assert {*proposed().memory_lines} <= {line.text for line in verified.vanished}


def test_history_says_that_it_was_taken_back_and_by_whom(files, history, memory, playground):
    store, desk = open_store(files, history), desk_of(history)
    _approve(files, store, desk, _propose(files, store, proposed()))
    (done,) = _undo(files, store, desk)
    assert (
        playground.git("log", "-1", "--format=%s").strip()
        == "Took back: 1 thing from memory/2026-03-10.md:4-4"
    )
    message = playground.git("log", "-1", "--format=%B")
    assert f"Daykeep-Taken-Back: {proposed().id}\nDaykeep-Reopened: {proposed().id} by ada" in message
    assert done.commit == playground.git("rev-parse", "HEAD").strip()
    entry = list_events(files, history, memory="MEMORY.md")[0]
    assert entry.kind == "taken back"


def _propose_change(files, store, desk):
    document = files.find_document("MEMORY.md")
    draft = draft_changes(
        "MEMORY.md", document, [plan_append(document, "- Eat fruit")], origin="agent", day=desk.day, rule=APPEND,
    )  # fmt: skip
    return store.create(draft, now=NOON)


@pytest.mark.parametrize("action", ["add", "supersede", "archive", "change"])
def test_second_try_ends_what_a_kill_left(files, memory, place, action):
    store, desk = place
    _know(files)
    item = {
        "add": proposed(),
        "supersede": proposed(action=SUPERSEDE, supersedes=[old_line(5, WATER)]),
        "archive": _archiving(5, WATER),
        "change": None,
    }[action]
    made = _propose(files, store, item) if item else _propose_change(files, store, desk)
    item = made.items[0]
    _approve(files, store, desk, made)

    class DeathError(Exception):
        pass

    class Deaf:
        def __getattr__(self, name):
            return getattr(store, name)

        def decide(self, *arguments, **options):
            raise DeathError

    (choice,) = find_decided(files, store)
    with pytest.raises(DeathError):
        apply_undo(files, Deaf(), plan_undo(files, store, choice, desk), desk)
    _undo(files, store, desk, choice.item.id)
    assert [text for text in memory.read_text().split("\n") if text] == [*MEMORY.split("\n\n")[:2], WATER]
    assert store.list_waiting().waiting_ids == {item.id}
