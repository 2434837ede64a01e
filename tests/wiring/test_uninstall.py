"""Taking away what daykeep added: the files of others are as they were, every memory stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from daykeep.errors import ConflictError
from daykeep.files.store import Files
from daykeep.wiring.merging import plan_attributes
from daykeep.wiring.uninstall import apply_uninstall, plan_uninstall
from daykeep.workspace.ignore import plan_ignores
from daykeep.workspace.init import Choice, apply_init, finish_init, plan_init
from daykeep.workspace.layout import read_layout
from daykeep.workspace.routing import plan_routing
from daykeep.workspace.skills import read_skills
from tests.workspace.making import digest, skill_text, write


def add_everything(files: Files) -> None:
    """What `skills route` and `adopt` write into other people's files."""
    document = files.read_document("AGENTS.md")
    plan = plan_routing(document, read_skills(files), language="en")
    assert plan.data is not None
    files.replace("AGENTS.md", plan.data, expected_sha256=document.sha256)
    ignores = files.find_document(".gitignore")
    attributes = files.find_document(".gitattributes")
    merging = plan_attributes(attributes, read_layout(files))
    assert merging is not None
    files.replace(".gitattributes", merging, expected_sha256=attributes.sha256 if attributes else None)
    data = plan_ignores(ignores)
    if data is not None:
        files.replace(".gitignore", data, expected_sha256=ignores.sha256 if ignores else None)


@pytest.mark.parametrize(
    "agents", [b"# AGENTS\n", b"# AGENTS", b"# AGENTS\r\n\r\ntext\r\n", b"\xef\xbb\xbf# \xff\n", b""]
)
@pytest.mark.parametrize("ignores", [b"*.log\n", b"*.log", b"*.log\r\n"])
def test_files_of_others_get_their_very_bytes_back(tmp_path: Path, agents: bytes, ignores: bytes) -> None:
    contents: dict[str, str | bytes] = {
        "AGENTS.md": agents,
        ".gitignore": ignores,
        ".gitattributes": ignores,
        "skills/sorter/SKILL.md": skill_text("sorter"),
        "memory/2026-03-09.md": "x",
    }
    files = write(tmp_path, contents)
    before = digest(tmp_path)
    add_everything(files)
    assert digest(tmp_path) != before
    plan = plan_uninstall(files, read_layout(files))
    assert {removal.name for removal in plan.removals} == {"AGENTS.md", ".gitignore", ".gitattributes"}
    apply_uninstall(files, plan)
    assert digest(tmp_path) == before
    assert plan_uninstall(files, read_layout(files)).removals == ()


def test_ignore_file_that_was_daykeeps_alone_goes_with_its_block(tmp_path: Path) -> None:
    files = write(tmp_path, {"AGENTS.md": "x\n", "skills/sorter/SKILL.md": skill_text("sorter")})
    before = digest(tmp_path)
    add_everything(files)
    apply_uninstall(files, plan_uninstall(files, read_layout(files)))
    assert digest(tmp_path) == before


def test_plan_changes_nothing_and_lists_every_memory_as_staying(tmp_path: Path) -> None:
    files = Files(tmp_path)
    apply_init(files, plan_init(files, Choice("en", "UTC", history=True)))
    finish_init(files)
    write(tmp_path, {"memory/decisions.jsonl": "{}\n"})
    before = digest(tmp_path)
    plan = plan_uninstall(files, read_layout(files))
    stays = dict(plan.stays)
    assert {
        "SOUL.md",
        "MEMORY.md",
        "memory/",
        "memory/decisions.jsonl",
        "daykeep.toml",
        "skills/context-management/",
        "skills/context-manager/",
        "skills/context-triage/",
        "skills/smart-context-manager/",
    } <= set(stays)
    assert digest(tmp_path) == before


def test_new_workspace_loses_only_the_table_and_the_ignored_lines(tmp_path: Path) -> None:
    files = Files(tmp_path)
    apply_init(files, plan_init(files, Choice("zh", "UTC", history=True)))
    before = digest(tmp_path)
    apply_uninstall(files, plan_uninstall(files, read_layout(files)))
    after = digest(tmp_path)
    assert {name for name in before if after.get(name) != before[name]} == {"AGENTS.md", ".gitignore"}
    assert "daykeep:fence" not in (tmp_path / "AGENTS.md").read_text(encoding="utf-8")
    assert ".DS_Store" in (tmp_path / ".gitignore").read_text(encoding="utf-8")


def test_file_that_changed_since_the_plan_stays_as_it_is(tmp_path: Path) -> None:
    files = write(tmp_path, {"AGENTS.md": "x\n", "skills/sorter/SKILL.md": skill_text("sorter")})
    add_everything(files)
    plan = plan_uninstall(files, read_layout(files))
    (tmp_path / "AGENTS.md").write_text("mine\n", encoding="utf-8")
    with pytest.raises(ConflictError):
        apply_uninstall(files, plan)
    assert (tmp_path / "AGENTS.md").read_text(encoding="utf-8") == "mine\n"
