"""A note that nobody has reviewed: how it waits, is approved, rejected and forgotten, and how it is served meanwhile."""

from __future__ import annotations

import pytest

from tests.cli.remember.test_command import AT, REFUSED, RULE, keep, set_up, waiting
from tests.cli.terminal import at_terminal
from tests.cli.waiting import rows

NOTES = "memory/notes/"


def approve(root, item):
    code, shown = at_terminal(root, "review", "approve", item, typed=[("Approve it?", "y\n")], USER="ada")
    assert code == 0, shown
    return shown


def part(desk, root, label):
    """The text of the packet between the delimiters of one kind, for the notes."""
    packet = desk.run("start", where=root).out
    return "".join(block for block in packet.split("## ") if block.startswith(NOTES) and label in block)


def test_unreviewed_note_waits_as_an_item_of_its_own_and_yes_does_not_cover_it(desk):
    root = set_up(desk)
    said = keep(desk, root, RULE)
    item = waiting(desk, root)[said["name"]]
    code, shown = at_terminal(root, "review", "approve", item, "--yes", typed=[("Approve it?", "n\n")])
    assert (code, "Nothing was decided." in shown) == (0, True)
    assert "+ status: reviewed" in shown
    assert f"9  {RULE}" in shown
    assert desk.run("review", "approve", item, where=root).code == REFUSED
    assert "status: unreviewed" in (root / said["name"]).read_text()


@pytest.mark.parametrize("history", [True, False])
def test_approving_sets_the_status_puts_it_on_record_and_leaves_every_other_byte(desk, history):
    root = set_up(desk)
    if not history:
        (root / "daykeep.toml").write_text("[history]\nenabled = false\n")
    said = keep(desk, root, RULE)
    before = (root / said["name"]).read_bytes()
    approve(root, waiting(desk, root)[said["name"]])
    after = (root / said["name"]).read_bytes()
    assert after == before.replace(b"status: unreviewed", b"status: reviewed")
    assert rows(root, "approved")[-1]["by"] == "ada"
    assert waiting(desk, root) == {}
    if history:
        assert (
            desk.run("history", "--limit", "1", "--json", where=root).json["commits"][0]["approved_by"]
            == "ada"
        )
    assert not [f for f in desk.run("verify", "--json", where=root).json["unapproved"] if NOTES in f["name"]]


@pytest.mark.parametrize("history", [True, False])
def test_rejecting_removes_the_note_and_keeps_it_from_being_remembered_in_other_words(desk, history):
    root = set_up(desk)
    if not history:
        (root / "daykeep.toml").write_text("[history]\nenabled = false\n")
    said = keep(desk, root, "We ship the mobile release on Thursday", "--type", "project")
    code, shown = at_terminal(root, "review", "reject", waiting(desk, root)[said["name"]], USER="ada")
    assert (code, (root / said["name"]).exists()) == (0, False), shown
    assert "mobile" not in (root / "memory/notes/INDEX.md").read_text()
    for text in ("We ship the mobile release on Thursday", "The mobile release ships on 2026-04-09"):
        again = desk.run("remember", text, "--type", "project", *AT, where=root)
        assert (again.code, "rejected by ada" in again.err) == (REFUSED, True), again.out
    assert (
        desk.run("remember", "The web release ships in May", "--type", "project", *AT, where=root).code == 0
    )


def test_person_may_remember_what_they_rejected(desk):
    root = set_up(desk)
    said = keep(desk, root, RULE)
    at_terminal(root, "review", "reject", waiting(desk, root)[said["name"]])
    code, shown = at_terminal(root, "remember", RULE, *AT)
    assert (code, "it is wanted again" in shown) == (0, True), shown
    assert desk.run("remember", RULE, *AT, where=root).code == 0


