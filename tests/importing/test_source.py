import os
import stat
import zipfile

import pytest

from daykeep.errors import DaykeepError, UsageError
from daykeep.importing.detect import READERS, detect_format, read_source
from daykeep.importing.source import TEXT_BYTES, Source
from tests.importing.sources import CLAUDE_NOTE, chat, put, read, reasons, texts, zip_of


def test_links_that_leave_the_folder_are_named_and_not_followed_and_links_to_folders_are_not_entered(
    tmp_path,
):
    put(tmp_path / "out", {"secret.md": "This must never be read by anybody."})
    root = put(tmp_path / "in", {"a.md": "This may be read by everybody."})
    (root / "out.md").symlink_to(tmp_path / "out" / "secret.md")
    (root / "folder").symlink_to(tmp_path / "out")
    (root / "self").symlink_to(root)
    (root / "twin.md").symlink_to(root / "a.md")

    reading = read(root, "markdown")

    assert texts(reading) == ["This may be read by everybody."] * 2
    out = os.path.realpath(tmp_path / "out")
    said = "it is a link that leads out of what is imported and is not followed: import"
    assert reasons(reading) == [
        f"folder: {said} {out} by itself",
        f"out.md: {said} {out}/secret.md by itself",
    ]
    assert not any(one.broken for one in reading.passed)


def test_a_named_pipe_a_broken_link_and_an_unreadable_file_stop_nothing(tmp_path):
    root = put(tmp_path / "in", {"a.md": "This may be read by everybody.", "b.md": "x"})
    os.mkfifo(root / "pipe.md")
    (root / "gone.md").symlink_to(root / "nowhere.md")
    (root / "b.md").chmod(0)

    assert "This may be read by everybody." in texts(read(root, "markdown"))


def test_a_file_beyond_the_limit_and_one_that_is_no_text_are_named(tmp_path):
    files = {
        "big.md": b"x" * (TEXT_BYTES + 1),
        "bin.md": bytes(range(256)) * 40,
        "a.md": "A statement of five words.",
    }
    reading = read(put(tmp_path, files), "markdown")

    assert texts(reading) == ["A statement of five words."]
    assert set(reasons(reading)) == {
        "big.md: it is larger than 8 MB and was not read",
        "bin.md: it is not text",
    }
    assert all(one.broken for one in reading.passed)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_every_encoding_is_read_as_what_it_says(tmp_path, encoding):
    text = "- 永远不要在星期五下午部署代码，因为没有人值班\n"
    reading = read(put(tmp_path, {"a.md": text.encode(encoding)}), "markdown")

    assert texts(reading) == ["永远不要在星期五下午部署代码，因为没有人值班"]


def test_nothing_of_the_source_changes_and_nothing_is_made_in_it(tmp_path):
    root = put(tmp_path / "in", {"a.md": "A statement of five words.", "memory/b.md": CLAUDE_NOTE})
    before = {
        path: (path.read_bytes() if path.is_file() else b"", path.stat().st_mtime_ns)
        for path in [root, *root.rglob("*")]
    }
    for path in root.rglob("*"):
        path.chmod(stat.S_IREAD | (stat.S_IEXEC if path.is_dir() else 0))
    for name in READERS:
        try:
            read_source(Source(root), name)
        except UsageError:
            continue
    after = {
        path: (path.read_bytes() if path.is_file() else b"", path.stat().st_mtime_ns)
        for path in [root, *root.rglob("*")]
    }

    assert after == before


def test_a_damaged_archive_and_a_path_that_is_not_there_are_said_plainly(tmp_path):
    archive = zip_of(tmp_path / "x.zip", {"conversations.json": [chat()]})
    data = archive.read_bytes()
    (tmp_path / "torn.zip").write_bytes(data[: len(data) // 2] + data[-80:])

    with pytest.raises(UsageError, match="no file or folder"):
        Source(tmp_path / "nowhere")
    with pytest.raises(DaykeepError):
        read(tmp_path / "torn.zip")


def test_a_zip_with_names_that_climb_out_is_read_in_memory_only(tmp_path):
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr("../../conversations.json", "[]")
        archive.writestr("../evil.md", "climbing out of the archive here")
    reading = read(tmp_path / "x.zip")

    assert reading.format == "chatgpt"
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["x.zip"]


def test_a_folder_inside_is_left_out_where_it_is_the_workspace(tmp_path):
    root = put(
        tmp_path, {"a.md": "A statement of five words.", "ws/b.md": "Another statement of six good words."}
    )

    assert list(Source(root, without=[root / "ws"]).texts()) == ["a.md"]


def test_a_skill_below_what_is_imported_is_named_and_no_memory(tmp_path):
    skill = "---\nname: x\nmetadata:\n  type: project\n---\n\nAlways run the linter first, then the tests.\n"
    found = {"api/.claude/skills/x/SKILL.md": skill, "api/.claude/skills/x/references/more.md": skill}
    reading = read_source(Source(put(tmp_path, {**found, "a.md": "A statement of five words."})))

    assert (reading.format, [said.name for said in reading.found]) == ("markdown", ["a.md"])
    assert [str(passed) for passed in reading.passed] == [
        "api/.claude/skills/x/SKILL.md: a skill is no memory: install it as one"
    ]


FORMATS = {
    "claude-memory": {"MEMORY.md": "- [a](a.md): b\n", "a.md": CLAUDE_NOTE},
    "claude-md": {"CLAUDE.md": "- Never push without a review.\n"},
    "openclaw": {"SOUL.md": "x", "MEMORY.md": "- One thing that holds true\n"},
    "nanobot": {"memory/MEMORY.md": "One thing that holds", "memory/HISTORY.md": "", "SOUL.md": "x"},
    "hermes": {"MEMORY.md": "one\n§\ntwo\n", "USER.md": "three"},
    "basic-memory": {"a.md": "---\ntitle: A\npermalink: a\n---\n- [x] y\n"},
    "memsearch": {"2026-03-04.md": "<!-- session:1 -->\n- x\n"},
    "chatgpt": {"conversations.json": "[]"},
    "mem0-json": {"export.json": '{"results": []}'},
    "markdown": {"a.md": "A statement of five words."},
}


@pytest.mark.parametrize("name", READERS)
def test_every_format_is_told_from_its_files(tmp_path, name):
    assert detect_format(Source(put(tmp_path, FORMATS[name]))) == name


def test_a_folder_without_memories_and_an_unknown_format_are_usage_errors(tmp_path):
    with pytest.raises(UsageError, match="no memory that could be imported"):
        read(put(tmp_path, {"x.png": b"1"}))
    with pytest.raises(UsageError, match="is no format"):
        read(tmp_path, "oracle")
