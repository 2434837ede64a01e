"""``daykeep revert`` on a real workspace."""

from __future__ import annotations

import subprocess
import sys

from tests.cli.learning import LESSON, git, learn
from tests.cli.terminal import at_terminal


def _item(desk, root) -> str:
    return desk.run("why", LESSON, "--json", where=root).json["sources"][0]["item"]


def test_dry_run_shows_what_goes_and_writes_nothing(desk):
    root = learn(desk)
    before = (root / "MEMORY.md").read_bytes(), git(root, "rev-parse", "HEAD")
    answer = desk.run("revert", _item(desk, root), "--dry-run", where=root)
    assert answer.code == 0
    assert f"- {LESSON}" in answer.out
    assert "Nothing was written." in answer.out
    assert ((root / "MEMORY.md").read_bytes(), git(root, "rev-parse", "HEAD")) == before


def test_revert_takes_the_item_out_and_a_second_distillation_leaves_it_out(desk):
    root = learn(desk)
    answer = desk.run("revert", _item(desk, root), "--at", "2026-03-16 10:00", "--json", where=root)
    assert answer.code == 0
    assert any(LESSON in row["text"] for row in answer.json["removed"])
    assert answer.json["commit"] == git(root, "rev-parse", "HEAD").strip()
    assert LESSON not in (root / "MEMORY.md").read_text()
    assert desk.run("distill", "--all", "--force", "--at", "2026-03-16 11:00", where=root).code == 0
    assert LESSON not in (root / "MEMORY.md").read_text()
    back = desk.run("revert", answer.json["commit"], "--at", "2026-03-16 12:00", where=root)
    assert "Restored: 1 thing from memory/2026-03-10.md" in back.out
    assert LESSON in (root / "MEMORY.md").read_text()
    again = desk.run("revert", answer.json["commit"], "--at", "2026-03-16 13:00", where=root)
    assert "Its lines are there already: MEMORY.md stays as it is." in again.out


def test_conflict_is_exit_6_and_shows_the_lines(desk):
    root = learn(desk)
    item = _item(desk, root)
    text = (root / "MEMORY.md").read_text()
    (root / "MEMORY.md").write_text(text.replace("every request", "each and every request"))
    answer = desk.run("revert", item, where=root)
    assert answer.code == 6
    assert "each and every request" in answer.err


def test_unknown_id_is_exit_2_and_no_history_is_exit_9(desk):
    root = learn(desk)
    assert desk.run("revert", "ffffffff", where=root).code == 2
    assert desk.run("revert", "--json", "ffffffff", where=root).json["error"]["hint"]
    (root / "daykeep.toml").write_text("[history]\nenabled = false\n")
    assert desk.run("revert", "ffffffff", where=root).code == 9


def test_revert_while_a_merge_is_under_way_is_exit_9(desk):
    root = learn(desk)
    item = _item(desk, root)
    (root / ".git" / "MERGE_HEAD").write_text(git(root, "rev-parse", "HEAD"))
    answer = desk.run("revert", item, where=root)
    assert (answer.code, "a merge is under way" in answer.err) == (9, True)
    assert LESSON in (root / "MEMORY.md").read_text()


def test_two_reverts_of_the_same_at_once_are_one(desk):
    root = learn(desk)
    command = [sys.executable, "-m", "daykeep", "revert", _item(desk, root), "--at", "2026-03-16 10:00"]
    both = [
        subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)
    ]
    outputs = [process.communicate(timeout=60) for process in both]
    assert sorted(process.returncode for process in both) in ([0, 0], [0, 6]), outputs
    assert LESSON not in (root / "MEMORY.md").read_text()
    assert git(root, "log", "--format=%s").count("Took back") == 1
    assert desk.run("distill", "--all", "--force", "--at", "2026-03-16 11:00", where=root).code == 0
    assert LESSON not in (root / "MEMORY.md").read_text()


def test_dry_run_says_would(desk):
    root = learn(desk)
    answer = desk.run("revert", _item(desk, root), "--dry-run", where=root)
    assert answer.out.startswith("Would take back: 1 thing from")


