"""daykeep's own references: made by compare-and-swap, outside everything of the person's, and read whatever they are."""

from __future__ import annotations

import contextlib
import os
import time

import pytest

from daykeep.errors import ConflictError, GitError, RefusedError
from daykeep.git.history import open_history
from daykeep.git.refs import COMMIT, PARENT, TREE, Content, Fault, Move, Ref
from daykeep.git.values import Author
from tests.git.playground import NOON

ME = Author("daykeep", "daykeep@localhost")
A = "proposals/01ARZ3NDEKTSV4RRFFQ69G5FAV"
B = "decided/01ARZ3NDEKTSV4RRFFQ69G5FAV"


@pytest.fixture
def refs(playground):
    return open_history(playground.root).private_refs()


def record(refs, text=b"{}", *, parent=None, tree=None, name="x.json"):
    return refs.record(Content({name: text}, "Propose\n", parent, tree), author=ME, at=NOON)


def test_commit_holds_the_parents_files_and_the_new_ones(playground, refs):
    oid = record(refs, b"one", parent=playground.head(), name='a/b "c".json')
    assert playground.tree(oid) == {"README.md": "100644", 'a/b "c".json': "100644"} or set(
        playground.tree(oid)
    ) == {
        "README.md",
        '"a/b \\"c\\".json"',
    }
    assert playground.git("log", "-1", "--format=%P %an %s %cI", oid).split(" ", 1)[0] == playground.head()
    assert playground.git("for-each-ref", "refs/daykeep") == ""


def test_commit_can_take_the_tree_of_another_in_place_of_its_parents(playground, refs):
    first = record(refs, b"one", parent=playground.head())
    tree = playground.git("rev-parse", f"{first}^{{tree}}").strip()
    second = record(refs, b"two", parent=playground.head(), tree=tree, name="y.json")
    assert set(playground.tree(second)) == {"README.md", "x.json", "y.json"}
    assert playground.git("rev-parse", f"{second}^").strip() == playground.head()


def test_names_stay_below_the_workspace(playground):
    (playground.root / "sub").mkdir()
    refs = open_history(playground.root / "sub").private_refs()
    assert set(playground.tree(record(refs))) == {"sub/x.json"}
    with pytest.raises(RefusedError):
        record(refs, name="../x.json")


def test_references_are_made_moved_and_removed_by_compare_and_swap(refs):
    one, two = record(refs, b"1"), record(refs, b"2")
    refs.move([Move(A, one, None)])
    for wrong in (Move(A, two, None), Move(A, two, two), Move(A, None, two), Move(B, two, one)):
        with pytest.raises(ConflictError):
            refs.move([wrong])
    assert refs.find(["proposals", "decided"]) == ([Ref(A, one)], [])
    refs.move([Move(A, None, one), Move(B, two, None)])
    assert refs.find(["proposals", "decided"]) == ([Ref(B, two)], [])
    refs.move([Move(B, None, two)])
    assert refs.find(["proposals", "decided"]) == ([], [])


def test_of_several_moves_all_are_made_or_none(refs):
    one = record(refs)
    with pytest.raises(ConflictError):
        refs.move([Move(A, one, None), Move(B, one, one)])
    assert refs.find(["proposals", "decided"]) == ([], [])


def test_packed_references_are_read_moved_and_removed(playground, refs):
    one = record(refs)
    refs.move([Move(A, one, None)])
    playground.git("pack-refs", "--all")
    assert not (playground.root / ".git/refs/daykeep" / A).exists()
    assert refs.find(["proposals"]) == ([Ref(A, one)], [])
    refs.move([Move(A, None, one), Move(B, one, None)])
    assert refs.find([A, B]) == ([Ref(B, one)], [])


def test_objects_are_looked_at_and_read_in_order(playground, refs):
    oid = record(refs, b"a\nblob 3\n")
    found = refs.look(
        [(oid, "x.json"), (oid, "none"), ("HEAD", COMMIT), ("HEAD", "README.md"), ("0" * 40, "x")]
    )
    assert [one and one.type for one in found] == ["blob", None, "commit", "blob", None]
    assert found[2].oid == playground.head()
    assert refs.read([found[3].oid, found[0].oid]) == [b"# Mine\n", b"a\nblob 3\n"]
    assert found[0].size == 9
    tree, parent = refs.look([("HEAD", TREE), ("HEAD", PARENT)])
    assert (tree.oid, parent) == (playground.git("rev-parse", "HEAD^{tree}").strip(), None)
    assert (refs.look([]), refs.read([])) == ([], [])
    with pytest.raises(GitError, match="can't read"):
        refs.read(["1" * 40])


