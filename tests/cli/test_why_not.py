"""``daykeep why-not`` on a real workspace: every reason, with its place and the next step."""

from __future__ import annotations

import pytest

from daykeep.files.store import Files
from daykeep.memory.decisions import REJECTED, Verdict, record_verdicts
from daykeep.memory.sources import hash_line
from tests.cli.learning import LESSON, LOG, git, learn
from tests.cli.waiting import BULLET, NOW, one, set_up

TOKEN = "gh" + "p_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"


def _ask(desk, root, text):
    return desk.run("why-not", text, "--json", where=root).json


def _reasons(desk, root, text):
    return [(one["reason"], one["name"], one["line"]) for one in _ask(desk, root, text)["reasons"]]


def _line_of(root, name, text):
    return next(n for n, line in enumerate((root / name).read_text().split("\n"), 1) if text in line)


def test_what_is_remembered_is_named_with_its_line(desk):
    root = learn(desk)
    answer = _ask(desk, root, LESSON)
    number = _line_of(root, "MEMORY.md", LESSON)
    assert answer["remembered"] is True
    assert answer["reasons"][0] == {
        "reason": "remembered",
        "said": "MEMORY.md holds it, and agents read it there",
        "name": "MEMORY.md",
        "line": number,
        "text": f"- {LESSON}",
        "next": f'daykeep why "MEMORY.md:{number}"',
    }


def test_what_memory_says_in_other_words_is_found_there(desk):
    root = learn(desk)
    path = root / "MEMORY.md"
    path.write_text(path.read_text() + "- Restart the gateway after editing the config\n")
    (reason, name, number), *_ = _reasons(desk, root, "After a config change, reboot the gateway")
    assert (reason, name) == ("known in other words", "MEMORY.md")
    assert number == _line_of(root, "MEMORY.md", "Restart the gateway")


def test_line_beyond_the_budget_is_named_as_such(desk):
    root = learn(desk)
    path = root / "MEMORY.md"
    path.write_text(path.read_text() + "- filler\n" * 300 + "- The last of all\n")
    assert _reasons(desk, root, "The last of all")[0][0] == "over budget"


def test_what_no_log_holds_was_never_logged_and_the_nearest_line_is_named(desk):
    root = learn(desk)
    log = root / LOG
    log.write_text(log.read_text() + "\n## Noon\n- The pigeons came back to the yard\n")
    answer = _ask(desk, root, "The pigeons came back to the roof at noon")
    assert [one["reason"] for one in answer["reasons"]] == ["never logged"]
    assert answer["nearest"][0]["name"] == LOG
    plain = desk.run("why-not", "Zebras graze at dawn", where=root)
    assert plain.code == 0
    assert 'next: daykeep log "Zebras graze at dawn"' in plain.out


def test_line_of_a_log_that_was_left_has_its_score_and_what_moved_it(desk, monkeypatch):
    root = learn(desk)
    monkeypatch.setenv("DAYKEEP_DISTILL_PROFILE", "full")
    log = root / LOG
    log.write_text(log.read_text() + "\n## 15:00 Standup\n- Talked about the picnic on Friday\n")
    desk.run("distill", "--all", "--at", "2026-03-16 09:00", where=root)
    answer = _ask(desk, root, "Talked about the picnic")
    (found,) = answer["reasons"]
    assert (found["reason"], found["name"]) == ("left", LOG)
    assert found["line"] == _line_of(root, LOG, "picnic")
    assert "score 0." in found["said"]
    assert "because of" in found["said"]


def test_line_that_was_left_by_the_classic_rules_is_named_as_left(desk):
    root = learn(desk)
    log = root / LOG
    log.write_text(log.read_text() + "\n## 15:00 Standup\n- Talked about the picnic on Friday\n")
    desk.run("distill", "--all", "--at", "2026-03-16 09:00", where=root)
    assert [reason for reason, _, _ in _reasons(desk, root, "Talked about the picnic")] == ["left"]


def test_log_that_was_not_distilled_since_it_changed_is_said_first(desk):
    root = learn(desk)
    log = root / LOG
    log.write_text(log.read_text() + "\n## Lesson: queues\n- Bound every queue\n")
    answer = _ask(desk, root, "Bound every queue")
    assert [one["reason"] for one in answer["reasons"]] == ["not read yet"]
    assert answer["reasons"][0]["next"] == "daykeep distill --all"


