"""Whose files import from outside of the project, and with whose answer."""

import sys

import pytest

from daykeep.context.instructions.model import APPROVED, DECLINED, Approvals

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs links")


def test_an_import_of_a_file_above_is_found_beside_that_file_and_waits_as_external(world):
    world.write("demo/CLAUDE.md", "@RULES.md")
    world.write("demo/RULES.md", "rules")
    world.path("demo/sub").mkdir()
    found = world.find(cwd="demo/sub")
    [skipped] = [file for file in found.skipped if file.path.endswith("demo/RULES.md")]
    assert (skipped.code, skipped.line) == ("pending", 1)
    assert "--approve-imports" in skipped.reason
    approved = Approvals({str(world.path("demo/sub")): APPROVED})
    assert world.read(cwd="demo/sub", approvals=approved) == ["demo/CLAUDE.md", "demo/RULES.md"]


def test_a_users_file_imports_from_anywhere_without_asking(world):
    out = world.write("^ext/f.md", "far")
    world.write("~/.claude/CLAUDE.md", f"@{out.as_posix()}")
    world.write("~/.claude/rules/r.md", "@../../near.md")
    world.write("~/near.md", "near")
    assert world.read() == ["~/.claude/CLAUDE.md", "^ext/f.md", "~/.claude/rules/r.md", "~/near.md"]


def test_the_administrators_file_imports_from_anywhere_without_asking(world):
    world.write("^managed/CLAUDE.md", "@../ext/f.md")
    world.write("^ext/f.md", "far")
    assert world.read() == ["^managed/CLAUDE.md", "^ext/f.md"]


@pytest.mark.parametrize("name", ["pkg/CLAUDE.md", "pkg/.claude/rules/r.md", "^added/CLAUDE.md"])
def test_files_of_folders_below_and_of_added_ones_need_the_approval_too(world, name):
    out = world.write("^ext/f.md", "far")
    world.write(name, f"@{out.as_posix()}")
    asked = {
        "add_dirs": (str(world.root / "added"),),
        "environ": {"CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD": "1"},
    }
    assert world.read("pkg/x.py", **asked) == [name]
    assert world.skips("pkg/x.py", **asked) == {"^ext/f.md": "pending"}


def test_a_file_from_outside_that_was_read_before_waits_for_no_answer(world):
    out = world.write("^ext/f.md", "far")
    world.write("~/.claude/CLAUDE.md", f"@{out.as_posix()}")
    world.write("CLAUDE.md", f"@{out.as_posix()}")
    assert world.read() == ["~/.claude/CLAUDE.md", "^ext/f.md", "CLAUDE.md"]
    assert world.skips() == {"^ext/f.md": "duplicate"}


@pytest.mark.parametrize("name", ["CLAUDE.md", "CLAUDE.local.md", ".claude/rules/r.md"])
def test_a_projects_file_imports_from_outside_only_with_an_approval(world, name):
    out = world.write("^ext/f.md", "far")
    world.write(name, f"@{out.as_posix()}")
    assert world.skips() == {"^ext/f.md": "pending"}
    project = str(world.project)
    assert world.skips(approvals=Approvals({project: DECLINED})) == {"^ext/f.md": "declined"}
    assert world.read(approvals=Approvals({project: APPROVED})) == [name, "^ext/f.md"]
    assert world.skips(approvals=Approvals({project + "2": APPROVED})) == {"^ext/f.md": "pending"}


@pytest.mark.parametrize(
    ("key", "code"),
    [("hasClaudeMdExternalIncludesApproved", None), ("hasClaudeMdExternalIncludesWarningShown", "declined")],
)
def test_what_claude_code_was_told_about_the_project_counts(world, key, code):
    world.write("CLAUDE.md", "@../out.md")
    world.write("^work/out.md", "out")
    world.write("~/.claude.json", f'{{"projects": {{"{world.project.as_posix()}": {{"{key}": true}}}}}}')
    assert world.skips().get("^work/out.md") == code


def test_daykeeps_own_answer_wins_over_claude_codes(world):
    world.write("CLAUDE.md", "@../out.md")
    world.write("^work/out.md", "out")
    state = (
        f'{{"projects": {{"{world.project.as_posix()}": {{"hasClaudeMdExternalIncludesApproved": true}}}}}}'
    )
    world.write("~/.claude.json", state)
    assert world.skips(approvals=Approvals({str(world.project): DECLINED})) == {"^work/out.md": "declined"}


@posix
def test_a_path_through_a_linked_folder_counts_by_where_it_really_lies(world):
    world.write("^ext/f.md", "far")
    world.link("docs", world.root / "ext")
    world.write("CLAUDE.md", "@docs/f.md")
    found = world.find()
    assert found.skipped[0].code == "pending"
    assert "--approve-imports" in found.skipped[0].reason
