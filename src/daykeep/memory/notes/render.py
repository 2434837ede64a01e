"""Notes as text: a new one in the form of its store, and one that stands there with a part of it changed."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING, NamedTuple

from daykeep.files.encoding import Document, decode
from daykeep.memory.notes.reading import APPLY_LABELS, NOTE_MARK, WHY_LABELS, label_span
from daykeep.text.blocks import find_blocks
from daykeep.text.comments import parse_mark, render_end, render_mark
from daykeep.text.frontmatter import parse_frontmatter
from daykeep.text.frontmatter_edit import Change, Key, plan_change, quote_value

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from daykeep.memory.notes.note import Note, Statement, Store

STRANGERS = frozenset({"tool", "web", "import", "hook"})
"""Origins whose text is data: it stands in marks that every reader of a workspace knows."""
WHY, APPLY = "**Why:**", "**How to apply:**"
_COLLECTING = {
    "user": "Who the user is: role, experience, preferences",
    "feedback": "How to work: what the user corrected or confirmed",
    "project": "What goes on: who does what, why and until when",
    "reference": "Where to look outside the project",
}


class Head(NamedTuple):
    """What a note says of itself. ``at`` is stamped where the store's form has a stamp, ``title`` put beside the name."""

    name: str
    title: str
    description: str
    type: str
    status: str
    origin: str
    at: datetime


def stamp(at: datetime) -> str:
    """A time as Claude Code stamps it: UTC, milliseconds, ``Z``."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def render_note(store: Store, head: Head, statement: Statement) -> bytes:
    """A note of its own, as this store writes it: with flat keys, or with those of Claude Code below ``metadata``."""
    own = [("status", head.status), ("origin", "" if head.origin == "user" else head.origin)]
    lines = [f"name: {quote_value(head.name)}", f"description: {quote_value(head.description)}"]
    if store.nested:
        title = head.title if head.title != head.name else ""
        below = [("node_type", "memory"), ("type", head.type), ("title", title), *own]
        lines += ["metadata: ", *(f"  {key}: {quote_value(value)}" for key, value in below if value)]
        lines += [f"  modified: {stamp(head.at)}"]
    else:
        lines += [f"{key}: {quote_value(value)}" for key, value in [("type", head.type), *own] if value]
    return "\n".join(["---", *lines, "---", "", *render_body(statement, head.origin), ""]).encode()


def render_body(statement: Statement, origin: str) -> list[str]:
    """The lines of a statement with its reasons, in marks where it is a stranger's."""
    parts = [statement.rule]
    parts += [
        _labelled(label, text) for label, text in ((WHY, statement.why), (APPLY, statement.apply)) if text
    ]
    lines = "\n\n".join(parts).split("\n")
    return (
        [render_mark("origin", origin=origin), *lines, render_end("origin")] if origin in STRANGERS else lines
    )


def _labelled(label: str, text: str) -> str:
    """A reason behind its label; one that begins with code stands below it, so that the code is closed where it ends."""
    code = find_blocks(["", *text.split("\n")]).code
    return f"{label}\n{text}" if code and code[0].first == 2 else f"{label} {text}"


def add_section(document: Document | None, head: Head, statement: Statement) -> bytes:
    """The bytes of a collecting file with one more section at its end; None makes the file."""
    mark: list[str] = []
    if head.status != "reviewed" or head.origin != "user":
        mark = [render_mark(NOTE_MARK, origin=head.origin, status=head.status)]
    section = [f"## {head.title}", *mark, "", *render_body(statement, head.origin)]
    if document is None:
        front = [
            f"name: {head.type}",
            f"description: {quote_value(_COLLECTING[head.type])}",
            f"type: {head.type}",
        ]
        document = decode("\n".join(["---", *front, "---", "", f"# {head.type.capitalize()}", ""]).encode())
    count = len(document.texts)
    lead = [""] if count and document.texts[-1].strip() else []
    return document.insert(count + 1, [*lead, *section])


def collecting_description(kind: str) -> str:
    """What a collecting file of this type is for, for its line in the index."""
    return _COLLECTING[kind]


def set_fields(document: Document, fields: Mapping[Key, str | None]) -> Document:
    """A file with these keys of its frontmatter set or, with None, removed; every other byte stays.

    Raises DocumentError as `plan_change` does.
    """
    for key, value in fields.items():
        change = plan_change(document.texts, key, value, plain=key[-1] == "modified")
        if change is not None:
            document = decode(_apply(document, change), document.name)
    return document


def _apply(document: Document, change: Change) -> bytes:
    if change.last < change.first:
        return document.insert(change.first, change.lines)
    return document.replace_lines(change.first, change.last, change.lines)


def set_status(document: Document, status: str, *, section: Note | None = None) -> bytes:
    """A note's file with another ``status``, where the file has it, else beside its type; every other byte stays.

    ``section`` is the note in a collecting file. Raises DocumentError where the frontmatter can't be changed.
    """
    if section is not None and section.first:
        return _mark_section(document, section, status, section.origin or "agent").data
    return set_fields(document, {place_of(document, "status"): status}).data