def test_rejection_is_taken_back_with_the_note_as_it_was(desk):
    root = set_up(desk)
    said = keep(desk, root, RULE)
    before = (root / said["name"]).read_bytes(), (root / "memory/notes/INDEX.md").read_bytes()
    item = waiting(desk, root)[said["name"]]
    at_terminal(root, "review", "reject", item)
    code, shown = at_terminal(root, "review", "undo", item, typed=[("[y/N]:", "y\n")])
    assert code == 0, shown
    assert ((root / said["name"]).read_bytes(), (root / "memory/notes/INDEX.md").read_bytes()) == before
    assert waiting(desk, root) == {said["name"]: item}


def test_note_that_a_person_reviewed_is_never_changed_by_an_agent_the_change_waits(desk):
    root = set_up(desk)
    at_terminal(root, "remember", "Deploy with the script in ops", "--type", "project", *AT)
    (note,) = (path for path in (root / "memory/notes").glob("*.md") if path.name != "INDEX.md")
    before = note.read_bytes()
    said = keep(desk, root, "Deploy with the script in ops", "--why", "the pipeline is broken")
    assert (said["held"], note.read_bytes() == before) == (True, True)
    approve(root, waiting(desk, root)[said["name"]])
    assert "**Why:** the pipeline is broken" in note.read_text()
    assert "status: reviewed" in note.read_text()


def test_rejected_change_of_a_reviewed_note_leaves_the_note(desk):
    root = set_up(desk)
    at_terminal(root, "remember", "Deploy with the script in ops", "--type", "project", *AT)
    (note,) = (path for path in (root / "memory/notes").glob("*.md") if path.name != "INDEX.md")
    before = note.read_bytes()
    said = keep(desk, root, "Deploy with the script in ops", "--why", "the pipeline is broken")
    assert at_terminal(root, "review", "reject", waiting(desk, root)[said["name"]])[0] == 0
    assert note.read_bytes() == before


def test_more_said_of_a_waiting_note_waits_in_its_place(desk):
    root = set_up(desk)
    said = keep(desk, root, RULE)
    first = waiting(desk, root)[said["name"]]
    keep(desk, root, RULE, "--why", "production broke last time")
    second = waiting(desk, root)
    assert list(second) == [said["name"]]
    assert second[said["name"]] != first
    approve(root, second[said["name"]])
    assert "production broke" in (root / said["name"]).read_text()


def test_note_that_a_program_wrote_itself_waits_too_and_one_that_calls_itself_reviewed_is_unapproved(desk):
    root = set_up(desk)
    folder = root / "memory/notes"
    folder.mkdir(parents=True, exist_ok=True)
    head = "---\nname: {0}\ndescription: {0}\ntype: project\nstatus: {1}\n---\n\n{0} is what it says.\n"
    (folder / "own.md").write_text(head.format("Own", "unreviewed"))
    (folder / "sly.md").write_text(head.format("Sly", "reviewed"))
    assert f"{NOTES}own.md" in waiting(desk, root)
    verified = desk.run("verify", "--json", where=root)
    assert [one["name"] for one in verified.json["unapproved"]] == [f"{NOTES}sly.md"]
    found = {one["id"]: one for one in desk.run("doctor", "--json", where=root).json["findings"]}
    assert f"unapproved:{NOTES}sly.md" in found
    assert found["notes-index"]["fixable"]
    assert desk.run("doctor", "--fix", "notes-index", where=root).code in {0, 10}
    assert "sly.md" in (folder / "INDEX.md").read_text()
    assert "sly.md" in part(desk, root, "<data")
    assert at_terminal(root, "trust", f"{NOTES}sly.md")[0] == 0
    assert "sly.md" in part(desk, root, "<notes")


def test_packet_gives_reviewed_notes_as_memory_and_all_others_as_data(desk):
    root = set_up(desk)
    said = keep(desk, root, RULE)
    assert RULE in part(desk, root, "<data unreviewed")
    approve(root, waiting(desk, root)[said["name"]])
    assert RULE in part(desk, root, "<notes")
    assert part(desk, root, "<data") == ""


