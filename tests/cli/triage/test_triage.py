"""``daykeep triage`` at the command line: check, look back, take back, pin, policy, calibrate."""

import io
import json

import pytest

from tests.triage.run.desks import talk

OVER = ("--budget", "8000", "--session", "s")


@pytest.fixture
def root(desk):
    desk.run("init", "ws")
    root = desk.folder / "ws"
    (root / "talk.json").write_text(json.dumps(talk()), encoding="utf-8")
    desk.run("session", "ingest", "talk.json", "--id", "s", where=root)
    return root


def triage(desk, root, *words):
    return desk.run("triage", *words, where=root)


def test_a_check_over_budget_says_what_it_did_turn_by_turn_and_how_to_take_it_back(desk, root):
    done = triage(desk, root, "check", *OVER)
    assert done.code == 0
    assert "committed" in done.out
    assert "drop" in done.out
    assert "daykeep triage undo K1" in done.out
    assert "are said" not in desk.run("session", "show", "--view", where=root).out


def test_below_the_budget_nothing_is_done(desk, root):
    done = triage(desk, root, "check", "--budget", "100000", "--json").json
    assert (done["outcome"], done["turns"], done["trigger"]["due"]) == ("nothing", [], False)


def test_a_dry_run_changes_nothing(desk, root):
    before = desk.run("session", "show", "--view", where=root).out
    planned = triage(desk, root, "check", "--dry-run", *OVER)
    assert "planned" in planned.out
    assert desk.run("session", "show", "--view", where=root).out == before
    assert triage(desk, root, "log").out.strip() == "no check yet"


def test_the_log_tells_checks_and_why_of_one_turn(desk, root):
    triage(desk, root, "check", *OVER)
    assert "K1" in triage(desk, root, "log").out
    why = triage(desk, root, "log", "--why", "u4").out
    assert "suggested drop" in why
    assert "passed  probability" in why
    shown = triage(desk, root, "log", "K1", "--json").json
    assert {one["unit_id"] for one in shown["turns"]} >= {"U2", "U4"}
    assert triage(desk, root, "log", "K9").code == 5
    assert triage(desk, root, "log", "--why", "U99").code == 5
    assert "No check has judged" in triage(desk, root, "log", "--why", "U1").out


def test_the_log_says_what_was_taken_back(desk, root):
    triage(desk, root, "check", *OVER)
    assert "taken back" not in triage(desk, root, "log").out
    triage(desk, root, "undo", "K1")
    assert "committed, taken back" in triage(desk, root, "log").out


def test_the_log_tells_moments_of_the_workspaces_clock(desk, root):
    triage(desk, root, "check", "--at", "2026-03-10T20:00:00Z", *OVER)
    assert "K1  2026-03-1" in triage(desk, root, "log").out
    assert "+00:00" not in triage(desk, root, "log", "--why", "u4").out


def test_diff_shows_what_changed_and_undo_takes_it_back(desk, root):
    whole = desk.run("session", "show", "--view", where=root).out
    triage(desk, root, "check", *OVER)
    assert "keep → drop" in triage(desk, root, "diff").out
    done = triage(desk, root, "undo", "K1", "--json").json
    assert done["undoes"] == "K1"
    assert desk.run("session", "show", "--view", where=root).out == whole
    assert triage(desk, root, "undo", "K1").code == 6
    assert "drop → keep" in triage(desk, root, "diff").out


def test_undo_and_diff_without_a_check_are_errors(desk, root):
    assert triage(desk, root, "undo").code == 5
    assert triage(desk, root, "diff").code == 5


def test_a_view_that_must_fit_is_answered_from_the_store_by_recall(desk, root):
    done = triage(desk, root, "check", "--budget", "1500", "--fit", "--json").json
    assert done["outcome"] == "committed"
    assert "8003" in desk.run("recall", "TASK-3 port", where=root).out


def test_pins_hold_a_turn_and_let_it_go(desk, root):
    assert "is pinned" in triage(desk, root, "pin", "u4").out
    done = triage(desk, root, "check", *OVER, "--json").json
    assert "U4" not in {one["turn"] for one in done["turns"] if one["final"] != "keep"}
    assert triage(desk, root, "pin", "U4", "--off", "--json").json["pinned"] is False
    assert triage(desk, root, "pin", "U99").code == 5


def test_the_policy_is_printed_and_passes_its_own_cases(desk, root):
    assert "drop (gate 0.7)" in triage(desk, root, "policy").out
    tried = triage(desk, root, "policy", "--test", "--json").json
    assert len(tried["cases"]) > 10
    assert all(one["passed"] for one in tried["cases"])


def test_a_broken_policy_is_an_error_with_its_line(desk, root):
    (root / "mine.md").write_text("---\ngate_drop: high\n---\n", encoding="utf-8")
    broken = triage(desk, root, "policy", "mine.md")
    assert broken.code == 4
    assert "mine.md:2" in broken.err
    assert triage(desk, root, "policy", "none.md").code == 4


def test_replay_shows_what_other_numbers_would_decide(desk, root):
    triage(desk, root, "check", *OVER)
    words = triage(desk, root, "policy", "--json").json["criteria"]
    text = "---\ngate_drop: 0.99\n---\n" + "".join(f"## {name}\n\n{said}\n\n" for name, said in words.items())
    (root / "mine.md").write_text(text, encoding="utf-8")
    found = triage(desk, root, "replay", "--policy", "mine.md", "--json").json
    assert {one["after"] for one in found["changed"] if one["before"] == "drop"} == {"keep"}
    assert triage(desk, root, "check", "--budget", "100000", "--json").json["outcome"] == "nothing"


def test_calibrate_fits_gates_to_labels(desk, root, monkeypatch):
    rows = []
    for step in range(40):
        share = 0.6 + step / 100
        rest = (1 - share) / 3
        found = {"keep": rest, "compress": rest, "archive": rest, "drop": share}
        rows.append(json.dumps({"probabilities": found, "label": "drop" if step > 20 else "keep"}))
    text = "\n".join([*rows, "{broken"])
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))
    done = triage(desk, root, "calibrate", "-", "--json")
    assert done.json["rows"] == 40
    assert "line 41" in done.json["notes"][0]
    assert triage(desk, root, "calibrate", "none.jsonl").code == 5


def test_a_session_that_is_not_there_is_an_error(desk, root):
    assert triage(desk, root, "check", "--session", "other").code == 5
