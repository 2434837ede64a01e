"""Killed while an import puts things into the queue, or while they are approved: the same again ends it, nothing comes twice."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from daykeep.files.store import Files
from daykeep.git.history import HistoryOff, open_history
from daykeep.git.run import load_library
from daykeep.importing import plan as planning
from daykeep.importing.detect import read_source
from daykeep.importing.plan import Place, apply_import, plan_import
from daykeep.importing.source import Source
from daykeep.memory.leaving.budget import Limits
from daykeep.memory.notes.index.lines import parse_index
from daykeep.review.stores.joined import open_store
from daykeep.review.verdict.decide import Decision, Desk, decide
from tests.git.playground import AUTHOR, Playground
from tests.recovery.forked import REPOSITORY, run_and_die, run_in_child

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)
ROWS = 23
TOGETHER = 4
POINTS = 10
OFF = HistoryOff("no git repository here", "")


def rule(number):
    return f"Shelf {number} of the store holds {number + 3} boxes of the size {number * 11}"


def source_in(folder):
    folder.mkdir()
    text = "".join(f"- {rule(number)}\n" for number in range(ROWS))
    (folder / "a.md").write_text(text)
    (folder / "2026-03-04.md").write_text("- mended the till\n")
    return folder


def import_into(root, source, progress=None):
    """One whole import; how many proposals it made."""
    files = Files(root)
    history = open_history(root) if (root / ".git").exists() else OFF
    place = Place(files, open_store(files, history), "MEMORY.md", date(2026, 3, 10), NOW)
    reading = read_source(Source(source), "markdown")
    with files.lock("import", purpose="import"):
        return len(apply_import(place, plan_import(place, reading), progress=progress))


def waiting(root):
    files = Files(root)
    history = open_history(root) if (root / ".git").exists() else OFF
    listing = open_store(files, history).list_waiting()
    assert not listing.problems
    return [(proposal, item) for proposal in listing.proposals for item in proposal.waiting]


def check_whole(root):
    """Everything waits, and waits once."""
    titles = Counter(item.title for _, item in waiting(root))
    assert titles == Counter([*(rule(number) for number in range(ROWS)), "2026-03-04"])
    lands = [item.lands for _, item in waiting(root)]
    assert len(set(lands)) == len(lands)


@pytest.fixture(autouse=True)
def few_together(monkeypatch):
    monkeypatch.setattr(planning, "TOGETHER", TOGETHER)
    load_library()


@pytest.mark.parametrize("half", [False, True])
def test_an_import_that_is_killed_at_any_call_goes_on_without_duplicates(quick_folder, half):
    source = source_in(quick_folder / "in")
    (quick_folder / "whole").mkdir()
    calls = run_and_die(lambda: import_into(quick_folder / "whole", source) and 0, 0).count
    check_whole(quick_folder / "whole")
    kills = 0
    for at in sorted({1 + round(step * (calls - 1) / (POINTS - 1)) for step in range(POINTS)}):
        root = quick_folder / f"{at}"
        root.mkdir()
        kills += run_and_die(lambda root=root: import_into(root, source) and 0, at, half=half).killed
        files = Files(root)
        for leftover in files.leftovers():
            files.mend(leftover)
        import_into(root, source)
        check_whole(root)
        assert import_into(root, source) == 0
    assert kills >= POINTS - 2


def test_an_import_into_a_history_that_is_killed_between_any_two_proposals_goes_on(tmp_path):
    source = source_in(tmp_path / "in")
    for at in range(1, 1 + -(-(ROWS + 1) // TOGETHER)):
        root = tmp_path / f"{at}"
        playground = Playground(root, tmp_path / "home").start()
        playground.write("MEMORY.md", "# Memory\n")
        playground.git("add", "-A")
        playground.git("commit", "-qm", "Begin")

        def die(done, total, at=at):
            if done >= min(at * TOGETHER, total):
                os.kill(os.getpid(), signal.SIGKILL)

        assert run_in_child(lambda root=root, die=die: import_into(root, source, die)).killed
        assert len(waiting(root)) == min(at * TOGETHER, ROWS + 1)
        import_into(root, source)
        check_whole(root)


def approve(root):
    files = Files(root)
    desk = Desk("MEMORY.md", "en", NOW, NOW.date(), OFF, AUTHOR, "ann", Limits(12_000, 200), "terminal")
    there = [Decision(proposal.id, item.id, "approved") for proposal, item in waiting(root)]
    decide(files, open_store(files, OFF), there, desk)


def test_an_approval_of_many_that_is_killed_is_ended_by_the_same_approval(quick_folder):
    source = source_in(quick_folder / "in")
    template = quick_folder / "template"
    template.mkdir()
    import_into(template, source)
    shutil.copytree(template, quick_folder / "whole")
    calls = run_and_die(lambda: approve(quick_folder / "whole"), 0).count
    kills = 0
    for at in sorted({1 + round(step * (calls - 1) / (POINTS - 1)) for step in range(POINTS)}):
        root = quick_folder / f"{at}"
        shutil.copytree(template, root)
        kills += run_and_die(lambda root=root: approve(root), at).killed
        files = Files(root)
        for leftover in files.leftovers():
            files.mend(leftover)
        approve(root)
        notes = [name for name in files.list_names("memory/notes") if not name.endswith("INDEX.md")]
        assert len(notes) == ROWS
        assert not waiting(root)
        assert files.find_bytes("memory/2026-03-04.md")
        named = [line.path for line in parse_index(files.read_document("memory/notes/INDEX.md").texts)]
        assert sorted(named) == sorted(name.rpartition("/")[2] for name in notes)
        assert import_into(root, source) == 0
    assert kills >= POINTS - 2


def test_the_command_that_is_killed_from_outside_goes_on_where_it_stopped(tmp_path):
    source = tmp_path / "in"
    source.mkdir()
    text = "".join(f"- {rule(number)}\n" for number in range(1_100))
    (source / "a.md").write_text(text)
    env = {
        **os.environ,
        "HOME": str(tmp_path),
        "PYTHONPATH": str(REPOSITORY / "src"),
        "GIT_CONFIG_NOSYSTEM": "1",
    }
    base = [sys.executable, "-m", "daykeep"]
    subprocess.run(
        [*base, "init", "work", "--lang", "en", "--zone", "UTC"],
        cwd=tmp_path,
        env=env,
        check=True,
        capture_output=True,
    )
    words = [*base, "import", str(source), "--apply", "--json"]
    child = subprocess.Popen(
        words, cwd=tmp_path / "work", env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    while child.poll() is None and not _refs(tmp_path / "work"):
        time.sleep(0.005)
    child.kill()
    assert child.wait() == -signal.SIGKILL
    subprocess.run(words, cwd=tmp_path / "work", env=env, check=True, capture_output=True)
    titles = Counter(item.title for _, item in waiting(tmp_path / "work"))

    assert titles == Counter(rule(number) for number in range(1_100))


def _refs(root: Path):
    return list((root / ".git" / "refs" / "daykeep" / "proposals").glob("*"))
