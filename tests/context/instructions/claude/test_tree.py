"""Which files of the machine, the user and the folders are read, and in which order."""

import os
import socket
import sys

import pytest

from daykeep.context.instructions.claude.places import find_places
from daykeep.context.instructions.model import PROFILES, Around
from tests.git.playground import Playground, move_in

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs links, pipes and modes of POSIX")


def _everything(world):
    world.write("^managed/CLAUDE.md", "managed")
    world.write("~/.claude/CLAUDE.md", "user")
    world.write("~/.claude/rules/u.md", "user rule")
    for folder in ("^work/", ""):
        for name in ("CLAUDE.md", ".claude/CLAUDE.md", ".claude/rules/r.md", "CLAUDE.local.md"):
            world.write(folder + name, f"{folder}{name}")
    world.write("^CLAUDE.md", "top")


def test_every_level_is_read_from_the_administrator_down_and_local_files_end_their_folder(world):
    _everything(world)
    assert world.read() == [
        "^managed/CLAUDE.md",
        "~/.claude/CLAUDE.md",
        "~/.claude/rules/u.md",
        "^CLAUDE.md",
        "^work/CLAUDE.md",
        "^work/.claude/CLAUDE.md",
        "^work/.claude/rules/r.md",
        "^work/CLAUDE.local.md",
        "CLAUDE.md",
        ".claude/CLAUDE.md",
        ".claude/rules/r.md",
        "CLAUDE.local.md",
    ]


def test_scopes_say_whose_each_file_is(world):
    _everything(world)
    scopes = [file.scope for file in world.find().files]
    assert scopes[:4] == ["managed", "user", "user rule", "project"]
    assert scopes[-4:] == ["project", "project", "rule", "local"]


@pytest.mark.parametrize(
    ("platform", "folder"),
    [
        ("linux", "/etc/claude-code"),
        ("darwin", "/Library/Application Support/ClaudeCode"),
        ("win32", "C:\\Program Files\\ClaudeCode"),
    ],
)
def test_the_administrators_folder_depends_on_the_platform(world, platform, folder):
    assert find_places(Around(world.project, world.home, {}, platform)).managed == folder


def test_added_folders_are_read_only_with_their_switch(world):
    names = ["CLAUDE.md", ".claude/CLAUDE.md", ".claude/rules/r.md", "CLAUDE.local.md"]
    for name in names:
        world.write(f"^added/{name}", name)
    added = str(world.root / "added")
    assert world.read(add_dirs=(added,)) == []
    assert set(world.skips(add_dirs=(added,)).values()) == {"switched_off"}
    environ = {"CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD": "1"}
    assert world.read(add_dirs=(added,), environ=environ) == [f"^added/{name}" for name in names]
    without_local = world.read(add_dirs=("../../added",), environ=environ, sources=("user", "project"))
    assert without_local == [f"^added/{name}" for name in names[:-1]]


def test_the_switch_that_turns_all_files_off_lists_them(world):
    _everything(world)
    found = world.find(environ={"CLAUDE_CODE_DISABLE_CLAUDE_MDS": "1"})
    assert found.files == ()
    assert {file.code for file in found.skipped} == {"switched_off"}
    assert len(found.skipped) == 12


@posix
def test_a_home_behind_a_link_is_read_once(world):
    world.write("~/.claude/CLAUDE.md", "user")
    world.write("~/code/CLAUDE.md", "code")
    world.link("^alias", world.home)
    assert world.read(cwd="~/code", home=world.root / "alias") == [
        "^alias/.claude/CLAUDE.md",
        "~/code/CLAUDE.md",
    ]
    assert world.skips(cwd="~/code", home=world.root / "alias") == {"~/.claude/CLAUDE.md": "duplicate"}


@posix
def test_a_users_folder_that_links_into_the_project_is_read_once(world):
    world.write(".claude/CLAUDE.md", "both")
    world.write(".claude/rules/r.md", "both")
    world.link("~/.claude", world.project / ".claude")
    assert world.read() == ["~/.claude/CLAUDE.md", "~/.claude/rules/r.md"]
    assert world.skips() == {".claude/CLAUDE.md": "duplicate", ".claude/rules": "duplicate"}


