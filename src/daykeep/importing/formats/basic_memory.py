"""Basic Memory: notes about things, with observations ``- [category] text #tag (context)`` and relations ``- does [[Other]]``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.importing.formats.markdown import date_in, statements, type_named
from daykeep.importing.found import Said
from daykeep.text.blocks import TEXT, find_blocks
from daykeep.text.frontmatter import parse_frontmatter

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import date

    from daykeep.importing.found import Found
    from daykeep.importing.source import Source

OBSERVATION = re.compile(r"\s*[-*] \[(?P<category>[^\[\]()\n]{2,60}|[^\[\]()\n xX/-])\]\s+(?P<text>\S.*)")
RELATION = re.compile(
    r"\s*[-*] (?P<relation>[^\[\]]{0,80}?)\s*\[\[(?P<target>[^\[\]\n]{1,300})\]\](?P<context>.*)"
)
"""A line of a list that leads to another note; what stands before the link says how."""


class _About(NamedTuple):
    """The note that a line stands in."""

    name: str
    title: str
    kind: str
    on: date | None


def read(source: Source) -> Iterator[Found]:
    """Every note of the folder."""
    for name in source.texts():
        document = source.document(name)
        if document is not None:
            yield from read_note(name, document.texts)


def read_note(name: str, texts: Sequence[str]) -> Iterator[Found]:
    """One note: each observation behind the note's title, all relations as one statement, its prose as it is."""
    head = parse_frontmatter(texts)
    for line, message in head.problems:
        if not head.fields:
            texts = ["" if number <= head.last else text for number, text in enumerate(texts, 1)]
        del line, message
    about = _about(name, head.fields)
    mask = find_blocks(texts).mask
    related: list[tuple[int, str]] = []
    prose = list(texts)
    for index, text in enumerate(texts):
        observed, relates = OBSERVATION.fullmatch(text), RELATION.fullmatch(text)
        if mask[index] != TEXT or not (observed or relates):
            continue
        prose[index] = ""
        if observed:
            yield _observation(about, index + 1, observed["category"], observed["text"])
        elif relates:
            related.append((index + 1, _relation(relates)))
    if related:
        text = f"{about.title}: {'; '.join(said for _, said in related)}"
        yield Said(name, related[0][0], related[-1][0], text, "reference", on=about.on)
    yield from statements(name, prose, on=about.on)


def _about(name: str, fields: Mapping[str, object]) -> _About:
    title = fields.get("title")
    stem = name.rpartition("/")[2].rpartition(".")[0]
    on = next(
        (day for key in ("modified", "updated", "created", "date") if (day := date_in(fields.get(key)))), None
    )
    return _About(
        name, title if isinstance(title, str) and title else stem, type_named(fields.get("type")), on
    )


def _observation(about: _About, line: int, category: str, text: str) -> Said:
    named = text if about.title.casefold() in text.casefold() else f"{about.title}: {text}"
    kind = type_named(category) or about.kind
    return Said(about.name, line, line, named.strip(), kind, on=about.on, under=category)


def _relation(found: re.Match[str]) -> str:
    relation = found["relation"].strip().replace("_", " ") or "relates to"
    return f"{relation} {found['target'].strip()}{found['context'].rstrip()}"
