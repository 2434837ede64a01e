"""A problem that was found brings its fix along: a line of one tells little without the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.errors import DaykeepError
from daykeep.text.labels import find_label
from daykeep.text.parts import part_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from daykeep.files.store import Files
    from daykeep.search.answer import Hit

MOST_LINES = 4
"""So many lines are read on either side of a line that was found."""
MOST_CHARS = 800
"""A longer pair is left as it was found."""


def with_their_pairs(files: Files, hits: Iterable[Hit]) -> list[Hit]:
    """The hits, those that are a line of a problem and its fix with the other lines of it; each pair once."""
    whole = [_whole(files, hit) for hit in hits]
    return [
        hit
        for place, hit in enumerate(whole)
        if not any(
            hit.path == one.path and one.lines[0] <= hit.lines[0] and hit.lines[1] <= one.lines[1]
            for one in whole[:place]
        )
    ]


def _whole(files: Files, hit: Hit) -> Hit:
    label = find_label(hit.text)
    if label is None or hit.path.startswith("/") or not part_of(label.name):
        return hit
    from daykeep.guard.secrets import mask_keys, mask_secrets  # noqa: PLC0415 - only where a pair is
    from daykeep.search.answer.passages.origins import Origins  # noqa: PLC0415 - only where a pair is

    try:
        document = files.find_document(hit.path)
    except DaykeepError:
        return hit
    if document is None:
        return hit
    texts = mask_keys(document.texts)
    before = _run(reversed(texts[max(0, hit.lines[0] - 1 - MOST_LINES) : hit.lines[0] - 1]), label.name)
    behind = _run(texts[hit.lines[1] : hit.lines[1] + MOST_LINES], label.name)
    first, last = hit.lines[0] - before, hit.lines[1] + behind
    text = mask_secrets("\n".join(texts[first - 1 : last]))[0]
    pair = hit._replace(lines=(first, last), text=text)
    if pair.lines == hit.lines or len(text) > MOST_CHARS or Origins(files).find(pair) != hit.origin:
        return hit
    return pair


def _run(lines: Iterable[str], told: str) -> int:
    """How many lines go on with the pair: labelled as parts of one, none of them a second time."""
    seen = {part_of(told)}
    for line in lines:
        label = find_label(line)
        part = part_of(label.name) if label is not None else ""
        if not part or part in seen:
            break
        seen.add(part)
    return len(seen) - 1