@posix
def test_a_nested_file_that_is_a_link_to_one_read_before_is_read_once(world):
    world.write("CLAUDE.md", "root")
    world.link("pkg/CLAUDE.md", "../CLAUDE.md")
    world.link("pkg/deep/CLAUDE.md", "../../CLAUDE.md")
    assert world.read("pkg/deep/x.py") == ["CLAUDE.md"]
    assert world.skips("pkg/deep/x.py") == {"pkg/CLAUDE.md": "duplicate", "pkg/deep/CLAUDE.md": "duplicate"}


def test_a_moved_configuration_folder_is_the_only_one_that_counts(world):
    world.write("~/.claude/CLAUDE.md", "not this")
    world.write("~/.claude/rules/r.md", "nor this")
    world.write("^x/CLAUDE.md", "this")
    world.write("^x/rules/r.md", "this too")
    world.write("~/code/CLAUDE.md", "code")
    environ = {"CLAUDE_CONFIG_DIR": str(world.root / "x")}
    assert world.read(cwd="~/code", environ=environ) == ["^x/CLAUDE.md", "^x/rules/r.md", "~/code/CLAUDE.md"]
    assert world.skips(cwd="~/code", environ=environ) == {
        "~/.claude/CLAUDE.md": "not_loaded",
        "~/.claude/rules": "not_loaded",
    }
    assert world.read(environ=environ) == ["^x/CLAUDE.md", "^x/rules/r.md"]
    world.write("~/y/CLAUDE.md", "moved below the home")
    assert world.read(environ={"CLAUDE_CONFIG_DIR": "~/y"}) == ["~/y/CLAUDE.md"]


def test_a_home_that_is_the_working_folder_is_read_once(world):
    for name in ("CLAUDE.md", ".claude/CLAUDE.md", ".claude/rules/r.md", "CLAUDE.local.md"):
        world.write(f"~/{name}", name)
    assert world.read(cwd="~/") == [
        "~/.claude/CLAUDE.md", "~/.claude/rules/r.md", "~/CLAUDE.md", "~/CLAUDE.local.md",
    ]  # fmt: skip
    assert world.skips(cwd="~/") == {"~/.claude/CLAUDE.md": "duplicate", "~/.claude/rules": "duplicate"}


@posix
def test_the_root_of_the_file_system_is_a_working_folder_like_any_other(world):
    from pathlib import Path

    from daykeep.context.instructions.find import find_instructions
    from daykeep.context.instructions.model import Asked

    world.write("~/.claude/CLAUDE.md", "user")
    found = find_instructions(Around(Path("/"), world.home, {}, "linux"), Asked(managed=str(world.managed)))
    assert world.short(found.files[0].path) == "~/.claude/CLAUDE.md"
    assert all(not file.path.startswith("//") for file in (*found.files, *found.skipped))


def test_files_of_folders_below_are_read_with_a_path_there_from_the_outer_to_the_inner(world):
    for folder in ("", "a/", "a/b/", "c/"):
        for name in ("CLAUDE.md", ".claude/CLAUDE.md", ".claude/rules/r.md", "CLAUDE.local.md"):
            world.write(folder + name, folder + name)
    assert [name for name in world.read() if name.startswith(("a/", "c/"))] == []
    found = world.find("a/b/new.py")
    later = [(world.short(file.path), file.scope) for file in found.files if file.when == "on read"]
    assert later == [
        ("a/CLAUDE.md", "nested"), ("a/.claude/CLAUDE.md", "nested"), ("a/.claude/rules/r.md", "nested"), ("a/CLAUDE.local.md", "nested"),
        ("a/b/CLAUDE.md", "nested"), ("a/b/.claude/CLAUDE.md", "nested"), ("a/b/.claude/rules/r.md", "nested"), ("a/b/CLAUDE.local.md", "nested"),
    ]  # fmt: skip


