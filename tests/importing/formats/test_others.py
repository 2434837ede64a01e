import datetime as dt
import json

from tests.importing.sources import chat, days, put, read, reasons, said, texts, zip_of


def test_hermes_entries_are_divided_by_the_sign_on_a_line_of_its_own_only(tmp_path):
    memory = "The lease is under Act 1987 § 13\n§\nThis machine runs Debian,\nwith Podman installed\n§\n\n§\n"
    files = {
        "memories/MEMORY.md": memory.replace("\n", "\r\n").encode(),
        "memories/USER.md": "Prefers short answers",
        "SOUL.md": "x",
    }
    reading = read(put(tmp_path, files), "hermes")

    assert texts(reading) == [
        "The lease is under Act 1987 § 13",
        "This machine runs Debian,\nwith Podman installed",
        "Prefers short answers",
    ]
    assert [(one.first, one.last) for one in reading.found] == [(1, 1), (3, 4), (1, 1)]
    assert [one.type for one in reading.found] == ["", "", "user"]
    assert [one.name for one in reading.passed] == ["SOUL.md"]


def test_profiles_of_a_home_of_hermes_are_read_too(tmp_path):
    files = {
        "memories/MEMORY.md": "One thing that holds",
        "profiles/office/memories/MEMORY.md": "Another thing that holds",
    }

    assert len(read(put(tmp_path, files), "hermes").found) == 2


def test_basic_memory_observations_stand_behind_their_title_and_relations_are_one_statement(tmp_path):
    note = """---
title: Coffee Brewing
type: note
tags: [coffee, brewing]
permalink: coffee-brewing
created: 2026-05-02
---

# Coffee Brewing

A paragraph about what was found out so far.

## Observations
- [preference] Ethiopian beans, lightly roasted (own taste) #beans
- [method] Coffee brewing takes four minutes
- [ ] not an observation but a task to be done
- [x] another task that is done already

## Relations
- relates_to [[Tea]]
- requires [[Grinder]] (a good one)
- [[Water]]

```md
- [method] in code, not an observation
```
"""
    reading = read(put(tmp_path, {"coffee.md": note}), "basic-memory")

    assert texts(reading) == [
        "Coffee Brewing: Ethiopian beans, lightly roasted (own taste) #beans",
        "Coffee brewing takes four minutes",
        "Coffee Brewing: relates to Tea; requires Grinder (a good one); relates to Water",
        "A paragraph about what was found out so far.",
        "not an observation but a task to be done",
        "another task that is done already",
    ]
    assert [one.type for one in reading.found][:3] == ["user", "", "reference"]
    assert {one.on for one in reading.found} == {dt.date(2026, 5, 2)}
    assert reasons(reading) == ["coffee.md:24: code by itself is no statement"]


def test_memsearch_days_come_without_the_comments_that_name_sessions_and_paths(tmp_path):
    day = (
        "# 2026-04-05\n\n## Session 14:30\n\n### 14:31\n"
        "<!-- session:8d3f turn:aa1 transcript:/home/ann/.claude/projects/x/8d3f.jsonl -->\n- Mended the parser\n"
    )
    reading = read(put(tmp_path, {".memsearch/memory/2026-04-05.md": day, "README.md": "x y z w"}))

    assert reading.format == "memsearch"
    assert days(reading) == {
        "2026-04-05": ["# 2026-04-05", "", "## Session 14:30", "", "### 14:31", "- Mended the parser"]
    }


