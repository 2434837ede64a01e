"""``daykeep trust``: records that a person changed a core file."""

from __future__ import annotations

import click

from daykeep.cli.frame import Call, command


@command("trust")
@click.argument("names", metavar="FILE...", nargs=-1, required=True)
def trust(call: Call, names: tuple[str, ...]) -> None:
    """Record that you changed a core file yourself.

    FILE is SOUL.md, USER.md, AGENTS.md, TOOLS.md, HEARTBEAT.md, IDENTITY.md or MEMORY.md. Works only for a person
    at a terminal. Until then `daykeep doctor` and the heartbeat name the change.
    """
    from daykeep.review.trust import trust_files

    workspace = call.workspace()
    layout = workspace.layout
    known = [name for name in (*layout.core, layout.memory) if name]
    changed = trust_files(workspace.files, names, known=known, person=call.is_person(), now=workspace.now)
    lines = [
        f"{name}: {'approved as it is now' if name in changed else 'was approved already'}" for name in names
    ]
    call.emit({"trusted": list(names), "changed": changed}, lines)
