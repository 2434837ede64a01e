"""Takes the secrets out of what was found in a log: by what stands around a line, not by the line alone.

A value may be told as a secret only by its label, one or more lines above. So a log is searched as a whole, what was
found is masked line by line with what that told, and the lines that an item keeps are searched once more, joined.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.distill.outcomes import Extraction, Omission
from daykeep.guard.secrets import find_secrets, mask_secrets
from daykeep.text.comments import neutralise

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from daykeep.memory.items import Item, ItemLine

_MIN_TOLD = 8
"""A shorter value may stand by chance in a title, or in a mask."""


class Hidden(NamedTuple):
    """A secret that stands on one line: its text, its kind and its mask. Never written, never shown."""

    value: str
    kind: str
    mask: str


class Spoiled(NamedTuple):
    """Where secrets stand in a log, by line number from 1: those on one line, and the kind of one that lines share."""

    whole: dict[int, list[Hidden]]
    torn: dict[int, str]

    @property
    def is_empty(self) -> bool:
        """Whether the log holds no secret."""
        return not (self.whole or self.torn)


def secret_lines(text: str) -> Spoiled:
    """Where the secrets of a text stand, found in the whole of it."""
    found = Spoiled({}, {})
    for secret in find_secrets(text):
        first = text.count("\n", 0, secret.start) + 1
        value = text[secret.start : secret.end]
        last = first + value.count("\n")
        if first == last:
            mask = f"[secret:{secret.kind}:{secret.sha8}]"
            found.whole.setdefault(first, []).append(Hidden(value, secret.kind, mask))
        else:
            found.torn.update(dict.fromkeys(range(first, last + 1), secret.kind))
    return found


def clean(found: Extraction, spoiled: Spoiled) -> Extraction:
    """What was found as it may be stored: secrets masked, lines that hold a part of one left out, own marks harmless."""
    omissions = list(found.omissions)
    items = [_clean_item(item, spoiled, omissions) for item in found.items]
    return Extraction([item for item in items if item.texts], omissions)


def _clean_item(item: Item, spoiled: Spoiled, omissions: list[Omission]) -> Item:
    lines = _clean_lines(item.name, item.lines, spoiled, omissions)
    kept = [line for line in lines if line.text is not None]
    joined = secret_lines("\n".join(line.text or "" for line in kept)) if len(kept) > 1 else Spoiled({}, {})
    if not joined.is_empty:
        places = [line.number for line in kept for _ in range((line.text or "").count("\n") + 1)]
        again = Spoiled(
            _by_line(places, joined.whole), {places[row - 1]: kind for row, kind in joined.torn.items()}
        )
        lines = _clean_lines(item.name, lines, again, omissions)
    title, _ = _mask(item.title, _told_anywhere(spoiled))
    return item._replace(
        lines=tuple(
            line._replace(text=None if line.text is None else neutralise(line.text)) for line in lines
        ),
        title=neutralise(title),
    )


def _told_anywhere(spoiled: Spoiled) -> list[Hidden]:
    """Secrets that are long enough to be told wherever they occur."""
    return [one for line in spoiled.whole.values() for one in line if len(one.value) >= _MIN_TOLD]


def _by_line(places: Sequence[int], whole: dict[int, list[Hidden]]) -> dict[int, list[Hidden]]:
    lines: dict[int, list[Hidden]] = {}
    for row, hidden in whole.items():
        lines.setdefault(places[row - 1], []).extend(hidden)
    return lines


def _clean_lines(
    name: str, lines: Iterable[ItemLine], spoiled: Spoiled, omissions: list[Omission]
) -> list[ItemLine]:
    cleaned: list[ItemLine] = []
    for line in lines:
        text = line.text
        if text is not None and line.number in spoiled.torn:
            reason = f"it holds a part of a secret ({spoiled.torn[line.number]})"
            omissions.append(Omission(name, line.number, reason))
            text = None
        elif text is not None:
            text, kinds = _mask(text, spoiled.whole.get(line.number, ()))
            omissions.extend(Omission(name, line.number, f"a secret ({kind}) was masked") for kind in kinds)
        cleaned.append(line._replace(text=text))
    return cleaned


def _mask(text: str, hidden: Iterable[Hidden]) -> tuple[str, list[str]]:
    """A text without its own secrets and without those that its log tells; the kinds of what was masked."""
    text, secrets = mask_secrets(text)
    kinds = [secret.kind for secret in secrets]
    for one in hidden:
        if one.value in text and (one.mask not in text or len(one.value) >= _MIN_TOLD):
            text = text.replace(one.value, one.mask)
            kinds.append(one.kind)
    return text, kinds
