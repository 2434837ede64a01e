"""Stores are opened as they stand, and made once without touching what is there."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from daykeep.errors import RefusedError, UsageError
from daykeep.files.store import Files
from daykeep.memory.notes.stores import Around, apply_init, find_store, plan_init
from daykeep.text.slugs import slug_of


@pytest.fixture
def around(tmp_path: Path) -> Around:
    home, cwd = tmp_path.resolve() / "home", tmp_path.resolve() / "work"
    home.mkdir()
    cwd.mkdir()
    return Around(cwd, home, {})


def test_each_kind_has_its_folder_and_form(around: Around) -> None:
    claude = around.home / ".claude"
    user = find_store("user", around)
    assert (user.files.root, user.form, user.index_name, user.nested) == (
        claude / "memory",
        "collected",
        "MEMORY.md",
        False,
    )
    project = find_store("project", around)
    assert (project.files.root, project.form) == (around.cwd / ".claude/memory", "single")
    auto = find_store("claude", around)
    folder = claude / "projects" / slug_of(str(around.cwd)) / "memory"
    assert (auto.files.root, auto.form, auto.nested) == (folder, "single", True)
    workspace = find_store("workspace", around, workspace=Files(around.cwd))
    assert (workspace.folder, workspace.index_name) == ("memory/notes", "memory/notes/INDEX.md")
    assert not claude.exists()


def test_agents_have_a_memory_in_three_scopes(around: Around) -> None:
    roots = [
        find_store("agent", around, agent="critic", scope=scope).files.root
        for scope in ("user", "project", "local")
    ]
    assert roots == [
        around.home / ".claude/agent-memory/critic",
        around.cwd / ".claude/agent-memory/critic",
        around.cwd / ".claude/agent-memory-local/critic",
    ]
    for name in ("", "../up", "a/b", ".hidden"):
        with pytest.raises(UsageError):
            find_store("agent", around, agent=name)


def test_team_memory_is_off_unless_turned_on(around: Around) -> None:
    with pytest.raises(UsageError, match="team memory is off"):
        find_store("team", around)
    root = find_store("team", around, team=True).files.root
    assert root == find_store("claude", around).files.root / "team"


def test_form_of_a_store_with_notes_is_that_of_its_notes(around: Around) -> None:
    folder = around.home / ".claude/memory"
    folder.mkdir(parents=True)
    (folder / "memory.md").write_text("# Memory Index\n")
    assert find_store("user", around).index_name == "memory.md"
    (folder / "likes-go.md").write_text("---\nname: a\n---\n")
    assert find_store("user", around, form="collected").form == "single"
    (folder / "user.md").write_text("---\nname: user\n---\n")
    assert find_store("user", around, form="single").form == "collected"


def test_wrong_kind_form_or_place_is_refused(around: Around) -> None:
    for words in ({"kind": "nowhere"}, {"kind": "user", "form": "heap"}, {"kind": "workspace"}):
        with pytest.raises(UsageError):
            find_store(around=around, **words)
    with pytest.raises(UsageError, match="one file a note"):
        find_store("workspace", around, workspace=Files(around.cwd), form="collected")


def test_init_makes_the_folders_and_indexes_once(around: Around) -> None:
    made = apply_init(plan_init(around))
    claude, local = around.home / ".claude", around.cwd / ".claude"
    for folder in (claude / "memory", claude / "rules", local / "memory", local / "rules"):
        assert str(folder) in made
        assert folder.is_dir()
    assert (claude / "memory/MEMORY.md").read_text() == "# Memory Index\n"
    assert (local / "memory/MEMORY.md").read_text() == "# Memory Index\n"
    assert plan_init(around) == ((), ())
    assert apply_init(plan_init(around)) == []


def test_init_overwrites_nothing(around: Around) -> None:
    memory = around.home / ".claude/memory"
    memory.mkdir(parents=True)
    (memory / "memory.md").write_text("mine")
    plan = plan_init(around)
    local = around.cwd / ".claude/memory"
    local.mkdir(parents=True)
    (local / "MEMORY.md").write_text("also mine")
    apply_init(plan)
    assert [(path.name, path.read_text()) for path in memory.glob("*.md")] == [("memory.md", "mine")]
    assert (local / "MEMORY.md").read_text() == "also mine"


def test_project_notes_are_kept_out_of_git_and_its_ignore_file_is_left_alone(around: Around) -> None:
    subprocess.run(["git", "init", "-q"], cwd=around.cwd, check=True)
    (around.cwd / ".gitignore").write_text("dist/\n")
    apply_init(plan_init(around))
    said = subprocess.run(
        ["git", "status", "--porcelain", "-uall"], cwd=around.cwd, check=True, capture_output=True
    )
    assert said.stdout == b"?? .gitignore\n"
    assert (around.cwd / ".gitignore").read_text() == "dist/\n"


def test_init_in_the_home_folder_makes_the_users_places_only(around: Around) -> None:
    plan = plan_init(around._replace(cwd=around.home))
    assert plan.folders == (around.home / ".claude/memory", around.home / ".claude/rules")


def test_project_whose_folder_leads_elsewhere_is_refused(around: Around) -> None:
    elsewhere = around.home / "private"
    elsewhere.mkdir()
    (around.cwd / ".claude").symlink_to(elsewhere)
    for ask in (
        lambda: find_store("project", around),
        lambda: find_store("agent", around, agent="critic", scope="project"),
        lambda: plan_init(around),
    ):
        with pytest.raises(RefusedError, match="leads out of the project"):
            ask()
    assert list(elsewhere.iterdir()) == []
    assert find_store("user", around).kind == "user"


def test_link_inside_the_project_and_a_linked_home_are_followed(around: Around) -> None:
    (around.cwd / "kept").mkdir()
    (around.cwd / ".claude").symlink_to(around.cwd / "kept")
    assert find_store("project", around).files.root == around.cwd / "kept/memory"
    (around.home / "dotfiles").mkdir()
    (around.home / ".claude").symlink_to(around.home / "dotfiles")
    assert find_store("user", around).files.root == around.home / "dotfiles/memory"
