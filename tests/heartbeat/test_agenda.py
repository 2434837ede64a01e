from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.heartbeat.agenda import Entry, read_checklist, read_timetable

TEMPLATES = Path(__file__).parents[2] / "workspace_template"


def rows(entries: list[Entry] | None) -> list[tuple[str, int, str | None]]:
    assert entries is not None
    return [(one.text, one.line, one.schedule.words if one.schedule else None) for one in entries]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_shipped_checklist_and_timetable_are_every_sunday_at_23(language: str) -> None:
    checklist = read_checklist(
        (TEMPLATES / language / "HEARTBEAT.md").read_text(encoding="utf-8").splitlines()
    )
    assert {words for _, _, words in rows(checklist)} == {"every Sunday at 23:00"}
    assert len(checklist or ()) == 4
    table = read_timetable((TEMPLATES / language / "USER.md").read_text(encoding="utf-8").splitlines())
    assert [words for _, _, words in rows(table)] == ["every Sunday at 23:00"]
    assert table[0].text.endswith("· `daykeep heartbeat`")


@pytest.mark.parametrize(
    "text", ["", "# HEARTBEAT.md", "# HEARTBEAT.md\n\n<!-- keep empty -->\n- [ ]\n", "```\n```\n## x"]
)
def test_effectively_empty_file_is_a_checklist_that_is_off(text: str) -> None:
    assert read_checklist(text.splitlines()) is None


def test_item_has_the_time_of_its_text_else_of_its_sections_first_words_else_of_its_heading() -> None:
    text = """# HEARTBEAT.md

- [ ] look at mail every 30 minutes
- [x] say good morning

## Weekdays 09:00
1. stand-up notes
2) tickets, sunday 10:00

## Evening
Every day at 21:00:
* lights
- [ ]
"""
    checklist = read_checklist(text.splitlines())
    assert rows(checklist) == [
        ("look at mail every 30 minutes", 3, "every 30 minutes"),
        ("say good morning", 4, None),
        ("stand-up notes", 7, "Monday to Friday at 09:00"),
        ("tickets, sunday 10:00", 8, "every Sunday at 10:00"),
        ("lights", 12, "every day at 21:00"),
    ]
    assert [one.done for one in checklist or ()] == [False, True, False, False, False]


def test_items_in_code_and_comments_are_none() -> None:
    text = "- mail\n```sh\n- rm -rf /\n```\n<!--\n- hidden\n-->\n<!-- - x -->\n- calendar\n"
    assert [one.text for one in read_checklist(text.splitlines()) or ()] == ["mail", "calendar"]


def test_tasks_block_is_read_with_its_intervals() -> None:
    text = """tasks:
  - name: inbox
    interval: 30m
    prompt: "look for urgent mail"
  - name: news
    interval: soon
# Rest
- plants
"""
    assert rows(read_checklist(text.splitlines())) == [
        ("inbox: look for urgent mail", 2, "every 30 minutes"),
        ("news", 5, None),
        ("plants", 8, None),
    ]


def test_table_with_a_column_of_times_is_a_timetable_and_any_other_is_not() -> None:
    text = """| Name | Value |
|---|---|
| a | b |

| When | What |
|------|:----:|
| weekdays 08:30 | news |
| 07:00 | weather |
| now and then | call home |
| | nothing |
"""
    assert rows(read_timetable(text.splitlines())) == [
        ("news", 7, "Monday to Friday at 08:30"),
        ("weather", 8, "every day at 07:00"),
        ("call home", 9, None),
    ]


@given(st.lists(st.text(max_size=30) | st.sampled_from(["tasks:", "- x", "| When | a |", "|-|-|", "```"])))
def test_any_lines_can_be_read(lines: list[str]) -> None:
    read_checklist(lines)
    read_timetable(lines)
