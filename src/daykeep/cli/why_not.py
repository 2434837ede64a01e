"""``daykeep why-not``: says why something is not remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from daykeep.cli.frame import Call, command
from daykeep.cli.texts import TextCommand

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.distill.reasons.whynot import WhyNot
    from daykeep.review.provenance.whynot import Finding


@command("why-not", cls=TextCommand)
@click.argument("text", metavar="TEXT")
def why_not(call: Call, text: str) -> None:
    """Say why something is not remembered.

    TEXT is what you miss in MEMORY.md, in one line. The answer names every reason with its file and line, and what
    to do: never logged, logged and left (with the score), below the gate and waiting, rejected, taken back or
    forgotten, in a region that is not read, known in other words, archived, or beyond the budget. It
    also says why search doesn't find a text, or the file that TEXT names: "not indexed", with the reason.
    """
    from daykeep.distill.reasons.whynot import why_not as find

    workspace = call.workspace()
    answer = find(workspace.files, text, workspace.distilling, layout=workspace.layout)
    data = {
        "asked": answer.asked,
        "remembered": answer.is_remembered,
        "reasons": [_data(finding) for finding in answer.findings],
        "nearest": [_data(finding) for finding in answer.nearest],
    }
    call.emit(data, _lines(answer))


def _data(finding: Finding) -> dict[str, object]:
    return {
        "reason": finding.code,
        "said": finding.said,
        "name": finding.name or None,
        "line": finding.number or None,
        "text": finding.text,
        "next": finding.next_step,
    }


def _lines(answer: WhyNot) -> Iterator[str]:
    for finding in answer.findings:
        yield f"{finding.code}: {finding.said}"
        place = _place(finding)
        if place:
            yield f"    {place}: {finding.text.strip()}"
        yield f"    next: {finding.next_step}"
    for finding in answer.nearest:
        yield f"    {_place(finding)}: {finding.text.strip()}  ({finding.said})"


def _place(finding: Finding) -> str:
    return f"{finding.name}:{finding.number}" if finding.number else finding.name
