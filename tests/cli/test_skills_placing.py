"""``daykeep skills install`` and ``uninstall`` on the command line, and what leaving does with it."""

from __future__ import annotations

import os

import pytest

from daykeep.wiring.skills.shipped import OWN_SKILLS
from tests.workspace.making import digest


@pytest.fixture
def root(desk):
    desk.run("init", "w")
    return desk.folder / "w"


def names(folder):
    return sorted(os.listdir(folder)) if folder.is_dir() else []


def test_skills_go_to_where_claude_code_looks_and_leave_nothing_behind(desk, root):
    home = desk.folder / "home"
    before = sorted(home.rglob("*"))
    answer = desk.run("skills", "install", "--to", "claude", where=root)
    assert answer.code == 0
    assert names(home / ".claude" / "skills") == sorted(OWN_SKILLS)
    assert "context-manager: installed" in answer.out
    assert "there already" in desk.run("skills", "install", "--to", "claude", where=root).out
    assert desk.run("skills", "uninstall", "--to", "claude", where=root).code == 0
    left = [path for path in sorted(home.rglob("*")) if path not in before]
    assert left in ([], [home / ".config", home / ".config" / "daykeep"])


def test_one_skill_for_one_project_from_its_subfolder(desk, root):
    project = desk.folder / "project"
    (project / ".git").mkdir(parents=True)
    (project / "src").mkdir()
    line = (
        "skills",
        "install",
        "context-manager",
        "--to",
        "codex",
        "--scope",
        "project",
        "--workspace",
        str(root),
    )
    row = desk.run(*line, "--json", where=project / "src").json
    assert row["folder"] == str(project / ".agents" / "skills")
    assert [(one["name"], one["state"]) for one in row["skills"]] == [("context-manager", "new")]
    assert names(project / ".agents" / "skills") == ["context-manager"]


def test_change_by_hand_stays_is_named_and_ends_with_10(desk, root):
    folder = desk.folder / "mine"
    folder.mkdir()
    desk.run("skills", "install", "--to", str(folder), where=root)
    path = folder / "context-triage" / "SKILL.md"
    path.write_text("mine")
    answer = desk.run("skills", "install", "--to", str(folder), where=root)
    assert answer.code == 10
    assert "context-triage: left as it is: changed by hand: SKILL.md" in answer.out
    assert path.read_text() == "mine"
    assert (
        "kept as SKILL.md.kept-"
        in desk.run("skills", "install", "--force", "--to", str(folder), where=root).out
    )
    assert "is not daykeep's" in desk.run("skills", "uninstall", "--to", str(folder), where=root).out
    assert names(folder) == ["context-triage"]


def test_folder_needs_no_workspace_and_the_workspaces_own_does(desk):
    folder = desk.folder / "mine"
    folder.mkdir()
    assert desk.run("skills", "install", "--to", "mine", where=desk.folder).code == 0
    assert names(folder) == sorted(OWN_SKILLS)
    assert desk.run("skills", "install", where=desk.folder).code == 2
    assert desk.run("skills", "install", "--to", "mnie", where=desk.folder).code == 2
    assert desk.run("skills", "install", "nobody", "--to", "mine", where=desk.folder).code == 2


def test_skill_that_the_workspace_lost_comes_back(desk, root):
    before = digest(root)
    for path in (root / "skills" / "context-manager").rglob("*"):
        if path.is_file():
            path.unlink()
    assert "would be installed" in desk.run("skills", "install", "--dry-run", where=root).out
    assert desk.run("skills", "install", where=root).code == 0
    assert digest(root) == before
    assert desk.run("skills", "install", "--to", "openclaw", where=root).code == 0
    assert desk.run("skills", "check", where=root).code == 0


def test_leaving_takes_skills_away_and_says_what_it_leaves(desk, root):
    home = desk.folder / "home"
    desk.run("skills", "install", "--to", "claude", where=root)
    (home / ".claude/skills/context-triage/SKILL.md").write_text("mine")
    desk.run("skills", "install", where=root)
    rehearsal = desk.run("uninstall", "--dry-run", where=root)
    assert f"{home}/.claude/skills/context-manager" in rehearsal.out
    assert names(home / ".claude/skills") == sorted(OWN_SKILLS)
    answer = desk.run("uninstall", where=root)
    assert answer.code == 10
    assert "context-triage: left as it is: changed by hand" in answer.err
    taken, stays = answer.out.split("Stays:")
    assert f"{home}/.claude/skills/context-manager" in taken
    assert f"{home}/.claude/skills/context-triage" not in taken
    assert f"{home}/.claude/skills/context-triage: could not be taken away" in stays
    assert names(home / ".claude/skills") == ["context-triage"]
    assert names(root / "skills") == sorted(OWN_SKILLS)


def test_record_that_is_none_stops_before_anything_is_written(desk, root):
    folder = desk.folder / "home" / ".config" / "daykeep"
    folder.mkdir(parents=True)
    (folder / "placed.json").write_text("{")
    assert desk.run("skills", "install", "--to", "claude", where=root).code == 4
    assert not (desk.folder / "home" / ".claude").exists()


def test_check_names_what_an_agent_has_of_an_older_daykeep(desk, root):
    desk.run("skills", "install", "--to", "claude", where=root)
    assert desk.run("skills", "check", where=root).err == ""
    folder = desk.folder / "home" / ".claude" / "skills" / "context-manager"
    (folder / "references" / "cache.md").unlink()
    answer = desk.run("skills", "check", where=root)
    assert (answer.code, f"{folder} is not as this daykeep ships it" in answer.err) == (0, True)
    (desk.folder / "home" / ".config" / "daykeep" / "placed.json").write_text("{")
    assert "can't be looked at" in desk.run("skills", "check", where=root).err
