"""Three whole repositories, and what an agent reads in them: the order, and the list of what is not read."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from daykeep.context.instructions.find import find_instructions
from daykeep.context.instructions.model import APPROVED, Approvals, Around, Asked
from tests.git.playground import Playground, clean_environment, move_in

needs_links = pytest.mark.skipif(
    os.name == "nt", reason="making links needs a right that few have on Windows"
)


@pytest.fixture
def home(tmp_path, monkeypatch):
    folder = tmp_path / "home"
    folder.mkdir()
    return move_in(folder, monkeypatch)


def write(root: Path, texts: dict[str, str]) -> None:
    for name, text in texts.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")


def read_in(cwd: Path, home: Path, **asked):
    around = Around(cwd, home, clean_environment(home), sys.platform)
    return find_instructions(around, Asked(**asked))


def names(found, base: Path) -> list[str]:
    return [Path(os.path.relpath(file.path, base)).as_posix() for file in found.files]


def left_out(found, base: Path) -> set[tuple[str, str]]:
    return {(Path(os.path.relpath(skipped.path, base)).as_posix(), skipped.code) for skipped in found.skipped}


@pytest.fixture
def monorepo(tmp_path, home):
    write(
        home,
        {
            ".claude/CLAUDE.md": "Mine. @~/prefs.md\n",
            "prefs.md": "Short answers.\n",
            ".claude/rules/01-tone.md": "Be plain.\n",
        },
    )
    root = tmp_path / "mono"
    write(
        root,
        {
            "CLAUDE.md": "The monorepo. @docs/style.md and @docs/gone.md\n",
            "docs/style.md": "Two spaces. @deep/naming.md\n",
            "docs/deep/naming.md": "Long names.\n",
            "CLAUDE.local.md": "On this machine.\n",
            ".claude/CLAUDE.md": "The team's.\n",
            ".claude/rules/testing.md": "Always test.\n",
            ".claude/rules/api.md": "---\npaths:\n  - packages/api/**/*.ts\n  - '!**/*.gen.ts'\n---\nCheck input.\n",
            ".claude/rules/web/ui.md": "---\npaths: packages/web/**\n---\nBig buttons.\n",
            ".claude/settings.json": '{"claudeMdExcludes": ["**/packages/api/notes/**"]}\n',
            "packages/CLAUDE.md": "All packages.\n",
            "packages/api/CLAUDE.md": "The API.\n",
            "packages/api/CLAUDE.local.md": "The API here.\n",
            "packages/api/.claude/rules/db.md": "No raw SQL.\n",
            "packages/api/src/CLAUDE.md": "The source.\n",
            "packages/api/src/x.ts": "",
            "packages/api/src/x.gen.ts": "",
            "packages/api/notes/CLAUDE.md": "Excluded.\n",
            "packages/api/notes/n.md": "",
            "packages/web/CLAUDE.md": "The web.\n",
        },
    )
    Playground(root, home).git("init", "-q")
    return root


AT_LAUNCH = [
    "home/.claude/CLAUDE.md",
    "home/prefs.md",
    "home/.claude/rules/01-tone.md",
    "mono/CLAUDE.md",
    "mono/docs/style.md",
    "mono/docs/deep/naming.md",
    "mono/.claude/CLAUDE.md",
    "mono/.claude/rules/testing.md",
    "mono/CLAUDE.local.md",
    "mono/packages/CLAUDE.md",
    "mono/packages/api/CLAUDE.md",
    "mono/packages/api/.claude/rules/db.md",
    "mono/packages/api/CLAUDE.local.md",
]


def test_monorepo_from_a_package_every_folder_above_is_read_root_first(monorepo, home, tmp_path):
    approvals = Approvals(
        {str(monorepo.resolve()): APPROVED, str((monorepo / "packages/api").resolve()): APPROVED}
    )
    found = read_in(monorepo / "packages/api", home, approvals=approvals)
    assert names(found, tmp_path) == AT_LAUNCH
    assert ("mono/docs/gone.md", "missing") in left_out(found, tmp_path)


def test_monorepo_imports_above_the_working_folder_wait_for_an_approval(monorepo, home, tmp_path):
    found = read_in(monorepo / "packages/api", home)
    assert names(found, tmp_path) == [name for name in AT_LAUNCH if "/docs/" not in name]
    assert ("mono/docs/style.md", "pending") in left_out(found, tmp_path)


def test_monorepo_rules_for_other_paths_are_named_as_not_read(monorepo, home, tmp_path):
    found = read_in(monorepo, home)
    assert left_out(found, tmp_path) >= {
        ("mono/.claude/rules/api.md", "no_match"),
        ("mono/.claude/rules/web/ui.md", "no_match"),
    }


def test_monorepo_a_file_that_is_read_brings_its_rules_and_its_folders(monorepo, home, tmp_path):
    at_launch = names(read_in(monorepo, home), tmp_path)
    found = read_in(monorepo, home, for_paths=("packages/api/src/x.ts",))
    more = [
        Path(os.path.relpath(file.path, tmp_path)).as_posix()
        for file in found.files
        if file.when == "on read"
    ]
    assert names(found, tmp_path)[: len(at_launch)] == at_launch
    assert sorted(more) == [
        "mono/.claude/rules/api.md",
        "mono/packages/CLAUDE.md",
        "mono/packages/api/.claude/rules/db.md",
        "mono/packages/api/CLAUDE.local.md",
        "mono/packages/api/CLAUDE.md",
        "mono/packages/api/src/CLAUDE.md",
    ]


def test_monorepo_a_negated_pattern_keeps_a_rule_away(monorepo, home, tmp_path):
    found = read_in(monorepo, home, for_paths=("packages/api/src/x.gen.ts",))
    assert "mono/.claude/rules/api.md" not in names(found, tmp_path)


def test_monorepo_an_excluded_file_is_listed_as_such(monorepo, home, tmp_path):
    found = read_in(monorepo, home, for_paths=("packages/api/notes/n.md",))
    assert "mono/packages/api/notes/CLAUDE.md" not in names(found, tmp_path)
    assert ("mono/packages/api/notes/CLAUDE.md", "excluded") in left_out(found, tmp_path)


@pytest.fixture
def worktrees(tmp_path, home):
    root = tmp_path / "app"
    write(
        root,
        {
            "CLAUDE.md": "The app.\n",
            ".claude/rules/testing.md": "Always test.\n",
            ".gitignore": "CLAUDE.local.md\n.worktrees/\n",
        },
    )
    work = Playground(root, home)
    work.git("init", "-q", "-b", "main")
    work.git("add", ".")
    work.git("commit", "-qm", "One")
    write(root, {"CLAUDE.local.md": "Only on this machine.\n"})
    work.git("worktree", "add", "-q", ".worktrees/fix")
    work.git("worktree", "add", "-q", "../app-fix")
    return root


def test_worktree_inside_its_repository_the_same_files_are_read_once_from_the_worktree(
    worktrees, home, tmp_path
):
    found = read_in(worktrees / ".worktrees/fix", home)
    assert names(found, tmp_path) == [
        "app/CLAUDE.local.md",
        "app/.worktrees/fix/CLAUDE.md",
        "app/.worktrees/fix/.claude/rules/testing.md",
    ]
    assert left_out(found, tmp_path) >= {
        ("app/CLAUDE.md", "duplicate"),
        ("app/.claude/rules/testing.md", "duplicate"),
    }


def test_worktree_beside_its_repository_reads_its_own_files_alone(worktrees, home, tmp_path):
    found = read_in(tmp_path / "app-fix", home)
    assert names(found, tmp_path) == ["app-fix/CLAUDE.md", "app-fix/.claude/rules/testing.md"]


def test_bare_repository_with_a_worktree_inside_every_folder_above_is_read(worktrees, tmp_path, home):
    fleet = tmp_path / "fleet"
    Playground(worktrees, home).git("clone", "-q", "--bare", ".", str(fleet / ".git"))
    Playground(fleet / ".git", home).git("worktree", "add", "-q", str(fleet / "child"), "main", "-f")
    write(fleet, {"CLAUDE.md": "The fleet.\n"})
    found = read_in(fleet / "child", home)
    assert names(found, tmp_path) == [
        "fleet/CLAUDE.md",
        "fleet/child/CLAUDE.md",
        "fleet/child/.claude/rules/testing.md",
    ]


@needs_links
def test_linked_agents_file_is_read_once_however_many_names_it_has(tmp_path, home):
    root = tmp_path / "linked"
    write(
        root,
        {
            "AGENTS.md": "For every agent. @more.md\n",
            "more.md": "More.\n",
            "sub/deep/CLAUDE.md": "@../../AGENTS.md\n",
            "shared/rules/a.md": "A.\n",
            ".claude/rules/own.md": "Own.\n",
        },
    )
    (root / "CLAUDE.md").symlink_to("AGENTS.md")
    (root / "sub/CLAUDE.md").symlink_to("../AGENTS.md")
    (root / ".claude/rules/shared").symlink_to("../../shared/rules", target_is_directory=True)
    (root / ".claude/rules/loop").symlink_to("..", target_is_directory=True)
    Playground(root, home).git("init", "-q")
    approvals = Approvals({str(root.resolve()): APPROVED, str((root / "sub/deep").resolve()): APPROVED})
    found = read_in(root / "sub/deep", home, approvals=approvals)
    assert names(found, tmp_path) == [
        "linked/CLAUDE.md",
        "linked/more.md",
        "linked/.claude/rules/own.md",
        "linked/.claude/rules/shared/a.md",
        "linked/sub/deep/CLAUDE.md",
    ]
    out = left_out(found, tmp_path)
    assert {("linked/sub/CLAUDE.md", "duplicate"), ("linked/AGENTS.md", "duplicate")} <= out
    assert any(code == "cycle" for _, code in out)
