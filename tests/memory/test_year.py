"""A year of logs, distilled and archived week by week: memory stays within its budget and accounts for every line."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, time, timedelta

from daykeep.daily.archive import archive_logs
from daykeep.daily.find import list_daily
from daykeep.distill.run import Place, Rules, Window, distill
from daykeep.distill.state import load_state
from daykeep.files.store import Files
from daykeep.git.values import HistoryOff
from daykeep.memory.leaving.archive import find_archived
from daykeep.memory.leaving.budget import Limits, measure
from daykeep.memory.placing.dates import find_day
from daykeep.memory.sources import hash_line, load_sources
from daykeep.text.similarity import normalise_line

START = date(2026, 1, 5)
WEEKS = 52
LIMITS = Limits(6_000, 120)
OFF = HistoryOff("no git here", "")
AUTHOR = "daykeep <daykeep@localhost>"
MINE = "# Memory\n\nAbout Ada, by hand.\n\n## Lessons\n- Ada's own rule\n\n## Garden\n- tomatoes\n- beans\n"
THINGS = (
    "proxy",
    "backup",
    "camera",
    "router",
    "printer",
    "calendar",
    "greenhouse",
    "invoice",
    "heating",
    "car",
)
ACTS = ("restart", "measure", "label", "copy", "rotate", "clean", "compare", "write down", "test", "count")


def _log(chance: random.Random, day: date) -> str:
    parts = [f"# {day}\n\nA day like others.\n"]
    for _ in range(chance.randint(0, 3)):
        thing, act = chance.choice(THINGS), chance.choice(ACTS)
        number = chance.randint(1000, 9999)
        if chance.random() < 0.5:
            parts.append(f"\n## Lesson: {thing} {number}\n- Always {act} the {thing} before step {number}\n")
            parts.append(f"- It takes {number} seconds\n" if chance.random() < 0.3 else "")
        else:
            parts.append(f"\n### {thing} {number}\n- **Problem**: {thing} stops at {number}\n")
            parts.append(f"- **Fix**: {act} it and try {number} again\n")
    return "".join(parts)


def _check(files: Files) -> None:
    document = files.read_document("MEMORY.md")
    assert measure(document).fits(LIMITS)
    mine = [line for line in MINE.split("\n") if line]
    left = iter(document.texts)
    assert all(line in left for line in mine)
    on_record = {record.line for record in load_sources(files)[0]}
    own = [
        text
        for text in document.texts
        if normalise_line(text) and text not in mine and not text.startswith("#")
    ]
    assert all(hash_line(text) in on_record for text in own)
    archived = [line.text for line in find_archived(files)]
    assert len({hash_line(text) for text in own}) == len(own)
    assert len({hash_line(text) for text in archived}) == len(archived)
    assert {hash_line(text) for text in own}.isdisjoint({hash_line(text) for text in archived})
    accounted = {hash_line(text) for text in [*own, *archived]} | {hash_line("")}
    assert on_record <= accounted
    days = [found.day for text in document.texts if text.startswith("### ") and (found := find_day(text))]
    assert days == sorted(days)


def test_a_year_stays_within_the_budget_in_order_without_repeats_and_with_every_source(tmp_path):
    chance = random.Random(2026)
    files = Files(tmp_path, durable=False)
    (tmp_path / "memory").mkdir()
    (tmp_path / "MEMORY.md").write_text(MINE)
    rules = Rules(profile="classic", budget_chars=LIMITS.chars, budget_lines=LIMITS.lines)
    learned = 0
    for week in range(WEEKS):
        for number in range(7):
            day = START + timedelta(days=7 * week + number)
            (tmp_path / f"memory/{day}.md").write_text(_log(chance, day))
        now = datetime.combine(day, time(23), UTC)
        place = Place("MEMORY.md", "en", now, OFF, AUTHOR, rules=rules)
        report = distill(files, Window.of_days(day, 7), place)
        learned += len(report.plan.added)
        moved = archive_logs(
            files,
            day=day,
            archive_days=90,
            history=OFF,
            author=AUTHOR,
            now=now,
            is_distilled=load_state(files).is_read,
        )
        assert moved.problems == []
        _check(files)
    assert learned > 300
    assert len(find_archived(files)) > 300
    assert min(log.day for log in list_daily(files)) == day - timedelta(days=90)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.md")}
    again = distill(files, Window(None, None), place)
    assert not again.written
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.md")} == before