def test_what_a_compaction_loses_is_marked_as_read_later_and_what_it_reads_again_is_not(world):
    world.write("CLAUDE.md", "root")
    world.write(".claude/rules/all.md", "for every path")
    world.write(".claude/rules/some.md", "---\npaths: a/**\n---\nfor some")
    world.write("a/CLAUDE.md", "nested")
    found = world.find("a/x.py")
    assert {world.short(file.path): file.when for file in found.files} == {
        "CLAUDE.md": "launch", ".claude/rules/all.md": "launch",
        ".claude/rules/some.md": "on read", "a/CLAUDE.md": "on read",
    }  # fmt: skip


def test_a_path_outside_of_the_working_folder_brings_no_folder_and_is_named(world):
    world.write("^work/other/CLAUDE.md", "other")
    found = world.find("../other/x.py")
    assert found.files == ()
    assert "outside of the working folder" in found.notes[0]


@posix
@pytest.mark.parametrize("kind", ["folder", "pipe", "socket", "broken link", "loop"])
def test_what_is_no_file_is_listed_and_stops_nothing(world, kind, monkeypatch):
    monkeypatch.chdir(world.project)
    path = world.path("CLAUDE.md")
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as made:
            made.bind("CLAUDE.md")
    else:
        path.symlink_to("gone.md" if kind == "broken link" else "CLAUDE.md")
    world.write("CLAUDE.local.md", "local")
    codes = {"broken link": "missing", "loop": "cycle"}
    assert world.read() == ["CLAUDE.local.md"]
    assert world.skips() == {"CLAUDE.md": codes.get(kind, "not_a_file")}


@posix
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_listed(world):
    world.write("CLAUDE.md", "secret").chmod(0)
    assert world.skips() == {"CLAUDE.md": "unreadable"}


@pytest.mark.parametrize(
    "data",
    [
        "\ufeffone é\ntwo\n".encode(),
        "one é\r\ntwo\r\n".encode(),
        "one é\ntwo\n".encode("utf-16"),
        b"\xfe\xff" + "one é\ntwo\n".encode("utf-16-be"),
    ],
    ids=["bom", "crlf", "utf-16-le", "utf-16-be"],
)
def test_encodings_and_line_ends_are_read_as_the_same_text(world, data):
    world.write("CLAUDE.md", data)
    [file] = world.find().files
    assert (file.text, file.size_bytes) == ("one é\ntwo\n", len(data))


def test_comments_that_stand_as_blocks_are_taken_out_but_not_those_in_code_or_text(world):
    text = "a\n<!-- gone -->\nb <!-- stays -->\n```\n<!-- code -->\n```\n<!--\nlong\n-->\nc\n<!-- x --> d\n<!-- open\ne\n"
    world.write("CLAUDE.md", text)
    [file] = world.find().files
    assert file.text == "a\nb <!-- stays -->\n```\n<!-- code -->\n```\nc\n d\n<!-- open\ne\n"


def test_a_file_of_exactly_four_mebibytes_is_read_whole_and_one_byte_more_is_not(world):
    world.write("CLAUDE.md", b"x" * (4 << 20))
    world.write("CLAUDE.local.md", b"x" * ((4 << 20) + 1))
    found = world.find()
    assert [(world.short(file.path), file.chars) for file in found.files] == [("CLAUDE.md", 4 << 20)]
    assert world.skips() == {"CLAUDE.local.md": "too_large"}


def test_a_large_file_is_named_and_never_cut(world):
    world.write("CLAUDE.md", "x" * 40_001)
    world.write("CLAUDE.local.md", "x" * 40_000)
    found = world.find()
    assert [file.chars for file in found.files] == [40_001, 40_000]
    assert len(found.notes) == 1
    assert "CLAUDE.md: 40,001 characters" in found.notes[0]
    assert world.find(warn_chars=150_000).notes == ()


def test_a_section_on_compaction_is_named(world):
    world.write("CLAUDE.md", "# App\n\n## Compact Instructions\n\nKeep test output.\n")
    assert world.find().notes == ("CLAUDE.md: a section steers what compaction keeps",)


