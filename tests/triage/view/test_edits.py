import json

import pytest

from daykeep.errors import ConflictError, DocumentError
from daykeep.files.store import Files
from daykeep.session.history.place import session_file
from daykeep.triage.model import COMPRESS, Commit, Edit
from daykeep.triage.view.build import EDITS_FILE
from daykeep.triage.view.edits import EditStore, dump_commit, load_commit


def a_commit(number, **more):
    edit = Edit(f"U{number}", "ab", "mask", "", f"A{number}", (("t1", "[hidden]"), ("t2", "[用户]")))
    return Commit(f"c{number}", "2026-03-10T09:00:00+00:00", "k", "p", (edit,), **more)


@pytest.fixture
def store(tmp_path):
    return EditStore(Files(tmp_path, durable=False), "s")


def path_of(tmp_path):
    return tmp_path / session_file("s", EDITS_FILE)


def test_no_commits_are_no_problem(store, tmp_path):
    assert store.load() == ((), ())
    assert list(tmp_path.iterdir()) == []


def test_commits_come_back_as_they_were_in_order_one_a_line(store, tmp_path):
    first = a_commit(1, block="facts\nof two lines", block_after="U1", messages=7)
    second = a_commit(2, undoes="c1", signed={"strategy": "strip_all", "first": "1", "last": "9"})
    store.append(first)
    before = path_of(tmp_path).read_bytes()
    store.append(second, after="c1")
    assert store.load() == ((first, second), ())
    assert path_of(tmp_path).read_bytes().startswith(before)
    assert before.count(b"\n") == 1


@pytest.mark.parametrize("after", ["", "c9", "c0"])
def test_commit_on_an_old_view_is_a_conflict_and_writes_nothing(store, tmp_path, after):
    store.append(a_commit(1))
    before = path_of(tmp_path).read_bytes()
    with pytest.raises(ConflictError):
        store.append(a_commit(2), after=after)
    assert path_of(tmp_path).read_bytes() == before


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"[]",
        b'{"v": 1}',
        b'{"v": 2, "id": "c2"}',
        b'{"v": 1, "id": 5}',
        b'{"v": 1, "id": "c2", "edits": 5}',
        b'{"v": 1, "id": "c2", "edits": [{"unit_id": 5}]}',
        b'{"v": 1, "id": "c2", "signed": []}',
        b'{"v": 1, "id": "c2", "edits": [{"masks": [5]}]}',
        b'{"v": 1, "id": "c2", "block": {}}',
        b'{"v": 1, "id": "c2", "messages": 1e999}',
    ],
)
def test_line_that_is_no_commit_is_a_problem_and_hides_no_other(store, tmp_path, line):
    store.append(a_commit(1))
    path = path_of(tmp_path)
    path.write_bytes(path.read_bytes() + line + b"\n" + json.dumps(dump_commit(a_commit(3))).encode() + b"\n")
    found = store.load()
    assert [one.id for one in found.commits] == ["c1", "c3"]
    assert len(found.problems) == 1


def test_torn_line_is_no_commit_and_the_next_one_is_whole(store, tmp_path):
    store.append(a_commit(1))
    path = path_of(tmp_path)
    path.write_bytes(path.read_bytes() + b'{"v": 1, "id": "c2", "ed')
    store.append(a_commit(2), after="c1")
    assert [one.id for one in store.load().commits] == ["c1", "c2"]


def test_commit_that_can_not_be_written_is_an_error_and_none(store, tmp_path):
    path_of(tmp_path).mkdir(parents=True)
    with pytest.raises(DocumentError):
        store.append(a_commit(1))
    path_of(tmp_path).rmdir()
    assert store.load() == ((), ())


def test_whatever_a_commit_holds_comes_back():
    whole = a_commit(1, block="b", block_after="U3", undoes="c0", signed={"a": "b"}, messages=3)
    assert load_commit(json.loads(json.dumps(dump_commit(whole)))) == whole
    assert load_commit(dump_commit(Commit("c", "", "", "", ()))) == Commit("c", "", "", "", (), signed={})


def test_edit_of_a_summary_says_up_to_which_turn_it_stands():
    edit = Edit("U2", "a" * 16, COMPRESS, "So it was.", "A1", covers="U9")
    commit = Commit("K1", "2026-03-10T09:00:00+00:00", "K1", "", (edit,))
    assert load_commit(json.loads(json.dumps(dump_commit(commit)))) == commit
    assert "covers" not in dump_commit(commit._replace(edits=(edit._replace(covers=""),)))["edits"][0]
