"""Where agents look for skills."""

from __future__ import annotations

import pytest

from daykeep.errors import UsageError
from daykeep.wiring.skills.places import Where, find_skills_folder


@pytest.fixture
def where(tmp_path):
    for name in ("home", "project", "work"):
        (tmp_path / name).mkdir()
    return Where(tmp_path / "home", {}, tmp_path / "project", tmp_path / "work")


@pytest.mark.parametrize(
    ("to", "scope", "expected"),
    [
        ("claude", "", "home/.claude/skills"),
        ("claude", "project", "project/.claude/skills"),
        ("codex", "", "home/.agents/skills"),
        ("codex", "project", "project/.agents/skills"),
        ("openclaw", "", "work/skills"),
        ("openclaw", "user", "home/.openclaw/skills"),
        ("workspace", "", "work/skills"),
    ],
)
def test_every_agent_has_its_folders(tmp_path, where, to, scope, expected):
    found = find_skills_folder(to, scope, where)
    assert found.root / found.folder == tmp_path / expected


def test_environment_moves_the_users_own_folders(tmp_path, where):
    where = where._replace(
        environ={"CLAUDE_CONFIG_DIR": str(tmp_path / "c"), "OPENCLAW_STATE_DIR": str(tmp_path / "o")}
    )
    assert find_skills_folder("claude", "user", where).root == tmp_path / "c" / "skills"
    assert find_skills_folder("openclaw", "user", where).root == tmp_path / "o" / "skills"


def test_folder_of_the_users_own_may_be_a_link(tmp_path, where):
    (tmp_path / "dotfiles" / "skills").mkdir(parents=True)
    (tmp_path / "home" / ".claude").symlink_to(tmp_path / "dotfiles")
    assert find_skills_folder("claude", "", where).root == tmp_path / "dotfiles" / "skills"


@pytest.mark.parametrize(("to", "scope"), [("cladue", ""), ("workspace", "user"), ("DIR", "user")])
def test_what_makes_no_sense_is_a_usage_error(tmp_path, where, to, scope):
    with pytest.raises(UsageError):
        find_skills_folder(str(tmp_path) if to == "DIR" else to, scope, where)
    with pytest.raises(UsageError):
        find_skills_folder("openclaw", "", where._replace(workspace=None))
