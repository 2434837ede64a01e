"""What keeps an agent from what it should read: each cause is named."""

from __future__ import annotations

import json
import sys

import pytest

from daykeep.context.cache.record import Build, part_of, save_build
from daykeep.context.compaction.limits import Wanted
from daykeep.context.instructions.model import Around
from daykeep.doctor.reading.examine import examine_reading
from daykeep.doctor.reading.subject import Reading
from daykeep.text.slugs import slug_of

NOTE = "---\nname: tea\ndescription: Tea at five\ntype: user\n---\n\nTea at five.\n"


@pytest.fixture
def place(tmp_path):
    """A home and a project, both empty."""
    for name in ("home", "project", "cache"):
        (tmp_path / name).mkdir()
    return tmp_path.resolve()


@pytest.fixture
def memory(place):
    folder = place / "home/.claude/projects" / slug_of(str(place / "project")) / "memory"
    folder.mkdir(parents=True)
    return folder


def examine(place, *, environ=None, conversation=None, wanted=None):
    around = Around(place / "project", place / "home", environ or {}, sys.platform)
    report = examine_reading(Reading(around, place / "cache", conversation, wanted or Wanted()))
    return {finding.id: finding for finding in report.findings}


def ids(found, start):
    return sorted(name for name in found if name.startswith(start))


def test_memory_that_is_in_order_is_no_finding(place, memory):
    (memory / "tea.md").write_text(NOTE)
    (memory / "MEMORY.md").write_text("- [Tea](tea.md): at five\n")
    assert ids(examine(place), "memory") == []


def test_memory_whose_folder_is_not_there_is_named_with_the_project_it_belongs_to(place):
    found = examine(place)["memory-not-loaded:no-folder"]
    assert str(place / "project") in found.message
    assert "--init" in found.hint


def test_memory_that_is_switched_off_names_the_switch(place, memory):
    found = examine(place, environ={"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1"})
    assert "CLAUDE_CODE_DISABLE_AUTO_MEMORY" in found["memory-not-loaded:disabled"].message


def test_notes_without_an_index_are_named(place, memory):
    (memory / "tea.md").write_text(NOTE)
    (name,) = ids(examine(place), "memory-not-loaded")
    assert name.endswith(":no-index")


def test_note_of_an_unknown_type_and_one_that_can_not_be_read_are_named_with_their_line(place, memory):
    (memory / "tea.md").write_text(NOTE.replace("type: user", "type: habit"))
    (memory / "milk.md").write_text("---\nname: [milk\n---\n\nMilk first.\n")
    (memory / "MEMORY.md").write_text("- [Tea](tea.md): at five\n- [Milk](milk.md): first\n")
    found = examine(place)
    by_name = {
        finding.name.rsplit("/", 1)[-1].rsplit("\\", 1)[-1]: finding
        for finding in found.values()
        if finding.line
    }
    assert "habit" in by_name["tea.md"].message
    assert by_name["tea.md"].line == 4
    assert by_name["milk.md"].line == 2


def test_index_over_its_limit_names_the_first_line_that_is_not_read(place, memory):
    (memory / "tea.md").write_text(NOTE)
    lines = [f"- [Tea](tea.md): cup {number}" for number in range(205)]
    (memory / "MEMORY.md").write_text("\n".join(lines) + "\n")
    said = [finding for finding in examine(place).values() if "lines and" in finding.message]
    assert [finding.line for finding in said] == [201]


def answer(tokens, number):
    return {
        "type": "assistant",
        "uuid": f"a{number}",
        "parentUuid": f"u{number}",
        "sessionId": "s",
        "timestamp": "2026-04-06T09:00:00Z",
        "message": {
            "id": f"m{number}",
            "role": "assistant",
            "model": "claude-sonnet-4-5",
            "content": [{"type": "text", "text": "Yes."}],
            "usage": {"input_tokens": tokens, "output_tokens": 2},
        },
    }


def question(number, parent):
    message = {"role": "user", "content": f"Question {number}?"}
    return {
        "type": "user",
        "uuid": f"u{number}",
        "parentUuid": parent,
        "sessionId": "s",
        "timestamp": "2026-04-06T09:00:00Z",
        "message": message,
    }


