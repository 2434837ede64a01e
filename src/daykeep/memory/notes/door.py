"""What a statement must pass before it is remembered: secrets are masked, what would harm a file is put out of force."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import RefusedError, UsageError
from daykeep.guard.findings import Findings
from daykeep.guard.hidden import Hidden, find_hidden
from daykeep.guard.origin import ORIGINS
from daykeep.guard.secrets import Secret, mask_secrets
from daykeep.memory.notes.note import TYPES, Statement
from daykeep.text.blocks import find_blocks
from daykeep.text.comments import neutralise
from daykeep.text.sections import parse_sections
from daykeep.text.unicode import storable

if TYPE_CHECKING:
    from datetime import datetime

LIMIT_BYTES = 65_536
"""Most that one statement may hold, as UTF-8; the same as one entry of the log."""

_PASSES = 2
"""A line that is no heading any more may be one by the rule below it; then that is put out of force too."""


class Request(NamedTuple):
    """What is to be remembered, as what, and who says it (user agent tool web import hook).

    ``status`` is ``""`` for the one that follows from the origin: reviewed for the user, else unreviewed. Without a
    ``title`` or ``description`` they are made of the statement. ``now`` is aware.
    """

    statement: Statement
    type: str
    origin: str
    now: datetime
    status: str = ""
    title: str = ""
    description: str = ""


def pass_door(request: Request) -> tuple[Request, Findings]:
    """The request as it may be written, with what was found in it.

    Raises UsageError for one that says nothing or has an unknown type or origin, RefusedError beyond `LIMIT_BYTES`.
    """
    if request.type not in TYPES:
        raise UsageError(f'no type "{request.type}"', hint=f"types are {', '.join(TYPES)}")
    if request.origin not in ORIGINS:
        raise UsageError(f'no origin "{request.origin}"', hint=f"origins are {', '.join(ORIGINS)}")
    size = sum(len(part.encode("utf-8", "surrogatepass")) for part in request.statement)
    if size > LIMIT_BYTES:
        raise RefusedError(
            f"the statement has {size:,} bytes, more than the {LIMIT_BYTES:,} that one note may be given",
            hint="keep long material in a file of its own and remember where it is",
            details={"bytes": size, "limit_bytes": LIMIT_BYTES},
        )
    masked: list[Secret] = []
    hidden: list[Hidden] = []
    repaired = nuls = 0
    texts = []
    for text in (*request.statement, request.title, request.description):
        clean, broken, zeros = storable(text)
        clean, secrets = mask_secrets("\n".join(line.rstrip() for line in clean.strip().split("\n")))
        masked += secrets
        hidden += find_hidden(clean)
        repaired, nuls = repaired + broken, nuls + zeros
        texts.append(_close(neutralise(clean)))
    rule, why, apply, title, description = texts
    if not rule:
        raise UsageError("there is nothing to remember", hint='give a text: `daykeep remember "what holds"`')
    said = Statement(rule, why, apply)
    title, description = " ".join(title.split()), " ".join(description.split())
    passed = request._replace(statement=said, title=title, description=description)
    return passed, Findings(tuple(masked), repaired, nuls, tuple(hidden))


def _close(text: str) -> str:
    """The text with a fence or comment that it leaves open closed, and no heading that would begin another note."""
    lines = text.split("\n")
    blocks = find_blocks(["", *lines])  # a text is no file: it has no frontmatter
    for span in blocks.comments:
        if not span.closed:
            lines[span.first - 2] = lines[span.first - 2].replace("<!--", "&lt;!--")
    if blocks.code and not blocks.code[-1].closed:
        opened = lines[blocks.code[-1].first - 2].lstrip(" -*+>0123456789.)")
        lines.append(opened[: len(opened) - len(opened.lstrip(opened[:1]))])
    for _ in range(_PASSES):
        for section in parse_sections(["", *lines], bold_headings=False):
            if section.line:
                mark = section.line - 2 if section.marker == "atx" else section.first - 3
                lines[mark] = f"\\{lines[mark].lstrip()}"
    return "\n".join(lines)
