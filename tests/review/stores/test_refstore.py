"""Proposals as commits on private references: the contract of every store, and what is the references' own."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from daykeep.errors import DocumentError
from daykeep.files.replace import sha256_of
from daykeep.files.store import Files
from daykeep.git.history import open_history
from daykeep.git.refs import Content, Move
from daykeep.git.values import Author
from daykeep.review.queue.proposals import (
    DEFERRED,
    PENDING,
    REJECTED,
    SUPERSEDE,
    Renewed,
    Ruling,
    old_line,
)
from daykeep.review.stores.refstore import RefStore
from tests.git.playground import NOON
from tests.review.proposal_contract import ProposalContract, draft, proposed
from tests.review.stores.together import check_eight_propose

MEMORY = "# Memory\n\n## Lessons\n\n- Drink water\n- Sleep\n"
ID = "01ARZ3NDEKTSV4RRFFQ69G5FAV"


class TestRefStore(ProposalContract):
    @pytest.fixture
    def make_store(self, files, history):
        return lambda: RefStore(files, history.private_refs())


@pytest.fixture
def store(files, history):
    return RefStore(files, history.private_refs())


def refs_of(playground):
    return playground.git("for-each-ref", "--format=%(refname)", "refs/daykeep").split()


def put(history, proposal_id, text, *, name=".daykeep/proposal.json", folder="proposals"):
    """Make a reference by hand, as a stranger might."""
    refs = history.private_refs()
    oid = refs.record(Content({name: text}, "x\n", None), author=Author("m", "m@x"), at=NOON)
    refs.move([Move(f"{folder}/{proposal_id}", oid, None)])
    return f"refs/daykeep/{folder}/{proposal_id}"


def test_eight_processes_propose_and_nothing_is_lost_or_doubled(playground, files, store):
    check_eight_propose("refs", playground.root, store)


def test_proposal_shows_in_git_as_the_change_that_it_would_make(playground, files, store):
    playground.write("MEMORY.md", MEMORY)
    playground.git("add", "MEMORY.md")
    playground.git("commit", "-qm", "Memory")
    made = store.create(draft(proposed("one"), base=sha256_of(MEMORY.encode())), now=NOON)
    ref = f"refs/daykeep/proposals/{made.id}"
    assert playground.git("rev-parse", f"{ref}^").strip() == playground.head()
    after = playground.show("MEMORY.md", ref)
    assert after.startswith(MEMORY)
    assert after.endswith("- one\n")
    assert set(playground.git("diff", "--name-only", f"{ref}^", ref).split()) == {
        "MEMORY.md",
        ".daykeep/proposal.json",
        ".daykeep/proposal.base",
    }
    message = playground.git("log", "-1", "--format=%B", ref)
    for trailer in (
        f"Daykeep-Proposal: {made.id}",
        "Daykeep-Origin: distill",
        f"Daykeep-Item: {made.items[0].id}",
        "Daykeep-Source: memory/2026-03-10.md:4-4",
    ):
        assert trailer in message
    assert store.find_base(made.id) == MEMORY.encode()


def test_base_is_not_kept_where_the_file_is_another_one_by_now(playground, store):
    playground.write("MEMORY.md", MEMORY)
    made = store.create(draft(proposed("one"), base="a" * 64), now=NOON)
    assert store.find_base(made.id) is None
    assert store.find_base(ID) is None
    assert "MEMORY.md" not in playground.tree(f"refs/daykeep/proposals/{made.id}")


def test_secret_that_history_does_not_hold_is_not_brought_there(playground, store):
    secret = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    text = f"{MEMORY}- the token {secret}\n"
    playground.write("MEMORY.md", text)
    made = store.create(draft(proposed(f"like {secret}"), base=sha256_of(text.encode())), now=NOON)
    oids = playground.git("rev-list", "--objects", f"refs/daykeep/proposals/{made.id}").split()
    for oid in oids:
        if len(oid) == 40:
            kind = playground.git("cat-file", "-t", oid).strip()
            assert secret not in playground.git("cat-file", kind, oid)
    assert store.find(made.id).items[0].memory_lines[0].startswith("- like [secret:")


def test_nothing_of_the_persons_is_touched_by_making_listing_or_rejecting(playground, store):
    playground.write("MEMORY.md", MEMORY)
    playground.write("staged.md", "s\n")
    playground.git("add", "staged.md")
    playground.write("README.md", "# Changed\n")

    def everything():
        status = [line for line in playground.status() if ".daykeep/" not in line]
        return playground.index_sha256(), playground.head(), playground.git("branch", "-a"), status

    before = everything()
    made = store.create(draft(proposed("one"), proposed("two"), base=sha256_of(MEMORY.encode())), now=NOON)
    store.list_waiting()
    store.find(made.id)
    store.rebase(made.id, [], base_sha256=None, now=NOON)
    for item in made.items:
        store.decide(made.id, [Ruling(item.id, REJECTED)], now=NOON, by="ada")
    assert everything() == before


def test_decided_proposals_move_and_say_who_decided(playground, store):
    made = store.create(draft(proposed("one"), proposed("two")), now=NOON)
    other = store.create(draft(proposed("three")), now=NOON)
    one, two = made.items
    store.decide(made.id, [Ruling(one.id, REJECTED)], now=NOON, by="ada")
    assert f"refs/daykeep/proposals/{made.id}" in refs_of(playground)
    store.decide(made.id, [Ruling(two.id, "approved")], now=NOON, by="ada")
    store.decide(other.id, [Ruling(other.items[0].id, REJECTED)], now=NOON, by="bob")
    assert refs_of(playground) == [f"refs/daykeep/decided/{made.id}", f"refs/daykeep/rejected/{other.id}"]
    ref = f"refs/daykeep/rejected/{other.id}"
    assert f"Daykeep-Ruling: {other.items[0].id} rejected by bob" in playground.git(
        "log", "-1", "--format=%B", ref
    )
    assert playground.git("rev-parse", f"{ref}^").strip() == playground.head()
    store.decide(made.id, [Ruling(one.id, PENDING)], now=NOON, by="ada")
    assert f"refs/daykeep/proposals/{made.id}" in refs_of(playground)
    assert f"refs/daykeep/decided/{made.id}" not in refs_of(playground)


def test_next_proposal_takes_away_what_was_decided_long_ago(playground, store):
    made = store.create(draft(proposed("one")), now=NOON)
    store.decide(made.id, [Ruling(made.items[0].id, REJECTED)], now=NOON, by="ada")
    store.create(draft(proposed("two")), now=NOON + timedelta(days=89))
    assert store.find(made.id) is not None
    store.create(draft(proposed("two")), now=NOON + timedelta(days=91))
    assert store.find(made.id) is None
    assert len(refs_of(playground)) == 1


@pytest.mark.parametrize("packed", [False, True])
def test_copy_that_a_kill_left_does_not_count_and_is_taken_away(playground, files, history, store, packed):
    made = store.create(draft(proposed("one")), now=NOON)
    pending = f"refs/daykeep/proposals/{made.id}"
    old = playground.git("rev-parse", pending).strip()
    store.decide(made.id, [Ruling(made.items[0].id, REJECTED)], now=NOON, by="ada")
    playground.git("update-ref", pending, old)
    if packed:
        playground.git("pack-refs", "--all")
    assert store.list_waiting() == ((), ())
    assert store.find(made.id).items[0].status == REJECTED
    again = store.create(draft(proposed("one")), now=NOON)
    assert again is not None
    assert refs_of(playground) == [f"refs/daykeep/proposals/{again.id}", f"refs/daykeep/rejected/{made.id}"]


def test_copy_left_by_a_kill_while_a_decision_was_taken_back_does_not_count_either(playground, store):
    made = store.create(draft(proposed("one")), now=NOON)
    store.decide(made.id, [Ruling(made.items[0].id, REJECTED)], now=NOON, by="ada")
    rejected = f"refs/daykeep/rejected/{made.id}"
    old = playground.git("rev-parse", rejected).strip()
    store.decide(made.id, [Ruling(made.items[0].id, PENDING)], now=NOON, by="ada")
    playground.git("update-ref", rejected, old)
    assert store.list_waiting().proposals == (made,)
    store.decide(made.id, [Ruling(made.items[0].id, DEFERRED)], now=NOON, by="ada")
    assert store.find(made.id).items[0].status == DEFERRED
    store.create(draft(proposed("two")), now=NOON)
    assert rejected not in refs_of(playground)


def test_store_works_before_the_first_commit(empty, home):
    empty.root.mkdir()
    empty.git("init", "-q", "-b", "main")
    store = RefStore(Files(empty.root), open_history(empty.root).private_refs())
    made = store.create(draft(proposed("one")), now=NOON)
    after = store.decide(made.id, [Ruling(made.items[0].id, DEFERRED)], now=NOON, by="ada")
    assert store.list_waiting().proposals == (after,)


STRANGE = {
    "no json": b"{",
    "zeros": b"\0" * 50,
    "a list": b"[]",
    "nested": b"[" * 100_000,
    "no proposal": b'{"items": []}',
    "another id": json.dumps({"id": ID[:-1] + "W", "items": []}).encode(),
}


@pytest.mark.parametrize("text", STRANGE.values(), ids=STRANGE)
def test_strange_proposal_is_named_left_alone_and_stops_nobody(playground, history, store, text):
    ref = put(history, ID, text)
    before = playground.git("rev-parse", ref)
    made = store.create(draft(proposed("one")), now=NOON)
    listing = store.list_waiting()
    assert listing.proposals == (made,)
    assert [problem.name for problem in listing.problems] == [ref]
    with pytest.raises(DocumentError, match=ID):
        store.find(ID)
    with pytest.raises(DocumentError, match=ID):
        store.decide(ID, [Ruling("abcd", REJECTED)], now=NOON, by="ada")
    assert playground.git("rev-parse", ref) == before


def test_references_that_are_no_proposals_are_named(playground, history, store):
    head = playground.head()
    names = {
        "proposals/notes": head,
        f"proposals/{ID}": head,
        f"proposals/{ID[:-1]}W": playground.git("rev-parse", "HEAD^{tree}").strip(),
    }
    for name, oid in names.items():
        playground.git("update-ref", f"refs/daykeep/{name}", oid)
    folder = playground.root / ".git/refs/daykeep/proposals"
    (folder / f"{ID[:-1]}X").write_text("1" * 40 + "\n")
    (folder / f"{ID[:-1]}Y").write_text("garbage\n")
    playground.git("symbolic-ref", f"refs/daykeep/proposals/{ID[:-1]}Z", "refs/heads/main")
    made = store.create(draft(proposed("one")), now=NOON)
    listing = store.list_waiting()
    assert listing.proposals == (made,)
    assert len({problem.name for problem in listing.problems}) == 6
    assert playground.head() == head


def test_proposal_that_is_a_link_a_folder_or_too_large_is_not_read(playground, history, store, monkeypatch):
    put(history, ID, b"{}", name=".daykeep/proposal.json/x")
    monkeypatch.setattr("daykeep.review.stores.refscan.MAX_BYTES", 100)
    put(history, f"{ID[:-1]}W", b" " * 101)
    reasons = {problem.name[-1]: problem.message for problem in store.list_waiting().problems}
    assert "no proposal" in reasons["V"]
    assert "larger than" in reasons["W"]


def test_item_with_a_fault_is_named_and_the_others_count(playground, history, store):
    made = store.create(draft(proposed("one"), proposed("two")), now=NOON)
    ref = f"refs/daykeep/proposals/{made.id}"
    value = json.loads(playground.show(".daykeep/proposal.json", ref))
    value["items"][0]["lines"] = []
    value["colour"] = "red"
    playground.git("update-ref", "-d", ref)
    put(history, made.id, json.dumps(value).encode())
    ((found,), (problem,)) = store.list_waiting()
    assert [item.id for item in found.items] == [made.items[1].id]
    assert "item 1" in problem.message
    store.decide(made.id, [Ruling(made.items[1].id, REJECTED)], now=NOON, by="ada")
    after = json.loads(playground.show(".daykeep/proposal.json", ref))
    assert (after["items"][0], after["colour"]) == (value["items"][0], "red")
    assert len(store.list_waiting().problems) == 1


def test_rebase_changes_places_of_what_was_seen_and_nothing_else(playground, store):
    playground.write("MEMORY.md", MEMORY)
    item = proposed("Drink tea", action=SUPERSEDE, supersedes=[old_line(5, "- Drink water")])
    made = store.create(draft(item, proposed("two"), base=sha256_of(MEMORY.encode())), now=NOON)
    text = MEMORY.replace("- Drink", "- Eat\n- Drink")
    playground.write("MEMORY.md", text)
    playground.git("commit", "-q", "--allow-empty", "-m", "Later")
    new = Renewed(item.id, item.fingerprint, item.lines, (old_line(6, "- Drink water"),))
    wrong = Renewed(made.items[1].id, "0" * 16, item.lines, ())
    after = store.rebase(made.id, [new, wrong], base_sha256=sha256_of(text.encode()), now=NOON)
    assert after.items[0] == item._replace(supersedes=(old_line(6, "- Drink water"),))
    assert after.items[1] == made.items[1]
    assert store.find(made.id) == after
    assert store.find_base(made.id) == text.encode()
    ref = f"refs/daykeep/proposals/{made.id}"
    assert playground.git("rev-parse", f"{ref}^").strip() == playground.head()
    assert "- Drink tea" in playground.show("MEMORY.md", ref)


def test_rebase_of_what_was_decided_changes_nothing(playground, store):
    made = store.create(draft(proposed("one")), now=NOON)
    after = store.decide(made.id, [Ruling(made.items[0].id, REJECTED)], now=NOON, by="ada")
    assert store.rebase(made.id, [], base_sha256="b" * 64, now=NOON) == after
