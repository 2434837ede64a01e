"""``daykeep review export`` and ``import``: the review as a message, and its answer."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import visible
from daykeep.errors import UsageError
from daykeep.operations.waiting import item_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.cli.review.desk import ReviewDesk
    from daykeep.review.digest.plan import Import, Ticked

LIMIT_BYTES = 1_000_000
PIPE = "-"
TERMINAL = "/dev/tty"
_SAID = {"approved": "Approve", "rejected": "Reject", "deferred": "Put off"}


def export(desk: ReviewDesk, *, deferred: bool, out: str | None) -> int:
    """Print what waits as a message with boxes to tick, or write it into files, a part each."""
    from daykeep.review.digest.render import render_digest
    from daykeep.review.queue.proposals import Choice

    workspace, call = desk.workspace, desk.call
    waiting = desk.listed()
    choices = [
        Choice(p, item) for p in waiting for item in p.waiting if deferred or item.is_asked_on(workspace.day)
    ]
    digest = render_digest(choices, day=workspace.day, memory=workspace.layout.memory_target)
    names = _write(digest.parts, out) if out is not None else []
    for choice in digest.too_long:
        call.note(f"item {choice.item.id} is too long for a message: `daykeep review show {choice.item.id}`")
    data = {
        "items": digest.item_count,
        "left_out": [choice.item.id for choice in digest.too_long],
        "parts": [{"chars": len(text), "text": text} for text in digest.parts],
        "files": names,
    }
    if not digest.parts:
        call.emit(data, "Nothing waits for you.")
    elif out is None:
        call.emit(data, "\n".join(digest.parts))
    else:
        call.emit(data, [f"Wrote {name}." for name in names])
    return 0


def import_digest(desk: ReviewDesk, names: Sequence[str]) -> int:
    """Take back digests with ticked boxes: show what that does, ask once, and once for each core file; then do it."""
    from daykeep.memory.decisions import find_verdicts
    from daykeep.review.digest.parse import parse_digest
    from daykeep.review.digest.plan import plan_import

    if desk.call.why_no_person() and PIPE not in names:
        desk.require_person()
    lines = [line for name in names for line in (*_read(desk, name), "")]
    with _answers_from_terminal(piped=PIPE in names):
        desk.require_person()
        answers, faults = parse_digest(lines)
        plan = plan_import(answers, desk.listed(), find_verdicts(desk.workspace.files))
        for fault in faults:
            desk.call.note(f"line {fault.line}: {fault.reason}")
        for skipped in plan.skipped:
            desk.call.note(f"line {skipped.line}, item {skipped.item}: {skipped.reason}")
        if not answers and not faults:
            raise UsageError("there is no box in it", hint="`daykeep review export` makes a digest")
        ticked = _ask(desk, plan)
        more = {
            "skipped": [{"item": one.item, "line": one.line, "reason": one.reason} for one in plan.skipped]
            + [{"item": None, "line": one.line, "reason": one.reason} for one in faults],
            "already": list(plan.already),
        }
        return desk.finish([_decision(one) for one in ticked], more)


def _decision(ticked: Ticked) -> Any:
    from daykeep.review.verdict.decide import Decision

    proposal, item = ticked.choice
    return Decision(
        proposal.id, item.id, ticked.status, ticked.edited, seen=item.fingerprint, was=item.status
    )


def _ask(desk: ReviewDesk, plan: Import) -> list[Ticked]:
    """What the person confirms of a plan; a change of a core file is shown whole and asked about on its own."""
    from daykeep.review.asking.propose import is_core

    err = desk.call.json
    for name in plan.already:
        desk.call.note(f"item {name} was decided so before")
    if not plan.ticked:
        return []
    click.echo(visible("\n".join(_lines(plan.ticked))), err=err)
    if not click.confirm("\nDo this?", err=err):
        return []
    confirmed = []
    for one in plan.ticked:
        proposal, item = one.choice
        worded = one.choice._replace(item=item._replace(edited=one.edited or item.edited))
        if one.status != "approved" or not is_core(proposal.target) or desk.ask(worded):
            confirmed.append(one)
    return confirmed


def _lines(ticked: Sequence[Ticked]) -> Iterator[str]:
    for status, said in _SAID.items():
        some = [one for one in ticked if one.status == status]
        if some:
            yield f"{said} {len(some)} thing{'' if len(some) == 1 else 's'}:"
        for one in some:
            yield f"  {item_line(one.choice.item)}"
            lines = one.choice.item.memory_lines
            yield from (f"      {'was: ' if one.edited is not None else ''}{text}" for text in lines)
            yield from (f"      now: {text}" for text in one.edited or ())


def _write(parts: Sequence[str], out: str) -> list[str]:
    """Write each part into a file of its own; what stands there is replaced only if it is a digest."""
    from daykeep.files.outside import find_outside, write_outside
    from daykeep.files.replace import sha256_of
    from daykeep.review.digest.render import HEAD

    first = Path(out)
    paths = [first, *(first.with_name(f"{first.stem}-{n}{first.suffix}") for n in range(2, len(parts) + 1))]
    for path, text in zip(paths, parts, strict=False):
        before = find_outside(path)
        is_ours = before is not None and before.startswith(HEAD.encode())
        write_outside(path, text.encode(), expected_sha256=sha256_of(before) if before and is_ours else None)
    return [str(path) for path in paths[: len(parts)]]


def _read(desk: ReviewDesk, name: str) -> list[str]:
    from daykeep.files.encoding import decode
    from daykeep.files.outside import find_outside

    if name == PIPE:
        if sys.stdin.isatty():
            desk.call.note("Paste the digest, then press Enter and Ctrl-D.")
        data: bytes | None = desk.call.stdin_bytes(LIMIT_BYTES)
    else:
        data = find_outside(Path(name))
    if data is None:
        raise UsageError(f'there is no file "{name}"')
    if len(data) >= LIMIT_BYTES:
        raise UsageError(f'"{name}" is too large for a digest')
    return decode(data, name).texts


@contextmanager
def _answers_from_terminal(*, piped: bool) -> Iterator[None]:
    """Where the digest came through a pipe, questions are answered at the terminal itself, if there is one."""
    before = sys.stdin
    if not piped or before.isatty():
        yield
        return
    try:
        terminal = Path(TERMINAL).open(encoding="utf-8", errors="replace")  # noqa: SIM115 - closed below
    except OSError:  # there is none: who asks for a person says so
        yield
        return
    with terminal:
        sys.stdin = terminal
        try:
            yield
        finally:
            sys.stdin = before
