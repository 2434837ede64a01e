"""What Claude Code attaches to a message: files, commands that waited, reminders. Each as the text a model is given. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.transcripts.entries.content import text_of
from daykeep.transcripts.messages.blocks import compact_json, said_by
from daykeep.transcripts.messages.model import ATTACHMENT, Block

if TYPE_CHECKING:
    from collections.abc import Callable

_FILES = frozenset({"file", "edited_text_file", "new_file", "compact_file_reference", "nested_memory"})
_TOLD = frozenset({"queued_command", "hook_additional_context", "critical_system_reminder"})


def attachment_block(value: Any, line: int, unknown: Callable[[int, str, object], None]) -> Block:
    """The block of one attachment. One whose type is not known says its JSON, and is noted as ``unknown``."""
    data = value if isinstance(value, dict) else {"value": value}
    kind = text_of(data, "type")
    text = _text(kind, data)
    if not text:
        unknown(line, "attachment", kind or "without a type")
        text = f'<attachment type="{kind}">\n{compact_json(data)}\n</attachment>'
    return Block(ATTACHMENT, text, "", kind, data)


def _text(kind: str, data: dict[str, Any]) -> str:
    if kind in _TOLD:
        return said_by(data.get("prompt", data.get("content")))
    if kind not in _FILES:
        return ""
    content = data.get("content", data.get("snippet"))
    path = text_of(data, "filename") or text_of(data, "path")
    if isinstance(content, dict):
        held = content.get("file", content)
        if isinstance(held, dict):
            path = path or text_of(held, "filePath") or text_of(held, "path")
            content = held.get("content")
    text = said_by(content)
    return f'<attachment type="{kind}" path="{path}">\n{text}\n</attachment>' if text else ""
