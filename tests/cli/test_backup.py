"""``daykeep backup`` and ``restore``: a workspace that was lost is as it was, for every command."""

from __future__ import annotations

import re
import shutil

from tests.cli.learning import LESSON, learn
from tests.cli.waiting import an_item, queue


def lose(desk):
    """A workspace with logs, memory, a session and a waiting proposal, backed up and then lost; what it answered."""
    from daykeep.review.queue.proposals import propose

    root = learn(desk)
    desk.run("session", "new", "--id", "mine", where=root)
    desk.run("log", "The printer is on the third floor", "--at", "2026-03-16 08:00", where=root)
    queue(root, propose(an_item(), reason="low"))
    before = answers(desk, root)
    made = desk.run("backup", str(desk.folder / "b.tar.gz"), where=root)
    assert made.code == 0, made.err
    shutil.rmtree(root)
    return root, before


QUESTIONS = (
    ("review", "list"),
    ("session", "list"),
    ("history",),
    ("why", LESSON),
    ("log", "show", "2026-03-16"),
    ("search", "printer"),
    ("verify",),
    ("start", "--as-of", "2026-03-16"),
)


def answers(desk, root):
    found = {}
    for words in QUESTIONS:
        answer = desk.run(*words, where=root)
        assert answer.code in {0, 10}, answer.err
        found[words] = answer.code, answer.out
    return found


def test_lost_workspace_is_restored_and_every_command_answers_as_before(desk):
    root, before = lose(desk)
    done = desk.run("restore", "b.tar.gz", str(root))
    assert done.code == 0, done.err + done.out
    assert answers(desk, root) == before
    examined = desk.run("doctor", "--json", where=root).json
    assert examined["healthy"]
    assert not [finding for finding in examined["findings"] if "restore" in finding["id"]]


def test_restore_without_a_folder_makes_the_one_of_the_workspaces_name_here(desk):
    root, _ = lose(desk)
    (desk.folder / "else").mkdir()
    done = desk.run("restore", str(desk.folder / "b.tar.gz"), "--json", where=desk.folder / "else")
    assert done.json["root"] == str(desk.folder / "else" / root.name)
    assert (desk.folder / "else" / root.name / "MEMORY.md").exists()


def test_dry_runs_and_check_write_nothing(desk):
    root = learn(desk)
    plan = desk.run("backup", str(desk.folder / "b"), "--dry-run", "--json", where=root)
    assert plan.json["files"] > 3
    assert not (desk.folder / "b").exists()
    desk.run("backup", str(desk.folder / "b"), where=root)
    checked = desk.run("backup", "--check", "b", "--json")
    assert checked.json["checked"] is True
    assert checked.json["history"] is True
    planned = desk.run("restore", "b", "r", "--dry-run", "--json")
    assert planned.json["writes"] > 3
    assert not (desk.folder / "r").exists()


def test_what_was_kept_and_brought_back_is_told_as_people_write(desk):
    root = learn(desk)
    desk.run("backup", str(desk.folder / "b"), where=root)
    desk.run("restore", "b", "r")
    (desk.folder / "r" / "USER.md").unlink()
    again = desk.run("restore", "b", "r", "--into").out

    assert re.search(r"as it was at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC: 1 file written\n", again)
    assert re.search(r"as of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\n", desk.run("backup", "--check", "b").out)


def test_backup_says_that_it_is_not_encrypted(desk):
    made = desk.run("backup", str(desk.folder / "b"), where=learn(desk))
    assert "not encrypted" in made.err


def test_damaged_backup_has_the_exit_code_of_a_document_and_names_the_file(desk):
    (desk.folder / "b").write_bytes(b"nothing of ours")
    for words in (("backup", "--check", "b"), ("restore", "b", "r"), ("restore", "b")):
        answer = desk.run(*words)
        assert (answer.code, "b" in answer.err) == (5, True)
        assert "damaged, or not a backup" in answer.err
    assert not (desk.folder / "r").exists()


def test_backup_that_exists_needs_force(desk):
    root = learn(desk)
    path = str(desk.folder / "b")
    assert desk.run("backup", path, where=root).code == 0
    assert desk.run("backup", path, where=root).code == 6
    assert desk.run("backup", path, "--force", where=root).code == 0
    assert desk.run("backup", path, "--check", "--force", where=root).code == 2


def test_conflicts_are_listed_and_force_says_where_they_went(desk):
    root, _ = lose(desk)
    root.mkdir()
    (root / "MEMORY.md").write_text("newer\n")
    refused = desk.run("restore", "b.tar.gz", str(root), "--into", "--json")
    assert (refused.code, refused.json["error"]["details"]["conflicts"]) == (6, ["MEMORY.md"])
    done = desk.run("restore", "b.tar.gz", str(root), "--into", "--force", "--json")
    assert (root / done.json["set_aside"] / "MEMORY.md").read_text() == "newer\n"


def test_link_that_is_not_restored_is_said_with_the_exit_code_of_half_done_work(desk):
    root = learn(desk)
    (root / "out").symlink_to("/etc")
    desk.run("backup", str(desk.folder / "b"), where=root)
    done = desk.run("restore", "b", "r")
    assert (done.code, "MISSING out" in done.out) == (10, True)
