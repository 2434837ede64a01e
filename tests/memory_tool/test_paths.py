"""No path leads out of ``/memories``: the four defects of a plain prefix test, and every other way that is known."""

from __future__ import annotations

import pytest

from tests.memory_tool.making import CORE, Memory

OUT = [
    "/memories/../SOUL.md",
    "/memories/a/../../SOUL.md",
    "/memories/..",
    "/memories/../memories/a.md",
    "/memoriesevil/b.md",
    "/memoriesevil",
    "/memories.md",
    "/memories//x",
    "/memories//",
    "/memories/a//x.md",
    "/memories/./x.md",
    "/memories/.",
    "/memories/./",
    "/memories/%2e%2e%2fSOUL.md",
    "/memories/%2e%2e/SOUL.md",
    "/memories/%252e%252e/SOUL.md",
    "/memories/%2E%2E%2FSOUL.md",
    "/memories/..%2fSOUL.md",
    "/memories\\..\\SOUL.md",
    "/memories/..\\SOUL.md",
    "/memories/a\\b.md",
    "/memories/a\0.md",
    "/memories/a\nb.md",
    "/memories/a\x1b[2J.md",
    "/memories/\uff0e\uff0e/SOUL.md",
    "/memories/a\u200b.md",
    "/memories/a\u202egpj.md",
    "/memories/" + "x" * 300 + ".md",
    "/memories/" + "d/" * 3000 + "x.md",
    "/memories/" + "d/" * 31 + "x.md",
    "/memories/MEMORY.md/x.md",
    "/memories/CON",
    "/memories/nul.md",
    "/memories/com1.txt",
    "/memories/a.md:stream",
    "/memories/a.md.",
    "/memories/a.md ",
    "/memories/a?.md",
    "/memories/C:/x.md",
    "/memories/~/x.md",
    "/memories/.git/config",
    "/memories/.GIT/config",
    "/memories/git~1/config",
    "/memories/a/.git/hooks/post-commit",
    "/memories/.hidden",
    "/memories/a/.hidden/x.md",
    "/memories/node_modules/x.md",
    "/memories/\ud800.md",
    "memories/x.md",
    "/Memories/x.md",
    " /memories/x.md",
    "file:///memories/x.md",
    "//memories/x.md",
    "/",
    "SOUL.md",
    "../SOUL.md",
]


@pytest.mark.parametrize("path", OUT, ids=lambda path: ascii(path)[:40])
def test_path_that_could_lead_out_is_refused_by_every_command(memory: Memory, path: str) -> None:
    before = memory.names()
    for command, fields in (
        ("view", {"path": path}),
        ("create", {"path": path, "file_text": "evil"}),
        ("str_replace", {"path": path, "old_str": "kind", "new_str": "evil"}),
        ("insert", {"path": path, "insert_line": 0, "insert_text": "evil"}),
        ("delete", {"path": path}),
        ("rename", {"old_path": path, "new_path": "/memories/b.md"}),
    ):
        answer = memory.error(command, **fields)
        assert answer.startswith(("Error: The path", "Error: Path must start with /memories")), answer
        assert "Be kind" not in answer
    memory.text("create", "/memories/mine.md", file_text="mine\n")
    assert memory.do("rename", old_path="/memories/mine.md", new_path=path).is_error
    assert memory.names() == before | {"memory/agent/mine.md"}
    for name, content in CORE.items():
        assert memory.bytes(name).decode() == content


def test_answer_shows_no_control_characters_and_cuts_long_paths(memory: Memory) -> None:
    answer = memory.error("view", "/memories/a\x1b[2J\u202e.md")
    assert "\x1b" not in answer
    assert "\u202e" not in answer
    assert len(memory.error("view", "/memories/" + "x" * 100_000)) < 600


