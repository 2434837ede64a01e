"""Mends exactly the findings that somebody names, keeps what it replaces, and says what it did.

Before a byte of a file changes, the whole file is kept in ``.daykeep/data/quarantine``. No layer file is deleted.
"""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, NamedTuple

from daykeep.doctor.notes import INDEX_FIX, mend_index
from daykeep.doctor.span import encode_like, find_span
from daykeep.errors import ConflictError, DaykeepError, UsageError
from daykeep.files.ids import short_hash
from daykeep.files.paths import slug
from daykeep.guard.hidden import find_hidden
from daykeep.guard.secrets import find_secrets
from daykeep.memory.approved import replace_approved
from daykeep.workspace.ignore import IGNORE_FILE, plan_ignores
from daykeep.workspace.routing import plan_routing
from daykeep.workspace.skills import read_skills

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from daykeep.doctor.finding import Finding, Subject
    from daykeep.files.encoding import Document

QUARANTINE = ".daykeep/data/quarantine"


class Fixed(NamedTuple):
    """What came of one fix: ``done`` or why not, in words."""

    id: str
    done: bool
    message: str


def choose(findings: Sequence[Finding], ids: Sequence[str]) -> list[Finding]:
    """The findings to mend, in an order in which no fix moves the place of a later one.

    Raises UsageError, before anything is changed, for an id that no finding has or that can't be mended here.
    """
    known = {finding.id: finding for finding in findings}
    chosen = []
    for wanted in dict.fromkeys(ids):
        finding = known.get(wanted)
        if finding is None:
            near = difflib.get_close_matches(wanted, list(known), n=1, cutoff=0.4)
            hint = f'did you mean "{near[0]}"?' if near else "`daykeep doctor` lists what can be mended"
            raise UsageError(f'no finding has the id "{wanted}"', hint=hint)
        if not finding.fixable:
            raise UsageError(f'"{wanted}" is not for daykeep to mend', hint=finding.hint or None)
        chosen.append(finding)
    return sorted(chosen, key=lambda finding: (finding.name, finding.line, _nth(finding)), reverse=True)


def apply_fixes(subject: Subject, findings: Sequence[Finding]) -> list[Fixed]:
    """Mend each of these findings; one that fails doesn't stop the others."""
    fixed = []
    for finding in findings:
        mend = _FIXES.get(finding.id.split(":", 1)[0], _mend_leftover)
        try:
            fixed.append(Fixed(finding.id, done=True, message=mend(subject, finding)))
        except DaykeepError as error:
            fixed.append(Fixed(finding.id, done=False, message=error.message))
    return fixed


def _mask_secret(subject: Subject, finding: Finding) -> str:
    document = subject.files.read_document(finding.name)
    text = document.text
    on_line = [
        secret for secret in find_secrets(text) if text.count("\n", 0, secret.start) + 1 == finding.line
    ]
    if len(on_line) < _nth(finding):
        raise ConflictError(f'"{finding.name}:{finding.line}" holds no such secret any more')
    secret = on_line[_nth(finding) - 1]
    last = text.count("\n", 0, secret.end) + 1
    left = secret.start - (text.rfind("\n", 0, secret.start) + 1)
    right = secret.end - (text.rfind("\n", 0, secret.end) + 1)
    start, first_end = find_span(
        document, finding.line, left, len(document.texts[finding.line - 1]) if last > finding.line else right
    )
    end = find_span(document, last, 0, right)[1] if last > finding.line else first_end
    mark = f"[secret:{secret.kind}:{secret.sha8}]"
    kept = _replace(
        subject,
        document,
        document.data[:start] + encode_like(document, finding.line, mark) + document.data[end:],
    )
    return f"masked as {mark}; the file as it was, with the secret, is {kept}: delete it"


def _take_hidden_out(subject: Subject, finding: Finding) -> str:
    document = subject.files.read_document(finding.name)
    line = document.texts[finding.line - 1] if finding.line <= len(document.texts) else ""
    offsets = [hidden.offset for hidden in find_hidden(line)]
    if not offsets:
        raise ConflictError(f'"{finding.name}:{finding.line}" holds no such characters any more')
    data = document.data
    for start, end in [find_span(document, finding.line, offset, offset + 1) for offset in reversed(offsets)]:
        data = data[:start] + data[end:]
    kept = _replace(subject, document, data)
    return f"took {len(offsets)} characters out of line {finding.line}; the file as it was is {kept}"


def _nth(finding: Finding) -> int:
    """Which of several findings of one kind on one line this is, from the end of its id (``…:4#2``)."""
    _, mark, count = finding.id.rpartition(":")[2].partition("#")
    return int(count) if mark and count.isdigit() else 1


def _rebuild_state(subject: Subject, finding: Finding) -> str:
    subject.files.update_state(finding.name, lambda state: state)
    return "the broken file is kept beside it as .corrupt-…; the state starts again"


def _update_routing(subject: Subject, finding: Finding) -> str:
    document = subject.files.read_document(finding.name)
    plan = plan_routing(document, read_skills(subject.files), language=subject.language)
    if plan.data is None:
        return "the table is in step already; nothing was written"
    kept = _replace(subject, document, plan.data)
    return f"rewrote the table inside daykeep's fence ({len(plan.rows)} skills); the file as it was is {kept}"


def _add_ignores(subject: Subject, finding: Finding) -> str:
    document = subject.files.find_document(IGNORE_FILE)
    data = plan_ignores(document)
    if data is None:
        return f"{finding.name} covers it already; nothing was written"
    subject.files.replace(
        IGNORE_FILE, data, expected_sha256=document.sha256 if document is not None else None
    )
    return f"added one block to {IGNORE_FILE}"


def _mend_index(subject: Subject, finding: Finding) -> str:
    del finding
    return mend_index(subject)


def _mend_leftover(subject: Subject, finding: Finding) -> str:
    for leftover in subject.files.leftovers():
        if f"{leftover.kind}:{leftover.name}" == finding.id:
            subject.files.mend(leftover)
            return _MENDED[leftover.kind]
    return "it is gone already; nothing was done"


_MENDED = {
    "temp": "removed the temporary file; the file it was meant for is whole",
    "cut-tail": f"moved the unfinished entry to {QUARANTINE}; every entry before it stays",
    "stale-lock": "cleared the lock",
    "spool": "merged the waiting entries into their logs",
}

_FIXES: dict[str, Callable[[Subject, Finding], str]] = {
    "secret": _mask_secret,
    "hidden": _take_hidden_out,
    "state": _rebuild_state,
    "routing": _update_routing,
    "ignore": _add_ignores,
    INDEX_FIX: _mend_index,
}


def _replace(subject: Subject, document: Document, data: bytes) -> str:
    """Keep the file as it is, then replace it if nobody changed it meanwhile; the name of the kept copy.

    A core file that was on record under its old content stays on record: this very change was asked for.
    """
    files = subject.files
    kept = f"{QUARANTINE}/{slug(document.name.replace('/', '-'))}-{short_hash(document.data)}"
    if files.kind(kept) == "missing":
        files.replace(kept, document.data, expected_sha256=None)
    replace_approved(files, document, data, now=subject.now, how="doctor")
    return kept
