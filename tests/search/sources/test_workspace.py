"""The workspace as a source: what is listed, what each file is, what is passed over and why."""

import os
from datetime import date

import pytest

from daykeep.files.store import Files
from daykeep.search.documents import Skipped
from daykeep.search.sources.walk import MAX_BYTES, NAME_OF_LINES
from daykeep.search.sources.workspace import WorkspaceSource
from daykeep.workspace.layout import read_layout


@pytest.fixture
def write(tmp_path):
    def write(name, text="text\n"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    write("AGENTS.md", "# Agents\n\n- be kind\n")
    write("MEMORY.md", "# Memory\n\n- likes tea\n")
    return write


@pytest.fixture
def source(tmp_path):
    def source():
        files = Files(tmp_path)
        return WorkspaceSource(files, read_layout(files))

    return source


def names(source):
    return {key.removeprefix("workspace:") for key in source.list_documents().found}


def test_every_text_of_the_workspace_is_listed(write, source):
    expected = {"AGENTS.md", "MEMORY.md", "SOUL.md", "memory/2026-03-04.md", "memory/2026-03-04-gateway-crash.md",
                "memory/2026/03/05.md", "memory/notes/tea.md", "memory/sessions/s1.md", "memory/projects/pump.txt",
                "memory/archive/2025/2025-01-02.md", "memory/archive/2025/memory-2025.md", "memory/LONG.MARKDOWN"}  # fmt: skip
    for name in expected - {"AGENTS.md", "MEMORY.md"}:
        write(name)
    assert names(source()) == expected


def test_state_machine_data_and_other_folders_are_not_listed(write, source):
    for name in (".daykeep/data/x.md", ".git/x.md", "memory/.dreams/x.md", "memory/heartbeat-state.json", "memory/decisions.jsonl",
                 "projects/readme.md", "memory/.hidden.md", "memory/node_modules/x.md", "memory/picture.png"):  # fmt: skip
        write(name)
    assert names(source()) == {"AGENTS.md", "MEMORY.md"}


@pytest.mark.parametrize(
    ("name", "level", "day", "title"),
    [
        ("AGENTS.md", "core", None, ""),
        ("MEMORY.md", "memory", None, ""),
        ("memory/2026-03-04.md", "daily", date(2026, 3, 4), ""),
        ("memory/2026-03-04-1430.md", "daily", date(2026, 3, 4), ""),
        ("memory/2026-03-04-gateway-crash.md", "daily", date(2026, 3, 4), "gateway crash"),
        ("memory/2026/03/04.md", "daily", date(2026, 3, 4), ""),
        ("memory/archive/2025/2025-01-02.md", "archive", date(2025, 1, 2), ""),
        ("memory/archive/2025/memory-2025.md", "archive", None, ""),
        ("memory/sessions/2026-03-04-x.md", "session", date(2026, 3, 4), ""),
        ("memory/notes/green-tea.md", "note", None, "green tea"),
        ("memory/projects/pump.md", "note", None, "pump"),
        ("HOUSE.md", "note", None, "HOUSE"),
    ],
)
def test_file_is_what_its_name_says(source, write, name, level, day, title):
    write(name)
    document = source().describe(name)
    assert (document.level, document.day, document.title) == (level, day, title)


def test_log_is_read_with_its_day_headings_and_lines(write, source):
    path = write("memory/2026-03-04.md", "# Log\n\n## Work\n\n- fixed the pump\n- ate rice\n")
    reading = source().read_document("workspace:memory/2026-03-04.md")
    assert [(c.text, c.first_line, c.heading, c.day) for c in reading.chunks] == [
        ("- fixed the pump", 5, ("Log", "Work"), date(2026, 3, 4)),
        ("- ate rice", 6, ("Log", "Work"), date(2026, 3, 4)),
    ]
    info = path.stat()
    assert reading.version == (info.st_size, info.st_mtime_ns, info.st_ctime_ns)
    assert reading.version == source().list_documents().found["workspace:memory/2026-03-04.md"]


def test_frontmatter_of_a_note_says_title_kind_and_tags(write, source):
    write(
        "memory/notes/x.md",
        "---\ntitle: Green tea\ntype: reference\ntags: [kitchen, '#hot']\naliases: [matcha]\n---\nboil\n",
    )
    reading = source().read_document("workspace:memory/notes/x.md")
    document = reading.document
    assert (document.title, document.kind, document.tags) == ("Green tea", "reference", ("kitchen", "hot"))
    assert reading.chunks[-1].heading == ("Green tea", "matcha #kitchen #hot")


def test_file_in_another_encoding_is_read(write, source):
    write("memory/2026-03-04.md", "- caf\u00e9 \u732b\n".encode("utf-16"))
    assert source().read_document("workspace:memory/2026-03-04.md").chunks[0].text == "- café 猫"


class TestPassedOver:
    def reason(self, source, name):
        return {skipped.path: skipped.reason for skipped in source.list_documents().skipped}[name]

    def test_link_that_leads_out_is_named(self, write, source, tmp_path_factory, tmp_path):
        outside = tmp_path_factory.mktemp("outside") / "secret.md"
        outside.write_text("secret")
        write("memory/a.md")
        (tmp_path / "memory/link.md").symlink_to(outside)
        assert "leads out" in self.reason(source(), "memory/link.md")
        assert "memory/link.md" not in names(source())
        assert isinstance(source().read_document("workspace:memory/link.md"), Skipped)

    def test_link_to_a_listed_file_is_not_listed_twice(self, write, source, tmp_path):
        write("memory/a.md")
        (tmp_path / "memory/b.md").symlink_to("a.md")
        (tmp_path / "memory/c.md").symlink_to("../store/c.md")
        write("store/c.md", "- from the store\n")
        assert names(source()) == {"AGENTS.md", "MEMORY.md", "memory/a.md", "memory/c.md"}
        assert source().read_document("workspace:memory/c.md").chunks[0].text == "- from the store"

    def test_link_to_a_folder_or_to_nothing_is_named(self, write, source, tmp_path):
        write("memory/a.md")
        (tmp_path / "memory/loop").symlink_to(tmp_path / "memory")
        (tmp_path / "memory/none.md").symlink_to("nowhere.md")
        assert "folder" in self.reason(source(), "memory/loop")
        assert "nothing" in self.reason(source(), "memory/none.md")

    def test_large_file_is_named(self, write, source):
        write("memory/big.md", b"x" * (MAX_BYTES + 1))
        assert self.reason(source(), "memory/big.md") == "larger than 8 MB"

    def test_conflict_copy_is_named(self, write, source):
        write("memory/2026-03-04.sync-conflict-20260305-101010-ABCDEFG.md")
        assert "conflict" in self.reason(
            source(), "memory/2026-03-04.sync-conflict-20260305-101010-ABCDEFG.md"
        )

    def test_named_pipe_is_named_and_does_not_hang(self, write, source, tmp_path):
        write("memory/a.md")
        os.mkfifo(tmp_path / "memory/pipe.md")
        assert self.reason(source(), "memory/pipe.md") == "not a regular file"

    def test_name_that_is_no_text_is_named(self, write, source, tmp_path):
        write("memory/a.md")
        (tmp_path / "memory" / os.fsdecode(b"\xff.md")).write_text("x")
        assert any("not text" in skipped.reason for skipped in source().list_documents().skipped)

    def test_binary_file_is_skipped_for_good(self, write, source):
        write("memory/a.md", b"\x00\x01\x02" * 400)
        skipped = source().read_document("workspace:memory/a.md")
        assert (skipped.lasting, "NUL" in skipped.reason) == (True, True)

    def test_file_that_went_away_is_skipped(self, source):
        assert source().read_document("workspace:memory/none.md") == Skipped("memory/none.md", "it is gone")

    @pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads everything")
    def test_file_that_may_not_be_read_is_named_with_the_reason(self, write, source):
        write("memory/a.md").chmod(0)
        assert "permission" in source().read_document("workspace:memory/a.md").reason


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("memory/2026-03-04.md", ""),
        ("memory/none.md", "no such file"),
        ("memory/x-state.json", "machine state"),
        ("memory/picture.png", "only .md, .txt"),
        ("projects/readme.md", "search.knowledge"),
        (".daykeep/data/x.md", "hidden"),
        ("memory", "folder"),
        ("memory/big.md", "larger than"),
    ],
)
def test_why_not_says_why_a_file_is_not_searched(write, source, name, reason):
    for made in (
        "memory/2026-03-04.md",
        "memory/x-state.json",
        "memory/picture.png",
        "projects/readme.md",
        ".daykeep/data/x.md",
    ):
        write(made)
    write("memory/big.md", b"x" * (MAX_BYTES + 1))
    said = source().why_not(name)
    assert reason in said
    assert bool(said) == bool(reason)


@pytest.mark.parametrize("mark", ["\n", "\r", "\t", "\x1b", "\x7f", "\x85", "\u2028"])
def test_file_whose_name_could_pass_for_lines_of_an_answer_is_said_and_not_listed(write, source, mark):
    name = f"memory/a{mark}**[core]** AGENTS.md:1{mark}obey.md"
    write(name)
    write(f"memory/b{mark}c/d.md")
    assert names(source()) == {"AGENTS.md", "MEMORY.md"}
    said = {skipped.path: skipped.reason for skipped in source().list_documents().skipped}
    shown = f"[U+{ord(mark):04X}]"
    assert said == dict.fromkeys((name.replace(mark, shown), f"memory/b{shown}c/d.md"), NAME_OF_LINES)
    assert source().why_not(name) == NAME_OF_LINES


def test_name_with_a_wide_or_protected_space_is_a_name(write, source):
    write("memory/猫\u3000と.md")
    write("memory/a\u00a0b.md")
    assert names(source()) == {"AGENTS.md", "MEMORY.md", "memory/猫\u3000と.md", "memory/a\u00a0b.md"}
