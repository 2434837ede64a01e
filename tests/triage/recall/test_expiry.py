from __future__ import annotations

import json
from pathlib import Path

from daykeep.files.store import Files
from daykeep.triage.recall.answer import recall
from daykeep.triage.recall.expiry import Expired, expired_recalls, note_recall, recalled_ids
from tests.triage.stored.making import AT, agent, booking, put, result, turns, use, user


def asked(text: str, more: int) -> list[object]:
    """A unit that recalls, and so many after it."""
    first = [
        user("What was it?"),
        agent(use("t9", "recall", id="A1")),
        user([result("t9", text)]),
        agent("It was Rosa."),
    ]
    return [*first, *(each for _ in range(more) for each in (user("Next."), agent("Ok.")))]


def test_a_recalled_text_is_masked_when_more_than_two_units_stand_behind_it(tmp_path: Path) -> None:
    text = recall(put(tmp_path, booking()), "A1").text
    assert expired_recalls(turns(*asked(text, 2))) == ()
    assert expired_recalls(turns(*asked(text, 3))) == (Expired("U1", "t9", ("A1",)),)


def test_a_recall_by_words_names_all_turns_that_it_gave(tmp_path: Path) -> None:
    found = recall(put(tmp_path, booking()), "San Jose code")
    expired = expired_recalls(turns(*asked(found.text, 3)))
    assert expired[0].stored_ids == found.stored_ids
    assert len(found.stored_ids) > 1


def test_an_answer_of_another_form_still_expires() -> None:
    for text in ("no json", json.dumps([1]), '{"hits": 3}'):
        assert [each.call_id for each in expired_recalls(turns(*asked(text, 3)))] == ["t9"]


def test_results_of_other_tools_never_expire() -> None:
    given = [
        user("Go."),
        agent(use("t1", "bash")),
        user([result("t1", "out")]),
        agent("Ok."),
        *asked("{}", 3)[4:],
    ]
    assert expired_recalls(turns(*given)) == ()


def test_recalls_are_counted_by_turn_and_the_words_asked_for_are_not_kept(tmp_path: Path) -> None:
    store, files = put(tmp_path, booking()), Files(tmp_path)
    for wanted in ("A1", "a1", "San Jose secretword"):
        note_recall(files, "s1", recall(store, wanted), at=AT, wanted=wanted)
    assert recalled_ids(files, "s1")["A1"] == 3
    assert "secretword" not in Path(tmp_path, ".daykeep/data/sessions/s1/recalls.jsonl").read_text()
