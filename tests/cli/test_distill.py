"""``daykeep distill`` at the command line."""

from __future__ import annotations

import json

from tests.cli.learning import learn


def test_range_that_ends_before_it_begins_is_exit_2_and_names_both_days(desk):
    root = learn(desk)
    answer = desk.run("distill", "--since", "2026-03-10", "--until", "2026-03-01", where=root)
    assert answer.code == 2
    assert "--since 2026-03-10 is after --until 2026-03-01" in answer.err


def test_item_of_one_line_is_shown_with_one_number(desk):
    root = learn(desk)
    said = desk.run("distill", "--all", "--force", "--dry-run", "--at", "2026-03-16 11:00", where=root).out
    places = [word for line in said.splitlines() for word in line.split()[2:3] if word.startswith("memory/")]
    assert places
    for place in places:
        first, _, last = place.rpartition(":")[2].partition("-")
        assert first != last


FULL_LOG = """# 2026-03-10

## 09:00 Inbox
- 3 new mails, nothing urgent
- [ ] call the vendor

## 14:30 Gateway fails after each deploy
**Problem:** the gateway answered 502 after each deploy
**Cause:** the lock file of the old process stayed
**Fix:** remove the lock file before the restart
"""


def full(desk):
    """A workspace with one log that the full profile has not read."""
    assert desk.run("init", "work", "--lang", "en", "--zone", "UTC").code == 0
    root = desk.folder / "work"
    (root / "memory/2026-03-10.md").write_text(FULL_LOG, encoding="utf-8")
    return root


def distil(desk, root, *options):
    return desk.run("distill", "--all", "--profile", "full", "--at", "2026-03-15 23:00", *options, where=root)


def test_explain_shows_each_section_with_its_score_and_what_moved_it(desk):
    root = full(desk)
    said = distil(desk, root, "--explain", "--dry-run").out
    assert "memory/2026-03-10.md:" in said
    assert "chosen as problem_fix, lines 8-10  Gateway fails after each deploy" in said
    assert "left, lines 4-6  Inbox" in said
    assert "because of " in said


def test_explain_in_json_gives_sections_with_scores_between_0_and_1(desk):
    root = full(desk)
    sections = json.loads(distil(desk, root, "--explain", "--dry-run", "--json").out)["sections"]
    assert [(one["title"], bool(one["kind"])) for one in sections][-2:] == [
        ("Inbox", False),
        ("Gateway fails after each deploy", True),
    ]
    assert all(0 <= one["score"] <= 1 and one["reasons"] for one in sections[-2:])


def test_json_counts_agree_with_its_items(desk, monkeypatch):
    root = full(desk)
    monkeypatch.setenv("DAYKEEP_DISTILL_GATE", "1.0")
    data = json.loads(distil(desk, root, "--json").out)
    statuses = [item["status"] for item in data["items"]]
    assert data["counts"]["proposed"] == statuses.count("proposed") == data["new_proposed"] >= 1
    assert data["counts"]["added"] == 0
    assert data["proposal"]
    assert data["items"][0]["reason"].endswith("below the gate 1.00")


def test_what_waits_is_told_with_the_command_that_decides(desk, monkeypatch):
    root = full(desk)
    monkeypatch.setenv("DAYKEEP_DISTILL_GATE", "1.0")
    assert "1 thing would wait for you: `daykeep review`." in distil(desk, root, "--dry-run").out
    assert "1 thing waits for you: `daykeep review`." in distil(desk, root).out
    assert "1 thing waits from before." in distil(desk, root, "--force").out


def test_gate_of_the_workspace_is_followed(desk):
    root = full(desk)
    (root / "daykeep.toml").write_text("[distill]\ngate = 0\n", encoding="utf-8")
    assert distil(desk, root).out.startswith("Learned 1 thing from 1 log.")
    assert "remove the lock file before the restart" in (root / "MEMORY.md").read_text(encoding="utf-8")


def test_full_memory_says_what_moved_to_the_archive(desk):
    root = full(desk)
    (root / "MEMORY.md").write_text("# MEMORY\n", encoding="utf-8")
    (root / "daykeep.toml").write_text("[distill]\ngate = 0\n[memory]\nbudget_lines = 8\n", encoding="utf-8")
    later = (
        "# 2026-03-12\n\n## 10:00 Printer shows wrong colours\n**Problem:** every page came out green\n"
        "**Cause:** the update forgot the colour profile\n**Fix:** install the printer driver again\n"
    )
    (root / "memory/2026-03-12.md").write_text(later, encoding="utf-8")
    said = distil(desk, root).out
    assert "Moved to the archive: " in said
    assert list((root / "memory/archive/2026").glob("memory-2026.md"))


def test_profile_that_does_not_exist_is_exit_2(desk):
    root = full(desk)
    assert desk.run("distill", "--profile", "best", where=root).code == 2
