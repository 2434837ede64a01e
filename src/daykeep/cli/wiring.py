"""``daykeep wiring``: what daykeep puts into other programs' settings when it is asked to."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from daykeep.cli.frame import Call, FramedGroup, group
from daykeep.cli.merge_driver import driver

if TYPE_CHECKING:
    from daykeep.wiring.merging import MergeState


@group("wiring")
def wiring() -> None:
    """Let git merge two machines' work."""


@wiring.group("merge", cls=FramedGroup, short_help="Merge two machines' work by entry and item.")
def merge() -> None:
    """Let git merge logs by entry and memory by item.

    Without it git merges by lines, and two machines that both wrote at the end of one log always meet in a conflict.
    """


@merge.command("install", short_help="Let git call daykeep's merge in this clone.")
def install(call: Call) -> None:
    """Let git call daykeep's merge in this clone.

    Writes a block into .gitattributes, which names the files and is shared, and the setting merge.daykeep.driver of
    this clone, which names the program. Run it once on every machine.
    """
    from daykeep.wiring.merging import install_merging

    workspace = call.workspace()
    changed = install_merging(workspace.files, workspace.layout, (sys.executable, "-P", "-m", "daykeep"))
    lines = [f"Wrote {name}" for name in changed] or ["git calls daykeep's merge here already."]
    if ".gitattributes" in changed:
        lines.append("Commit .gitattributes, and run this command once in every other clone.")
    call.emit({"changed": list(changed)}, lines)


@merge.command("uninstall", short_help="Take that away again.")
def uninstall(call: Call) -> None:
    """Take away what `daykeep wiring merge install` wrote, and nothing else."""
    from daykeep.wiring.merging import remove_merging

    changed = remove_merging(call.workspace(strict=False).files)
    lines = [f"Took daykeep's part out of {name}" for name in changed] or ["There is nothing to take away."]
    call.emit({"changed": list(changed)}, lines)


@merge.command("status", short_help="Say whether git calls daykeep's merge here.")
def status(call: Call) -> None:
    """Say whether git calls daykeep's merge in this clone."""
    from daykeep.wiring.merging import find_merging

    state = find_merging(call.workspace(strict=False).files)
    call.emit({**state._asdict(), "installed": state.attributes and state.command is not None}, _words(state))


def _words(state: MergeState) -> list[str]:
    if state.off:
        return [f"git is off here: {state.off}"]
    named = "names" if state.attributes else "does not name"
    return [
        f".gitattributes {named} daykeep's merge.",
        "This clone calls it (`git config merge.daykeep.driver` prints the command)."
        if state.command
        else "This clone does not call it yet: `daykeep wiring merge install`.",
    ]


merge.add_command(driver)
