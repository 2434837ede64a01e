"""The door of the log: what a given text must pass before it is written.

The text is kept as given but for what would harm: secrets are masked, characters that no file can hold are
replaced, marks that imitate daykeep's own are taken out of force. Hidden characters stay and are reported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.daily.words import KINDS
from daykeep.errors import RefusedError, UsageError
from daykeep.guard.findings import Findings
from daykeep.guard.hidden import Hidden, find_hidden
from daykeep.guard.origin import ORIGINS
from daykeep.guard.secrets import Secret, mask_secrets
from daykeep.text.comments import neutralise
from daykeep.text.unicode import repair_surrogates, storable

if TYPE_CHECKING:
    from daykeep.daily.entry import Entry

LIMIT_BYTES = 65_536
"""Most that one entry may hold, as UTF-8: what one write brings to disk whole under every kind of kill."""

_FIELDS = ("text", "title", "problem", "fix", "lesson")


def pass_door(entry: Entry) -> tuple[Entry, Findings]:
    """The entry as it may be written, with what was found in it.

    Raises UsageError for an entry that says nothing or mixes what doesn't go together, RefusedError beyond
    `LIMIT_BYTES`.
    """
    _check_parts(entry)
    repaired = nuls = 0
    masked: list[Secret] = []
    hidden: list[Hidden] = []
    fields: dict[str, Any] = {}
    for name in _FIELDS:
        text, broken, zeros = storable(getattr(entry, name))
        repaired, nuls = repaired + broken, nuls + zeros
        text = _trim(text)
        text, secrets = mask_secrets(" ".join(text.split()).lstrip("# ") if name == "title" else text)
        masked.extend(secrets)
        hidden.extend(find_hidden(text))
        fields[name] = neutralise(text)
    if not any(fields[name] for name in ("text", "problem", "fix", "lesson")):
        raise UsageError("there is nothing to log", hint='give a text: `daykeep log "what happened"`')
    tags = tuple(_tag(tag, masked) for tag in entry.tags)
    return entry._replace(**fields, tags=tags), Findings(tuple(masked), repaired, nuls, tuple(hidden))


def _check_parts(entry: Entry) -> None:
    if entry.kind not in KINDS:
        raise UsageError(f'no kind "{entry.kind}"', hint=f"kinds are {', '.join(KINDS)}")
    if entry.origin not in ORIGINS:
        raise UsageError(f'no origin "{entry.origin}"', hint=f"origins are {', '.join(ORIGINS)}")
    if entry.kind == "todo" and (entry.problem or entry.fix or entry.lesson):
        raise UsageError("a todo has no problem, fix or lesson", hint="log them as two entries")
    size = sum(len(getattr(entry, name).encode("utf-8", "surrogatepass")) for name in _FIELDS)
    if size > LIMIT_BYTES:
        raise RefusedError(
            f"the entry has {size:,} bytes, more than the {LIMIT_BYTES:,} that one entry may hold",
            hint="keep long material in a file of its own and log its name and what matters in it",
            details={"bytes": size, "limit_bytes": LIMIT_BYTES},
        )


def _trim(text: str) -> str:
    """The text without blank lines at its ends; its first line keeps its indentation."""
    lines = text.split("\n")
    filled = [index for index, line in enumerate(lines) if line.strip()]
    return "\n".join(lines[filled[0] : filled[-1] + 1]) if filled else ""


def _tag(tag: str, masked: list[Secret]) -> str:
    text, secrets = mask_secrets(tag)
    masked.extend(secrets)
    text = repair_surrogates(text)[0]
    word = "".join(character if _fits_tag(character) else "-" for character in text).strip("-")
    if not word:
        raise UsageError(f'"{tag}" is no tag', hint="a tag is one word of letters, digits, - _ / .")
    return word


def _fits_tag(character: str) -> bool:
    return character.isalnum() or character in "-_/."
