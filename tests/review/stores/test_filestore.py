"""Proposals as files: the contract of every store, and what is the files' own."""

from __future__ import annotations

import json
import os

import pytest

from daykeep.errors import DocumentError
from daykeep.files.store import Files
from daykeep.memory.items import ItemLine
from daykeep.review.queue.proposals import PENDING, REJECTED, Ruling, propose
from daykeep.review.stores.filestore import DONE, FOLDER, FileStore
from tests.git.playground import NOON
from tests.review.proposal_contract import ProposalContract, an_item, draft, proposed
from tests.review.stores.together import check_eight_propose


@pytest.fixture(autouse=True)
def home():
    """No repository is needed here."""


@pytest.fixture
def files(tmp_path):
    return Files(tmp_path)


class TestFileStore(ProposalContract):
    @pytest.fixture
    def make_store(self, files):
        return lambda: FileStore(files)


def _path(files: Files, proposal_id: str, folder: str = FOLDER):
    return files.root / folder / f"{proposal_id}.json"


def test_eight_processes_propose_and_nothing_is_lost_or_doubled(files):
    check_eight_propose("files", files.root, FileStore(files))


def test_no_secret_and_no_live_mark_of_daykeep_reaches_the_disk(files):
    token = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    mark = "<!-- daykeep:fence -->"
    text = f"- the token {token} {mark}"
    item = an_item(
        title=f"use {token}", name=f"memory/2026-03-10-{token}.md", lines=(ItemLine(4, text, text),)
    )
    proposal = propose(item, reason=f"like {token}", reasons=[token], duplicates=[text])
    made = FileStore(files).create(draft(proposal), now=NOON)
    stored = _path(files, made.id).read_text()
    assert token not in stored
    assert mark not in stored
    assert "[secret:github-pat:" in stored
    assert made.items[0].id == item.item_id


def test_unknown_keys_are_kept_when_an_item_is_decided(files):
    made = FileStore(files).create(draft(proposed("one"), proposed("two")), now=NOON)
    path = _path(files, made.id)
    value = json.loads(path.read_text())
    value["colour"] = "red"
    value["items"][0]["stars"] = [1, 2]
    path.write_text(json.dumps(value))
    FileStore(files).decide(made.id, [Ruling(made.items[0].id, REJECTED)], now=NOON, by="ada")
    value = json.loads(path.read_text())
    assert (value["colour"], value["items"][0]["stars"]) == ("red", [1, 2])
    assert value["items"][0]["decided"] == {"at": NOON.isoformat(timespec="seconds"), "by": "ada"}
    assert "decided" not in value["items"][1]


DAMAGE = {
    "cut in the middle": lambda text: text[: len(text) // 2],
    "zeros": lambda text: "\0" * len(text),
    "empty": lambda text: "",
    "a list": lambda text: "[]",
    "items are none": lambda text: text.replace('"items": [', '"items": {}, "x": ['),
    "another id": lambda text: text.replace('"id": "0', '"id": "1', 1),
    "no time": lambda text: text.replace("created_at", "made"),
    "deeply nested": lambda text: "[" * 100_000,
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_damaged_proposal_is_named_left_alone_and_stops_nobody(files, damage):
    store = FileStore(files)
    made = store.create(draft(proposed("one")), now=NOON)
    path = _path(files, made.id)
    path.write_text(damage(path.read_text()))
    before = path.read_bytes()
    other = store.create(draft(proposed("two")), now=NOON)
    listing = store.list_waiting()
    assert [p.id for p in listing.proposals] == [other.id]
    assert [problem.name for problem in listing.problems] == [f"{FOLDER}/{made.id}.json"]
    with pytest.raises(DocumentError, match=made.id):
        store.find(made.id)
    with pytest.raises(DocumentError, match=made.id):
        store.decide(made.id, [Ruling(made.items[0].id, REJECTED)], now=NOON, by="ada")
    assert path.read_bytes() == before


BAD_ITEMS = {
    "text of two lines": {"lines": [{"number": 4, "sha8": "12345678", "text": "- a\n# b"}]},
    "carriage return": {"edited": ["- a\rb"]},
    "no lines": {"lines": []},
    "line zero": {"lines": [{"number": 0, "sha8": "12345678", "text": "- a"}]},
    "unknown action": {"action": "run"},
    "unknown status": {"status": "maybe"},
    "id with a path": {"id": "../../x"},
    "score is a word": {"score": "high"},
    "reasons are a word": {"reasons": "because"},
    "day is none": {"day": "someday"},
}


@pytest.mark.parametrize("changes", BAD_ITEMS.values(), ids=BAD_ITEMS)
def test_item_with_a_fault_is_named_and_the_others_count(files, changes):
    store = FileStore(files)
    made = store.create(draft(proposed("one"), proposed("two")), now=NOON)
    path = _path(files, made.id)
    value = json.loads(path.read_text())
    value["items"][0].update(changes)
    path.write_text(json.dumps(value))
    ((found,), (problem,)) = store.list_waiting()
    assert [item.id for item in found.items] == [made.items[1].id]
    assert "item 1" in problem.message
    store.decide(made.id, [Ruling(made.items[1].id, REJECTED)], now=NOON, by="ada")
    assert json.loads(path.read_text())["items"][0] == value["items"][0]
    assert len(store.list_waiting().problems) == 1


def test_proposal_closed_by_a_process_that_died_is_moved_away_by_the_next(files):
    store = FileStore(files)
    made = store.create(draft(proposed("one")), now=NOON)
    store.decide(made.id, [Ruling(made.items[0].id, REJECTED)], now=NOON, by="ada")
    os.rename(_path(files, made.id, DONE), _path(files, made.id))
    assert store.list_waiting() == ((), ())
    assert store.create(draft(proposed("two")), now=NOON) is not None
    assert _path(files, made.id, DONE).exists()
    assert not _path(files, made.id).exists()


def test_edit_of_a_waiting_item_leaves_it_waiting(files):
    made = FileStore(files).create(draft(proposed("one")), now=NOON)
    after = FileStore(files).decide(
        made.id, [Ruling(made.items[0].id, PENDING, ("- mine",))], now=NOON, by="ada"
    )
    assert after.items[0].waits
    assert "decided" not in json.loads(_path(files, made.id).read_text())["items"][0]
