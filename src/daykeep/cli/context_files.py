"""What ``daykeep context files`` answers: the load order as a table, and what was left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.context.instructions.find import find_instructions
from daykeep.context.instructions.model import Around, Asked

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daykeep.cli.frame import Call


def show_files(call: Call, given: Mapping[str, Any]) -> None:
    """Answer one call."""
    import sys
    from pathlib import Path

    cwd = Path(given["cwd"] or ".").absolute()
    around = Around(cwd, Path(call.environ.get("HOME", "/")), call.environ, sys.platform)
    found = find_instructions(around, Asked(given["for_paths"], given["add_dirs"]), profile=given["profile"])
    call.emit({"files": [file._asdict() for file in found.files]}, [file.path for file in found.files])
