"""``daykeep why`` on a real workspace."""

from __future__ import annotations

from tests.cli.learning import LESSON, LOG, git, learn

TOKEN = "gh" + "p_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"


def test_why_names_log_lines_day_origin_item_and_commit(desk):
    root = learn(desk)
    answer = desk.run("why", LESSON, where=root)
    assert answer.code == 0
    assert f"from {LOG}:" in answer.out
    assert "logged on 2026-03-10, origin agent, score 1" in answer.out
    assert "(Learned 1 thing from 2026-03-10)" in answer.out
    data = desk.run("why", LESSON, "--json", where=root).json
    (source,) = data["sources"]
    first = source["lines"][0]
    assert LESSON in (root / LOG).read_text().splitlines()[first - 1]
    assert (source["name"], source["day"], source["state"]) == (LOG, "2026-03-10", "here")
    assert data["written"]["subject"] == "Learned 1 thing from 2026-03-10"


def test_why_takes_a_line_with_its_bullet_as_it_stands_in_the_file(desk):
    root = learn(desk)
    line = next(line for line in (root / "MEMORY.md").read_text().splitlines() if LESSON in line)
    assert line.startswith("- ")
    assert desk.run("why", line, where=root).code == 0


def test_why_of_a_line_that_is_not_there_is_exit_5_and_names_the_nearest(desk):
    root = learn(desk)
    answer = desk.run("why", "Set limits on every request", where=root)
    assert answer.code == 5
    assert answer.out == ""
    assert "the nearest line is MEMORY.md:" in answer.err
    assert LESSON in answer.err


def test_why_of_an_ambiguous_part_is_exit_2_and_lists_the_lines(desk):
    root = learn(desk)
    text = (root / "MEMORY.md").read_text()
    (root / "MEMORY.md").write_text(text + "\n- Set a limit on every queue\n")
    answer = desk.run("why", "Set a limit", "--json", where=root)
    assert answer.code == 2
    assert len(answer.json["error"]["details"]["candidates"]) == 2


def test_why_of_a_line_by_hand_names_who_and_when(desk):
    root = learn(desk)
    (root / "MEMORY.md").write_text((root / "MEMORY.md").read_text() + "\n- My own rule\n")
    assert "not in the history yet" in desk.run("why", "My own rule", where=root).out
    git(root, "commit", "-qam", "Mine")
    out = desk.run("why", "My own rule", where=root).out
    assert "written by hand or by another tool" in out
    assert "(Mine), by Ada" in out


def test_why_works_without_git_and_says_that_history_is_off(desk):
    root = learn(desk, "--no-git")
    answer = desk.run("why", LESSON, where=root)
    assert answer.code == 0
    assert f"from {LOG}:" in answer.out
    assert "history is off" in answer.err


def test_why_masks_a_secret_that_the_log_line_holds(desk):
    root = learn(desk)
    log = root / LOG
    log.write_text(log.read_text() + f"\n## Lesson: tokens\n- Rotate the token {TOKEN} every month\n")
    distilled = desk.run("distill", "--all", "--at", "2026-03-16 10:00", where=root)
    assert distilled.code == 10
    assert f'"{LOG}" is not committed: line ' in distilled.err
    answer = desk.run("why", "Rotate the token", where=root)
    assert answer.code == 0
    assert "[secret:" in answer.out
    assert TOKEN not in answer.out + answer.err
    assert TOKEN not in desk.run("why", "Rotate the token", "--json", where=root).out


def test_why_of_a_number_past_the_end_says_how_many_lines_there_are(desk):
    root = learn(desk)
    answer = desk.run("why", "MEMORY.md:900", where=root)
    assert answer.code == 5
    assert "no line 900" in answer.err


def test_why_tells_that_a_line_was_taken_back_and_restored_and_when(desk):
    root = learn(desk)
    item = desk.run("why", LESSON, "--json", where=root).json["sources"][0]["item"]
    assert desk.run("revert", item, "--at", "2026-03-17 09:00", where=root).code == 0
    assert "  taken back by daykeep 2026-03-17 09:00" in desk.run("why", LESSON, where=root).out
    commit = git(root, "rev-parse", "HEAD").strip()
    assert desk.run("revert", commit, "--at", "2026-03-18 09:00", where=root).code == 0
    answer = desk.run("why", LESSON, "--json", where=root).json
    assert [step["what"] for step in answer["chain"]] == ["learned", "taken back", "restored"]
    assert answer["lines"]
