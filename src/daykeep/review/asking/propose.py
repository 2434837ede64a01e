"""Changes of a core file or of MEMORY.md that somebody asks for: guarded, and queued for a person.

Nothing is written to the file. Text of a stranger's origin never gets so far as a core file's queue, and a secret
reaches none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.errors import DocumentError, RefusedError, UsageError
from daykeep.files.ids import short_hash
from daykeep.guard.doubts import find_doubts
from daykeep.guard.secrets import find_secrets
from daykeep.memory.decisions import REJECTED, find_verdicts
from daykeep.memory.sources import hash_source
from daykeep.review.asking.patch import CONTEXT, Edit, parse_patch
from daykeep.review.queue.proposals import CHANGE, Draft, ProposedItem, SourceLine, clean, old_line
from daykeep.text.comments import neutralise
from daykeep.workspace.layout import CORE_FILES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from daykeep.files.encoding import Document
    from daykeep.files.store import Files
    from daykeep.workspace.layout import Layout

ORIGIN = "propose"
KIND = "change"
PATCH = "patch"
LIMIT_CHARS = 64_000
"""A longer text is no change that a person could look at."""
STRANGERS = ("tool", "web", "import", "hook")
"""Origins whose text is data: it never changes a core file."""

_ID_DIGITS = 12
_LISTS = ("-", "*", "+")


def find_proposable(layout: Layout, asked: str) -> str:
    """The file of this workspace that is meant; UsageError for one that is neither a core file nor MEMORY.md."""
    plain = asked.replace("\\", "/").removeprefix("./")
    known = (*layout.core, layout.memory_target)
    missing = [core for core in CORE_FILES if core.lower() not in {name.lower() for name in known}]
    if plain in known or plain in missing:
        return plain
    raise UsageError(
        f'"{asked}" is not a file that changes are proposed for',
        hint=f"one of {', '.join(known)}; what happened goes to `daykeep log`",
    )


def is_core(name: str) -> bool:
    """Whether only a person changes this file; the case of its name does not matter."""
    return name.lower() in {core.lower() for core in CORE_FILES}


def plan_append(document: Document | None, text: str) -> Edit:
    """A text that comes at the end of a file; a blank line goes before it, except between items of a list."""
    added = text.replace("\r\n", "\n").replace("\r", "\n").strip("\n").split("\n")
    if not any(line.strip() for line in added):
        raise UsageError("there is no text to append")
    there = list(document.texts) if document is not None else []
    while there and not there[-1].strip():
        there.pop()
    before = there[-CONTEXT:]
    lists = there and there[-1].lstrip().startswith(_LISTS) and added[0].lstrip().startswith(_LISTS)
    lead = [""] if there and not lists else []
    return Edit(len(there) - len(before) + 1, tuple(before), (), (*lead, *added), ())


def plan_patch(document: Document | None, text: str, *, name: str) -> list[Edit]:
    """The changes of a unified diff; see `parse_patch`. Raises DocumentError if there is no such file."""
    if document is None:
        raise DocumentError(f'there is no "{name}" that a patch could change', hint="--append TEXT makes one")
    return parse_patch(text, name=name, lines=document.texts)


def draft_changes(
    name: str, document: Document | None, edits: Sequence[Edit], *, origin: str, day: date, rule: str
) -> Draft:
    """The proposal of these edits; RefusedError for what may not even wait: see `check_edit`."""
    items = []
    for edit in edits:
        check_edit(name, edit, origin)
        items.append(_item(name, edit, origin=origin, day=day, rule=rule))
    return Draft(ORIGIN, name, document.sha256 if document is not None else None, tuple(items))


def check_edit(name: str, edit: Edit, origin: str) -> None:
    """Raise RefusedError for a secret, for daykeep's own marks, and for a stranger's words for a core file."""
    text = "\n".join(edit.added)
    if is_core(name) and origin in STRANGERS:
        raise RefusedError(
            f"text of origin {origin} is data: it never changes {name}",
            hint="a person can write it there in words of their own",
        )
    if len(text) > LIMIT_CHARS:
        raise UsageError(f"{len(text)} characters are too many for one change; at most {LIMIT_CHARS}")
    secrets = find_secrets(text)
    if secrets:
        kinds = ", ".join(dict.fromkeys(secret.kind for secret in secrets))
        raise RefusedError(
            f"the text holds a secret ({kinds}); nothing was proposed",
            hint="leave it out, or name where it is kept",
        )
    if neutralise(text) != text:
        raise RefusedError("the text holds a mark that only daykeep writes; nothing was proposed")


def find_refusal(files: Files, draft: Draft) -> str:
    """When a person has rejected all of a proposal before, as a day; ``""`` if they have not."""
    verdicts = find_verdicts(files)
    found = [verdicts.get(item.id) for item in draft.items]
    rejected = [verdict for verdict in found if verdict is not None and verdict.kind == REJECTED]
    return rejected[-1].at[:10] if len(rejected) == len(draft.items) else ""


def _item(name: str, edit: Edit, *, origin: str, day: date, rule: str) -> ProposedItem:
    there = [*edit.before, *edit.removed, *edit.after]
    lines = tuple(
        SourceLine(number, hash_source([text]), None)
        for number, text in enumerate(there or [""], edit.number)
    )
    first = edit.number + len(edit.before)
    olds = [old_line(number, text) for number, text in enumerate(edit.removed, first)]
    shape = (name, rule, [line.sha8 for line in lines], len(edit.before), edit.removed, edit.added)
    return ProposedItem(
        id=short_hash(f"{CHANGE}\n{shape!r}".encode("utf-8", "surrogateescape"), _ID_DIGITS),
        kind=KIND,
        title="",
        day=day,
        name=name,
        lines=lines,
        origin=origin,
        score=1.0,
        rule=rule,
        worded=False,
        action=CHANGE,
        reason=_reason(name, edit, origin),
        supersedes=tuple(old._replace(text=clean(old.text)) for old in olds),
        edited=edit.added,
        before=len(edit.before),
    )


def _reason(name: str, edit: Edit, origin: str) -> str:
    said = f"{name} changes only with your approval" if is_core(name) else "it was asked for in so many words"
    return "; ".join([said, *find_doubts(origin, "\n".join(edit.added))])
