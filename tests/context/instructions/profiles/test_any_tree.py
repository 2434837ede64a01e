"""Random trees of files, folders, FIFOs and links: no profile fails, and every file that it looks for is accounted for."""

from __future__ import annotations

import os
import random

import pytest

NAMES = (
    "AGENTS.md", "AGENTS.override.md", "CLAUDE.md", "CLAUDE.local.md", "GEMINI.md", "SOUL.md", ".cursorrules",
    ".cursor/rules/a.mdc", ".cursor/rules/b.md", ".github/copilot-instructions.md",
    ".github/instructions/a.instructions.md", ".claude/CLAUDE.md", ".claude/rules/a.md", "web/AGENTS.md",
    "web/GEMINI.md", "web/.cursor/rules/a.mdc", "~/.codex/AGENTS.md", "~/.codex/config.toml", "~/.gemini/GEMINI.md",
    "~/.copilot/copilot-instructions.md", "~/.claude/CLAUDE.md", "~/.claude/memory/MEMORY.md",
)  # fmt: skip
LOOKED_FOR = {
    "flat": (
        "CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md", ".claude/rules/a.md", "~/.claude/CLAUDE.md",
        "~/.claude/memory/MEMORY.md",
    ),
    "codex": ("AGENTS.md", "AGENTS.override.md", "web/AGENTS.md", "~/.codex/AGENTS.md"),
    "gemini": ("GEMINI.md", "web/GEMINI.md", "~/.gemini/GEMINI.md"),
    "cursor": (".cursorrules", "AGENTS.md", ".cursor/rules/a.mdc", ".cursor/rules/b.md", "web/.cursor/rules/a.mdc"),
    "copilot": (
        ".github/copilot-instructions.md", "AGENTS.md", "CLAUDE.md", "GEMINI.md", "web/AGENTS.md",
        ".github/instructions/a.instructions.md", "~/.copilot/copilot-instructions.md",
    ),
    "agents-md": ("AGENTS.md", "web/AGENTS.md"),
    "workspace": ("AGENTS.md", "SOUL.md"),
}  # fmt: skip
PIECES = (
    "---\n", "paths: ", "globs: [", "applyTo: {a,b}\n", "alwaysApply: true\n", "@./AGENTS.md\n", "@CLAUDE.md ",
    "@~/x.md\n", "<!--", "-->", "```\n", "project_doc_fallback_filenames = 3\n", "\0", "[", "description: |\n  x\n",
    "null\n", "\r\n", "\ufeff", "text\n",
)  # fmt: skip
LINKS = ("nowhere", "..", ".", "AGENTS.md", "itself")


def grow(world, chance):
    (world.project / ".git").mkdir()
    world.write("daykeep.toml")
    for name in NAMES:
        path = world.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        kind = chance.random()
        if kind < 0.1:
            path.mkdir()
        elif kind < 0.2:
            target = chance.choice(LINKS)
            path.symlink_to(path.name if target == "itself" else target)
        elif kind < 0.25 and hasattr(os, "mkfifo"):
            os.mkfifo(path)
        elif kind < 0.7:
            world.write(name, "".join(chance.choices(PIECES, k=chance.randrange(8))))


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("profile", LOOKED_FOR)
def test_every_file_that_is_looked_for_is_read_or_listed_with_its_reason(world, profile, seed):
    grow(world, random.Random(seed))
    found = world.find("web/a.ts", profile=profile)
    named = [world.short(one.path) for one in (*found.files, *found.skipped)]
    for name in LOOKED_FOR[profile]:
        path = world.path(name)
        is_rule_folder = "/rules/" in name and path.is_dir()
        if os.path.lexists(path) and not is_rule_folder and not (path.is_dir() and "/instructions/" in name):
            assert name in named
    reals = [file.real for file in found.files]
    assert len(reals) == len(set(reals))
    assert all(one.code and one.reason for one in found.skipped)
