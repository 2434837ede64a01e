"""The store of a workspace: the history where there is one, files else, and whatever waits in the other."""

from __future__ import annotations

from datetime import timedelta

import pytest

from daykeep.files.store import Files
from daykeep.git.history import open_history
from daykeep.heartbeat.waiting import waiting_line
from daykeep.review.queue.proposals import DEFERRED, REJECTED, Ruling
from daykeep.review.stores.awaited import Awaited, load_awaited
from daykeep.review.stores.filestore import FileStore
from daykeep.review.stores.joined import open_store
from daykeep.review.stores.refstore import RefStore
from daykeep.workspace.layout import WAITING_FILE
from tests.git.playground import NOON
from tests.review.deciding import OFF
from tests.review.proposal_contract import ProposalContract, draft, proposed


class TestJoinedStore(ProposalContract):
    @pytest.fixture
    def make_store(self, files, history):
        return lambda: open_store(files, history)


def test_files_are_the_store_where_there_is_no_history(tmp_path):
    made = open_store(Files(tmp_path), OFF).create(draft(proposed("one")), now=NOON)
    assert FileStore(Files(tmp_path)).find(made.id) == made


def test_what_waits_in_a_history_that_is_off_is_not_passed_over_in_silence(files, history):
    open_store(files, history).create(draft(proposed("one"), proposed("two")), now=NOON)
    listing = open_store(files, OFF).list_waiting()
    assert listing.proposals == ()
    assert (
        "2 things wait in the git history, which is off: no git repository here"
        in listing.problems[0].message
    )
    (files.root / WAITING_FILE).unlink()
    assert open_store(files, OFF).list_waiting() == ((), ())


def test_new_proposals_go_to_the_history_and_leave_no_file(files, history):
    made = open_store(files, history).create(draft(proposed("one")), now=NOON)
    assert RefStore(files, history.private_refs()).find(made.id) == made
    assert FileStore(files).list_waiting() == ((), ())


def test_what_waits_as_a_file_when_a_history_begins_is_listed_not_doubled_and_decided(files, history):
    old = FileStore(files).create(draft(proposed("one"), proposed("two")), now=NOON)
    store = open_store(files, history)
    new = store.create(draft(proposed("one"), proposed("three")), now=NOON)
    assert [item.id for item in new.items] == [proposed("three").id]
    assert {p.id for p in store.list_waiting().proposals} == {old.id, new.id}
    assert store.find(old.id) == old
    for made in (old, new):
        store.decide(made.id, [Ruling(item.id, REJECTED) for item in made.items], now=NOON, by="ada")
    assert store.list_waiting() == ((), ())
    assert FileStore(files).list_waiting() == ((), ())


def test_where_git_fails_a_proposal_becomes_a_file(playground, files, history):
    objects = playground.root / ".git" / "objects"
    objects.rename(playground.root / ".git" / "elsewhere")
    store = open_store(files, history)
    made = store.create(draft(proposed("one")), now=NOON)
    listing = store.list_waiting()
    assert listing.proposals == (made,)
    assert [problem.name for problem in listing.problems] == ["refs/daykeep"]


def test_start_says_what_waits_in_the_history_without_asking_git(playground, files, history):
    store = open_store(files, history)
    made = store.create(draft(proposed("one"), proposed("two"), proposed("three")), now=NOON)
    (playground.root / ".git").rename(playground.root / "moved")
    assert waiting_line(files) == "3 things wait for you: `daykeep review`"
    (playground.root / "moved").rename(playground.root / ".git")
    ids = [item.id for item in made.items]
    store.decide(made.id, [Ruling(ids[0], REJECTED), Ruling(ids[1], DEFERRED)], now=NOON, by="ada")
    assert waiting_line(files) == "1 thing waits for you: `daykeep review`"
    store.decide(made.id, [Ruling(ids[1], REJECTED), Ruling(ids[2], REJECTED)], now=NOON, by="ada")
    assert waiting_line(files) is None


def test_listing_puts_right_what_is_said_to_wait_unless_it_only_reads(playground, files, history):
    made = open_store(files, history).create(draft(proposed("one")), now=NOON)
    playground.git("update-ref", "-d", f"refs/daykeep/proposals/{made.id}")
    before = (files.root / WAITING_FILE).read_bytes()
    assert open_store(files, history, only_reads=True).list_waiting() == ((), ())
    assert (files.root / WAITING_FILE).read_bytes() == before
    assert open_store(files, history).list_waiting() == ((), ())
    assert load_awaited(files) == Awaited()
    assert waiting_line(files) is None


def test_listing_an_empty_store_writes_nothing(playground, files, history):
    before = playground.status()
    assert open_store(files, history).list_waiting() == ((), ())
    assert playground.status() == before
    assert not (files.root / WAITING_FILE).exists()


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"proposals": 3}', '{"proposals": {"a": {"created_at": 7}}}']
)
def test_damaged_note_of_what_waits_is_made_anew(files, history, text):
    store = open_store(files, history)
    store.create(draft(proposed("one")), now=NOON)
    (files.root / WAITING_FILE).write_text(text)
    assert load_awaited(files).proposals == ()
    store.list_waiting()
    assert waiting_line(files) == "1 thing waits for you: `daykeep review`"


def test_workspaces_of_one_repository_have_queues_of_their_own(playground):
    roots = [playground.root, playground.root / "a", playground.root / "b"]
    for root in roots:
        root.mkdir(exist_ok=True)
    playground.git("worktree", "add", "-q", "--detach", str(playground.root.parent / "linked"))
    roots.append(playground.root.parent / "linked")
    stores = [open_store(Files(root), open_history(root)) for root in roots]
    made = [
        store.create(draft(proposed("one"), proposed(str(root))), now=NOON)
        for store, root in zip(stores, roots, strict=True)
    ]
    assert [store.list_waiting() for store in stores] == [((one,), ()) for one in made]
    stores[1].decide(made[1].id, [Ruling(item.id, REJECTED) for item in made[1].items], now=NOON, by="ada")
    assert [len(store.list_waiting().proposals) for store in stores] == [1, 0, 1, 1]
    assert [store.find(made[1].id) is None for store in stores] == [True, False, True, True]


def test_start_says_what_was_put_off_until_today_in_the_history(playground, files, history):
    store = open_store(files, history)
    made = store.create(draft(proposed("one")), now=NOON)
    day = NOON.date() + timedelta(days=3)
    store.decide(made.id, [Ruling(made.items[0].id, DEFERRED, until=day)], now=NOON, by="ada")
    assert waiting_line(files, day - timedelta(days=1)) is None
    assert waiting_line(files, day) == "1 thing waits for you: `daykeep review`"
    assert store.list_waiting().waiting_ids == {made.items[0].id}
