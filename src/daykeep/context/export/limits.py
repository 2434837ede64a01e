"""How much of a file an agent reads, and whether daykeep's block stands within it.

Sources: developers.openai.com/codex/guides/agents-md (32 KiB of a project's files together), cursor.com/docs/rules (500 lines
advised), docs.github.com/copilot (code review has read the first 4,000 characters), code.claude.com/docs/en/memory (large files
are named as a cost).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.context.instructions.folders import below
from daykeep.context.instructions.model import Asked
from daykeep.context.instructions.profiles import codex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.context.export.agents import Target
    from daykeep.context.instructions.model import Around
    from daykeep.files.encoding import Document
    from daykeep.workspace.fence import Block

COPILOT_CHARS = 4_000
CURSOR_LINES = 500
CLAUDE_CHARS = 40_000


def room_for(agent: str, around: Around, before: Document | None) -> int | None:
    """How many characters a block may have so that the agent reads it whole; None where there is no limit.

    For Codex it is counted in bytes, and a character of Chinese takes three: the answer is for the worst case.
    """
    if agent == "codex":
        left = codex.read_config(around).most_bytes - _above(around, "") - (len(before.data) if before else 0)
        return max(0, left // 3)
    if agent == "copilot":
        return max(0, COPILOT_CHARS - (len("\n".join(before.texts)) if before else 0))
    return CLAUDE_CHARS if agent == "claude" else None


def check_limits(target: Target, around: Around, after: Document, block: Block) -> Iterator[str]:
    """Say where the block, or its end, falls behind what the agent reads."""
    if target.agent == "codex":
        yield from _check_codex(target, around, after, block)
    elif target.agent == "copilot":
        end = len("\n".join(after.texts[: block.last]))
        if end > COPILOT_CHARS:
            yield (
                f"{target.name}: the block ends at character {end:,}; Copilot's code review has read only the first "
                f"{COPILOT_CHARS:,}"
            )
    elif target.agent == "cursor" and len(after.texts) > CURSOR_LINES:
        yield f"{target.name}: {len(after.texts):,} lines; Cursor advises at most {CURSOR_LINES}"
    elif target.agent == "claude" and sum(map(len, after.texts)) > CLAUDE_CHARS:
        yield f"{target.name}: more than {CLAUDE_CHARS:,} characters, all read at every start of Claude Code"


def _check_codex(target: Target, around: Around, after: Document, block: Block) -> Iterator[str]:
    most = codex.read_config(around).most_bytes
    above = _above(around, target.name)
    end = above + after.lines[block.last - 1].end
    if end > most:
        whose = f", {above:,} of them in files above" if above else ""
        yield (
            f"{target.name}: the block ends at byte {end:,}{whose}; Codex reads {most:,} bytes of a project and cuts it off. "
            "Raise project_doc_max_bytes in Codex's config.toml, or shorten the file"
        )


def _above(around: Around, name: str) -> int:
    """The bytes that Codex reads of the project before the file of the folder itself."""
    here = below(str(around.cwd), name or codex.NAMES[1])
    own = {here, *(below(str(around.cwd), other) for other in codex.NAMES)}
    files = codex.find(around, Asked()).files
    return sum(
        len(file.text.encode("utf-8", "replace"))
        for file in files
        if file.scope == "project" and file.path not in own
    )
