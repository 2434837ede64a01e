"""Knowledge that is said again in other words: one wording is kept, the place of the other stays on record."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from daykeep.distill.reasons.whynot import why_not
from daykeep.distill.run import Place, Rules, Window, distill
from daykeep.files.store import Files
from daykeep.git.history import open_history
from daykeep.memory.decisions import find_tombstones
from daykeep.memory.sources import SOURCES_FILE, hash_line
from daykeep.memory.wordings import MOST_PER_LINE, Wording, append_wordings, load_wordings
from daykeep.review.forgetting.forget import apply_forget, plan_forget
from daykeep.review.provenance.history import list_events
from daykeep.review.provenance.why import why
from daykeep.workspace.layout import read_layout
from tests.git.playground import AUTHOR, NOON, Playground, move_in

KEPT = "- Always set a timeout on every HTTP request to the billing API, because a hung call blocked all workers for an hour."
OTHER = "- Every HTTP request to the billing API needs a timeout: a call that hung blocked all workers for an hour."
FIRST, SECOND = "memory/2026-03-09.md", "memory/2026-03-10.md"


@pytest.fixture
def playground(tmp_path, tmp_path_factory, monkeypatch):
    found = Playground(tmp_path / "work", move_in(tmp_path_factory.mktemp("home"), monkeypatch)).start()
    found.write("MEMORY.md", "# Memory\n\n## Lessons\n")
    return found


@pytest.fixture
def files(playground):
    return Files(playground.root)


@pytest.fixture
def history(playground):
    return open_history(playground.root)


def place(history, days=0):
    return Place("MEMORY.md", "en", NOON + timedelta(days=days), history, AUTHOR, rules=Rules(gate=0.3))


def run(playground, files, history, name, text, days):
    playground.write(name, f"# Day\n\n## Lesson: timeouts\n{text}\n")
    return distill(files, Window(None, None), place(history, days))


@pytest.fixture
def said_twice(playground, files, history):
    first = run(playground, files, history, FIRST, KEPT, 0)
    assert first.written
    return run(playground, files, history, SECOND, OTHER, 1)


def test_the_place_of_the_other_wording_is_recorded_and_committed(said_twice, files, history):
    assert [outcome.status for outcome in said_twice.plan.outcomes] == ["duplicate"]
    (one,) = load_wordings(files)
    assert (one.lines, one.said) == ((hash_line(KEPT),), (hash_line(OTHER),))
    assert (one.name, one.first, one.last, one.day) == (SECOND, 4, 4, "2026-03-10")
    assert OTHER not in (files.root / SOURCES_FILE).read_text()
    event = list_events(files, history, memory="MEMORY.md")[0]
    assert (event.kind, event.commit.names) == ("also said", (SOURCES_FILE,))
    assert event.commit.subject == "Also said: 1 thing from 2026-03-10"


def test_why_lists_where_a_line_was_also_said_and_follows_it(said_twice, files, history):
    (said,) = why(files, history, KEPT, memory="MEMORY.md").also
    assert (said.wording.day, said.place.state, said.place.texts) == ("2026-03-10", "here", (OTHER,))
    (files.root / "memory/archive/2026").mkdir(parents=True)
    (files.root / SECOND).rename(files.root / "memory/archive/2026/2026-03-10.md")
    (said,) = why(files, history, KEPT, memory="MEMORY.md").also
    assert (said.place.state, said.place.name) == ("moved", "memory/archive/2026/2026-03-10.md")


def test_why_of_the_other_wording_tells_of_the_line_that_was_kept(said_twice, files, history):
    assert why(files, history, OTHER, memory="MEMORY.md").line == KEPT


def test_why_not_of_the_other_wording_names_the_line_that_was_kept_even_without_the_log(
    said_twice, files, history
):
    (files.root / SECOND).unlink()
    answer = why_not(files, OTHER, place(history, 2), layout=read_layout(files))
    assert answer.is_remembered
    assert f"it was logged on 2026-03-10 and is kept as “{KEPT}”" in answer.findings[0].said


def test_reading_the_log_again_records_nothing_twice(said_twice, files, history):
    before = (files.root / SOURCES_FILE).read_bytes(), history.head()
    distill(files, Window(None, None, force=True), place(history, 2))
    assert ((files.root / SOURCES_FILE).read_bytes(), history.head()) == before


def test_the_same_words_again_are_no_other_wording(playground, files, history):
    run(playground, files, history, FIRST, KEPT, 0)
    run(playground, files, history, SECOND, KEPT, 1)
    assert load_wordings(files) == []


def test_a_dry_run_records_nothing(playground, files, history):
    run(playground, files, history, FIRST, KEPT, 0)
    playground.write(SECOND, f"# Day\n\n## Lesson: timeouts\n{OTHER}\n")
    distill(files, Window(None, None), place(history, 1), dry_run=True)
    assert load_wordings(files) == []


def test_two_wordings_in_one_run_are_one_item_and_its_other_wording(playground, files, history):
    playground.write(FIRST, f"# Day\n\n## Lesson: timeouts\n{KEPT}\n")
    report = run(playground, files, history, SECOND, OTHER, 1)
    statuses = sorted(outcome.status for outcome in report.plan.outcomes)
    assert statuses == ["added", "duplicate"]
    (one,) = load_wordings(files)
    kept = next(outcome.item for outcome in report.plan.outcomes if outcome.status == "added")
    assert (one.item, set(one.lines)) == (kept.item_id, set(map(hash_line, kept.texts)))
    assert SOURCES_FILE in history.log()[0].names


def test_forgetting_a_line_forgets_its_other_wordings_too(said_twice, files, history):
    (files.root / SECOND).unlink()
    plan = plan_forget(files, "billing API", memory="MEMORY.md")
    apply_forget(
        files,
        history,
        plan,
        language="en",
        now=NOON + timedelta(days=3),
        day=date(2026, 3, 13),
        by="ada",
        author=AUTHOR,
        problems=[],
    )
    assert {hash_line(KEPT), hash_line(OTHER)} <= find_tombstones(files).keys()


def test_of_one_line_only_so_many_wordings_are_kept(files):
    def wording(number):
        return Wording(
            ("a" * 16,), "", ("b" * 16,), SECOND, number, number, f"{number:08x}", "2026-03-10", "agent", "x"
        )

    added = append_wordings(files, [wording(number) for number in range(1, MOST_PER_LINE + 10)])
    assert (len(added), len(load_wordings(files))) == (MOST_PER_LINE, MOST_PER_LINE)
    assert append_wordings(files, [wording(1), wording(99)]) == []
