"""What becomes of one instruction file: daykeep's block added, brought up to date or taken out, every other byte as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.context.export.wording import points_to
from daykeep.files.encoding import decode
from daykeep.workspace.fence import append_block, cut_block, find_block, replace_block

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.context.export.agents import Target
    from daykeep.files.encoding import Document

EXPORT_FENCE = "start"
NEW, APPEND, UPDATE, KEPT, OTHER, REMOVE, NONE = "new", "append", "update", "kept", "other", "remove", "none"


class FilePlan(NamedTuple):
    """A file as it should be: ``data`` is None where nothing is to be written.

    ``state`` is new, append, update, kept, other (the block points to another workspace: nothing is done), remove or none
    (there is no block). ``empties`` says that the file holds nothing else than what daykeep wrote: it goes.
    """

    state: str
    data: bytes | None = None
    empties: bool = False


def plan_block(
    document: Document | None,
    target: Target,
    body: Sequence[str],
    *,
    known_header: str = "",
    force: bool = False,
) -> FilePlan:
    """Decide what a file becomes; pure. ``known_header`` is what stands above the block if daykeep made the file."""
    if document is None:
        head = "".join(f"{line}\n" for line in target.header).encode()
        start = decode(head, target.name) if head else None
        return FilePlan(NEW, append_block(start, EXPORT_FENCE, body))
    block = find_block(document, EXPORT_FENCE)
    if block is None:
        return FilePlan(APPEND, append_block(document, EXPORT_FENCE, body, blank=bool(document.texts)))
    old = document.texts[block.first : block.last - 1]
    if target.body == "pointer" and points_to(old) != points_to(body) and not force:
        return FilePlan(OTHER)
    data = replace_block(document, block, body)
    header = "\n".join(target.header)
    if known_header and known_header != header and _above(document, block.first) == known_header:
        end = document.lines[block.first - 1].start
        data = "".join(f"{line}\n" for line in target.header).encode() + data[end:]
    return FilePlan(KEPT) if data == document.data else FilePlan(UPDATE, data)


def plan_removal(document: Document | None, *, created: bool, header: str) -> FilePlan:
    """Decide what a file becomes without the block; pure. Where nothing but daykeep's own header is left, it goes."""
    block = find_block(document, EXPORT_FENCE) if document is not None else None
    if document is None or block is None:
        return FilePlan(NONE)
    data = cut_block(document, block)
    rest = data.decode("utf-8", "replace").replace("\r\n", "\n").strip()
    return FilePlan(REMOVE, data, empties=created and rest == header.strip())


def _above(document: Document, first: int) -> str:
    return "\n".join(document.texts[: first - 1])
