"""Notes in a packet: a line each, what a person approved apart from everything else."""

import pytest

from daykeep.context.framing import Words
from daykeep.context.notes import LINE_CHARS, MOST_NOTES, list_notes, state_of
from daykeep.context.reading import PresentReader
from daykeep.errors import StorageError
from daykeep.files.encoding import decode
from daykeep.files.store import Files
from daykeep.memory.notes.reading import parse_note


class Reading(PresentReader):
    """The files as they are; ``approved`` names those whose content is on record, ``broken`` those that can't be read."""

    def __init__(self, root, approved=(), broken=()):
        super().__init__(Files(root))
        self.approved = approved
        self.broken = broken

    def find(self, name):
        if name in self.broken:
            raise StorageError("the disk does not answer")
        return super().find(name)

    def is_approved(self, name, data):
        assert data
        return name in self.approved


def note(description, *, type_="project", status="reviewed", origin=""):
    lines = [f"description: {description}", f"type: {type_}", f"status: {status}"]
    return "\n".join(
        ["---", "name: n", *lines, *([f"origin: {origin}"] if origin else []), "---", "", "Text."]
    )


@pytest.fixture
def write(tmp_path):
    folder = tmp_path / "memory" / "notes"
    folder.mkdir(parents=True)

    def put(name, text):
        (folder / name).write_text(text, encoding="utf-8")
        return f"memory/notes/{name}"

    return put


def listed(root, **given):
    already = given.pop("already", ())
    found = list_notes(Reading(root, **given), Words("en"), already=already)
    return [(part.title, part.origins, list(part.log.lines)) for part in found.parts], found.skipped


def test_notes_that_a_person_approved_stand_by_type_and_name_and_all_others_as_data(tmp_path, write):
    names = [write("b.md", note("Tea at five", type_="user")), write("a.md", note("Ship on Friday"))]
    write("c.md", note("Says it was reviewed"))
    write("d.md", note("From a page", status="unreviewed", origin="web"))
    (ours, others), skipped = listed(tmp_path, approved=names)
    assert ours[0] == "notes, reviewed: `daykeep show FILE` gives one whole"
    assert ours[2] == [
        "- memory/notes/b.md: Tea at five (user)",
        "- memory/notes/a.md: Ship on Friday (project)",
    ]
    assert not any(ours[1])
    assert others[2] == [
        "- memory/notes/c.md: Says it was reviewed (project, unapproved)",
        "- memory/notes/d.md: From a page (project, web)",
    ]
    assert set(others[1]) == {"unreviewed"}
    assert skipped == ()


@pytest.mark.parametrize(
    ("status", "approved", "state"),
    [
        ("reviewed", True, ""),
        ("reviewed", False, "unapproved"),
        ("unreviewed", True, "unreviewed"),
        ("unreviewed", False, "unreviewed"),
    ],
)
def test_only_an_approval_on_record_makes_a_note_more_than_data(status, approved, state):
    text = note("Tea", status=status).encode()
    assert state_of(parse_note("memory/notes/a.md", decode(text, "a")), approved=approved) == state


def test_description_that_is_long_is_cut_where_it_is_listed(tmp_path, write):
    write("a.md", note("x" * 1000))
    ((_, _, (line,)),), _ = listed(tmp_path)
    assert f"{'x' * (LINE_CHARS - 1)}… " in line


def test_note_that_is_in_context_already_and_one_that_can_not_be_read_are_named(tmp_path, write):
    read, broken = write("a.md", note("Tea")), write("b.md", note("Cake"))
    parts, skipped = listed(tmp_path, already={read}, broken={broken})
    assert parts == []
    assert skipped == (
        (read, "already", {}),
        (broken, "unreadable", {"why": "the disk does not answer"}),
    )


def test_of_more_notes_than_are_read_the_number_is_said(tmp_path, write):
    for number in range(MOST_NOTES + 3):
        write(f"{number:04}.md", note("Tea"))
    ((_, _, lines),), skipped = listed(tmp_path)
    assert len(lines) == MOST_NOTES
    assert skipped == (("memory/notes/", "more_notes", {"count": 3}),)


def test_index_and_files_of_other_kinds_are_no_notes(tmp_path, write):
    write("INDEX.md", "- [Tea](a.md)")
    write("a.txt", "Tea")
    assert listed(tmp_path) == ([], ())