def place_of(document: Document, key: str) -> Key:
    """Where a key stands or would stand in a note: below ``metadata`` if the note keeps its type there."""
    fields = parse_frontmatter(document.texts).fields
    below = fields.get("metadata")
    if key in fields or not isinstance(below, dict):
        return (key,)
    return ("metadata", key) if key in below or "type" in below or "type" not in fields else (key,)


Edit = tuple[int, int, list[str]]


class Rewrite(NamedTuple):
    """What of a note changes: its claim in some lines of the body (indexes, inclusive), its reasons, and its head.

    ``title`` and ``description`` are ``""`` where they stay. ``unmarks`` takes away the marks of a stranger's text.
    """

    span: tuple[int, int] | None
    statement: Statement
    drops_reasons: bool
    title: str
    description: str
    status: str
    origin: str
    at: datetime
    unmarks: bool = False


def rewrite_note(store: Store, note: Note, document: Document, change: Rewrite) -> bytes:
    """A note's file with a claim, its reasons and its head changed; every other line stays.

    Raises DocumentError where the frontmatter can't be changed.
    """
    edits = _body_edits(note.body, change)
    file = document
    for first, last, new in sorted(edits, reverse=True):
        start, end = note.line + first, note.line + last
        data = file.insert(start, new) if last < first else (
            file.replace_lines(start, end, new) if new else file.cut(start, end)
        )  # fmt: skip
        file = decode(data, document.name)
    if note.first:
        if change.title:
            file = decode(file.replace_lines(note.first, note.first, [f"## {change.title}"]), document.name)
        return _mark_section(file, note, change.status, change.origin).data
    if not parse_frontmatter(file.texts).first:
        return file.data
    return set_fields(file, _head_changes(store, file, change)).data


def _head_changes(store: Store, document: Document, change: Rewrite) -> dict[Key, str | None]:
    fields: dict[Key, str | None] = {}
    if change.title:
        fields[place_of(document, "title") if store.nested else ("name",)] = change.title
    if change.description:
        fields["description",] = change.description
    fields[place_of(document, "status")] = change.status
    fields[place_of(document, "origin")] = None if change.origin == "user" else change.origin
    if store.nested or place_of(document, "modified")[0] == "metadata":
        fields[place_of(document, "modified")] = stamp(change.at)
    return fields


def _body_edits(texts: Sequence[str], change: Rewrite) -> list[Edit]:
    """What changes in a body, as (first index, last index, new lines); ``last`` before ``first`` puts lines before it."""
    edits: list[Edit] = []
    if change.span is not None:
        first, last = change.span
        lead = texts[first][: len(texts[first]) - len(texts[first].lstrip(" -*+"))]
        rule = change.statement.rule.split("\n")
        edits.append((first, last, [lead + rule[0], *(" " * len(lead) + line for line in rule[1:])]))
    if change.unmarks:
        marks = ((index, parse_mark(text)) for index, text in enumerate(texts) if "daykeep:" in text)
        edits += [(index, index, []) for index, mark in marks if mark is not None and mark.kind == "origin"]
    added: list[str] = []
    reasons = ((WHY, change.statement.why, WHY_LABELS), (APPLY, change.statement.apply, APPLY_LABELS))
    for label, text, labels in reasons:
        span = label_span(texts, labels)
        if text and span is None:
            added += ["", *_labelled(label, text).split("\n")]
        elif text and span is not None:
            edits.append((span[0], span[1] - 1, _labelled(label, text).split("\n")))
        elif span is not None and change.drops_reasons:
            first = span[0] - 1 if span[0] and not texts[span[0] - 1].strip() else span[0]
            edits.append((first, span[1] - 1, []))
    if added:
        end = _end_of(texts)
        edits.append((end, end - 1, added))
    return edits


def _end_of(texts: Sequence[str]) -> int:
    """How many lines of a body come before what may be put at its end: blank lines and a closing mark stay last."""
    end = len(texts)
    while end and not texts[end - 1].strip():
        end -= 1
    mark = parse_mark(texts[end - 1]) if end else None
    return end - 1 if mark is not None and mark.closing else end


def _mark_section(document: Document, note: Note, status: str, origin: str) -> Document:
    """A collecting file with what its section says of itself brought up to date."""
    new = (
        [render_mark(NOTE_MARK, origin=origin, status=status)]
        if status != "reviewed" or origin != "user"
        else []
    )
    below = document.texts[note.first] if note.first < len(document.texts) else ""
    mark = parse_mark(below)
    if mark is not None and mark.kind == NOTE_MARK:
        data = document.replace_lines(note.first + 1, note.first + 1, new)
    else:
        data = document.insert(note.first + 1, new)
    return decode(data, document.name)
