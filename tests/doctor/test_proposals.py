"""Whether the queue of proposals can be read, and what is in it."""

from __future__ import annotations

from pathlib import Path

from daykeep.doctor.proposals import check_proposals
from daykeep.review.queue.proposals import DEFERRED, Ruling
from daykeep.review.stores.filestore import FOLDER, FileStore
from tests.doctor.examining import NOW, ids, subject
from tests.review.proposal_contract import draft, proposed


def test_empty_queue_is_no_finding(tmp_path: Path) -> None:
    assert ids(check_proposals(subject(tmp_path, {}))) == {}


def test_what_waits_is_a_word_and_no_fault(tmp_path: Path) -> None:
    made = subject(tmp_path, {})
    proposal = FileStore(made.files).create(draft(proposed("one"), proposed("two")), now=NOW)
    assert proposal is not None
    FileStore(made.files).decide(proposal.id, [Ruling(proposal.items[0].id, DEFERRED)], now=NOW, by="ada")
    (finding,) = ids(check_proposals(made)).values()
    assert (finding.level, finding.message) == ("info", "2 things wait for you, 1 of them put off")


def test_damaged_proposal_is_a_warning_with_its_name(tmp_path: Path) -> None:
    made = subject(tmp_path, {f"{FOLDER}/01ARZ3NDEKTSV4RRFFQ69G5FAV.json": "{\n"})
    (finding,) = ids(check_proposals(made)).values()
    assert (finding.level, finding.name, finding.line) == (
        "warning",
        f"{FOLDER}/01ARZ3NDEKTSV4RRFFQ69G5FAV.json",
        2,
    )
    assert not finding.fixable
