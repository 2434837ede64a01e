"""What of a workspace git should not see: daykeep's machine data, as a small block in ``.gitignore``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.workspace.fence import append_block, find_block

if TYPE_CHECKING:
    from daykeep.files.encoding import Document

IGNORE_FILE = ".gitignore"
IGNORE_FENCE = "ignore"
MACHINE_FOLDER = ".daykeep/"


def covers_machine_data(document: Document | None) -> bool:
    """Whether this ``.gitignore`` names daykeep's folder by itself, in our block or in the owner's own words."""
    if document is None:
        return False
    return any(line.strip().strip("/") == MACHINE_FOLDER.strip("/") for line in document.texts)


def plan_ignores(document: Document | None) -> bytes | None:
    """The new bytes of ``.gitignore``, or None if nothing has to be added; pure."""
    if covers_machine_data(document) or (document is not None and find_block(document, IGNORE_FENCE)):
        return None
    return append_block(document, IGNORE_FENCE, [MACHINE_FOLDER], hashes=True)
