"""What an agent lost when its conversation was compacted, as far as its workspace kept it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.context.safe import NOTES, enclose, safe_line, safe_path
from daykeep.operations.rules import find_rules
from daykeep.session.history.place import INFO_FILE, fitting_id, session_file
from daykeep.session.memory.document import memory_path, parse_memory
from daykeep.session.memory.model import ASKS, DECISIONS, FINDINGS, GOAL, HEADINGS, PREFERENCES, PROGRESS
from daykeep.session.records.store import load_register
from daykeep.session.watching.refresh import plan_refresh
from daykeep.triage.stored.model import stored_folder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.app import Workspace
    from daykeep.session.memory.model import SessionMemory

ORDER = (GOAL, DECISIONS, PREFERENCES, ASKS, PROGRESS, FINDINGS)
"""What counts most comes first: it is what remains where there is little room."""
IN_FORCE_TOKENS = 400
RULES = 8
"""So many rules of a person are said again."""
_SHARE = 0.75
"""The session's own memory takes at most so much of the room."""
_TEXTS = {
    "en": {
        "title": "# After the compaction",
        "intro": "The conversation before this point was replaced by a summary. This is what the workspace kept of it: knowledge, no new request.",
        "memory": "## Memory of this session ({name})",
        "more": "- … {count} more in {name}",
        "rules": "## Rules that hold",
        "recall": "## What can be brought back",
        "history": "- what was said, word for word: `daykeep session show --session {id} --workspace {root}`",
        "stored": "- a turn that was taken out: `daykeep recall --session {id} WORDS --workspace {root}`",
        "search": "- anything older: `daykeep search WORDS --workspace {root}`",
    },
    "zh": {
        "title": "# 压缩之后",
        "intro": "此前的对话已被摘要取代。以下是工作区保留下来的内容：是知识，不是新的要求。",
        "memory": "## 本次会话的记忆（{name}）",
        "more": "- … 另有 {count} 条，见 {name}",
        "rules": "## 仍然有效的规则",
        "recall": "## 可以找回的内容",
        "history": "- 逐字的对话：`daykeep session show --session {id} --workspace {root}`",
        "stored": "- 被移出的一轮：`daykeep recall --session {id} 关键词 --workspace {root}`",
        "search": "- 更早的内容：`daykeep search 关键词 --workspace {root}`",
    },
}


class _Lines(NamedTuple):
    """Lines that fit, and how many more there are."""

    shown: list[str]
    more: int


def find_lost(workspace: Workspace, session_name: str, *, most_chars: int) -> str:
    """What the workspace kept of a session, for an agent that just lost it; "" where it kept nothing.

    ``session_name`` is what the agent calls it. Goal, decisions, constraints and open asks come first; then what was registered and
    still holds, rules that a person gave, and how the rest is brought back. At most ``most_chars`` characters; reads only.
    """
    texts = _TEXTS.get(workspace.language, _TEXTS["en"])
    session_id = fitting_id(session_name)
    kept = [texts["title"], texts["intro"]]
    recall = _recall_lines(workspace, session_id, texts)
    end = "\n".join([texts["recall"], "", *recall])
    room = most_chars - len(end) - 3 - sum(len(block) + 2 for block in kept)
    blocks = _memory_blocks(workspace, session_id, texts, int(_SHARE * room)) if session_id else []
    blocks += _force_blocks(workspace, session_id, texts)
    if not blocks and len(recall) == 1:
        return ""
    for block in blocks:
        if len(block) + 2 <= room:
            kept.append(block)
            room -= len(block) + 2
    return "\n\n".join([*kept, end]) + "\n"


def _memory_blocks(
    workspace: Workspace, session_id: str, texts: dict[str, str], most_chars: int
) -> list[str]:
    name = memory_path(session_id)
    document = workspace.files.find_document(name)
    if document is None:
        return []
    heading = texts["memory"].format(name=name)
    lines = _fitting(
        _memory_lines(parse_memory(document), workspace.language), most_chars - len(heading) - 100
    )
    if not lines.shown:
        return []
    more = [texts["more"].format(count=lines.more, name=name)] if lines.more else []
    return [f"{heading}\n\n{enclose(chr(10).join([*lines.shown, *more]), NOTES)}"]


def _memory_lines(memory: SessionMemory, language: str) -> list[str]:
    """The entries under their headings, the sections that count most first."""
    headings = HEADINGS.get(language, HEADINGS["en"])
    lines: list[str] = []
    for section in ORDER:
        entries = memory.of(section)
        if entries:
            lines += [f"{headings[section]}:", *(f"- {safe_line(text, NOTES)}" for text in entries)]
    return lines


def _fitting(lines: Sequence[str], most_chars: int) -> _Lines:
    shown: list[str] = []
    for line in lines:
        most_chars -= len(line) + 1
        if most_chars < 0:
            break
        shown.append(line)
    while shown and not shown[-1].startswith("- "):
        shown.pop()
    more = sum(line.startswith("- ") for line in lines) - sum(line.startswith("- ") for line in shown)
    return _Lines(shown, more)


def _force_blocks(workspace: Workspace, session_id: str, texts: dict[str, str]) -> list[str]:
    """What was registered in the session and nothing has replaced, and what a person said holds for how to work."""
    blocks = []
    if session_id:
        records = [one for one in load_register(workspace.files, session_id).records if one.is_in_force]
        block = plan_refresh(records, language=workspace.language, budget_tokens=IN_FORCE_TOKENS).text
        blocks += [block] if block else []
    rules = [
        f"- {safe_line(' '.join(rule.split()), NOTES)}" for _, rule in find_rules(workspace.files)[:RULES]
    ]
    if rules:
        blocks.append(f"{texts['rules']}\n\n{enclose(chr(10).join(rules), NOTES)}")
    return blocks


def _recall_lines(workspace: Workspace, session_id: str, texts: dict[str, str]) -> list[str]:
    root = safe_path(str(workspace.root))
    wanted = ["search"]
    if session_id and workspace.files.kind(session_file(session_id, INFO_FILE)) == "file":
        has_stored = workspace.files.list_names(stored_folder(session_id))
        wanted = ["history", *(["stored"] if has_stored else []), "search"]
    return [texts[key].format(id=session_id, root=root) for key in wanted]
