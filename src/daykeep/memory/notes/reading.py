"""Notes as they stand on disk, in both forms of the frontmatter and both forms of a store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import DaykeepError
from daykeep.files.encoding import Problem
from daykeep.memory.notes.note import CLAUDE_STORE, NOTE_CHARS, TYPES, WORKSPACE_STORE, Note, Store
from daykeep.text.blocks import TEXT, find_blocks
from daykeep.text.comments import parse_mark
from daykeep.text.frontmatter import Frontmatter, parse_frontmatter
from daykeep.text.labels import find_label
from daykeep.text.sections import parse_sections

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from daykeep.files.encoding import Document

WHY_LABELS = frozenset({"why", "原因", "为什么", "理由", "缘由"})
APPLY_LABELS = frozenset({"how to apply", "apply", "how", "如何应用", "怎么应用", "应用场景", "应用", "适用"})
NOTE_MARK = "note"
"""The kind of the comment under a heading of a collecting file that says what a frontmatter says of a file."""
_MAX_BYTES = 4 * 1024 * 1024


class Notes(NamedTuple):
    """The notes of a store, by path, and what is wrong in it, with file and line."""

    notes: tuple[Note, ...]
    problems: tuple[Problem, ...]


def note_paths(store: Store) -> list[str]:
    """The paths of a store's Markdown files, without its index and what is hidden."""
    if store.folder and store.files.kind(store.folder) != "folder":
        return []
    cut = len(store.folder) + 1 if store.folder else 0
    names = store.files.list_names(store.folder, recursive=True)
    paths = [name[cut:] for name in names if name.lower().endswith(".md") and name != store.index_name]
    return [path for path in paths if store.kind != CLAUDE_STORE or not path.startswith("team/")]


def load_notes(store: Store) -> Notes:
    """Every note of a store. One that can't be read is named with its line, and nothing is done to it."""
    notes: list[Note] = []
    problems: list[Problem] = []
    for path in note_paths(store):
        name = store.name_of(path)
        try:
            document = store.files.find_document(name)
        except DaykeepError as error:
            problems.append(Problem(name, 0, error.message))
            continue
        if document is None:
            continue
        if len(document.data) > _MAX_BYTES:
            problems.append(Problem(name, 0, "this note is larger than 4 MiB and was not read"))
            continue
        notes += parse_notes(store, path, document)
    for note in notes:
        known = set(problems)
        problems += [problem for problem in note.problems if problem not in known]
    return Notes(tuple(notes), tuple(problems))


def parse_notes(store: Store, path: str, document: Document) -> list[Note]:
    """The notes in one file: a collecting file (``user.md`` ...) has one for each heading of level 2."""
    if store.kind != WORKSPACE_STORE and path in {f"{kind}.md" for kind in TYPES}:
        found = _collected(path, document)
        if found:
            return found
    return [parse_note(path, document)]


def parse_note(path: str, document: Document) -> Note:
    """A file as one note; never raises. What can't be read is empty, and a problem says where and why."""
    found = parse_frontmatter(document.texts)
    fields = found.fields
    body = tuple(document.texts[found.last :])
    stem = path.rpartition("/")[2].rpartition(".")[0]
    name = _text(fields, "name") or stem
    kind = _either(fields, "type")
    return Note(
        path=path,
        name=name,
        description=_text(fields, "description"),
        type=kind.strip().lower() if kind.strip().lower() in TYPES else "",
        status=_either(fields, "status"),
        origin=_either(fields, "origin"),
        body=body,
        why=labelled(body, WHY_LABELS),
        apply=labelled(body, APPLY_LABELS),
        problems=tuple(_problems(document, found, kind)),
        title=_either(fields, "title") or name,
        line=found.last + 1,
        modified=_either(fields, "modified"),
        chars=len(document.text),
    )


def _problems(document: Document, found: Frontmatter, kind: str) -> list[Problem]:
    problems = [Problem(document.name, line, message) for line, message in found.problems]
    if kind and kind.strip().lower() not in TYPES:
        line = next(
            (n for n, text in enumerate(document.texts[: found.last], 1) if text.strip().startswith("type")),
            found.first,
        )
        problems.append(Problem(document.name, line, f'"{kind}" is no type; types are {", ".join(TYPES)}'))
    second = _second_frontmatter(document.texts, found.last)
    if second:
        problems.append(
            Problem(document.name, second, "a second frontmatter stands below the first and is not read")
        )
    chars = len(document.text)
    if chars > NOTE_CHARS:
        said = (
            f"the note has {chars:,} characters, more than {NOTE_CHARS:,}; it is read whole, but costs much"
        )
        problems.append(Problem(document.name, 0, said))
    return problems


