"""Which file of a project an agent reads, and in which form daykeep's block stands in it.

Sources: agents.md, developers.openai.com/codex/guides/agents-md, code.claude.com/docs/en/memory,
geminicli.com/docs/cli/gemini-md, cursor.com/docs/rules, docs.github.com/copilot (custom instructions).
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.context.instructions.model import Asked
from daykeep.context.instructions.profiles import codex, gemini
from daykeep.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from daykeep.context.instructions.model import Around

POINTER, IMPORT = "pointer", "import"
AGENTS_FILE = "AGENTS.md"
_IMPORTS = re.compile(r"(?:^|\s)@(?:\./|\.\./)?AGENTS\.md(?:\s|$)")
_PLAIN_GLOB = re.compile(r"[^\r\n\0\"]+")
_DESCRIPTION = {
    "en": "Where this agent's memory is and how it is read at the start of a session",
    "zh": "这个 agent 的记忆在哪里，会话开始时怎么读",
}


class Target(NamedTuple):
    """A file to write for an agent: its name below the project, what stands above the block if the file is new.

    ``body`` is POINTER (the whole text) or IMPORT (a line that imports ``imports``).
    """

    agent: str
    name: str
    body: str = POINTER
    header: tuple[str, ...] = ()
    imports: str = ""


def find_targets(
    agent: str, around: Around, *, applies_to: str = "", language: str = "en"
) -> tuple[Target, ...]:
    """The files by which an agent is told, in the project's folder ``around.cwd``; reads settings, writes nothing.

    ``applies_to`` are globs, for agents whose rules can be bound to paths; UsageError for others.
    """
    if applies_to and agent not in {"copilot", "cursor"}:
        raise UsageError(
            f"instructions for {agent} can't be bound to paths", hint="only those for cursor and copilot"
        )
    if applies_to and not _PLAIN_GLOB.fullmatch(applies_to):
        raise UsageError("--applies-to takes globs in one line, without quotes")
    return _FINDERS[agent](around, applies_to, language)


def _agents(around: Around, applies_to: str, language: str) -> tuple[Target, ...]:
    del around, applies_to, language
    return (Target("agents", AGENTS_FILE),)


def _codex(around: Around, applies_to: str, language: str) -> tuple[Target, ...]:
    """AGENTS.override.md where there is one: Codex then reads no other file of that folder."""
    del applies_to, language
    name = next((name for name in codex.NAMES if (around.cwd / name).is_file()), AGENTS_FILE)
    return (Target("codex", name),)


def _claude(around: Around, applies_to: str, language: str) -> tuple[Target, ...]:
    """AGENTS.md, and a CLAUDE.md that imports it: Claude Code reads no AGENTS.md by itself."""
    del applies_to, language
    root, first = around.cwd, Target("claude", AGENTS_FILE)
    inner = not os.path.lexists(root / "CLAUDE.md") and (root / ".claude" / "CLAUDE.md").is_file()
    name = ".claude/CLAUDE.md" if inner else "CLAUDE.md"
    if os.path.realpath(root / name) == os.path.realpath(root / AGENTS_FILE):
        return (first,)
    return (first, Target("claude", name, IMPORT, imports="@../AGENTS.md" if inner else "@AGENTS.md"))


def _gemini(around: Around, applies_to: str, language: str) -> tuple[Target, ...]:
    """GEMINI.md, or the first name that its settings give instead: of a Markdown file, whatever else they name."""
    del applies_to, language
    names = [name for name in gemini.file_names(around, Asked()) if name.lower().endswith(".md")]
    return (Target("gemini", names[0] if names else gemini.NAME),)


def _cursor(around: Around, applies_to: str, language: str) -> tuple[Target, ...]:
    """A rule of its own; Cursor ignores a plain .md among the rules, and wants globs without quotes."""
    del around
    header = (
        "---",
        f"description: {_DESCRIPTION[language]}",
        f"globs: {applies_to}".rstrip(),
        f"alwaysApply: {'false' if applies_to else 'true'}",
        "---",
        "",
    )
    return (Target("cursor", ".cursor/rules/daykeep.mdc", header=header),)


def _copilot(around: Around, applies_to: str, language: str) -> tuple[Target, ...]:
    """The repository's instructions, a file of its own for some paths, or the user's own for all repositories."""
    del language
    if not applies_to:
        own = str(around.cwd) == os.path.realpath(around.home / ".copilot")
        return (Target("copilot", "copilot-instructions.md" if own else ".github/copilot-instructions.md"),)
    header = ("---", f'applyTo: "{applies_to}"', "---", "")
    return (Target("copilot", ".github/instructions/daykeep.instructions.md", header=header),)


_FINDERS: dict[str, Callable[[Around, str, str], tuple[Target, ...]]] = {
    "agents": _agents,
    "claude": _claude,
    "codex": _codex,
    "copilot": _copilot,
    "cursor": _cursor,
    "gemini": _gemini,
}


def imports_agents_file(lines: list[str]) -> bool:
    """Whether instructions import AGENTS.md already, in words of their own."""
    return any(_IMPORTS.search(line) for line in lines)
