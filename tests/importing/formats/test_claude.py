import datetime as dt
from itertools import pairwise

from daykeep.importing.found import Said
from tests.importing.sources import CLAUDE_INDEX, CLAUDE_NOTE, FLAT_NOTE, put, read, reasons, texts


def test_a_note_of_automatic_memory_keeps_its_type_reason_use_and_day(tmp_path):
    (note,) = read(put(tmp_path, {"repro-first.md": CLAUDE_NOTE}), "claude-memory").found

    assert isinstance(note, Said)
    assert note.text == "Ask for a reproduction before you fix anything."
    assert (note.type, note.title, note.description) == ("feedback", "repro-first", "Ask for steps, see #456")
    assert (note.why, note.apply) == ("two fixes went to the wrong place.", "whenever a report has no steps.")
    assert note.on == dt.date(2026, 8, 15)
    assert (note.first, note.last) == (12, 15)


def test_notes_with_flat_keys_and_with_windows_line_ends_and_a_byte_order_mark_are_read_alike(tmp_path):
    windows = b"\xef\xbb\xbf" + CLAUDE_NOTE.replace("\n", "\r\n").encode()
    reading = read(put(tmp_path, {"a.md": windows, "b.md": FLAT_NOTE}), "claude-memory")

    assert [(one.title, one.type) for one in reading.found] == [("repro-first", "feedback"), ("role", "user")]
    assert texts(reading)[0] == "Ask for a reproduction before you fix anything."
    assert reading.passed == ()


def test_the_index_tells_what_somebody_wrote_into_it_and_names_notes_that_are_gone(tmp_path):
    reading = read(put(tmp_path, {"MEMORY.md": CLAUDE_INDEX, "repro-first.md": CLAUDE_NOTE}), "claude-memory")

    assert texts(reading)[0] == "The staging database is wiped every Sunday night."
    assert len(texts(reading)) == 2
    assert reasons(reading) == ["MEMORY.md:5: it names gone.md, which is not there"]


def test_all_projects_of_a_home_are_read_and_nothing_beside_their_memories(tmp_path):
    files = {
        "projects/-home-ann-shop/memory/repro.md": CLAUDE_NOTE,
        "projects/-home-ann-farm/memory/role.md": FLAT_NOTE,
        "projects/-home-ann-farm/notes.md": "Not a memory of the tool at all.",
        "CLAUDE.md": "Always answer in verse.",
    }

    assert len(read(put(tmp_path, files), "claude-memory").found) == 2


def test_a_frontmatter_that_cant_be_read_is_named_with_its_line_and_the_other_notes_come(tmp_path):
    broken = '---\ndescription: "one" two: {three\nmetadata: [1\n---\ntext of it\n'
    reading = read(put(tmp_path, {"bad.md": broken, "role.md": FLAT_NOTE}), "claude-memory")

    assert texts(reading) == ["I lead the warehouse team in Lisbon."]
    (passed,) = reading.passed
    assert passed.name == "bad.md"
    assert passed.line in {2, 3, 4}
    assert passed.broken


def test_a_note_that_says_it_is_superseded_is_not_imported(tmp_path):
    old = CLAUDE_NOTE.replace("status: active", "status: superseded")
    reading = read(put(tmp_path, {"old.md": old}), "claude-memory")

    assert reading.found == ()
    assert reasons(reading) == ["old.md:1: it says of itself that it is superseded"]


def test_instruction_files_give_their_statements_and_imports_are_named_not_followed(tmp_path):
    files = {
        "CLAUDE.md": "# Rules\n\n- @docs/style.md\n- Never push to main without a review by Ann.\n",
        "sub/CLAUDE.local.md": "Prefer small commits because reviews go faster.\n",
        ".claude/rules/api.md": "---\npaths: src/**\n---\n- Every endpoint needs a contract test.\n",
        "docs/style.md": "Lines have a hundred characters at most.\n",
    }
    reading = read(put(tmp_path, files), "claude-md")

    assert texts(reading) == [
        "Every endpoint needs a contract test.",
        "Never push to main without a review by Ann.",
        "Prefer small commits because reviews go faster.",
    ]
    assert reasons(reading) == [
        "CLAUDE.md:3: it imports @docs/style.md, which is not followed: import that file"
    ]


def test_frontmatter_that_is_a_trap_is_named_with_its_line_and_does_nothing(tmp_path):
    head = "---\nname: trap\nmetadata:\n  type: user\n"
    bomb = "a: &a [x, x]\n" + "".join(
        f"{key}: &{key} [{', '.join([f'*{before}'] * 10)}]\n" for before, key in pairwise("abcdefghijk")
    )
    mark = tmp_path / "ran"
    traps = {
        "alias.md": bomb,
        "deep.md": f"x: {'[' * 20_000}\n",
        "keys.md": "".join(f"k{number}: v\n" for number in range(100_000)),
        "object.md": f"x: !!python/object/apply:os.system ['touch {mark}']\n",
    }
    files = {name: f"{head}{trap}---\n\nThe spare key hangs in the shed.\n" for name, trap in traps.items()}
    files["never.md"] = "---\nname: never closed\n\nThe spare key hangs in the shed.\n"
    files["sound.md"] = f"{head}---\n\nThe boiler is in the cellar.\n"

    reading = read(put(tmp_path / "notes", files), "claude-memory")

    assert texts(reading) == ["The boiler is in the cellar."]
    said = {one.name: (one.line, one.reason) for one in reading.passed}
    assert sorted(said) == ["alias.md", "deep.md", "keys.md", "never.md", "object.md"]
    assert "anchors and aliases are not allowed" in said["alias.md"][1]
    assert "larger than 16384 bytes" in said["deep.md"][1]
    assert "larger than 16384 bytes" in said["keys.md"][1]
    assert "never closed" in said["never.md"][1]
    assert "is not allowed in frontmatter" in said["object.md"][1]
    assert said["object.md"][0] == 5
    assert not mark.exists()