@pytest.mark.parametrize("session", ["group", "cron", "subagent", "heartbeat"])
def test_notes_are_in_no_other_session_than_a_main_one(desk, session):
    root = set_up(desk)
    keep(desk, root, RULE)
    packet = desk.run("start", "--session", session, where=root).out
    assert RULE not in packet
    if session != "heartbeat":
        assert f"{NOTES}: private, never in a {session} session" in packet


def test_notes_that_do_not_fit_are_counted_as_left_out(desk):
    root = set_up(desk)
    folder = root / "memory/notes"
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(60):
        head = f"name: Thing {number}\ndescription: {'long words ' * 18}{number}\ntype: project"
        (folder / f"thing-{number}.md").write_text(f"---\n{head}\n---\n\nThing {number}.\n")
    packet = desk.run("start", "--budget", "2500 tokens", where=root).out
    assert f"- {NOTES}: lines" in packet
    assert "cut to fit" in packet


def test_search_names_type_and_that_nobody_has_reviewed_it(desk):
    root = set_up(desk)
    said = keep(desk, root, "Bugs are tracked in the Linear project INGEST")
    (hit,) = desk.run("search", "INGEST", "--json", where=root).json["hits"]
    assert (hit["path"], hit["kind"], hit["origin"]) == (said["name"], "reference", "unreviewed")
    approve(root, waiting(desk, root)[said["name"]])
    (hit,) = desk.run("search", "INGEST", "--json", "--tag", "reviewed", where=root).json["hits"]
    assert hit["origin"] is None
    assert "<data unreviewed" not in desk.run("enhance", "--query", "INGEST", where=root).out


@pytest.mark.parametrize("asked", ["Don't mock the database", "dont-mock-the-database", "mock the database"])
def test_forgetting_a_note_takes_its_file_and_its_line_and_it_is_not_remembered_again(desk, asked):
    root = set_up(desk)
    said = keep(desk, root, f"{RULE} because production broke")
    code, shown = at_terminal(root, "forget", asked, typed=[("[y/N]:", "y\n")], USER="ada")
    assert (code, "goes as a whole" in shown) == (0, True), shown
    assert not (root / said["name"]).exists()
    assert "mock" not in (root / "memory/notes/INDEX.md").read_text()
    again = desk.run("remember", RULE, *AT, where=root)
    assert (again.code, "forgotten by ada" in again.err) == (REFUSED, True)
    commit = desk.run("history", "--limit", "1", "--json", where=root).json["commits"][0]["id"]
    assert at_terminal(root, "revert", commit)[0] == 0
    assert RULE in (root / said["name"]).read_text()
    assert RULE in (root / "memory/notes/INDEX.md").read_text()


def test_agent_that_asks_to_forget_a_note_has_it_wait(desk):
    root = set_up(desk)
    said = keep(desk, root, RULE)
    assert desk.run("forget", RULE, where=root).code == 0
    assert (root / said["name"]).exists()


def test_forgetting_outside_of_workspaces_takes_a_person_and_holds_there(desk):
    folder = desk.folder / "project"
    folder.mkdir()
    assert desk.run("remember", RULE, "--to", "project", *AT, where=folder).code == 0
    assert desk.run("forget", "mock", "--from", "project", where=folder).code == REFUSED
    code, shown = at_terminal(folder, "forget", "mock", "--from", "project", typed=[("[y/N]:", "y\n")])
    assert (code, "Forgot 1 note." in shown) == (0, True), shown
    assert "mock" not in (folder / ".claude/memory/MEMORY.md").read_text()
    for text in (RULE, "The database is not to be mocked"):
        assert desk.run("remember", text, "--to", "project", *AT, where=folder).code in {0, REFUSED}
    assert desk.run("remember", RULE, "--to", "project", *AT, where=folder).code == REFUSED
