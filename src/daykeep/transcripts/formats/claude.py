"""Claude Code's transcripts: a tree of entries, one line for each block of an answer, compaction boundaries.

The format is internal to Claude Code and changes between versions. Relied upon is only what its published SDK relies
upon: ``type``, ``uuid``, ``parentUuid``, ``message``, ``timestamp``, ``cwd``, ``sessionId`` and the marks for what
belongs to sub-agents, to the runtime and to compactions. Unknown types are passed over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.transcripts.entries.asides import without_claude
from daykeep.transcripts.entries.branches import Node, choose_branch
from daykeep.transcripts.entries.content import output_in, said_in, text_of
from daykeep.transcripts.entries.draft import Place, Said, StartOverError
from daykeep.transcripts.entries.times import read_time
from daykeep.transcripts.turn import ASSISTANT, OUTPUT, SUMMARY, TEXT, TOOL, USER

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from daykeep.transcripts.entries.draft import Draft
    from daykeep.transcripts.entries.lines import Record

CHAIN = frozenset({"user", "assistant", "system", "attachment", "progress"})
"""Types of entries that hang on each other."""
MARKS = frozenset(
    {"summary", "custom-title", "ai-title", "tag", "mode", "file-history-snapshot", "queue-operation"}
)
MARKS |= {"pr-link", "content-replacement", "permission-mode", "last-prompt", "agent-name", "agent-setting"}
"""Types of entries without a place in the conversation."""
_TITLES = ("customTitle", "aiTitle", "summary")
"""Names of a conversation, the one that a person gave first."""
_SYNTHETIC_MODEL = "<synthetic>"
"""The model of answers that no model gave: errors, "no response requested"."""


def is_no_answer(value: Mapping[str, Any], message: Mapping[str, Any]) -> bool:
    """Whether an entry holds words of the program in the place of an answer: errors and notices."""
    return value.get("isApiErrorMessage") is True or message.get("model") == _SYNTHETIC_MODEL


def is_claude(value: dict[str, Any]) -> bool:
    """Whether an entry is one of Claude Code's."""
    kind = value.get("type")
    if not isinstance(kind, str):
        return False
    if kind in CHAIN:
        return "uuid" in value and "parentUuid" in value
    return kind in MARKS and bool({"sessionId", "leafUuid", "messageId"} & value.keys())


def read_claude(records: Iterable[Record], draft: Draft, *, link: str = "") -> None:
    """Read the conversation; of an entry that stands there twice (a compaction copies some) the first one counts.

    Some versions write what was said while the agent worked without a place in the tree: it belongs to the entry before.
    """
    nodes: list[Node] = []
    said: list[list[Said]] = []
    places: list[Place] = []
    seen: set[str] = set()
    titles: dict[str, str] = {}
    loose: list[tuple[str, Said, Place]] = []
    last = link
    for record in records:
        value = record.value
        _note_title(value, titles)
        if last and "uuid" not in value and value.get("type") == "attachment":
            place = Place(record.line, record.offset, last)
            loose += ((last, piece, place) for piece in _said(value, draft))
            continue
        node = node_of(value)
        if node is None or node.id in seen:
            continue
        if node.breaks and link and keeps_copies(value):
            raise StartOverError
        seen.add(node.id)
        last = node.id
        draft.name_session(value.get("sessionId"))
        draft.enter(value.get("cwd"))
        nodes.append(node)
        said.append(_said(value, draft))
        places.append(Place(record.line, record.offset, node.parent))
    if nodes:
        draft.require_folder()
    chosen = choose_branch(nodes, link=link)
    known = {link, *(nodes[index].id for index in chosen)}
    pieces = [(piece, places[index]) for index in chosen for piece in said[index]]
    pieces += ((piece, place) for ident, piece, place in loose if ident in known)
    for piece, place in sorted(pieces, key=lambda pair: pair[1].line):
        draft.add(piece, place)
    draft.title = next((titles[key] for key in _TITLES if key in titles), draft.title)


def _note_title(value: dict[str, Any], titles: dict[str, str]) -> None:
    for key in _TITLES:
        if isinstance(value.get(key), str) and "uuid" not in value and value[key].strip():
            titles[key] = value[key].strip()


def node_of(value: dict[str, Any], *, aside: bool = False) -> Node | None:
    """The entry's place in the tree; None for what has none, and for sub-agents (unless ``aside``) and team mates."""
    kind, ident = text_of(value, "type"), text_of(value, "uuid")
    if kind not in CHAIN or not ident:
        return None
    if (value.get("isSidechain") is True and not aside) or value.get("teamName"):
        return None
    breaks = kind == "system" and value.get("subtype") == "compact_boundary"
    speaks = kind in {"user", "assistant"} and value.get("isMeta") is not True
    return Node(ident, text_of(value, "parentUuid"), speaks, breaks, text_of(value, "logicalParentUuid"))


def keeps_copies(value: dict[str, Any]) -> bool:
    """Whether a compaction writes entries again that stand before it, under the same ids."""
    facts = value.get("compactMetadata", value.get("compact_metadata"))
    return isinstance(facts, dict) and any(
        facts.get(key) for key in ("preservedSegment", "preservedMessages")
    )


def _said(value: dict[str, Any], draft: Draft) -> list[Said]:
    at = read_time(value.get("timestamp"), draft.zone)
    if value["type"] == "attachment":
        return [Said(USER, text, at) for text in _queued(value.get("attachment"))]
    message = value.get("message")
    if not isinstance(message, dict) or value.get("isMeta") is True:
        return []
    content = message.get("content")
    if value["type"] == "assistant":
        if is_no_answer(value, message):
            return []
        return [Said(ASSISTANT, said_in(content), at, key=text_of(message, "id"))]
    if value["type"] != "user":
        return []
    kind = SUMMARY if value.get("isCompactSummary") is True else TEXT
    said = [Said(USER, without_claude(said_in(content)), at, kind)]
    if draft.tools:
        said.append(Said(TOOL, output_in(content), at, OUTPUT))
    return said


def _queued(attachment: Any) -> list[str]:
    """What a person wrote while the agent was at work."""
    if not isinstance(attachment, dict) or attachment.get("type") != "queued_command":
        return []
    if attachment.get("commandMode", "prompt") != "prompt":
        return []
    return [without_claude(said_in(attachment.get("prompt")))]
