import subprocess
from datetime import UTC, datetime

import pytest

from daykeep.distill.run import Place, Rules, Window, distill
from daykeep.files.store import Files
from daykeep.git.history import init_repository, open_history

NOW = datetime(2026, 3, 15, 15, 0, tzinfo=UTC)
AUTHOR = "daykeep <daykeep@localhost>"
ALL = Window(None, None)


class Desk:
    """A workspace with a history, whose git can be held up."""

    def __init__(self, root):
        self.files = Files(root)
        (root / "memory").mkdir()
        (root / "MEMORY.md").write_text("# MEMORY\n\n## Lessons\n- by hand\n")
        init_repository(root)
        self.history = open_history(root, wait_seconds=0.1)
        self.history.commit(["MEMORY.md"], subject="Begin", author=AUTHOR, at=NOW)
        self.lock = root / ".git/index.lock"

    def learn(self, text=None, name="memory/2026-03-10.md"):
        if text is not None:
            (self.files.root / name).write_text(text)
        rules = Rules(profile="classic")
        return distill(self.files, ALL, Place("MEMORY.md", "en", NOW, self.history, AUTHOR, rules=rules))

    def edit(self, text):
        with (self.files.root / "MEMORY.md").open("a") as stream:
            stream.write(text)

    def git(self, *words):
        command = ["git", "-C", str(self.files.root), *words]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def subjects(self):
        return self.git("log", "--format=%s", "--", "MEMORY.md").splitlines()


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


def learn_without_a_commit(desk):
    desk.lock.touch()
    report = desk.learn("## Lessons\n- one holds\n- two hold\n")
    assert report.problems
    assert report.commit is None
    desk.lock.unlink()
    assert desk.subjects() == ["Begin"]


def test_lines_that_missed_their_commit_are_committed_as_learned_by_the_next_run(desk):
    learn_without_a_commit(desk)
    report = desk.learn()
    assert (report.problems, report.plan.added) == ([], [])
    assert desk.subjects() == ["Learned 1 thing from 2026-03-10", "Begin"]
    body = desk.git("log", "-1", "--format=%b")
    assert "Daykeep-Item: " in body
    assert "Daykeep-Source: memory/2026-03-10.md:2-3" in body
    assert desk.git("status", "--porcelain", "MEMORY.md", "memory/sources.jsonl") == ""


@pytest.mark.parametrize("change", ["added", "taken away"])
def test_lines_with_somebodys_edit_among_them_are_committed_as_an_edit(desk, change):
    learn_without_a_commit(desk)
    if change == "added":
        desk.edit("- typed by a person\n")
    else:
        path = desk.files.root / "MEMORY.md"
        path.write_text(path.read_text().replace("- by hand\n", ""))
    desk.learn("## Lessons\n- three hold\n", "memory/2026-03-11.md")
    assert desk.subjects() == ["Learned 1 thing from 2026-03-11", "Edits to MEMORY.md", "Begin"]


def test_run_with_nothing_new_leaves_a_persons_edit_alone(desk):
    desk.edit("- typed by a person\n")
    desk.learn()
    assert desk.subjects() == ["Begin"]


def test_memory_that_git_leaves_out_is_named(desk):
    (desk.files.root / ".gitattributes").write_text("MEMORY.md filter=x\n")
    report = desk.learn("## Lessons\n- one holds\n")
    assert [text for text in report.passed_over if text.startswith("MEMORY.md: not in the history: ")]
    assert report.status == "ok"
