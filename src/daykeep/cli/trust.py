"""``daykeep trust``: records that a person changed a core file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import Call, command

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.review.account.trust import Trusted

SHOWN_LINES = 40
"""Lines of a change shown when it is approved."""


@command("trust")
@click.argument("names", metavar="FILE...", nargs=-1, required=True)
def trust(call: Call, names: tuple[str, ...]) -> None:
    """Record that you changed a core file yourself.

    FILE is SOUL.md, USER.md, AGENTS.md, TOOLS.md, HEARTBEAT.md, IDENTITY.md, MEMORY.md or a note of yours. Works only for a person
    at a terminal, with their passphrase if they have set one up. Until then `daykeep doctor` and the heartbeat name the change.
    """
    from daykeep.review.account.trust import trust_files
    from daykeep.review.verdict.approval import require_person

    workspace = call.workspace()
    person = require_person(call, workspace.settings, deed="approve a change of a core file")
    files = trust_files(
        workspace.files, workspace.layout, names,
        history=workspace.history, now=workspace.now, by=person.by, is_person=True, proof=person.how,
    )  # fmt: skip
    call.emit({"trusted": list(map(_data, files))}, [line for file in files for line in _lines(file)])


def _data(file: Trusted) -> dict[str, Any]:
    return {"name": file.name, "sha256": file.sha256, "changed": file.changed}


def _lines(file: Trusted) -> Iterator[str]:
    from daykeep.review.difference import compare_bytes

    yield f"{file.name}: {'approved as it is now' if file.changed else 'was approved already'}"
    if file.changed and file.before is not None:
        yield "  since it was last approved:"
        yield from (f"  {line}" for line in compare_bytes(file.before, file.data).render(SHOWN_LINES))
