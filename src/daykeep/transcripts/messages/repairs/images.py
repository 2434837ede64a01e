"""Pictures and documents: taken out where that is asked for, and where the provider would refuse the request. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.transcripts.messages.blocks import block_of, text_block
from daykeep.transcripts.messages.conversion.sizes import longest_side
from daykeep.transcripts.messages.conversion.sources import find_source
from daykeep.transcripts.messages.model import ANTHROPIC, DOCUMENT, IMAGE, TOOL_RESULT, Block

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from daykeep.transcripts.messages.model import Images, Provider
    from daykeep.transcripts.messages.repairs.ledger import Item, Ledger

    _Wanted = Callable[[tuple[int, int, int], str], bool]

MANY_IMAGES = 20
"""With more images than these in a request the Anthropic API takes none of more than 2000 pixels."""
MANY_IMAGES_SIDE = 2000
IMAGE_SIDE = 8000
"""A longer side is refused in any request."""
_CONTENTS = ("content", "output")


class _Seen(NamedTuple):
    place: tuple[int, int, int]
    side: int


def strip_images(items: Sequence[Item], provider: Provider, images: Images, ledger: Ledger) -> list[Item]:
    """Put ``[image]`` and ``[document]`` in place of pictures and documents: of all if so asked, else of what can't be sent.

    Of more than 20 images with one of more than 2000 pixels the oldest go until 20 are left, or the large ones if these are fewer.
    """
    if images == "placeholder":
        return _replace(items, ledger, "image_placeholder", "as asked", lambda _place, _kind: True)
    if provider != ANTHROPIC:
        return list(items)
    seen = _images(items)
    refused = {one.place for one in seen if one.side > IMAGE_SIDE}
    left = [one for one in seen if one.place not in refused]
    large = [one.place for one in left if one.side > MANY_IMAGES_SIDE]
    if len(left) > MANY_IMAGES and large:
        oldest = [one.place for one in left[: len(left) - MANY_IMAGES]]
        refused.update(large if len(large) < len(oldest) else oldest)
    if not refused:
        return list(items)
    why = f"more than {MANY_IMAGES} images with one of more than {MANY_IMAGES_SIDE} pixels, or one of more than {IMAGE_SIDE}"
    return _replace(items, ledger, "image_limit", why, lambda place, kind: kind == IMAGE and place in refused)


def _images(items: Sequence[Item]) -> list[_Seen]:
    found = []
    for i, item in enumerate(items):
        for j, block in enumerate(item.message.blocks):
            inside = [block_of(part) for part in _parts(block)]
            for k, one in [(-1, block), *enumerate(inside)]:
                if one.kind == IMAGE:
                    source = find_source(one)
                    found.append(_Seen((i, j, k), longest_side(source.data) if source and source.data else 0))
    return found


def _parts(block: Block) -> list[Any]:
    if block.kind != TOOL_RESULT:
        return []
    return next((block.data[name] for name in _CONTENTS if isinstance(block.data.get(name), list)), [])


def _replace(items: Sequence[Item], ledger: Ledger, code: str, why: str, wanted: _Wanted) -> list[Item]:
    found = []
    for i, item in enumerate(items):
        count = 0
        blocks = []
        for j, given in enumerate(item.message.blocks):
            block = given
            if given.kind in {IMAGE, DOCUMENT} and wanted((i, j, -1), given.kind):
                block = text_block(f"[{given.kind}]")
            elif given.kind == TOOL_RESULT:
                block = _strip_result(given, (i, j), wanted)
            count += block is not given
            blocks.append(block)
        if count:
            ledger.enter(
                code, item, f"images or documents replaced by placeholders in {count} block(s): {why}"
            )
        found.append(item.holding(blocks))
    return found


def _strip_result(block: Block, place: tuple[int, int], wanted: _Wanted) -> Block:
    parts = _parts(block)
    kept = []
    for k, part in enumerate(parts):
        kind = block_of(part).kind
        if kind in {IMAGE, DOCUMENT} and wanted((*place, k), kind):
            name = "input_text" if str(part.get("type", "")).startswith("input_") else "text"
            kept.append({"type": name, "text": f"[{kind}]"})
        else:
            kept.append(part)
    if all(one is other for one, other in zip(kept, parts, strict=True)):
        return block
    key = next(name for name in _CONTENTS if isinstance(block.data.get(name), list))
    return block_of({**block.data, key: kept})
