"""The one door through which a state file of an older daykeep takes the form of a newer one: the old file is kept first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.files.ids import short_hash
from daykeep.files.paths import slug
from daykeep.files.state import MAX_STATE_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable

    from daykeep.files.store import Files

UPGRADES_FOLDER = ".daykeep/data/upgrades"


def upgrade_state(
    files: Files,
    name: str,
    change: Callable[[dict[str, Any]], dict[str, Any]],
    *,
    schema: int,
    limit_bytes: int = MAX_STATE_BYTES,
) -> bool:
    """`Files.update_state` for a file whose ``schema`` says by which form it was written; whether anything was written.

    A file of a form before ``schema`` is first kept, byte for byte, in ``.daykeep/data/upgrades/``, under the same lock:
    the new form is only written once the old file is on the disk a second time. One of a later form stays as it is but for
    what ``change`` does, and keeps its number.
    """

    def upgrade(value: dict[str, Any]) -> dict[str, Any]:
        written = value.get("schema")
        if type(written) is int and written < schema:
            _keep(files, name, written)
        changed = change(value)
        if type(written) is int and written > schema:
            changed["schema"] = written
        return changed

    return files.update_state(name, upgrade, limit_bytes=limit_bytes)


def _keep(files: Files, name: str, schema: int) -> None:
    data = files.find_bytes(name)
    if data is None:
        return
    kept = f"{UPGRADES_FOLDER}/{slug(name)}.schema-{schema}-{short_hash(data)}.json"
    if files.kind(kept) == "missing":
        files.replace(kept, data, expected_sha256=None)