def _forget(root):
    code, out = at_terminal(root, "forget", "limit on every", "--yes")
    assert (code, LESSON in (root / "MEMORY.md").read_text()) == (0, False), out


def test_forgetting_is_taken_back_by_a_person_only_and_why_tells_the_story(desk):
    root = learn(desk)
    before = (root / "MEMORY.md").read_bytes()
    _forget(root)
    commit = git(root, "rev-parse", "HEAD").strip()
    shown = desk.run("revert", commit, "--dry-run", "--json", where=root).json
    assert (shown["needs_person"], shown["added"][0]["text"]) == (True, f"- {LESSON}")
    assert desk.run("revert", commit, where=root).code == 13
    assert LESSON not in (root / "MEMORY.md").read_text()
    code, out = at_terminal(root, "revert", commit[:10])
    assert (code, (root / "MEMORY.md").read_bytes()) == (0, before), out
    assert "Undid: Forgot 1 line of memory" in out
    told = desk.run("why", LESSON, where=root).out
    assert told.index("forgotten") < told.index("brought back")
    listed = desk.run("history", "--json", where=root).json["commits"]
    assert [event["kind"] for event in listed[:2]] == ["restored", "forgotten"]
    assert listed[1]["items"][0]["lines"] == [f"- {LESSON}"]


def test_without_git_forgetting_is_taken_back_by_its_id(desk):
    root = learn(desk)
    (root / "daykeep.toml").write_text("[history]\nenabled = false\n")
    before = (root / "MEMORY.md").read_bytes()
    _forget(root)
    steps = desk.run("why", LESSON, "--json", where=root).json["chain"]
    (item,) = {step["item"] for step in steps if step["what"] == "forgotten"}
    assert f"daykeep revert {item}" in desk.run("why", LESSON, where=root).out
    reasons = desk.run("why-not", LESSON, "--json", where=root).json["reasons"]
    assert reasons[0]["next"] == f"daykeep revert {item}"
    code, out = at_terminal(root, "revert", item)
    assert (code, (root / "MEMORY.md").read_bytes()) == (0, before), out
    assert desk.run("revert", item, where=root).code == 9


def test_change_of_a_core_file_is_taken_back_by_a_person_only(desk):
    root = learn(desk)
    before = (root / "SOUL.md").read_bytes()
    made = desk.run("propose", "SOUL.md", "--append", "- Never shout", "--json", where=root).json
    code, out = at_terminal(
        root, "review", "approve", made["proposal"], "--yes", typed=[("Approve it?", "y\n")]
    )
    assert (code, b"shout" in (root / "SOUL.md").read_bytes()) == (0, True), out
    commit = git(root, "rev-parse", "HEAD").strip()
    assert "- Never shout" in desk.run("history", "SOUL.md", where=root).out
    changed = (root / "SOUL.md").read_bytes()
    asked = desk.run("revert", commit, "--json", where=root).json
    assert ((root / "SOUL.md").read_bytes(), asked["commit"], len(asked["proposals"])) == (changed, None, 1)
    assert desk.run("revert", commit, "--json", where=root).json["proposals"] == asked["proposals"]
    shown = desk.run("review", "show", asked["proposals"][0], where=root).out
    assert "Never shout" in shown
    code, out = at_terminal(root, "revert", commit)
    assert (code, (root / "SOUL.md").read_bytes()) == (0, before), out


def test_agents_revert_of_a_core_file_is_done_when_a_person_approves_it(desk):
    root = learn(desk)
    before = (root / "SOUL.md").read_bytes()
    made = desk.run("propose", "SOUL.md", "--append", "- Never shout", "--json", where=root).json
    yes = [("Approve it?", "y\n")]
    at_terminal(root, "review", "approve", made["proposal"], "--yes", typed=yes)
    commit = git(root, "rev-parse", "HEAD").strip()
    (asked,) = desk.run("revert", commit, "--json", where=root).json["proposals"]
    code, out = at_terminal(root, "review", "approve", asked, "--yes", typed=yes)
    assert (code, (root / "SOUL.md").read_bytes()) == (0, before), out
