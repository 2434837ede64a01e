"""Where a line of memory came from, and what happened to it since."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.operations.choosing import said_minute

if TYPE_CHECKING:
    from daykeep.app import Workspace
    from daykeep.git.values import Commit
    from daykeep.memory.sources import AskedRecord
    from daykeep.review.evidence.locate import Place
    from daykeep.review.provenance.chain import Step
    from daykeep.review.provenance.why import Answer, Said, Source

SHOWN_STEPS = {
    "replaces": "replaced what stood there before",
    "superseded": "replaced by a newer line",
    "deferred": "put off",
    "reopened": "decision taken back",
    "restored": "brought back",
}


def why(workspace: Workspace, line: str) -> Answer:
    """Where a line came from: a line of memory or a part of it, ``MEMORY.md:12``, or the file of a note.

    DocumentError where no line, or more than one, is meant.
    """
    from daykeep.review.provenance.where import find_where  # noqa: PLC0415 - git is heavy
    from daykeep.review.provenance.why import why as find  # noqa: PLC0415 - git is heavy

    name, asked = find_where(workspace.files, line, memory=workspace.layout.memory_target)
    return find(workspace.files, workspace.history, asked, memory=name)


def why_notes(answer: Answer) -> tuple[str, ...]:
    """What is to be said of the answer: that there is no history to ask."""
    return (f"history is off: {answer.off}",) if answer.off else ()


def why_data(answer: Answer) -> dict[str, Any]:
    """Where a line came from, and what happened to it, as JSON values."""
    return {
        "name": answer.name,
        "lines": list(answer.numbers),
        "text": answer.line,
        "archived": [
            {"name": entry.name, "line": entry.number, "on": entry.archived_on} for entry in answer.archived
        ],
        "edited": answer.edited,
        "sources": [_source_data(source) for source in answer.sources],
        "asked": [
            {"item": one.item, "origin": one.origin, "day": one.day, "proposal": one.proposal, "by": one.by}
            for one in answer.asked
        ],
        "approved": [
            {"item": one.item, "by": one.by, "at": one.at, "proposal": one.proposal, "proof": one.proof}
            for one in answer.chain
            if one.what == "approved"
        ],
        "chain": [_step_data(step) for step in answer.chain],
        "also": [_said_data(said) for said in answer.also],
        "written": _commit_data(answer.written),
        "first_seen": _commit_data(answer.first_seen),
    }


def _step_data(step: Step) -> dict[str, Any]:
    return {**step._asdict(), "others": _masked(step.others)}


def _source_data(source: Source) -> dict[str, Any]:
    record, place = source
    return {
        "item": record.item,
        "kind": record.kind,
        "name": place.name,
        "lines": [place.first, place.last],
        "state": place.state,
        "text": _masked(place.texts),
        "commit": place.commit,
        "archived_at": place.archived_at.isoformat() if place.archived_at else None,
        "day": record.day,
        "origin": record.origin,
        "score": record.score,
        "learned_at": record.at,
        "logged_as": {"name": record.name, "lines": [record.first, record.last], "commit": record.commit},
    }


def _said_data(said: Said) -> dict[str, Any]:
    wording, place = said
    return {
        "day": wording.day,
        "origin": wording.origin,
        "name": place.name,
        "lines": [place.first, place.last],
        "state": place.state,
        "text": _masked(place.texts),
        "commit": place.commit,
        "found_at": wording.at,
    }


def _commit_data(commit: Commit | None) -> dict[str, Any] | None:
    if commit is None:
        return None
    return {"id": commit.id, "at": commit.at.isoformat(), "author": commit.author, "subject": commit.subject}


def _masked(texts: tuple[str, ...]) -> list[str]:
    """A log may hold what memory does not: a secret stays where it is."""
    from daykeep.guard.secrets import mask_secrets  # noqa: PLC0415 - only where something is shown

    return mask_secrets("\n".join(texts))[0].split("\n") if texts else []


def why_lines(workspace: Workspace, answer: Answer) -> list[str]:
    """Where a line came from, and what happened to it, in lines."""
    where = ", ".join(f"{answer.name}:{number}" for number in answer.numbers)
    lines = [f"{where or f'no longer in {answer.name}'}  {answer.line.strip()}"]
    lines += [
        f"  archived on {entry.archived_on}, now in {entry.name}:{entry.number}" for entry in answer.archived
    ]
    if answer.edited:
        lines.append("  edited since daykeep wrote it; most likely it came")
    for source in answer.sources:
        lines += _source_lines(workspace, source)
    for said in answer.also:
        place = _place_text(said.place.name, said.place.first, said.place.last)
        lines.append(f"  also said on {said.wording.day} in {place}, in other words")
        lines += [f"    {text}" for text in _masked(said.place.texts)]
    for step in answer.chain:
        lines += _step_lines(workspace, step)
    lines += _way_back(answer)
    if answer.written:
        lines.append(f"  written by {_commit_text(workspace, answer.written)}")
    lines += [_asked_text(workspace, one) for one in answer.asked]
    if not answer.sources and not answer.asked:
        lines.append("  no source on record: written by hand or by another tool")
        seen = answer.first_seen
        if seen:
            lines.append(f"  first seen in {_commit_text(workspace, seen)}, by {seen.author.split(' <')[0]}")
        elif not answer.off:
            lines.append("  not in the history yet")
    return lines


def _asked_text(workspace: Workspace, one: AskedRecord) -> str:
    said = f"  asked for by {one.origin} on {one.day}"
    if one.by:
        return f"{said}, approved by {one.by} {said_minute(one.at, workspace.zone)}"
    return f"{said}, as a note, item {one.item}"


def _way_back(answer: Answer) -> list[str]:
    """How a line that somebody took out comes back."""
    last = answer.chain[-1] if answer.chain and not answer.numbers else None
    if last is not None and last.what == "forgotten":
        return [f"    to have it back: daykeep revert {last.item}"]
    if last is not None and last.what == "taken back":
        return [
            "    to have it back: daykeep revert the commit that took it back (`daykeep history` shows it)"
        ]
    return []


def _step_lines(workspace: Workspace, step: Step) -> list[str]:
    """What happened to the line; learning and archiving are told where they are looked up."""
    if step.what in {"learned", "archived"}:
        return []
    proof = f" ({step.proof})" if step.proof else ""
    by = f" by {step.by}{proof}" if step.by else ""
    proposal = f", proposal {step.proposal[:10]}" if step.proposal else ""
    said = SHOWN_STEPS.get(step.what, step.what)
    lines = [f"  {said}{by} {said_minute(step.at, workspace.zone)}{proposal}"]
    return [*lines, *(f"    {text.strip()}" for text in _masked(step.others))]


def _source_lines(workspace: Workspace, source: Source) -> list[str]:
    record, place = source
    logged = _place_text(record.name, record.first, record.last)
    now = _place_text(place.name, place.first, place.last)
    said = {
        "here": f"from {logged}",
        "moved": f"from {logged}, {_moved(workspace, place)} {now}",
        "changed": f"from {logged}, changed since; here it is as of commit {(place.commit or '')[:10]}",
        "gone": f"from {logged}, which no longer holds it",
    }[place.state]
    lines = [f"  {said}", *(f"    {text}" for text in _masked(place.texts))]
    lines.append(f"  logged on {record.day}, origin {record.origin}, score {record.score:g}")
    lines.append(
        f"  learned {said_minute(record.at, workspace.zone)} as a {record.kind.replace('_', ' and ')}, item {record.item}"
    )
    return lines


def _moved(workspace: Workspace, place: Place) -> str:
    if not place.archived:
        return "moved to"
    if place.archived_at is None:
        return "archived since, now in"
    return f"archived on {said_minute(place.archived_at.isoformat(), workspace.zone)[:10]}, now in"


def _place_text(name: str, first: int, last: int) -> str:
    return f"{name}:{first}" if first == last else f"{name}:{first}-{last}"


def _commit_text(workspace: Workspace, commit: Commit) -> str:
    return (
        f"commit {commit.id[:10]} of {said_minute(commit.at.isoformat(), workspace.zone)} ({commit.subject})"
    )