def test_chatgpt_gives_what_it_was_told_to_remember_and_custom_instructions(tmp_path):
    talk = chat(
        said("Remember that I keep bees.", role="user"),
        said("User keeps bees on the roof.", recipient="bio"),
        said("User keeps bees on the roof.", recipient="bio"),
        said(
            "",
            kind="user_editable_context",
            user_profile="Preface\n```I teach maths.```",
            user_instructions="Answer in French",
        ),
        said(
            "",
            kind="model_editable_context",
            model_set_context="1. [2025-03-01]. User is allergic to nuts.\n\n2. User has a dog.",
        ),
    )
    archive = zip_of(
        tmp_path / "export.zip",
        {"conversations.json": [talk, {"title": "broken"}], "user.json": {}, "chat.html": "<p>"},
    )
    reading = read(archive)

    assert reading.format == "chatgpt"
    assert [(one.text, one.type) for one in reading.found] == [
        ("User keeps bees on the roof.", ""),
        ("I teach maths.", "user"),
        ("Answer in French", "feedback"),
        ("User is allergic to nuts.", ""),
        ("User has a dog.", ""),
    ]
    assert reading.found[3].on == dt.date(2025, 3, 1)
    assert reasons(reading) == [
        "conversations.json:2: this conversation has no messages that can be read",
        "conversations.json: 2 conversations were looked through for memories; what else was said there is not imported",
    ]


def test_an_unpacked_export_in_parts_and_with_a_file_of_memories_is_read_too(tmp_path):
    files = {
        "conversations-000.json": json.dumps([chat(said("Likes long walks.", recipient="bio"))]),
        "conversations-001.json": json.dumps([chat(said("Hello there", role="user"))]),
        "memories.json": json.dumps([{"content": "Sings in a choir.", "created_at": "2026-02-03T10:00:00Z"}]),
    }

    assert texts(read(put(tmp_path, files))) == ["Likes long walks.", "Sings in a choir."]


def test_mem0_results_pages_lists_and_lines_are_read_alike(tmp_path):
    row = {
        "id": "0b7f", "memory": "Works at a bakery", "hash": "x", "metadata": {"type": "preference"},
        "categories": ["professional_details"], "created_at": "2026-01-02T03:04:05-07:00", "updated_at": None, "user_id": "ann",
    }  # fmt: skip
    forms = {
        "results": json.dumps({"results": [row], "relations": [{"source": "ann"}]}),
        "pages": json.dumps([{"count": 1, "results": [row]}]),
        "list": json.dumps([row]),
        "old": json.dumps({"memories": [{"id": "1", "text": "Works at a bakery"}]}),
    }
    for name, text in forms.items():
        reading = read(put(tmp_path / name, {"export.json": text}), "mem0-json")
        assert texts(reading) == ["Works at a bakery"], name
    (found,) = read(put(tmp_path / "lines", {"x.jsonl": json.dumps(row) + "\n{torn\n"}), "mem0-json").found
    assert (found.type, found.on) == ("user", dt.date(2026, 1, 2))


def test_relations_and_records_without_text_are_named(tmp_path):
    text = json.dumps({"results": [{"id": "1"}, {"id": "2", "memory": "Owns a boat"}], "relations": [{}, {}]})
    reading = read(put(tmp_path, {"m.json": text}), "mem0-json")

    assert texts(reading) == ["Owns a boat"]
    assert reasons(reading) == [
        "m.json:1: it has no text",
        "m.json: 2 relations of its graph are not imported",
    ]


def test_a_json_file_that_is_cut_off_is_named_with_the_line(tmp_path):
    reading = read(
        put(tmp_path, {"a.json": '{"results": [\n{"memory": "x"', "b.json": '[{"memory": "Owns a kite"}]'}),
        "mem0-json",
    )

    assert texts(reading) == ["Owns a kite"]
    assert reading.passed[0].broken
    assert (reading.passed[0].name, reading.passed[0].line) == ("a.json", 2)


def test_plain_markdown_gives_statements_days_by_their_names_and_notes_by_their_type(tmp_path):
    files = {
        "2026-03-04.md": "fixed the gateway\n",
        "ideas/later.md": "# Later\n\nBuild a shed behind the house.\n",
        "typed.md": "---\ntype: reference\nname: board\n---\nThe board is at the second floor.\n",
        ".hidden/x.md": "nobody sees this text here\n",
        "picture.png": b"\x89PNG",
    }
    reading = read(put(tmp_path, files), "markdown")

    assert texts(reading) == ["Build a shed behind the house.", "The board is at the second floor."]
    assert list(days(reading)) == ["2026-03-04"]
    assert reading.found[-1].type == "reference"