@pytest.fixture
def conversation(place):
    def make(*readings):
        folder = place / "home/.claude/projects" / slug_of(str(place / "project"))
        folder.mkdir(parents=True, exist_ok=True)
        lines = []
        parent = None
        for number, tokens in enumerate(readings):
            lines += [question(number, parent), answer(tokens, number)]
            parent = f"a{number}"
        lines = [{**line, "cwd": str(place / "project")} for line in lines]
        path = folder / "s.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return path

    return make


def test_without_a_conversation_that_is_said(place):
    assert ids(examine(place), "compaction") == ["compaction-not-triggered:none"]


def test_the_newest_conversation_of_the_folder_is_looked_at_and_its_distance_named(place, conversation):
    path = conversation(20_000, 21_000)
    found = examine(place)["compaction-not-triggered:below"]
    assert found.level == "info"
    assert found.name == str(path)
    assert "21,0" in found.message


def test_a_window_that_is_no_number_is_named_as_the_cause(place, conversation):
    conversation(20_000)
    found = examine(place, environ={"CLAUDE_CODE_AUTO_COMPACT_WINDOW": "500k"})
    assert "500" in found["compaction-not-triggered:window_not_integer"].message


def test_compaction_that_is_switched_off_names_the_switch(place, conversation):
    conversation(199_000, 205_000)
    found = examine(place, environ={"DISABLE_AUTO_COMPACT": "1"})
    assert "DISABLE_AUTO_COMPACT" in found["compaction-not-triggered:disabled"].message


def test_compaction_that_is_switched_off_in_claude_code_itself_names_that_and_no_variable(
    place, conversation
):
    conversation(199_000, 205_000)
    state = place / "home" / ".claude.json"
    state.write_text(json.dumps({"autoCompactEnabled": False}), encoding="utf-8")
    said = examine(place)["compaction-not-triggered:disabled"].message
    assert f"autoCompactEnabled in {state}" in said
    assert "DISABLE_AUTO_COMPACT" not in said


def test_a_conversation_that_is_named_is_looked_at_instead(place, tmp_path):
    path = tmp_path / "chat.json"
    path.write_text(json.dumps([{"role": "user", "content": "Hello " * 100}]))
    found = examine(place, conversation=path, wanted=Wanted(asked=50))
    assert [finding.name for finding in found.values() if finding.id.startswith("compaction")] == [
        str(path)
    ] * len(ids(found, "compaction"))


def build(*texts, points=(2_000,), at="2026-04-06T09:00:00Z"):
    parts = tuple(part_of(f"part{number}", text, 1_000) for number, text in enumerate(texts))
    return Build(at, "anthropic", "claude-sonnet-4-5", "k", parts, points)


def test_cache_that_a_changed_part_lost_names_the_part(place):
    save_build(place / "cache", str(place / "project"), build("a", "b", "c"))
    save_build(place / "cache", str(place / "project"), build("a", "B", "c", at="2026-04-06T10:00:00Z"))
    found = examine(place)["cache-missed:anthropic"]
    assert "part1" in found.message
    assert "1,000" in found.message


def test_cache_of_a_build_that_only_grew_is_no_finding(place):
    save_build(place / "cache", str(place / "project"), build("a", "b"))
    save_build(place / "cache", str(place / "project"), build("a", "b", "c", at="2026-04-06T10:00:00Z"))
    assert ids(examine(place), "cache") == []


def test_cache_of_a_build_without_a_breakpoint_is_named(place):
    save_build(place / "cache", str(place / "project"), build("a", points=()))
    assert "cache-missed:no-breakpoint" in examine(place)


def test_a_time_of_day_in_an_instruction_file_is_named_with_its_line(place):
    (place / "project/CLAUDE.md").write_text("# Here\n\nThe build of 2026-04-06T09:30 is good.\n")
    (name,) = ids(examine(place), "cache-missed:volatile")
    assert "2026-04-06T09:30" in examine(place)[name].message
