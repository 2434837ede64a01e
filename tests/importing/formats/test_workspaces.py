import datetime as dt
import json

from tests.importing.sources import days, put, read, reasons, texts

SOUL = "# Soul\nBe kind.\n"


def test_a_classic_workspace_gives_statements_and_days_and_names_the_files_of_its_own(tmp_path):
    files = {
        "SOUL.md": SOUL,
        "AGENTS.md": "# Agents\n",
        "HEARTBEAT.md": "- [ ] look at the mail\n",
        "USER.md": "# User\n- **Name:**\n- Drinks tea only after four o'clock\n",
        "MEMORY.md": "# Memory\n\n## Lessons\n- Never deploy on Fridays, the on-call is alone then\n",
        "memory/2026-03-04.md": "# 2026-03-04\n\n- fixed the gateway\n",
        "memory/2026-03-04-1430.md": "A second look at the gateway\n",
        "memory/people.md": "- Ann leads the warehouse team\n",
        "memory/.dreams/events.jsonl": "{}\n",
        "memory/dreaming/light/2026-03-04.md": "## Light Sleep\n",
        "DREAMS.md": "I dreamt of sheep in the night.\n",
        "skills/x/SKILL.md": "do something useful every day\n",
    }
    reading = read(put(tmp_path, files), "openclaw")

    assert set(texts(reading)) == {
        "Drinks tea only after four o'clock",
        "Never deploy on Fridays, the on-call is alone then",
        "Ann leads the warehouse team",
    }
    assert [one.name for one in reading.found if one.name.startswith("memory/2026")] == [
        "memory/2026-03-04-1430.md",
        "memory/2026-03-04.md",
    ]
    cores = [line for line in reasons(reading) if "core file" in line]
    assert [line.split(":")[0] for line in cores] == ["AGENTS.md", "HEARTBEAT.md", "SOUL.md"]
    assert sum("machine keeps" in line for line in reasons(reading)) == 2
    assert not any(one.broken for one in reading.passed)


def test_what_a_current_workspace_observed_keeps_its_day_and_what_was_superseded_stays_out(tmp_path):
    user = (
        "# User\n<!-- observed: 2026-03-04 | status: active -->\n- Answer in short sentences\n"
        "<!-- observed: 2026-01-02 | status: superseded -->\n- Answer at great length please\n"
    )
    memory = (
        "## Promoted From Short-Term Memory (2026-04-12)\n\n"
        "<!-- openclaw-memory-promotion:memory:memory/2026-04-12.md:438:441 -->\n"
        "- The printer needs a new drum [score=0.845 recalls=0 avg=0.620 source=memory/2026-04-12.md:3-6]\n"
    )
    reading = read(put(tmp_path, {"USER.md": user, "MEMORY.md": memory, "SOUL.md": SOUL}), "openclaw")

    assert texts(reading) == ["The printer needs a new drum", "Answer in short sentences"]
    assert reading.found[1].on == dt.date(2026, 3, 4)
    assert reading.found[1].type == "user"
    assert "USER.md:5: it says of itself that it is superseded" in reasons(reading)


def test_a_home_with_the_workspace_inside_is_read_from_there(tmp_path):
    files = {
        "workspace/SOUL.md": SOUL,
        "workspace/MEMORY.md": "- The office closes at six every day\n",
        "notes.md": "x y z w",
    }

    assert texts(read(put(tmp_path, files), "openclaw")) == ["The office closes at six every day"]


def test_nanobot_of_the_first_era_gives_facts_and_its_history_as_days(tmp_path):
    files = {
        "USER.md": "# User\n\n## Preferences\n(User preferences learned over time)\n- Likes short answers very much\n",
        "memory/MEMORY.md": "# Long-term Memory\n\n## Project\nThe shop runs on two small servers.\n",
        "memory/HISTORY.md": (
            "[2026-02-01 09:30] Set up the shop.\nIt took an hour.\n\n[2026-02-01 17:00] Mended the till.\n\n"
            "[2026-02-03 08:00] Ordered paper.\n"
        ),
        "SOUL.md": SOUL,
    }
    reading = read(put(tmp_path, files), "nanobot")

    assert set(texts(reading)) == {"Likes short answers very much", "The shop runs on two small servers."}
    assert days(reading) == {
        "2026-02-01": [
            "[2026-02-01 09:30] Set up the shop.",
            "It took an hour.",
            "",
            "[2026-02-01 17:00] Mended the till.",
        ],
        "2026-02-03": ["[2026-02-03 08:00] Ordered paper."],
    }


def test_nanobot_of_the_current_era_gives_its_rows_as_days_and_names_broken_ones(tmp_path):
    rows = [
        {"cursor": 1, "timestamp": "2026-09-01 10:00", "content": "Moved the shop.\nAll went well."},
        {"cursor": 2},
    ]
    text = json.dumps(rows[0]) + "\n{torn\n" + json.dumps(rows[1]) + "\n"
    reading = read(put(tmp_path, {"memory/MEMORY.md": "", "memory/history.jsonl": text}), "nanobot")

    assert days(reading) == {"2026-09-01": ["Moved the shop.", "All went well."]}
    assert {one.line for one in reading.passed if one.broken} == {2}
