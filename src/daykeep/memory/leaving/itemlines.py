"""Which lines of MEMORY.md belong to one item, with the heading and blank lines that came only with them."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from daykeep.files.encoding import decode
from daykeep.memory.placing.titles import add_titles
from daykeep.memory.sources import hash_line
from daykeep.text.sections import parse_sections
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from daykeep.files.encoding import Document

_FENCES = ("```", "~~~")


def without_item(
    data: bytes, before: bytes | None, hashes: Collection[str], *, own: Collection[str] | None = None
) -> bytes:
    """MEMORY.md without the lines of an item (``hashes``), as far as ``data`` has them beyond ``before``.

    ``before`` is the content that the item was added to; None: any line with such a hash is the item's. A heading
    goes with its last line if it came with the item too; where ``before`` does not tell, only if daykeep is on record to
    have written it (``own``, hashes of lines; None: any may go). Every other byte stays.
    """
    document = decode(data)
    texts = document.texts
    new, certain = _added_indices(decode(before).texts if before is not None else [], texts)
    if own is not None and (before is None or not certain):
        known = {*own, *hashes}
        new = {index for index in new if not normalise_line(texts[index]) or hash_line(texts[index]) in known}
    going = {index for index in new if normalise_line(texts[index]) and hash_line(texts[index]) in hashes}
    add_between(texts, new, going)
    add_titles(texts, new, going)
    _add_headings(texts, new, going)
    add_blank_beside(texts, new, going)
    return without_lines(document, going)


def without_lines(document: Document, going: Collection[int]) -> bytes:
    """The document's bytes without some lines (indices from 0) and their line ends; every other byte stays."""
    starts = [line.start for line in document.lines]
    ends = [*starts[1:], len(document.data)]
    kept = [
        document.data[start:end]
        for index, (start, end) in enumerate(zip(starts, ends, strict=True))
        if index not in going
    ]
    return document.data[: starts[0]] + b"".join(kept) if starts else document.data


def _added_indices(before: Sequence[str], after: Sequence[str]) -> tuple[set[int], bool]:
    """The indices of lines in ``after`` that ``before`` lacks; whether nothing was done but adding lines.

    Else they are all blank ones, and the last of those that ``before`` has less often.
    """
    added: set[int] = set()
    matched = 0
    for index, text in enumerate(after):
        if matched < len(before) and text == before[matched]:
            matched += 1
        else:
            added.add(index)
    if matched == len(before):
        return added, True
    left = Counter(before)
    added = set()
    for index, text in enumerate(after):
        if normalise_line(text) and left[text]:
            left[text] -= 1
        else:
            added.add(index)
    return added, False


def add_between(texts: Sequence[str], new: Collection[int], going: set[int]) -> None:
    """Add to ``going`` what belongs to its lines (indices from 0) and has no hash of its own.

    That is blank lines between them, and the fences around them; of both only those among ``new``.
    """
    ordered = sorted(going)
    for first, last in pairwise(ordered):
        between = range(first + 1, last)
        if all(index in new and not normalise_line(texts[index]) for index in between):
            going.update(between)
    for index in ordered:
        run = _run_before(index, going)
        fences = sum(1 for inside in run if _is_fence(texts[inside]))
        opening = run[0] - 1
        if (
            opening in new
            and _is_fence(texts[opening])
            and index + 1 in new
            and _is_fence(_at(texts, index + 1))
        ):
            going.update({opening, index + 1})
        elif fences % 2 and index + 1 in new and _is_fence(_at(texts, index + 1)):
            going.add(index + 1)


def _run_before(index: int, going: set[int]) -> range:
    """The unbroken run of indices in ``going`` that ends at ``index``."""
    first = index
    while first - 1 in going:
        first -= 1
    return range(first, index + 1)


def _add_headings(texts: Sequence[str], new: set[int], going: set[int]) -> None:
    """Headings that came with the item and have nothing left below them, inner ones first."""
    for section in reversed(parse_sections(texts)):
        body = range(section.first - 1, section.last)
        heading = section.line - 1
        if heading not in new or not any(index in going for index in body):
            continue
        if all(index in going or not texts[index].strip() for index in body):
            last = max(index for index in body if index in going)
            going.update(index for index in range(heading, last) if index in new)


def add_blank_beside(texts: Sequence[str], new: Collection[int], going: set[int]) -> None:
    """Add to ``going`` one blank line (of ``new``) beside each run of lines, before it or else after it."""
    for index in sorted(going):
        if index - 1 in going:
            continue
        last = index
        while last + 1 in going:
            last += 1
        for beside in (index - 1, last + 1):
            if beside in new and beside not in going and not _at(texts, beside).strip():
                going.add(beside)
                break


def _is_fence(text: str) -> bool:
    return text.strip().startswith(_FENCES)


def _at(texts: Sequence[str], index: int) -> str:
    return texts[index] if 0 <= index < len(texts) else ""