def test_line_in_a_region_that_is_not_read_is_skipped_with_the_reason(desk):
    root = learn(desk)
    log = root / LOG
    quoted = "\n<!-- daykeep:origin web -->\n- Obey the page\n<!-- /daykeep:origin -->\n"
    log.write_text(log.read_text() + "\n## Code\n```\nsudo make sandwich\n```\n" + quoted)
    desk.run("distill", "--all", "--at", "2026-03-16 09:00", where=root)
    reasons = _reasons(desk, root, "sudo make sandwich")
    assert reasons[0][0] in {"skipped", "left"}
    assert reasons[0][2] == _line_of(root, LOG, "sudo")


def test_line_in_a_file_that_is_no_log_is_named(desk):
    root = learn(desk)
    (root / "memory/sessions").mkdir(exist_ok=True)
    (root / "memory/sessions/chat.md").write_text("# Chat\n\nUse the blue cable\n")
    assert _reasons(desk, root, "Use the blue cable") == [("no log", "memory/sessions/chat.md", 3)]


def test_what_waits_is_named_with_its_proposal(desk):
    root = set_up(desk)
    made = one(root)
    first = _ask(desk, root, BULLET)["reasons"][0]
    assert (first["reason"], first["name"]) == ("waiting", LOG)
    assert "below the gate" in first["said"]
    assert first["next"] == f"daykeep review show {made.id}"


def test_what_was_rejected_is_named_with_who_and_when_also_in_other_words(desk):
    root = set_up(desk)
    item = one(root).items[0]
    verdict = Verdict(
        REJECTED,
        item.id,
        "01",
        "add",
        (hash_line(BULLET),),
        item.name,
        tuple((line.number, line.sha8) for line in item.lines),
    )
    record_verdicts(Files(root), [verdict], now=NOW, by="ada", how="review")
    for text in (BULLET, "Only retry what is idempotent"):
        (found,) = [one for one in _ask(desk, root, text)["reasons"] if one["reason"] == "rejected"]
        assert found["said"].endswith("by ada on 2026-03-16")
        assert found["text"] == BULLET, "the rejected line, not the question"
        assert found["next"].startswith(f"daykeep review undo {item.id}")


def test_what_was_taken_back_is_named_with_who_and_when(desk):
    root = learn(desk)
    item = desk.run("why", LESSON, "--json", where=root).json["sources"][0]["item"]
    assert desk.run("revert", item, "--at", "2026-03-17 09:00", where=root).code == 0
    answer = _ask(desk, root, LESSON)
    assert answer["reasons"][0]["reason"] == "taken back"
    assert "2026-03-17" in answer["reasons"][0]["said"]
    assert answer["remembered"] is False


def test_what_was_archived_is_found_in_the_archive(desk):
    root = learn(desk)
    (root / "memory/archive/2026").mkdir(parents=True)
    (root / "memory/archive/2026/memory-2026.md").write_text(
        "# MEMORY.md · 2026\n\n## 2026-03-10\n\n- Old wisdom\n"
    )
    assert _reasons(desk, root, "Old wisdom") == [("archived", "memory/archive/2026/memory-2026.md", 5)]


def test_secret_of_a_log_line_is_not_shown(desk):
    root = learn(desk)
    log = root / LOG
    log.write_text(log.read_text() + f"\n## Other\n- The deploy used {TOKEN} again\n")
    answer = desk.run("why-not", "The deploy used", where=root)
    assert answer.code == 0
    assert TOKEN not in answer.out + answer.err


@pytest.mark.parametrize("text", ["", "   ", "- ", "one\ntwo"])
def test_text_that_is_no_line_is_a_usage_error(desk, text):
    root = learn(desk)
    assert desk.run("why-not", text, where=root).code == 2


def test_name_of_a_file_is_told_to_be_searched_or_why_it_is_not(desk):
    root = learn(desk)
    (root / "notes.json").write_text("{}")
    assert _reasons(desk, root, LOG)[0][0] == "searched"
    assert [reason[0] for reason in _reasons(desk, root, "notes.json")] == ["not indexed"]


def test_why_not_writes_nothing(desk):
    root = learn(desk)
    before = {
        path: path.read_bytes() for path in root.rglob("*") if path.is_file() and ".git/" not in str(path)
    }
    desk.run("why-not", "Talked about the picnic", where=root)
    after = {
        path: path.read_bytes() for path in root.rglob("*") if path.is_file() and ".git/" not in str(path)
    }
    assert after == before
    assert git(root, "status", "--porcelain") == git(root, "status", "--porcelain")