def test_agents_md_is_listed_as_not_read_unless_a_file_imports_it_or_links_to_it(world):
    world.write("AGENTS.md", "agents")
    assert world.skips() == {"AGENTS.md": "not_loaded"}
    world.write("CLAUDE.md", "@AGENTS.md")
    assert (world.read(), world.skips()) == (["CLAUDE.md", "AGENTS.md"], {})


@posix
def test_claude_md_may_be_a_link_to_agents_md(world):
    world.write("AGENTS.md", "agents")
    world.link("CLAUDE.md", "AGENTS.md")
    assert (world.read(), world.skips()) == (["CLAUDE.md"], {})


@posix
def test_two_names_of_one_file_are_read_once_by_device_and_inode(world):
    os.link(world.write("CLAUDE.md", "once"), world.path("CLAUDE.local.md"))
    assert (world.read(), world.skips()) == (["CLAUDE.md"], {"CLAUDE.local.md": "duplicate"})


def test_a_working_folder_is_where_it_really_lies(world):
    if sys.platform == "win32":
        pytest.skip("needs links")
    world.write("CLAUDE.md", "app")
    world.write("^elsewhere/CLAUDE.md", "not above")
    world.link("^elsewhere/app", world.project)
    assert world.read(cwd="^elsewhere/app") == ["CLAUDE.md"]


def test_subagents_memories_are_listed_and_not_read(world):
    world.write("~/.claude/agent-memory/reviewer/MEMORY.md", "x")
    world.write(".claude/agent-memory/reviewer/MEMORY.md", "x")
    world.write(".claude/agent-memory-local/reviewer/MEMORY.md", "x")
    assert set(world.skips().values()) == {"not_loaded"}
    assert len(world.skips()) == 3


@pytest.mark.parametrize("profile", PROFILES)
def test_skills_commands_and_what_a_plugin_brings_are_no_instruction_files(world, profile):
    world.write(".claude-plugin/plugin.json", '{"name": "tool"}')
    world.write(
        ".claude-plugin/marketplace.json", '{"name": "m", "owner": {}, "plugins": [{"name": "tool"}]}'
    )
    world.write("hooks/hooks.json", '{"hooks": {}}')
    for name in ("skills/x/SKILL.md", "commands/c.md", "agents/a.md", "output-styles/o.md"):
        world.write(name, "---\nname: x\ndescription: d\n---\nbody")
        world.write(f".claude/{name}", "---\nname: x\ndescription: d\npaths: [src/**]\n---\nbody")
    assert world.read("src/x.py", profile=profile) == []


@pytest.fixture
def git(world, monkeypatch):
    return move_in(world.home, monkeypatch)


def _commit(playground, text="app"):
    playground.write("CLAUDE.md", text)
    playground.git("add", "-A")
    playground.git("commit", "-q", "-m", "one")


def test_a_worktree_inside_its_repository_is_read_without_the_repositorys_own_files(world, git):
    playground = Playground(world.project, git)
    playground.git("init", "-q")
    _commit(playground)
    world.write(".claude/rules/r.md", "rule")
    world.write("CLAUDE.local.md", "local of the repository")
    world.write("^work/CLAUDE.md", "above both")
    playground.git("worktree", "add", "-q", ".worktrees/two")
    assert world.read(cwd=".worktrees/two") == [
        "^work/CLAUDE.md",
        "CLAUDE.local.md",
        ".worktrees/two/CLAUDE.md",
    ]
    assert world.skips(cwd=".worktrees/two") == {"CLAUDE.md": "duplicate", ".claude/rules/r.md": "duplicate"}


def test_a_worktree_of_a_bare_repository_reads_every_folder_above(world, git):
    playground = Playground(world.project, git)
    playground.git("init", "-q")
    _commit(playground)
    fleet = world.root / "fleet"
    fleet.mkdir()
    playground.git("clone", "-q", "--bare", ".", str(fleet / ".git"))
    Playground(fleet, git).git("worktree", "add", "-q", "child")
    world.write("^fleet/CLAUDE.md", "fleet")
    assert world.read(cwd="^fleet/child") == ["^fleet/CLAUDE.md", "^fleet/child/CLAUDE.md"]
