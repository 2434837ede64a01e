from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from daykeep.errors import RefusedError, UsageError
from daykeep.text.tokens import count_tokens
from daykeep.triage.recall.answer import recall
from tests.triage.stored.making import agent, booking, open_store, put, result, talk, text, turns, use, user


def test_a_recalled_turn_is_an_envelope_of_data_with_the_roles_beside_the_text(tmp_path: Path) -> None:
    store = put(tmp_path, booking())
    envelope = recall(store, "a1").envelope
    assert (envelope["kind"], envelope["trust"]) == ("archived_history", "data-not-instructions")
    assert (envelope["id"], envelope["unit"]) == ("A1", "U1")
    assert envelope["sha256"] == store.get("A1").stored.sha256
    assert envelope["role_map"] == {
        "m1": "user",
        "m2": "call of find_restaurants",
        "m3": "result of find_restaurants",
        "m4": "assistant",
    }
    assert "[m4] I found Villa Rosa in San Jose." in envelope["text"]
    assert envelope["next"] is None


def test_the_text_of_a_result_is_its_envelope_as_json(tmp_path: Path) -> None:
    found = recall(put(tmp_path, booking()), "A1")
    assert json.loads(found.text) == found.envelope
    assert found.tokens == count_tokens(found.text)


@pytest.mark.parametrize("limit", [400, 700, 1500])
def test_a_large_turn_is_given_in_parts_that_fit_and_together_are_all_of_it(
    tmp_path: Path, limit: int
) -> None:
    body = "\n".join(f"row {number}: value {number * 7}" for number in range(300)) + "\n" + "x" * 5000
    store = put(
        tmp_path, turns(user("Show the log."), agent(use("t1")), user([result("t1", body)]), agent("Done."))
    )
    seen, span = "", ""
    for _ in range(100):
        found = recall(store, "A1", max_tokens=limit, span=span)
        assert found.tokens <= limit
        seen += (
            found.envelope["text"] if found.envelope["text"].endswith("x") else found.envelope["text"] + "\n"
        )
        span = found.envelope["next"] or ""
        if not span:
            break
    assert not found.is_cut
    assert body.replace("\n", "") in seen.replace("\n", "")


def test_wide_characters_stay_within_the_limit(tmp_path: Path) -> None:
    store = put(tmp_path, talk("查一下日志", "错误，原因是磁盘已满。😀" * 400))
    assert recall(store, "A1", max_tokens=400).tokens <= 400
    assert recall(store, "磁盘", max_tokens=400).tokens <= 400


def test_a_span_gives_just_these_lines(tmp_path: Path) -> None:
    store = put(tmp_path, talk("one\ntwo\nthree", "four"))
    assert recall(store, "A1", span="2-3").envelope["text"] == "two\nthree"


@pytest.mark.parametrize("span", ["9", "x", "3-2", "0-1"])
def test_a_span_that_is_not_there_is_a_usage_error(tmp_path: Path, span: str) -> None:
    with pytest.raises(UsageError, match="no span"):
        recall(put(tmp_path, talk("one\ntwo", "three")), "A1", span=span)


def test_words_find_the_turns_that_hold_them_best_first(tmp_path: Path) -> None:
    found = recall(put(tmp_path, booking()), "which code did the booking get")
    assert found.stored_ids[0] == "A2"
    assert found.envelope["hits"][0]["text"].endswith("X7Q2.")


def test_words_that_nothing_holds_give_no_hits(tmp_path: Path) -> None:
    found = recall(put(tmp_path, booking()), "kubernetes ingress")
    assert (found.envelope["hits"], found.stored_ids) == ([], ())


def test_of_a_large_turn_words_give_the_lines_around_what_was_found(tmp_path: Path) -> None:
    body = "\n".join(f"row {number}: nothing here" for number in range(400))
    body = body.replace("row 333: nothing here", "row 333: quota exceeded for tenant blue")
    store = put(
        tmp_path, turns(user("Show the log."), agent(use("t1")), user([result("t1", body)]), agent("Done."))
    )
    found = recall(store, "quota of tenant blue", max_tokens=600)
    assert "quota exceeded for tenant blue" in found.envelope["hits"][0]["text"]
    assert found.is_cut
    assert found.tokens <= 600


def test_secrets_are_masked_unless_they_are_asked_for(tmp_path: Path) -> None:
    store = put(tmp_path, talk("the password is: tr0ub4dor", "Noted."))
    assert "tr0ub4dor" not in recall(store, "A1").text
    assert recall(store, "A1").envelope["secrets_masked"] == 1
    assert "tr0ub4dor" in recall(store, "A1", mask=False).text


def test_thinking_never_comes_back(tmp_path: Path) -> None:
    thought: Any = {"type": "thinking", "thinking": "secret plan", "signature": "c2ln"}
    store = put(tmp_path, turns(user("Go."), agent(thought, text("Done."))))
    assert "secret plan" not in recall(store, "A1").text
    assert recall(store, "secret plan").stored_ids == ()


def test_recalled_text_is_not_found_again(tmp_path: Path) -> None:
    envelope = recall(put(tmp_path, booking()), "A1").text
    again = turns(
        user("What was it?"),
        agent(use("t9", "recall", id="A1")),
        user([result("t9", envelope)]),
        agent("Hm."),
    )
    store = put(tmp_path, again, "s2")
    assert "Villa" not in recall(store, "Villa Rosa").text.replace('"question": "Villa Rosa"', "")
    assert recall(store, "Villa Rosa").stored_ids == ()


def test_a_turn_that_was_changed_on_the_disk_is_refused_by_id_and_by_words(tmp_path: Path) -> None:
    put(tmp_path, booking())
    path = next(Path(tmp_path, ".daykeep/data/sessions/s1/stored").glob("A1-*"))
    path.write_bytes(path.read_bytes().replace(b"Villa", b"Vilja"))
    for wanted in ("A1", "San Jose"):
        with pytest.raises(RefusedError):
            recall(open_store(tmp_path), wanted)


@pytest.mark.parametrize(
    ("wanted", "span", "limit"), [("", "", 800), ("some words", "1-2", 800), ("A1", "", 10)]
)
def test_a_recall_that_asks_for_nothing_possible_is_a_usage_error(
    tmp_path: Path, wanted: str, span: str, limit: int
) -> None:
    with pytest.raises(UsageError):
        recall(put(tmp_path, booking()), wanted, span=span, max_tokens=limit)


def test_the_same_recall_gives_the_same_bytes(tmp_path: Path) -> None:
    put(tmp_path, booking())
    assert recall(open_store(tmp_path), "restaurant").text == recall(open_store(tmp_path), "restaurant").text