def _second_frontmatter(texts: Sequence[str], last: int) -> int:
    """The line on which another frontmatter opens right below the first one; 0 without one."""
    if not last:
        return 0
    start = next((index for index in range(last, len(texts)) if texts[index].strip()), len(texts))
    again = parse_frontmatter(texts[start:])
    return start + 1 if again.first and again.fields else 0


def _collected(path: str, document: Document) -> list[Note]:
    kind = path.removesuffix(".md")
    found = parse_frontmatter(document.texts)
    general = tuple(_problems(document, found, _either(found.fields, "type")))
    notes = [
        _section_note(path, document, kind, section.title, (section.line, section.last))
        for section in parse_sections(document.texts, bold_headings=False)
        if section.level == 2
    ]
    return [notes[0]._replace(problems=general), *notes[1:]] if notes else []


def _section_note(path: str, document: Document, kind: str, title: str, span: tuple[int, int]) -> Note:
    line, last = span
    inside = document.texts[line:last]
    marked: Mapping[str, str] = {}
    skip = 0
    mark = parse_mark(inside[0]) if inside else None
    if mark is not None and mark.kind == NOTE_MARK and mark.alone:
        marked, skip = mark.fields, 1
    body = tuple(inside[skip:])
    rule = rule_lines(body)
    return Note(
        path=path,
        name=title,
        description=" ".join(rule[0].split()) if rule else "",
        type=kind,
        status=marked.get("status", ""),
        origin=marked.get("origin", ""),
        body=body,
        why=labelled(body, WHY_LABELS),
        apply=labelled(body, APPLY_LABELS),
        title=title,
        first=line,
        last=last,
        line=line + 1 + skip,
        modified=marked.get("modified", ""),
        chars=len(document.text),
    )


def labelled(body: Sequence[str], labels: frozenset[str]) -> str:
    """What stands behind a label such as ``**Why:**``, up to the next one or a heading; ``""`` without it."""
    span = label_span(body, labels)
    if span is None:
        return ""
    first = find_label(body[span[0]])
    texts = [first.rest if first else "", *body[span[0] + 1 : span[1]]]
    return "\n".join(texts).strip()


def label_span(body: Sequence[str], labels: frozenset[str]) -> tuple[int, int] | None:
    """The lines of a labelled part (indexes, the second one exclusive), without the blank ones behind it."""
    mask = find_blocks(body).mask
    starts = [index for index, line in enumerate(body) if mask[index] == TEXT and _label_of(line)]
    start = next((index for index in starts if _label_of(body[index]) in labels), None)
    if start is None:
        return None
    end = start + 1
    while end < len(body) and end not in starts and not (mask[end] == TEXT and body[end].startswith("#")):
        mark = parse_mark(body[end])
        if mark is not None and mark.closing:
            break
        end += 1
    while end > start + 1 and not body[end - 1].strip():
        end -= 1
    return start, end


def _label_of(line: str) -> str:
    """The line's label as it is compared, ``""`` for one that is not of a note."""
    label = find_label(line)
    if label is None or label.indent > 1:
        return ""
    name = " ".join(label.name.lower().split())
    return name if name in WHY_LABELS or name in APPLY_LABELS else ""


def rule_lines(body: Sequence[str]) -> list[str]:
    """The lines of a note that are neither its reasons nor headings, comments or code."""
    return [" ".join(lines) for _, _, lines in claims_in(body)]


def claims_in(body: Sequence[str]) -> list[tuple[int, int, list[str]]]:
    """What a note states, claim by claim: paragraphs and list items, each as its lines (indexes, inclusive) and texts."""
    mask = find_blocks(body).mask
    spans = [label_span(body, labels) for labels in (WHY_LABELS, APPLY_LABELS)]
    out = {index for span in spans if span for index in range(*span)}
    claims: list[tuple[int, int, list[str]]] = []
    for index, line in enumerate(body):
        text = line.strip()
        if mask[index] != TEXT or index in out or not text or text.startswith("#"):
            continue
        goes_on = claims and claims[-1][1] == index - 1 and text[:2] not in {"- ", "* ", "+ "}
        if goes_on:
            first, _, lines = claims[-1]
            claims[-1] = (first, index, [*lines, text])
        else:
            claims.append((index, index, [text]))
    return claims


def _text(fields: Mapping[str, Any], key: str) -> str:
    value = fields.get(key, "")
    return value if isinstance(value, str) else ""


def _either(fields: Mapping[str, Any], key: str) -> str:
    """A value at the top or below ``metadata``."""
    below = fields.get("metadata")
    return _text(fields, key) or (_text(below, key) if isinstance(below, dict) else "")
