"""A year of varied logs by the full profile: memory within its budget, without repeats, every line explained."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from itertools import groupby

from benchmarks.loggen import logs
from daykeep.distill.run import Place, Rules, Window, distill
from daykeep.files.store import Files
from daykeep.git.values import HistoryOff
from daykeep.memory.leaving.archive import find_archived
from daykeep.memory.leaving.budget import Limits, measure
from daykeep.memory.sources import hash_line
from daykeep.review.provenance.why import why
from daykeep.text.similarity import normalise_line

OFF = HistoryOff("no git here", "")
LIMITS = Limits(6_000, 120)
MINE = "# Memory\n\n- a line of my own\n"


def _week(entry: tuple[str, str]) -> tuple[int, int]:
    year, week, _ = date.fromisoformat(entry[0][7:17]).isocalendar()
    return year, week


def test_a_year_by_the_full_profile_stays_within_the_budget_and_every_line_has_a_why(tmp_path):
    files = Files(tmp_path, durable=False)
    (tmp_path / "memory").mkdir()
    (tmp_path / "MEMORY.md").write_text(MINE, encoding="utf-8")
    rules = Rules(gate=0.7, budget_chars=LIMITS.chars, budget_lines=LIMITS.lines)
    added = 0
    for (year, week), entries in groupby(logs(365), key=_week):
        for name, text in entries:
            (tmp_path / name).write_text(text, encoding="utf-8")
        sunday = date.fromisocalendar(year, week, 7)
        now = datetime.combine(sunday + timedelta(hours=0), time(23), UTC)
        report = distill(
            files, Window(None, None), Place("MEMORY.md", "en", now, OFF, "a <a@b>", rules=rules)
        )
        added += len(report.plan.added)
        assert measure(files.read_document("MEMORY.md")).fits(LIMITS)
    texts = files.read_document("MEMORY.md").texts
    own = [text for text in texts if normalise_line(text) and not text.startswith("#") and text not in MINE]
    assert added > 100
    assert find_archived(files)
    assert own
    assert "- a line of my own" in texts
    hashes = [hash_line(text) for text in own]
    assert len(set(hashes)) == len(hashes)
    for text in own:
        answer = why(files, OFF, text, memory="MEMORY.md")
        assert answer.sources, text
        source = answer.sources[0].record
        line = files.read_document(source.name).texts[source.first - 1]
        assert normalise_line(line), text