def test_unborn_branch_is_no_last_commit(empty):
    empty.root.mkdir()
    empty.git("init", "-q", "-b", "main")
    refs = open_history(empty.root).private_refs()
    assert refs.look([("HEAD", COMMIT)]) == [None]
    refs.move([Move(A, record(refs), None)])
    assert len(refs.find(["proposals"])[0]) == 1


def test_odd_references_are_named_and_not_followed(playground, refs):
    one = record(refs)
    refs.move([Move(A, one, None)])
    folder = playground.root / ".git/refs/daykeep/proposals"
    (folder / "BROKEN").write_text("garbage\n")
    (folder / "EMPTY").write_text("")
    (folder / "a b").write_text(f"{one}\n")
    (folder / "x.y").write_text(f"{one}\n")
    (folder / "MISSING").write_text("1" * 40 + "\n")
    playground.git("symbolic-ref", "refs/daykeep/proposals/SYMBOLIC", "refs/heads/main")
    found, faults = refs.find(["proposals"])
    assert found == [Ref(A, one), Ref("proposals/MISSING", "1" * 40)]
    assert {fault.name for fault in faults} == {
        f"proposals/{name}" for name in ("BROKEN", "EMPTY", "a b", "x.y", "SYMBOLIC")
    }
    assert Fault("proposals/SYMBOLIC", "it is a symbolic reference") in faults


def test_symbolic_reference_never_moves_what_it_points_to(playground, refs):
    head, one = playground.head(), record(refs)
    playground.git("symbolic-ref", f"refs/daykeep/{A}", "refs/heads/main")
    for move in (Move(A, one, head), Move(A, None, head), Move(A, one, None)):
        with contextlib.suppress(ConflictError, GitError):
            refs.move([move])
        assert playground.git("rev-parse", "refs/heads/main").strip() == head


def test_nothing_of_the_persons_is_touched(playground, refs):
    playground.write("staged.md", "s\n")
    playground.git("add", "staged.md")
    playground.write("README.md", "# Changed\n")
    before = (
        playground.index_sha256(),
        playground.head(),
        playground.git("branch", "-a"),
        playground.status(),
    )
    one = record(refs, parent=playground.head())
    refs.move([Move(A, one, None)])
    refs.move([Move(A, None, one), Move(B, one, None)])
    refs.find(["decided"])
    after = (
        playground.index_sha256(),
        playground.head(),
        playground.git("branch", "-a"),
        playground.status(),
    )
    assert after == before


def test_lock_that_a_killed_move_left_on_our_own_reference_is_removed(playground, refs):
    one = record(refs)
    lock = playground.root / f".git/refs/daykeep/{A}.lock"
    lock.parent.mkdir(parents=True)
    lock.write_text("")
    refs.move([Move(A, one, None)])
    assert not lock.exists()
    assert refs.find(["proposals"])[0] == [Ref(A, one)]


def test_lock_of_the_packed_references_is_removed_only_where_our_note_stands_beside(playground):
    refs = open_history(playground.root, wait_seconds=0.2).private_refs()
    one = record(refs)
    refs.move([Move(A, one, None)])
    lock = playground.root / ".git/packed-refs.lock"
    lock.write_text("")
    with pytest.raises(GitError, match="holds the references"):
        refs.move([Move(A, None, one)])
    assert lock.exists()
    note = playground.root / ".git/daykeep/refs-under-way"
    note.write_text("\n")
    os.utime(note, (time.time() - 3600, time.time() - 3600))
    with pytest.raises(GitError, match="holds the references"):
        refs.move([Move(A, None, one)])
    note.write_text("\n")
    os.utime(lock)
    refs.move([Move(A, None, one)])
    assert not lock.exists()
    assert not note.exists()


def test_many_more_references_than_anybody_has_are_not_read(playground, refs, monkeypatch):
    monkeypatch.setattr("daykeep.git.refs.MOST_REFS", 2)
    one = record(refs)
    refs.move([Move(f"proposals/R{number}", one, None) for number in range(4)])
    found, faults = refs.find(["proposals"])
    assert [ref.name for ref in found] == ["proposals/R0", "proposals/R1"]
    assert "more than 2" in faults[0].reason