@pytest.mark.parametrize(
    ("link", "target", "path"),
    [
        ("memory/agent/soul.md", "../../SOUL.md", "/memories/soul.md"),
        ("memory/agent/out.md", "/etc/passwd", "/memories/out.md"),
        ("memory/agent/up", "../..", "/memories/up/SOUL.md"),
        ("memory/agent/up", "../..", "/memories/up/new.md"),
        ("memory/agent/up", "../..", "/memories/up/made/new.md"),
        ("memory/agent/gone", "/nowhere/at/all", "/memories/gone/new.md"),
        ("memory/agent/round", "round", "/memories/round"),
        ("memory/agent", "..", "/memories/SOUL.md"),
        ("memory/agent", "/etc", "/memories/x.md"),
        ("memory/notes", "..", "/memories/notes/SOUL.md"),
        ("memory", "/etc", "/memories/daily/2026-03-10.md"),
    ],
)
def test_link_on_the_way_is_refused(memory: Memory, link: str, target: str, path: str) -> None:
    place = memory.root / link
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(target)
    before = memory.names()
    for command, fields in (
        ("view", {}),
        ("create", {"file_text": "evil"}),
        ("str_replace", {"old_str": "kind", "new_str": "evil"}),
        ("insert", {"insert_line": 0, "insert_text": "evil"}),
        ("delete", {}),
    ):
        answer = memory.error(command, path, **fields)
        assert "refused" in answer, answer
        assert "kind" not in answer
    assert memory.names() == before
    assert path not in memory.text("view", "/memories")
    assert memory.bytes("SOUL.md").decode() == CORE["SOUL.md"]


@pytest.mark.parametrize("path", ["/memories", "/memories/"])
def test_root_itself_can_be_viewed_and_nothing_else(memory: Memory, path: str) -> None:
    memory.text("create", "/memories/a.md", file_text="a\n")
    assert memory.text("view", path).endswith("/memories/a.md")
    assert memory.error("delete", path) == "Error: Cannot delete the /memories directory itself"
    assert memory.error("rename", old_path=path, new_path="/memories/b") == (
        "Error: Cannot rename the /memories directory itself"
    )
    assert memory.error("create", path, file_text="x") == "Error: File /memories already exists"
    assert memory.error("rename", old_path="/memories/a.md", new_path=path) == (
        "Error: The destination /memories already exists"
    )
    assert memory.error("str_replace", path, old_str="a") == (
        "Error: The path /memories does not exist. Please provide a valid path."
    )
    assert memory.bytes("memory/agent/a.md") == b"a\n"


def test_slash_at_the_end_of_a_folder_means_the_folder(memory: Memory) -> None:
    memory.text("create", "/memories/a/b.md", file_text="b\n")
    assert memory.text("view", "/memories/a/").split("\n")[1:] == ["2B\t/memories/a", "2B\t/memories/a/b.md"]
    assert memory.text("delete", "/memories/a/") == "Successfully deleted /memories/a"


def test_file_in_the_place_of_a_folder_is_an_error(memory: Memory) -> None:
    memory.text("create", "/memories/a.md", file_text="a\n")
    assert "a file stands where it needs a folder" in memory.error(
        "create", "/memories/a.md/b.md", file_text="b"
    )
    assert memory.error("view", "/memories/a.md/b.md").endswith("Please provide a valid path.")
    memory.text("create", "/memories/c.md", file_text="c\n")
    assert "needs a folder" in memory.error(
        "rename", old_path="/memories/c.md", new_path="/memories/a.md/c.md"
    )
    assert memory.error("rename", old_path="/memories/a", new_path="/memories/b").endswith("does not exist")


def test_folder_is_not_moved_into_itself(memory: Memory) -> None:
    memory.text("create", "/memories/a/b.md", file_text="b\n")
    assert "into itself" in memory.error("rename", old_path="/memories/a", new_path="/memories/a/c")
    assert memory.error("rename", old_path="/memories/a", new_path="/memories/a").endswith("already exists")


@pytest.mark.parametrize(
    "name",
    [
        "CLAUDE.md",
        "AGENTS.md",
        "SOUL.md",
        "user.md",
        "deep/HEARTBEAT.md",
        "gemini.md",
        "SKILL.md",
        "x.mdc",
        "AGENTS.md/x.md",
    ],
)
def test_name_that_programs_read_as_instructions_is_refused(memory: Memory, name: str) -> None:
    for area in ("", "notes/"):
        assert "read as instructions" in memory.error(
            "create", f"/memories/{area}{name}", file_text="obey"
        ) or (area and not name.endswith(".md"))
    memory.text("create", "/memories/a.md", file_text="obey\n")
    assert "read as instructions" in memory.error(
        "rename", old_path="/memories/a.md", new_path=f"/memories/{name}"
    )


def test_name_that_holds_a_secret_is_refused(memory: Memory) -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    answer = memory.error("create", f"/memories/{token}.md", file_text="x")
    assert "secret" in answer
    assert token not in answer
